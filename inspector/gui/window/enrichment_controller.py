"""Runs the enrichment agent for the window; what a person takes becomes one step to undo."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from inspector.core.document import Document, sources_of
from inspector.core.edits import Edit
from inspector.core.errors import EditError, InspectorError
from inspector.core.query import Query
from inspector.core.tokens import Tokenizer
from inspector.gui.files.outside_changes import Reconciled
from inspector.gui.files.services import FileServices
from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.text import counted
from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.panels.lore.proposed_page import ProposedPage
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Answer
from inspector.gui.state.query import query_of
from inspector.gui.state.session import Session
from inspector.gui.state.view import NO_PART, Part, View, ViewChanges
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.gui.window.model_controller import ModelController, ModelTask
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.llm.enrichment.accepting import Pending, accepted, edits_of, pending, with_score
from inspector.llm.enrichment.agent import Agent, Outcome
from inspector.llm.enrichment.by_hand import outcome_of_answer, request_text
from inspector.llm.enrichment.exchanges import (
    AgentRuleset,
    Exchange,
    exchanges,
    first_ask,
    parts_of,
)
from inspector.llm.enrichment.proposals import Proposal, proposal_of_entity
from inspector.llm.enrichment.search import Bm25Retriever, KnowledgeSearch
from inspector.llm.exchange import Model
from inspector.llm.writing import Written
from inspector.loading import OpenChat
from inspector.source_edits import PutBeside
from inspector.systems import sources_users
from inspector.tokenizer import load_tokenizer

_ENCODING = "o200k_base"
_READING = _("The agent reads…")
_COPIED = _("Copied: give it to your model, copy its whole answer, and paste it here.")
_BY_WORDS = KnowledgeSearch(Bm25Retriever())


if TYPE_CHECKING:
    # Network and database are imported by whoever searches there.
    from inspector.gui.panels.retrieval.work import Searching

MakesSearching = Callable[[CancelToken], "Searching"]
"""Run on a worker: who answers the agent's searches, and makes vectors of what it proposes."""


class _ByHand:
    """Has a person carry requests to a model, and its answers back.

    Args:
        session: what is open.
        page: says how that goes.
        add: gets what comes of an answer.
    """

    def __init__(
        self, session: Session, page: Callable[[], ProposedPage], add: Callable[[Outcome], None]
    ) -> None:
        self._session, self._page, self._add = session, page, add
        self._copied: dict[Exchange, Document] = {}

    def forget(self) -> None:
        """What was copied is of a chat that is left."""
        self._copied.clear()

    def copy(self, first: int, last: int) -> None:
        """Copy the request about messages, to be given to a model by hand."""
        exchange, document = Exchange(first, last), self._session.document
        try:
            text = request_text(document, exchange, _BY_WORDS)
        except InspectorError as error:
            self._page().say(str(error))
            return
        put_on_clipboard(text)
        self._copied[exchange] = document
        self._page().say(_COPIED)

    def paste(self, first: int, last: int) -> None:
        """Propose what a model answered to that request."""
        text, exchange = QGuiApplication.clipboard().text(), Exchange(first, last)
        # What it would replace is the entry as the request holds it, not as it was edited since.
        document = self._copied.get(exchange, self._session.document)
        try:
            outcome = outcome_of_answer(document, exchange, _BY_WORDS, text)
        except InspectorError as error:
            self._page().say(str(error))
            return
        self._add(outcome)


class EnrichmentController(QObject):
    """Joins the page of proposals, the model, the retriever and the undo stack.

    Args:
        models: who is asked.
        session: what is open.
        commands: the only writer of it.
        panels: the one of lore shows what is proposed.
        status: where passing messages are shown.
        searching: makes who answers the agent's searches, as a person chose.
    """

    at_once = NO_PART

    def __init__(
        self,
        models: ModelController,
        session: Session,
        commands: Commands,
        panels: Panels,
        status: Status,
        searching: Callable[[], MakesSearching],
    ) -> None:
        super().__init__(models)
        self.looker = LatestWorker(self)
        self._models, self._session, self._commands = models, session, commands
        self._panels, self._status, self._searching = panels, status, searching
        self._answer: Answer | None = None
        self._chat = ""
        self._unread: int | None = None
        self._by_hand = _ByHand(session, lambda: self._page, self._add)
        models.running.ended.connect(self._read_new)
        panels.when_made(LorePanel, lambda panel: self._hear(panel.proposed))

    def _hear(self, page: ProposedPage) -> None:
        self.looker.answered.connect(page.show_effects)
        self.looker.failed.connect(page.say)
        page.run_requested.connect(self.run)
        page.copy_requested.connect(self._by_hand.copy)
        page.paste_requested.connect(self._by_hand.paste)
        page.take_requested.connect(self.take)
        page.following_changed.connect(self._set_following)
        page.set_document(self._session.document, is_followed=self._is_followed)

    @property
    def _page(self) -> ProposedPage:
        return self._panels.lore.proposed

    def follow(self, files: FileServices) -> None:
        """Follow the files of the chat that is open.

        Each new message is read where a person chose so, and what nobody has decided on is asked
        about before the chat is left.
        """
        files.outside.followed.connect(self._take_new)
        self._panels.when_made(LorePanel, files.chat.drafts.hear)

    def hold_chat(self, chat: OpenChat) -> None:
        """Another chat is open."""
        self._chat, self._unread = str(chat.path.absolute()), None
        self._by_hand.forget()
        if self._panels.found(LorePanel) is not None:
            self._page.set_document(self._session.document, is_followed=self._is_followed)

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Keep the question about the next request; see `Viewer`."""
        if Part.ANSWER in changes and view.answer is not None:
            self._answer = view.answer
            self._survey()

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self.looker.wait()

    def run(self, first: int, last: int) -> None:
        """Have the agent read messages.

        Args:
            first: index of the first.
            last: of the last, included.
        """
        document, choice = self._session.document, self._models.choice
        searching, ruleset = self._searching(), AgentRuleset(choice.agent)

        def parts(tokenizer: Tokenizer) -> list[Exchange]:
            return [
                part
                for one in exchanges(document, first, last)
                for part in parts_of(document, one, tokenizer.count, choice.context)
            ]

        def work(model: Model, token: CancelToken) -> str:
            search = KnowledgeSearch(searching(token).retriever, token.check)
            agent = Agent(model, search, ruleset, token.check)
            failure = ""
            for outcome in agent.read(lambda: document, parts(load_tokenizer(_ENCODING))):
                token.part(outcome)
                failure = outcome.failure
            return failure

        self._page.say(_READING)
        self._models.run(
            ModelTask(
                _READING,
                lambda tokenizer: first_ask(document, parts(tokenizer)[0], ruleset),
                work,
                done=self._end,
                part=self._add,
                failed=self._page.say,
            )
        )

    def take(self, proposals: Sequence[Proposal]) -> None:
        """Make what was proposed, all of it as one step to undo."""
        try:
            edits = _edits_of_all(self._session.document, proposals, self._page.score_of)
        except EditError as error:
            self._page.say(str(error))
            return
        if edits:
            self._commands.submit_all(
                edits,
                _("{proposals} taken").format(
                    proposals=counted(len(proposals), "{n} proposal", "{n} proposals")
                ),
            )

    def take_entities(self, found: Written) -> None:
        """Propose what a recap's answer names for the lorebook."""
        proposals = map(proposal_of_entity, found.entities)
        self._page.add(None, [one for one in proposals if one.content])
        self._survey()

    def _add(self, outcome: Outcome) -> None:
        self._page.add(outcome, outcome.proposals)
        self._survey()

    def _query(self) -> Query:
        """The question about the next request to the ruleset that has entries and events in it."""
        user, state, answer = sources_users()[0], self._session.state, self._answer
        name = state.question.ruleset_of(user.name) or user.rulesets[0].name
        if answer is not None and answer.state is state and name in answer.derivations:
            return answer.query(name)
        return query_of(state, name)

    def _survey(self) -> None:
        """See what the next request would make of each proposal that is not taken."""
        lore = self._panels.found(LorePanel)
        proposals = () if lore is None else lore.proposed.open_proposals
        if not proposals:
            self.looker.cancel()
            return
        document, query, searching = self._session.document, self._query(), self._searching()

        def survey(token: CancelToken) -> list[Pending]:
            embedder = searching(token).embedder
            return [pending(one, document, query, embedder, token.check) for one in proposals]

        self.looker.ask(survey)

    def _end(self, failure: str) -> None:
        if failure:
            self._page.say(failure)
            self._status.say(failure)

    @property
    def _is_followed(self) -> bool:
        return self._chat in self._models.choice.enriched

    def _set_following(self, wanted: bool) -> None:  # noqa: FBT001 - a slot's signature
        rest = tuple(one for one in self._models.choice.enriched if one != self._chat)
        self._models.choosing.change(enriched=(*rest, self._chat) if wanted else rest)

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


def _edits_of_all(
    document: Document,
    proposals: Sequence[Proposal],
    score_of: Callable[[Proposal], float | None],
) -> list[Edit]:
    """The edits that take proposals one after the other, and give what is new its score.

    Raises:
        EditError: one of them cannot be taken.
    """
    edits: list[Edit] = []
    scores = sources_of(document).scores
    for proposal in proposals:
        made = edits_of(proposal, document, str(uuid4()))
        document = accepted(document, made)
        edits += made
        score = score_of(proposal)
        if score is not None:
            document = with_score(document, proposal, score)
    scored = sources_of(document).scores
    if scored is not None and scored is not scores:
        edits.append(PutBeside(scored))
    return edits
