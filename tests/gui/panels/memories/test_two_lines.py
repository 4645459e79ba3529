"""Rows of two lines: summaries go on in the second, and the choice is kept."""

import pytest

from inspector.gui.kit.sizes import ROW, TWO_LINES
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.memories.panel import MemoriesPanel
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.state.selection import Selection
from tests.systems.openvault.retrieval.vaults import event, talk, vault

LONG = "Mira told Kai by the mill pond that the ferry would not come back before the first snow."


@pytest.fixture
def table(qtbot) -> MemoryTable:
    panel = MemoriesPanel(Selection())
    qtbot.addWidget(panel)
    panel.resize(620, 300)
    panel.show()
    panel.set_document(vault(talk(4), [event("a", summary=LONG), event("b", summary="短い")]))
    return panel.table


def heights(table):
    return [table.rowHeight(row) for row in range(table.model().rowCount())]


def test_rows_get_two_lines_by_the_menu_and_are_painted(table):
    assert heights(table) == [scaled(ROW)] * 2
    one = table.grab().toImage()
    table.lines_action.trigger()
    assert heights(table) == [scaled(TWO_LINES)] * 2
    assert table.grab().toImage() != one
    actions = {one.text(): one for one in table.header.column_menu().actions()}
    assert actions["Two lines a row"].isChecked()
    actions["Two lines a row"].trigger()
    assert heights(table) == [scaled(ROW)] * 2
    assert not table.lines_action.isChecked()


def test_two_lines_are_kept_with_the_columns(table):
    table.lines_action.trigger()
    kept = table.header.layout_text()
    table.lines_action.trigger()
    table.header.restore_layout(kept)
    assert table.lines_action.isChecked()
    assert heights(table) == [scaled(TWO_LINES)] * 2
    table.header.restore_layout('{"widths": {}, "shown": {}, "order": [], "sorted": [null, 0]}')
    assert heights(table) == [scaled(ROW)] * 2
