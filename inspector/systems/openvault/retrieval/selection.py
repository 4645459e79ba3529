"""What a release selects, and what each memory met on the way."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.injection import GateStep
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.retrieval.balance import Choice
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex, index_of
from inspector.systems.openvault.retrieval.order import Order
from inspector.systems.openvault.retrieval.pov import Viewpoint
from inspector.systems.openvault.retrieval.scores import Score
from inspector.systems.openvault.retrieval.vectors import QueryVector

HIDDEN, POV, ARCHIVED, SCORE, BALANCE = "hidden", "pov", "archived", "score", "balance"
"""The gates' names (DESIGN §4); a release's own order stands in its module."""

BEST = 1000
"""How many of the best a release goes on with at all (specs/openvault.md §6)."""


@dataclass(frozen=True)
class Question:
    """What a release is asked: a document at a moment.

    Attributes:
        document: the chat and all that OpenVault keeps in it.
        moment: resolved.
        length: how many messages the chat has at the moment.
        memories: those that exist then, in list order.
        settings: the release's settings by name, defaults may be missing.
        tokenizer: what counts.
        query_vector: a supplied one.
    """

    document: Document
    moment: Moment
    length: int
    memories: Sequence[Memory]
    settings: Mapping[str, object]
    tokenizer: Tokenizer
    query_vector: QueryVector | None = None

    @cached_property
    def indexes(self) -> Sequence[int]:
        """Where the memories stand in the document; a range where they are all of its."""
        if self.memories is self.document.memories:
            return range(len(self.memories))
        return list(map(attrgetter("index"), self.memories))

    @property
    def active(self) -> tuple[str, ...]:
        """Active characters: the one who answers, the user, then who else is in the group.

        A name that both have stands twice (R7).
        """
        pair = (self.moment.character or "", self.moment.user or "")
        rest = dict.fromkeys(name for name in self.moment.group if name not in pair)
        return tuple(name for name in (*pair, *rest) if name)

    @property
    def asks(self) -> tuple[Hashable, ...]:
        """Everything but the settings that decides who is ranked how, as a key."""
        chat, moment = self.document.chat, self.moment
        parts = (
            self.memories,
            self.document.memories,
            self.document.characters,
            self.store,
            chat.hidden,
            chat.from_user,
        )
        who = (moment.user, moment.character, moment.group, moment.pending, chat.is_group)
        return (*map(Same, parts), moment.at, self.length, who, self.query_vector)

    @property
    def index(self) -> ChatIndex:
        """The index of the chat."""
        return index_of(self.document.chat)

    @property
    def store(self) -> Mapping[str, object]:
        """What OpenVault keeps besides memories and characters."""
        return self.document.stores.get("openvault", {})


@dataclass(frozen=True, slots=True)
class GateRecord:
    """What the selection did with one memory.

    Attributes:
        memory: its index in the document.
        gate: the first gate that it failed; None if it was selected.
        reason: one plain sentence; empty if it was selected.
        score: None for what was never scored.
    """

    memory: int
    gate: str | None
    reason: str
    score: float | None


@dataclass(frozen=True, eq=False)
class Ranking:
    """What happened before a budget was looked at; places are among the memories that exist.

    Attributes:
        candidates: whose sources allow it, or reflections.
        viewpoint: whose knowledge counted.
        knowing: candidates that the viewpoint knows.
        fallback: whether nobody knew any, so that all candidates went on.
        keywords: gives the keyword score of a place that was scored.
        similarities: to the query vector by place, where it was looked at.
        order: what was scored, the best first.
        vector: the query vector, where the release asks for one (R16).
    """

    candidates: Sequence[int]
    viewpoint: Viewpoint
    knowing: Sequence[int]
    fallback: bool
    keywords: Callable[[int], float]
    similarities: Mapping[int, float]
    order: Order
    vector: QueryVector | None = None

    @cached_property
    def allowed(self) -> frozenset[int]:
        """The candidates, to look one up."""
        return frozenset(self.candidates)

    @cached_property
    def known(self) -> frozenset[int]:
        """The candidates that the viewpoint knows, to look one up."""
        return frozenset(self.knowing)

    @cached_property
    def best(self) -> Sequence[int]:
        """Places of those that the release goes on with, the best first."""
        return self.order.best(BEST)

    @cached_property
    def among_best(self) -> frozenset[int]:
        """The same, to look one up."""
        return frozenset(self.best)


def no_ranking(names: Sequence[str]) -> Ranking:
    """What is left where there are no candidates: the release stops there."""
    viewpoint = Viewpoint(tuple(names), frozenset(), frozenset(), secrets_hide=False)
    order = Order((), None, lambda _numbers: ())
    return Ranking(
        candidates=(),
        viewpoint=viewpoint,
        knowing=(),
        fallback=False,
        keywords=float,
        similarities={},
        order=order,
    )


@dataclass(frozen=True, eq=False)
class Trace:
    """What happened at each gate.

    Attributes:
        ranking: until a budget was looked at.
        choice: what the budget let in.
        score: everything that the score of a place is made of.
        enough: a budget with which a place among the best would be chosen.
    """

    ranking: Ranking
    choice: Choice
    score: Callable[[int], Score]
    enough: Callable[[int], float]

    @cached_property
    def chosen(self) -> frozenset[int]:
        """Places of what was selected."""
        return frozenset(self.choice.chosen)

    @cached_property
    def last_total(self) -> float | None:
        """The score of the last that was selected; None if nothing was."""
        chosen = self.choice.chosen
        return self.ranking.order.lowest(chosen) if chosen else None


@dataclass(frozen=True, eq=False)
class Selection:
    """What a release hands to its formatter, and why not the rest.

    Attributes:
        question: what was asked.
        trace: what happened; None where the selection did not get that far.
        gates: names of the release's gates in their order.
        explain: what a gate, which it came to, says of the memory at a place.
        warnings: what a person should know besides.
    """

    question: Question
    trace: Trace
    gates: tuple[str, ...]
    explain: Callable[[int, str], GateStep]
    warnings: tuple[Problem, ...] = ()

    @cached_property
    def chosen(self) -> tuple[Memory, ...]:
        """The selected memories, in the order in which the formatter gets them."""
        memories = self.question.memories
        return tuple(memories[index] for index in self.trace.choice.chosen)

    def gate_at(self, location: int) -> str | None:
        """The first gate that the memory at a place failed; None if it was selected."""
        ranking = self.trace.ranking
        if location in self.trace.chosen:
            return None
        if location not in ranking.allowed:
            return HIDDEN
        if location not in ranking.known and not ranking.fallback:
            return POV
        if location not in ranking.order:
            return ARCHIVED
        return BALANCE if BALANCE in self.gates and location in ranking.among_best else SCORE

    def record_at(self, index: int) -> GateRecord:
        """What happened to the memory at a place."""
        gate = self.gate_at(index)
        reason = "" if gate is None else self.explain(index, gate).detail
        memory, order = self.question.memories[index], self.trace.ranking.order
        score = order.score(index) if index in order else None
        return GateRecord(memory.index, gate, reason, score)

    def steps(self, location: int) -> tuple[GateStep, ...]:
        """Every gate that the memory at a place came to, the failed one last."""
        steps: list[GateStep] = []
        for gate in self.gates:
            steps.append(self.explain(location, gate))
            if not steps[-1].passed:
                break
        return tuple(steps)
