import itertools
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from inspector.core.memory import Memory
from inspector.gui.kit.theme import DARK, LIGHT, use_theme
from inspector.gui.panels.messages.columns import Location
from inspector.gui.panels.messages.panel import MessagesPanel

KEY, CTRL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def displayed(panel):
    return [panel.model.message_at(row) for row in range(panel.model.rowCount())]


def find(qtbot, panel, words):
    qtbot.keyClicks(panel.bar.field, words)
    qtbot.waitUntil(lambda: not panel.rows.finder.running)


def click_row(qtbot, panel, row):
    index = panel.model.index(row, Location.TEXT)
    where = panel.table.visualRect(index).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_click_on_a_row_selects_its_message_and_shows_it_in_full(qtbot, panel, selection):
    click_row(qtbot, panel, 6)
    assert selection.message == 6
    assert panel.reader.heading == "Message 6 · Mira · sent"
    assert panel.reader.text.toPlainText() == panel.model.document.chat.message(6).text


def test_arrow_keys_home_and_end_move_the_message(qtbot, panel, selection):
    click_row(qtbot, panel, 2)
    qtbot.keyClick(panel.table, KEY.Key_Down)
    assert selection.message == 3
    qtbot.keyClick(panel.table, KEY.Key_End)
    assert selection.message == 7
    qtbot.keyClick(panel.table, KEY.Key_Home)
    assert selection.message == 0


def test_the_focus_alone_selects_no_message_but_enter_does(qtbot, panel, selection):
    panel.bar.go_to.setFocus()
    qtbot.keyClick(panel.bar.go_to, KEY.Key_Tab)
    assert panel.table.hasFocus()
    assert selection.message is None
    qtbot.keyClick(panel.table, KEY.Key_Return)
    assert selection.message == 0
    assert panel.reader.text.hasFocus()
    qtbot.keyClick(panel.reader.text, KEY.Key_A, CTRL)
    qtbot.keyClick(panel.reader.text, KEY.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "The lamp went out."


def test_a_message_selected_elsewhere_becomes_the_current_row(panel, selection):
    selection.select_message(5)
    assert panel.table.current_message() == 5
    selection.select_message(None)
    assert panel.table.current_message() is None
    assert panel.reader.heading == "Select a message to read it here."


def test_a_memory_in_the_reading_pane_can_be_chosen_by_click_and_key(qtbot, panel, selection):
    selection.select_message(2)
    memories = panel.reader.memories
    row = memories.visualRect(memories.memories.index(0)).center()
    qtbot.mouseClick(memories.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert selection.memories == (0,)
    selection.select_message(4)
    memories.setCurrentIndex(memories.memories.index(0))
    qtbot.keyClick(memories, KEY.Key_Return)
    assert selection.memories == (1,)


def test_a_selected_memory_marks_its_messages_and_says_where_it_came_from(qtbot, panel, selection):
    selection.select([0])
    assert [index for index in range(8) if panel.model.facts.is_marked(index)] == [1, 2, 5]
    assert panel.strip.words.text() == "Memory 0: messages 1–2 and 5"
    qtbot.mouseClick(panel.strip.go, Qt.MouseButton.LeftButton)
    assert selection.message == 1
    qtbot.mouseClick(panel.strip.onward, Qt.MouseButton.LeftButton)
    assert selection.message == 5
    selection.select(())
    assert not panel.strip.isVisible()


def test_a_memory_without_real_sources_says_so(panel, selection):
    selection.select([2])
    assert panel.strip.words.text() == ("Memory 2 names no message of this chat as its source.")


def test_find_counts_matches_and_steps_through_them(qtbot, panel, selection):
    panel.table.setFocus()
    qtbot.keyClick(panel.table, KEY.Key_F, CTRL)
    assert panel.bar.field.hasFocus()
    find(qtbot, panel, "key")
    assert panel.bar.field.note == "3 matches"
    qtbot.keyClick(panel.bar.field, KEY.Key_Return)
    assert (selection.message, panel.bar.field.note) == (1, "1 of 3")
    qtbot.keyClick(panel.bar.field, KEY.Key_F3)
    assert (selection.message, panel.bar.field.note) == (2, "2 of 3")
    qtbot.keyClick(panel.bar.field, KEY.Key_Return, SHIFT)
    qtbot.keyClick(panel.bar.field, KEY.Key_F3, SHIFT)
    assert (selection.message, panel.bar.field.note) == (5, "3 of 3")
    assert len(panel.reader.text.extraSelections()) == 1


def test_escape_clears_the_search_then_goes_to_the_table(qtbot, panel):
    panel.start_finding()
    find(qtbot, panel, "key")
    qtbot.keyClick(panel.bar.field, KEY.Key_Escape)
    assert (panel.bar.field.text(), panel.bar.field.note) == ("", "")
    qtbot.keyClick(panel.bar.field, KEY.Key_Escape)
    assert panel.table.hasFocus()


def test_only_matches_leaves_other_rows_out(qtbot, panel):
    find(qtbot, panel, "key")
    qtbot.mouseClick(panel.bar.only_matches, Qt.MouseButton.LeftButton, pos=QPoint(8, 12))
    assert displayed(panel) == [1, 2, 5]
    find(qtbot, panel, "zz")
    assert panel.empty.isVisible()
    assert panel.empty.words.text() == "No message holds “keyzz”."
    qtbot.mouseClick(panel.empty.show_all, Qt.MouseButton.LeftButton)
    assert displayed(panel) == list(range(8))


@pytest.mark.parametrize(
    ("location", "messages"),
    [(0, list(range(8))), (1, [2, 3, 4, 5, 6, 7]), (2, [0, 1]), (3, [1, 2, 3, 4, 5])],
)
def test_a_filter_shows_sent_hidden_or_remembered_messages(panel, location, messages):
    panel.bar.show_which.setCurrentIndex(location)
    assert displayed(panel) == messages


def test_matches_are_counted_among_the_messages_shown(qtbot, panel):
    panel.bar.show_which.setCurrentIndex(2)
    find(qtbot, panel, "key")
    assert panel.bar.field.note == "1 match"


def test_a_message_that_the_filter_leaves_out_is_still_read(panel, selection):
    panel.bar.show_which.setCurrentIndex(2)
    selection.select_message(4)
    assert panel.reader.heading.endswith("left out by the filter")
    panel.show_message(4)
    assert panel.table.current_message() == 4
    assert panel.reader.heading == "Message 4 · Mira · sent"


def test_go_to_takes_a_number_and_explains_a_wrong_one(qtbot, panel, selection):
    panel.table.setFocus()
    qtbot.keyClick(panel.table, KEY.Key_G, CTRL)
    qtbot.keyClicks(panel.bar.go_to, "99")
    qtbot.keyClick(panel.bar.go_to, KEY.Key_Return)
    assert panel.strip.words.text() == "There is no message “99”: they go from 0 to 7."
    qtbot.keyClicks(panel.bar.go_to, "7")
    assert not panel.strip.isVisible()
    qtbot.keyClick(panel.bar.go_to, KEY.Key_Return)
    assert selection.message == 7
    assert panel.table.hasFocus()


def test_what_comes_after_the_playhead_steps_back(panel, selection):
    selection.select_message(5)
    panel.set_playhead(4)
    assert panel.reader.heading.endswith("after the moment")
    before = panel.table.grab().toImage()
    panel.set_playhead(None)
    assert panel.table.grab().toImage() != before


def test_an_edited_document_keeps_place_and_selection(qtbot, panel, selection, harbour):
    find(qtbot, panel, "key")
    selection.select_message(2)
    cursor = panel.reader.text.textCursor()
    cursor.select(cursor.SelectionType.Document)
    panel.reader.text.setTextCursor(cursor)
    edited = Memory(0, {**harbour.memories[0].record, "summary": "Another wording."})
    panel.set_document(replace(harbour, memories=(edited, *harbour.memories[1:])))
    assert panel.table.current_message() == 2
    assert panel.reader.text.textCursor().hasSelection()
    assert "Another wording." in panel.reader.memories.memories.index(0).data()
    assert panel.bar.field.note == "2 of 3"


def test_copy_in_the_table_copies_the_whole_text(qtbot, panel):
    click_row(qtbot, panel, 6)
    qtbot.keyClick(panel.table, KEY.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == panel.model.document.chat.message(6).text


def test_empty_states_are_words(panel, make_document):
    panel.set_document(make_document())
    assert panel.empty.words.text() == "This chat has no messages."
    panel.set_document(None)
    assert panel.empty.words.text() == ""
    assert not panel.empty.show_all.isVisible()


def test_every_control_has_a_name_and_takes_the_focus(panel):
    bar, reader = panel.bar, panel.reader
    for one in (bar.field, bar.show_which, bar.go_to, panel.table, reader.text, reader.memories):
        assert one.accessibleName()
        assert one.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_light_and_dark_and_odd_texts_can_be_painted(qtbot, panel, make_document, make_message):
    panel.set_document(
        make_document(
            "x" * 200_000,
            make_message("\ud83d lone", "👩‍👩‍👧 " * 100),
            "ﷺ عربي needle",
            "",
            make_message(None, None),
        )
    )
    find(qtbot, panel, "needle")
    pictures = []
    for theme in (LIGHT, DARK):
        use_theme(theme)
        pictures.append(panel.grab().toImage())
    assert pictures[0] != pictures[1]


def test_a_narrow_panel_keeps_every_control_in_sight(qtbot, panel):
    bar = panel.bar
    controls = (bar.field, bar.previous, bar.next, bar.only_matches, bar.show_which, bar.go_to)

    def stand_apart():
        places = [one.geometry() for one in controls]
        assert all(bar.rect().contains(location) for location in places)
        assert not any(one.intersects(other) for one, other in itertools.pairwise(places))

    for width in (420, 1200, 420):
        panel.resize(width, 420)
        qtbot.waitUntil(stand_apart)
    assert panel.table.columnWidth(Location.TEXT) >= 100
    assert panel.table.isColumnHidden(Location.SWIPES)


def test_no_thread_is_left_when_the_panel_goes(qtbot, qapp, selection, make_document):
    parent = QWidget()
    panel = MessagesPanel(selection, parent)
    panel.set_document(make_document(*["words and more words"] * 20_000))
    pool = panel.rows.finder.worker.queue._pool
    panel.bar.field.setText("nowhere")
    ended = []
    pool.destroyed.connect(lambda: ended.append(True))
    shiboken6.delete(parent)
    assert ended
    qapp.processEvents()


def test_typing_again_drops_the_search_before(qtbot, panel, make_document):
    panel.set_document(make_document(*["abc"] * 5000, "abd"))
    for words in ("a", "ab", "abd"):
        panel.bar.field.setText(words)
    qtbot.waitUntil(lambda: not panel.rows.finder.running)
    assert panel.rows.finder.matches == [5000]
    panel.bar.field.setText("")
    qtbot.waitUntil(lambda: not panel.rows.finder.worker.queue.is_busy)
    assert panel.bar.field.note == ""


def test_a_search_can_be_stopped_and_keeps_what_it_found(qtbot, panel, make_document):
    panel.set_document(make_document(*["abc"] * 20_000))
    panel.bar.field.setText("abc")
    panel.rows.finder.stop()
    assert panel.bar.field.note.startswith("stopped at ")
    qtbot.waitUntil(lambda: not panel.rows.finder.worker.queue.is_busy)
    assert len(panel.rows.finder.matches) < 20_000


def test_many_sources_are_gathered_off_the_ui_thread(qtbot, panel, make_document):
    memories = [("x", list(range(100))) for _ in range(200)]
    panel.set_document(make_document(*["a"] * 120, memories=memories))
    assert panel.model.facts.sources.count(0) == 0
    qtbot.waitUntil(lambda: panel.model.facts.sources.count(0) == 200)


def test_a_question_finds_messages_by_what_they_are(qtbot, panel):
    find(qtbot, panel, "msg in 2..3 or msg == 6")
    assert panel.rows.finder.matches == [2, 3, 6]
    panel.bar.only_matches.setChecked(True)
    assert displayed(panel) == [2, 3, 6]


def test_a_question_that_finds_nothing_says_why_and_a_faulty_one_says_where(qtbot, panel):
    panel.bar.only_matches.setChecked(True)
    find(qtbot, panel, "msg > 900 and words > 0")
    assert panel.empty.words.text().startswith("msg > 900 matches none of 8 messages")
    panel.bar.field.setText("msg > soon")
    assert panel.bar.field.note == "▲ column 7: “soon”: expected a number"
    assert not panel.bar.field.is_sound()
    panel.bar.field.setText("msg > 5")
    qtbot.waitUntil(lambda: displayed(panel) == [6, 7])
    assert panel.bar.field.is_sound()


def test_the_words_of_a_question_are_marked(qtbot, panel):
    find(qtbot, panel, 'msg >= 0 and text contains "a"')
    assert panel.model.facts.needle == "a"


def test_what_can_be_asked_is_proposed_and_enter_goes_on_all_the_same(qtbot, panel, selection):
    field = panel.bar.field
    field.setFocus()
    qtbot.keyClicks(field, "ms")
    assert field._list.isVisible()
    field.clear()
    qtbot.keyClicks(field, "msg == 6")
    qtbot.waitUntil(lambda: not panel.rows.finder.running)
    qtbot.keyClick(field, KEY.Key_Return)
    assert selection.message == 6
    assert panel.bar.menu.former == ("msg == 6",)


@pytest.mark.parametrize("is_edited", [True, False])
def test_nothing_is_asked_of_what_was_found_in_a_longer_chat(
    is_edited, qtbot, panel, selection, make_document
):
    find(qtbot, panel, "the")
    assert max(panel.rows.finder.matches) == 7
    panel.set_document(
        make_document("The lamp.", "Rain.", memories=[("It went out.", [0])]), is_edited=is_edited
    )
    qtbot.waitUntil(lambda: not panel.rows.finder.running)
    assert panel.rows.finder.matches == [0]
    assert selection.lit.messages == {0}
