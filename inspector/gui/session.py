"""The one mutable cell of the window: which document is open, and what is asked of it."""

from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from inspector.core.document import Document
from inspector.core.edits import Changes, changes_between
from inspector.core.moment import Moment

DEFAULT_RULESET = "openvault/temporal"


@dataclass(frozen=True)
class Question:
    """What is asked of the document.

    Attributes:
        ruleset: name of the ruleset that answers.
        encoding: name of the token encoding; None for the ruleset's own.
        moment: who answers, to what, when; its settings are those of `ruleset`.
    """

    ruleset: str = DEFAULT_RULESET
    encoding: str | None = None
    moment: Moment = field(default_factory=Moment)


@dataclass(frozen=True)
class State:
    """One immutable state of the session; undo goes back to one."""

    document: Document = field(default_factory=Document)
    question: Question = field(default_factory=Question)

    def with_document(self, document: Document) -> "State":
        """The same question, asked of another document."""
        return replace(self, document=document)

    def with_question(self, question: Question) -> "State":
        """Another question, asked of the same document."""
        return replace(self, question=question)


@dataclass(frozen=True)
class StateChange:
    """What differs between two states of the session."""

    document: Changes
    question: bool


class Session(QObject):
    """Holds the current state. Only commands and opening a chat replace it.

    Signals:
        opened: another chat is open; every view starts afresh.
        changed: a `StateChange` of the chat that is open.
    """

    opened = Signal()
    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = State()

    @property
    def state(self) -> State:
        """The current state."""
        return self._state

    @property
    def document(self) -> Document:
        """The current document."""
        return self._state.document

    @property
    def question(self) -> Question:
        """The current question."""
        return self._state.question

    def open(self, state: State) -> None:
        """Start afresh with another chat."""
        self._state = state
        self.opened.emit()

    def replace(self, state: State) -> None:
        """Go to another state of the same chat and say what differs."""
        before, self._state = self._state, state
        change = StateChange(
            document=changes_between(before.document, state.document),
            question=before.question != state.question,
        )
        if change.document or change.question:
            self.changed.emit(change)
