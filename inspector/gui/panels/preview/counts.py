"""The counts above the block: one for each part, and the total against the budget."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from inspector.gui.kit.font_set import font_set
from inspector.gui.kit.paint import box, focus_ring
from inspector.gui.kit.text import plain, signed, spelling
from inspector.gui.kit.theme import Themed, current_theme
from inspector.gui.panels.preview.figures import MOST_FIGURES, Figure, Total, colour_of
from inspector.language import _, ngettext

_SWATCH_PX = 8
_INDENT = 16
_GAP_PX, _LEAST_GAP = 14, 2


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
        return spelling(is_estimate=self._estimate)(self.figure.tokens)

    @property
    def _delta(self) -> str:
        return f" ({signed(self.figure.delta)})" if self.figure.delta else ""

    @property
    def _runs(self) -> list[tuple[str, QColor]]:
        """The words of the first line, each with its colour."""
        theme = current_theme()
        named = (f"{self.figure.title} {self._tokens}", theme.text)
        return [named, (self._delta, theme.accent)] if self._delta else [named]

    @override
    def sizeHint(self) -> QSize:
        strong, small = font_set(12, bold=True), font_set(11)
        above = sum(strong.width(words) for words, _ in self._runs)
        below = small.width(self.figure.words)
        height = font_set(12).height + small.height
        return QSize(round(_INDENT + max(above, below)) + 6, round(height) + 6)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if self.underMouse():
            box(painter, QRectF(self.rect()), theme.hover, theme.hover)
        letters, strong, small = font_set(12), font_set(12, bold=True), font_set(11)
        top = 3.0
        middle = top + letters.height / 2
        swatch = QRectF(3, middle - _SWATCH_PX / 2, _SWATCH_PX, _SWATCH_PX)
        colour = colour_of(self.figure)
        box(painter, swatch, colour, colour, 2)
        left, width = float(_INDENT), self.width()
        for words, colour in self._runs:
            seen = strong.fitted(words, width - left)
            strong.write(painter, left, top + letters.ascent, seen, colour)
            left += strong.width(words)
        below = small.fitted(self.figure.words, width - _INDENT)
        small.write(painter, _INDENT, top + letters.height + small.ascent, below, theme.text_3)
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
            used = spelling(is_estimate=self._estimate)(total.used)
            words.append(_("budget {used} of {limit}").format(used=used, limit=plain(total.limit)))
        elif total.used != total.exact:
            used = spelling(is_estimate=self._estimate)(total.used)
            words.append(_("by lines {used}").format(used=used))
        if total.free is not None:
            free = spelling(is_estimate=self._estimate)(abs(total.free))
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
        exact = spelling(is_estimate=self._estimate)(self._total.exact)
        return exact, f" {ngettext('token', 'tokens', self._total.exact)}"

    @override
    def sizeHint(self) -> QSize:
        number, rest = self._parts()
        above = font_set(14, bold=True).width(number) + font_set(12).width(rest)
        below = font_set(11, bold=True).width(self.below)
        height = font_set(14).height + font_set(11).height
        return QSize(round(max(above, below)) + 2, round(height) + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        number, rest = self._parts()
        over = self._total.free is not None and self._total.free < 0
        large, letters, base = font_set(14, bold=True), font_set(12), font_set(14).ascent + 1
        left = self.width() - letters.width(rest)
        letters.write(painter, left, base, rest, theme.text_2)
        start = left - large.width(number)
        large.write(painter, start, base, number, theme.warning if over else theme.text)
        small, below = font_set(11, bold=over), self.below
        colour = theme.warning if over else theme.text_3
        start = self.width() - small.width(below)
        small.write(painter, start, self.height() - 2 - small.descent, below, colour)
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
