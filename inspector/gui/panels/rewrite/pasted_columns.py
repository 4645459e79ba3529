"""The columns in which an answer of a model is laid beside what is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from inspector.gui.kit.text import one_line, signed, tooltip
from inspector.gui.kit.theme import Theme, current_theme
from inspector.gui.panels.rewrite.answers import PastedRow
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet
from inspector.language import _

LINES = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
_LONGEST_CHARS = 400


def _paint_tick(cell: Cell[PastedRow]) -> None:
    if cell.row.is_usable:
        cell.draw_box(checked=cell.row.is_ticked, usable=True)


def _spoken_tick(row: PastedRow) -> str:
    if not row.is_usable:
        return _("nothing to take")
    return _("ticked") if row.is_ticked else _("not ticked")


def _old(row: PastedRow) -> str:
    words = one_line(row.before, _LONGEST_CHARS)
    return _("Yours: {words}").format(words=words) if row.own and words else words


def _new(row: PastedRow) -> str:
    return one_line(row.after, _LONGEST_CHARS)


def _paint_old(cell: Cell[PastedRow]) -> None:
    theme = current_theme()
    _paint_lines(cell, _old(cell.row), theme.text if cell.row.own else theme.text_2)


def _paint_new(cell: Cell[PastedRow]) -> None:
    _paint_lines(cell, _new(cell.row), current_theme().text)


def _paint_notes(cell: Cell[PastedRow]) -> None:
    _paint_lines(cell, cell.row.notes, current_theme().warning)


def _paint_lines(cell: Cell[PastedRow], text: str, colour: QColor) -> None:
    cell.painter.setFont(cell.context.font(11))
    cell.painter.setPen(colour)
    cell.painter.drawText(cell.inner, LINES, text)


def _saved_colour(row: PastedRow, theme: Theme) -> QColor:
    return theme.verdict_in if row.saved > 0 else theme.text_2


_column = Column[PastedRow]
COLUMNS = (
    _column("", _("Whether it is to be taken; Space or a click."), lambda _: "", 20, name=_("Take"),
            paint=_paint_tick, spoken=_spoken_tick),
    _column("#", _("The memory."), lambda row: str(row.memory), "0000", is_number=True,
            colour=quiet),
    _column(_("As it is"), _("The summary as it is, or your own wording that is not kept yet."),
            _old, 210, paint=_paint_old, need=5, tooltip=lambda row: tooltip(_old(row))),
    _column(_("As it came back"), _("The new summary."), _new, None, paint=_paint_new, least=120,
            tooltip=lambda row: tooltip(_new(row))),
    _column(_("Tokens"), _("More or fewer than before."),
            lambda row: "" if row.new is None else signed(-row.saved), "−000",
            is_number=True, colour=_saved_colour),
    _column(_("What to know"), _("What speaks against it."), lambda row: row.notes, 190,
            paint=_paint_notes, tooltip=lambda row: tooltip(row.notes)),
)  # fmt: skip


def lines_of(row: PastedRow) -> dict[int, str]:
    """The texts of a row that go on in further lines, by the numbers of their columns."""
    return {2: _old(row), 3: _new(row), 5: row.notes}
