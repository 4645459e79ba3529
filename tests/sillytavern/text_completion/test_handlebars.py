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
