"""The importance as five stars that a click sets."""

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QPainter
from typing_extensions import override

from inspector.core.memory import GREATEST_IMPORTANCE
from inspector.gui.kit.glyphs import draw_star
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.cells.base import Cell, CellDelegate
from inspector.gui.tables.titles import MARGIN

STAR, STEP = 11, 13


def star_at(place: QRect, x: int) -> int | None:
    """Which star of a cell (1 to 5) lies at `x`; None beside them."""
    star = (x - place.left() - scaled(MARGIN)) // scaled(STEP) + 1
    return star if 1 <= star <= GREATEST_IMPORTANCE else None


def draw_stars(painter: QPainter, place: QRect, importance: int, hot: int | None) -> None:
    """Five stars from the left edge: the value, and in the accent the star that a click sets."""
    theme = current_theme()
    top = place.top() + (place.height() - scaled(STAR)) / 2
    for place_of_star in range(GREATEST_IMPORTANCE):
        at = QPointF(place.left() + scaled(MARGIN) + place_of_star * scaled(STEP), top)
        is_full = place_of_star < importance
        colour = theme.importance[3] if is_full else theme.strong_line
        if hot is not None and place_of_star == hot - 1:
            colour = theme.accent
        draw_star(painter, at, scaled(STAR), colour, full=is_full)


class StarsDelegate(CellDelegate):
    """Paints ★ for the importance and ☆ for the rest."""

    @override
    def draw(self, painter: QPainter, cell: Cell) -> None:
        hot = self.look.hot
        stars = hot[1] if hot and hot[0] == cell.memory.index else None
        draw_stars(painter, cell.place, cell.memory.importance, stars)
