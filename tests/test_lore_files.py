"""Files beside a chat: told apart by what they hold, read, edited, and made into bytes again."""

import json

import pytest

from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.lore import LoreKind, SetLoreField, apply_lore
from inspector.core.sources import Scores, Sources
from inspector.lore_files import (
    Beside,
    FileKind,
    has,
    open_beside,
    open_chronicle,
    open_lorebook,
    what_is,
    with_lore,
    without,
)
from inspector.shipped import sample_card, sample_chat, sample_chronicle, sample_lorebook

WORLD = b"""{
    "entries": {
        "0": {"uid": 0, "key": ["mill"], "comment": "Mill", "content": "Old.", "position": 0}
    }
}"""
EVENTS = b'[\n {"id": "x", "event_type": "T", "summary": "Rain.", "created_at": null}\n]\n'
ENTRIES = b'[{"id": "e", "entry_title": "Mill", "keys_text": "mill", "content": "Old."}]'
CARD = {"spec": "chara_card_v2", "data": {"name": "Mira", "character_book": {"entries": []}}}


def spelled(value):
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (WORLD, FileKind.LOREBOOK),
        (b"\xef\xbb\xbf" + WORLD, FileKind.LOREBOOK),
        (spelled({"entries": [], "name": "Minimal"}), FileKind.LOREBOOK),
        (ENTRIES, FileKind.LOREBOOK),
        (EVENTS, FileKind.CHRONICLE),
        (spelled(CARD), FileKind.CARD),
        (json.dumps(CARD, indent=2).encode(), FileKind.CARD),
        (spelled({"name": "Mira", "description": "A baker."}), FileKind.CARD),
        (b"\x89PNG\r\n\x1a\n", FileKind.CARD),
        (spelled({"lore:3": 0.5, "chronicle:x": 1}), FileKind.SCORES),
        (spelled({"chat:3": 0.5, "odd": 1}), FileKind.SCORES),
        (spelled({"lore:3": "high"}), FileKind.SCORES),
        (spelled({"entries": None, "name": "Gone"}), FileKind.LOREBOOK),
        (WORLD[:80], FileKind.LOREBOOK),
        (ENTRIES[:50], FileKind.LOREBOOK),
        (b'{"user_name": "Nell", "chat_metadata": {}}\n{"mes": "Hi"}', FileKind.CHAT),
        (b'{"name": "Mira", "mes": "Hi"}', FileKind.CHAT),
        (b'{"name": "Mira"}\n{"mes": "Hi"}', FileKind.CHAT),
        (spelled([{"message_type": "User", "parts": []}]), FileKind.CHAT),
        (spelled({"history": [{"role": "user", "content": "Hi"}]}), FileKind.CHAT),
        (
            spelled({"model": "m", "messages": [{"role": "user", "content": "Hi"}]}),
            FileKind.REQUEST,
        ),
        (spelled({"prompt": "Once", "stream": False}), FileKind.REQUEST),
        (spelled([{"role": "user", "content": "Hi", "name": "Nell"}]), FileKind.REQUEST),
        (b'{"messages": [{"role": "user", "content": "cut of', FileKind.REQUEST),
        (b"no JSON at all", FileKind.CHAT),
        (b"", FileKind.CHAT),
    ],
)
def test_a_file_is_known_by_what_it_holds(data, kind):
    assert what_is(data) is kind


@pytest.mark.parametrize(
    "data", [b"[]", b"{}", b"[1]", b'{"colour": "red"}', b'{"a": 1}', b"3", b'"x"']
)
def test_json_of_no_known_kind_is_refused_by_name(data):
    with pytest.raises(InspectorError, match=r"^odd\.json: this is no chat, lorebook, chronicle"):
        what_is(data, "odd.json")


def test_what_ships_with_the_program_is_known_too():
    kinds = [
        what_is(path.read_bytes())
        for path in (sample_chat(), sample_lorebook(), sample_chronicle(), sample_card())
    ]
    assert kinds == [FileKind.CHAT, FileKind.LOREBOOK, FileKind.CHRONICLE, FileKind.CARD]


@pytest.fixture
def world(tmp_path):
    path = tmp_path / "world.json"
    path.write_bytes(WORLD)
    return path


@pytest.fixture
def events(tmp_path):
    path = tmp_path / "events.json"
    path.write_bytes(EVENTS)
    return path


def test_an_edited_lorebook_changes_the_bytes_of_its_values_alone(world):
    reading = open_lorebook(world)
    assert (reading.kind, reading.path, reading.saved) == (
        LoreKind.LOREBOOK,
        world,
        reading.lore,
    )
    edited = apply_lore(reading.lore, SetLoreField((0,), "content", "New."))
    assert reading.contents(edited) == WORLD.replace(b'"Old."', b'"New."')
    undone = apply_lore(edited, SetLoreField((0,), "content", "Old."))
    assert reading.contents(undone) == WORLD
    assert edited.origin is reading.lore.origin


def test_an_edited_chronicle_changes_the_bytes_of_its_values_alone(events):
    reading = open_chronicle(events)
    edited = apply_lore(reading.lore, SetLoreField((0,), "summary", "Sun."))
    assert reading.contents(edited) == EVENTS.replace(b"Rain.", b"Sun.")


def test_every_reading_has_an_origin_of_its_own(world):
    first, second = open_lorebook(world), open_lorebook(world)
    assert first.lore.origin is not second.lore.origin
    assert first.lore.origin.path == second.lore.origin.path == str(world)


def test_a_lorebook_cannot_be_written_as_a_chronicle(world, events):
    with pytest.raises(TypeError, match="is a lorebook"):
        open_lorebook(world).contents(open_chronicle(events).lore)


@pytest.mark.parametrize("open_file", [open_lorebook, open_chronicle])
def test_what_cannot_be_read_is_named(open_file, tmp_path):
    with pytest.raises(ChatFileError, match=r"missing\.json: there is no such file"):
        open_file(tmp_path / "missing.json")
    with pytest.raises(ChatFileError, match="this is a folder and no file"):
        open_file(tmp_path)


def test_all_that_stands_beside_a_chat_is_opened_together(world, events, tmp_path):
    card, scores = tmp_path / "card.json", tmp_path / "scores.json"
    card.write_bytes(spelled(CARD))
    scores.write_bytes(b'{"lore:0": 0.5}')
    named = Beside(world, events, card, scores, Sources(now=5.0))
    opened = open_beside(named)
    assert opened.sources.lorebook is opened.readings[0].lore
    assert opened.sources.chronicle is opened.readings[1].lore
    assert opened.sources.card.name == "Mira"
    assert opened.sources.scores.values == {"lore:0": 0.5}
    assert (opened.sources.now, opened.refused) == (5.0, ())


def test_a_file_that_cannot_be_read_keeps_no_other_out(world, tmp_path):
    opened = open_beside(Beside(lorebook=world, chronicle=tmp_path / "gone.json", card=world))
    assert opened.sources.lorebook is not None
    assert [str(error).partition(":")[0] for error in opened.refused] == [
        str(tmp_path / "gone.json"),
        str(world),
    ]


def test_what_is_at_hand_stays_unless_a_file_takes_its_place(world, events):
    held = open_beside(Beside(lorebook=world, chronicle=events)).sources
    opened = open_beside(Beside(lorebook=world, rest=held))
    assert opened.sources.chronicle is held.chronicle
    assert opened.sources.lorebook is not held.lorebook


@pytest.mark.parametrize(
    ("beside", "is_something"),
    [
        (Beside(), False),
        (Beside(rest=Sources(now=0.0)), True),
        (Beside(rest=Sources(pinned={"lore:0": 1.0})), True),
        (Beside(rest=Sources(scores=Scores({}))), True),
    ],
)
def test_nothing_beside_a_chat_is_false(beside, is_something, world):
    assert bool(beside) is is_something
    assert beside.with_file(FileKind.CARD, world).paths == (world,)


@pytest.mark.parametrize(
    "kind", [FileKind.LOREBOOK, FileKind.CHRONICLE, FileKind.CARD, FileKind.SCORES]
)
def test_each_kind_can_be_taken_away(kind, world, events, tmp_path):
    card = tmp_path / "card.json"
    card.write_bytes(spelled(CARD))
    sources = open_beside(Beside(world, events, card, rest=Sources(scores=Scores({})))).sources
    left = without(sources, kind)
    assert (has(sources, kind), has(left, kind)) == (True, False)
    assert sum(has(left, one) for one in FileKind) == 3


def test_another_lorebook_takes_the_place_of_the_first(world):
    first, second = open_lorebook(world).lore, open_lorebook(world).lore
    assert with_lore(Sources(lorebook=first), second).lorebook is second
