"""Rows follow the window's one selection of an item, and lead it."""

import pytest

from inspector.gui.state.selection import ItemSubject, MessageSubject
from inspector.systems.scribe.rulesets import RELEASE_2025_08
from tests.gui.settling import settle
from tests.systems.scribe.worlds import HARD, HISTORY, RAG, TAIL, TOTAL, chat_of, document_of, entry

ITEMS, MESSAGES = 1, 2
RELEASED = {TOTAL: 200, HISTORY: 100, RAG: 60, TAIL: 2, HARD: 200}


@pytest.fixture
def rows(bench):
    bench.panel.open_part(ITEMS)
    return bench.panel.pages.rows


def current(rows):
    row = rows.table.currentIndex().row()
    return rows.model.listed(row).row.id if row >= 0 else None


def choose(rows, row):
    rows.table.setCurrentIndex(rows.model.index(row, 1))


def row_of(rows, wanted):
    return next(
        row for row in range(rows.model.rowCount()) if rows.model.listed(row).row.id == wanted
    )


def test_a_row_that_a_person_chooses_is_the_item_that_is_looked_at(rows, selection):
    choose(rows, row_of(rows, "lore:2"))
    assert selection.subjects == (ItemSubject("lore:2", 0),)


def test_an_item_that_is_selected_elsewhere_becomes_the_current_row(rows, selection):
    selection.select_item("chronicle:e1")
    assert current(rows) == "chronicle:e1"
    assert selection.subjects == (ItemSubject("chronicle:e1"),)


@pytest.mark.parametrize("width", [420, 1200])
def test_its_row_is_in_view_whatever_columns_there_is_room_for(
    rows, bench, selection, qtbot, width
):
    bench.panel.resize(width, 330)
    settle(bench.panel)
    last = rows.model.listed(rows.model.rowCount() - 1).row.id
    selection.select_item(last)
    table = rows.table
    displayed = next(c for c in range(rows.model.columnCount()) if not table.isColumnHidden(c))
    cell = table.visualRect(rows.model.index(rows.model.rowCount() - 1, displayed))
    assert table.viewport().rect().intersects(cell)


def test_another_part_lists_no_items_and_selects_none(rows, bench, selection):
    selection.select_item("lore:2")
    bench.panel.open_part(MESSAGES)
    assert current(rows) is None
    assert selection.item == "lore:2"
    bench.panel.open_part(ITEMS)
    assert current(rows) == "lore:2"


def test_a_filter_that_hides_the_item_hides_its_row(rows, selection, qtbot):
    def settle():
        qtbot.waitUntil(lambda: not rows.worker.is_busy and not rows._soon.isActive())

    rows.filter.words.setText("pier")
    settle()
    selection.select_item("chronicle:e1")
    assert current(rows) is None
    rows.filter.words.clear()
    settle()
    assert current(rows) == "chronicle:e1"


def test_a_piece_of_the_chat_is_looked_at_and_its_message_read_beside_it(
    empty, ask, document, selection
):
    # Without the client's own history the server looks for older messages itself.
    empty.set_map(*ask(document, RELEASE_2025_08, request_history=False, **RELEASED))
    empty.open_part(ITEMS)
    rows = empty.pages.rows
    listed = (rows.model.listed(row).row for row in range(rows.model.rowCount()))
    piece = next(row for row in listed if row.id.startswith("chat:"))
    choose(rows, row_of(rows, piece.id))
    assert selection.subjects[1] == MessageSubject(piece.message)
    assert selection.item == f"chat:{piece.message}"


def test_the_second_row_of_an_item_is_told_from_the_first(empty, ask, selection):
    document = document_of(chat_of("a b c"), [entry(0, "a", constant=True)], scores={"lore:0": 1})
    empty.set_map(*ask(document, RELEASE_2025_08, **RELEASED))
    empty.open_part(ITEMS)
    rows = empty.pages.rows
    choose(rows, row_of(rows, "lore:0#2"))
    assert selection.subjects == (ItemSubject("lore:0", 1),)
    selection.select_item("lore:0", 0)
    assert current(rows) == "lore:0"
