"""One line that is typed; files that are dragged over it are for what lies around it."""

from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from inspector.gui.kit.dragged_files import dragged_files, leave_files


class LineEdit(QLineEdit):
    """Takes words that are dropped, and leaves files to the window, which opens them."""

    @override
    def dragEnterEvent(self, arg__1: QDragEnterEvent) -> None:
        if not leave_files(arg__1):
            super().dragEnterEvent(arg__1)

    @override
    def dragMoveEvent(self, e: QDragMoveEvent) -> None:
        if not leave_files(e):
            super().dragMoveEvent(e)

    @override
    def dropEvent(self, arg__1: QDropEvent) -> None:
        if not leave_files(arg__1):
            super().dropEvent(arg__1)


class PathEdit(QLineEdit):
    """The path of a file or folder: one that is dropped stands there as if it was typed."""

    @override
    def dragEnterEvent(self, arg__1: QDragEnterEvent) -> None:
        if dragged_files(arg__1):
            arg__1.acceptProposedAction()
        else:
            super().dragEnterEvent(arg__1)

    @override
    def dragMoveEvent(self, e: QDragMoveEvent) -> None:
        if dragged_files(e):
            e.acceptProposedAction()
        else:
            super().dragMoveEvent(e)

    @override
    def dropEvent(self, arg__1: QDropEvent) -> None:
        paths = dragged_files(arg__1)
        if not paths:
            super().dropEvent(arg__1)
            return
        arg__1.acceptProposedAction()
        self.selectAll()
        self.insert(paths[0])
