"""Text being typed: it counts as a change at once, and nothing goes on without it."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.core.edits import SetField
from inspector.files.unsaved import folder_of, read_unsaved
from inspector.gui.files import leaving
from inspector.gui.panels.messages.new_memory import NewMemoryDialog
from inspector.gui.panels.recaps.state import TEMPLATE
from inspector.gui.tables.text_editor import TextCellEditor
from tests.gui.drags import comes_in, drops, moves
from tests.gui.settling import settle

KEY = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NEW = "Nell came in from the storm with one last parcel."


@pytest.fixture
def bench(window):
    window.bench.selection.select([0])
    return window.bench


def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def is_marked(window):
    return window.isWindowModified() and "unsaved" in window.bench.status._edits.text()


def type_into_cell(window):
    window.bench.docks.show("memories")
    press(KEY.Key_F2)
    assert window.findChild(TextCellEditor) is not None
    QTest.keyClicks(QApplication.focusWidget(), NEW)


def type_into_detail(window):
    window.bench.docks.show("details")
    edit = window.bench.panels.details.form.editors["summary"].edit
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, NEW)


def test_title_and_status_say_so_from_the_first_letter(window, bench, qtbot):
    for type_text in (type_into_cell, type_into_detail):
        assert not window.isWindowModified(), type_text
        type_text(window)
        assert is_marked(window), type_text
        press(KEY.Key_Escape)
        qtbot.waitUntil(lambda: not window.isWindowModified())
        assert not bench.commands.stack.canUndo(), type_text


def test_what_is_typed_is_in_the_block_that_is_copied(window, bench, qtbot):
    for type_text in (type_into_cell, type_into_detail):
        type_text(window)
        with qtbot.waitSignal(bench.panels.preview.copied):
            press(KEY.Key_C, CONTROL | SHIFT)
        assert NEW in QGuiApplication.clipboard().text(), type_text
        assert bench.session.document.memories[0].summary == NEW, type_text
        QGuiApplication.clipboard().clear()
        bench.commands.stack.undo()
        settle(window)


@pytest.mark.parametrize("type_text", [type_into_cell, type_into_detail])
def test_what_is_typed_is_saved(window, bench, qtbot, type_text):
    path = bench.keeper.chat.path
    type_text(window)
    with qtbot.waitSignal(bench.keeper.saved):
        press(KEY.Key_S, CONTROL)
    assert NEW.encode() in path.read_bytes()
    qtbot.waitUntil(lambda: not window.isWindowModified())


@pytest.mark.parametrize("type_text", [type_into_cell, type_into_detail])
def test_whatever_is_turned_to_keeps_what_is_typed(window, bench, qtbot, monkeypatch, type_text):
    summary = bench.session.document.memories[0].summary

    def turn(act):
        bench.commands.submit(SetField((7,), "importance", 5 - len(kept)))
        type_text(window)
        act()
        kept.append(bench.session.document.memories[0].summary)
        bench.commands.stack.setIndex(0)
        settle(window)

    kept = []
    turn(lambda: bench.docks.show("problems"))
    picker = bench.context.ruleset
    picker.setCurrentIndex(picker.findData("openvault/26"))
    turn(lambda: picker.activated.emit(picker.currentIndex()))
    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: "stay")
    turn(lambda: bench.flow.open("another.jsonl"))
    turn(window.close)
    assert kept == [NEW] * 4
    # What is typed is the last step, and so the first to be undone.
    bench.commands.submit(SetField((7,), "importance", 5))
    type_text(window)
    bench.menus.undo.trigger()
    found = bench.session.document.memories
    assert (found[0].summary, found[7].importance) == (summary, 5)
    assert bench.flow.drafts.texts == ()
    bench.commands.stack.setIndex(0)


def test_another_version_of_the_recap_is_a_change_before_it_is_kept(window, bench, qtbot):
    bench.docks.show("recaps")
    versions = bench.panels.recaps.versions
    qtbot.waitUntil(lambda: versions.model.rowCount() > 0)
    versions.start_editing()
    QTest.keyClicks(versions.reading.edit, "More. ")
    assert is_marked(window)
    bench.panels.commit()
    assert bench.commands.stack.count() == 1


def test_of_each_file_only_its_own_edits_are_kept_for_the_next_start(window, bench, sample, qtbot):
    chronicle = next(sample.parent.glob("*Nobody - chronicle.json"))
    with qtbot.waitSignal(bench.session.changed):
        bench.file_services.dropping.drop([str(chronicle)])
    type_into_detail(window)

    def kept():
        found = read_unsaved(folder_of(bench.keeper.chat.path))
        return None if found is None else (len(found.edits), len(found.drafts))

    qtbot.waitUntil(lambda: kept() == (0, 1))
    assert bench.commands.stack.count() == 1
    press(KEY.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: kept() == (1, 0))


def type_witnesses_of_a_new_memory(window, qtbot):
    bench = window.bench
    bench.docks.show("messages")
    bench.panels.messages.show_message(12)
    bench.panels.messages.table.memory_requested.emit()
    dialog = bench.panels.messages.findChild(NewMemoryDialog)
    return dialog, dialog.fields["witnesses"]


def type_a_change_of_many(window, qtbot):
    window.bench.selection.select([0, 1])
    dialog = window.bench.panels.memories.change_all()
    dialog.change.setCurrentIndex(dialog.change.count() - 1)
    return dialog, dialog.value


@pytest.mark.parametrize("ask", [type_witnesses_of_a_new_memory, type_a_change_of_many])
def test_what_is_typed_into_a_line_of_a_dialog_goes_with_no_chat_unasked(
    window, bench, sample, qtbot, monkeypatch, ask
):
    path = bench.keeper.chat.path
    dialog, line = ask(window, qtbot)
    qtbot.waitActive(dialog)
    line.selectAll()
    QTest.keyClicks(line, "Words")
    asked = []
    monkeypatch.setattr(leaving, "ask_about_refused", lambda _, typed: asked.append(typed))
    window.take_start([str(sample)])
    window.close()
    assert asked == ["Words"] * 2
    assert window.isVisible()
    assert dialog.isVisible()
    assert bench.keeper.chat.path == path
    dialog.reject()


def test_wordings_that_are_refused_in_their_queue_go_with_no_chat_unasked(
    window, bench, monkeypatch
):
    rewrite = bench.panels.rewrite
    bench.selection.select([1, 2])
    rewrite.rewrite_selected()
    rewrite.editor.edit.type_over("One is kept.")
    rewrite.keep_current()
    bench.commands.read_only = "Another window edits this chat."
    asked = []
    monkeypatch.setattr(leaving, "ask_about_refused", lambda _, typed: asked.append(typed))
    window.close()
    assert asked == ["One is kept."]
    assert window.isVisible()
    rewrite.drop_all()


def test_a_line_of_a_setting_is_kept_for_the_next_start_until_it_is_set(window, bench, qtbot):
    bench.controller.use_ruleset("openvault/26")
    settle(window)
    bench.docks.show("settings")
    line = bench.panels.settings.rows["embeddingSource"].editor.line
    line.setFocus()
    line.selectAll()

    def kept():
        found = read_unsaved(folder_of(bench.keeper.chat.path))
        return None if found is None else [(one.title, one.text) for one in found.drafts]

    QTest.keyClicks(line, "words")
    qtbot.waitUntil(lambda: kept() == [("embeddingSource", "words")])
    press(KEY.Key_Return)
    qtbot.waitUntil(lambda: kept() is None)


def test_what_is_typed_into_the_template_holds_at_once_and_waits_for_nothing(window, bench):
    bench.docks.show("recaps")
    bench.controller.use_ruleset("auto-recap/1")
    settle(window)
    bench.panels.recaps.tabs.setCurrentIndex(2)
    edit = bench.panels.recaps.template.edit
    edit.setFocus()
    QTest.keyClicks(edit, "Words")
    assert bench.session.question.moment.settings[TEMPLATE].startswith("Words")
    assert not window.isWindowModified()
    assert bench.flow.drafts.unkept == ()
    settle(window)
    assert edit.text.startswith("Words")
    assert not window.isWindowModified()


def test_what_is_dragged_onto_a_field_without_the_keys_is_a_change_as_well(window, bench, qtbot):
    bench.docks.show("details")
    edit = bench.panels.details.form.editors["summary"].edit
    bench.panels.memories.table.setFocus()
    dragged = QMimeData()
    dragged.setText("Words ")
    for event in (comes_in(dragged), moves(dragged), drops(dragged)):
        QApplication.sendEvent(edit.viewport(), event)
    assert "Words " in edit.text
    assert not edit.hasFocus()
    assert is_marked(window)

    def kept():
        found = read_unsaved(folder_of(bench.keeper.chat.path))
        return None if found is None else [one.text for one in found.drafts]

    qtbot.waitUntil(lambda: kept() == [edit.text])
    edit.restore()
    qtbot.waitUntil(lambda: kept() is None)
    assert not window.isWindowModified()
