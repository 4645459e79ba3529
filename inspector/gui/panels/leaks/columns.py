"""The rows of leaks and their columns."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QFontMetrics

from inspector.analysis.leak_report import Leak
from inspector.analysis.recap_leaks import RecapLeak
from inspector.gui.kit.glyphs import draw_lock
from inspector.gui.kit.paint import box
from inspector.gui.kit.text import join_names, tooltip
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.leaks.words import step_words
from inspector.gui.tables.cells import RIGHT, Cell
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.memory_cells import paint_bucket_number, paint_names
from inspector.gui.tables.word_marks import fitted
from inspector.language import _, numeral, within
from inspector.systems import slot_name


@dataclass(frozen=True, slots=True)
class LeakRow:
    """One leak as it is shown: a memory's line, or a sentence of the running recap.

    Attributes:
        leak: what leaks.
        reader: to whom.
        is_main: whether its line stands in the first slot.
    """

    leak: Leak | RecapLeak
    reader: str
    is_main: bool

    @property
    def of_memory(self) -> Leak | None:
        """The leak, if it is a memory's line."""
        return self.leak if isinstance(self.leak, Leak) else None

    @property
    def label(self) -> str:
        """The number of the memory, or which recap it is."""
        return str(self.leak.memory) if isinstance(self.leak, Leak) else self.leak.name

    @property
    def text(self) -> str:
        """What the reader reads."""
        return self.leak.summary if isinstance(self.leak, Leak) else self.leak.sentence

    @property
    def phrase(self) -> tuple[int, int]:
        """Which part of that tells, in code points."""
        return self.leak.telling if isinstance(self.leak, Leak) else (0, len(self.leak.sentence))

    @property
    def is_secret(self) -> bool:
        """Whether it is flagged as one; a recap tells nothing else here."""
        return self.leak.is_secret if isinstance(self.leak, Leak) else True

    @property
    def where(self) -> str:
        """`line 14`, or the name of a further slot."""
        if self.is_main or isinstance(self.leak, RecapLeak):
            return _("line {n}").format(n=self.leak.line)
        return within(slot_name(self.leak.slot))

    @property
    def step(self) -> str:
        """What its button says; empty where nothing helps."""
        if isinstance(self.leak, RecapLeak):
            return _("Edit recap")
        return step_words(self.leak.remedy, self.reader)

    @property
    def detail(self) -> str:
        """Why that is proposed."""
        if isinstance(self.leak, Leak):
            return self.leak.detail
        return _("It tells the secret #{n}. Whoever answers reads the recap.").format(
            n=self.leak.memory
        )


def _paint_number(cell: Cell[LeakRow]) -> None:
    leak = cell.row.of_memory
    if leak is not None:
        paint_bucket_number(cell, leak.bucket, leak.memory)
    else:
        cell.write(cell.inner, cell.row.label, current_theme().text, RIGHT, cell.context.font(11))


def _paint_secret(cell: Cell[LeakRow]) -> None:
    if cell.row.is_secret:
        centre = QPointF(QRectF(cell.rect).center())
        draw_lock(cell.painter, centre, scaled(12), current_theme().secret)


def _paint_summary(cell: Cell[LeakRow]) -> None:
    metrics = QFontMetrics(cell.context.font())
    words, phrase = fitted(cell.row.text, cell.row.phrase, metrics, cell.inner.width())
    cell.mark(cell.inner, words, [phrase])
    cell.write(cell.inner, words, current_theme().text)


def _paint_knowers(cell: Cell[LeakRow]) -> None:
    paint_names(cell, cell.row.leak.knowers)


def _paint_step(cell: Cell[LeakRow]) -> None:
    theme, words = current_theme(), cell.row.step
    if not words:
        cell.write(cell.inner, _("nothing helps"), cell.faint, font=cell.context.font(11))
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
    return _("a secret") if row.is_secret else ""


_column = Column[LeakRow]

COLUMNS = (
    _column(
        "#", _("The number of the memory, with the letter of its bucket."),
        lambda row: row.label, 62, paint=_paint_number,
        is_number=True,
    ),
    _column(
        "", _("Whether it is a secret."), _secret_text, 26, name=_("Secret"), paint=_paint_secret,
        sign=draw_lock, need=3,
    ),
    _column(
        _("What is read"), _("The summary; what tells most is marked."),
        lambda row: row.text, paint=_paint_summary, least=120,
        tooltip=lambda row: tooltip(row.text),
    ),
    _column(
        _("Who knows it"), _("Witnesses, and who took part."),
        lambda row: join_names(row.leak.knowers) or "nobody", 118, paint=_paint_knowers, need=2,
        tooltip=lambda row: tooltip(join_names(row.leak.knowers)),
    ),
    _column(_("Where"), _("Its line in the block."), lambda row: row.where, "reflections", need=4,
            colour=quiet),
    _column(
        _("Tokens"), _("What its line costs."), lambda row: numeral(row.leak.tokens), "1,234",
        need=5, is_number=True,
    ),
    _column(
        _("One step"), _("Puts it right: a click, or Space. It can be undone."),
        lambda row: row.step or _("nothing helps"), 128, paint=_paint_step,
        tooltip=lambda row: tooltip(row.detail),
    ),
)  # fmt: skip
STEP = len(COLUMNS) - 1
