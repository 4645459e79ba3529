"""The page of rows: a filter, and the table of what one part holds."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStackedLayout, QWidget
from typing_extensions import override

from inspector.analysis.context_map import Share
from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.context.ordering import (
    Filter,
    Ordering,
    order_of,
    quick_order,
    typed_words,
)
from inspector.gui.panels.context.rows_model import Page, RowsModel
from inspector.gui.panels.context.rows_table import RowsTable
from inspector.gui.panels.context.state import key_of
from inspector.gui.state.request_rows import subject_of
from inspector.gui.state.selection import ItemSubject, Selection
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.language import _, numeral


class RowsFilter(Themed, QWidget):
    """Which rows are wanted.

    Signals:
        changed: other rows are wanted.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.which = QComboBox(self)
        self.words = LineEdit(self)
        self.count = Label(self, Tone.QUIET, 11, tabular=True)
        self.which.addItems([_("Show: {rows}").format(rows=_(which.value)) for which in Filter])
        self.which.setAccessibleName(_("Show rows"))
        self.words.setPlaceholderText(_("Filter: words, a name, an id"))
        self.words.setAccessibleName(_("Filter rows"))
        self.words.setClearButtonEnabled(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.words.setMinimumWidth(scaled(70))
        hbox(self, self.which, (self.words, 1), self.count, margins=0, spacing=8)
        self.which.currentIndexChanged.connect(self._tell)
        self.words.textChanged.connect(self._tell)
        self.restyle()

    @property
    def filter(self) -> Filter:
        """All rows, those that are in, or those left out."""
        return list(Filter)[self.which.currentIndex()]

    @override
    def restyle(self) -> None:
        for one in (self.which, self.words):
            one.setFixedHeight(scaled(24))

    def clear(self) -> None:
        """Want all rows."""
        self.which.setCurrentIndex(0)
        self.words.clear()

    def _tell(self) -> None:
        self.changed.emit()


NOTHING = _("There is nothing in this part.")
_PAUSE_MS = 120
"""Milliseconds for which a slider rests before its rows are sorted anew."""

_BREATH_S = 0.0005

NO_MATCH = _("No row passes the filter.")
_CONTEXT_ROWS = 2
"""Rows that are left out and shown above the first one that is in."""


class RowsPage(QWidget):
    """Rows of one part; sorted and filtered on a worker, so that nothing ever waits.

    Signals:
        message_activated: a message is to be shown (its index).
        item_activated: an item is to be shown (its id).
        score_pinned: a score is set by hand: the item's key, and the score or None.
    """

    message_activated = Signal(int)
    item_activated = Signal(str)
    score_pinned = Signal(str, object)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self.worker = LatestWorker(self)
        self.filter = RowsFilter(self)
        self.model = RowsModel(self)
        self.table = RowsTable(self.model, self)
        self.words = plain_label(tone=Tone.QUIET)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.words)
        self._connect()

    def show_page(self, page: Page | None) -> None:
        """Show other rows; of another part from its start and in its own order."""
        before = self.model.page
        same = before is not None and page is not None and _key(before) == _key(page)
        if not same:
            title = "" if page is None else page.displayed.map.parts[page.location].title
            self.table.setAccessibleName(
                _("Rows of {title}").format(title=title) if title else _("Rows")
            )
            self.table.header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.model.show_order(None)
        top = self.table.verticalScrollBar().value()
        self.model.show_page(page)
        self.table.verticalScrollBar().setValue(top if same else 0)
        self._reorder()
        if not same and page is not None:
            # The table has its place only when the panel is laid out.
            QTimer.singleShot(0, self, self._begin)

    @property
    def ordering(self) -> Ordering:
        """What is wanted."""
        header = self.table.header
        section = header.sortIndicatorSection()
        columns = self.model.columns
        column = columns[section] if 0 <= section < len(columns) else None
        descending = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        words = typed_words(self.filter.words.text())
        return Ordering(self.filter.filter, words, column, descending)

    def _connect(self) -> None:
        self.filter.changed.connect(self._reorder)
        self.table.header.sortIndicatorChanged.connect(self._reorder)
        self.worker.answered.connect(self._take_order)
        self._soon.timeout.connect(self._ask_order)
        self.model.pin_requested.connect(self.score_pinned)
        self.table.unpin_requested.connect(self._unpin)
        self.table.activated_row.connect(self._activate)
        self.table.chosen_row.connect(self._choose)
        self._selection.message_changed.connect(self._follow)
        self._selection.subjects_changed.connect(self._follow_item)

    def _begin(self) -> None:
        """Bring what is selected into view, else the first messages that are in."""
        page, current = self.model.page, self.table.currentIndex()
        if current.isValid():
            self.table.scrollTo(current)
            return
        if page is None or not self._lists_messages(page):
            return
        first = self.model.row_of_message(page.displayed.map.messages.find(1))
        if first is not None:
            index = self.model.index(max(0, first - _CONTEXT_ROWS), 0)
            self.table.scrollTo(index, RowsTable.ScrollHint.PositionAtTop)

    def _unpin(self, name: str) -> None:
        self.score_pinned.emit(name, None)

    def _reorder(self) -> None:
        """List the rows as they are wanted: at once, or else when there is time."""
        page, ordering = self.model.page, self.ordering
        self._soon.stop()
        self.worker.cancel()
        if page is None or ordering.is_natural:
            self._take_order(None)
            return
        quick = quick_order(page.displayed, page.location, ordering)
        if quick is not None:
            self._take_order(quick)
        elif page.before is None:
            self._ask_order()
        elif not self._is_ordered(page, ordering):
            self._soon.start()

    def _ask_order(self) -> None:
        page, ordering = self.model.page, self.ordering
        if page is None:
            return

        def work(token: CancelToken) -> list[int]:
            # Sleeping now and then, so that the window's thread never waits for the interpreter.
            return order_of(page.rows, page.displayed, ordering, partial(token.breathe, _BREATH_S))

        self.worker.ask(work)

    def _is_ordered(self, page: Page, ordering: Ordering) -> bool:
        """Whether the rows stand as they are wanted, whatever is tried out."""
        is_known = self.model.order is not None
        return is_known and ordering.is_lasting and self._lists_messages(page)

    def _lists_messages(self, page: Page) -> bool:
        return page.displayed.map.parts[page.location].share is Share.HISTORY

    def _take_order(self, order: list[int] | None) -> None:
        bar = self.table.verticalScrollBar()
        top = bar.value()
        self.model.show_order(order)
        bar.setValue(top)
        self._say()
        self._follow(self._selection.message)
        self._follow_item()

    def _say(self) -> None:
        """Count the rows, or say why there are none."""
        total, displayed = self.model.total, self.model.rowCount()
        self.filter.count.setText(
            _("{displayed:,} of {total:,}").format(displayed=displayed, total=total)
            if displayed < total
            else numeral(total)
        )
        self.words.setText(NO_MATCH if total else NOTHING)
        self._stack.setCurrentIndex(0 if displayed else 1)

    def _activate(self, row: int) -> None:
        listed = self.model.listed(row)
        if listed.row.message is not None:
            self.message_activated.emit(listed.row.message)
        else:
            self.item_activated.emit(listed.item.item.key if listed.item else listed.row.id)

    def _choose(self, row: int) -> None:
        listed, page = self.model.listed(row), self.model.page
        request = None if page is None else page.displayed.request
        if listed.row.message is not None:
            self._selection.select_message(listed.row.message)
        if listed.item is not None and request is not None:
            item = subject_of(request, listed.item)
            self._selection.select_item(item.key, item.turn)

    def _follow(self, message: int | None) -> None:
        """Make the row of the selected message the current one."""
        if message is None or self.table.current_message() == message:
            return
        row = self.model.row_of_message(message)
        if row is not None:
            self.table.go_to_row(row)

    def _follow_item(self) -> None:
        """Make the row of the selected item the current one, if it is listed."""
        wanted = next((s for s in self._selection.subjects if isinstance(s, ItemSubject)), None)
        if wanted is None:
            return
        row = self.model.row_of_item(wanted)
        if row is not None and row != self.table.currentIndex().row():
            self.table.go_to_row(row)


def _key(page: Page) -> object:
    return key_of(page.displayed.map.parts[page.location]), page.displayed.request is None
