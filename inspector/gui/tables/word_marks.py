"""A text in a cell with what matters of it marked, and never cut away."""

from functools import lru_cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics

from inspector.analysis.differences import Kind, Piece, diff
from inspector.gui.kit.text import one_line
from inspector.gui.kit.theme import current_theme
from inspector.gui.tables.cells import MOST_DRAWN, Cell, Row

_ELLIPSIS = "…"
_KEPT = 1_000


def fitted(
    text: str, phrase: tuple[int, int], metrics: QFontMetrics, width: int
) -> tuple[str, tuple[int, int]]:
    """A text on one line, cut around a phrase and never within it.

    Args:
        text: such as a summary, or a line of the block.
        phrase: where that stands in it, in code points.
        metrics: of the font.
        width: the room, in pixels.

    Returns:
        the text, and where the phrase stands in it.
    """
    start, end = phrase
    before, kept, after = (one_line(one) for one in (text[:start], text[start:end], text[end:]))
    needed = metrics.horizontalAdvance(before + kept + after)
    if needed > width and after:
        least = metrics.horizontalAdvance(before + kept)
        room = max(width - least, metrics.horizontalAdvance(_ELLIPSIS))
        after = metrics.elidedText(after, Qt.TextElideMode.ElideRight, room)
        needed = least + metrics.horizontalAdvance(after)
    if needed > width and before:
        room = width - metrics.horizontalAdvance(kept + after)
        left = max(room, metrics.horizontalAdvance(_ELLIPSIS))
        before = metrics.elidedText(before, Qt.TextElideMode.ElideRight, left)
    return before + kept + after, (len(before), len(before) + len(kept))


def write_side(cell: Cell[Row], before: str, after: str, side: Kind, colour: QColor) -> None:
    """One side of a change, with the words that only this side has marked.

    Args:
        cell: where it is written.
        before: the text as it was.
        after: the text as it becomes.
        side: `REMOVED` for the text as it was, `ADDED` for the other.
        colour: of the words.
    """
    theme = current_theme()
    text, spans = _side(before[:MOST_DRAWN], after[:MOST_DRAWN], side)
    metrics = QFontMetrics(cell.context.font())
    hull = (spans[0][0], spans[-1][1]) if spans else (0, 0)
    words, (start, _end) = fitted(text, hull, metrics, cell.inner.width())
    moved = start - hull[0] if spans else 0
    is_gone = side is Kind.REMOVED
    for first, last in spans:
        left = cell.inner.left() + metrics.horizontalAdvance(words[: first + moved])
        right = cell.inner.left() + metrics.horizontalAdvance(words[: last + moved])
        top = cell.inner.center().y() - metrics.height() // 2
        room = QRect(left, top, min(right, cell.inner.right()) - left, metrics.height())
        cell.painter.fillRect(room, theme.removed_background if is_gone else theme.added_background)
        line = room.center().y() if is_gone else room.bottom()
        cell.painter.fillRect(
            room.left(), line, room.width(), 1, theme.error if is_gone else theme.verdict_in
        )
    cell.write(cell.inner, words, colour)


@lru_cache(maxsize=_KEPT)
def _side(before: str, after: str, side: Kind) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text of a side, and where it differs, in code points."""
    found: tuple[Piece, ...] = diff(one_line(before), one_line(after)).pieces
    text, spans = "", list[tuple[int, int]]()
    for piece in found:
        if piece.kind in (Kind.SAME, side):
            if piece.kind is side and piece.text.strip():
                spans.append((len(text), len(text) + len(piece.text)))
            text += piece.text
    return text, tuple(spans)
