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
