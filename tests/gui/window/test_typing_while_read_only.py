"""While another window edits the chat nobody types here in vain."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetField
from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.memories.names_popup import NamesPopup
from inspector.gui.tables.text_editor import TextCellEditor
from tests.gui.settling import settle

KEY = Qt.Key
WHY = "Another window edits this chat."


@pytest.fixture
def bench(window):
    bench = window.bench
    bench.selection.select([0])
    for name in ("memories", "details", "messages"):
        bench.docks.show(name)
    bench.commands.read_only = WHY
    settle(window)
    return bench


def detail(bench):
    bench.docks.show("details")
    return bench.panels.details.form.editors


def test_fields_of_a_memory_take_nothing_and_one_line_says_why(bench, window):
    summary, witnesses = detail(bench)["summary"], detail(bench)["witnesses"]
    assert bench.panels.details.read_only_line.words == WHY
    QTest.keyClicks(summary.edit, "Words")
    QTest.keyClicks(witnesses.names.input, "Words")
    bench.selection.select([1])
    settle(window)
    assert detail(bench)["summary"].edit.isReadOnly()
    assert bench.flow.drafts.unkept == ()
    bench.commands.read_only = ""
    assert bench.panels.details.read_only_line.words == ""
    QTest.keyClicks(detail(bench)["summary"].edit, "Words")
    assert len(bench.flow.drafts.unkept) == 1
    detail(bench)["summary"].revert()


def test_fields_that_are_made_while_it_is_so_take_nothing(bench, window):
    bench.panels.details._build()
    assert detail(bench)["summary"].edit.isReadOnly()


@pytest.mark.parametrize("column", [Location.SUMMARY, Location.WITNESSES])
def test_no_cell_of_a_memory_is_opened(bench, window, column):
    bench.docks.show("memories")
    table = bench.panels.memories.table
    table.begin_edit(bench.panels.memories.model.index(0, column))
    assert window.findChild(TextCellEditor) is window.findChild(NamesPopup) is None
    assert bench.panels.memories.notice.text == WHY


def test_no_recap_is_begun_and_no_scene_renamed(bench, window):
    bench.docks.show("recaps")
    recaps = bench.panels.recaps
    settle(window)
    recaps.versions.start_editing()
    recaps.scenes.edit.click()
    recaps.tabs.setCurrentIndex(1)
    recaps.scenes.table.setCurrentIndex(recaps.scenes.model.index(0, 1))
    QTest.keyClick(recaps.scenes.table, KEY.Key_F2)
    assert window.findChild(TextCellEditor) is None
    assert recaps.versions.reading.edit.isReadOnly()
    assert recaps.scenes.reading.edit.isReadOnly()
    assert bench.status.currentMessage() == WHY


def strip(bench, window, message=12):
    bench.docks.show("messages")
    bench.panels.messages.show_message(message)
    settle(window)
    return bench.panels.messages.reader.kept


def test_what_is_kept_with_a_message_takes_nothing_and_says_why(bench, window):
    kept = strip(bench, window)
    QTest.keyClicks(kept.edit, "Words")
    assert kept.edit.text == ""
    assert kept.reason.text() == WHY
    bench.commands.read_only = ""
    assert kept.reason.text() != WHY
    assert not kept.edit.isReadOnly()


def test_what_is_refused_beside_a_message_stays_typed(bench, window):
    bench.commands.read_only = ""
    kept = strip(bench, window)
    QTest.keyClicks(kept.edit, "Words")
    bench.commands._read_only = WHY  # as in the moment before it is said
    QTest.keyClick(kept.edit, KEY.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert kept.edit.is_modified
    assert bench.flow.drafts.texts == ("Words",)
    bench.commands._read_only = ""
    bench.commands.submit(SetField((3,), "importance", 5))
    QTest.keyClick(kept.edit, KEY.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not kept.edit.is_modified
    assert kept.edit.text == "Words"
    assert bench.commands.stack.count() == 2


def test_wordings_wait_in_their_queue(bench, window):
    bench.docks.show("rewrite")
    rewrite = bench.panels.rewrite
    bench.selection.select([0, 1])
    rewrite.rewrite_selected()
    QTest.keyClicks(rewrite.editor.edit, "Words")
    rewrite.keep_all()
    assert rewrite.queue.drafts == {0: "Words"}
    assert bench.status.currentMessage() == WHY
    rewrite.drop_all()
