"""Macros come out as SillyTavern's two engines expand them."""

import json
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.sillytavern.macros.chance import seeded
from inspector.sillytavern.macros.context import CardFields, MacroContext, Variables
from inspector.sillytavern.macros.expansion import expand


@pytest.fixture
def capture(golden):
    return json.loads((golden / "macros.json").read_text("utf-8"))


@pytest.fixture
def context(capture):
    pending = {"name": "Nell", "is_user": True, "mes": capture["pending"]}
    hidden = [{"name": "Mara", "is_user": False, "is_system": True, "mes": "x"}]
    bare = MacroContext(
        user="Nell",
        character="Mara",
        chat=[*hidden * capture["hidden_before"], *capture["chat"], pending],
        settings={"main_api": "openai", "power_user": capture["power_user"]},
        model=capture["model"],
        context_size=capture["context_size"],
        response_size=capture["response_size"],
        registered={"openvault_scene": capture["scene"]},
        chat_id="Small",
        now=lambda: datetime.fromisoformat(capture["now"]),
        chance=lambda: 0.9,
    )

    def field(name):
        return expand(capture["card"][name], bare).text.replace("\r", "")

    card = CardFields(
        field("description"),
        field("personality"),
        field("scenario"),
        examples=field("mes_example"),
    )
    return replace(bare, card=card)


def test_a_captured_memory_with_fifty_macros_comes_out_to_the_letter(capture, context):
    expanded = expand(capture["slot"], context)
    assert expanded.text == capture["message"]


def test_what_depends_on_the_moment_is_marked_with_its_present_value(capture, context):
    expanded = expand(capture["slot"], context)
    values = {one.macro: expanded.text[one.start : one.end] for one in expanded.fields}
    assert values["{{time}}"] == "11:21 AM"
    assert values["{{random:a,b}}"] == "b"
    assert values["{{idle_duration}}"] == "2 months"
    assert "{{pick:x}}" not in values
    assert "{{lastMessageId}}" not in values


def test_the_pattern_engine_leaves_what_only_the_nested_one_knows(capture, context):
    old = expand(capture["slot"], replace(context, nested=False, registered={})).text
    for macro in ("{{openvault_scene}}", "{{space}}", "{{ USER }}", "{{unknown}}"):
        assert macro in old
    assert "Nell met Mara" in old


@pytest.mark.parametrize(
    ("written", "expanded"),
    [
        ("{{if {{getvar::no}}}}A{{else}}B{{/if}}", "B"),
        ("{{if description}}D{{/if}}{{if !persona}}none{{/if}}", "Dnone"),
        ("{{if 1}}\n  A\n    b\n{{/if}}", "A\n  b"),
        ("{{#if 1}} A {{/if}}", " A "),
        ("{{if 1}}{{if 0}}x{{else}}y{{/if}}{{else}}z{{/if}}", "y"),
        ("{{if::off::x}}|{{if::{{user}}::{{char}}}}", "|Mara"),
        ("{{setvar::x::1}}{{.x += 4}}{{.x}}|{{ .y ?? d }}|{{.x++}}|{{.x >= 6}}", "5|d|6|true"),
        ("{{$z = {{user}}}}{{$z}}{{hasglobalvar::z}}", "Nelltrue"),
        ("{{reverse::{{user}}}}", "lleN"),
        ("{{unknown::{{user}}}} {{", "{{unknown::Nell}} {{"),
        ("{{ {{char}} {{user", "{{ Mara {{user"),
        ("{{// {{user}} }}z", "z"),
        ("{{//}}a\nb{{///}}k", "k"),
        ("{{setvar::a}}long {{user}}{{/setvar}}{{getvar a}}", "long Nell"),
        (
            "{{/if}} {{user::a}} {{newline::2}}|{{space::x}}",
            "{{/if}} {{user::a}} \n\n|{{space::x}}",
        ),
        ("{{time::UTC+2}} {{time_UTC-5}}", "1:21 PM 6:21 AM"),
        ("{{datetimeformat::dddd [the] Do, HH:mm}}", "Sunday the 22nd, 11:21"),
        ("a\n{{trim}}\n\nb \\{\\{user}}", "ab {{user}}"),
        ("{{roll::1d1}}{{roll 3}}{{roll::x}}", "13"),
        ("{{random: a\\,b , c}}", "c"),
        ("{{USER}} {{ char }} <user> <Bot>", "Nell Mara Nell Mara"),
        ("{{addvar::n::2}}{{addvar::n::3}}{{getvar::n}}{{decvar::n}}", "54"),
        ("{{timeDiff::2026-01-01T00:00:00Z::2026-01-01T03:00:00Z}}", "3 hours ago"),
    ],
)
def test_the_nested_engine(context, written, expanded):
    assert expand(written, context).text == expanded


@pytest.mark.parametrize(
    ("written", "expanded"),
    [
        ("{{reverse:{{user}}}}", "lleN"),
        ("{{setvar::a::5}}{{incvar::a}}{{getvar::a}}", "66"),
        ("{{if 1}}x{{/if}}", "{{if 1}}x{{/if}}"),
        ("{{random::a::b}}{{roll 1d1}}", "b1"),
        ("a\n\n{{trim}}\n\nb\\{x", "ab\\{x"),
        ("{{// two\nlines}}z", "z"),
    ],
)
def test_the_pattern_engine(context, written, expanded):
    assert expand(written, replace(context, nested=False)).text == expanded


@pytest.mark.parametrize("nested", [True, False])
def test_both_engines_know_what_extensions_register_and_the_note(context, nested):
    """send-path.md §8, summarize.md §6."""
    notes = {"default": "usual", "chara": [{"name": "Mara", "prompt": "hers"}]}
    given = replace(
        context,
        nested=nested,
        registered={"summary": "They met."},
        card_file="Mara",
        metadata={"note_prompt": "own"},
        settings={"extension_settings": {"note": notes}},
    )
    written = "{{Summary}}|{{authorsNote}}|{{charAuthorsNote}}|{{defaultAuthorsNote}}"
    assert expand(written, given).text == "They met.|own|hers|usual"


def test_what_is_registered_hides_what_is_handed_over_only_from_the_pattern_engine(context):
    """summarize.md §3, *Trap*."""
    given = replace(context, registered={"summary": "whole"}, extra={"summary": "trimmed"})
    assert expand("{{summary}}", given).text == "trimmed"
    assert expand("{{summary}}", replace(given, nested=False)).text == "whole"


@pytest.mark.parametrize(
    ("metadata", "note"),
    [({}, "usual"), ({"note_prompt": None}, "usual"), ({"note_prompt": ""}, "")],
)
def test_a_chat_without_a_note_has_the_usual_one(context, metadata, note):
    """send-path.md §2.2."""
    settings = {"extension_settings": {"note": {"default": "usual"}}}
    for nested in (True, False):
        given = replace(context, metadata=metadata, settings=settings, nested=nested)
        assert expand("[{{authorsNote}}]", given).text == f"[{note}]"


def test_original_is_put_in_once(context):
    given = replace(context, extra={"original": "the old prompt"})
    for nested in (True, False):
        text = expand("{{original}}|{{original}}", replace(given, nested=nested)).text
        assert text == "the old prompt|"


def test_a_pick_stays_with_chat_text_and_place(context):
    text = "{{pick::a::b::c::d::e::f::g::h}}"
    first = expand(text, context)
    assert first == expand(text, context)
    assert not first.fields
    places = [expand("." * n + text, context).text[n:] for n in range(20)]
    assert len(set(places)) > 1


def test_seeded_numbers_are_those_of_seedrandom():
    assert seeded("hello.") == 0.9282578795792454


def test_variables_are_handed_back_and_a_drawn_one_stays_marked(context):
    given = replace(context, variables=Variables({"kept": "1"}))
    done = expand("{{setvar::drawn::{{random::a,b}}}}[{{getvar::drawn}}]", given)
    assert done.text == "[b]"
    assert [(one.start, one.end) for one in done.fields if one.end > one.start] == [(1, 2)]
    assert done.variables.local == {"kept": "1", "drawn": "b"}
    assert given.variables.local == {"kept": "1"}


def test_ten_thousand_open_braces_are_no_trouble(context):
    text = "{{if {{" * 10_000
    assert expand(text, context).text == text
    deep = "{{reverse::" * 2_000 + "x" + "}}" * 2_000
    assert "x" in expand(deep, context).text


@given(
    st.lists(
        st.sampled_from(
            ["{{", "}}", "{", "}", "::", ":", "user", "time", "if", "else", "/", " ", "\n", "a",
             "random", "trim", "//", ".v", "=", "\\", "<USER>", "setvar", "getvar", "😀"]
        ),
        max_size=25,
    ).map("".join),
    st.booleans(),
)  # fmt: skip
def test_any_text_expands_and_fields_lie_inside_it(text, nested):
    expansion = expand(text, MacroContext(user="Nell", character="Mara", nested=nested))
    last = 0
    for one in expansion.fields:
        assert last <= one.start <= one.end <= len(expansion.text)
        last = one.end
