"""The panel of leaks: what the reader of the block cannot know, and what puts it right."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QModelIndex, QPointF, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.knowledge import people
from inspector.analysis.leak_report import LeakReport
from inspector.analysis.recap_leaks import RecapLeak
from inspector.core.document import Document
from inspector.core.injection import Injection
from inspector.gui.kit.form_fields import Choices
from inspector.gui.kit.glyphs import draw_triangle
from inspector.gui.kit.labels import OneLine, Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.leak_words import headline
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.leaks.columns import COLUMNS, STEP, LeakRow
from inspector.gui.panels.leaks.excerpt import Excerpt
from inspector.gui.panels.leaks.keep_button import KeepButton
from inspector.gui.panels.leaks.words import (
    all_words,
    effect_in_words,
    nothing_to_show,
    step_words,
)
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SIGN_PX = 14
_LEAST_TABLE_PX = 48
_ROOMY = 300
"""Pixels of height from which on the lines of the block stand below the table."""


class LeakTable(Table[LeakRow]):
    """The leaks, with the keys of a person who works through them.

    Signals:
        opened: the current one is to be shown.
        stepped: it is to be put right.
    """

    opened = Signal()
    stepped = Signal()

    def __init__(self, model: TableModel[LeakRow], parent: QWidget) -> None:
        super().__init__(model, _("Leaks"), "leaks", parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)
        self.setMinimumHeight(scaled(_LEAST_TABLE_PX))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.stepped.emit()
        elif event.key() in _ENTER:
            self.opened.emit()
        else:
            super().keyPressEvent(event)


_READER_PX = 190
"""A long name leaves the headline its room; the list shows it whole."""


class ReaderChooser(Choices):
    """Who is about to answer, and so reads the block."""

    def show_people(self, view: View) -> None:
        """Offer everybody of the chat, the one who answers first."""
        blocker = QSignalBlocker(self)
        self.clear()
        names = dict.fromkeys((*filter(None, (view.point_of_view,)), *people(view.document)))
        for name in names:
            self.addItem(_("{name} answers").format(name=name), name)
        self.setVisible(bool(names))
        blocker.unblock()


class LeaksPanel(Panel):
    """Quotes every leak, says who knows it, and puts one or all of them right.

    Signals:
        viewpoint_requested: a character is to be the one about to answer (name).
        recap_requested: a version of the running recap is to be edited (`RecapVersion`).
    """

    name = "leaks"
    title = _("Leaks")
    view_keys = (
        (_("Space"), _("Put the current leak right")),
        (_("Return"), _("Go to the memory")),
        ("F8", _("Next leak")),
        ("Shift+F8", _("Previous leak")),
    )
    shows_kept = True

    viewpoint_requested = Signal(str)
    recap_requested = Signal(object)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = Document()
        self._ruleset = self._slot = ""
        self._injections: Mapping[str, Injection] = {}
        self._report = LeakReport()
        self.model = TableModel[LeakRow](COLUMNS, self)
        self.table = LeakTable(self.model, self)
        self.headline = OneLine(self, bold=True)
        self.cause, self.effect = (
            OneLine(self, Tone.QUIET, 11, tabular=True) for _label in ("cause", "effect")
        )
        self.reader = ReaderChooser(self)
        self.all_button = QPushButton(self)
        self.next_button = QPushButton(_("Next leak"), self)
        self.next_button.setToolTip(_("Next leak (F8; Shift+F8 for the one before)"))
        self.keep_button = KeepButton(self)
        self.excerpt = Excerpt(self)
        self.words = plain_label("", tone=Tone.QUIET)
        self._lay_out()
        self._wire()
        self._show(None)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        self._document = view.document
        # What leaks may be known before the answer is shown here.
        if changes.parts & (Part.ANSWER | Part.LEAKS) and view.answer is not None:
            self._ruleset = view.answer.judging_memories
            slots = view.answer.derivations[self._ruleset].injections
            self._slot = slots[0].key if slots else ""
            every = (one.injections for one in view.answer.derivations.values())
            self._injections = {slot.key: slot for slots in every for slot in slots}
        if changes.parts & (Part.CHAT | Part.QUESTION):
            self.reader.show_people(view)
        if changes.parts & (Part.CHAT | Part.LEAKS):
            self._show(None if Part.CHAT in changes else view.leaks)

    def put_right(self) -> None:
        """Put the current leak right."""
        row = self._current
        if row is None:
            return
        if isinstance(row.leak, RecapLeak):
            self.recap_requested.emit(row.leak.version)
        elif row.leak.remedy is not None:
            edits = self._report.edits_for(self._document, self._ruleset, [row.leak])
            words = step_words(row.leak.remedy, row.reader)
            self.edits_requested.emit(edits, f"{words}: #{row.leak.memory}")

    def step(self, by: int) -> None:
        """Go to the next leak (1) or the one before (-1), around the end."""
        count = len(self.model.rows)
        if count:
            at = self.table.currentIndex().row()
            self.table.setCurrentIndex(
                self.model.index((at + by) % count, self.table.visible_column)
            )

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
        every = (*leaks, *self._report.recaps)
        self.model.show_rows([LeakRow(one, reader, one.slot == self._slot) for one in every])
        self.headline.setText(headline(self._report) if every else "")
        self.cause.setText(self._report.cause)
        self.cause.setToolTip(tooltip(self._report.cause))
        words = all_words(leaks, reader)
        self.all_button.setText(words.replace("&", "&&"))
        self.all_button.setVisible(bool(words))
        self.effect.setText(effect_in_words(self._report))
        self.words.setText(nothing_to_show(report))
        self._stack.setCurrentIndex(0 if every else 1)
        # A page that is hidden must not need room.
        room = QSizePolicy.Policy.Preferred if every else QSizePolicy.Policy.Ignored
        self._page.setSizePolicy(room, room)
        self.count_changed.emit(len(every) or None)
        self._follow()
        self._show_current()
        self.update()

    def _choose_reader(self) -> None:
        self.viewpoint_requested.emit(str(self.reader.currentData()))

    def _follow(self) -> None:
        """Stand on the row of the memory that is selected, if it is one of them."""
        current = self._selection.current
        numbers = [row.of_memory and row.leak.memory for row in self.model.rows]
        if current is not None and current in numbers:
            self.table.show_current(numbers.index(current))
        elif not self.table.currentIndex().isValid() and numbers:
            self.table.show_current(0)

    def _take_row(self) -> None:
        self._show_current()
        row = self._current
        if row is not None and row.of_memory is not None and not self.table.is_leading:
            self._selection.select([row.leak.memory])

    def _show_current(self) -> None:
        row = self._current
        memory = None if row is None or row.of_memory is None else row.leak.memory
        self.keep_button.show_leak(self._document, memory, self._report.reader)
        self.excerpt.show_leak(row, self.model.rows, self._injections)

    def _click(self, index: QModelIndex) -> None:
        if index.column() == STEP:
            self.put_right()

    def _activate(self) -> None:
        row = self._current
        if row is not None:
            self.memory_activated.emit(row.leak.memory)

    def _wire(self) -> None:
        self.next_button.clicked.connect(partial(self.step, 1))
        self.bind_over("F8", partial(self.step, 1))
        self.bind_over("Shift+F8", partial(self.step, -1))
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
        self.setAccessibleName(_("Leaks"))
        self.reader.setAccessibleName(_("Who answers"))
        self.reader.setMaximumWidth(scaled(_READER_PX))
        make_primary(self.all_button)
        words = vbox(None, self.headline, self.cause, spacing=2)
        head = hbox(
            None, (words, 1), self.reader, margins=(12 + _SIGN_PX + 8, 5, 10, 4), spacing=12
        )
        foot = hbox(
            None,
            self.all_button,
            self.next_button,
            self.keep_button,
            (self.effect, 1),
            margins=(12, 4, 12, 4),
            spacing=8,
        )
        self._page, nothing = QWidget(self), QWidget(self)
        vbox(self._page, head, (self.table, 1), self.excerpt, foot, margins=0, spacing=0)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(nothing, self.words)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._page)
        self._stack.addWidget(nothing)
        self.setFocusProxy(self.table)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.excerpt.setVisible(self.height() >= scaled(_ROOMY))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        if self._report.count:
            middle = self.headline.geometry().center().y()
            location = QPointF(scaled(12) + scaled(_SIGN_PX) / 2, middle)
            draw_triangle(painter, location, scaled(_SIGN_PX), theme.warning)
            line = QRect(0, self.table.geometry().bottom() + 1, self.width(), 1)
            painter.fillRect(line, theme.line)
        painter.end()
