"""What goes out to a model that a person has, and what comes back of it."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from inspector.analysis.rewriting.answer import read_answer
from inspector.analysis.rewriting.checking import rewording
from inspector.analysis.rewriting.request import rewriting_request
from inspector.core.document import Document
from inspector.core.readings import memory_places
from inspector.core.tokens import Tokenizer
from inspector.gui.panels.rewrite.answers import Answer, PastedRow, RewritingRequest
from inspector.gui.panels.rewrite.pasted import PastedTable
from inspector.gui.panels.rewrite.queue import Queue
from inspector.language import _
from inspector.llm.rewriting import Proposal


class Exchange(QObject):
    """Copies requests, has a model asked, and lays answers beside what is, one after the other.

    Args:
        queue: says what is to be worded.
        worded: says what a person worded that is no edit yet, by memory.
        pasted: shows answers.

    Signals:
        copy_requested: a text for the clipboard.
        model_requested: a model shall word these memories anew (a tuple of indexes).
        stop_requested: it shall answer no more.
        running_changed: whether a model is asked from here by now.
        came: there is an answer to look at, or more of it: whether a person waits for it.
        refused: why an answer cannot be taken.
    """

    copy_requested = Signal(str)
    model_requested = Signal(object)
    stop_requested = Signal()
    running_changed = Signal(bool)
    came = Signal(bool)
    refused = Signal(str)

    def __init__(
        self,
        queue: Callable[[], Queue],
        worded: Callable[[], Mapping[int, str]],
        pasted: PastedTable,
    ) -> None:
        super().__init__(pasted)
        self._queue = queue
        self._worded = worded
        self._pasted = pasted
        self._document = Document()
        self._tokenizer: Tokenizer | None = None
        self._copied: dict[int, str] = {}
        self._is_outdated = False
        self._answers: list[Answer] = []
        self._running: RewritingRequest | None = None

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer to look at."""
        return bool(self._answers)

    @property
    def undecided(self) -> Sequence[PastedRow]:
        """What could be taken of all answers."""
        return [row for answer in self._answers for row in answer.rows if row.is_usable]

    @property
    def is_copied(self) -> bool:
        """Whether a request was copied, to which an answer may be pasted."""
        return bool(self._copied)

    def hold(self, document: Document, tokenizer: Tokenizer | None) -> None:
        """Take over the chat, and what counts; None before the first answer."""
        self._document, self._tokenizer = document, tokenizer
        self.renew()

    def renew(self) -> None:
        """Lay the answer that is shown beside what is there now."""
        if self._answers and self._tokenizer is not None:
            answer = self._answers[0]
            if answer.renew(self._document, self._worded(), self._tokenizer):
                self._pasted.show_answer(answer)

    def clear(self) -> None:
        """Forget requests and answers: they are of a chat that is left."""
        self._copied, self._is_outdated, self._answers = {}, False, []
        self._pasted.show_answer(None)

    def move(self, places: Mapping[int, int]) -> None:
        """Memories stand elsewhere now, by their former places; those that went are in none.

        The document in which they stand is held next.
        """
        moved = {places[one]: text for one, text in self._copied.items() if one in places}
        # An answer numbers what was asked; without one of them the numbers are of others.
        self._is_outdated = self._is_outdated or len(moved) < len(self._copied)
        self._copied = {} if self._is_outdated else moved
        for answer in self._answers:
            answer.follow(places)
        self._answers = [one for one in self._answers if one.rows]
        self._pasted.show_answer(next(iter(self._answers), None))

    def copy(self) -> None:
        """Copy the request for all of which nothing is decided."""
        requested = self._open_summaries
        if requested:
            self._copied, self._is_outdated = requested, False
            self.copy_requested.emit(rewriting_request(list(requested.values())))

    def ask_or_stop(self) -> None:
        """Have a model word all of which nothing is decided; where it does already, stop it."""
        if self._running is not None:
            self.stop_requested.emit()
        elif self._queue().open:
            self.model_requested.emit(self._queue().open)

    def paste(self, text: str) -> None:
        """Lay a model's answer beside the memories of the request that was copied.

        Where none was, it is taken for an answer about all of which nothing is decided.
        """
        if self._is_outdated:
            self.refused.emit(_("A memory of that request is gone: copy the request again."))
            return
        requested, tokenizer = self._copied or self._open_summaries, self._tokenizer
        if tokenizer is None or not requested:
            return
        found = read_answer(text, list(requested.values()))
        rows = [
            PastedRow(
                memory,
                row,
                rewording(self._document, memory, row.text, tokenizer) if row.text else None,
                requested[memory],
            )
            for memory, row in zip(requested, found.rows, strict=True)
        ]
        is_earlier = bool(requested.keys() - set(self._queue().memories))
        notes = (
            (_("It is the answer to the request that was copied before."),) if is_earlier else ()
        )
        self._add(Answer(rows, (*notes, *found.notes)), is_awaited=True)

    def begin(self, request: RewritingRequest) -> None:
        """Know that a model is asked."""
        if self._running is None:
            self._running = request
            self.running_changed.emit(True)  # noqa: FBT003 - a signal's argument

    def add(self, request: RewritingRequest, proposals: Sequence[Proposal]) -> None:
        """Lay what a model has proposed now beside what is.

        Args:
            request: what it was asked for.
            proposals: not those that came before.
        """
        rows = request.rows_of(proposals, memory_places(request.document, self._document))
        answer = self._answer_to(request)
        if answer is not None:
            answer.rows = [*answer.rows, *rows]
            self._show_more(answer)
        elif rows:
            self._add(Answer(rows, request.notes, request), is_awaited=False)
        else:
            self.refused.emit(_("The memories of that request are gone; nothing is kept of it."))

    def finish(self, request: RewritingRequest) -> None:
        """Say that no more of an answer comes."""
        request.is_done = True
        if self._running is request:
            self._running = None
            self.running_changed.emit(False)  # noqa: FBT003 - a signal's argument
        answer = self._answer_to(request)
        if answer is not None:
            self._show_more(answer)

    def go_on(self) -> bool:
        """Be done with the answer that is shown; whether the next one is shown instead."""
        del self._answers[:1]
        self._show_first()
        return self.is_answered

    @property
    def _open_summaries(self) -> dict[int, str]:
        """The summaries of all memories of which nothing is decided, by memory."""
        return {one: self._document.memories[one].summary for one in self._queue().open}

    def _answer_to(self, request: RewritingRequest) -> Answer | None:
        return next((one for one in self._answers if one.request is request), None)

    def _show_first(self) -> None:
        self._pasted.show_answer(next(iter(self._answers), None))
        self.renew()

    def _add(self, answer: Answer, *, is_awaited: bool) -> None:
        self._answers.append(answer)
        self._show_first()
        self.came.emit(is_awaited)

    def _show_more(self, answer: Answer) -> None:
        answer.notes = () if answer.request is None else answer.request.notes
        self._show_first()
        if answer is self._answers[0]:
            self.came.emit(False)  # noqa: FBT003 - a signal's argument
