"""Paints the pieces of the stacked bar."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPolygon

from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.context.part_focus import PartFocus
from inspector.gui.panels.context.picture import Piece
from inspector.gui.panels.context.segment_style import SegmentStyle, paint_piece, style_of
from inspector.gui.panels.context.words import amount, percent
from inspector.language import _

_GAP_PX = 2
_TOP_PX = 3
_PAD_PX = 6
_BREAK = 14
_CENTRE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NO_PATTERN = Qt.BrushStyle.NoBrush


class BarPainter:
    """Paints parts, free space, overflow and what was before."""

    def __init__(self, painter: QPainter, focus: PartFocus) -> None:
        self._painter = painter
        self._focus = focus
        self._bold = font(11, bold=True)
        self._small = font(10.5, tabular=True)

    def part(self, pieces: Sequence[Piece], title: str, limit: int, *, is_changed: bool) -> None:
        """A part with its words and the signs of what is looked at.

        Args:
            pieces: of the part, from left to right.
            title: of the part as a whole.
            limit: tokens that shares are shares of.
            is_changed: whether what is tried out changes it.
        """
        for piece in pieces:
            paint_piece(self._painter, seen(piece), style_of(piece.segment), _TOP_PX)
        labels = [(piece, self._lines(piece.segment.title, piece, limit)) for piece in pieces]
        if all(self._fits(piece.rect, lines) for piece, lines in labels):
            for piece, lines in labels:
                self._label(seen(piece), lines, style_of(piece.segment))
        else:
            self._label_whole(pieces, title, limit)
        self._signs(_united(pieces), pieces[0].segment.location, is_changed=is_changed)

    def _label_whole(self, pieces: Sequence[Piece], title: str, limit: int) -> None:
        """One label over all pieces of a part: as much of it as there is room for."""
        whole = pieces[0].segment._replace(tokens=sum(one.segment.tokens for one in pieces))
        rect = _united(pieces)
        lines = self._lines(title, Piece(whole, rect), limit)
        style = style_of(pieces[0].segment)
        if len(pieces) > 1:
            style = SegmentStyle(
                style.background, style.strong, style.foreground, Qt.BrushStyle.SolidPattern
            )
        for wanted in (lines, lines[:1], (amount(whole.tokens),)):
            if self._fits(rect, wanted):
                self._label(rect, wanted, style)
                return

    def free(self, piece: Piece, limit: int, *, is_shortened: bool) -> None:
        """What is left; broken where it is drawn shorter than it is."""
        painter, theme, rect = self._painter, current_theme(), piece.rect
        painter.fillRect(rect, theme.line)
        painter.fillRect(rect.adjusted(1, 1, -1, -1), theme.surface)
        inside = rect
        if is_shortened:
            self._break(rect)
            inside = rect.adjusted(scaled(_BREAK), 0, 0, 0)
        lines = self._lines(piece.segment.title, piece, limit)
        if is_shortened:
            lines = (_("{lines} (not to scale)").format(lines=lines[0]), lines[1])
        for wanted in (lines, lines[:1], lines[1:]):
            if self._fits(inside, wanted):
                self._label(inside, wanted, style_of(piece.segment))
                return

    def _break(self, rect: QRect) -> None:
        """Two slanted lines, between which the bar is missing."""
        theme = current_theme()
        painter = self._painter
        left, slant, gap = rect.left() + scaled(6), scaled(5), scaled(5)
        top, bottom = rect.top(), rect.bottom() + 1
        first = (QPoint(left, bottom), QPoint(left + slant, top))
        second = tuple(point + QPoint(gap, 0) for point in first)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.surface)
        painter.drawPolygon(QPolygon([first[0], first[1], second[1], second[0]]))
        painter.setPen(QPen(theme.text_3, 1))
        painter.drawLine(*first)
        painter.drawLine(*second)
        painter.restore()

    def _lines(self, title: str, piece: Piece, limit: int) -> tuple[str, ...]:
        tokens = piece.segment.tokens
        return title, f"{amount(tokens)} · {percent(tokens, limit)}"

    def _width(self, lines: Sequence[str]) -> int:
        bold, small = QFontMetrics(self._bold), QFontMetrics(self._small)
        metrics = (bold, small)
        return max(metrics[min(at, 1)].horizontalAdvance(words) for at, words in enumerate(lines))

    def _fits(self, rect: QRect, lines: Sequence[str]) -> bool:
        return rect.width() - 2 * _PAD_PX - _GAP_PX >= self._width(lines)

    def _label(self, rect: QRect, lines: Sequence[str], style: SegmentStyle) -> None:
        painter = self._painter
        inside = rect.adjusted(_PAD_PX, _TOP_PX, -_PAD_PX, 0)
        if style.pattern != _NO_PATTERN:
            plate = QRect(inside.left() - 3, inside.top(), self._width(lines) + 6, inside.height())
            painter.fillRect(plate, style.background)
        half = inside.height() // 2
        rects = [inside.adjusted(0, 1, 0, -half), inside.adjusted(0, half, 0, -1)]
        painter.setPen(style.foreground)
        for at, words in enumerate(lines):
            painter.setFont(self._small if at else self._bold)
            painter.drawText(rects[at] if len(lines) > 1 else inside, _CENTRE, words)

    def _signs(self, rect: QRect, location: int, *, is_changed: bool) -> None:
        painter, theme, focus = self._painter, current_theme(), self._focus
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if focus.displayed == location:
            painter.fillRect(rect.left(), rect.bottom() - 1, rect.width(), 2, theme.accent)
        if focus.hovered == location:
            painter.setPen(QPen(theme.text_2, 1))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        if is_changed:
            painter.setPen(what_if_pen(theme.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        if focus.focused == location:
            painter.setPen(QPen(theme.accent, 2))
            painter.drawRect(rect.adjusted(-1, -1, 1, 1))

    def overflow(self, rect: QRect) -> None:
        """What lies beyond the limit, and the limit itself."""
        painter, theme = self._painter, current_theme()
        background = QColor(theme.error_background)
        background.setAlphaF(0.6)
        painter.fillRect(rect, background)
        painter.fillRect(rect, QBrush(theme.error, Qt.BrushStyle.FDiagPattern))
        painter.fillRect(rect.left() - 1, rect.top() - 3, 2, rect.height() + 6, theme.error)
        words = _("✕ too much")
        width = QFontMetrics(self._bold).horizontalAdvance(words) + 2 * _PAD_PX
        if rect.width() > width + scaled(8):
            plate = QRect(rect.right() - width - 3, rect.top(), width, rect.height())
            plate = plate.adjusted(0, scaled(8), 0, -scaled(8))
            painter.fillRect(plate, theme.error_background)
            painter.setFont(self._bold)
            painter.setPen(theme.error)
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), words)

    def was(self, pieces: Sequence[Piece]) -> None:
        """What holds while something else is tried out: a thin strip at the same scale."""
        for piece in pieces:
            style = style_of(piece.segment)
            self._painter.fillRect(seen(piece), style.strong)
            if piece.segment.share is None:
                self._painter.fillRect(seen(piece).adjusted(1, 1, -1, -1), current_theme().surface)


def seen(piece: Piece) -> QRect:
    """A piece without the gap behind it."""
    return piece.rect.adjusted(0, 0, -_GAP_PX if piece.rect.width() > _GAP_PX else 0, 0)


def _united(pieces: Sequence[Piece]) -> QRect:
    first, last = seen(pieces[0]), seen(pieces[-1])
    return first.united(last)
