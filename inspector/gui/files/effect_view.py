"""Shows what edits do to the block: its tokens, its parts, its bar, and the lines that differ."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.gui.files.block_effect import BlockEffect
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox, nest, vbox
from inspector.gui.kit.paint import box
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import plain, signed
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, font, scaled
from inspector.gui.panels.preview.budget_bar import BudgetBar
from inspector.gui.panels.preview.figures import Figure, colour_of
from inspector.language import _

_SWATCH_PX, _INDENT, _GAP_PX = 8, 14, 24
_LEAST_HEIGHT_PX = 72
_TITLE = _("What it does to the block")
_SAME = (_("{after} tokens, no change"), _("{after} of {limit} tokens, no change"))
_CHANGED = (
    _("{before} → {after} tokens {change}"),
    _("{before} → {after} of {limit} tokens {change}"),
)
"""What a block takes, without and with a limit."""


def band(first: QWidget, last: QWidget) -> QFrame:
    """A heading across the whole width, with something at either end."""
    frame = QFrame()
    set_role(frame, "band")
    hbox(frame, first, 1, last, margins=(12, 4, 12, 4))
    return frame


class _Parts(QWidget):
    """What each part of the block took and takes, side by side."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[tuple[Figure, str, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_parts(self, before: Sequence[Figure], after: Sequence[Figure]) -> None:
        """Show these parts; one that is nothing on either side is left out."""
        was = {one.title: one for one in before}
        now = {one.title: one for one in after}
        self._parts = []
        for title in dict.fromkeys([*was, *now]):
            former, here = was.get(title), now.get(title)
            figure = here or former
            if figure is None or not ((former and former.tokens) or (here and here.tokens)):
                continue
            self._parts.append((figure, _tokens(former, here), _words(former, here)))
        spoken = "; ".join(f"{one.title} {tokens}, {words}" for one, tokens, words in self._parts)
        self.setAccessibleName(_("Parts of the block: {spoken}").format(spoken=spoken))
        self.updateGeometry()
        self.update()

    def _widths(self) -> list[float]:
        above, below = QFontMetricsF(font(12, bold=True)), QFontMetricsF(font(11))
        return [
            scaled(_INDENT)
            + max(above.horizontalAdvance(f"{one.title} {tokens}"), below.horizontalAdvance(words))
            for one, tokens, words in self._parts
        ]

    @override
    def sizeHint(self) -> QSize:
        height = QFontMetricsF(font(12)).height() + QFontMetricsF(font(11)).height()
        return QSize(round(sum(self._widths()) + scaled(_GAP_PX) * len(self._parts)), round(height))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, left = current_theme(), 0.0
        painter = QPainter(self)
        bold, small = font(12, bold=True), font(11)
        above, below = QFontMetricsF(bold), QFontMetricsF(small)
        for (figure, tokens, words), width in zip(self._parts, self._widths(), strict=True):
            colour, side = colour_of(figure), float(scaled(_SWATCH_PX))
            swatch = QRectF(left, (above.height() - side) / 2, side, side)
            box(painter, swatch, colour, colour, 2)
            at = left + scaled(_INDENT)
            painter.setFont(bold)
            painter.setPen(theme.text)
            painter.drawText(QPointF(at, above.ascent()), f"{figure.title} {tokens}")
            painter.setFont(small)
            painter.setPen(theme.text_2)
            painter.drawText(QPointF(at, above.height() + below.ascent()), words)
            left += width + scaled(_GAP_PX)
        painter.end()


def _tokens(former: Figure | None, here: Figure | None) -> str:
    was = 0 if former is None else former.tokens
    now = 0 if here is None else here.tokens
    return plain(now) if was == now else f"{plain(was)} → {plain(now)}"


def _words(former: Figure | None, here: Figure | None) -> str:
    if former is None or here is None or former.words == here.words:
        return (here or former or Figure("", "", 0)).words
    return f"{former.words.partition(' ')[0]} → {here.words}"


class EffectView(Themed, QFrame):
    """A heading with the tokens, the parts with their bar, and the lines that differ."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._effect: BlockEffect | None = None
        self.total = QLabel("…")
        self._parts = _Parts()
        self._sum = plain_label("", 11)
        self._remark = plain_label("", 11)
        self._bar = BudgetBar()
        self.difference = DiffView(self, text_font=fixed_font)
        self.difference.setMinimumHeight(scaled(_LEAST_HEIGHT_PX))
        column = vbox(self, margins=0, spacing=6)
        title = plain_label(_TITLE, bold=True)
        title.setWordWrap(False)
        column.addWidget(band(title, self.total))
        inside = QVBoxLayout()
        inside.setContentsMargins(scaled(12), scaled(2), scaled(12), 0)
        row = hbox(None, self._parts, 1)
        self._sum.setWordWrap(False)
        row.addWidget(self._sum)
        nest(inside, row)
        inside.addWidget(self._bar)
        inside.addWidget(self._remark)
        nest(column, inside)
        column.addWidget(self.difference, 1)
        self._remark.hide()

    @override
    def restyle(self) -> None:
        if self._effect is not None:
            self._show_total(self._effect)

    def show_effect(self, effect: BlockEffect, remarks: Sequence[str] = ()) -> None:
        """Show what edits do.

        Args:
            effect: that.
            remarks: what is to be said about the edits besides, such as that one is not seen.
        """
        self._effect = effect
        self._show_total(effect)
        self._parts.show_parts(effect.before, effect.after)
        self._bar.show_figures(effect.after, effect.total)
        rounding = effect.total.exact - effect.total.used
        words = _("lines {used} {spaced} where they join").format(
            used=plain(effect.total.used), spaced=_spaced(rounding)
        )
        self._sum.setText(f"{words} = {plain(effect.total.exact)}" if rounding else "")
        self._remark.setText("\n".join(remarks))
        self._remark.setVisible(bool(remarks))
        self.difference.show_rows(effect.rows, is_inline=True)
        if not effect.rows:
            self.difference.say(_("No line of the block differs."))

    def say(self, why: str) -> None:
        """Say why it cannot be told."""
        self._effect = None
        self.total.setText("")
        self.difference.say(why)

    def _show_total(self, effect: BlockEffect) -> None:
        before, after = effect.tokens
        theme, limit = current_theme(), effect.total.limit
        colour = (theme.verdict_in if after < before else theme.warning).name()
        words = (_CHANGED if before != after else _SAME)[limit is not None]
        self.total.setText(
            words.format(
                before=plain(before),
                after=f"<b>{plain(after)}</b>",
                limit="" if limit is None else plain(limit),
                change=f'<b style="color:{colour}">{signed(after - before)}</b>',
            )
        )
        self.total.setAccessibleName(f"{_TITLE}: {effect.in_words}")


def _spaced(number: float) -> str:
    spelled = signed(number)
    return f"{spelled[0]} {spelled[1:]}"
