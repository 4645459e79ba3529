"""What goes out to a model that a person has, and what comes back of it."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from inspector.analysis.rewriting.request import rewriting_request
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.panels.rewrite.pasted import PastedTable
from inspector.gui.panels.rewrite.queue import Queue
from inspector.language import _
from inspector.llm.rewriting import Proposal


class Exchange(QObject):
    """Copies requests, has a model asked, and lays answers beside what is.

    Args:
        queue: says what is to be worded.
        pasted: shows answers.

    Signals:
        copy_requested: a text for the clipboard.
        model_requested: a model shall word these memories anew (a tuple of indexes).
        came: there is an answer to look at.
        refused: why an answer cannot be taken.
    """

    copy_requested = Signal(str)
    model_requested = Signal(object)
    came = Signal()
    refused = Signal(str)

    def __init__(self, queue: Callable[[], Queue], pasted: PastedTable) -> None:
        super().__init__(pasted)
        self._queue = queue
        self._pasted = pasted
        self._document = Document()
        self._tokenizer: Tokenizer | None = None
        self._requested: tuple[int, ...] = ()
        self._is_outdated = False

    def hold(self, document: Document, tokenizer: Tokenizer | None) -> None:
        """Take over the chat, and what counts; None before the first answer."""
        self._document, self._tokenizer = document, tokenizer

    def forget(self) -> None:
        """Forget what was asked: another queue begins."""
        self._requested, self._is_outdated = (), False

    def move(self, places: Mapping[int, int]) -> None:
        """Memories stand elsewhere now, by their former places; those that went are in none."""
        moved = tuple(places[one] for one in self._requested if one in places)
        # An answer numbers what was asked; without one of them the numbers are of others.
        self._is_outdated = self._is_outdated or len(moved) < len(self._requested)
        self._requested = () if self._is_outdated else moved

    def _request_open(self) -> None:
        self._requested, self._is_outdated = self._queue().open, False

    def copy(self) -> None:
        """Copy the request for all of which nothing is decided."""
        self._request_open()
        if self._requested:
            summaries = [self._document.memories[one].summary for one in self._requested]
            self.copy_requested.emit(rewriting_request(summaries))

    def ask_model(self) -> None:
        """Have a model word all of which nothing is decided."""
        self._request_open()
        if self._requested:
            self.model_requested.emit(self._requested)

    def paste(self, text: str) -> None:
        """Lay a model's answer beside what is."""
        if self._is_outdated:
            self.refused.emit(_("A memory of that request is gone: copy the request again."))
            return
        requested = self._requested or self._queue().open
        if self._tokenizer is not None and requested:
            self._pasted.show_text(text, self._document, requested, self._tokenizer)
            self.came.emit()

    def show_proposals(self, proposals: Sequence[Proposal], many: int, *, is_done: bool) -> None:
        """Lay what a model has proposed so far beside what is.

        Args:
            proposals: in the order in which they were asked for.
            many: how many were asked for.
            is_done: whether no more come.
        """
        self._pasted.show_proposals(proposals, many, is_done=is_done)
        self.came.emit()

    def break_off(self) -> None:
        """Say that no more of an answer comes: its memories stand elsewhere now."""
        self._pasted.say(_("Memories came or went meanwhile: no more of this answer comes."))
