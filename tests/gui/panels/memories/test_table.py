"""Mouse and keys on the table, from the event to the edited document."""

import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.core.edits import ChangeNames, SetField
from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.memories.names_popup import NamesPopup
from inspector.gui.tables.text_editor import TextCellEditor

KEY, LEFT, SHIFT = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
STAR, FIRST_STAR = 13, 9


@pytest.fixture
def table(panel, desk):
    return panel.table


@pytest.fixture
def press(qtbot, table):
    """Presses keys on the table."""
    return lambda *keys: [qtbot.keyClick(table, key) for key in keys]


def spot(table, row, location, dx=None):
    rect = table.visualRect(table.model().index(row, location))
    return QPoint(rect.left() + dx, rect.center().y()) if dx is not None else rect.center()


@pytest.fixture
def click(qtbot, table):
    """Clicks into a cell."""

    def do(row, location, dx=None, **more):
        qtbot.mouseClick(table.viewport(), LEFT, pos=spot(table, row, location, dx), **more)

    return do


@pytest.fixture
def double_click(qtbot, table):
    def do(row, location):
        viewport, where = table.viewport(), spot(table, row, location)
        qtbot.mouseClick(viewport, LEFT, pos=where)
        qtbot.mouseDClick(viewport, LEFT, pos=where)

    return do


def editor_of(table):
    editors = [editor for editor in table.findChildren(TextCellEditor) if editor.isVisible()]
    return editors[0] if editors else None


def popup_of(table):
    return next((popup for popup in table.findChildren(NamesPopup) if popup.isVisible()), None)


@pytest.mark.parametrize("stars", [1, 2, 5])
def test_a_click_on_a_star_sets_the_importance(click, desk, stars):
    click(1, Location.IMPORTANCE, FIRST_STAR + (stars - 1) * STAR)
    assert desk.edits == [SetField((1,), "importance", stars)]


def test_a_click_beside_the_stars_sets_nothing(click, desk, selection):
    click(1, Location.IMPORTANCE, 1)
    assert desk.edits == []
    assert selection.memories == (1,)


def test_a_star_of_a_selected_row_goes_to_the_whole_selection(click, desk, selection):
    selection.select([0, 2, 3])
    click(2, Location.IMPORTANCE, FIRST_STAR)
    assert desk.edits == [SetField((0, 2, 3), "importance", 1)]
    assert selection.memories == (0, 2, 3)


def test_a_star_outside_the_selection_concerns_its_row_alone(click, desk, selection):
    selection.select([0, 2])
    click(1, Location.IMPORTANCE, FIRST_STAR + 4 * STAR)
    assert desk.edits == [SetField((1,), "importance", 5)]
    assert selection.memories == (1,)


def test_a_press_that_is_dragged_away_sets_nothing(qtbot, table, desk):
    viewport = table.viewport()
    qtbot.mousePress(viewport, LEFT, pos=spot(table, 1, Location.IMPORTANCE, FIRST_STAR))
    qtbot.mouseRelease(viewport, LEFT, pos=spot(table, 2, Location.SUMMARY))
    assert desk.edits == []


def test_the_star_under_the_pointer_shows_what_a_click_would_set(qtbot, panel, table):
    before = table.grab().toImage()
    qtbot.mouseMove(table.viewport(), spot(table, 2, Location.IMPORTANCE, FIRST_STAR + 4 * STAR))
    assert table.grab().toImage() != before


def test_number_keys_set_the_whole_selection_in_one_edit(press, desk, selection):
    selection.select([0, 1, 3])
    press(KEY.Key_5)
    assert desk.edits == [SetField((0, 1, 3), "importance", 5)]
    assert [memory.importance for memory in desk.document.memories] == [5, 5, 2, 5]


def test_number_keys_leave_alone_what_the_filter_hides(press, panel, desk, selection):
    selection.select([0, 1, 2])
    panel.filter_row.input.setText("orne")
    press(KEY.Key_1)
    assert desk.edits == [SetField((1, 2), "importance", 1)]


def test_keys_without_a_selection_do_nothing(press, desk):
    press(KEY.Key_3, KEY.Key_X)
    assert desk.edits == []


def test_x_sets_all_to_the_opposite_of_the_current_one(press, desk, selection):
    selection.select([0, 1], current=0)
    press(KEY.Key_X)
    assert desk.edits == [SetField((0, 1), "is_secret", True)]
    press(KEY.Key_X)
    assert [memory.is_secret for memory in desk.document.memories[:2]] == [False, False]


def test_a_click_on_the_lock_toggles_it(click, desk):
    click(1, Location.SECRET)
    assert desk.edits == [SetField((1,), "is_secret", False)]


def test_double_click_edits_the_summary_and_enter_goes_down(qtbot, double_click, table, desk):
    double_click(0, Location.SUMMARY)
    editor = editor_of(table)
    assert editor.hint.startswith("11 words")
    qtbot.keyClicks(editor.edit, "Mara found it")
    assert editor.hint.startswith("3 words · 8 to 18 words are best")
    qtbot.keyClick(editor.edit, KEY.Key_Return)
    assert desk.edits == [SetField((0,), "summary", "Mara found it")]
    assert table.currentIndex().row() == 1
    assert editor_of(table) is None
    assert "embedding_b64" not in desk.document.memories[0].record


def test_tab_keeps_and_goes_right(qtbot, double_click, table, desk):
    double_click(0, Location.SUMMARY)
    qtbot.keyClicks(editor_of(table).edit, "New")
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Tab)
    assert desk.edits == [SetField((0,), "summary", "New")]
    assert table.currentIndex().column() == Location.MESSAGES


def test_escape_leaves_the_summary_as_it_was(qtbot, double_click, table, desk):
    double_click(0, Location.SUMMARY)
    qtbot.keyClicks(editor_of(table).edit, "New")
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Escape)
    assert desk.edits == []
    assert editor_of(table) is None


def test_enter_without_typing_asks_for_nothing(qtbot, press, table, desk, selection):
    selection.select([2])
    press(KEY.Key_F2)
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Return)
    assert desk.edits == []


def test_leaving_the_editor_keeps_what_is_typed(qtbot, double_click, click, table, desk):
    double_click(0, Location.SUMMARY)
    qtbot.keyClicks(editor_of(table).edit, "New")
    click(2, Location.SUMMARY)
    assert desk.edits == [SetField((0,), "summary", "New")]


def test_sorting_keeps_what_is_typed(qtbot, double_click, table, desk):
    double_click(0, Location.SUMMARY)
    qtbot.keyClicks(editor_of(table).edit, "New")
    table.sortByColumn(Location.SUMMARY, Qt.SortOrder.AscendingOrder)
    assert desk.edits == [SetField((0,), "summary", "New")]


def test_another_chat_forgets_what_is_typed(qtbot, double_click, table, panel, desk, many):
    double_click(0, Location.SUMMARY)
    qtbot.keyClicks(editor_of(table).edit, "New")
    panel.set_document(many(3))
    assert desk.edits == []


def test_a_summary_for_several_memories_says_so(qtbot, press, table, desk, selection):
    selection.select([0, 2], current=2)
    press(KEY.Key_F2)
    assert "for 2 memories" in editor_of(table).hint
    qtbot.keyClicks(editor_of(table).edit, "Same")
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Return)
    assert desk.edits == [SetField((0, 2), "summary", "Same")]


def test_long_summaries_get_an_editor_inside_the_rows(many, panel, table, double_click):
    long = many(60)
    long.memories[59].record["summary"] = "word " * 400
    panel.set_document(long)
    table.scrollToBottom()
    double_click(59, Location.SUMMARY)
    editor = editor_of(table)
    assert editor.height() > 4 * table.rowHeight(0)
    assert table.viewport().rect().contains(editor.geometry())


def test_an_empty_summary_is_refused_in_words(qtbot, double_click, table, panel, desk):
    double_click(0, Location.SUMMARY)
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Delete)
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Return)
    assert panel.notice.text == "Summary is a text and cannot be empty."
    qtbot.keyClick(table, KEY.Key_5)
    assert panel.notice.text == ""


def test_witnesses_of_a_selection_keep_their_others(qtbot, press, table, desk, selection):
    selection.select([0, 3], current=0)
    table.setCurrentIndex(table.model().index(0, Location.WITNESSES))
    selection.select([0, 3], current=0)
    press(KEY.Key_Return)
    popup = popup_of(table)
    qtbot.keyClicks(popup.editor.input, "ada")
    qtbot.keyClick(popup.editor.input, KEY.Key_Return)
    assert popup.effect.text() == "Ada will know more of them."
    qtbot.keyClick(popup.editor.input, KEY.Key_Return)
    assert desk.edits == [ChangeNames((0, 3), "witnesses", ("Ada",), ())]
    assert desk.document.memories[3].witnesses == ("张伟", "Ada")
    assert desk.document.characters["Ada"].known_events == ("event_9", "event_12")


@pytest.mark.parametrize("count", [6, 12, 60])
def test_the_line_to_type_a_name_is_seen_beside_however_many(
    qtbot, double_click, table, desk, count
):
    double_click(0, Location.WITNESSES)
    popup = popup_of(table)
    popup.editor.load([[f"Guest {number} of the winter ball" for number in range(count)]])
    line = popup.editor.input
    qtbot.waitUntil(lambda: line.visibleRegion().boundingRect() == line.rect())
    assert popup.height() < 400
    popup.revert()


def test_known_events_can_be_left_alone(qtbot, double_click, table, desk):
    double_click(0, Location.WITNESSES)
    popup = popup_of(table)
    assert popup.follow.isChecked()
    qtbot.mouseClick(popup.follow, LEFT)
    qtbot.keyClicks(popup.editor.input, "Ada,")
    assert popup.effect.text() == "Known events stay as they are."
    popup.close()
    assert desk.edits == [ChangeNames((0,), "witnesses", ("Ada",), (), keep_known_events=True)]
    assert desk.document.characters["Ada"].known_events == ()


def test_escape_in_the_popup_asks_for_nothing(qtbot, double_click, table, desk):
    double_click(0, Location.WITNESSES)
    qtbot.keyClicks(popup_of(table).editor.input, "Ada,")
    qtbot.keyClick(popup_of(table).editor.input, KEY.Key_Escape)
    assert desk.edits == []
    assert popup_of(table) is None


@pytest.mark.parametrize("leave", ["by Enter", "by a click beside it"])
def test_names_that_are_refused_stay_in_the_popup_with_the_reason(
    qtbot, double_click, table, panel, desk, leave
):
    why = "Another window edits this chat."

    def refuse(edit):
        panel.refused.emit(edit, why)

    panel.edit_requested.connect(refuse)
    double_click(0, Location.WITNESSES)
    popup = popup_of(table)
    qtbot.keyClicks(popup.editor.input, "Ada,")
    if leave == "by Enter":
        qtbot.keyClick(popup.editor.input, KEY.Key_Return)
    else:
        popup.close()
    assert popup_of(table) is popup
    assert (popup.trouble.isVisible(), popup.trouble.text()) == (True, why)
    assert popup.editor.state.added == ("Ada",)
    panel.edit_requested.disconnect(refuse)
    popup.close()
    assert popup_of(table) is None
    assert desk.edits == [ChangeNames((0,), "witnesses", ("Ada",), ())] * 2


def test_another_chat_closes_the_popup_without_an_edit(
    qtbot, double_click, table, panel, desk, many
):
    double_click(0, Location.WITNESSES)
    qtbot.keyClicks(popup_of(table).editor.input, "Ada,")
    panel.set_document(many(3))
    assert desk.edits == []
    assert popup_of(table) is None


def test_hidden_columns_edit_too(qtbot, click, double_click, table, desk):
    for location in (Location.TRANSIENT, Location.ARCHIVED, Location.WHEN):
        table.header.show_column(location, visible=True)
    table.scrollTo(table.model().index(3, Location.ARCHIVED))
    click(3, Location.ARCHIVED)
    click(0, Location.TRANSIENT)
    table.scrollTo(table.model().index(3, Location.WHEN))
    double_click(3, Location.WHEN)
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Delete)
    qtbot.keyClick(editor_of(table).edit, KEY.Key_Return)
    assert desk.edits == [
        SetField((3,), "archived", False),
        SetField((0,), "is_transient", True),
        SetField((3,), "temporal_anchor", ""),
    ]
    assert desk.document.memories[3].temporal_anchor == ""
