"""Edits that a killed program left behind are offered, and brought back as one step."""

import os

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetField, apply
from inspector.files.unsaved import UnsavedEdits, found_unsaved
from inspector.gui.files.recovering import RecoveryDialog
from inspector.recovery import CHAT, chat_state

LEFT = Qt.MouseButton.LeftButton


def left_behind(chat, *edits):
    """Leave unsaved edits as a killed program does."""
    keeper = UnsavedEdits(chat.path, CHAT, (chat.file.lines.data,))
    document, texts = chat.document, []
    for edit in edits:
        document = apply(document, edit)
        texts.append("Importance of 1 memory")
        keeper.record(texts, chat_state(chat, document), {}, chat.on_disk.pieces)
    keeper._close()
    os.close(keeper._lock)
    return document


def test_edits_are_brought_back_as_one_step(window, qtbot):
    bench = window.bench
    chat = bench.keeper.chat
    edited = left_behind(chat, SetField((0,), "importance", 5), SetField((1,), "importance", 1))
    bench.file_services.recovering.look()
    qtbot.waitUntil(lambda: bench.notice.text.startswith("2 edits of"))
    QTest.mouseClick(bench.notice.buttons[0], LEFT)
    qtbot.waitUntil(lambda: window.findChild(RecoveryDialog) is not None)
    with qtbot.waitSignal(bench.session.changed, timeout=10_000):
        window.findChild(RecoveryDialog).accept()
    memories = bench.session.document.memories
    assert [one.importance for one in memories[:2]] == [5, 1]
    assert bench.flow.is_modified
    assert bench.commands.stack.undoText() == "Bring back 2 edits"
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert chat.path.read_bytes() == b"".join(chat.contents(edited))
    assert found_unsaved() == []
    bench.commands.stack.undo()
    assert bench.flow.is_modified


def test_edits_that_are_discarded_are_gone(window, qtbot):
    bench = window.bench
    left_behind(bench.keeper.chat, SetField((0,), "importance", 5))
    bench.file_services.recovering.look()
    qtbot.waitUntil(lambda: bench.notice.text.startswith("1 edit of"))
    QTest.mouseClick(bench.notice.buttons[2], LEFT)
    assert found_unsaved() == []
    assert not bench.flow.is_modified
