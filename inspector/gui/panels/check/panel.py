"""A captured request beside what is predicted (DESIGN §8)."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.kind_colours import colours_of
from inspector.gui.kit.labels import OneLine, Tone, plain_label
from inspector.gui.kit.layouts import Stack, hbox, let_scroll, nest, split, vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.check.columns import COLUMNS
from inspector.gui.panels.check.detail import VerdictDetail
from inspector.gui.panels.check.figures import HistoryStrip, Shares, history_codes
from inspector.gui.panels.check.request_view import RequestView
from inspector.gui.panels.check.rows import Fold, RequestRow, request_rows
from inspector.gui.panels.check.verdicts import (
    Sign,
    VerdictRow,
    detail_of,
    messages_sent,
    shares,
    verdict_rows,
)
from inspector.gui.panels.check.wording import sent_wording
from inspector.gui.state.request_check import RequestCheck
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.proof.report import check_lines
from inspector.proof.sent_parts import Kind, SentPart
from inspector.proof.source_words import CHAT, LORE, SLOT, card_key, settings_key

_WIDE_PX, _LOW_PX = 980, 440
_LEGEND = (Kind.MEMORY, Kind.RECAP, Kind.CARD, Kind.LORE, Kind.CHAT, Kind.PROMPT)
EMPTY = _(
    "No request is checked yet.\n\nDrop a captured request on the window, choose its file, or "
    "paste it: a request’s body, its messages, or the raw text of a prompt."
)


class CheckPanel(Themed, Panel):
    """The request at the left as it was sent, verdicts at the right.

    Signals:
        file_requested: another request is to be chosen.
        paste_requested: the request on the clipboard is to be checked.
        slot_activated: a slot's key.
        entry_activated: a lorebook and the number of an entry of it.
        place_activated: a part that a setting or a card's field makes (DESIGN §4).
        back_requested: a person wants to see the chat again.
    """

    name = "check"
    title = _("Check")
    shows_kept = True
    area = Area.TABLES
    folds_below = True
    is_wide = True

    file_requested = Signal()
    paste_requested = Signal()
    slot_activated = Signal(str)
    entry_activated = Signal(str, str)
    place_activated = Signal(str)
    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.check: RequestCheck | None = None
        self._parts: tuple[SentPart, ...] = ()
        self._unfolded: frozenset[Fold] = frozenset()
        self.view = RequestView(self)
        self.model = TableModel[VerdictRow](COLUMNS, self)
        self.table = Table(self.model, _("Verdicts"), "check_verdicts", self)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.detail = VerdictDetail(self)
        self.shares, self.strip = Shares(self), HistoryStrip(self)
        self.title_label = plain_label(_("Check a request"), 13, bold=True)
        self.about = OneLine(self, Tone.QUIET)
        self.verdict = plain_label("", 11, Tone.QUIET)
        self.remarks = plain_label("", 11.5, Tone.QUIET)
        self.remarks.setContentsMargins(scaled(12), scaled(3), scaled(12), scaled(3))
        self.empty = plain_label(EMPTY)
        self.copy_button = QPushButton(_("Copy the report"), self)
        self._lay_out()
        self.view.unfolded.connect(self._unfold)
        self.view.opened.connect(self._open_row)
        self.view.chosen.connect(self._follow_row)
        self.table.selectionModel().currentRowChanged.connect(self._show_detail)
        self.bind_over("F8", self.next_difference)
        self.bind_over("Shift+F8", partial(self.next_difference, -1))
        self.table.doubleClicked.connect(self._jump)
        self.detail.jump_requested.connect(self._jump)
        self.detail.wording_requested.connect(self._take_wording)
        self.setFocusProxy(self.table)
        self.restyle()
        self.say(EMPTY)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self._clear()

    def say(self, words: str) -> None:
        """Say something in place of a request: what to do, or why one cannot be checked."""
        self.empty.setText(words)
        self._stack.setCurrentIndex(1)
        self.about.setText("")
        self.copy_button.setEnabled(False)

    def show_check(self, check: RequestCheck) -> None:
        """Show another request, from its first difference on."""
        self.check = check
        found = check.found
        self._parts = check.parts
        self._unfolded = frozenset()
        self._stack.setCurrentIndex(0)
        self.copy_button.setEnabled(True)
        messages = len(found.captured.messages)
        shape = (
            _("chat completion · {messages}").format(
                messages=counted(messages, "{n} message", "{n} messages")
            )
            if messages
            else _("one prompt")
        )
        self.about.setText(
            _("{name} · {shape} · {stem}, end {end}").format(
                name=check.name, shape=shape, stem=check.chat.stem, end=check.end
            )
        )
        self.shares.show_shares(shares(self._parts), messages)
        simulated = found.prediction.simulation.hidden
        chat = check.document.chat
        codes = history_codes(chat.hidden, simulated, messages_sent(self._parts))
        self.strip.show_messages(codes, check.lengths)
        self.remarks.setText("\n".join(map(_, found.remarks)))
        self.remarks.setVisible(bool(found.remarks))
        self._show_rows()
        rows = verdict_rows(check, self._parts)
        self.model.show_rows(rows)
        self.verdict.setText(_summary(rows))
        off = sum(row.sign is not Sign.FINE for row in rows)
        self.count_changed.emit(off or None)
        first = next((n for n, row in enumerate(rows) if row.sign is not Sign.FINE), 0)
        self.table.setCurrentIndex(self.model.index(first, 0))
        self._share_room()
        self._show_detail()

    def next_difference(self, step: int = 1) -> None:
        """Go to the next verdict that is not as predicted, after the last to the first."""
        rows = self.model.rows
        off = [index for index, row in enumerate(rows) if row.sign is not Sign.FINE]
        if off:
            current = self.table.currentIndex().row()
            ordered = off if step > 0 else off[::-1]
            ahead = (n for n in ordered if (n > current if step > 0 else n < current))
            self.table.setCurrentIndex(self.model.index(next(ahead, ordered[0]), 0))

    def copy_report(self) -> None:
        """Copy what was found, as the command line prints it."""
        check = self.check
        if check is not None:
            lines = check_lines(check.found, check.proof.guess, check.chat.name)
            put_on_clipboard("\n".join(lines))

    def _share_room(self) -> None:
        """Give the table the room of its rows, at most half, and the detail all the rest."""
        whole = max(self._right.height(), 1)
        header = self.table.horizontalHeader().height()
        rows = self.table.verticalHeader().length() + header + scaled(4)
        top = min(rows, whole // 2)
        self._right.setSizes([top, whole - top])

    def _clear(self) -> None:
        self.check = None
        self._parts = ()
        self.view.show_rows([])
        self.model.show_rows([])
        self.detail.show_detail(None, "")
        self.count_changed.emit(None)
        self.say(EMPTY)

    def _show_rows(self) -> None:
        check = self.check
        if check is not None:
            rows = request_rows(check.found.captured, self._parts, self._unfolded)
            self.view.show_rows(rows)

    def _unfold(self, fold: Fold) -> None:
        self._unfolded |= {fold}
        self._show_rows()

    def _current(self) -> VerdictRow | None:
        return self.model.row_at(self.table.currentIndex().row())

    def _show_detail(self) -> None:
        row, check = self._current(), self.check
        if row is None or check is None:
            self.detail.show_detail(None, "")
            return
        can_take = sent_wording(row, check) is not None
        self.detail.show_detail(detail_of(row, check), _jump_words(row), can_take=can_take)
        if row.part is not None and not self.view.hasFocus():
            self.view.show_part(row.part.number)

    def _take_wording(self) -> None:
        row, check = self._current(), self.check
        edit = None if row is None or check is None else sent_wording(row, check)
        if edit is not None:
            self.edit_requested.emit(edit)

    def _follow_row(self, row: RequestRow) -> None:
        """Show the verdict on what the view stands on."""
        if row.part is None or not self.view.hasFocus():
            return
        for index, verdict in enumerate(self.model.rows):
            if verdict.source == row.part.source:
                self.table.setCurrentIndex(self.model.index(index, 0))
                return

    def _open_row(self, row: RequestRow) -> None:
        if row.line is not None and row.line.memory is not None:
            self.memory_activated.emit(row.line.memory)
        elif row.part is not None:
            self._go(row.part.source)

    def _jump(self) -> None:
        row, check = self._current(), self.check
        if row is None or check is None:
            return
        if row.memory is not None:
            self.memory_activated.emit(row.memory)
        elif row.name == "History" and check.found.history.first_in is not None:
            self.message_activated.emit(check.found.history.first_in)
        else:
            self._go(row.source)

    def _go(self, source: str) -> None:
        """Go to what a part comes from."""
        if source.startswith(SLOT):
            self.slot_activated.emit(source.removeprefix(SLOT))
        elif source.startswith(CHAT):
            self.message_activated.emit(int(source.removeprefix(CHAT)))
        elif source.startswith(LORE):
            book, _, number = source.removeprefix(LORE).rpartition(":")
            self.entry_activated.emit(book, number)
        elif card_key(source) or settings_key(source):
            self.place_activated.emit(source)

    @override
    def restyle(self) -> None:
        self.legend.setText(_legend())
        self.legend.setFont(font(11))
        self.detail.restyle()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= scaled(_WIDE_PX)
        way = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self._both.orientation() is not way:
            self._both.setOrientation(way)
        # In a low tab the request itself has the room; all of it shows in a filled window.
        self.strip.setVisible(self.height() >= scaled(_LOW_PX))
        self.shares.setVisible(self.height() >= scaled(_LOW_PX) * 3 // 4)
        self._share_room()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._jump()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self.legend = QLabel()
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        sent = _titled(_("The request as it was sent"), self.legend, self.view)
        predicted = _titled(_("Against our prediction"), self.verdict, self._verdicts())
        self._both = split("check", sent, predicted, sizes=(560, 440), stretches=(5, 4))
        words = QWidget(self)
        inner = QVBoxLayout(words)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        # A label whose height follows its width would make the whole panel scroll.
        for label in (self.empty, self.remarks):
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        inner.addStretch(2)
        inner.addWidget(self.empty)
        inner.addStretch(3)
        page = QWidget(self)
        column = vbox(page, margins=0, spacing=0)
        for widget in (self.shares, self.strip, self.remarks):
            column.addWidget(widget)
        column.addWidget(self._both, 1)
        whole = vbox(self, self._head(), margins=0, spacing=0)
        self._stack = Stack(self)
        self._stack.addWidget(page)
        self._stack.addWidget(words)
        whole.addWidget(self._stack, 1)

    def _verdicts(self) -> QWidget:
        scroll = let_scroll(QScrollArea(self), self.detail)
        scroll.setMinimumHeight(scaled(60))
        self._right = split("verdicts", self.table, scroll, vertical=True, stretches=(1, 1))
        return self._right

    def _head(self) -> QWidget:
        head = QWidget(self)
        row = hbox(head, margins=(12, 5, 12, 5), spacing=8)
        self.title_label.setWordWrap(False)
        row.addWidget(self.title_label)
        row.addWidget(self.about, 1)
        for button, act in (
            (QPushButton(_("Choose a file…")), self.file_requested.emit),
            (QPushButton(_("From the clipboard")), self.paste_requested.emit),
            (self.copy_button, self.copy_report),
            (QPushButton(_("Back to the chat")), self.back_requested.emit),
        ):
            button.clicked.connect(act)
            row.addWidget(button)
        return head


def _titled(words: str, beside: QLabel, body: QWidget) -> QWidget:
    """A part of the panel under a title."""
    pane = QWidget()
    column = vbox(pane, margins=0, spacing=0)
    head = QHBoxLayout()
    head.setContentsMargins(scaled(12), scaled(3), scaled(10), scaled(3))
    title = plain_label(words, 11.5, bold=True)
    title.setWordWrap(False)
    beside.setWordWrap(False)
    head.addWidget(title)
    head.addStretch(1)
    head.addWidget(beside)
    nest(column, head)
    column.addWidget(body, 1)
    return pane


def _legend() -> str:
    theme = current_theme()
    quiet = theme.text_2.name()
    return "&nbsp;&nbsp; ".join(
        f"<span style='color:{colours_of(kind, theme).stripe.name()}'>▌</span>"
        f"<span style='color:{quiet}'>{_(kind)}</span>"
        for kind in _LEGEND
    )


def _summary(rows: Sequence[VerdictRow]) -> str:
    words = {
        Sign.FINE: _("as predicted"),
        Sign.DIFFERS: _("different"),
        Sign.ABSENT: _("absent"),
        Sign.UNKNOWN: _("not ours"),
    }
    counts = {sign: sum(row.sign is sign for row in rows) for sign in words}
    parts = [f"{counts[sign]} {words[sign]}" for sign in words if counts[sign]]
    return ", ".join(parts)


def _jump_words(row: VerdictRow) -> str:
    if row.memory is not None:
        return _("Show memory {memory}").format(memory=row.memory)
    if row.source.startswith(SLOT):
        return _("Show the block")
    if row.source.startswith(CHAT):
        return _("Show message {removeprefix}").format(removeprefix=row.source.removeprefix(CHAT))
    if row.source.startswith(LORE):
        return _("Show the entry")
    if card_key(row.source):
        return _("Show the card’s file")
    if settings_key(row.source):
        return _("Show settings.json")
    return _("Show the first message") if row.name == "History" else ""
