"""Runs the enrichment agent for the window; what a person takes becomes one step to undo."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from PySide6.QtCore import QObject

from inspector.core.edits import Edit
from inspector.core.errors import EditError
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.core.tokens import Tokenizer
from inspector.gui.files.outside_changes import Reconciled
from inspector.gui.files.services import FileServices
from inspector.gui.kit.text import plural
from inspector.gui.panels.lore.proposed_page import ProposedPage
from inspector.gui.state.commands import Commands
from inspector.gui.state.session import Session
from inspector.gui.state.view import NO_PART, Part, View, ViewChanges
from inspector.gui.state.workers import CancelToken
from inspector.gui.window.model_controller import ModelController, ModelTask
from inspector.gui.window.status import Status
from inspector.llm.enrichment.accepting import Pending, edits_of, pending, taken
from inspector.llm.enrichment.agent import (
    Agent,
    AgentRuleset,
    Exchange,
    Outcome,
    design_turns,
    exchanges,
    parts_of,
)
from inspector.llm.enrichment.proposals import Proposal, proposal_of_entity
from inspector.llm.enrichment.search import Bm25Retriever, KnowledgeSearch
from inspector.llm.exchange import Ask, Model
from inspector.llm.writing import Written
from inspector.loading import OpenChat
from inspector.tokenizer import load_tokenizer

_ENCODING = "o200k_base"
_READING = "The agent reads…"


@dataclass(frozen=True)
class _Enriched:
    """What became of one exchange."""

    outcome: Outcome
    found: Sequence[Pending]


class EnrichmentController(QObject):
    """Joins the page of proposals, the model and the undo stack."""

    at_once = NO_PART

    def __init__(
        self,
        models: ModelController,
        session: Session,
        commands: Commands,
        page: ProposedPage,
        status: Status,
    ) -> None:
        super().__init__(models)
        self._models = models
        self._session = session
        self._commands = commands
        self._page = page
        self._status = status
        self._query: Query | None = None
        self._chat = ""
        self._unread: int | None = None
        page.run_requested.connect(self.run)
        page.take_requested.connect(self.take)
        page.following_changed.connect(self._set_following)
        models.running.ended.connect(self._read_new)

    def follow(self, files: FileServices) -> None:
        """Read each new message of the chats where a person chose so."""
        files.outside.followed.connect(self._take_new)

    def hold_chat(self, chat: OpenChat) -> None:
        """Another chat is open."""
        self._chat, self._unread = str(chat.path.absolute()), None
        self._page.set_document(self._session.document, is_followed=self._is_followed)

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Keep the question about the next request, and show what was taken; see `Viewer`."""
        if Part.DOCUMENT in changes or Part.CHAT in changes:
            self._page.refresh(view.document)
        if Part.ANSWER in changes and view.answer is not None:
            makes = isinstance(view.answer.derivation, RequestDerivation)
            self._query = view.answer.query() if makes else None

    def run(self, first: int, last: int) -> None:
        """Have the agent read messages.

        Args:
            first: index of the first.
            last: of the last, included.
        """
        document, query, choice = self._session.document, self._query, self._models.choice

        def parts(tokenizer: Tokenizer) -> list[Exchange]:
            return [
                part
                for one in exchanges(document, first, last)
                for part in parts_of(document, one, tokenizer.count, choice.context)
            ]

        def work(model: Model, token: CancelToken) -> str:
            retriever = KnowledgeSearch(Bm25Retriever())
            agent = Agent(model, retriever, AgentRuleset(choice.agent), token.check)
            for exchange in parts(load_tokenizer(_ENCODING)):
                outcome = agent.run(document, exchange)
                found = [pending(one, document, query) for one in outcome.proposals]
                token.part(_Enriched(outcome, found))
                if outcome.failure:
                    return outcome.failure
            return ""

        self._page.say(_READING)
        self._models.run(
            ModelTask(
                _READING,
                lambda tokenizer: Ask(design_turns(document, parts(tokenizer)[0]), ""),
                work,
                done=self._end,
                part=lambda one: self._page.add(one.outcome, one.found),
                failed=self._page.say,
            )
        )

    def take(self, proposals: Sequence[Proposal]) -> None:
        """Make what was proposed, all of it as one step to undo."""
        document, edits = self._session.document, list[Edit]()
        try:
            for proposal in proposals:
                made = edits_of(proposal, document, str(uuid4()))
                document = taken(document, made)
                edits += made
        except EditError as error:
            self._page.say(str(error))
            return
        if edits:
            self._commands.submit_all(edits, f"{plural(len(proposals), 'proposal')} taken")

    def take_entities(self, found: Written) -> None:
        """Propose what a recap's answer names for the lorebook."""
        proposals = [*map(proposal_of_entity, found.entities)]
        named = [one for one in proposals if one.content]
        document, query = self._session.document, self._query
        self._page.add(None, [pending(one, document, query) for one in named])

    def _end(self, failure: str) -> None:
        if failure:
            self._page.say(failure)
            self._status.say(failure)

    @property
    def _is_followed(self) -> bool:
        return self._chat in self._models.choice.enriched

    def _set_following(self, wanted: bool) -> None:  # noqa: FBT001 - a slot's signature
        others = tuple(one for one in self._models.choice.enriched if one != self._chat)
        self._models.choosing.change(enriched=(*others, self._chat) if wanted else others)

    def _take_new(self, found: Reconciled) -> None:
        before, now = len(found.document.chat), len(self._session.document.chat)
        if self._is_followed and now > before:
            self._unread = before if self._unread is None else min(self._unread, before)
            self._read_new()

    def _read_new(self) -> None:
        """Read what came while the model was busy, or has just come."""
        first, last = self._unread, len(self._session.document.chat) - 1
        if first is not None and first <= last and not self._models.running.is_busy:
            self._unread = None
            self.run(first, last)
