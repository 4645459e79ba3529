"""Where the tokens go: a bar a cause, from the first total to the second."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.analysis.compared_lines import CAUSES, Cause
from inspector.analysis.comparison import Change, Comparison
from inspector.gui.kit.paint import focus_ring
from inspector.gui.kit.text import plain, signed
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.language import _, ngettext

TITLES = {
    Cause.TAGS: _("Tags"),
    Cause.HEADERS: _("Headers"),
    Cause.SEPARATORS: _("Separators"),
    Cause.HINTS: _("Hints"),
    Cause.ANNOTATIONS: _("Memory notes"),
    Cause.EMOTIONS: _("Emotions"),
    Cause.CONTEXT: _("Scene lines"),
    Cause.WORDING: _("Wording"),
    Cause.MEMORIES: _("Memories in, out"),
}
_LEAST_PX = 240
_ROW_PX, _LOW_ROW_PX, _NUMBER, _BAR_PX, _MARGIN_PX = 34, 24, 56, 12, 12
_TITLE = 0.34
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)
_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True)
class Step:
    """One row: a total, or what a cause adds.

    Attributes:
        title: what it is.
        note: small below it; empty for nothing.
        start: tokens before it; 0 for a total.
        end: tokens after it.
        cause: None for a total.
    """

    title: str
    note: str
    start: int
    end: int
    cause: Cause | None = None


class CausesView(Themed, QWidget):
    """Paints the steps from one total to the other; each step's number stands beside it.

    Signals:
        cause_chosen: a person asked for the lines of a cause (`Cause`).
    """

    cause_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[Step, ...] = ()
        self._is_low = False
        self._current = 1
        self.setAccessibleName(_("Where the tokens go"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def restyle(self) -> None:
        self.updateGeometry()
        self.update()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The rows from the first total to the second."""
        return self._steps

    def show_comparison(self, found: Comparison | None, names: tuple[str, str] = ("", "")) -> None:
        """Show the causes of a difference; nothing for None.

        Args:
            found: the comparison.
            names: what stands small below the totals.
        """
        self._steps = () if found is None else steps_of(found, names)
        self._current = 1
        words = [f"{one.title} {one.end - one.start}" for one in self._steps[1:-1]]
        self.setAccessibleDescription(", ".join(words))
        self.updateGeometry()
        self.update()

    def show_low(self, *, is_low: bool) -> None:
        """Leave the notes out where the room is short."""
        if is_low is not self._is_low:
            self._is_low = is_low
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(_LEAST_PX), self._height * len(self._steps))

    @property
    def _height(self) -> int:
        return scaled(_LOW_ROW_PX if self._is_low else _ROW_PX)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(int(event.position().y()) // max(self._height, 1), ask=True)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps:
            self._choose(self._current + steps[Qt.Key(event.key())], ask=False)
        elif event.key() in _ENTER:
            self._choose(self._current, ask=True)
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int, *, ask: bool) -> None:
        if 0 < number < len(self._steps) - 1:
            self._current = number
            self.update()
            if ask:
                self.cause_chosen.emit(self._steps[number].cause)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        most = max((1, *(max(one.start, one.end) for one in self._steps)))
        for number in range(len(self._steps)):
            self._paint_step(painter, number, most)
        if self.hasFocus() and self._steps:
            top = self._current * self._height
            focus_ring(painter, QRectF(0, top, self.width(), self._height - 1))
        painter.end()

    def _paint_step(self, painter: QPainter, number: int, most: int) -> None:
        theme, height, width = current_theme(), self._height, self.width()
        step, top = self._steps[number], number * self._height
        is_total = step.cause is None
        if is_total:
            painter.fillRect(QRectF(0, top, width, height), theme.alt)
        painter.fillRect(QRectF(0, top + height - 1, width, 1), theme.line)
        left = self._title_width(painter, width)
        room = width - left - scaled(_NUMBER + _MARGIN_PX)
        self._paint_words(
            painter, step, QRectF(scaled(_MARGIN_PX), top, left - scaled(_MARGIN_PX + 6), height)
        )
        start, end = sorted((step.start, step.end))
        bar = QRectF(
            round(left + room * start / most),
            round(top + (height - scaled(_BAR_PX)) / 2),
            max(round(room * (end - start) / most), 2.0),
            scaled(_BAR_PX),
        )
        if number + 1 < len(self._steps):
            link = round(left + room * step.end / most)
            painter.fillRect(QRectF(link, bar.bottom(), 1, height - scaled(_BAR_PX)), theme.line)
        colour = _colour(step)
        painter.fillRect(bar, colour)
        painter.setPen(theme.text if is_total else colour)
        painter.setFont(font(14 if is_total else 12, bold=True, tabular=True))
        right = QRectF(width - scaled(_NUMBER + _MARGIN_PX), top, scaled(_NUMBER), height)
        more = step.end - step.start
        painter.drawText(
            right, _AT_RIGHT, plain(more) if is_total else signed(more) if more else "0"
        )

    def _title_width(self, painter: QPainter, width: int) -> int:
        """Room for the longest title, and for more of what stands below where there is some."""
        painter.setFont(font(12, bold=True))
        titles = (painter.fontMetrics().horizontalAdvance(one.title) for one in self._steps)
        return max(round(width * _TITLE), max(titles) + scaled(2 * _MARGIN_PX))

    def _paint_words(self, painter: QPainter, step: Step, room: QRectF) -> None:
        theme = current_theme()
        painter.setPen(theme.text)
        painter.setFont(font(12, bold=True))
        if self._is_low or not step.note:
            painter.drawText(room, _MIDDLE, step.title)
            return
        half = room.height() / 2
        upper = QRectF(room.left(), room.top() + scaled(3), room.width(), half - scaled(2))
        lower = QRectF(room.left(), room.top() + half, room.width(), half - scaled(3))
        painter.drawText(upper, _MIDDLE, step.title)
        painter.setPen(theme.text_2)
        painter.setFont(font(11, tabular=True))
        words = painter.fontMetrics().elidedText(
            step.note, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(lower, _MIDDLE, words)


def steps_of(found: Comparison, names: tuple[str, str]) -> tuple[Step, ...]:
    """The rows of a comparison: the first total, each cause, the second total.

    Args:
        found: the comparison.
        names: what stands small below the totals.
    """
    steps = [Step("A", names[0], 0, found.tokens[0])]
    running = found.tokens[0]
    for cause in CAUSES:
        more = found.causes[cause]
        if found.lines_of(cause) or more:
            note = _note(found, cause)
            steps.append(Step(TITLES[cause], note, running, running + more, cause))
            running += more
    return (*steps, Step("B", names[1], 0, found.tokens[1]))


def _note(found: Comparison, cause: Cause) -> str:
    """How many lines a cause changes."""
    changes = [row.change for row in found.rows if row.cause is cause]
    gone, come = changes.count(Change.REMOVED), changes.count(Change.ADDED)
    changed = changes.count(Change.CHANGED)
    if cause is Cause.MEMORIES:
        return ngettext(
            "{come:,} line in, {gone:,} out", "{come:,} lines in, {gone:,} out", come
        ).format(come=come, gone=gone)
    if gone and come and not changed:
        return ngettext("{come:,} for {gone:,} line", "{come:,} for {gone:,} lines", gone).format(
            come=come, gone=gone
        )
    lines = gone + come + changed
    return ngettext("{n:,} line", "{n:,} lines", lines).format(n=lines)


def _colour(step: Step) -> QColor:
    """Fewer tokens and more in two hues; the sign says the same."""
    theme = current_theme()
    if step.cause is None or step.start == step.end:
        return theme.text_2
    return theme.verdict_in if step.end < step.start else theme.warning
