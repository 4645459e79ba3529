"""The prompt of text completion, put together from material at hand (specs/send-path.md §7)."""

import pytest

from inspector.core.sending import SendKind
from inspector.sillytavern.completion.examples import ExampleBlock
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.history import Line
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.macros.context import CardFields, MacroContext
from inspector.sillytavern.text_completion.text_request import text_request

BLOCKS = (ExampleBlock("Nell: Hi.", "lore:W:1"), ExampleBlock("Mara: Ho.", "example"))


def said(name, words, *, user=False, **more):
    return Line(name, words, "chat:0", is_user=user, **more)


def prompt(story="", lines=(), kind=SendKind.NORMAL, context=None, chat=(), **power_user):
    templates = {"story_string": story, "example_separator": "***", **(context or {})}
    host = HostFacts({"power_user": {"context": templates, **power_user}})
    card = CardFields(examples="<START>\nMara: Ho.")
    material = Material(
        host, kind, kind.value, "Nell", "Mara", card=card, lines=tuple(lines), examples=BLOCKS
    )
    macros = Macros(MacroContext(user="Nell", character="Mara", card=card, chat=chat))
    return text_request(material, macros, len).prompt.text


def test_examples_that_are_stripped_still_stand_in_the_story_string():
    """§7.1 renders the story string before §7.2 has its examples."""
    found = prompt("{{#if mesExamples}}[{{mesExamples}}]{{/if}}", strip_examples=True)
    assert found == "[***\nNell: Hi.\n***\nMara: Ho.\n]\n"
    assert prompt("Story.", strip_examples=True) == "Story.\n"
    assert prompt("Story.") == "Story.\n***\nNell: Hi.\n***\nMara: Ho.\n"


@pytest.mark.parametrize(("enabled", "heading"), [(False, "***"), (True, "<START>")])
def test_raw_examples_are_the_blocks_with_their_heading_those_of_lore_included(enabled, heading):
    """§6.6, §7.2: instruct mode has not put them into its words yet."""
    found = prompt("[{{mesExamplesRaw}}]", strip_examples=True, instruct={"enabled": enabled})
    assert found.startswith(f"[{heading}\nNell: Hi.\n{heading}\nMara: Ho.\n]")


@pytest.mark.parametrize(("is_user", "name"), [(False, "Mara:"), (True, "")])
def test_going_on_asks_the_whole_chat_who_spoke_last(is_user, name):
    """§7.2 [R: 89]; of a hidden message of the user below, read in the host."""
    lines = [said("Nell", "Well?", user=True), said("Mara", "Aye.")]
    hidden = {"is_user": is_user, "is_system": True}
    chat = [{"is_user": True}, {"is_user": False}, hidden]
    given = {"always_force_name2": True, "strip_examples": True}
    found = prompt("", lines, SendKind.CONTINUE, chat=chat, **given)
    assert found == f"Nell: Well?\n{name}Mara: Aye."


def test_the_only_visible_message_is_not_the_first_where_others_are_hidden():
    """§7.2: as in a longer chat the name stands before what goes on."""
    chat = [{"is_user": True, "is_system": True}, {"is_user": False}]
    given = {"always_force_name2": True, "strip_examples": True}
    lines = [said("Mara", "Aye.")]
    whole = prompt("", lines, SendKind.CONTINUE, chat=chat, **given)
    alone = prompt("", lines, SendKind.CONTINUE, chat=chat[1:], **given)
    assert (whole, alone) == ("Mara: Aye.\nMara:", "Mara: Aye.")
