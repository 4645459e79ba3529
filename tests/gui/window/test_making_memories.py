"""A writer makes, splits, merges and deletes memories by keys, compares, undoes, and saves."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.panels.memories.split_dialog import SplitDialog
from inspector.gui.panels.messages.new_memory import NewMemoryDialog
from inspector.jsonbytes.pieces import joined


def settle(window, qtbot, act):
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        act()


def test_memories_come_and_go_by_keys_and_undo_gives_the_bytes_back(window, qtbot):
    bench = window.bench
    session, selection, panels = bench.session, bench.selection, bench.panels
    path = bench.keeper.chat.path
    before = path.read_bytes()
    table = panels.memories.table
    for name in ("knowledge", "curve", "compare", "memories"):
        bench.docks.show(name)
    last = len(session.document.memories) - 1

    selection.select([last])
    table.setFocus()
    settle(window, qtbot, lambda: QTest.keyClick(table, Qt.Key.Key_D))
    assert len(session.document.memories) == last + 2

    selection.select([last, last + 1])
    settle(window, qtbot, lambda: QTest.keyClick(table, Qt.Key.Key_M))
    assert session.document.memories[last + 1].is_archived

    selection.select([last + 1])
    settle(window, qtbot, lambda: QTest.keyClick(table, Qt.Key.Key_Delete))
    assert len(session.document.memories) == last + 1

    selection.select([3])
    QTest.keyClick(table, Qt.Key.Key_S)
    dialog = panels.memories.findChild(SplitDialog)
    settle(window, qtbot, dialog.here.click)
    assert len(session.document.memories) == last + 2

    bench.docks.show("messages")
    panels.messages.show_message(12)
    panels.messages.table.setFocus()
    panels.messages.table.memory_requested.emit()
    dialog = panels.messages.findChild(NewMemoryDialog)
    dialog.summary.insertPlainText("Rufus hid the strike pin in the red tin before dawn.")
    settle(window, qtbot, dialog.make.click)
    assert session.document.memories[-1].sources == (12,)
    assert bench.commands.stack.undoText() == "Memory made"

    draft = joined(bench.keeper.chat.contents(session.document))
    assert draft != before
    while bench.commands.stack.canUndo():
        bench.commands.stack.undo()
    qtbot.waitUntil(lambda: len(session.document.memories) == last + 1)
    assert joined(bench.keeper.chat.contents(session.document)) == before
    assert path.read_bytes() == before


def test_every_dialog_stays_where_its_edit_is_refused_and_says_why(window, qtbot):
    bench = window.bench
    panels, why = bench.panels, "Another window edits this chat."
    before = bench.session.document
    bench.selection.select([3])
    panels.messages.show_message(12)
    bench.commands.read_only = why
    QTest.keyClick(panels.memories.table, Qt.Key.Key_S)
    panels.messages.table.memory_requested.emit()
    assert panels.memories.change_all() is None
    assert panels.memories.findChild(SplitDialog) is None, "it is refused before anybody types"
    assert panels.messages.findChild(NewMemoryDialog) is None
    assert panels.memories.notice.text == why
    bench.commands.read_only = ""
    QTest.keyClick(panels.memories.table, Qt.Key.Key_S)
    split = panels.memories.findChild(SplitDialog)
    bulk = panels.memories.change_all()
    bulk.change.setCurrentIndex(bulk.change.findText("Lower importance"))
    qtbot.waitUntil(bulk.keep_button.isEnabled)
    panels.messages.table.memory_requested.emit()
    made = panels.messages.findChild(NewMemoryDialog)
    made.summary.insertPlainText("Rufus hid the strike pin.")
    bench.commands.read_only = why
    for button in (split.here, bulk.keep_button, made.make):
        button.click()
    for dialog in (split, bulk, made):
        assert dialog.isVisible()
        assert dialog.trouble.text() == why
    assert bench.session.document is before
    bench.commands.read_only = ""
    for dialog, button in ((made, made.make), (bulk, bulk.keep_button)):
        qtbot.waitUntil(button.isEnabled)
        with qtbot.waitSignal(dialog.accepted):
            button.click()
    split.reject()
