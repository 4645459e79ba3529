"""What stands beside the lines of two blocks: numbers, differences, heads and folds."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from inspector.gui.kit.text import plain, signed
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.compare.block_rows import BlockRow

_NUMBER, _TOKENS, _HEAD_PX = 26, 58, 10
STRIPE, GUTTER, MIDDLE = 64, 72, 56
"""Lengths in the visual language's pixels: where the stripe stands, and the room for numbers."""
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)


def paint_numbers(
    painter: QPainter, numbers: tuple[int | None, int | None], corner: QPointF, colour: QColor
) -> None:
    """Two numbers at the left of a line; None leaves its room empty."""
    painter.setFont(font(10.5, tabular=True))
    painter.setPen(colour)
    for right, value in zip((_NUMBER, _TOKENS), numbers, strict=True):
        if value is not None:
            box = QRectF(corner.x(), corner.y() + scaled(1), scaled(right), scaled(15))
            painter.drawText(box, _RIGHT, plain(value))


def paint_delta(painter: QPainter, delta: int, left: int, top: int) -> None:
    """Fewer and more tokens in two hues; the sign says the same."""
    theme = current_theme()
    painter.setFont(font(11, tabular=True))
    painter.setPen(theme.verdict_in if delta < 0 else theme.warning)
    box = QRectF(left, top + scaled(1), scaled(MIDDLE - 12), scaled(16))
    painter.drawText(box, _RIGHT, signed(delta))


def paint_head(painter: QPainter, row: BlockRow, room: QRectF, lefts: Sequence[int]) -> None:
    """The head of a slot, or a fold with the tokens that it keeps in the gutter.

    Args:
        painter: of the viewport.
        row: the head or the fold.
        room: all of its row.
        lefts: where each side with a gutter of its own begins, in pixels.
    """
    theme = current_theme()
    painter.fillRect(room, theme.alt)
    painter.setFont(font(11, bold=not row.folds))
    painter.setPen(theme.text_2 if row.folds else theme.text)
    label = QRectF(room)
    label.setLeft(scaled(GUTTER if row.folds else _HEAD_PX))
    title = f"▸ {row.title}" if row.folds else row.title
    painter.drawText(label, int(Qt.AlignmentFlag.AlignVCenter), title)
    for left, tokens in zip(lefts, row.tokens, strict=False):
        paint_numbers(painter, (None, tokens), QPointF(left, room.top()), theme.text_3)
