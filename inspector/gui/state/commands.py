"""The only writer of the session: every edit and every change of the question is one command."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Changes, Edit, apply, changes_between
from inspector.core.errors import EditError, SettingError
from inspector.gui.state.edit_words import describe
from inspector.gui.state.question_edits import QuestionEdit, apply_to_question, merge_key_of
from inspector.gui.state.session import Session, State
from inspector.gui.state.steps import History, Step
from inspector.language import _

_MERGEABLE = 1

ACTIONS = logging.getLogger("inspector.actions")
"""Gets what was done by the names of its kinds, never with a word of a chat."""


class ChangeCommand(QUndoCommand):
    """Goes from one state of the session to another, and back.

    Commands with the same merge key in a row become one step, as a drag or a spin does.

    Attributes:
        is_made: whether the session is where the command leads already, so that it is left alone.
    """

    def __init__(self, session: Session, step: Step) -> None:
        super().__init__(step.text)
        self._session = session
        self._step = step
        self.is_made = False
        self._compared: tuple[Document, Changes] | None = None

    @property
    def step(self) -> Step:
        """What it does."""
        return self._step

    @property
    def changes_ruleset(self) -> bool:
        """Whether another ruleset answers after it than before."""
        return self._step.before.question.ruleset != self._step.after.question.ruleset

    @property
    def changes(self) -> Changes:
        """What it edits; nothing where it only asks otherwise."""
        both = self._step.before.document, self._step.after.document
        if self._compared is None or self._compared[0] is not both[1]:
            self._compared = both[1], changes_between(*both)
        return self._compared[1]

    @override
    def redo(self) -> None:
        if not self.is_made:
            self._session.replace(self._step.after)

    @override
    def undo(self) -> None:
        if not self.is_made:
            self._session.replace(self._step.before)

    @override
    def id(self) -> int:
        return -1 if self.is_made or self._step.merge_key is None else _MERGEABLE

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, ChangeCommand) or other.step.merge_key != self._step.merge_key:
            return False
        edits = (*self._step.edits, *other.step.edits)
        self._step = step = replace(other.step, before=self._step.before, edits=edits)
        self.setText(step.text)
        is_unchanged = not step.changes_document and step.after.question == step.before.question
        self.setObsolete(is_unchanged)
        return True


class CommandStack(QUndoStack):
    """Qt's, whose commands are never deleted twice where Python finds all of them to be garbage.

    PySide gives a command whose wrapper is collected before its stack's back to Python, which
    deletes it while it still stands on the stack; the stack then deletes it again.
    """

    def __del__(self) -> None:
        # Finalizers run before anything of what was found together is taken apart.
        if isValid(self):
            with QSignalBlocker(self):
                self.clear()

    def exchange(self, commands: Sequence[ChangeCommand], index: int) -> None:
        """Hold other commands, without making or undoing any; nobody hears of it before `announce`.

        Args:
            commands: all there are to be.
            index: how many of them are done.
        """
        with QSignalBlocker(self):
            self.clear()
            for command in commands:
                command.is_made = True
                self.push(command)
            self.setIndex(index)
        for command in commands:
            command.is_made = False

    def announce(self) -> None:
        """Say what stands here now."""
        self.indexChanged.emit(self.index())
        self.cleanChanged.emit(self.isClean())
        self.canUndoChanged.emit(self.canUndo())
        self.canRedoChanged.emit(self.canRedo())
        self.undoTextChanged.emit(self.undoText())
        self.redoTextChanged.emit(self.redoText())


class Commands(QObject):
    """Turns what people ask for into commands on the undo stack.

    Signals:
        refused: an edit cannot be made: the edit, and a sentence that says why.
        read_only_changed: the chat can be edited here, or cannot any more (see `read_only`).
        rebased: what can be undone starts from another reading of a file.
    """

    refused = Signal(object, str)
    read_only_changed = Signal(str)
    rebased = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.stack = CommandStack(self)
        self._read_only = ""

    @property
    def read_only(self) -> str:
        """Why the chat cannot be edited here now; empty if it can."""
        return self._read_only

    @read_only.setter
    def read_only(self, reason: str) -> None:
        self._read_only = reason
        self.read_only_changed.emit(reason)

    @property
    def last_changed_ruleset(self) -> bool:
        """Whether another ruleset answers since the last step that can be undone."""
        last = self.stack.command(self.stack.index() - 1)
        return isinstance(last, ChangeCommand) and last.changes_ruleset

    def edits_since(self, step: int, concerns: Callable[[ChangeCommand], bool]) -> list[str]:
        """What was edited since a step of the stack, in words; what was undone since as well.

        Args:
            step: of the stack.
            concerns: says which commands count.
        """
        index = self.stack.index()
        done = range(step, index) if step <= index else range(index, step)
        commands = [(location, self.stack.command(location)) for location in done]
        texts = [
            command.text()
            for _rest, command in commands
            if isinstance(command, ChangeCommand) and concerns(command)
        ]
        return texts if step <= index else [_("Undo: {text}").format(text=text) for text in texts]

    @property
    def history(self) -> History:
        """What can be undone and redone."""
        found = [self.stack.command(location) for location in range(self.stack.count())]
        steps = tuple(one.step for one in found if isinstance(one, ChangeCommand))
        return History(self._session.state, steps, self.stack.index())

    def rebase(self, history: History) -> None:
        """Go over to another reading of an open file; nothing before it can be undone.

        Args:
            history: the present state, with unsaved edits, and the steps that lead to it from what
                the file holds.
        """
        ACTIONS.info("another reading of the file")
        commands = [ChangeCommand(self._session, step) for step in history.steps]
        self.stack.exchange(commands, history.index)
        self.rebased.emit()
        self._session.replace(history.state)
        self.stack.announce()

    def submit(self, edit: Edit | QuestionEdit) -> bool:
        """Make an edit, one step with the edit before where both say so.

        Returns:
            whether it was accepted.
        """
        return self._submit((edit,), "", merge_key_of(edit))

    def submit_all(self, edits: Sequence[Edit | QuestionEdit], text: str = "") -> bool:
        """Make several edits as one step to undo, or none of them.

        Args:
            edits: in the order in which they apply.
            text: what they do; empty for what the first of them does.

        Returns:
            whether they were accepted.
        """
        return self._submit(edits, text, None)

    def _submit(
        self, edits: Sequence[Edit | QuestionEdit], text: str, merge_key: str | None
    ) -> bool:
        before = after = self._session.state
        ACTIONS.info("%s", ", ".join(dict.fromkeys(type(edit).__name__ for edit in edits)))
        for edit in edits:
            try:
                after = _after(after, edit)
            except (EditError, SettingError) as error:
                self.refused.emit(edit, str(error))
                return False
        if self.read_only and changes_between(before.document, after.document).in_chat:
            self.refused.emit(edits[0], self.read_only)
            return False
        if after.document is not before.document or after.question != before.question:
            words = text or describe(before.document, edits[0])
            step = Step(before, after, words, tuple(edits), merge_key)
            self.stack.push(ChangeCommand(self._session, step))
        return True


def _after(state: State, edit: Edit | QuestionEdit) -> State:
    if isinstance(edit, QuestionEdit):
        return state.with_question(apply_to_question(state.question, edit))
    return state.with_document(apply(state.document, edit))
