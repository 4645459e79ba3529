"""The list of problems: its keys, and the rows that name a severity."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.problems.model import (
    COLUMNS,
    FIX,
    PLACE,
    TEXT,
    Group,
    ProblemsModel,
    Row,
)
from inspector.gui.panels.problems.words import place_of
from inspector.gui.tables.view import Table
from inspector.language import _

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WIDEST_PLACE_PX = 170


def _background(row: Row) -> QColor | None:
    return current_theme().alt if isinstance(row, Group) else None


class ProblemsTable(Table[Row]):
    """Columns without anything to say are hidden.

    Signals:
        opened: Enter was pressed on a problem.
    """

    opened = Signal()

    def __init__(self, model: ProblemsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _("Problems"), "", parent, margin=8)
        self._problems = model
        self.cells.background = _background
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.header.hide()

    def share_room(self) -> None:
        """Give places and fixes the room that they need, and the sentences all the rest."""
        self.clearSpans()
        for row in self._problems.group_rows:
            self.setSpan(row, 0, 1, self._problems.columnCount())
        for row, columns in self._problems.text_spans:
            self.setSpan(row, TEXT, 1, columns)
        widest = max(map(place_of, self._problems.visible), key=len, default="")
        right = Qt.TextElideMode.ElideRight
        room = self.fontMetrics().elidedText(widest, right, scaled(_WIDEST_PLACE_PX))
        self.header.widen(COLUMNS[PLACE].label, room)
        self.header.set_available(COLUMNS[PLACE].label, available=bool(widest))
        self.header.set_available(COLUMNS[FIX].label, available=self._problems.has_fixes)

    @override
    def mark_hovered(self, row: int) -> None:
        super().mark_hovered(-1 if row in self._problems.group_rows else row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.opened.emit()
        else:
            super().keyPressEvent(event)
