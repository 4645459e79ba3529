"""The counts above the block: one for each part, and the total against the budget."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from inspector.gui.kit.paint import box, focus_ring
from inspector.gui.kit.text import plain, signed
from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.gui.panels.preview.figures import MOST_FIGURES, Figure, Total, colour_of
from inspector.language import _, ngettext

_SWATCH_PX = 8
_INDENT = 16
_GAP_PX, _LEAST_GAP = 14, 2


def _estimated(words: str, *, estimate: bool) -> str:
    return f"~{words}" if estimate else words


class CountButton(QAbstractButton):
    """What one part takes; a click shows that part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = Figure("", "", 0)
        self._estimate = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_figure(self, figure: Figure, *, estimate: bool) -> None:
        """Show one part's figure."""
        if (figure, estimate) == (self.figure, self._estimate):
            return
        self.figure, self._estimate = figure, estimate
        wording = _("{title}: {tokens} tokens{words}").format(
            title=figure.title, tokens=self._tokens, words=self._delta
        )
        self.setAccessibleName(f"{wording}, {figure.words}")
        self.setToolTip(
            _("{wording}, {words}. Click to go to the first of its lines.").format(
                wording=wording, words=figure.words
            )
        )
        self.update()

    @property
    def _tokens(self) -> str:
        return _estimated(plain(self.figure.tokens), estimate=self._estimate)

    @property
    def _delta(self) -> str:
        return f" ({signed(self.figure.delta)})" if self.figure.delta else ""

    @property
    def _runs(self) -> list[tuple[str, QColor]]:
        """The words of the first line, each with its colour."""
        theme = current_theme()
        named = (f"{self.figure.title} {self._tokens}", theme.text)
        return [named, (self._delta, theme.accent)] if self._delta else [named]

    def _cut(self, words: str, one: QFont, left: float) -> str:
        """The words with … at the end where there is too little room right of `left`."""
        side = Qt.TextElideMode.ElideRight
        return QFontMetricsF(one).elidedText(words, side, self.width() - left)

    @override
    def sizeHint(self) -> QSize:
        letters, small = QFontMetricsF(font(12, bold=True)), QFontMetricsF(font(11))
        above = sum(letters.horizontalAdvance(words) for words, _ in self._runs)
        below = small.horizontalAdvance(self.figure.words)
        height = QFontMetricsF(font(12)).height() + small.height()
        return QSize(round(_INDENT + max(above, below)) + 6, round(height) + 6)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if self.underMouse():
            box(painter, QRectF(self.rect()), theme.hover, theme.hover)
        metrics = QFontMetricsF(font(12))
        top = 3.0
        middle = top + metrics.height() / 2
        swatch = QRectF(3, middle - _SWATCH_PX / 2, _SWATCH_PX, _SWATCH_PX)
        colour = colour_of(self.figure)
        box(painter, swatch, colour, colour, 2)
        left, bold = float(_INDENT), font(12, bold=True)
        painter.setFont(bold)
        for words, colour in self._runs:
            painter.setPen(colour)
            painter.drawText(QPointF(left, top + metrics.ascent()), self._cut(words, bold, left))
            left += QFontMetricsF(bold).horizontalAdvance(words)
        painter.setFont(font(11))
        painter.setPen(theme.text_3)
        small = QFontMetricsF(painter.font())
        below = self._cut(self.figure.words, painter.font(), _INDENT)
        painter.drawText(QPointF(_INDENT, top + metrics.height() + small.ascent()), below)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()))
        painter.end()


class TotalLabel(QWidget):
    """`290 tokens`, those of the text; below it what the budget counts and what is free."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._total = Total(0, 0)
        self._estimate = False

    @property
    def above(self) -> str:
        """The first line as text."""
        return "".join(self._parts())

    @property
    def below(self) -> str:
        """The second line as text."""
        total, words = self._total, list[str]()
        if total.limit is not None:
            used = _estimated(plain(total.used), estimate=self._estimate)
            words.append(_("budget {used} of {limit}").format(used=used, limit=plain(total.limit)))
        elif total.used != total.exact:
            used = _estimated(plain(total.used), estimate=self._estimate)
            words.append(_("by lines {used}").format(used=used))
        if total.free is not None:
            free = _estimated(plain(abs(total.free)), estimate=self._estimate)
            words.append(
                _("▲ over by {free}").format(free=free)
                if total.free < 0
                else _("{free} free").format(free=free)
            )
        return " · ".join(words)

    def show_total(self, total: Total, *, estimate: bool) -> None:
        """Show this total."""
        self._total, self._estimate = total, estimate
        self.setAccessibleName(f"{self.above}, {self.below}".rstrip(", "))
        self.setToolTip(total.sum_in_words)
        self.update()

    def _parts(self) -> tuple[str, str]:
        exact = _estimated(plain(self._total.exact), estimate=self._estimate)
        return exact, ngettext(" token", " tokens", self._total.exact)

    @override
    def sizeHint(self) -> QSize:
        number, rest = self._parts()
        above = QFontMetricsF(font(14, bold=True)).horizontalAdvance(number)
        above += QFontMetricsF(font(12)).horizontalAdvance(rest)
        below = QFontMetricsF(font(11, bold=True)).horizontalAdvance(self.below)
        height = QFontMetricsF(font(14)).height() + QFontMetricsF(font(11)).height()
        return QSize(round(max(above, below)) + 2, round(height) + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        number, rest = self._parts()
        over = self._total.free is not None and self._total.free < 0
        large, base = font(14, bold=True), QFontMetricsF(font(14)).ascent() + 1
        left = self.width() - QFontMetricsF(font(12)).horizontalAdvance(rest)
        painter.setFont(font(12))
        painter.setPen(theme.text_2)
        painter.drawText(QPointF(left, base), rest)
        painter.setFont(large)
        painter.setPen(theme.warning if over else theme.text)
        start = left - QFontMetricsF(large).horizontalAdvance(number)
        painter.drawText(QPointF(start, base), number)
        painter.setFont(font(11, bold=over))
        painter.setPen(theme.warning if over else theme.text_3)
        small = QFontMetricsF(painter.font())
        start = self.width() - small.horizontalAdvance(self.below)
        painter.drawText(QPointF(start, self.height() - 2 - small.descent()), self.below)
        painter.end()


class CountsRow(Themed, QWidget):
    """Counts at the left, the total at the right; the total goes on top where room is short.

    Signals:
        part_clicked: show this part (its first line).
    """

    part_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self.buttons = [CountButton(self) for _ in range(MOST_FIGURES)]
        self.total = TotalLabel(self)
        for button in self.buttons:
            button.clicked.connect(self._clicked)

    def show_figures(self, figures: Sequence[Figure], total: Total, *, estimate: bool) -> None:
        """Show these parts and their total."""
        self._figures = tuple(figures)
        for button in self.buttons[len(figures) :]:
            button.hide()
        for button, figure in zip(self.buttons, figures, strict=False):
            button.show_figure(figure, estimate=estimate)
            button.show()
        self.total.show_total(total, estimate=estimate)
        self._arrange()

    @override
    def restyle(self) -> None:
        self._arrange()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        displayed = self.buttons[: len(self._figures)]
        hints = [one.sizeHint() for one in displayed]
        total = self.total.sizeHint()
        height = max([total.height(), *(one.height() for one in hints)])
        needed = sum(one.width() + _LEAST_GAP for one in hints)
        below = bool(displayed) and needed + total.width() > self.width()
        room = self.width() if below else self.width() - total.width()
        gap = min(_GAP_PX, max(0, (room - needed) // max(1, len(displayed)) + _LEAST_GAP))
        scale = min(1.0, room / needed) if needed else 1.0
        left, top = 0, total.height() + 2 if below else 0
        for button, hint in zip(displayed, hints, strict=True):
            button.setGeometry(left, top, int(hint.width() * scale), height)
            left += button.width() + gap
        self.total.setGeometry(self.width() - total.width(), 0, total.width(), total.height())
        self.setFixedHeight(top + height)

    def _clicked(self) -> None:
        button = self.sender()
        if isinstance(button, CountButton) and button.figure.start is not None:
            self.part_clicked.emit(button.figure.start)
