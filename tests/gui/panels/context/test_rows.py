"""The rows of a part: what they say, their order, and scores that are set by hand."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox

from inspector.analysis.context_map import ContextMap, MapPart, MapRow, Share
from inspector.core.card import Card
from inspector.core.document import Document, sources_of
from inspector.core.injection import Derivation
from inspector.core.on_demand import OnDemand
from inspector.gui.panels.context.columns import (
    PLAIN_COLUMNS,
    RANKED_COLUMNS,
    SCORED_COLUMNS,
    TOKENS,
    meaning,
)
from inspector.gui.panels.context.ordering import Filter, Ordering, order_of, quick_order
from inspector.gui.panels.context.rows_model import Page, RowsModel
from inspector.gui.panels.context.rows_page import NO_MATCH, NOTHING
from inspector.gui.panels.context.state import ContextState
from inspector.systems import with_sources
from inspector.systems.scribe.rulesets import RELEASE_2025_08
from tests.gui.settling import take_turn
from tests.systems.scribe.worlds import HARD, HISTORY, RAG, TAIL, TOTAL

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key
ROLE = Qt.ItemDataRole
ITEMS, MESSAGES = 1, 2
RELEASED = {TOTAL: 200, HISTORY: 100, RAG: 60, TAIL: 2, HARD: 200}


@pytest.fixture
def model(qapp, displayed):
    made = RowsModel()
    made.show_page(Page(displayed, ITEMS))
    return made


@pytest.fixture
def released(ask, document):
    return ContextState(*ask(document, RELEASE_2025_08, **RELEASED))


def cells(model, row, role=ROLE.DisplayRole):
    return [model.data(model.index(row, column), role) for column in range(model.columnCount())]


def column(model, title):
    return [one.title for one in model.columns].index(title)


def wording(model, title):
    location = column(model, title)
    return [model.data(model.index(row, location)) for row in range(model.rowCount())]


def settle(page, qtbot):
    qtbot.waitUntil(lambda: not page.worker.is_busy and not page._soon.isActive(), timeout=10_000)


@pytest.mark.parametrize("location", [0, ITEMS, MESSAGES, 3])
def test_the_model_keeps_qt_s_rules(model, displayed, released, qtmodeltester, location):
    for one in (displayed, released):
        model.show_page(Page(one, location))
        qtmodeltester.check(model)
        model.show_order([0])
        qtmodeltester.check(model)
    model.show_page(None)
    qtmodeltester.check(model)


def test_cells_say_what_an_item_is(model, displayed):
    assert model.columns is SCORED_COLUMNS
    first = displayed.request.rag[0]
    assert cells(model, 0) == [
        "lore:1",
        "Entry 1",
        "constant",
        f"{first.score:.3f}",
        str(first.tokens),
        f"{first.tokens / 2:.1f} %",
        "in",
    ]
    assert set(wording(model, "Verdict")) == {"in", "items full", "disabled"}


def test_the_release_shows_recency_and_composite_too(model, released):
    model.show_page(Page(released, ITEMS))
    assert model.columns is RANKED_COLUMNS
    rows = released.request.rag
    assert wording(model, "Composite") == [f"{row.composite:.3f}" for row in rows]
    ages = dict(zip(wording(model, "Id"), wording(model, "Age · recency"), strict=True))
    assert ages["lore:1"] == "no age · 0.80"
    assert ages["chronicle:e0"].startswith("50 days · 0.3")


def test_messages_say_who_speaks_what_they_cost_and_why_they_are_out(model, displayed):
    model.show_page(Page(displayed, MESSAGES))
    assert model.columns is PLAIN_COLUMNS
    assert cells(model, 0) == ["#0 Robin", "10", "", "history full"]
    assert cells(model, 19) == ["#19 Mira", "10", "5.0 %", "in"]
    tooltip = model.data(model.index(0, 3), ROLE.ToolTipRole)
    assert "the history budget is used up by newer messages. (gate: history budget)" in tooltip
    assert "line 0 said" in model.data(model.index(0, 0), ROLE.ToolTipRole)


def test_headers_say_what_columns_mean_and_where_scores_come_from(model):
    location = column(model, "Score")
    words = model.headerData(location, Qt.Orientation.Horizontal, ROLE.ToolTipRole)
    assert "From: BM25." in words
    assert model.headerData(99, Qt.Orientation.Horizontal) is None


def test_rows_are_made_when_they_are_looked_at(qapp):
    made = []

    def make(location):
        made.append(location)
        return MapRow(f"message:{location}", f"#{location}", 10, True, None, location)

    part = MapPart(Share.HISTORY, "History", 200_000, OnDemand(20_000, make), 20_000)
    displayed = ContextState(ContextMap(10**6, (part,)), Derivation(), Document())
    model = RowsModel()
    model.show_page(Page(displayed, 0))
    assert model.rowCount() == 20_000
    assert made == []
    model.data(model.index(12_345, 1))
    assert made == [12_345]


@pytest.mark.parametrize("show", [Filter.IN, Filter.OUT])
@pytest.mark.parametrize("location", [ITEMS, MESSAGES])
def test_what_is_read_off_at_once_is_what_reading_every_row_finds(displayed, show, location):
    ordering = Ordering(show)
    slow = order_of(displayed.rows(location), displayed, ordering, int)
    assert quick_order(displayed, location, ordering) == slow
    assert 0 < len(slow) < len(displayed.rows(location))


@pytest.mark.parametrize("at", [None, 3])
def test_a_greeting_counts_as_what_is_in(ask, document, at):
    greeted = with_sources(
        document, replace(sources_of(document), card=Card("Mira", greeting="Hello there."))
    )
    displayed = ContextState(*ask(greeted, RELEASE_2025_08, at=at, **{**RELEASED, HISTORY: 0}))
    rows = displayed.rows(MESSAGES)
    assert rows[-1].row.id == "greeting"
    for show in (Filter.IN, Filter.OUT):
        slow = order_of(rows, displayed, Ordering(show), int)
        assert quick_order(displayed, MESSAGES, Ordering(show)) == slow


def test_rows_are_filtered_by_words_of_title_text_keywords_and_verdict(displayed):
    def ids(*wanted):
        order = order_of(displayed.rows(ITEMS), displayed, Ordering(words=wanted), int)
        return {displayed.rows(ITEMS)[index].row.id for index in order}

    assert ids("pier") == {"lore:1", "lore:2"}
    assert ids("pier", "lamp") == {"lore:2"}
    assert ids("disabled") == {"lore:3"}
    assert ids("event") == {"chronicle:e0", "chronicle:e1", "chronicle:e2"}


def test_sorting_stops_when_nobody_waits_any_more(displayed):
    class OverError(Exception):
        pass

    def stop():
        raise OverError

    with pytest.raises(OverError):
        order_of(displayed.rows(MESSAGES), displayed, Ordering(words=("x",)), stop)


def test_a_header_sorts_and_a_third_click_puts_back(bench, qtbot):
    panel = bench.panel
    panel.open_part(ITEMS)
    page = panel.pages.rows
    location = column(page.model, "Tokens")
    natural = wording(page.model, "Id")

    def click():
        x = page.table.header.sectionViewportPosition(location) + 15
        QTest.mouseClick(page.table.header.viewport(), LEFT, pos=QPoint(x, 5))
        settle(page, qtbot)
        return [int(text) for text in wording(page.model, "Tokens")]

    first = click()
    assert first == sorted(first)
    assert click() == sorted(first, reverse=True)
    click()
    assert wording(page.model, "Id") == natural


def test_filters_count_and_say_when_nothing_is_left(bench, qtbot):
    page = bench.panel.pages.rows
    page.filter.which.setCurrentIndex(1)
    assert page.filter.count.text() == "10 of 20"
    assert set(wording(page.model, "Verdict")) == {"in"}
    page.filter.which.setCurrentIndex(2)
    assert set(wording(page.model, "Verdict")) == {"history full"}
    page.filter.words.setText("no such word")
    settle(page, qtbot)
    assert page.words.text() == NO_MATCH
    assert page._stack.currentIndex() == 1
    page.filter.clear()
    assert page.filter.count.text() == "20"
    assert page._stack.currentIndex() == 0


def test_a_part_without_rows_says_so(empty, ask):
    empty.set_map(*ask(Document(), pending=None, system_prompt=""))
    assert empty.pages.rows.words.text() == NOTHING
    empty.grab()


def test_a_part_opens_where_its_messages_begin_to_be_in(bench):
    table = bench.panel.pages.rows.table
    assert table.verticalScrollBar().value() == 8
    assert table.rowAt(5) == 8


def test_a_filter_follows_what_is_tried_out(bench, qtbot):
    page = bench.panel.pages.rows
    page.filter.which.setCurrentIndex(1)
    bench.try_out(**{HISTORY: 50})
    assert page.model.rowCount() == 5
    page.filter.which.setCurrentIndex(0)
    page.table.header.setSortIndicator(3, Qt.SortOrder.DescendingOrder)
    settle(page, qtbot)
    assert wording(page.model, "Verdict")[0] == "history full"
    bench.try_out(**{HISTORY: 200})
    settle(page, qtbot)
    now = wording(page.model, "Verdict")
    assert now[0] == "cut to fit"
    assert now == sorted(now, key=lambda words: (words == "in", words))


def test_rows_that_change_say_what_they_were(bench):
    page = bench.panel.pages.rows
    bench.try_out(**{HISTORY: 50})
    changed = [row for row in range(20) if page.model.is_changed(row)]
    assert changed == [10, 11, 12, 13, 14]
    spoken = page.model.data(page.model.index(10, 3), ROLE.AccessibleTextRole)
    assert spoken == "history full, was in"
    bench.panel.open_part(ITEMS)
    bench.panel.grab()
    bench.answer()
    assert not any(page.model.is_changed(row) for row in range(page.model.rowCount()))


def test_opening_a_row_asks_for_what_it_shows(bench, carried, qtbot):
    panel = bench.panel
    messages, items = bench.spy("message_activated"), bench.spy("item_activated")
    table = panel.pages.rows.table
    table.setCurrentIndex(table.model().index(12, 0))
    qtbot.keyClick(table, KEY.Key_Return)
    assert carried(messages) == [(12,)]
    panel.open_part(ITEMS)
    table.setCurrentIndex(table.model().index(1, 1))
    qtbot.keyClick(table, KEY.Key_Enter)
    assert carried(items) == [(bench.panel._answer.request.rag[1].item.key,)]


def test_a_message_row_and_the_selection_follow_each_other(bench, selection):
    table = bench.panel.pages.rows.table
    table.setCurrentIndex(table.model().index(12, 0))
    assert selection.message == 12
    selection.select_message(15)
    assert table.current_message() == 15
    bench.panel.pages.rows.filter.which.setCurrentIndex(2)
    selection.select_message(3)
    assert table.current_message() == 3


@pytest.fixture
def items(bench):
    bench.panel.open_part(ITEMS)
    return bench.panel.pages.rows


def pinned(bench, **scores):
    bench.document = with_sources(
        bench.document, replace(sources_of(bench.document), pinned=scores)
    )
    bench.answer()


def closed(page, qtbot):
    editing = page.table.State.EditingState
    qtbot.waitUntil(lambda: page.table.state() != editing)


def test_a_score_is_typed_into_its_cell(bench, items, carried, qtbot):
    requested = bench.spy("score_pinned")
    items.table.setCurrentIndex(items.model.index(2, 1))
    qtbot.keyClick(items.table, KEY.Key_F2)
    (editor,) = items.table.findChildren(QDoubleSpinBox)
    editor.selectAll()
    qtbot.keyClicks(editor, "0.25")
    qtbot.keyClick(editor, KEY.Key_Return)
    closed(items, qtbot)
    assert carried(requested) == [(bench.panel._answer.request.rag[2].item.key, 0.25)]


def test_a_double_click_on_a_score_edits_it_and_esc_leaves_it(bench, items, carried, qtbot):
    requested, opened = bench.spy("score_pinned"), bench.spy("item_activated")
    index = items.model.index(2, column(items.model, "Score"))
    at = items.table.visualRect(index).center()
    QTest.mouseClick(items.table.viewport(), LEFT, pos=at)
    QTest.mouseDClick(items.table.viewport(), LEFT, pos=at)
    (editor,) = items.table.findChildren(QDoubleSpinBox)
    qtbot.keyClick(editor, KEY.Key_Escape)
    closed(items, qtbot)
    assert (requested.count(), opened.count()) == (0, 0)


def test_a_score_that_was_not_changed_is_not_pinned(bench, items, qtbot):
    requested = bench.spy("score_pinned")
    items.table.setCurrentIndex(items.model.index(2, column(items.model, "Score")))
    qtbot.keyClick(items.table, KEY.Key_Return)
    (editor,) = items.table.findChildren(QDoubleSpinBox)
    qtbot.keyClick(editor, KEY.Key_Return)
    closed(items, qtbot)
    assert requested.count() == 0


@pytest.mark.parametrize("value", ["0.5", None, float("nan"), True])
def test_what_is_no_number_is_no_score(model, value):
    assert not model.setData(model.index(0, column(model, "Score")), value)


def test_pinned_scores_carry_a_pin_and_are_taken_back(bench, items, carried, qtbot):
    plain = bench.panel.grab().toImage()
    pinned(bench, **{"lore:4": 0.9, "chronicle:e1": 0.4})
    ids = wording(items.model, "Id")
    location = column(items.model, "Score")
    marked = [
        name
        for row, name in enumerate(ids)
        if "set by hand"
        in items.model.data(items.model.index(row, location), ROLE.AccessibleTextRole)
    ]
    assert sorted(marked) == ["chronicle:e1", "lore:4"]
    assert bench.panel.grab().toImage() != plain
    requested = bench.spy("score_pinned")
    items.table.setCurrentIndex(items.model.index(ids.index("lore:4"), 0))
    qtbot.keyClick(items.table, KEY.Key_Delete)
    assert carried(requested) == [("lore:4", None)]
    items.table.setCurrentIndex(items.model.index(ids.index("lore:1"), 0))
    qtbot.keyClick(items.table, KEY.Key_Delete)
    assert requested.count() == 1


def actions(menu):
    return {action.text(): action for action in menu.actions()}


def test_the_menu_unpins_one_or_all(bench, items, carried):
    pinned(bench, **{"lore:4": 0.9, "chronicle:e1": 0.4})
    ids = wording(items.model, "Id")
    requested = bench.spy("score_pinned")
    offered = actions(items.table.menu_for(ids.index("lore:4")))
    offered["Unpin the score"].trigger()
    assert carried(requested) == [("lore:4", None)]
    offered["Unpin all 2 scores"].trigger()
    assert sorted(carried(requested)[1:]) == [("chronicle:e1", None), ("lore:4", None)]
    other = actions(items.table.menu_for(ids.index("lore:1")))
    assert not other["Unpin the score"].isEnabled()
    other["Copy the id"].trigger()
    assert QApplication.clipboard().text() == "lore:1"


def test_a_piece_of_the_chat_opens_its_message_and_has_a_menu_of_a_message(ask, document, bench):
    settings = {HARD: 200, "default_context_recent_history_budget": 30, "request_history": False}
    bench.answer(RELEASE_2025_08, **settings)
    bench.panel.open_part(ITEMS)
    page = bench.panel.pages.rows
    row = wording(page.model, "Kind").index("older chat")
    assert "Show the message" in actions(page.table.menu_for(row))


@pytest.mark.parametrize("width", [504, 620, 850, 1400])
def test_columns_go_where_there_is_no_room_for_them(bench, ask, document, qtbot, width):
    bench.panel.set_map(*ask(document, RELEASE_2025_08, **RELEASED))
    bench.panel.open_part(ITEMS)
    bench.panel.resize(width, 420)
    take_turn()
    table = bench.panel.pages.rows.table
    displayed = [
        one.title for n, one in enumerate(table.model().columns) if not table.isColumnHidden(n)
    ]
    assert {"What", "Score", "Tokens", "Verdict"} <= set(displayed)
    assert table.header.length() <= table.viewport().width() + 1
    assert ("Age · recency" in displayed) == (width >= 850)


def test_tokens_of_sillytaverns_request_say_how_they_are_counted(host, displayed):
    words = meaning(TOKENS, ContextState(*host()))
    assert "counted by words" in words
    assert "5 more than its text" in words
    assert "own accounting" in meaning(TOKENS, displayed)
