"""The rows of leaks and their columns."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics

from inspector.analysis.leak_report import Leak
from inspector.gui.kit.glyphs import draw_lock
from inspector.gui.kit.paint import box
from inspector.gui.kit.text import join_names, one_line, tooltip
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.leaks.words import step_words
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.memory_cells import paint_bucket_number, paint_names
from inspector.systems import slot_name

_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class LeakRow:
    """One leak as it is shown.

    Attributes:
        leak: what leaks.
        reader: to whom.
        is_main: whether its line stands in the first slot.
    """

    leak: Leak
    reader: str
    is_main: bool

    @property
    def where(self) -> str:
        """`line 14`, or the name of a further slot."""
        return f"line {self.leak.line}" if self.is_main else slot_name(self.leak.slot).lower()

    @property
    def step(self) -> str:
        """What its button says; empty where nothing helps."""
        return step_words(self.leak.remedy, self.reader)


def fitted(leak: Leak, metrics: QFontMetrics, width: int) -> tuple[str, tuple[int, int]]:
    """The summary on one line, cut around the phrase that tells and never within it.

    Args:
        leak: whose summary.
        metrics: of the font.
        width: the room, in pixels.

    Returns:
        the text, and where the phrase stands in it.
    """
    start, end = leak.telling
    before, phrase, after = leak.summary[:start], leak.summary[start:end], leak.summary[end:]
    before, phrase, after = (one_line(one) for one in (before, phrase, after))
    needed = metrics.horizontalAdvance(before + phrase + after)
    if needed > width and after:
        least = metrics.horizontalAdvance(before + phrase)
        room = max(width - least, metrics.horizontalAdvance(_ELLIPSIS))
        after = metrics.elidedText(after, Qt.TextElideMode.ElideRight, room)
        needed = least + metrics.horizontalAdvance(after)
    if needed > width and before:
        room = width - metrics.horizontalAdvance(phrase + after)
        left = max(room, metrics.horizontalAdvance(_ELLIPSIS))
        before = metrics.elidedText(before, Qt.TextElideMode.ElideRight, left)
    return before + phrase + after, (len(before), len(before) + len(phrase))


def _paint_number(cell: Cell[LeakRow]) -> None:
    paint_bucket_number(cell, cell.row.leak.bucket, cell.row.leak.memory)


def _paint_secret(cell: Cell[LeakRow]) -> None:
    if cell.row.leak.is_secret:
        centre = QPointF(QRectF(cell.rect).center())
        draw_lock(cell.painter, centre, scaled(12), current_theme().secret)


def _paint_summary(cell: Cell[LeakRow]) -> None:
    metrics = QFontMetrics(cell.context.font())
    words, phrase = fitted(cell.row.leak, metrics, cell.inner.width())
    cell.mark(cell.inner, words, [phrase])
    cell.write(cell.inner, words, current_theme().text)


def _paint_knowers(cell: Cell[LeakRow]) -> None:
    paint_names(cell, cell.row.leak.knowers)


def _paint_step(cell: Cell[LeakRow]) -> None:
    theme, words = current_theme(), cell.row.step
    if not words:
        cell.write(cell.inner, "nothing helps", cell.faint, font=cell.context.font(11))
        return
    font = cell.context.font(11)
    margin = scaled(8)
    width = min(QFontMetrics(font).horizontalAdvance(words) + 2 * margin, cell.inner.width())
    frame = QRect(cell.inner.left(), cell.rect.top() + 2, width, cell.rect.height() - 4)
    is_under = cell.number == cell.context.hovered
    background = theme.hover if is_under and not cell.is_selected else theme.surface
    box(cell.painter, QRectF(frame), background, theme.control_border)
    cell.write(frame.adjusted(margin, 0, 2 - margin, 0), words, theme.text, font=font)


def _secret_text(row: LeakRow) -> str:
    return "a secret" if row.leak.is_secret else ""


_column = Column[LeakRow]

COLUMNS = (
    _column(
        "#", "The number of the memory, with the letter of its bucket.",
        lambda row: str(row.leak.memory), 56, paint=_paint_number,
        is_number=True,
    ),
    _column(
        "", "Whether it is a secret.", _secret_text, 26, name="Secret", paint=_paint_secret,
        sign=draw_lock, need=3,
    ),
    _column(
        "What is read", "The summary; what tells most is marked.",
        lambda row: row.leak.summary, paint=_paint_summary, least=120,
        tooltip=lambda row: tooltip(row.leak.summary),
    ),
    _column(
        "Who knows it", "Witnesses, and who took part.",
        lambda row: join_names(row.leak.knowers) or "nobody", 118, paint=_paint_knowers, need=2,
        tooltip=lambda row: tooltip(join_names(row.leak.knowers)),
    ),
    _column("Where", "Its line in the block.", lambda row: row.where, "reflections", need=4,
            colour=quiet),
    _column(
        "Tokens", "What its line costs.", lambda row: f"{row.leak.tokens:,}", "1,234", need=5,
        is_number=True,
    ),
    _column(
        "One step", "Puts it right: a click, or Space. It can be undone.",
        lambda row: row.step or "nothing helps", 128, paint=_paint_step,
        tooltip=lambda row: tooltip(row.leak.detail),
    ),
)  # fmt: skip
STEP = len(COLUMNS) - 1
