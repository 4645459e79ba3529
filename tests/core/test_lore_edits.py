"""Entries and events are made, copied and deleted; the file changes there and nowhere else."""

import json

import pytest

from inspector.core.errors import EditError
from inspector.core.lore import LoreKind, SetLoreField
from inspector.core.lore_edits import DeleteLore, MakeLore, edited_lore
from inspector.shipped import sample_chronicle, sample_lorebook
from inspector.sillytavern.chronicle_file import read_chronicle
from inspector.sillytavern.world_info import read_lorebook
from inspector.systems.scribe.answers import read_any_lorebook

BOOK, EVENTS = LoreKind.LOREBOOK, LoreKind.CHRONICLE
MINIMAL = b'{"entries" : [ {"title":"A","keywords":["a"],"content":"x"} , 5 ]}'
SERVER = b'[{"id":"u1","entry_title":"A","content":"x","keys_text":"a, b"}]'


def all_of(lore, *edits):
    for edit in edits:
        lore = edited_lore(lore, edit)
    return lore


@pytest.mark.parametrize(
    "data", [sample_lorebook().read_bytes(), MINIMAL, SERVER], ids=["world", "minimal", "server"]
)
def test_entries_come_and_go_and_are_read_back_the_same(data):
    file = read_any_lorebook(data)
    made = all_of(
        file.lorebook,
        MakeLore(BOOK, "mark-1"),
        MakeLore(BOOK, "mark-2", like=0),
        SetLoreField((len(file.lorebook.items),), "content", "New words."),
    )
    again = read_any_lorebook(file.changed(made)).lorebook
    assert [one.content for one in again.items] == [one.content for one in made.items]
    assert again.items[-1].title == made.items[0].title
    assert len({one.uid for one in again.items}) == len(again.items)
    last = len(made.items) - 1
    assert file.changed(all_of(made, DeleteLore(BOOK, (last - 1, last)))) == data


def test_a_new_entry_of_a_lorebook_is_sillytaverns_own(tmp_path):
    file = read_lorebook(sample_lorebook().read_bytes())
    made = edited_lore(file.lorebook, MakeLore(BOOK, "mark"))
    stored = json.loads(file.changed(made))["entries"]
    uid = made.items[-1].uid
    assert stored[uid]["uid"] == int(uid)
    assert stored[uid]["comment"] == "New entry"
    assert {"selective", "characterFilter", "displayIndex"} - stored[uid].keys() == {"displayIndex"}


def test_deleting_takes_exactly_the_entry_and_one_comma():
    file = read_lorebook(MINIMAL)
    gone = edited_lore(file.lorebook, DeleteLore(BOOK, (0,)))
    assert file.changed(gone) == b'{"entries" : [ 5 ]}'


def test_events_come_and_go():
    data = sample_chronicle().read_bytes()
    file = read_chronicle(data)
    made = all_of(
        file.chronicle,
        MakeLore(EVENTS, "mark-1"),
        MakeLore(EVENTS, "mark-2", like=1),
        SetLoreField((len(file.chronicle.items),), "summary", "Rain.", EVENTS),
        DeleteLore(EVENTS, (0,)),
    )
    again = read_chronicle(file.changed(made)).chronicle
    assert [one.summary for one in again.items] == [one.summary for one in made.items]
    assert [one.id for one in again.items[-2:]] == ["mark-1", "mark-2"]
    assert [one.index for one in made.items] == list(range(len(made.items)))


@pytest.mark.parametrize(
    "edit", [DeleteLore(BOOK, ()), DeleteLore(BOOK, (99,)), MakeLore(BOOK, "m", like=99)]
)
def test_what_is_not_there_is_refused(edit):
    with pytest.raises(EditError):
        edited_lore(read_lorebook(MINIMAL).lorebook, edit)
