"""The only writer of the session: every edit and every change of the question is one command."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from inspector.core.edits import (
    Edit,
    apply,
)
from inspector.core.errors import EditError
from inspector.core.lore import SetLoreField
from inspector.gui.state.edit_words import describe
from inspector.gui.state.session import Question, Session, State

_MERGEABLE = 1


class ChangeCommand(QUndoCommand):
    """Goes from one state of the session to another, and back.

    Commands with the same merge key in a row become one step, as a drag or a spin does.
    """

    def __init__(
        self, session: Session, after: State, text: str, merge_key: str | None = None
    ) -> None:
        super().__init__(text)
        self._session = session
        self._before = session.state
        self._after = after
        self._merge_key = merge_key

    @override
    def redo(self) -> None:
        self._session.replace(self._after)

    @override
    def undo(self) -> None:
        self._session.replace(self._before)

    @override
    def id(self) -> int:
        return -1 if self._merge_key is None else _MERGEABLE

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, ChangeCommand) or other._merge_key != self._merge_key:
            return False
        self._after = other._after
        self.setText(other.text())
        unchanged = (
            self._after.document is self._before.document
            and self._after.question == self._before.question
        )
        self.setObsolete(unchanged)
        return True


class Commands(QObject):
    """Turns what people ask for into commands on the undo stack.

    Signals:
        refused: an edit of the chat cannot be made; a sentence that says why.
        lore_refused: an edit of what stands beside it cannot.
    """

    refused = Signal(str)
    lore_refused = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.stack = QUndoStack(self)

    def submit(self, edit: Edit) -> bool:
        """Make an edit; answers whether it was accepted."""
        return self.submit_all((edit,))

    def submit_all(self, edits: Sequence[Edit], text: str = "") -> bool:
        """Make several edits as one step to undo, or none of them.

        Args:
            edits: in the order in which they apply.
            text: what they do; empty for what the first of them does.
        """
        document = after = self._session.document
        for edit in edits:
            try:
                after = apply(after, edit)
            except EditError as error:
                is_lore = isinstance(edit, SetLoreField)
                (self.lore_refused if is_lore else self.refused).emit(str(error))
                return False
        if after is not document:
            state = self._session.state.with_document(after)
            words = text or describe(document, edits[0])
            self.stack.push(ChangeCommand(self._session, state, words))
        return True

    def make(self, state: State, text: str) -> None:
        """Go to another state of the same chat, as one step to undo."""
        now = self._session.state
        if state.document is not now.document or state.question != now.question:
            self.stack.push(ChangeCommand(self._session, state, text))

    def ask(self, question: Question, text: str, merge_key: str | None = None) -> None:
        """Change the question, as one step to undo."""
        if question != self._session.question:
            state = self._session.state.with_question(question)
            self.stack.push(ChangeCommand(self._session, state, text, merge_key))
