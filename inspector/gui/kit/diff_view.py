"""Two texts side by side or in one, with what differs marked; long ones are laid out in parts."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget
from typing_extensions import override

from inspector.analysis.differences import Kind
from inspector.gui.kit.diff_layouts import Layouts, Marks
from inspector.gui.kit.diff_rows import Aside, Row, marked_text
from inspector.gui.kit.paint import frame
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.language import _


@dataclass(frozen=True)
class Geometry:
    """Lengths of the rows in the visual language's pixels.

    Attributes:
        gutter: at the left of a side, for its numbers.
        pad: at its right.
        gap: above and below the text of a row.
        middle: between the sides, or at the right of both in one.
        spacing: from line to line, in heights of the font.
    """

    gutter: int = 30
    pad: int = 8
    gap: int = 5
    middle: int = 0
    spacing: float = 1.2


_ASIDE_PX, _ASIDE_GAP_PX, _STRIPE_PX = 88, 1, 3
_ASIDES = Geometry(gutter=_ASIDE_PX, gap=_ASIDE_GAP_PX)


class DiffView(Themed, QAbstractScrollArea):
    """Paints the rows that are in sight.

    Args:
        parent: as for any widget.
        text_font: answers the font of all text.
        geometry: of the rows.

    Signals:
        stepped: a step led to the next or previous change; its number and how many there are.
        rows_changed: other rows are shown, or the same ones in another way.
    """

    stepped = Signal(int, int)
    rows_changed = Signal()

    def __init__(
        self,
        parent: QWidget | None = None,
        text_font: Callable[[], QFont] = lambda: font(12),
        geometry: Geometry | None = None,
    ) -> None:
        super().__init__(parent)
        self._text_font = text_font
        self._usual_geometry = self._geometry = geometry or Geometry()
        self._rows: Sequence[Row] = ()
        self._is_inline = False
        self._heights: list[float] = []
        self._tops: list[float] = [0.0]
        self._layouts = Layouts((), 100, is_inline=False)
        self._note = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("What differs"))
        self.setMinimumSize(scaled(200), scaled(50))

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown."""
        return self._rows

    @property
    def is_inline(self) -> bool:
        """Whether both sides stand in one text."""
        return self._is_inline

    @property
    def first_row(self) -> int:
        """The number of the row at the top."""
        return max(0, bisect_right(self._tops, self.verticalScrollBar().value() + 1) - 1)

    def show_marks(self, marks: Marks) -> None:
        """Mark what was found."""
        self._layouts.show_marks(marks)
        self.viewport().update()

    def show_row(self, number: int) -> None:
        """Bring a row to the top, as far as the rows reach."""
        self._measure_around(number)
        self.verticalScrollBar().setValue(round(self._tops[number]))

    @override
    def restyle(self) -> None:
        self._start_layouts()

    def show_rows(self, rows: Sequence[Row], *, is_inline: bool) -> None:
        """Show these rows, from their start unless only the way of showing differs."""
        if rows != self._rows:
            self.verticalScrollBar().setValue(0)
        self._rows, self._is_inline, self._note = rows, is_inline, ""
        has_asides = any(row.aside for row in rows)
        self._geometry = _ASIDES if has_asides else self._usual_geometry
        changed = sum(row.is_changed for row in rows)
        self.setAccessibleDescription(
            _("{changed:,} of {n:,} paragraphs differ").format(changed=changed, n=len(rows))
        )
        self._start_layouts()
        self.rows_changed.emit()

    def say(self, note: str) -> None:
        """Say in words why there are no rows."""
        self._rows, self._note = (), note
        self.setAccessibleDescription(note)
        self._start_layouts()

    def step(self, by: int) -> None:
        """Bring the next change (1) or the previous one (-1) to the top."""
        changes = [number for number, row in enumerate(self._rows) if row.is_changed]
        if not changes:
            return
        at = self.first_row
        later = [number for number in changes if number > at]
        before = [number for number in changes if number < at]
        found = (later or changes)[0] if by > 0 else (before or changes)[-1]
        self.show_row(found)
        self.stepped.emit(changes.index(found) + 1, len(changes))

    def text(self) -> str:
        """What is shown, as plain text with + and − in front of what came and went."""
        return marked_text(self._rows)

    def _start_layouts(self) -> None:
        side = self._side_width()
        chosen, marks = self._text_font(), self._layouts.marks
        spacing = self._geometry.spacing
        self._layouts = Layouts(
            self._rows, side, is_inline=self._is_inline, text_font=chosen, spacing=spacing
        )
        self._layouts.show_marks(marks)
        metrics = QFontMetricsF(chosen)
        per_line = max(side / max(metrics.averageCharWidth(), 1.0), 8.0)
        line = metrics.height() * spacing
        gaps = 2 * self._gap
        self._heights = [
            (1 + max(_characters(row), 1) // per_line) * line + gaps for row in self._rows
        ]
        self._place_rows()

    @property
    def _gap(self) -> int:
        return scaled(self._geometry.gap)

    def _side_width(self) -> float:
        geometry = self._geometry
        return self.side(0)[1] - scaled(geometry.gutter) - scaled(geometry.pad)

    def side(self, index: int) -> tuple[int, int]:
        """Where a side begins and how wide it is with its gutter, in pixels."""
        room = self.viewport().width() - scaled(self._geometry.middle)
        if self._is_inline:
            return 0, room
        half = room // 2
        return (0, half) if index == 0 else (self.viewport().width() - half, half)

    def _place_rows(self) -> None:
        self._tops = [0.0, *accumulate(self._heights)]
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, round(self._tops[-1]) - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(scaled(20))
        self.viewport().update()

    def _measure_around(self, first: int) -> bool:
        """Measure what is in sight if row `first` is on top; whether anything was estimated."""
        room, number, differs = self.viewport().height(), first, False
        while number < len(self._rows) and room > 0:
            height = self._layouts.height(number) + 2 * self._gap
            differs |= abs(height - self._heights[number]) > 0.5
            self._heights[number] = height
            room -= round(height)
            number += 1
        if differs:
            self._place_rows()
        return differs

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.surface)
        if not self._rows:
            _paint_reason(painter, self.viewport().rect(), self._note)
        else:
            self._paint_rows(painter)
        if self.hasFocus():
            frame(painter, self.viewport().rect(), theme.accent)
        painter.end()

    def _paint_rows(self, painter: QPainter) -> None:
        offset = self.verticalScrollBar().value()
        number = max(0, bisect_right(self._tops, offset) - 1)
        self._measure_around(number)
        while number < len(self._rows) and self._tops[number] - offset < self.viewport().height():
            top, below = (round(self._tops[one] - offset) for one in (number, number + 1))
            self.paint_row(painter, number, top, below - top)
            number += 1

    def paint_row(self, painter: QPainter, number: int, top: int, height: int) -> None:
        """Paint a row; children may have more beside its text."""
        row, theme, width = self._rows[number], current_theme(), self.viewport().width()
        if row.aside is not None:
            _paint_aside(painter, row.aside, QRectF(0, top, width, height))
            self.paint_text(painter, number, 0, top)
            return
        painter.fillRect(QRectF(0, top + height - 1, width, 1), theme.line)
        if not self._is_inline:
            painter.fillRect(QRectF(width // 2, top, 1, height), theme.line)
        numbers = (row.right,) if self._is_inline else (row.left, row.right)
        for index, line in enumerate(numbers):
            if self.has_text(number, index):
                box = QRectF(
                    self.side(index)[0],
                    top + self._gap,
                    scaled(self._geometry.gutter - 8),
                    scaled(16),
                )
                painter.setFont(font(10.5, tabular=True))
                painter.setPen(theme.text_3)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignRight), f"{line}")
            self.paint_text(painter, number, index, top)

    def has_text(self, number: int, index: int) -> bool:
        """Whether a side of a row has any text."""
        return bool(self._layouts.sides(number)[index].text())

    def paint_text(self, painter: QPainter, number: int, index: int, top: int) -> None:
        """Paint the text of one side of a row, with what differs marked."""
        left = self.side(index)[0] + scaled(self._geometry.gutter)
        painter.setPen(current_theme().text)
        self._layouts.sides(number)[index].draw(painter, QPointF(left, top + self._gap))

    def row_at(self, y: float) -> int | None:
        """The number of the row at a height of the viewport; None below the last one."""
        at = bisect_right(self._tops, y + self.verticalScrollBar().value()) - 1
        return at if 0 <= at < len(self._rows) else None

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        share = self.verticalScrollBar().value() / max(self._tops[-1], 1.0)
        if event.oldSize().width() != event.size().width():
            self._start_layouts()
            self.verticalScrollBar().setValue(round(share * self._tops[-1]))
        else:
            self._place_rows()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._start_layouts()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.text())
        elif key in (Qt.Key.Key_N, Qt.Key.Key_P):
            self.step(1 if key == Qt.Key.Key_N else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(bar.minimum() if key == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def _paint_reason(painter: QPainter, room: QRect, words: str) -> None:
    """Why there are no rows."""
    painter.setFont(font(12))
    painter.setPen(current_theme().text_2)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(room.adjusted(24, 24, -24, -24), int(flags), words)


def _paint_aside(painter: QPainter, aside: Aside, room: QRectF) -> None:
    """Number, sign and tokens of a line of a block, and its bucket as stripe and tint."""
    theme = current_theme()
    colours = None if aside.bucket is None else theme.bucket(aside.bucket)
    stripe = room.left() + scaled(_ASIDE_PX - _STRIPE_PX - 5)
    if colours is not None:
        painter.fillRect(room.adjusted(stripe, 0, 0, 0), colours.tint)
    strong = theme.other_lines if colours is None else colours.strong
    painter.fillRect(QRectF(stripe, room.top(), scaled(_STRIPE_PX), room.height()), strong)
    colour = {"+": theme.verdict_in, "−": theme.error}.get(aside.sign, theme.text_3)
    number = "" if aside.number is None else f"{aside.number}"
    flags = int(Qt.AlignmentFlag.AlignRight)
    for right, words, pen, bold in (
        (26, number, theme.text_3, False),
        (42, aside.sign, colour, True),
        (74, f"{aside.tokens}", theme.text_2, False),
    ):
        painter.setFont(font(10.5, bold=bold, tabular=True))
        painter.setPen(pen)
        top = room.top() + scaled(_ASIDE_GAP_PX)
        painter.drawText(QRectF(0, top, scaled(right), scaled(18)), flags, words)


def _characters(row: Row) -> int:
    """How many the longer side has."""
    left = right = 0
    for piece in row.pieces:
        length = len(piece.text)
        left += 0 if piece.kind is Kind.ADDED else length
        right += 0 if piece.kind is Kind.REMOVED else length
    return max(left, right)
