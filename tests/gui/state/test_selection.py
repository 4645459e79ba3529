"""One selection: memories, a message and an item, and which of them was selected last."""

import pytest
from PySide6.QtTest import QSignalSpy

from inspector.gui.state.selection import (
    ItemSubject,
    Matches,
    MemorySubject,
    MessageSubject,
    Selection,
)


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def spies(selection):
    names = ("memories_changed", "message_changed", "item_changed", "subjects_changed")
    return {name: QSignalSpy(getattr(selection, name)) for name in names}


def counts(spies):
    return [spy.count() for spy in spies.values()]


def test_the_newest_comes_first(selection):
    selection.select([3, 1])
    selection.select_message(7)
    assert selection.subjects == (MessageSubject(7), MemorySubject(3))
    selection.select_item("lore:2", 1)
    assert selection.subjects[0] == ItemSubject("lore:2", 1)
    assert (selection.memories, selection.current, selection.message) == ((1, 3), 3, 7)
    assert selection.item == "lore:2"


def test_what_is_selected_again_is_the_newest_again_and_only_that_is_told(selection, spies):
    selection.select([3])
    selection.select_message(7)
    assert counts(spies) == [1, 1, 0, 2]
    selection.select([3])
    assert selection.subjects == (MemorySubject(3), MessageSubject(7))
    assert counts(spies) == [1, 1, 0, 3]
    selection.select([3])
    assert counts(spies) == [1, 1, 0, 3]


@pytest.mark.parametrize("act", [lambda s: s.select([0]), lambda s: s.select_message(0)])
def test_a_memory_or_a_message_is_looked_at_instead_of_the_item(selection, spies, act):
    selection.select_item("chronicle:x")
    act(selection)
    assert selection.item is None
    assert spies["item_changed"].count() == 2
    assert len(selection.subjects) == 1


def test_an_item_leaves_memories_and_message_selected(selection, spies):
    selection.select([0, 1])
    selection.select_message(4)
    selection.select_item("lore:2")
    assert (selection.memories, selection.message) == ((0, 1), 4)
    assert counts(spies) == [1, 1, 1, 3]


def test_selecting_nothing_takes_away_what_was_and_selects_nothing_else(selection):
    selection.select([3])
    selection.select_item("lore:2")
    selection.select(())
    assert selection.subjects == (ItemSubject("lore:2"),)
    selection.select_item(None)
    selection.select_message(None)
    assert selection.subjects == ()


def test_more_memories_with_the_same_current_one_are_told_of(selection, spies):
    selection.select([3])
    selection.select([3, 5], 3)
    assert (selection.memories, selection.current) == ((3, 5), 3)
    assert spies["memories_changed"].count() == 2
    assert spies["subjects_changed"].count() == 1


def test_another_chat_forgets_everything(selection):
    selection.select([3])
    selection.select_message(7)
    selection.select_item("lore:2")
    selection.hover(1)
    selection.clear()
    assert selection.subjects == ()
    assert (selection.memories, selection.hovered) == ((), None)


def test_every_signal_comes_when_all_of_it_holds(selection):
    seen = []
    selection.select_item("lore:2")
    selection.item_changed.connect(lambda item: seen.append((item, selection.message)))
    selection.message_changed.connect(lambda one: seen.append((selection.item, one)))
    selection.select_message(7)
    assert seen == [(None, 7), (None, 7)]


def test_the_filter_of_the_view_that_leads_is_lit(selection):
    seen = []
    selection.lit_changed.connect(seen.append)
    found, others = Matches(frozenset({1})), Matches(frozenset(), frozenset({7}))
    selection.list_memories((1,), frozenset({1}))
    selection.light("messages", others)
    selection.list_memories((1,), frozenset({1}))
    assert selection.lit == others
    selection.lead("memories")
    selection.lead("lore")
    selection.light("messages", None)
    selection.list_memories((0, 1), None)
    assert seen == [found, others, found, None]
