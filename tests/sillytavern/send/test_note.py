"""The author's note and what rides in it (specs/send-path.md §6.9)."""

import pytest

from inspector.core.card import Card
from inspector.sillytavern.completion.sourced import NOTHING, sourced
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.send.note import authors_note, note_slots

MIRA = Character("Mira.png", Card("Mira"))


def host(metadata=None, note=None, **power_user):
    settings = {"extension_settings": {"note": note or {}}, "power_user": power_user}
    return HostFacts(settings=settings, metadata=metadata or {})


@pytest.mark.parametrize(
    ("interval", "messages", "due"),
    [
        (1, 0, True),
        (1, 1, True),
        (1, 7, True),
        (2, 0, False),
        (0, 5, False),
        (5, 4, False),
        (5, 10, True),
        (5, 11, False),
    ],
)
def test_it_is_due_at_every_so_many_messages_of_the_user(interval, messages, due):
    given = host({"note_prompt": "Quiet.", "note_interval": interval})
    assert authors_note(given, None, messages).is_due is due


def test_what_a_chat_does_not_say_comes_from_the_settings():
    given = host(note={"default": "Softly.", "defaultDepth": 2, "defaultRole": 1})
    note = authors_note(given, None, 1)
    assert (note.text.text, note.position, note.depth, note.role) == ("Softly.", 1, 2, 1)


@pytest.mark.parametrize(
    ("position", "text"), [(0, "Own."), (1, "Own.\nQuiet."), (2, "Quiet.\nOwn.")]
)
def test_a_characters_own_note_replaces_it_or_stands_beside_it(position, text):
    own = {"name": "Mira", "prompt": "Own.", "useChara": True, "position": position}
    given = host({"note_prompt": "Quiet."}, {"chara": [own]})
    assert authors_note(given, MIRA, 1).text.text == text
    unused = host({"note_prompt": "Quiet."}, {"chara": [{**own, "useChara": False}]})
    assert authors_note(unused, MIRA, 1).text.text == "Quiet."


def slots(given, top=NOTHING, bottom=NOTHING, messages=1):
    note = authors_note(given, None, messages)
    return {one.key: one.text.text for one in note_slots(note, given, top, bottom)}


def test_lore_rides_in_the_note_with_its_outer_break_removed():
    top, bottom = sourced("Above.", "lore:W:1"), sourced("Below.", "lore:W:2")
    quiet = host({"note_prompt": "Quiet."})
    assert slots(quiet, top, bottom) == {"2_floating_prompt": "Above.\nQuiet.\nBelow."}
    assert slots(quiet, top) == {"2_floating_prompt": "Above.\nQuiet."}
    assert slots(host(), NOTHING, bottom) == {"2_floating_prompt": "\nBelow."}


def test_the_persona_rides_above_or_below_even_an_empty_note():
    given = host(persona_description="Robin rows.", persona_description_position=2)
    assert slots(given) == {"2_floating_prompt": "Robin rows.\n"}
    given = host(persona_description="Robin rows.", persona_description_position=3)
    assert slots(given) == {"2_floating_prompt": "\nRobin rows."}


def test_what_rides_in_a_note_that_is_not_due_is_lost():
    given = host(
        {"note_interval": 5}, persona_description="Robin rows.", persona_description_position=2
    )
    assert slots(given, sourced("Above.", "lore:W:1"), messages=4) == {}


def test_a_persona_at_a_depth_has_a_slot_of_its_own():
    given = host(
        persona_description="Robin rows.",
        persona_description_position=4,
        persona_description_depth=3,
        persona_description_role=1,
    )
    note = authors_note(given, None, 1)
    (slot,) = note_slots(note, given, NOTHING, NOTHING)
    assert (slot.key, slot.depth, slot.role, slot.scan) == ("PERSONA_DESCRIPTION", 3, 1, True)
