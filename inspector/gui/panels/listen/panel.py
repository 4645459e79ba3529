"""Requests as they are sent (*Listen…*)."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QStackedLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.labels import OneLine, Tone, plain_label
from inspector.gui.kit.layouts import hbox, let_scroll, nest, vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.text import counted
from inspector.gui.panels.listen.columns import COLUMNS
from inspector.gui.panels.listen.start_form import StartForm, as_rows, steps
from inspector.gui.state.listening import HeardRequest, Listening
from inspector.gui.state.view import View, ViewChanges
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _, percent
from inspector.proof.stability import kept_share

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ListenPanel(Panel):
    """What to set where nothing is listened to; else the requests, newest first.

    Signals:
        started: an address, a port and a folder (`Path` or None) to listen with.
        stopped: a person wants it to stop.
        check_requested: a `HeardRequest` that is to be looked at.
    """

    name = "listen"
    title = _("Listen")
    area = Area.TABLES
    folds_below = True
    is_wide = True

    started = Signal(str, int, object)
    stopped = Signal()
    check_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._listening: Listening | None = None
        self.form = StartForm(self)
        self.model = TableModel[HeardRequest](COLUMNS, self)
        self.table = Table(self.model, _("Requests"), "listen_requests", self)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.state, self.foot = OneLine(self, bold=True), OneLine(self, Tone.QUIET)
        self.instructions = plain_label(tone=Tone.QUIET)
        self.instructions.setTextFormat(Qt.TextFormat.RichText)
        self.copy_button = QPushButton(_("Copy address"))
        self.stop_button = QPushButton(_("Stop"))
        self._lay_out()
        self.form.started.connect(self.started)
        self.stop_button.clicked.connect(self.stopped)
        self.copy_button.clicked.connect(self.copy_address)
        self.table.doubleClicked.connect(self._check)
        self.show_state(None)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Requests are of whichever chat they are of; the open one does not matter."""

    def show_state(self, listening: Listening | None) -> None:
        """Show whether anything is listened to, and where."""
        self._listening = listening
        self.stop_button.setText(_("Stop") if listening is not None else _("Listen again…"))
        self.copy_button.setVisible(listening is not None)
        if listening is None:
            self.state.setText(_("○ Stopped: nothing listens."))
        else:
            kept = (
                ""
                if listening.folder is None
                else f" · {_('kept in {folder}').format(folder=listening.folder)}"
            )
            self.state.setText(
                _(
                    "● Listening at {address}, passing on to {endpoint} · no key is kept{kept}"
                ).format(address=listening.address, endpoint=listening.endpoint, kept=kept)
            )
            self.instructions.setText(as_rows(_("No request yet.\n\n") + steps(listening.address)))
        if listening is None and not self.model.rows:
            self._pages.setCurrentIndex(0)
        else:
            self._pages.setCurrentIndex(1)
        self._show_rows_or_words()

    def show_form(self) -> None:
        """Show what can be set before listening begins."""
        self._pages.setCurrentIndex(0)
        self.form.endpoint.setFocus()

    @property
    def is_listening(self) -> bool:
        """Whether requests are listened to."""
        return self._listening is not None

    def show_requests(self, heard: Sequence[HeardRequest]) -> None:
        """Show the requests, newest first; the current one stays current."""
        current = self.model.row_at(self.table.currentIndex().row())
        self.model.show_rows(heard)
        if current is not None:
            numbers = [one.number for one in heard]
            if current.number in numbers:
                index = numbers.index(current.number)
                self.table.setCurrentIndex(self.model.index(index, 0))
        self.foot.setText(foot_in_words(heard))
        self.count_changed.emit(len(heard) or None)
        self._show_rows_or_words()

    def copy_address(self) -> None:
        """Copy what SillyTavern is pointed to."""
        if self._listening is not None:
            put_on_clipboard(self._listening.address)

    def _show_rows_or_words(self) -> None:
        self._body.setCurrentIndex(0 if self.model.rows else 1)
        self.foot.setVisible(bool(self.model.rows))

    def _check(self) -> None:
        row = self.model.row_at(self.table.currentIndex().row())
        if row is not None and row.is_request:
            self.check_requested.emit(row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.table.hasFocus():
            self._check()
        elif event.key() == Qt.Key.Key_Space and self.table.hasFocus() and self.is_listening:
            self.stopped.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        page, body = QWidget(self), QWidget(self)
        self._body = QStackedLayout(body)
        self._body.addWidget(self.table)
        words = QWidget(self)
        vbox(words, self.instructions, 1, margins=(16, 12, 16, 12))
        self._body.addWidget(_scrolling(words, self))
        head = hbox(
            None,
            (self.state, 1),
            self.copy_button,
            self.stop_button,
            margins=(12, 5, 12, 5),
            spacing=8,
        )
        column = vbox(page, head, (body, 1), margins=0, spacing=0)
        self.foot.setContentsMargins(0, 0, 0, 0)
        foot = hbox(None, (self.foot, 1), margins=(12, 4, 12, 4))
        nest(column, foot)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(_scrolling(self.form, self))
        self._pages.addWidget(page)


def _scrolling(body: QWidget, parent: QWidget) -> QScrollArea:
    """A part of the panel that scrolls by itself, so that the rest need not."""
    scroll = let_scroll(QScrollArea(parent), body)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return scroll


def foot_in_words(heard: Sequence[HeardRequest]) -> str:
    """What all requests come to: how many, how much was kept, the slowest answer."""
    if not heard:
        return ""
    words = [counted(len(heard), "{n} request", "{n} requests")]
    rows = [one.kept for one in heard if one.kept is not None]
    if rows:
        words.append(
            _("{kept_share} kept of the ones before").format(kept_share=percent(kept_share(rows)))
        )
    answers = [one.answer for one in heard if one.answer is not None]
    if answers:
        words.append(
            _("slowest answer {max:.1f} s").format(max=max(one.seconds for one in answers))
        )
    off = sum(one.check is not None and not one.check.found.is_fine for one in heard)
    words.append(
        _("{off} not as predicted").format(off=off) if off else _("Enter checks the chosen one")
    )
    return " · ".join(words)
