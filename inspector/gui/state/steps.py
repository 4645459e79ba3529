"""What can be undone and redone, and the same steps made on another reading of a file."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from itertools import pairwise

from inspector.core.document import Document
from inspector.core.edits import Edit, apply
from inspector.core.errors import EditError
from inspector.gui.state.question_edits import QuestionEdit
from inspector.gui.state.session import Question, State

_PARTS = fields(Document)


@dataclass(frozen=True, eq=False)
class Step:
    """One step of the undo stack.

    Attributes:
        before: the state that it starts from.
        after: the state that it leads to.
        text: what it does, as the undo history shows it.
        edits: what was submitted, in order; empty where the state came otherwise, as from a merge.
        merge_key: steps in a row with the same one become one; None for a step of its own.
    """

    before: State
    after: State
    text: str
    edits: tuple[Edit | QuestionEdit, ...] = ()
    merge_key: str | None = None

    @property
    def changes_document(self) -> bool:
        """Whether it does more than ask otherwise."""
        return self.after.document is not self.before.document

    @property
    def is_effective(self) -> bool:
        """Whether anything differs behind it."""
        before, after = self.before.document, self.after.document
        is_edit = any(getattr(before, one.name) is not getattr(after, one.name) for one in _PARTS)
        return is_edit or self.before.question != self.after.question


@dataclass(frozen=True, eq=False)
class History:
    """What can be undone and redone.

    Attributes:
        state: the present one.
        steps: in the order in which they were made.
        index: how many of them are done; those behind can be redone.
    """

    state: State
    steps: tuple[Step, ...] = ()
    index: int = 0

    @classmethod
    def of_one(cls, state: State, document: Document, text: str) -> "History":
        """One step to another document; none where it is the same."""
        if document is state.document:
            return cls(state)
        after = state.with_document(document)
        return cls(after, (Step(state, after, text),), 1)

    @property
    def documents(self) -> tuple[Document, ...]:
        """That before each step, and that behind the last."""
        if not self.steps:
            return (self.state.document,)
        return (self.steps[0].before.document, *(one.after.document for one in self.steps))

    def then(self, document: Document, text: str) -> "History":
        """The steps that are done, and one more to another document."""
        after = self.state.with_document(document)
        step = Step(self.state, after, text)
        return History(after, (*self.steps[: self.index], step), self.index + 1)

    def with_question(self, question: Question) -> "History":
        """The same, with another question asked now."""
        return replace(self, state=self.state.with_question(question))


class Replay:
    """The documents of a history, each with the one that the same edits make of another reading."""

    def __init__(self, documents: Iterable[tuple[Document, Document]]) -> None:
        # The former documents are kept, so that none of another has their identity.
        self._pairs = {id(before): (before, after) for before, after in documents}

    def of(self, document: Document) -> Document | None:
        """What a document of the history is now; None if it was left behind."""
        pair = self._pairs.get(id(document))
        return None if pair is None else pair[1]

    def history(self, history: History) -> History | None:
        """The steps as they are made on the other reading; None if the present one is not.

        Questions that were asked since the replay was made are among them.

        Args:
            history: that which was replayed, or which it became by further questions.
        """
        documents = [self.of(one) for one in history.documents]
        here = self.of(history.state.document)
        if here is None or documents[history.index] is None:
            return None
        first, last = history.index, history.index
        while first > 0 and documents[first - 1] is not None:
            first -= 1
        while last < len(history.steps) and documents[last + 1] is not None:
            last += 1
        states = [
            state.with_document(document)
            for state, document in zip(_states(history)[first:], documents[first:], strict=True)
            if document is not None
        ][: last - first + 1]
        steps = [
            replace(step, before=before, after=after)
            for step, (before, after) in zip(
                history.steps[first:last], pairwise(states), strict=True
            )
        ]
        done = history.index - first
        index = sum(one.is_effective for one in steps[:done])
        effective = tuple(one for one in steps if one.is_effective)
        return History(history.state.with_document(here), effective, index)


def replayed(
    history: History,
    is_start: Callable[[Document], bool],
    reading: Document,
    carry: Callable[[Document, Document], Document],
    *,
    undone: bool,
) -> Replay | None:
    """Make the edits of a history again, on another reading of a file.

    Args:
        history: what was done.
        is_start: whether a document of it holds what the file held; the last such is the first
            that is made again.
        reading: what the file holds now.
        carry: gets a document of the history, and what became of it here; gives the latter with
            what else stands in the former.
        undone: whether steps that are undone are made again too, as far as they can be.

    Returns:
        None where no document of it is what the file held, or an edit cannot be made again.
    """
    documents = history.documents
    done = range(history.index, -1, -1)
    start = next((index for index in done if is_start(documents[index])), None)
    if start is None:
        return None
    now = carry(documents[start], reading)
    pairs = [(documents[start], now)]
    last = len(history.steps) if undone else history.index
    for index, step in enumerate(history.steps[start:last], start):
        if not step.changes_document:
            continue
        try:
            now = carry(step.after.document, _made_again(step, now))
        except EditError:
            if index < history.index:
                return None
            break
        pairs.append((step.after.document, now))
    return Replay(pairs)


def _states(history: History) -> tuple[State, ...]:
    if not history.steps:
        return (history.state,)
    return (history.steps[0].before, *(one.after for one in history.steps))


def _made_again(step: Step, document: Document) -> Document:
    edits = [edit for edit in step.edits if not isinstance(edit, QuestionEdit)]
    if not edits:
        raise EditError(step.text)
    for edit in edits:
        document = apply(document, edit)
    return document
