"""The messages panel: every message of the chat, and what memories made of it."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.message_derivation import MessageDerivation
from inspector.core.system import MemorySystem
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.messages.bar import Bar
from inspector.gui.panels.messages.model import MessagesModel
from inspector.gui.panels.messages.new_memory import NewMemoryDialog
from inspector.gui.panels.messages.reader import Reader
from inspector.gui.panels.messages.row import make_row
from inspector.gui.panels.messages.rows import Rows
from inspector.gui.panels.messages.selected_bar import SelectedBar
from inspector.gui.panels.messages.sources import (
    Sources,
    gather_sources,
    has_few_sources,
    same_sources,
    sources_of,
)
from inspector.gui.panels.messages.strip import Strip
from inspector.gui.panels.messages.table import MessagesTable
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import LatestWorker, in_parts
from inspector.language import _


class Gatherer(QObject):
    """Answers which memories name which messages; asked again only after such an edit.

    Signals:
        gathered: the sources of the newest document (`Sources`).
    """

    gathered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._worker = LatestWorker(self)
        self._worker.parted.connect(self._take)
        self._sources: Sources | None = None

    def set_document(self, document: Document) -> None:
        """Gather for a document; the answer comes by signal, at once for a few memories."""
        before, self._document = self._document, document
        if same_sources(before, document):
            return
        known, self._sources = self._sources, None
        self._worker.cancel()
        if known is not None and known.hold_for(before, document):
            self._take(replace(known, chat_length=len(document.chat)))
            return
        if has_few_sources(document):
            self._take(sources_of(document))
            return
        if before.chat is not document.chat:
            self.gathered.emit(Sources(chat_length=len(document.chat)))
        self._worker.ask(in_parts(gather_sources(document)))

    def _take(self, sources: Sources) -> None:
        self._sources = sources
        self.gathered.emit(sources)


class Empty(FilledWidget):
    """Says why there is no row, and offers all of them where a filter is why.

    Signals:
        all_requested: all messages are wanted.
    """

    fill = "surface"

    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = plain_label(pixels=14, tone=Tone.QUIET)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.show_all = QPushButton(_("Show all messages"), self)
        self.show_all.setAutoDefault(False)
        self.show_all.clicked.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 12)
        column.setSpacing(10)
        column.addStretch(1)
        column.addWidget(self.words)
        column.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def _tell(self) -> None:
        self.all_requested.emit()

    def say(self, words: str, *, filtered: bool) -> None:
        """Say why; `filtered` offers all messages."""
        self.words.setText(words)
        self.show_all.setVisible(filtered)


_WIDE_PX, _LOW_PX = 700, 400
"""Pixels from which the reader stands beside the table, since below it there is no room."""
_TABLE_SHARE = 0.58
"""The table's share of what it and the reader have."""

_VIEW_KEYS = (
    ("N", _("New memory from the message")),
    ("Ctrl+F", _("Find in the view")),
    ("Ctrl+G", _("Go to a message")),
    ("F3", _("Next match")),
    ("Shift+F3", _("Previous match")),
)


class MessagesPanel(Panel):
    """Shows the chat's messages, reads one in full, and finds one among many.

    Signals:
        edit_requested: a `core.edits.Edit` of what is kept with a message.
    """

    name = "messages"
    title = _("Messages")
    view_keys = _VIEW_KEYS
    shows_kept = True
    area = Area.TABLES

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._is_open = False
        self._system: MemorySystem | None = None
        self.model = MessagesModel(self)
        self.gatherer = Gatherer(self)
        self.bar = Bar(self)
        self.rows = Rows(self.model, self.bar, selection, self)
        self.strip = Strip(self)
        self.table = MessagesTable(self.model, self)
        self.empty = Empty(self)
        self.reader = Reader(self)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.selected_bar = SelectedBar(self.table, self.model, self)
        self._body = QStackedWidget(self)
        self._lay_out()
        self._connect()
        self.set_document(None)

    @classmethod
    @override
    def count_in(cls, view: View) -> int | None:
        return len(view.document.chat)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes or Part.DOCUMENT in changes:
            is_other = Part.CHAT in changes or changes.edits.chat_replaced
            self.set_document(view.document, is_edited=not is_other)
        if Part.CHAT in changes or changes.edits.went_on:
            self.count_changed.emit(self.count_in(view))
        if changes.of(Part.CHAT | Part.DOCUMENT | Part.QUESTION):
            self.set_playhead(view.question.moment.at)

    def set_document(self, document: Document | None, *, is_edited: bool = False) -> None:
        """Show a chat; an edited document of the same chat leaves everything in its place.

        Args:
            document: the chat; None for none.
            is_edited: whether it is the same chat, of which messages were hidden or reworded, or
                with which others went on.
        """
        self._is_open = document is not None
        displayed = document or Document()
        if displayed.chat is self.model.document.chat:
            self.model.update_document(displayed)
            self.gatherer.set_document(displayed)
        else:
            self.rows.leave_chat()
            if is_edited:
                self.model.update_document(displayed)
            else:
                self.model.set_document(displayed, np.zeros(0, dtype=np.int64))
            self.gatherer.set_document(displayed)
            self.rows.set_chat(displayed.chat)
            if is_edited:
                self.selected_bar.refresh()
        self.rows.refresh()
        self._follow_memories()
        self._follow_message(self._selection.message)

    def set_playhead(self, at: int | None) -> None:
        """Say after which message the chat is taken to end; None for its real end."""
        self.model.facts.playhead = at
        self.table.viewport().update()
        self._refresh_reader()

    def show_judged(self, judged: MessageDerivation | None, system: MemorySystem | None) -> None:
        """Show what is kept with messages, and whether it is in the prompt.

        Args:
            judged: the verdicts on each message's own memory or recap; None without any.
            system: who keeps it; None for nobody, then there is no column.
        """
        self.model.facts.judged, self._system = judged, system
        self.table.show_states(visible=system is not None)
        self._refresh_reader()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_low = self.width() >= scaled(_WIDE_PX) and self.height() < scaled(_LOW_PX)
        beside = Qt.Orientation.Horizontal if is_low else Qt.Orientation.Vertical
        if self.splitter.orientation() is not beside:
            self.splitter.setOrientation(beside)
            whole = self.width() if is_low else self.height()
            self.splitter.setSizes([round(whole * _TABLE_SHARE), round(whole * (1 - _TABLE_SHARE))])

    @override
    def set_read_only(self, reason: str) -> None:
        super().set_read_only(reason)
        self.reader.kept.set_read_only(reason)

    @override
    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        self.reader.kept.commit()

    def show_message(self, index: int) -> None:
        """Select a message and scroll to it; filters that leave it out are lifted."""
        if not 0 <= index < len(self.model.document.chat):
            return
        if self.model.row_of(index) is None:
            self.bar.lift_filters()
        self._selection.select_message(index)
        self.table.show_message(index, centre=True)

    def start_finding(self) -> None:
        """Go to the field in which one types what to look for."""
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def start_going(self) -> None:
        """Go to the field that takes a message's number."""
        self.bar.go_to.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.go_to.selectAll()

    def _follow_rows(self) -> None:
        self.table.show_message(self._selection.message, centre=True)
        self.empty.say(self.rows.why_empty(is_open=self._is_open), filtered=self.rows.is_filtered)
        self._body.setCurrentWidget(self.table if self.model.rowCount() else self.empty)
        self._refresh_reader()

    def _follow_needle(self, needle: str) -> None:
        self.reader.text.set_needle(needle)
        self.table.viewport().update()

    def _take_sources(self, sources: Sources) -> None:
        self.model.facts.sources = sources
        self.rows.refresh_for_sources()
        self._follow_memories()

    def _follow_memories(self) -> None:
        sources, chosen = self.model.facts.sources, self._selection.memories
        self.model.facts.marked = sources.mask(chosen)
        self.table.viewport().update()
        current = self._selection.current
        known = current is not None and current < sources.memory_count
        runs = sources.runs(current) if current is not None and known else ()
        self.strip.show_memory(current if known else None, runs, len(chosen) - 1)
        self._refresh_reader()

    def _follow_message(self, message: int | None) -> None:
        self.table.show_message(message, centre=True)
        self._refresh_reader()
        self.rows.note()

    def _refresh_reader(self) -> None:
        document, index = self.model.document, self._selection.message
        if index is None or not 0 <= index < len(document.chat):
            words = _("Select a message to read it here.") if len(document.chat) else ""
            self.reader.show_nothing(words)
            return
        row = make_row(self.model.facts, index)
        self.reader.show_message(document.chat, row, displayed=self.model.row_of(index) is not None)
        named = self.model.facts.sources.of_message(index)
        self.reader.show_memories(
            [document.memories[one] for one in named if one < len(document.memories)],
            self._selection.memories,
        )
        if self._system is not None:
            verdict = self.model.facts.verdict_of(index)
            self.reader.kept.show_message(index, verdict, self._system, document)
        else:
            self.reader.kept.show_nothing()

    def _go(self, typed: str) -> None:
        last = len(self.model.document.chat) - 1
        number = typed.strip().lstrip("#")
        if number.isdecimal() and len(number) < 12 and int(number) <= last:
            self._follow_memories()
            self.show_message(int(number))
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        elif last >= 0:
            self.strip.say(
                _("There is no message “{strip}”: they go from 0 to {last}.").format(
                    strip=typed.strip()[:20], last=last
                )
            )
            self.bar.go_to.selectAll()

    def _make_memory(self, messages: str = "") -> None:
        """Open the dialog that makes a memory from these messages, else from the current one."""
        message = self.table.current_message()
        if message is None or not self.can_edit():
            return
        dialog = NewMemoryDialog(self.model.document, messages or str(message), self)
        dialog.edit_requested.connect(self.edit_requested)
        self.refused.connect(dialog.take_refusal)
        dialog.open()

    def _choose_memory(self, memory: int) -> None:
        self._selection.select((memory,))

    def _escape(self) -> None:
        if self.bar.field.text():
            self.bar.field.clear()
        else:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        self.rows.changed.connect(self._follow_rows)
        self.rows.message_requested.connect(self.show_message)
        self.rows.needle_changed.connect(self._follow_needle)
        self.gatherer.gathered.connect(self._take_sources)
        self.bar.go_requested.connect(self._go)
        self.bar.go_to.textEdited.connect(self._follow_memories)
        self.bar.escaped.connect(self._escape)
        self.strip.go_requested.connect(self.show_message)
        self.empty.all_requested.connect(self.bar.lift_filters)
        self.table.message_chosen.connect(self._selection.select_message)
        self.table.reading_requested.connect(self.reader.text.setFocus)
        self.table.memory_requested.connect(self._make_memory)
        self.selected_bar.memory_requested.connect(self._make_memory)
        self.selected_bar.edit_requested.connect(self.edit_requested)
        self.reader.memories.memory_chosen.connect(self._choose_memory)
        self.reader.kept.edit_requested.connect(self.edit_requested)
        self.reader.kept.refused.connect(self.strip.say)
        self.refused.connect(self.reader.kept.take_refusal)
        self._selection.message_changed.connect(self._follow_message)
        self._selection.memories_changed.connect(self._follow_memories)
        for keys, act in (
            ("Ctrl+F", self.start_finding),
            ("Ctrl+G", self.start_going),
            ("F3", lambda: self.rows.step(1)),
            ("Shift+F3", lambda: self.rows.step(-1)),
        ):
            self.bind(keys, act)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Messages"))
        self.splitter.setObjectName("messages")
        self._body.addWidget(self.table)
        self._body.addWidget(self.empty)
        self.splitter.addWidget(self._body)
        self.splitter.addWidget(self.reader)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(4)
        vbox(
            self, self.bar, self.strip, (self.splitter, 1), self.selected_bar, margins=0, spacing=0
        )
        self.setFocusProxy(self.table)
