"""The backups of the open chat have a place in the window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetField
from inspector.gui.files.backups_dialog import BackupsDialog
from inspector.loading import open_chat


def test_what_was_read_leaves_the_memory_after_an_answer(window, qtbot):
    bench = window.bench
    spilling = bench.file_services.spilling
    spilling.wait()
    spilling.least, spilling.rest = 1, 0
    bench.commands.submit(SetField((0,), "importance", 5))
    qtbot.waitUntil(
        lambda: all(one.held is None for one in bench.keeper.chat.read_bytes), timeout=20_000
    )


def test_one_value_of_a_backup_is_brought_back_as_one_step(window, qtbot):
    bench = window.bench
    former = bench.session.document.memories[0].importance
    bench.commands.submit(SetField((0,), "importance", 1 if former != 1 else 2))
    bench.commands.submit(SetField((1,), "summary", "Another wording."))
    with qtbot.waitSignal(bench.keeper.saved, timeout=20_000):
        bench.flow.save()
    bench.file_services.restoring.show()
    dialog = window.findChild(BackupsDialog)
    qtbot.waitUntil(lambda: dialog.values.topLevelItemCount() == 2, timeout=20_000)
    assert dialog.backups.topLevelItem(0).text(2) == "2 memories"
    assert not dialog.restore.isEnabled()
    rows = [dialog.values.topLevelItem(row) for row in range(2)]
    (row,) = [one for one in rows if one.text(0).startswith("Importance")]
    row.setCheckState(0, Qt.CheckState.Checked)
    with qtbot.waitSignal(bench.session.changed, timeout=20_000):
        QTest.mouseClick(dialog.restore, Qt.MouseButton.LeftButton)
    assert bench.session.document.memories[0].importance == former
    assert bench.session.document.memories[1].summary == "Another wording."
    assert bench.flow.is_modified
    bench.commands.stack.undo()
    assert not bench.flow.is_modified
    assert bench.session.document.memories[0].importance != former


def test_a_restored_value_is_a_step_of_its_own_behind_unsaved_edits(window, qtbot):
    bench, stack = window.bench, window.bench.commands.stack
    former = bench.session.document.memories[0].importance
    bench.commands.submit(SetField((0,), "importance", 6 - former))
    with qtbot.waitSignal(bench.keeper.saved, timeout=20_000):
        bench.flow.save()
    bench.commands.submit(SetField((1,), "summary", "Another wording."))
    bench.commands.submit(SetField((2,), "summary", "And another."))
    bench.file_services.restoring.show()
    dialog = window.findChild(BackupsDialog)
    qtbot.waitUntil(lambda: dialog.values.topLevelItemCount() == 3, timeout=20_000)
    rows = [dialog.values.topLevelItem(row) for row in range(3)]
    (row,) = [one for one in rows if one.text(0).startswith("Importance")]
    row.setCheckState(0, Qt.CheckState.Checked)
    with qtbot.waitSignal(bench.session.changed, timeout=20_000):
        QTest.mouseClick(dialog.restore, Qt.MouseButton.LeftButton)
    assert bench.session.document.memories[0].importance == former
    stack.undo()
    document = bench.session.document
    assert document.memories[0].importance == 6 - former
    assert [one.summary for one in document.memories[1:3]] == ["Another wording.", "And another."]
    stack.undo()
    assert bench.session.document.memories[1].summary == "Another wording."
    assert bench.session.document.memories[2].summary != "And another."
    stack.undo()
    assert not bench.flow.is_modified
    assert not stack.canUndo()
    stack.setIndex(3)
    with qtbot.waitSignal(bench.keeper.saved, timeout=20_000):
        bench.flow.save()
    saved = open_chat(bench.keeper.chat.path).document.memories
    assert (saved[0].importance, saved[2].summary) == (former, "And another.")
