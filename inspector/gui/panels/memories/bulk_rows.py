"""The rows of a change for many memories: old and new with word marks, and a tick each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.analysis.bulk import ChangedValue
from inspector.analysis.differences import Kind
from inspector.gui.kit.text import signed, tooltip
from inspector.gui.kit.theme import current_theme
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.gui.tables.word_marks import write_side
from inspector.language import _


@dataclass(frozen=True, slots=True)
class BulkRow:
    """A value that changes.

    Attributes:
        value: the change.
        tokens: of its memory's line before and after; None until they are known.
        is_included: whether it is made; a person can leave it out.
    """

    value: ChangedValue
    tokens: tuple[int, int] | None = None
    is_included: bool = True

    @property
    def before(self) -> str:
        """The value as it is."""
        return _spelled(self.value.before)

    @property
    def after(self) -> str:
        """The value as it becomes."""
        return _spelled(self.value.after)

    @property
    def cost(self) -> str:
        """What the change costs; empty until it is known, and for what is left out."""
        known = self.tokens if self.is_included else None
        return "" if known is None else signed(known[1] - known[0])


class BulkTable(Table[BulkRow]):
    """The changes; a click on the tick or Space leaves one out.

    Signals:
        ticked: a row is to be left out, or taken in again (its number).
    """

    ticked = Signal(int)

    def __init__(self, model: TableModel[BulkRow], parent: QWidget) -> None:
        super().__init__(model, _("Old and new"), parent=parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.clicked.connect(self._click)

    def _click(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self.ticked.emit(index.row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.ticked.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)


def _spelled(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, cast("Sequence[object]", value)))
    return "" if value is None else str(value)


def _paint_tick(cell: Cell[BulkRow]) -> None:
    cell.draw_box(checked=cell.row.is_included, usable=True)


def _paint_before(cell: Cell[BulkRow]) -> None:
    write_side(cell, cell.row.before, cell.row.after, Kind.REMOVED, current_theme().text_2)


def _paint_after(cell: Cell[BulkRow]) -> None:
    if cell.row.is_included:
        write_side(cell, cell.row.before, cell.row.after, Kind.ADDED, current_theme().text)
    else:
        cell.write(cell.inner, _("left out: stays as it is"), cell.faint)


_column = Column[BulkRow]

COLUMNS = (
    _column(
        "", _("Whether it is changed: a click, or Space, leaves it out."),
        lambda row: _("changes") if row.is_included else _("left out"), 28, name=_("Tick"),
        paint=_paint_tick,
    ),
    _column("#", _("The memory"), lambda row: str(row.value.memory), "00000", is_number=True),
    _column(_("What"), _("The field"), lambda row: row.value.field, "witnesses_", colour=quiet),
    _column(
        _("As it is"), _("What goes is struck out."), lambda row: row.before, 290,
        paint=_paint_before, tooltip=lambda row: tooltip(row.before),
    ),
    _column(
        _("As it becomes"), _("What comes is underlined."), lambda row: row.after,
        paint=_paint_after, tooltip=lambda row: tooltip(row.after),
    ),
    _column(
        _("Tokens"), _("More or fewer in its line"), lambda row: row.cost, "−000", is_number=True
    ),
)  # fmt: skip
