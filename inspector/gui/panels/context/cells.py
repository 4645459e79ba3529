"""What stands in the cells of the table of rows."""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.kit.gate_words import verdict_in_short
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.context.part_row import PartRow
from inspector.gui.panels.context.segment_style import kind_style, paint_swatch
from inspector.gui.panels.context.words import KIND_WORDS, number
from inspector.gui.tables.cells import RIGHT, Cell

PartCell = Cell[PartRow]

_BAR_PX, _BAR_HEIGHT, _SIGN_PX = 36, 6, 9


def paint_what(cell: PartCell) -> None:
    """What it is, and how it begins, if there is room for that."""
    used = cell.write(cell.inner, cell.row.title, _colour(cell))
    rest = cell.inner.adjusted(used + scaled(10), 0, 0, 0)
    begins = cell.row.excerpt
    if begins and rest.width() > scaled(24):
        cell.write(rest, begins, cell.faint)


def paint_id(cell: PartCell) -> None:
    """An id, whose end says more than its middle."""
    cell.write(cell.inner, cell.row.row.id, cell.faint, elide=Qt.TextElideMode.ElideMiddle)


def paint_kind(cell: PartCell) -> None:
    """The sign that the kind has in the bar, and its word."""
    item, size = cell.row.item, scaled(_SIGN_PX)
    if item is not None:
        top = cell.inner.center().y() - size // 2
        swatch = QRect(cell.inner.left(), top, size, size)
        paint_swatch(cell.painter, swatch, kind_style(item.kind))
        rest = cell.inner.adjusted(size + scaled(6), 0, 0, 0)
        cell.write(rest, KIND_WORDS[item.kind], cell.faint)


def paint_score(cell: PartCell) -> None:
    """A bar, the number, and a pin where it is set by hand."""
    item, theme, inner = cell.row.item, current_theme(), cell.inner
    if item is None:
        return
    bar = QRect(inner.left(), 0, scaled(_BAR_PX), scaled(_BAR_HEIGHT))
    bar.moveTop(inner.center().y() - bar.height() // 2)
    cell.painter.fillRect(bar, theme.line)
    bar.setWidth(round(bar.width() * min(max(item.score, 0.0), 1.0)))
    cell.painter.fillRect(bar, theme.old.strong if cell.row.row.kept else theme.other_lines)
    is_pinned = cell.row.pin is not None
    room = inner.adjusted(0, 0, -scaled(_SIGN_PX + 5), 0)
    font = cell.context.font(bold=is_pinned, tabular=True)
    cell.write(room, number(item.score), _colour(cell), RIGHT, font)
    if is_pinned:
        _paint_pin(cell.painter, QPoint(inner.right() - scaled(_SIGN_PX) // 2, inner.center().y()))


def paint_verdict(cell: PartCell) -> None:
    """✓ or ○ with the verdict, and what holds while something else is tried out."""
    row = cell.row
    cell.write_verdict(verdict_in_short(row.row), is_in=row.row.kept, was_in=row.was_kept)


def _colour(cell: PartCell) -> QColor:
    return current_theme().text if cell.row.row.kept else cell.faint


def _paint_pin(painter: QPainter, centre: QPoint) -> None:
    """A drawing pin: head, collar and needle."""
    theme, size = current_theme(), scaled(_SIGN_PX)
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
