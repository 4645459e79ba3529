"""What tables of memories paint alike: the bucket with a number, and names as chips."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from inspector.core.injection import Bucket
from inspector.gui.kit.memory_words import BUCKET_NAMES
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.tables.cells import RIGHT, Cell

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
        rest_of_names = [name for name in held if name != point_of_view]
        return _in_order([point_of_view, *rest_of_names], width, regular, bold, point_of_view)
    return chips, rest


def _in_order(
    names: Sequence[str], width: int, regular: QFontMetrics, bold: QFontMetrics, point_of_view: str
) -> tuple[list[Chip], int]:
    chips: list[Chip] = []
    left = 0
    for index, name in enumerate(names):
        metrics = bold if name == point_of_view else regular
        wanted = metrics.horizontalAdvance(name[:80]) + 2 * scaled(PADDING)
        rest = len(names) - index - 1
        room = width - left - (_more_width(rest, regular) if rest else 0)
        if wanted > room:
            if chips and room < scaled(LEAST) + 2 * scaled(PADDING):
                return chips, rest + 1
            wanted = max(room, scaled(LEAST))
        chips.append(Chip(name, left, wanted))
        left += wanted + scaled(GAP)
    return chips, 0


def _more_width(rest: int, metrics: QFontMetrics) -> int:
    # What is as wide as its room to the pixel is cut where the screen's pixels are parts of one.
    return metrics.horizontalAdvance(f"+{rest}") + 1 + scaled(GAP)


def paint_bucket_number(cell: Cell[Any], bucket: Bucket | None, number: int) -> None:
    """The bucket as stripe and letter, and a memory's number."""
    theme, rect = current_theme(), cell.rect
    if bucket is not None:
        colours = theme.bucket(bucket)
        stripe = QRect(rect.left() + 4, rect.top() + 2, scaled(4), rect.height() - 4)
        cell.painter.fillRect(stripe, colours.strong)
        cell.painter.setFont(cell.context.font(9.5, bold=True))
        letter = QRect(stripe.right() + 1, rect.top(), scaled(14), rect.height())
        cell.painter.setPen(colours.text)
        cell.painter.drawText(letter, int(Qt.AlignmentFlag.AlignCenter), BUCKET_NAMES[bucket][0])
    where = rect.adjusted(scaled(22), 0, -scaled(6), 0)
    cell.write(where, str(number), cell.faint, RIGHT, cell.context.font(tabular=True))


def paint_names(cell: Cell[Any], held: Sequence[str], matched: Collection[str] = ()) -> None:
    """Names as chips: as many as fit, then how many more.

    The point of view has a darker border and weight 600; names that a filter matched a ground.
    """
    if not held:
        return
    viewer, rect = cell.context.point_of_view, cell.inner
    regular, bold = cell.context.font(11), cell.context.font(11, bold=True)
    chips, rest = lay_out(held, rect.width(), QFontMetrics(regular), QFontMetrics(bold), viewer)
    top = rect.top() + (rect.height() - scaled(HEIGHT)) // 2
    cell.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for chip in chips:
        box = QRect(rect.left() + chip.left, top, chip.width, scaled(HEIGHT))
        _paint_chip(cell, box, chip.name, is_match=chip.name in matched)
    if rest and chips:
        right = rect.left() + chips[-1].left + chips[-1].width + scaled(GAP)
        where = QRect(right, rect.top(), rect.right() - right + 1, rect.height())
        cell.write(where, f"+{rest}", cell.faint, font=regular)


def _paint_chip(cell: Cell[Any], box: QRect, name: str, *, is_match: bool) -> None:
    theme, painter = current_theme(), cell.painter
    stands_out = name == cell.context.point_of_view
    painter.setPen(QPen(theme.text_2 if stands_out else theme.strong_line, 1))
    painter.setBrush(theme.warning_background if is_match else theme.surface)
    radius = box.height() / 2 - 0.5
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    inside = box.adjusted(scaled(PADDING) - 1, 0, 2 - scaled(PADDING), 0)
    font = cell.context.font(11, bold=stands_out)
    colour = theme.text if stands_out else theme.text_2
    cell.write(inside, name[:80], colour, Qt.AlignmentFlag.AlignHCenter, font)
