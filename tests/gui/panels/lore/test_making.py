"""Entries and events that come and go by keys, are undone, and are saved."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.lore import LoreKind
from tests.gui.panels.lore.desk import STORY, WORLD


@pytest.mark.parametrize("kind", list(LoreKind))
def test_items_come_and_go_by_keys_and_undo_gives_the_bytes_back(lore_desk, kind, world, story):
    panel, stack = lore_desk.panel, lore_desk.bench.commands.stack
    start = stack.index()
    panel.show_kind(kind)
    page = panel.pages[kind]
    count = len(page.model.items)
    page.table.selected.select((0,), 0)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_D)
    assert len(page.model.items) == count + 1
    assert page.table.selected.places == (count,)
    QTest.keyClick(page.table, Qt.Key.Key_Insert)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert len(page.model.items) == count + 1
    page.table.selected.select((0,), 0)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert stack.undoText().endswith("deleted")
    lore_desk.save()
    stored = json.loads((world if kind is LoreKind.LOREBOOK else story).read_bytes())
    assert len(stored["entries"] if kind is LoreKind.LOREBOOK else stored) == count
    while stack.index() > start:
        stack.undo()
    lore_desk.save()
    assert (world.read_bytes(), story.read_bytes()) == (WORLD, STORY)
