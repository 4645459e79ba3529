"""The history of edits."""

from PySide6.QtGui import QUndoCommand, QUndoStack

from inspector.gui.kit.sizes import ROW
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.history.panel import HistoryPanel


def test_rows_of_the_history_are_as_high_as_those_of_tables(qtbot):
    stack = QUndoStack()
    panel = HistoryPanel(stack)
    qtbot.addWidget(panel)
    stack.push(QUndoCommand("Importance 5"))
    assert panel.list.sizeHintForRow(1) == scaled(ROW)
