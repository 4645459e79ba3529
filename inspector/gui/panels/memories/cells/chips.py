"""Names as chips: as many as fit, then how many more."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from typing_extensions import override

from inspector.core.decoded import names as names_in
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.cells.base import Cell, CellDelegate, inner
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.tables.drawing import draw_line

HEIGHT, PADDING, GAP, LEAST = 16, 6, 3, 30


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip: its whole name, and where it goes from the left edge."""

    name: str
    left: int
    width: int


def lay_out(
    held: Sequence[str], width: int, regular: QFontMetrics, bold: QFontMetrics, point_of_view: str
) -> tuple[list[Chip], int]:
    """The chips that fit into `width`, and how many names are left over.

    One is always shown, cut if it must be; the point of view comes first where it would
    otherwise be cut or hidden behind "+2".
    """
    chips, rest = _in_order(held, width, regular, bold, point_of_view)
    whole = bold.horizontalAdvance(point_of_view[:80]) + 2 * scaled(PADDING)
    if point_of_view in held and not any(
        chip.name == point_of_view and chip.width >= whole for chip in chips
    ):
        others = [name for name in held if name != point_of_view]
        return _in_order([point_of_view, *others], width, regular, bold, point_of_view)
    return chips, rest


def _in_order(
    names: Sequence[str], width: int, regular: QFontMetrics, bold: QFontMetrics, point_of_view: str
) -> tuple[list[Chip], int]:
    chips: list[Chip] = []
    left = 0
    for place, name in enumerate(names):
        metrics = bold if name == point_of_view else regular
        wanted = metrics.horizontalAdvance(name[:80]) + 2 * scaled(PADDING)
        rest = len(names) - place - 1
        room = width - left - (_more_width(rest, regular) if rest else 0)
        if wanted > room:
            if chips and room < scaled(LEAST) + 2 * scaled(PADDING):
                return chips, rest + 1
            wanted = max(room, scaled(LEAST))
        chips.append(Chip(name, left, wanted))
        left += wanted + scaled(GAP)
    return chips, 0


def _more_width(rest: int, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(f"+{rest}") + scaled(GAP)


class ChipsDelegate(CellDelegate):
    """Paints a list of names; the point of view has a darker border and weight 600."""

    def __init__(self, model: MemoryModel, look: PaintContext, place: Place) -> None:
        super().__init__(model, look)
        self._key = COLUMNS[place].field

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        held = names_in(cell.memory.record.get(self._key))
        if not held:
            return
        regular, bold = self.look.font(11), self.look.font(11, bold=True)
        place, viewer = inner(cell), self.look.point_of_view
        chips, rest = lay_out(
            held, place.width(), QFontMetrics(regular), QFontMetrics(bold), viewer
        )
        top = place.top() + (place.height() - scaled(HEIGHT)) // 2
        for chip in chips:
            rect = QRect(place.left() + chip.left, top, chip.width, scaled(HEIGHT))
            stands_out = chip.name == viewer
            self._draw_chip(painter, cell, rect, chip.name, bold if stands_out else regular)
        if rest and chips:
            painter.setFont(regular)
            right = place.left() + chips[-1].left + chips[-1].width + scaled(GAP)
            where = QRect(right, place.top(), place.right() - right + 1, place.height())
            painter.setPen(self.faint(cell))
            sides = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(where, int(sides), f"+{rest}")

    def _draw_chip(
        self, painter: QPainter, cell: Cell, rect: QRect, name: str, font: QFont
    ) -> None:
        theme = current_theme()
        stands_out = name == self.look.point_of_view
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme.text_2 if stands_out else theme.strong_line
        painter.setPen(QPen(edge, 1))
        painter.setBrush(theme.surface)
        radius = rect.height() / 2 - 0.5
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setFont(font)
        colour = theme.text if stands_out else theme.text_2
        inside = rect.adjusted(scaled(PADDING) - 1, 0, 2 - scaled(PADDING), 0)
        draw_line(painter, inside, name[:80], colour, Qt.AlignmentFlag.AlignHCenter)
        painter.restore()
