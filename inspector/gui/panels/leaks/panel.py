"""The panel of leaks: what the reader of the block cannot know, and what puts it right."""

from PySide6.QtCore import QModelIndex, QPointF, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.knowledge import people
from inspector.analysis.leak_report import LeakReport
from inspector.core.document import Document
from inspector.gui.kit.glyphs import draw_triangle
from inspector.gui.kit.labels import OneLine, plain_label
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.leaks.columns import COLUMNS, STEP, LeakRow
from inspector.gui.panels.leaks.keep_button import KeepButton
from inspector.gui.panels.leaks.words import (
    all_words,
    effect_in_words,
    headline,
    nothing_to_show,
    step_words,
)
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SIGN = 14
_LEAST_TABLE = 48


class LeakTable(Table[LeakRow]):
    """The leaks, with the keys of a person who works through them.

    Signals:
        opened: the current one is to be shown.
        stepped: it is to be put right.
    """

    opened = Signal()
    stepped = Signal()

    def __init__(self, model: TableModel[LeakRow], parent: QWidget) -> None:
        super().__init__(model, "Leaks", "leaks", parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.setMinimumHeight(scaled(_LEAST_TABLE))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.stepped.emit()
        elif event.key() in _ENTER:
            self.opened.emit()
        else:
            super().keyPressEvent(event)


class LeaksPanel(Themed, Panel):
    """Quotes every leak, says who knows it, and puts one or all of them right.

    Signals:
        viewpoint_requested: a character is to be the one about to answer (name).
    """

    name = "leaks"
    title = "Leaks"
    view_keys = (
        ("Space", "Put the current leak right"),
        ("Return", "Go to the memory"),
    )
    shows_kept = True

    viewpoint_requested = Signal(str)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = Document()
        self._ruleset = self._slot = ""
        self._report = LeakReport()
        self.model = TableModel[LeakRow](COLUMNS, self)
        self.table = LeakTable(self.model, self)
        self.headline, self.cause, self.effect = OneLine(self), OneLine(self), OneLine(self)
        self.reader = QComboBox(self)
        self.all_button = QPushButton(self)
        self.keep_button = KeepButton(self)
        self.words = plain_label()
        self._lay_out()
        self._wire()
        self.restyle()
        self._show(None)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        self._document = view.document
        # What leaks may be known before the answer is shown here.
        if changes.parts & (Part.ANSWER | Part.LEAKS) and view.answer is not None:
            self._ruleset = view.answer.judging_memories
            slots = view.answer.derivations[self._ruleset].injections
            self._slot = slots[0].key if slots else ""
        if changes.parts & (Part.CHAT | Part.QUESTION):
            self._show_people(view)
        if changes.parts & (Part.CHAT | Part.LEAKS):
            self._show(None if Part.CHAT in changes else view.leaks)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self.headline.setFont(font(12, bold=True))
        for label in (self.cause, self.effect):
            label.setFont(font(11, tabular=True))
            label.setStyleSheet(f"color: {theme.text_2.name()};")
        self.words.setStyleSheet(f"color: {theme.text_2.name()};")
        self.update()

    def put_right(self) -> None:
        """Put the current leak right."""
        row = self._current
        if row is not None and row.leak.remedy is not None:
            edits = self._report.edits_for(self._document, self._ruleset, [row.leak])
            words = step_words(row.leak.remedy, row.reader)
            self.edits_requested.emit(edits, f"{words}: #{row.leak.memory}")

    def put_all_right(self) -> None:
        """Put all leaks right, as one step to undo."""
        edits = self._report.edits_for(self._document, self._ruleset)
        if edits:
            self.edits_requested.emit(edits, all_words(self._report.leaks, self._report.reader))

    @property
    def _current(self) -> LeakRow | None:
        return self.model.row_at(self.table.currentIndex().row())

    def _show(self, report: LeakReport | None) -> None:
        self._report = report or LeakReport()
        reader, leaks = self._report.reader, self._report.leaks
        self.table.context.point_of_view = reader
        self.model.show_rows([LeakRow(one, reader, one.slot == self._slot) for one in leaks])
        self.headline.setText(headline(self._report) if leaks else "")
        self.cause.setText(self._report.cause)
        self.cause.setToolTip(tooltip(self._report.cause))
        words = all_words(leaks, reader)
        self.all_button.setText(words.replace("&", "&&"))
        self.all_button.setVisible(bool(words))
        self.effect.setText(effect_in_words(self._report))
        self.words.setText(nothing_to_show(report))
        self._stack.setCurrentIndex(0 if leaks else 1)
        self.count_changed.emit(len(leaks) or None)
        self._follow()
        self._show_current()
        self.update()

    def _show_people(self, view: View) -> None:
        blocker = QSignalBlocker(self.reader)
        self.reader.clear()
        names = dict.fromkeys((*filter(None, (view.point_of_view,)), *people(view.document)))
        for name in names:
            self.reader.addItem(f"{name} answers", name)
        self.reader.setVisible(bool(names))
        blocker.unblock()

    def _choose_reader(self) -> None:
        self.viewpoint_requested.emit(str(self.reader.currentData()))

    def _follow(self) -> None:
        """Stand on the row of the memory that is selected, if it is one of them."""
        current = self._selection.current
        numbers = [row.leak.memory for row in self.model.rows]
        if current in numbers:
            self.table.show_current(numbers.index(current))
        elif not self.table.currentIndex().isValid() and numbers:
            self.table.show_current(0)

    def _take_row(self) -> None:
        self._show_current()
        row = self._current
        if row is not None and not self.table.is_leading:
            self._selection.select([row.leak.memory])

    def _show_current(self) -> None:
        row = self._current
        memory = None if row is None else row.leak.memory
        self.keep_button.show_leak(self._document, memory, self._report.reader)

    def _click(self, index: QModelIndex) -> None:
        if index.column() == STEP:
            self.put_right()

    def _activate(self) -> None:
        row = self._current
        if row is not None:
            self.memory_activated.emit(row.leak.memory)

    def _wire(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._take_row)
        self.table.clicked.connect(self._click)
        self.table.doubleClicked.connect(self._activate)
        self.table.opened.connect(self._activate)
        self.table.stepped.connect(self.put_right)
        self.reader.activated.connect(self._choose_reader)
        self.all_button.clicked.connect(self.put_all_right)
        self.keep_button.edits_requested.connect(self.edits_requested)
        self._selection.memories_changed.connect(self._follow)

    def _lay_out(self) -> None:
        self.setAccessibleName("Leaks")
        self.reader.setAccessibleName("Who answers")
        make_primary(self.all_button)
        words = QVBoxLayout()
        words.setSpacing(scaled(2))
        words.addWidget(self.headline)
        words.addWidget(self.cause)
        head = QHBoxLayout()
        head.setContentsMargins(scaled(12 + _SIGN + 8), scaled(5), scaled(10), scaled(4))
        head.setSpacing(scaled(12))
        head.addLayout(words, 1)
        head.addWidget(self.reader)
        foot = QHBoxLayout()
        foot.setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4))
        foot.setSpacing(scaled(8))
        foot.addWidget(self.all_button)
        foot.addWidget(self.keep_button)
        foot.addWidget(self.effect, 1)
        page, nothing = QWidget(self), QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        middle = QVBoxLayout(nothing)
        middle.addWidget(self.words)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(page)
        self._stack.addWidget(nothing)
        self.setFocusProxy(self.table)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        if self._report.leaks:
            middle = self.headline.geometry().center().y()
            location = QPointF(scaled(12) + scaled(_SIGN) / 2, middle)
            draw_triangle(painter, location, scaled(_SIGN), theme.warning)
            line = QRect(0, self.table.geometry().bottom() + 1, self.width(), 1)
            painter.fillRect(line, theme.line)
        painter.end()
