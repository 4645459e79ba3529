"""The text filter above the rows, and the count beside it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.theme import Themed, current_theme, scaled


class FilterInput(QLineEdit):
    """Where the filter is typed.

    Signals:
        left: the rows shall have the keys again: Enter, Down, or Esc in the empty line.
    """

    left = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FilterRow(Themed, QWidget):
    """The filter and what it lets through.

    Signals:
        changed: another text is looked for.
        left: the rows shall have the keys again.
    """

    changed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.input = FilterInput(self)
        self.input.setPlaceholderText("Filter: words of a summary, a name, an id")
        self.input.setAccessibleName("Filter memories")
        self.input.setClearButtonEnabled(True)
        self.input.setFixedHeight(scaled(24))
        self.input.textChanged.connect(self.changed)
        self.input.left.connect(self.left)
        self.count = plain_label()
        self.count.setWordWrap(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(scaled(10), scaled(4), scaled(10), scaled(4))
        layout.setSpacing(scaled(10))
        layout.addWidget(self.input, 1)
        layout.addWidget(self.count)
        self.restyle()

    def open_on_find(self, panel: QWidget) -> None:
        """Let the key for finding go to the filter, wherever in `panel` the keys are."""
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), panel)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self._focus)

    def _focus(self) -> None:
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self.count.setStyleSheet(f"color: {theme.text_2.name()};")
