"""Wires the retrieval panel: has items scored off the UI thread, and keeps what comes of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.core.sources import Scores
from inspector.gui.kit.choosing import Choosing
from inspector.gui.panels.retrieval.panel import RetrievalPanel
from inspector.gui.panels.retrieval.permission import Permission
from inspector.gui.panels.retrieval.request import Inspection, RetrievalRequest
from inspector.gui.panels.retrieval.vector_making import VectorMaking
from inspector.gui.panels.retrieval.words import incomplete, vector_incomplete
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Answer
from inspector.gui.state.edit_words import describe
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.running import Report, Running
from inspector.gui.state.session import Session
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.lore_files import FileKind
from inspector.retrieval.embedding_cache import EmbeddingCache, usual_cache
from inspector.source_edits import PutBeside, TakeAway

if TYPE_CHECKING:
    from inspector.gui.panels.retrieval.work import Searching

_SCORING = _("Scoring the items…")
_FORGETTING = _("Forgetting the kept vectors…")


class RetrievalController(QObject):
    """Hears the panel, scores items, and makes the result one step to undo.

    Args:
        window: what it belongs to.
        session: what is open.
        commands: the only writer of it.
        panel: who asks.
        status: where passing messages are shown.
        remembering: keeps the choice; a key never.
        cache: where vectors are kept; None for the usual place.
    """

    at_once = Part.CHAT

    def __init__(
        self,
        window: QObject,
        session: Session,
        commands: Commands,
        panel: RetrievalPanel,
        status: Status,
        preferences_store: PreferencesStore,
        cache: EmbeddingCache | None = None,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._commands = commands
        self._panel = panel
        self._status = status
        self._cache = cache = cache or usual_cache()
        self._answer: Answer | None = None
        self.running = Running(self)
        self.scanner = LatestWorker(self)
        self._choosing = Choosing(panel, "retrieval", self.running, preferences_store, self)
        self._permission = Permission(self._choosing, self.running, panel.action_row.consent, cache)
        self._vectors = VectorMaking(session, commands, self.running, cache)
        self._wire()

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Show the scores that an answer was made with; see `Viewer`."""
        if Part.CHAT in changes:
            self._forget()
        if Part.ANSWER in changes and view.answer is not None:
            self._answer = view.answer
            self._show()

    def wait(self) -> None:
        """Call everything off and let running work end, before the program does."""
        self._choosing.keep()
        self.running.wait()
        self.scanner.wait()

    # What a person asks for

    def score(self) -> None:
        """Have the items scored as chosen; asks first where something goes to a new address."""
        request = self._request()
        missing = incomplete(request.choice)
        if missing:
            self._panel.action_row.error.say(missing)
        else:
            self._permission.first(request, self._score)

    def go_back(self) -> None:
        """Let BM25 score the items again."""
        self._keep_scores(None)

    def make_vector(self) -> None:
        """Have the query's vector for OpenVault made; asks first where it goes somewhere new."""
        request = self._request()
        missing = vector_incomplete(request.choice)
        if missing:
            self._panel.action_row.error.say(missing)
        else:
            self._permission.first(request, lambda: self._vectors.make(self._request()), vault=True)

    def drop_vector(self) -> None:
        """Let OpenVault be asked without a query vector."""
        self._vectors.use(None)

    def clear_cache(self) -> None:
        """Forget all kept vectors."""
        cache = self._cache
        self.running.start(_FORGETTING, lambda _: cache.clear(), lambda _: self._show())

    def searching(self) -> "Callable[[CancelToken], Searching]":
        """What makes, on a worker, who answers any query over the items, as it is chosen now."""
        request, cache = self._request(), self._cache

        def make(token: CancelToken) -> "Searching":
            from inspector.gui.panels.retrieval import work  # noqa: PLC0415 - a quick start

            return work.searching(request, cache, token.check)

        return make

    # How it is done

    def _request(self) -> RetrievalRequest:
        typed = dict(self._panel.forms.typed_keys)
        return RetrievalRequest(self._session.state, self._panel.choice, typed)

    def _score(self) -> None:
        request, cache = self._request(), self._cache

        def score(report: Report) -> Scores:
            from inspector.gui.panels.retrieval import work  # noqa: PLC0415 - a quick start

            return work.score(request, cache, report)

        self.running.start(_SCORING, score, self._keep_scores)

    def _keep_scores(self, scores: Scores | None) -> None:
        """Make scores part of the document as it is now, with all that was edited meanwhile."""
        edit = TakeAway(FileKind.SCORES) if scores is None else PutBeside(scores)
        self._commands.submit(edit)
        self._status.say(describe(self._session.document, edit))

    # What is shown

    def _forget(self) -> None:
        self.running.cancel()
        self.scanner.cancel()
        self._answer = None
        self._vectors.forget()

    def _show(self) -> None:
        """Show the newest answer and look at it, if anybody looks at the panel."""
        answer, panel = self._answer, self._panel
        if not panel.seen.is_now() or answer is None:
            return
        panel.show_state(answer.state, answer)
        request, cache = self._request(), self._cache

        def inspect(token: CancelToken) -> Inspection:
            from inspector.gui.panels.retrieval import work  # noqa: PLC0415 - a quick start

            return work.inspection_of(request, cache, token.check)

        self.scanner.ask(inspect)

    def _show_inspection(self, inspection: Inspection) -> None:
        vector = inspection.request.state.question.moment.query_vector
        self._panel.show_inspection(inspection, self._vectors.made_of(vector))

    def _wire(self) -> None:
        panel, running = self._panel, self.running
        panel.looked_at.connect(self._show)
        panel.action_row.score_requested.connect(self.score)
        panel.action_row.back_requested.connect(self.go_back)
        panel.action_row.cancel_requested.connect(running.cancel)
        panel.result.again_requested.connect(self.score)
        panel.vault.vector_requested.connect(self.make_vector)
        panel.vault.vector_dropped.connect(self.drop_vector)
        panel.forms.endpoint.cache_cleared.connect(self.clear_cache)
        running.started.connect(panel.show_running)
        running.ended.connect(lambda: panel.show_running(None))
        running.progressed.connect(panel.action_row.show_progress)
        running.refused.connect(panel.action_row.error.say)
        self.scanner.answered.connect(self._show_inspection)
        self.scanner.failed.connect(panel.action_row.error.say)
        self._choosing.settled.connect(self._show)
