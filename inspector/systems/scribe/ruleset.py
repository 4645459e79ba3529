"""What both Scribe rulesets share: from a document to the whole request."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.explanation import Explanation
from inspector.core.injection import Budget, Injection, Line, Section
from inspector.core.items import Item, ItemKind, numbered
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.request import (
    Fault,
    ItemRow,
    MessageRows,
    Parts,
    RequestMessage,
)
from inspector.core.ruleset import WithoutMemories
from inspector.core.settings import SettingSpec, checked_settings
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.retrieval.retriever import Retriever
from inspector.retrieval.scoring import PointSearch, Sought
from inspector.systems.scribe.budget import (
    Budgets,
    HistoryCosts,
    Manner,
    Plan,
    Request,
    plan,
)
from inspector.systems.scribe.changes.goal import RequestGoal
from inspector.systems.scribe.changes.target import answer_of
from inspector.systems.scribe.derivation import ScribeDerivation
from inspector.systems.scribe.explaining import explain
from inspector.systems.scribe.gates import (
    BELOW,
    HIDDEN,
    HISTORY_BUDGET,
    ITEM_GATES,
    MESSAGE_GATES,
    RAG_BUDGET,
    TRUNCATED,
)
from inspector.systems.scribe.head import SYSTEM_PROMPT, Head
from inspector.systems.scribe.history import counted_history
from inspector.systems.scribe.inputs import Inputs
from inspector.systems.scribe.items import pool_of
from inspector.systems.scribe.ranking import Ranked
from inspector.systems.scribe.rendering import RenderedLine
from inspector.systems.scribe.retrieving import sought_at
from inspector.systems.scribe.settings import CHRONICLES, COLLECTION, FAULTS, THRESHOLD, TOTAL

if TYPE_CHECKING:
    from inspector.retrieval.cosine import Vector
    from inspector.retrieval.qdrant import QdrantPlace

SYSTEM, USER = "system", "user"
_SYSTEM_ROLE, _USER_ROLE = 0, 1
_TOTAL = BudgetSetting(TOTAL, N_("Tokens that the whole request may have"), step=1_000)


class Prompts(NamedTuple):
    """The two prompts that Scribe writes, as lines."""

    system: Sequence[RenderedLine]
    user: Sequence[RenderedLine]

    def injections(self, tokenizer: Tokenizer) -> tuple[Injection, ...]:
        """Both as prompt slots; neither has a position or depth."""
        return (
            _slot(SYSTEM, _SYSTEM_ROLE, self.system, tokenizer),
            _slot(USER, _USER_ROLE, self.user, tokenizer),
        )

    @property
    def line_items(self) -> dict[str, tuple[str | None, ...]]:
        """The item row that each line shows."""
        return {
            SYSTEM: tuple(line.item for line in self.system),
            USER: tuple(line.item for line in self.user),
        }


@dataclass(frozen=True)
class ScribeRuleset(WithoutMemories, ABC):
    """One of the two rulesets (implements `core.system.Ruleset`)."""

    name: str
    title: str
    settings: tuple[SettingSpec, ...]
    is_release: bool
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    budget_settings: tuple[BudgetSetting, ...] = (_TOTAL,)
    boundary_settings: tuple[str, ...] = ()
    retrieves_messages: bool = False

    @override
    def check_settings(self, given: Mapping[str, object]) -> None:
        """See `Ruleset.check_settings`; the server refuses what a design refuses."""
        checked_settings(self.settings, given, self.name)

    @property
    def collection(self) -> str:
        """See `RetrievesItems`."""
        return COLLECTION

    def items(self, document: Document) -> Sequence[Item]:
        """See `RetrievesItems`."""
        return pool_of(document.lorebook, document.chronicle).items

    def sought(
        self, document: Document, moment: Moment, tokenizer: Tokenizer, *, older_messages: bool
    ) -> Sought:
        """See `RetrievesItems`; only the release retrieves older messages.

        Raises:
            SettingError: a setting is unknown or refused.
        """
        older = older_messages and self.retrieves_messages
        return sought_at(document, moment, self.settings, tokenizer, older_messages=older)

    def point_retriever(
        self,
        location: "QdrantPlace",
        search: PointSearch,
        embed: "Callable[[str], Vector]",
        document: Document,
    ) -> Retriever:
        """See `RetrievesItems`."""
        # Network and database are imported when they are used.
        from inspector.systems.scribe.points import scribe_retriever  # noqa: PLC0415

        return scribe_retriever(location, search, embed, document)

    @property
    def message_gates(self) -> tuple[str, ...]:
        """See `AssemblesRequest`."""
        return MESSAGE_GATES

    @property
    def item_gates(self) -> tuple[str, ...]:
        """See `AssemblesRequest`; only the design has a threshold."""
        has_threshold = any(spec.name == THRESHOLD for spec in self.settings)
        return tuple(gate for gate in ITEM_GATES if gate != BELOW or has_threshold)

    @property
    def switches(self) -> Mapping[ItemKind, str]:
        """See `AssemblesRequest`."""
        return {ItemKind.CHRONICLE: CHRONICLES}

    def explain(self, query: Query, wanted: str) -> Explanation:
        """See `Explains`.

        Raises:
            InspectorError: there is no such message or item, or it is no answer of Scribe's.
        """
        settings = checked_settings(self.settings, query.moment.settings, self.name)
        return explain(answer_of(query), settings, wanted)

    def goal(self, query: Query, wanted: str) -> RequestGoal:
        """See `Explains`.

        Raises:
            InspectorError: there is no such message or item, or it is no answer of Scribe's.
        """
        return RequestGoal.of(query, wanted)

    def count_chat(
        self, document: Document, tokenizer: Tokenizer, progress: Callable[[int, int], None]
    ) -> None:
        """See `CountsWholeChat`."""
        counted_history(document.chat, tokenizer, progress)

    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> ScribeDerivation:
        """See `Ruleset.inject`; what is loaded beside the chat comes from `sources_of`."""
        settings = checked_settings(self.settings, moment.settings, self.name)
        inputs = Inputs(document, moment.resolved(document.chat), settings, tokenizer)
        budgets, manner = self.budgets(settings), self.manner(settings)
        history = self.history_costs(inputs)
        ranked = self.ranking(inputs, history, budgets)
        costs = self._item_costs(ranked, inputs)
        offered = [cost for row, cost in zip(ranked, costs, strict=True) if row.gate is None]
        head, greeting = self.head(inputs), self.greeting(inputs)
        pending = inputs.moment.pending
        request = Request(
            head=head.tokens,
            current=tokenizer.count(pending) if pending else 0,
            history=history,
            items=offered,
            greeting=greeting.tokens if greeting else None,
        )
        decided = plan(request, budgets, manner)
        rag = _item_rows(ranked, costs, decided)
        kept = [(row.id, row.item) for row in rag if row.kept]
        faults = self.faults_in(inputs, decided, rag)
        prompts = Prompts((), ()) if decided.excess else self.prompts(inputs, head, kept)
        leads = decided.greeting and not decided.cut
        return ScribeDerivation(
            injections=prompts.injections(tokenizer),
            budget=Budget(budgets.limit, decided.total),
            warnings=(*_warnings(inputs), *_faults_in_words(faults)),
            chat_length=inputs.length,
            messages=_message_rows(inputs, history, decided),
            rag=rag,
            error=self.refusal(decided) if decided.excess else None,
            parts=Parts(
                head.tokens, decided.items, decided.history, request.current, decided.limit
            ),
            head=head,
            plan=decided,
            request=request,
            budgets=budgets,
            manner=manner,
            retriever=_retriever(inputs),
            faults=faults,
            known_faults=FAULTS,
            line_items=prompts.line_items,
            greeting=greeting if leads else None,
            history=inputs.history,
        )

    @abstractmethod
    def budgets(self, settings: Mapping[str, object]) -> Budgets:
        """The budgets that settings make."""

    @abstractmethod
    def manner(self, settings: Mapping[str, object]) -> Manner:
        """How selection and truncation go about it."""

    @abstractmethod
    def history_costs(self, inputs: Inputs) -> HistoryCosts:
        """What the messages cost."""

    @abstractmethod
    def head(self, inputs: Inputs) -> Head:
        """The head of the request."""

    @abstractmethod
    def ranking(self, inputs: Inputs, history: HistoryCosts, budgets: Budgets) -> Sequence[Ranked]:
        """All items in order, with why some are not offered."""

    @abstractmethod
    def counted_text(self, item: Item, inputs: Inputs) -> str:
        """The text that an item is counted by."""

    def _item_costs(self, ranked: Sequence[Ranked], inputs: Inputs) -> list[int]:
        count, text_of = inputs.tokenizer.count, self.counted_text
        return [count(text) if (text := text_of(row.item, inputs)) else 0 for row in ranked]

    @abstractmethod
    def greeting(self, inputs: Inputs) -> RequestMessage | None:
        """What leads the request where no history is kept."""

    @abstractmethod
    def refusal(self, decided: Plan) -> str:
        """Why the request is not sent."""

    @abstractmethod
    def prompts(self, inputs: Inputs, head: Head, kept: Sequence[tuple[str, Item]]) -> Prompts:
        """What Scribe writes.

        Args:
            inputs: the document at the moment.
            head: the head.
            kept: row ids and items that are in, best first.
        """

    @abstractmethod
    def faults_in(self, inputs: Inputs, decided: Plan, rag: Sequence[ItemRow]) -> tuple[Fault, ...]:
        """The faults that make a difference here."""


def _item_rows(
    ranked: Sequence[Ranked], costs: Sequence[int], decided: Plan
) -> tuple[ItemRow, ...]:
    seen: Counter[str] = Counter()
    rows: list[ItemRow] = []
    offered = 0
    for row, cost in zip(ranked, costs, strict=True):
        gate = row.gate
        if gate is None:
            gate = _budget_gate(offered, decided)
            offered += 1
        rows.append(
            ItemRow(
                numbered(row.item.id, seen),
                row.item.kind,
                cost,
                round(row.composite, 6),
                gate is None,
                gate,
                row.score,
                row.recency,
                row.item,
            )
        )
    return tuple(rows)


def _budget_gate(location: int, decided: Plan) -> str | None:
    if location < decided.kept_items:
        return None
    return TRUNCATED if location < decided.selected else RAG_BUDGET


def _message_rows(inputs: Inputs, history: HistoryCosts, decided: Plan) -> MessageRows:
    gates: list[str | None] = [HIDDEN] * inputs.length
    first_kept = len(history.messages) - decided.layer.latest
    for index in history.messages[:first_kept]:
        gates[index] = HISTORY_BUDGET
    for index in history.messages[first_kept:]:
        gates[index] = None
    for index in decided.cut:
        if index >= 0:
            gates[index] = TRUNCATED
    return MessageRows(inputs.history.tokens, gates)


def _slot(key: str, role: int, rendered: Sequence[RenderedLine], tokenizer: Tokenizer) -> Injection:
    lines = tuple(Line(line.text, tokenizer.count(f"{line.text}\n")) for line in rendered)
    text = "\n".join(line.text for line in lines)
    return Injection(
        key=key,
        position=None,
        depth=None,
        role=role,
        scan=False,
        sections=(Section(None, lines),) if lines else (),
        tokens=tokenizer.count(text) if text else 0,
    )


def _retriever(inputs: Inputs) -> str:
    given = inputs.sources.scores
    return "BM25" if given is None else given.retriever


def _warnings(inputs: Inputs) -> tuple[Problem, ...]:
    found = list(inputs.sources.problems)
    if not inputs.settings[SYSTEM_PROMPT]:
        words = _(
            "No system prompt is set; the server's own, which is not part of this "
            "program, would add about 700 tokens."
        )
        found.append(Problem("no-system-prompt", words))
    if inputs.pool.items and not inputs.query and inputs.sources.scores is None:
        words = _("Nothing is sought for: the user has said nothing, so no item has a score.")
        found.append(Problem("no-query", words))
    return tuple(found)


def _faults_in_words(faults: Sequence[Fault]) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            fault.setting,
            _("{fault}: {meaning} ({setting} mends it)").format(
                fault=_(fault.title), meaning=_(fault.meaning), setting=f"{fault.setting}=false"
            ),
        )
        for fault in faults
    )
