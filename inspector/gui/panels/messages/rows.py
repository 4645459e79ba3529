"""Decides which messages have rows, and leads from one match of a search to the next."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.analysis.filters.rows import MessageRow, message_fields
from inspector.core.chat import Chat
from inspector.gui.panels.messages.bar import Bar, Show
from inspector.gui.panels.messages.choosing import (
    Indexes,
    empty_words,
    kept,
    search_note,
    shown_mask,
    step_from,
)
from inspector.gui.panels.messages.finder import Finder
from inspector.gui.panels.messages.model import MessagesModel
from inspector.gui.panels.messages.searching import Holds, query_in
from inspector.gui.state.selection import Matches, Selection

_MOST_ASKED = 3_000
"""Of so many messages it is said at once why a question finds none."""


class Rows(QObject):
    """Follows the bar: its filter, its search, and steps through matches.

    Signals:
        changed: other messages have rows, or there is another reason why none has.
        message_requested: a step led to this message (int).
        needle_changed: another text is looked for (str).
    """

    changed = Signal()
    message_requested = Signal(int)
    needle_changed = Signal(str)

    def __init__(
        self, model: MessagesModel, bar: Bar, selection: Selection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._bar = bar
        self._selection = selection
        self._step = 0
        self._wanted: Filter[MessageRow] | None = None
        self._fault: FilterError | None = None
        self.finder = Finder(self)
        self.finder.changed.connect(self._follow_search)
        bar.find_requested.connect(self._find)
        bar.step_requested.connect(self.step)
        bar.stop_requested.connect(self.finder.stop)
        bar.filter_changed.connect(self._follow_filter)

    def leave_chat(self) -> None:
        """Forget what was found: another chat is shown, in which it is looked for by `set_chat`."""
        self.finder.forget()

    def set_chat(self, chat: Chat) -> None:
        """Look in another chat."""
        self._step, self._fault = 0, None
        self._bar.field.fields = message_fields(self._model.document)
        try:
            query = self._query(self.finder.needle)
        except FilterError:
            # Another chat has not such a field.
            query = None
        self.finder.set_chat(chat, query)

    def refresh(self) -> None:
        """Show the rows that filter and search ask for."""
        if self._only_matches:
            rows = self._matches()
        else:
            rows = np.flatnonzero(self._mask()).astype(np.int64)
        self._model.set_rows(rows)
        self.changed.emit()

    def refresh_for_sources(self) -> None:
        """Show other rows if these depend on the memories' sources."""
        self.light()
        if self._bar.which is Show.WITH_MEMORIES:
            self.refresh()
            self.note()

    def note(self) -> None:
        """Say in the bar what came of the search."""
        if self._fault is not None:
            return
        matches, running = self._matches(), self.finder.running
        words = search_note(self.finder, matches, self._selection.message)
        self._bar.show_search(words, can_step=bool(len(matches)) or running, running=running)

    def step(self, step: int) -> None:
        """Go to the next match (1) or the one before (-1), now or as soon as it is found."""
        at = self._selection.message
        at = (-1 if step > 0 else len(self._model.document.chat)) if at is None else at
        found = step_from(self._matches(), at, step, complete=not self.finder.running)
        self._step = step if found is None and self.finder.running else 0
        if found is not None:
            self.message_requested.emit(found)

    def why_empty(self, *, is_open: bool) -> str:
        """Why there is no row."""
        chat, which = self._model.document.chat, self._bar.which
        if self._only_matches and which is Show.ALL and (why := self._why_nothing()):
            return why
        return empty_words(chat, which, self.finder, is_open=is_open, only=self._only_matches)

    def light(self) -> None:
        """Let the timeline show what was found, and the memories that stand on it."""
        if not self.finder.needle:
            self._selection.light("messages", None)
        elif not self.finder.running:
            found = self._matches()
            memories = self._model.facts.sources.of_messages(found)
            self._selection.light("messages", Matches(memories, frozenset(found.tolist())))

    @property
    def is_filtered(self) -> bool:
        """Whether a filter may leave messages out."""
        return self._only_matches or self._bar.which is not Show.ALL

    @property
    def _only_matches(self) -> bool:
        return self._bar.only_matches.isChecked() and bool(self.finder.needle)

    def _mask(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return shown_mask(self._model.document.chat, self._model.facts.sources, self._bar.which)

    def _matches(self) -> Indexes:
        return kept(self.finder.matches, self._mask())

    def _find(self, needle: str) -> None:
        self._step = 0
        self._fault = None
        try:
            query = self._query(needle)
        except FilterError as error:
            self._show_fault(error)
            return
        words = needle if self._wanted is None else self._wanted.literal
        self._model.set_needle(words)
        self.needle_changed.emit(words)
        self.finder.find(needle, query)

    def _query(self, text: str) -> Holds | None:
        """What is typed as a question about messages; None for words.

        Raises:
            FilterError: it is meant as a question, and cannot be understood.
        """
        self._wanted = wanted = query_in(text, self._model.facts.document)
        if wanted is None:
            return None
        read = self._reader()

        def matches(message: int) -> bool:
            try:
                return self._fault is None and wanted.matches(read(message))
            except FilterError as error:
                self._fault = error
                return False

        return matches

    def _reader(self) -> Callable[[int], MessageRow]:
        """What gives messages as filters see them, on any thread."""
        facts = self._model.facts
        document, sources, verdicts = facts.document, facts.sources, facts.verdicts

        def read(message: int) -> MessageRow:
            named = (document.memories[one].label for one in sources.of_message(message))
            verdict = verdicts[message] if message < len(verdicts) else None
            return MessageRow(document.chat, message, verdict, tuple(named))

        return read

    def _why_nothing(self) -> str:
        """Why a question finds nothing, where that is soon said."""
        count = len(self._model.document.chat)
        if self._wanted is None or count > _MOST_ASKED or self.finder.running:
            return ""
        read = self._reader()
        try:
            return self._wanted.why_nothing([read(one) for one in range(count)])
        except FilterError as error:
            return str(error)

    def _show_fault(self, error: FilterError | None) -> None:
        self._bar.show_fault(error)
        if error is not None:
            self._bar.show_search(f"▲ {error}", can_step=False, running=False)

    def _follow_search(self) -> None:
        self._show_fault(self._fault)
        if self._bar.only_matches.isChecked():
            self.refresh()
        self.note()
        self.light()
        if self._step:
            self.step(self._step)

    def _follow_filter(self) -> None:
        self.refresh()
        self.note()
        self.light()
