"""Shows the session: what is open, what is asked, what was answered, what was found."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from inspector.analysis.problem_list import problem_list
from inspector.core.problems import Problem
from inspector.gui.files.chat_flow import ChatFlow
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.state.checking import Checked, Checker
from inspector.gui.state.derivation import Answer, Deriver
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Session, StateChange
from inspector.gui.state.what_if import are_settings
from inspector.gui.window.context_bar import ContextBar
from inspector.gui.window.docks import Docks
from inspector.gui.window.drafts import Drafts
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status


class Presenter(QObject):
    """Follows session, deriver and checker, and tells every view.

    Signals:
        shown: an `Answer` whose block is on screen; views behind it may follow.
        settled: the open chat's block is shown and its problems are listed.
    """

    shown = Signal(object)
    settled = Signal()

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        deriver: Deriver,
        checker: Checker,
        selection: Selection,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._deriver = deriver
        self._checker = checker
        self._selection = selection
        self.drafts = Drafts(window)
        self.drafts.changed.connect(self._show_modified)
        self._problems: tuple[Problem, ...] = ()
        self._of_document: tuple[Problem, ...] = ()
        self._of_block: tuple[Problem, ...] = ()
        self._warnings: tuple[Problem, ...] = ()
        self._changed: frozenset[int] = frozenset()
        self._behind: Answer | None = None
        self._steps: deque[Callable[[], object]] = deque()

    def follow(
        self,
        panels: Panels,
        docks: Docks,
        context: ContextBar,
        status: Status,
        keeper: ChatKeeper,
        flow: ChatFlow,
    ) -> None:
        """Start telling these views."""
        self._panels, self._docks = panels, docks
        self._context, self._status = context, status
        self._keeper, self._flow = keeper, flow
        self._session.opened.connect(self._show_opened)
        self._session.changed.connect(self._show_change)
        self._deriver.answered.connect(self._show_answer)
        self._deriver.failed.connect(status.say)
        self._checker.checked.connect(self._take_problems)
        self._deriver.busy_changed.connect(panels.preview.set_busy)

    def show_title(self) -> None:
        """Show which chat is open and whether it has unsaved edits."""
        chat = self._keeper.chat
        if chat is None:
            return
        self._window.setWindowTitle(f"{chat.path.name}[*] — Memory Inspector")
        self._show_modified()
        self._status.show_file("the sample chat" if self._flow.is_sample else str(chat.path.parent))

    def _show_modified(self) -> None:
        if self._keeper.chat is not None:
            modified = self._flow.is_modified or self.drafts.are_there
            self._window.setWindowModified(modified)
            self._status.show_document(self._session.document, modified=modified)

    def end_what_if(self) -> None:
        """Take away what was only tried out."""
        self._panels.timeline.clear_what_if()
        self._panels.preview.set_what_if(None, self._session.document)
        self.show_title()

    def _show_opened(self) -> None:
        document = self._session.document
        self._selection.clear()
        self._problems = self._of_document = self._of_block = self._warnings = ()
        self._changed, self._behind = frozenset(), None
        self._panels.preview.clear()
        self._panels.problems.set_problems(())
        self._docks.memories.show_count(len(document.memories))
        self._docks.messages.show_count(len(document.chat))
        self.show_title()
        self._deriver.request(self._session.state)
        self._steps = deque(
            [
                self._show_question,
                *self._panels.opening_steps(document),
                self._panels.timeline.load_plot,
            ]
        )
        QTimer.singleShot(0, self, self._take_step)

    def _take_step(self) -> None:
        """Do one part of showing another chat, and let the window breathe before the next."""
        if self._steps:
            self._steps.popleft()()
            QTimer.singleShot(0, self, self._take_step)

    def _take_all_steps(self) -> None:
        while self._steps:
            self._steps.popleft()()

    def _show_change(self, change: StateChange) -> None:
        self._take_all_steps()
        self._deriver.request(self._session.state)
        if change.document:
            changes, document = change.document, self._session.document
            if changes.everything:
                changes = replace(changes, memories=frozenset(range(len(document.memories))))
                self._panels.timeline.set_document(document)
            self._changed |= changes.memories
            self._panels.refresh(document, changes)
            self.show_title()
        if change.question:
            self._show_question()

    def _show_question(self) -> None:
        question, document = self._session.question, self._session.document
        self._context.show_question(question, document)
        self._panels.show_question(question, document)
        self._panels.timeline.boundaries_are_settings = are_settings(question.ruleset)

    def _show_answer(self, answer: Answer) -> None:
        self._take_all_steps()
        if answer.what_if:
            self._panels.show_what_if(answer)
            self._status.show_answer(answer)
            self._status.show_what_if()
            return
        self._panels.preview.set_estimate(answer.is_estimate)
        self._panels.show_block(answer)
        self._behind = answer
        # The block is painted first; a table and a timeline take as long again.
        QTimer.singleShot(0, self, self._show_rest)

    def _show_rest(self) -> None:
        answer, self._behind = self._behind, None
        if answer is None:
            return
        changed, self._changed = self._changed, frozenset()
        self._panels.refresh_others(answer.state.document, changed)
        self._panels.show_verdicts(answer)
        self.shown.emit(answer)
        self._status.show_answer(answer)
        self._warnings = answer.derivation.warnings
        self._show_problems()

    def _take_problems(self, checked: Checked) -> None:
        self._of_document = checked.of_document
        if checked.of_block is not None:
            self._of_block = checked.of_block
        self._show_problems()
        if checked.of_block is not None:
            self.settled.emit()

    def _show_problems(self) -> None:
        problems = problem_list(self._of_block, self._warnings, self._of_document)
        if problems != self._problems:
            self._problems = problems
            self._panels.show_problems(problems)
