"""Where a filter is typed: completion, and a line under what is wrong."""

from typing import Any

from PySide6.QtCore import QPointF, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCompleter, QListView, QWidget
from typing_extensions import override

from inspector.analysis.filters.completion import Completion, complete
from inspector.analysis.filters.fields import Fields
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.theme import current_theme, scaled

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WAVE = 2.0


class UnderlinedInput(LineEdit):
    """A line of text with a wave under what is wrong."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fault: tuple[int, int] | None = None

    def show_fault(self, span: tuple[int, int] | None) -> None:
        """Underline what is wrong; None for nothing."""
        if span != self._fault:
            self._fault = span
            self.update()

    def is_sound(self) -> bool:
        """Whether nothing is known to be wrong with what is typed."""
        return self._fault is None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._fault is None:
            return
        start, end = self._fault
        metrics, text = self.fontMetrics(), self.text()
        cursor = self.cursorRect()
        at = cursor.center().x() - metrics.horizontalAdvance(text[: self.cursorPosition()])
        left = at + metrics.horizontalAdvance(text[:start])
        right = max(at + metrics.horizontalAdvance(text[:end]), left + scaled(6))
        inside = self.contentsRect()
        left, right = max(left, inside.left()), min(right, inside.right())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(current_theme().error, 1.2))
        painter.drawPolyline(_wave(left, right, cursor.bottom() - 1))
        painter.end()


class FilterInput(UnderlinedInput):
    """Where the filter is typed.

    Attributes:
        fields: what rows can be asked for; None for words alone, without completion.

    Signals:
        left: the rows shall have the keys again: Enter, Down, or Esc in the empty line.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: Fields[Any] | None = None
        self._completion = Completion(0, 0)
        self._typed = ""
        self._options = QStringListModel(self)
        self._popup = QCompleter(self._options, self)
        self._popup.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._list = QListView(self)
        self._popup.setPopup(self._list)
        self._popup.setWidget(self)
        self._popup.activated.connect(self._complete_with)
        self.textEdited.connect(self._propose)

    @property
    def is_proposing(self) -> bool:
        """Whether the next key may be meant for what is proposed.

        Enter is not where nothing is chosen of it: it is meant for what is typed.
        """
        return self._list.isVisible() and self._list.currentIndex().isValid()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in _ENTER and not self.is_proposing:
            self._list.hide()
        if self._list.isVisible() and key in (*_ENTER, Qt.Key.Key_Escape, Qt.Key.Key_Tab):
            # The completer, which asks the line first, takes what the line leaves.
            event.ignore()
        elif key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._propose(self.text())
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Down, *_ENTER):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _propose(self, text: str) -> None:
        """What may come next; nothing where the text is empty, so that keys are free."""
        if self.fields is None or not text.strip() or not self.hasFocus():
            self._list.hide()
            return
        self._typed = text[: self.cursorPosition()]
        found = self._completion = complete(text, self.cursorPosition(), self.fields)
        self._options.setStringList(
            [f"{one.text}   {one.meaning}" if one.meaning else one.text for one in found.options]
        )
        if found.options and found.end > found.start:
            self._popup.complete()
        else:
            self._list.hide()

    def _complete_with(self, chosen: str) -> None:
        self._list.hide()
        found, listed = self._completion, self._options.stringList()
        if chosen in listed and self.text()[: found.end] == self._typed:
            option = found.options[listed.index(chosen)]
            text, cursor = found.applied(self.text(), option.text)
            self.setText(text)
            self.setCursorPosition(cursor)


def _wave(left: float, right: float, bottom: float) -> QPolygonF:
    points: list[QPointF] = []
    x, is_up = left, False
    while x <= right:
        points.append(QPointF(x, bottom - (_WAVE if is_up else 0)))
        x, is_up = x + _WAVE, not is_up
    return QPolygonF(points)
