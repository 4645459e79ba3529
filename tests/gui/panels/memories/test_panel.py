"""What the panel shows, and what it shares with the rest of the window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.core.document import Document
from inspector.core.edits import ChangeNames, SetField
from inspector.core.memory import Memory
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.memories.columns import COLUMNS, Location
from inspector.gui.state.view import Part, View, ViewChanges

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def table(panel, desk):
    return panel.table


def selected_rows(table):
    return sorted(index.row() for index in table.selectionModel().selectedRows())


def actions_of(panel):
    menu = QMenu(panel)
    panel.fill_menu(menu)
    found = {}

    def walk(of, path):
        for action in of.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                found[path + action.text()] = action
                walk(inner, f"{path}{action.text()}/")
            else:
                found[path + action.text()] = action

    walk(menu, "")
    return found


def test_a_click_selects_for_the_whole_window(qtbot, table, selection):
    center = table.visualRect(table.model().index(2, Location.SUMMARY)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=center)
    assert (selection.memories, selection.current) == ((2,), 2)
    first = table.visualRect(table.model().index(1, Location.SUMMARY)).center()
    qtbot.mouseClick(table.viewport(), LEFT, SHIFT, pos=first)
    assert (selection.memories, selection.current) == ((1, 2), 1)


def test_arrow_keys_move_the_selection(qtbot, table, selection):
    selection.select([1])
    qtbot.keyClick(table, KEY.Key_Down)
    assert selection.memories == (2,)
    qtbot.keyClick(table, KEY.Key_Down, SHIFT)
    assert (selection.memories, selection.current) == ((2, 3), 3)


def test_the_windows_selection_shows_in_sorted_rows(table, selection):
    table.sortByColumn(Location.SUMMARY, Qt.SortOrder.DescendingOrder)
    selection.select([3, 1])
    assert selected_rows(table) == [0, 2]
    table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert selected_rows(table) == [1, 3]
    assert selection.memories == (1, 3)


def test_the_current_memory_is_scrolled_to(panel, many, selection):
    panel.set_document(many(500))
    selection.select([400])
    rect = panel.table.visualRect(panel.model.index(400, Location.SUMMARY))
    assert panel.table.viewport().rect().intersects(rect)


def test_a_filter_keeps_the_selection_of_the_window(panel, desk, selection, table):
    selection.select([0, 1])
    panel.filter_row.input.setText("orne")
    assert selected_rows(table) == [0]
    assert selection.memories == (0, 1)
    panel.filter_row.input.clear()
    assert selected_rows(table) == [0, 1]


def test_the_pointer_tells_the_window_which_memory_it_is_over(qtbot, table, selection):
    qtbot.mouseMove(table.viewport(), QPoint(400, table.rowViewportPosition(2) + 5))
    assert selection.hovered == 2
    before = table.grab().toImage()
    selection.hover(1)
    assert table.grab().toImage() != before


def test_counts_say_in_and_out_or_how_many_are_shown(panel, desk, derivation):
    count = panel.filter_row.count
    assert count.text() == "4 memories"
    panel.set_derivation(derivation)
    assert count.text() == "1 in, 2 out"
    panel.filter_row.input.setText("orne")
    assert count.text() == "2 of 4 shown"


def test_no_match_says_so_and_can_be_cleared(qtbot, panel, desk):
    panel.filter_row.input.setText("nobody")
    assert panel.empty.text == "nobody matches none of 4 memories."
    button = panel.empty.findChild(type(panel.empty._clear))
    qtbot.mouseClick(button, LEFT)
    assert panel.empty.text == ""
    assert len(panel.model.order) == 4


def test_a_chat_without_memories_says_so(panel, many):
    panel.set_document(many(0))
    assert panel.empty.text == "This chat carries no memories of OpenVault."
    panel.set_document(many(2))
    assert panel.empty.text == ""
    panel.set_document(None)
    assert panel.filter_row.count.text() == ""


def test_keys_of_the_filter(qtbot, panel, table, desk):
    qtbot.keyClick(table, KEY.Key_F, CONTROL)
    field = panel.filter_row.input
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "5x")
    assert desk.edits == []
    qtbot.keyClick(field, KEY.Key_Escape)
    assert field.text() == ""
    qtbot.keyClick(field, KEY.Key_Return)
    assert table.hasFocus()
    assert selected_rows(table) == [0]


def test_a_click_on_a_header_sorts_and_the_third_restores(qtbot, panel, table):
    header = table.header
    where = QPoint(header.sectionViewportPosition(Location.SUMMARY) + 40, 10)
    seen = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), LEFT, pos=where)
        seen.append(list(panel.model.order.places))
    assert seen == [[2, 1, 0, 3], [3, 0, 1, 2], [0, 1, 2, 3]]


def test_the_header_menu_shows_hidden_columns(panel, table):
    hidden = [index for index in Location if table.isColumnHidden(index)]
    assert hidden == [index for index in Location if not COLUMNS[index].is_visible]
    menu = table.header.column_menu()
    next(action for action in menu.actions() if action.text() == "Words").trigger()
    assert not table.isColumnHidden(Location.WORDS)


def test_columns_are_remembered(panel, table):
    table.header.show_column(Location.ID, visible=True)
    kept = table.header.layout_text()
    table.header.show_column(Location.ID, visible=False)
    table.header.restore_layout(kept)
    assert not table.isColumnHidden(Location.ID)


def test_the_summary_takes_the_room_that_is_left(panel, table):
    def length():
        return table.header.length()

    assert length() == table.viewport().width()
    panel.resize(1100, 400)
    assert length() == table.viewport().width()


def test_the_menu_asks_for_edits_of_the_selection(panel, desk, selection):
    selection.select([0, 1], current=0)
    actions = actions_of(panel)
    actions["Set importance/★★☆☆☆"].trigger()
    actions["Secret"].trigger()
    actions["Archive"].trigger()
    actions["Add witness to selection/Ada"].trigger()
    assert desk.edits == [
        SetField((0, 1), "importance", 2),
        SetField((0, 1), "is_secret", True),
        SetField((0, 1), "archived", True),
        ChangeNames((0, 1), "witnesses", ("Ada",), ()),
    ]
    assert "Restore" in actions_of(panel)


def test_the_menu_shows_keys_but_keeps_them_to_the_table(panel, desk, selection):
    selection.select([0])
    actions = actions_of(panel)
    displayed = {text: action.shortcut().toString() for text, action in actions.items()}
    assert displayed["Set importance/★★☆☆☆"] == "2"
    assert (displayed["Secret"], displayed["Edit summary"], displayed["Copy summary"]) == (
        "X",
        "F2",
        "Ctrl+C",
    )
    scope = Qt.ShortcutContext.WidgetShortcut
    with_keys = [action for action in actions.values() if not action.shortcut().isEmpty()]
    assert all(action.shortcutContext() == scope for action in with_keys)


def test_nothing_selected_leaves_nothing_to_do(panel, desk):
    actions = [action for action in actions_of(panel).values() if isinstance(action, QAction)]
    top = [action for action in actions if action.text() and not action.isSeparator()]
    assert not any(a.isEnabled() for a in top if a.text() in {"Edit summary", "Copy summary"})


def test_copying_and_messages(qtbot, panel, table, desk, selection, derivation):
    panel.set_derivation(derivation)
    selection.select([0, 1])
    with qtbot.waitSignal(panel.copy_requested) as copied:
        qtbot.keyClick(table, KEY.Key_C, CONTROL)
    first, second = (memory.summary for memory in desk.document.memories[:2])
    assert copied.args == [f"{first}\n{second}"]
    actions = actions_of(panel)
    with qtbot.waitSignal(panel.copy_requested) as copied:
        actions["Copy line"].trigger()
    assert copied.args == ["[★★★★] Mara and Wren found a rope."]
    with qtbot.waitSignal(panel.message_activated) as requested:
        actions["Show messages"].trigger()
    assert requested.args == [121]


def test_refusals_are_plain_text(panel):
    panel.show_refusal(SetField((0,), "importance", 9), "<b>No</b>")
    assert panel.notice.text == "<b>No</b>"


def test_everything_paints_in_the_dark_with_every_column(qtbot, panel, table, desk, derivation):
    for location in Location:
        table.header.show_column(location, visible=True)
    panel.set_derivation(derivation)
    panel.set_point_of_view("Wren")
    panel.model.set_problems({1: "Too short."})
    panel.resize(1900, 400)
    light = panel.grab().toImage()
    use_theme(DARK)
    dark = panel.grab().toImage()
    corner = QPoint(light.width() - 3, light.height() - 3)
    assert light.pixelColor(corner).lightness() > 200
    assert dark.pixelColor(corner).lightness() < 60


def test_a_filter_of_the_language_finds_and_says_what_it_found(panel, desk, selection, document):
    found = []
    selection.matches_changed.connect(found.append)
    panel.filter_row.input.setText("importance >= 4")
    important = {one.index for one in document.memories if one.importance >= 4}
    assert found == [important]
    assert set(panel.model.order.places) == important
    panel.filter_row.input.clear()
    assert found[-1] is None


def test_a_fault_of_a_filter_is_shown_at_its_place_and_the_rows_stay(panel, desk):
    panel.filter_row.input.setText("importance >= 4")
    before = list(panel.model.order.places)
    panel.filter_row.input.setText("importance >= many")
    assert "column 15: “many”: expected a number" in panel.filter_row.error.text()
    assert not panel.filter_row.error.isHidden()
    assert list(panel.model.order.places) == before
    panel.grab()
    panel.filter_row.input.setText("secret")
    assert panel.filter_row.error.isHidden()


def test_completion_writes_the_word_at_the_cursor(qtbot, panel, desk):
    field = panel.filter_row.input
    field.setFocus()
    qtbot.keyClicks(field, "imp")
    assert field._list.isVisible()
    qtbot.keyClick(field._list, KEY.Key_Down)
    qtbot.keyClick(field._list, KEY.Key_Return)
    assert field.text() == "importance "


def test_the_menu_of_filters_puts_terms_together_and_keeps_what_was_used(qtbot, panel, desk):
    field, row = panel.filter_row.input, panel.filter_row
    menu = row.menu.menu()
    for title in ("Secrets", "Not in the block"):
        menu.aboutToShow.emit()
        next(one for one in menu.actions() if one.text() == title).trigger()
    assert field.text() == "secret and not in_block"
    qtbot.keyClick(field, KEY.Key_Return)
    field.clear()
    menu.aboutToShow.emit()
    next(one for one in menu.actions() if one.text() == "secret and not in_block").trigger()
    assert field.text() == "secret and not in_block"


def test_thousands_are_filtered_away_from_the_ui_thread(qtbot, panel, many, selection):
    panel.set_document(many(3_000))
    found = []
    selection.matches_changed.connect(found.append)
    panel.filter_row.input.setText("importance >= 4")
    assert panel.model.count == 3_000
    qtbot.waitUntil(lambda: panel.model.count == 750)
    assert len(found[-1]) == 750
    panel.filter_row.input.setText("importance >= 9")
    qtbot.waitUntil(lambda: panel.model.count == 0)
    assert panel.empty.text.startswith("importance >= 9 matches none of 3,000")
    panel.filter_row.input.setText("importance <= 9")
    panel.filter_row.input.clear()
    assert panel.model.count == 3_000


def test_a_pattern_that_never_ends_says_so_and_leaves_the_rows(qtbot, panel, many):
    document = many(8)
    long = {**document.memories[0].record, "summary": "a" * 60 + "!"}
    first = Memory(0, long)
    panel.set_document(replace(document, memories=(first, *document.memories[1:])))
    panel.filter_row.input.setText('summary ~ "^(a|aa|aaa)+$"')
    qtbot.waitUntil(lambda: not panel.filter_row.error.isHidden())
    assert "takes too long" in panel.filter_row.error.text()
    assert panel.model.count == 8
    panel.wait()


def test_what_matched_is_marked(panel, desk):
    panel.filter_row.input.setText("orne")
    rows = [panel.model.row_at(row) for row in range(panel.model.count)]
    assert rows
    assert all(row.marks for row in rows)


def test_what_a_filter_finds_is_summed_up_with_what_can_be_done_to_all_of_it(panel, desk):
    bar = panel.selected_bar
    assert bar.isHidden()
    panel.filter_row.input.setText("importance >= 3")
    found = len(panel.model.order)
    assert 1 < found < len(panel.controller.document.memories)
    assert bar.sums.text().startswith(f"{found} memories")
    assert bar._change.text() == f"Change all {found}…"
    assert all(one.isHidden() for one in bar._of_selection)
    panel.table.selectAll()
    assert not any(one.isHidden() for one in bar._of_selection)
    panel.filter_row.input.setText("importance >= 99")
    panel.table.clearSelection()
    assert bar.isHidden()


def test_without_memories_there_is_nothing_to_change_and_that_is_said(panel):
    panel.show_view(View(Document()), ViewChanges(Part.CHAT | Part.QUESTION))
    assert panel.change_all() is None
    assert panel.notice.text == "There are no memories to change."
