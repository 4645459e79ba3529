"""How the cells of the table of memories are painted."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QFontMetrics, QPainter

from inspector.core.memory import GREATEST_IMPORTANCE
from inspector.gui.kit.glyphs import draw_check, draw_dot, draw_lock, draw_star, draw_triangle
from inspector.gui.kit.memory_words import verdict_word
from inspector.gui.kit.paint import what_if_pen
from inspector.gui.kit.text import one_line
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.row import MemoryRow
from inspector.gui.tables.cells import MOST_DRAWN, Cell
from inspector.gui.tables.memory_cells import paint_bucket_number, paint_names
from inspector.language import _

MemoryCell = Cell[MemoryRow]

STAR, STEP, MARGIN = 11, 13, 4


def star_at(rect: QRect, x: int) -> int | None:
    """Which star of a cell (1 to 5) lies at `x`; None beside them."""
    star = (x - rect.left() - scaled(MARGIN)) // scaled(STEP) + 1
    return star if 1 <= star <= GREATEST_IMPORTANCE else None


def draw_stars(painter: QPainter, rect: QRect, importance: int, hot: int | None) -> None:
    """Five stars from the left edge: the value, and in the accent the star that a click sets."""
    theme = current_theme()
    top = rect.top() + (rect.height() - scaled(STAR)) / 2
    for number in range(GREATEST_IMPORTANCE):
        corner = QPointF(rect.left() + scaled(MARGIN) + number * scaled(STEP), top)
        is_full = number < importance
        colour = theme.importance[3] if is_full else theme.strong_line
        if hot is not None and number == hot - 1:
            colour = theme.accent
        draw_star(painter, corner, scaled(STAR), colour, full=is_full)


def paint_number(cell: MemoryCell) -> None:
    """The bucket as stripe and letter, and the memory's number."""
    verdict = cell.row.verdict
    paint_bucket_number(cell, verdict.bucket if verdict else None, cell.row.memory.index)


def paint_witnesses(cell: MemoryCell) -> None:
    """The witnesses; the point of view has a darker border and weight 600."""
    _paint_people(cell, cell.row.memory.witnesses, "witness")


def paint_involved(cell: MemoryCell) -> None:
    """The same for who is involved."""
    _paint_people(cell, cell.row.memory.characters_involved, "involved")


def paint_stars(cell: MemoryCell) -> None:
    """★ for the importance and ☆ for the rest."""
    memory, hot = cell.row.memory, cell.context.hot
    star = hot[1] if hot and hot[0] == memory.index else None
    draw_stars(cell.painter, cell.rect, memory.importance, star)


def paint_secret(cell: MemoryCell) -> None:
    """A lock, or a dot."""
    if cell.row.memory.is_secret:
        theme = current_theme()
        draw_lock(cell.painter, QRectF(cell.rect).center(), scaled(12), theme.secret)
    else:
        _paint_dot(cell)


def paint_transient(cell: MemoryCell) -> None:
    """A check mark, or a dot."""
    _paint_flag(cell, is_set=cell.row.memory.is_transient)


def paint_archived(cell: MemoryCell) -> None:
    """The same for what is put away."""
    _paint_flag(cell, is_set=cell.row.memory.is_archived)


def paint_summary(cell: MemoryCell) -> None:
    """The summary, with ▲ before it where a problem concerns the memory."""
    theme, row, rect = current_theme(), cell.row, QRect(cell.inner)
    if row.problem:
        centre = QPointF(rect.left() + scaled(5), QRectF(rect).center().y())
        draw_triangle(cell.painter, centre, scaled(10), theme.warning)
        rect.setLeft(rect.left() + scaled(15))
    summary = row.memory.summary
    if summary.strip():
        colour = cell.faint if row.is_left_out else theme.text
        line = one_line(summary)
        marks = row.marked("summary") if line == summary else ()
        for location, start, end in _lines(cell, rect, line):
            inside = [(a - start, b - start) for a, b in marks if b > start and a < end]
            cell.mark(
                location, line[start:end], [(max(a, 0), min(b, end - start)) for a, b in inside]
            )
            cell.write(location, line[start:end], colour)
    else:
        cell.write(rect, _("no summary"), cell.faint)


def _lines(cell: MemoryCell, rect: QRect, text: str) -> Sequence[tuple[QRect, int, int]]:
    """Where the lines of a text stand in a cell, and what of it; the last may be cut."""
    metrics = QFontMetrics(cell.context.font())
    whole = ((rect, 0, len(text)),)
    if cell.context.lines == 1 or metrics.horizontalAdvance(text[:MOST_DRAWN]) <= rect.width():
        return whole
    end = following = 0
    for space in re.finditer(r"\s+", text[:MOST_DRAWN]):
        if metrics.horizontalAdvance(text[: space.start()]) > rect.width():
            break
        end, following = space.span()
    height = metrics.lineSpacing()
    top = QRect(rect.left(), rect.center().y() - height + 1, rect.width(), height)
    return ((top, 0, end), (top.translated(0, height), following, len(text))) if end else whole


def paint_verdict(cell: MemoryCell) -> None:
    """✓ or ○ and the verdict's word; nothing before the first derivation."""
    row = cell.row
    if row.is_derived:
        word = _("not yet") if row.verdict is None else verdict_word(row.verdict)
        was_in = None if row.kept is None else row.kept.in_block
        cell.write_verdict(word, is_in=row.is_in, was_in=was_in)


def paint_what_if(cell: MemoryCell) -> None:
    """Dashes above and below what a what-if changes."""
    if cell.row.kept is not None:
        cell.painter.setPen(what_if_pen(current_theme().accent))
        rect = cell.rect.adjusted(0, 0, 0, 1)
        cell.painter.drawLine(rect.topLeft(), rect.topRight())
        cell.painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def _paint_people(cell: MemoryCell, held: Sequence[str], field: str) -> None:
    matched = {held[item] for item in cell.row.marked_names(field) if item < len(held)}
    paint_names(cell, held, matched)


def _paint_flag(cell: MemoryCell, *, is_set: bool) -> None:
    if is_set:
        centre = QRectF(cell.rect).center()
        draw_check(cell.painter, centre, scaled(11), current_theme().text_2)
    else:
        _paint_dot(cell)


def _paint_dot(cell: MemoryCell) -> None:
    colour = cell.faint if cell.is_selected else current_theme().control_border
    draw_dot(cell.painter, QRectF(cell.rect).center(), scaled(3), colour)
