"""Lays widgets out like words: from left to right, then on the next line."""

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget
from typing_extensions import override


def in_lines(widths: Sequence[int], room: int, spacing: int) -> list[list[int]]:
    """Which things stand in each line, by their numbers.

    Args:
        widths: of all of them, in pixels.
        room: the width of a line.
        spacing: between two in one line.
    """
    lines: list[list[int]] = [[]]
    left = 0
    for number, width in enumerate(widths):
        if left and left + width > room:
            lines.append([])
            left = 0
        lines[-1].append(number)
        left += width + spacing
    return lines


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
        sizes = [item.sizeHint() for item in self._items]
        widths = [min(size.width(), inside.width()) for size in sizes]
        y = inside.top() - self.spacing()
        for line in in_lines(widths, inside.width(), self.spacing()):
            x, y = inside.left(), y + self.spacing()
            for number in line:
                width = widths[number]
                if number == len(self._items) - 1:
                    width = max(width, inside.right() - x + 1)
                if location:
                    rect = QRect(QPoint(x, y), QSize(width, sizes[number].height()))
                    self._items[number].setGeometry(rect)
                x += width + self.spacing()
            y += max((sizes[number].height() for number in line), default=0)
        return y - room.top() + margins.bottom()
