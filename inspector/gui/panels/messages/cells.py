"""How messages are painted: what is looked for stands out, what is later steps back."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QTextLayout, QTextOption

from inspector.core.tokens import utf16_length
from inspector.gui.kit.finding import hit_format
from inspector.gui.kit.labels import Tone
from inspector.gui.kit.sizes import MARGIN
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.panels.messages.row import MessageRow
from inspector.gui.panels.messages.searching import Span, spans
from inspector.gui.panels.messages.state_words import state_text, state_tone, swatch_colour
from inspector.gui.tables.cells import RIGHT, Cell, draw_line
from inspector.language import _

MessageCell = Cell[MessageRow]

_TICK, _TICK_AT, _SWATCH_PX = 3, 5, 9


def text_colour(row: MessageRow, theme: Theme) -> QColor:
    """Fainter for what is not sent."""
    return theme.text_3 if row.is_later or row.hidden or row.is_removed else theme.text_2


def background(row: MessageRow) -> QColor | None:
    """What comes after the moment has another ground."""
    return current_theme().window if row.is_later else None


def paint_number(cell: MessageCell) -> None:
    """The number, and a tick where a selected memory came from the message."""
    theme, rect, row = current_theme(), cell.rect, cell.row
    if row.is_marked:
        left = rect.left() + scaled(_TICK_AT)
        cell.painter.fillRect(left, rect.top(), scaled(_TICK), rect.height() + 1, theme.accent)
    font = cell.context.font(tabular=True)
    cell.write(cell.inner, str(row.index), _colour(cell, theme.text_2), RIGHT, font)


def paint_date(cell: MessageCell) -> None:
    """When it was sent, with digits of equal width."""
    font = cell.context.font(tabular=True)
    cell.write(cell.inner, cell.row.date, _colour(cell, current_theme().text_2), font=font)


def paint_found(field: Literal["name", "text"]) -> Callable[[MessageCell], None]:
    """Paints a name or a text, and what is looked for in it."""

    def paint(cell: MessageCell) -> None:
        row, painter, inner = cell.row, cell.painter, cell.inner
        colour = _colour(cell, current_theme().text)
        words = row.name if field == "name" else row.text
        painter.setFont(cell.context.font())
        needle = row.facts.needle
        if needle:
            metrics = QFontMetrics(painter.font())
            line = metrics.elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
            if hits := spans(line, needle):
                painter.setPen(colour)
                _paint_hits(cell, line, hits)
                return
        draw_line(painter, inner, words, colour)

    return paint


def paint_state(cell: MessageCell) -> None:
    """A square in the extension's own colour and the word; the word alone where it has none."""
    verdict, painter, inner = cell.row.verdict, cell.painter, QRect(cell.inner)
    if verdict is None:
        return
    swatch = swatch_colour(verdict)
    if verdict.mark is not None and verdict.mark.word:
        size = scaled(_SWATCH_PX)
        box = QRect(inner.left(), inner.center().y() - size // 2, size, size)
        painter.fillRect(box, current_theme().surface)
        if swatch is not None:
            painter.fillRect(box, swatch)
        painter.setPen(current_theme().control_border if swatch is None else swatch)
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        inner.setLeft(inner.left() + size + scaled(6))
    tone = state_tone(verdict)
    colour = cell.faint if tone is Tone.QUIET else tone.colour()
    if verdict.mark is not None:
        colour = current_theme().text if verdict.included else cell.faint
    cell.write(inner, state_text(verdict), colour)


def paint_moment(cell: MessageCell) -> None:
    """The line under the last message of the moment: the playhead, lying down."""
    row = cell.row
    if not row.is_end:
        return
    theme, rect = current_theme(), cell.rect
    cell.painter.fillRect(rect.left(), rect.bottom(), rect.width(), 2, theme.text)
    if cell.column == 0:
        cell.painter.setFont(cell.context.font(bold=True))
        words = _("end {index}").format(index=row.index)
        width = QFontMetrics(cell.painter.font()).horizontalAdvance(words) + scaled(2 * MARGIN)
        flag = QRect(rect.right() - width + 1, rect.top(), width, rect.height())
        cell.painter.fillRect(flag, theme.text)
        cell.painter.setPen(theme.surface)
        cell.painter.drawText(flag, int(Qt.AlignmentFlag.AlignCenter), words)


def _colour(cell: MessageCell, usual: QColor) -> QColor:
    row = cell.row
    return cell.faint if row.is_later or row.hidden or row.is_removed else usual


def _paint_hits(cell: MessageCell, line: str, hits: list[Span]) -> None:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout = QTextLayout(line, cell.painter.font())
    layout.setTextOption(option)
    layout.setFormats([_hit(line, start, end) for start, end in hits])
    layout.beginLayout()
    made = layout.createLine()
    made.setLineWidth(cell.inner.width())
    layout.endLayout()
    top = cell.inner.top() + (cell.inner.height() - made.height()) / 2
    layout.draw(cell.painter, QPointF(cell.inner.left(), top))


def _hit(line: str, start: int, end: int) -> QTextLayout.FormatRange:
    hit = QTextLayout.FormatRange()
    hit.start = utf16_length(line[:start])
    hit.length = utf16_length(line[start:end])
    hit.format = hit_format()
    return hit
