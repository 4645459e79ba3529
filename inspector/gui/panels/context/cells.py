"""What stands in the cells of the table of rows."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from inspector.gui.kit.glyphs import draw_check, draw_ring
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.panels.context.columns import CellKind, Column, excerpt
from inspector.gui.panels.context.rows_model import Page, RowsModel
from inspector.gui.panels.context.segment_style import kind_style, paint_swatch
from inspector.gui.panels.context.state import Listed

_BAR, _BAR_HEIGHT, _SIGN, _GLYPH = 36, 6, 9, 11
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_MIDDLE, _END = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight


class Cell(NamedTuple):
    """One cell.

    Attributes:
        place: the rectangle inside its margins.
        listed: the row.
        words: what the cell says.
        ink: the colour of what matters in it.
        faint: the colour of what matters less.
    """

    place: QRect
    listed: Listed
    words: str
    ink: QColor
    faint: QColor


class CellPainter:
    """Paints cells with one painter."""

    def __init__(self, painter: QPainter, model: RowsModel, look: PaintContext) -> None:
        self._painter = painter
        self._model = model
        self._look = look

    @property
    def _theme(self) -> Theme:
        return current_theme()

    def draw(self, place: QRect, listed: Listed, column: Column, page: Page, faint: QColor) -> None:
        """Paint a cell of a row; what is left out in the faint colour."""
        ink = current_theme().text if listed.row.kept else faint
        cell = Cell(place, listed, column.say(listed, page.shown), ink, faint)
        match column.cell:
            case CellKind.WHAT:
                self._what(cell, excerpt(listed, page.shown))
            case CellKind.SCORE:
                self._score(cell)
            case CellKind.VERDICT:
                self._verdict(cell)
            case CellKind.KIND:
                self._kind(cell)
            case CellKind.ID:
                self._write(place, cell.words, faint, elide=_MIDDLE)
            case CellKind.PLAIN:
                self._write(place, cell.words, ink, side=_RIGHT if column.right else _LEFT)

    def _what(self, cell: Cell, begins: str) -> None:
        used = self._write(cell.place, cell.words, cell.ink)
        rest = cell.place.adjusted(used + scaled(10), 0, 0, 0)
        if begins and rest.width() > scaled(24):
            self._write(rest, begins, cell.faint)

    def _kind(self, cell: Cell) -> None:
        """The sign that the kind has in the bar, and its word."""
        item, size = cell.listed.item, scaled(_SIGN)
        if item is not None:
            top = cell.place.center().y() - size // 2
            swatch = QRect(cell.place.left(), top, size, size)
            paint_swatch(self._painter, swatch, kind_style(item.kind))
            self._write(cell.place.adjusted(size + scaled(6), 0, 0, 0), cell.words, cell.faint)

    def _score(self, cell: Cell) -> None:
        """A bar, the number, and a pin where it is set by hand."""
        item, theme = cell.listed.item, current_theme()
        if item is None:
            return
        bar = QRect(cell.place.left(), 0, scaled(_BAR), scaled(_BAR_HEIGHT))
        bar.moveTop(cell.place.center().y() - bar.height() // 2)
        self._painter.fillRect(bar, theme.line)
        bar.setWidth(round(bar.width() * min(max(item.score, 0.0), 1.0)))
        strong = theme.old.strong if cell.listed.row.kept else theme.other_lines
        self._painter.fillRect(bar, strong)
        is_pinned = self._model.pin_of(cell.listed) is not None
        room = cell.place.adjusted(0, 0, -scaled(_SIGN + 5), 0)
        self._write(room, cell.words, cell.ink, side=_RIGHT, bold=is_pinned)
        if is_pinned:
            right = cell.place.right() - scaled(_SIGN) // 2
            self._pin(QPoint(right, cell.place.center().y()))

    def _pin(self, centre: QPoint) -> None:
        """A drawing pin: head, collar and needle."""
        theme = current_theme()
        painter, size = self._painter, scaled(_SIGN)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(centre.x() - size / 2, centre.y() - size / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(round(size * 0.2), 0, round(size * 0.6), round(size * 0.5), 1, 1)
        painter.drawRect(0, round(size * 0.5), size, max(1, round(size * 0.15)))
        painter.setPen(QPen(theme.accent, 1.2))
        painter.drawLine(QPointF(size / 2, size * 0.65), QPointF(size / 2, size * 1.05))
        painter.restore()

    def _verdict(self, cell: Cell) -> None:
        theme = current_theme()
        size, kept = scaled(_GLYPH), cell.listed.row.kept
        centre = QPointF(cell.place.left() + size / 2, cell.place.center().y() + 0.5)
        ink = theme.verdict_in if kept else cell.faint
        draw = draw_check if kept else draw_ring
        draw(self._painter, centre, size, ink)
        room = cell.place.adjusted(size + scaled(5), 0, 0, 0)
        used = self._write(room, cell.words, ink, bold=kept)
        was = self._model.was_kept(cell.listed)
        if was not in (None, kept):
            rest = room.adjusted(used + scaled(6), 0, 0, 0)
            self._write(rest, "was in" if was else "was out", theme.accent, size=11)

    def _write(
        self,
        place: QRect,
        words: str,
        ink: QColor,
        *,
        side: Qt.AlignmentFlag = _LEFT,
        bold: bool = False,
        size: int = 12,
        elide: Qt.TextElideMode = _END,
    ) -> int:
        """One line of text, with … where it does not fit; its width in pixels."""
        hand = self._look.font(size, bold=bold, tabular=True)
        metrics = QFontMetrics(hand)
        text = metrics.elidedText(words, elide, place.width())
        self._painter.setFont(hand)
        self._painter.setPen(ink)
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        self._painter.drawText(place, int(flags), text)
        return metrics.horizontalAdvance(text)
