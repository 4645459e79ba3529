"""Instruct mode (specs/send-path.md §7.5)."""

import pytest

from inspector.sillytavern.completion.examples import blocks_of
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.sourced import sourced
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.text_completion.instruct import Instruct, Which
from inspector.sillytavern.text_completion.items import Item

CHATML = {
    "wrap": True,
    "macro": True,
    "names_behavior": "force",
    "input_sequence": "<in>",
    "input_suffix": "</in>\n",
    "output_sequence": "<out {{name}}>",
    "output_suffix": "</out>\n",
    "system_sequence": "<sys>",
    "last_output_sequence": "",
    "first_output_sequence": "<first>",
}


def instruct(group=(), **changes):
    macros = Macros(MacroContext(user="Robin", character="Mira"))
    return Instruct({**CHATML, **changes}, macros, "Robin", "Mira", group)


def item(name, text, *, user=False, narrator=False, avatar=False):
    return Item(name, sourced(text, "chat:0"), user, narrator, avatar)


def test_a_message_stands_between_its_sequences():
    assert instruct().message(item("Mira", "Ho.")).text == "<out Mira>\nHo.</out>\n"
    assert instruct().message(item("Robin", "Hi.", user=True)).text == "<in>\nHi.</in>\n"


def test_the_first_reply_has_a_sequence_of_its_own():
    assert instruct().message(item("Mira", "Ho."), Which.FIRST).text == "<first>\nHo.</out>\n"
    assert instruct().message(item("Mira", "Ho."), Which.LAST).text == "<out Mira>\nHo.</out>\n"


def test_a_narrator_has_no_name_and_ends_with_a_break_where_nothing_is_set():
    assert instruct(names_behavior="always").message(item("", "Rain.", narrator=True)).text == (
        "<sys>\nRain.\n"
    )


@pytest.mark.parametrize(
    ("behavior", "group", "avatar", "named"),
    [
        ("none", ("Mira", "Tess"), True, False),
        ("force", (), False, False),
        ("force", (), True, True),
        ("force", ("Mira", "Tess"), False, True),
        ("always", (), False, True),
    ],
)
def test_names_stand_where_they_are_wanted(behavior, group, avatar, named):
    mode = instruct(group, names_behavior=behavior)
    found = mode.message(item("Mira", "Ho.", avatar=avatar)).text
    assert ("Mira: Ho." in found) is named


def test_the_last_line_is_what_the_model_goes_on_from():
    assert instruct().last_line(impersonating=False) == "\n<out Mira>\n"
    assert instruct().last_line(impersonating=True) == "\n<in>\n"
    assert instruct(("Mira", "Tess")).last_line(impersonating=False) == "\n<out Mira>\nMira:"


def test_examples_become_messages_under_their_heading():
    blocks = blocks_of("<START>\nRobin: Hi.\nMira: Ho.", "example")
    found = [one.text for one in instruct().examples(blocks, "***\n")]
    assert found == ["***\n", "<in>\nRobin: Hi.</in>\n", "<out Mira>\nHo.</out>\n"]
    found = [one.text for one in instruct(skip_examples=True).examples(blocks, "***\n")]
    assert found == ["***\nRobin: Hi.\nMira: Ho.\n"]


@pytest.mark.parametrize(("macro", "suffix"), [(True, "\n"), (False, "")])
def test_an_example_without_a_suffix_ends_with_a_break_where_macros_are_on(macro, suffix):
    """send-path.md §7.5 lacks it: read in the host; below a message the break always stands."""
    mode = instruct(macro=macro, output_suffix="", output_sequence="<out>")
    blocks = blocks_of("<START>\nMira: Ho.", "example")
    assert [one.text for one in mode.examples(blocks, "")] == [f"<out>\nHo.{suffix}"]
    assert mode.message(item("Mira", "Ho.")).text == "<out>\nHo.\n"
