"""Where the tokens go: a bar a cause, from the first total to the second."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.analysis.compared_lines import CAUSES, Cause
from inspector.analysis.comparison import Comparison
from inspector.gui.kit.text import plain, signed
from inspector.gui.kit.theme import Themed, current_theme, font, scaled

TITLES = {
    Cause.TAGS: "Tags",
    Cause.HEADERS: "Headers",
    Cause.SEPARATORS: "Separators",
    Cause.HINTS: "Hints",
    Cause.ANNOTATIONS: "Memory notes",
    Cause.EMOTIONS: "Emotions",
    Cause.CONTEXT: "Scene lines",
    Cause.WORDING: "Wording",
    Cause.MEMORIES: "Memories in, out",
}
_LEAST_PX = 240
_ROW, _TITLE, _NUMBER, _BAR = 24, 132, 52, 11


class CausesView(Themed, QWidget):
    """Paints the steps from one total to the other; each step's number stands beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Comparison | None = None
        self.setAccessibleName("Where the tokens go")

    @override
    def restyle(self) -> None:
        self.update()

    def show_comparison(self, found: Comparison | None) -> None:
        """Show the causes of a difference; nothing for None."""
        self._found = found
        words = [f"{title} {tokens}" for title, _, tokens in self._steps()]
        self.setAccessibleDescription(", ".join(words))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        rows = 0 if self._found is None else len(self._steps()) + 2
        return QSize(scaled(_LEAST_PX), scaled(_ROW) * rows)

    def _steps(self) -> list[tuple[str, str, int]]:
        if self._found is None:
            return []
        found = self._found
        counts = {cause: found.lines_of(cause) for cause in CAUSES}
        return [
            (TITLES[cause], f"{counts[cause]:,}×", found.causes[cause])
            for cause in CAUSES
            if counts[cause] or found.causes[cause]
        ]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._found is None:
            return
        painter = QPainter(self)
        before, after = self._found.tokens
        running = before
        totals = [before]
        for _, _, tokens in self._steps():
            running += tokens
            totals.append(running)
        most = max(1, after, *totals)
        self._paint_row(painter, 0, ("A", "", plain(before)), (0, before), most)
        for number, (title, note, tokens) in enumerate(self._steps(), 1):
            ends = (totals[number - 1], totals[number])
            displayed = signed(tokens) if tokens else "0"
            self._paint_row(painter, number, (title, note, displayed), ends, most)
        self._paint_row(painter, len(totals), ("B", "", plain(after)), (0, after), most)
        painter.end()

    def _paint_row(
        self,
        painter: QPainter,
        number: int,
        words: tuple[str, str, str],
        ends: tuple[int, int],
        most: int,
    ) -> None:
        theme, height, width = current_theme(), scaled(_ROW), self.width()
        top, title, note, displayed = number * height, *words
        is_total = not note
        if is_total:
            painter.fillRect(QRectF(0, top, width, height), theme.alt)
        painter.fillRect(QRectF(0, top + height - 1, width, 1), theme.line)
        left, room = scaled(_TITLE), width - scaled(_TITLE + _NUMBER + 8)
        centre = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(theme.text)
        painter.setFont(font(12, bold=is_total))
        box = QRectF(scaled(10), top, left - scaled(12), height)
        painter.drawText(box, centre, title)
        if note:
            painter.setPen(theme.text_2)
            painter.setFont(font(10, tabular=True))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight) | centre, note)
        start, end = sorted(ends)
        colour = self._colour(ends, is_total=is_total)
        bar = QRectF(
            left + room * start / most,
            top + (height - scaled(_BAR)) / 2,
            max(room * (end - start) / most, 1.0),
            scaled(_BAR),
        )
        painter.fillRect(bar, colour)
        painter.setPen(theme.text if is_total else colour)
        painter.setFont(font(12, bold=is_total, tabular=True))
        right = QRectF(width - scaled(_NUMBER + 10), top, scaled(_NUMBER), height)
        painter.drawText(right, int(Qt.AlignmentFlag.AlignRight) | centre, displayed)

    def _colour(self, ends: tuple[int, int], *, is_total: bool) -> QColor:
        """Fewer tokens and more in two hues; the sign says the same."""
        theme = current_theme()
        if is_total or ends[0] == ends[1]:
            return theme.text_2
        return theme.verdict_in if ends[1] < ends[0] else theme.warning
