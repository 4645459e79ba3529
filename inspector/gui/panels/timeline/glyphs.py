"""Small drawn signs: the lock of a secret, and the swatches of the legend."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from inspector.core.message_derivation import MessageLane
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.lanes import TIERS_PAD, Lane
from inspector.gui.panels.timeline.lettering import Lettering, row_letters
from inspector.language import _, numeral

LOCK_WIDTH = 7.0


def paint_lock(painter: QPainter, left: float, middle: float, colour: QColor) -> None:
    """A lock, 7 wide and 9 high, its vertical middle at `middle`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(left, middle - 0.5, LOCK_WIDTH, 5), 1, 1)
    shackle = QPainterPath(QPointF(left + 1.6, middle))
    shackle.lineTo(left + 1.6, middle - 2)
    shackle.arcTo(QRectF(left + 1.6, middle - 4, LOCK_WIDTH - 3.2, 4), 180, -180)
    shackle.lineTo(left + LOCK_WIDTH - 1.6, middle)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.3))
    painter.drawPath(shackle)
    painter.restore()


def paint_span(
    painter: QPainter, box: QRectF, fill: QColor, outline: QColor, *, struck: bool = False
) -> None:
    """A memory's span; antialiasing has to be on, and `box` on whole pixels.

    Args:
        painter: where to.
        box: its place.
        fill: inside.
        outline: 1 pixel around.
        struck: with the middle line of what is archived.
    """
    painter.setPen(QPen(outline, 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
    if struck:
        middle = int(box.center().y()) + 0.5
        painter.drawLine(QPointF(box.left() + 2.5, middle), QPointF(box.right() - 2.5, middle))


def paint_swatch(painter: QPainter, box: QRectF, kind: str) -> None:
    """The sign of one entry of the legend: in, out, archived or secret."""
    theme = current_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if kind == "secret":
        paint_lock(painter, box.left() + 2, box.center().y(), theme.secret)
    elif kind == "in":
        paint_span(painter, box, theme.importance[2], theme.outline_in)
    else:
        paint_span(painter, box, theme.surface, theme.outline_out, struck=kind == "archived")
    painter.restore()


def strip_background() -> QColor:
    """What stands for tokens in the lane of the block."""
    theme = current_theme()
    background = QColor(theme.density_hidden)
    background.setAlpha(80)
    return background


def strip_dashes() -> QPen:
    """What stands for memories there."""
    theme = current_theme()
    pen = QPen(theme.outline_in, 1.4)
    pen.setDashPattern([3, 2])
    return pen


def paint_strip_legend(painter: QPainter, right: float, lane: Lane) -> None:
    """What ground and dashes of the lane stand for: tokens, and memories that are in."""
    theme, sign, step = current_theme(), 10, 9.5
    letters = row_letters(step)
    rows = ((_("tokens"), lane.top + 6.5), (_("in"), lane.top + 6.5 + step))
    left = right - sign
    for words, middle in rows:
        letters.draw(painter, QPointF(left - 4, middle), words, theme.text_2, right=True)
    painter.fillRect(QRectF(left, rows[0][1] - 3, sign, 6), strip_background())
    painter.fillRect(QRectF(left, rows[0][1] - 4, sign, 1), theme.density_visible)
    painter.setPen(strip_dashes())
    painter.drawLine(QPointF(left, rows[1][1]), QPointF(right, rows[1][1]))


def paint_kept_legend(painter: QPainter, letters: Lettering, right: float, lane: Lane) -> None:
    """The ends of the lane of what is kept: a whole request, and nothing of it."""
    theme = current_theme()
    for words, middle in (("100 %", lane.top + 7.0), ("0", lane.bottom - 7.0)):
        letters.small.draw(painter, QPointF(right, middle), words, theme.text_3, right=True)


def paint_tiers_legend(
    painter: QPainter, letters: Lettering, left: float, lane: Lane, rows: Sequence[MessageLane]
) -> None:
    """The name of each row, and how many messages it holds."""
    theme = current_theme()
    right = painter.device().width() / painter.device().devicePixelRatioF() - 8
    for row, middle in tier_rows(lane, rows):
        count = numeral(row.messages.count(1))
        letters.small.draw(painter, QPointF(right, middle), count, theme.text_3, right=True)
        room = right - letters.small.width(count) - 6 - left
        text = letters.small.fitted(row.title, room)
        letters.small.draw(painter, QPointF(left, middle), text, theme.text_2)


def tier_rows(lane: Lane, rows: Sequence[MessageLane]) -> Iterator[tuple[MessageLane, float]]:
    """Each row with its vertical centre."""
    step = (lane.height - 2 * TIERS_PAD) / max(len(rows), 1)
    for number, row in enumerate(rows):
        yield row, lane.top + TIERS_PAD + (number + 0.5) * step
