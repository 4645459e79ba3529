"""The answer of a model, laid beside what is: old, new and tokens saved, a tick each."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.sizes import MARGIN
from inspector.gui.kit.style import make_primary, set_role
from inspector.gui.kit.text import counted, signed
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.rewrite.answers import Answer, PastedRow
from inspector.gui.panels.rewrite.pasted_columns import COLUMNS, LINES, lines_of
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _

_ROW_PX, _MOST_PX, _GAP_PX = 42, 130, 6
_TICK = 0


class _PastedView(Table[PastedRow]):
    """Rows as high as what is said in them; Space ticks what is selected.

    Signals:
        ticked: these rows shall be ticked, or no longer (a list of numbers).
    """

    ticked = Signal(object)

    def __init__(self, model: TableModel[PastedRow], parent: QWidget) -> None:
        super().__init__(model, _("The answer beside what is"), parent=parent)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.fit_rows)
        self.header.sectionResized.connect(self._soon.start)

    @override
    def restyle(self) -> None:
        super().restyle()
        self.verticalHeader().setDefaultSectionSize(scaled(_ROW_PX))

    def fit_rows(self) -> None:
        """Make each row high enough for its texts, as far as these can be read at a glance."""
        metrics, margins = QFontMetrics(self.context.font(11)), scaled(2 * MARGIN)
        for number, row in enumerate(self._model.rows):
            needed = (
                metrics.boundingRect(
                    QRect(0, 0, self.columnWidth(column) - margins, _MOST_PX), LINES, text
                ).height()
                for column, text in lines_of(row).items()
                if not self.isColumnHidden(column)
            )
            height = max(scaled(_ROW_PX), max(needed, default=0) + scaled(_GAP_PX))
            self.setRowHeight(number, min(height, scaled(_MOST_PX)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.ticked.emit([one.row() for one in self.selectionModel().selectedRows()])
        else:
            super().keyPressEvent(event)


class PastedTable(QFrame):
    """Shows an answer, each row to be taken or left.

    Attributes:
        answer: what is shown; without rows for none.

    Signals:
        accepted: new wordings by memory (a dict).
        closed: nothing of it is taken.
    """

    accepted = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "surface")
        self.answer = Answer()
        self.notes = plain_label()
        self.model = TableModel[PastedRow](COLUMNS, self)
        self.table = _PastedView(self.model, self)
        self.take_button = QPushButton(_("Take the ticked ones"), self)
        make_primary(self.take_button)
        self.close_button = QPushButton(_("Take none"), self)
        self.sum = plain_label()
        self.take_button.clicked.connect(self._take)
        self.close_button.clicked.connect(self.closed)
        self.table.clicked.connect(self._click)
        self.table.ticked.connect(self.tick)
        buttons = hbox(None, self.take_button, self.close_button, (self.sum, 1))
        vbox(self, self.notes, (self.table, 1), buttons, spacing=6)
        self.setFocusProxy(self.table)

    def show_answer(self, answer: Answer | None) -> None:
        """Show an answer; None for none any more.

        Args:
            answer: what is ticked is written into it.
        """
        self.answer = Answer() if answer is None else answer
        words = " ".join(self.answer.notes)
        self.notes.setText(words)
        self.notes.setVisible(bool(words))
        self._show()
        if self.answer.rows and not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def tick(self, numbers: Sequence[int]) -> None:
        """Tick rows that can be taken, or untick them where all of them are ticked."""
        rows = self.answer.rows
        usable = {one for one in numbers if rows[one].is_usable}
        is_on = not all(rows[one].is_ticked for one in usable)
        self.answer.rows = [
            replace(one, choice=is_on) if number in usable else one
            for number, one in enumerate(rows)
        ]
        self._show()

    def _click(self, index: QModelIndex) -> None:
        if index.column() == _TICK:
            self.tick([index.row()])

    def _show(self) -> None:
        self.model.show_rows(self.answer.rows)
        self.table.fit_rows()
        ticked = self._ticked
        self.sum.setText(
            _("{summarys}, {saved} tokens").format(
                summarys=counted(len(ticked), "{n} summary", "{n} summaries"),
                saved=signed(-sum(one.saved for one in ticked)),
            )
        )
        self.take_button.setEnabled(bool(ticked))

    @property
    def _ticked(self) -> list[PastedRow]:
        return [one for one in self.answer.rows if one.is_ticked]

    def _take(self) -> None:
        self.accepted.emit({one.memory: one.after for one in self._ticked})
