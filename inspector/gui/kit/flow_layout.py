"""Lays widgets out like words: from left to right, then on the next line."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget
from typing_extensions import override


class FlowLayout(QLayout):
    """A layout whose height follows from its width; the last item takes the line's rest.

    It is a widget's own: of one inside another layout PySide forgets the items.
    """

    def __init__(self, parent: QWidget, spacing: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def insert_widget(self, location: int, widget: QWidget) -> None:
        """Add a widget at a place."""
        self.addWidget(widget)
        self._items.insert(location, self._items.pop())
        self.invalidate()

    @override
    def addItem(self, arg__1: QLayoutItem) -> None:
        self._items.append(arg__1)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, arg__1: int) -> int:
        return self._arrange(QRect(0, 0, arg__1, 0), location=False)

    @override
    def setGeometry(self, arg__1: QRect) -> None:
        super().setGeometry(arg__1)
        self._arrange(arg__1, location=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, room: QRect, *, location: bool) -> int:
        margins: QMargins = self.contentsMargins()
        inside = room.marginsRemoved(margins)
        x, y, line = inside.left(), inside.top(), 0
        for number, item in enumerate(self._items):
            size = item.sizeHint()
            width = min(size.width(), inside.width())
            if x > inside.left() and x + width > inside.right() + 1:
                x, y, line = inside.left(), y + line + self.spacing(), 0
            if number == len(self._items) - 1:
                width = max(width, inside.right() - x + 1)
            if location:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, size.height())))
            x += width + self.spacing()
            line = max(line, size.height())
        return y + line - room.top() + margins.bottom()
