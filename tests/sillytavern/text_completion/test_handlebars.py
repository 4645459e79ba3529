"""The part of Handlebars that story strings are written in."""

import pytest

from inspector.sillytavern.completion.sourced import sourced
from inspector.sillytavern.text_completion.handlebars import TemplateError, rendered


def render(template, **values):
    given = {name: sourced(text, name) for name, text in values.items()}
    return rendered(template, given, "main")


def test_names_are_filled_in_and_remember_where_they_come_from():
    found = render("I am {{char}}.", char="Mira")
    assert found.text == "I am Mira."
    assert [piece.source for piece in found.pieces] == ["main", "char", "main"]


def test_a_block_is_there_if_its_value_is():
    template = "{{#if a}}A{{a}}{{else}}none{{/if}}{{#unless b}}no b{{/unless}}"
    assert render(template, a="1", b="").text == "A1no b"
    assert render(template, a="", b="2").text == "none"


def test_blocks_stand_in_blocks():
    template = "{{#if a}}{{#if b}}both{{else}}a{{/if}}{{/if}}"
    assert render(template, a="1", b="1").text == "both"
    assert render(template, a="1", b="").text == "a"
    assert render(template, a="", b="1").text == ""


def test_a_block_alone_on_its_line_takes_the_line_with_it():
    assert render("{{#if a}}\nA\n{{/if}}\nend", a="1").text == "A\nend"
    assert render("{{#if a}}A\n{{/if}}{{#if a}}B\n{{/if}}", a="1").text == "A\nB\n"


def test_comments_and_tildes_are_the_templates_own():
    assert render("a {{! no }}b").text == "a b"
    assert render("a  {{~x~}}  b", x="1").text == "a1b"


def test_what_nobody_knows_is_left_to_the_macros():
    assert render("{{random::a::b}} {{trim}}").text == "{{random::a::b}} {{trim}}"


@pytest.mark.parametrize(
    "template", ["{{#if a}}x", "x{{/if}}", "{{#if a}}x{{/unless}}", "{{#wrong a}}x{{/wrong}}"]
)
def test_blocks_that_do_not_match_are_refused(template):
    with pytest.raises(TemplateError):
        render(template, a="1")


GIVEN = {"description": "D", "user": "U", "persona": "", "char": "C"}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{#if persona}}1{{else if description}}2{{else}}3{{/if}}", "2"),
        ("{{#if persona}}1{{else if persona}}2{{else}}3{{/if}}", "3"),
        ("{{#if persona}}1{{else unless persona}}2{{/if}}", "2"),
        ("{{#if persona}}1{{else with description}}{{this}}{{/if}}", "D"),
        ("x\n{{#if persona}}\n1\n{{else if char}}\n2\n{{else}}\n3\n{{/if}}\ny", "x\n2\ny"),
        ("{{^if persona}}x{{else}}y{{/if}}{{^if char}}x{{else}}y{{/if}}", "xy"),
        # A section asks whether there is a value, and an empty text is one.
        ("{{#description}}[{{this}}]{{/description}}", "[D]"),
        ("{{#persona}}[{{.}}]{{/persona}}{{^persona}}none{{/persona}}", "[]"),
        ("{{^char}}none{{else}}{{this}}{{/char}}", "C"),
        # Names are those of the text that is the present one: the macro engine has the others.
        ("{{#with char}}{{../user}}{{@root.user}}{{user}}{{/with}}", "UU{{user}}"),
        ("{{#with char}}{{#if user}}1{{else}}2{{/if}}{{/with}}", "2"),
        ("{{#with persona}}1{{else}}{{user}}{{/with}}", "U"),
        ("{{#each description}}1{{else}}2{{/each}}", "2"),
        ("{{[user]}}{{this.user}}{{./user}}{{'user'}}", "UUUU"),
        (r"\{{user}} {{user}}", "{{user}} U"),
        (r"\\{{user}} \\\{{user}}", r"\U \\U"),
        (r"\{{{user}}} a\b \{ {{user}}", r"{{{user}}} a\b \{ U"),
        ("{{user}}  {{#if char}}\n1{{/if}}", "U  \n1"),
        ("a\n{{#if persona}}{{else if char}}\n1\n{{else}}\n2{{/if}}\nb", "a\n\n1\nb"),
    ],
)  # fmt: skip
def test_a_template_gives_what_handlebars_makes_of_it(template, text):
    """send-path.md §7.1; each was rendered with Handlebars 4.7.8, `noEscape` on."""
    assert render(template, **GIVEN).text == text


@pytest.mark.parametrize(
    "template",
    [
        "{{#if persona}}1{{else}}2{{else if char}}3{{/if}}",
        "{{#if persona}}1{{else if char}}2{{/unless}}",
        "{{^if persona}}1{{else if char}}2{{/if}}",
        "{{#if persona char}}1{{/if}}",
        "{{#if}}1{{/if}}",
        "{{#description as |d|}}{{/description}}",
        "{{else if char}}",
    ],
)
def test_what_is_no_template_or_not_worked_out_is_refused(template):
    with pytest.raises(TemplateError):
        render(template, **GIVEN)
