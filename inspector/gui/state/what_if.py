"""Trying out a boundary, the chat's end or edits: shown at once, kept when a person says so."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from inspector.core.edits import Edit, apply
from inspector.core.errors import EditError, SettingError
from inspector.core.query import with_budget
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.question_edits import QuestionEdit, SetQuestion
from inspector.gui.state.session import Question, Session
from inspector.language import _
from inspector.systems import ruleset_named


class WhatIf(QObject):
    """Asks for what a drag would do, and turns its end into one step to undo.

    Signals:
        ended: nothing is being tried out any more.
    """

    ended = Signal()

    def __init__(
        self, session: Session, commands: Commands, deriver: Deriver, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._commands = commands
        self._deriver = deriver

    def drag_boundary(self, _which: str, mid: int, recent: int) -> None:
        """Show what moved boundaries would do."""
        self._try(self._with_boundaries(mid, recent))

    def drop_boundary(self, mid: int, recent: int) -> None:
        """Keep moved boundaries."""
        question = self._with_boundaries(mid, recent)
        words = _("Boundaries at {mid} and {recent}").format(mid=mid, recent=recent)
        self.keep(SetQuestion(question, words))

    def drag_end(self, at: int) -> None:
        """Show what would be injected if the chat ended here."""
        self._try(self._with_end(at))

    def drop_end(self, at: int) -> None:
        """Let the chat end here."""
        question = self._with_end(at)
        self.keep(SetQuestion(question, _("Chat ends after {value}").format(value=at)))

    def try_setting(self, name: str, value: object) -> None:
        """Show what another value of a setting would do, if the ruleset takes it."""
        question = self._session.question.with_setting(name, value)
        try:
            ruleset_named(question.ruleset).check_settings(question.moment.settings)
        except SettingError:
            return
        self._try(question)

    def try_edits(self, edits: Sequence[Edit]) -> None:
        """Show what edits of the chat would do; none shows what holds again."""
        if not edits:
            self.cancel()
            return
        document = self._session.document
        try:
            for edit in edits:
                document = apply(document, edit)
        except EditError:
            return
        self._deriver.request(self._session.state.with_document(document), what_if=True)

    def drag_budget(self, tokens: int, which: int = 0) -> None:
        """Show what another budget would do; `which` of the ruleset's it is."""
        self._try(self._with_budget(tokens, which))

    def drop_budget(self, tokens: int, which: int = 0) -> None:
        """Keep another budget; budgets in a row are one step to undo."""
        question = self._with_budget(tokens, which)
        self.keep(SetQuestion(question, _("Budget {value:,}").format(value=tokens), "budget"))

    def keep(self, edit: Edit | QuestionEdit) -> None:
        """End with an edit; one that changes nothing asks again what was overtaken by a try."""
        before = self._session.state
        self.ended.emit()
        self._commands.submit(edit)
        if self._session.state is before:
            self._deriver.request(before)

    def cancel(self) -> None:
        """Forget what was tried out."""
        self.ended.emit()
        self._deriver.request(self._session.state)

    def reset_boundaries(self) -> None:
        """Put the boundaries back where the ruleset has them by default."""
        question = self._session.question
        names = ruleset_named(question.ruleset).boundary_settings
        settings = {k: v for k, v in question.moment.settings.items() if k not in names}
        moment = replace(question.moment, settings=settings, boundaries=None)
        self.keep(SetQuestion(question.with_moment(moment), _("Boundaries reset")))

    def _try(self, question: Question) -> None:
        self._deriver.request(self._session.state.with_question(question), what_if=True)

    def _with_boundaries(self, mid: int, recent: int) -> Question:
        question = self._session.question
        at = question.moment.at
        length = len(self._session.document.chat) if at is None else at + 1
        ruleset = ruleset_named(question.ruleset)
        return question.with_moment(ruleset.moved_boundaries(question.moment, length, mid, recent))

    def _with_budget(self, tokens: int, which: int) -> Question:
        question = self._session.question
        return question.with_moment(
            with_budget(ruleset_named(question.ruleset), question.moment, tokens, which)
        )

    def _with_end(self, at: int) -> Question:
        question = self._session.question
        last = len(self._session.document.chat) - 1
        return question.with_moment(replace(question.moment, at=None if at >= last else max(0, at)))


def are_settings(ruleset: str) -> bool:
    """Whether the boundaries that a person drags are settings of the ruleset itself."""
    return bool(ruleset_named(ruleset).boundary_settings)
