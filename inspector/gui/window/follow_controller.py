"""Says in one line what others' writing did to the block, once that is worked out."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from inspector.analysis.followed import Answered, effect_of_writing
from inspector.gui.files.lore_changes import ReconciledLore
from inspector.gui.files.outside_changes import Reconciled
from inspector.gui.state.derivation import Answer, Deriver
from inspector.gui.state.session import Session
from inspector.gui.state.workers import WorkQueue


class FollowController(QObject):
    """Keeps the last answer of what was shown, to lay the next beside it.

    Signals:
        announced: the line.
    """

    announced = Signal(str)

    def __init__(self, session: Session, deriver: Deriver) -> None:
        super().__init__(session)
        self._session = session
        self._last: Answer | None = None
        self._before: Answered | None = None
        self._found: Reconciled | ReconciledLore | None = None
        self._queue = WorkQueue(self)
        deriver.answered.connect(self._take_answer)
        session.opened.connect(self._forget)

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self._queue.wait()

    def _forget(self) -> None:
        self._last = self._before = self._found = None

    def follow(self, found: Reconciled | ReconciledLore) -> None:
        """The window shows what others wrote; say what that does once the block is there."""
        last = self._last
        if self._before is None and last is not None and last.state.document is found.document:
            self._before = Answered(last.state.document, last.derivation)
        self._found = found

    def _take_answer(self, answer: Answer) -> None:
        if answer.what_if or answer.state.document is not self._session.document:
            return
        before, found = self._before, self._found
        self._last, self._before, self._found = answer, None, None
        if before is None or found is None:
            return
        after = Answered(answer.state.document, answer.derivation)
        self._queue.start(
            lambda _: effect_of_writing(before, after, found.rewritten, found.where),
            partial(self._say, found.put_back_in_words),
        )

    def _say(self, put_back: str, effect: str) -> None:
        self.announced.emit("; ".join(part for part in (effect, put_back) if part))
