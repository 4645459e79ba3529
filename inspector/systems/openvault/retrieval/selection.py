"""What a release selects, and what each memory met on the way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.injection import GateStep
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.retrieval.balance import Choice
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex, index_of
from inspector.systems.openvault.retrieval.pov import Viewpoint
from inspector.systems.openvault.retrieval.query import QueryText
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
class Trace:
    """What happened at each gate; memories are given by their place among those that exist.

    Attributes:
        candidates: whose sources allow it, or reflections.
        viewpoint: whose knowledge counted.
        knowing: candidates that the viewpoint knows.
        fallback: whether nobody knew any, so that all candidates went on.
        alive: what was scored.
        totals: score by place.
        ranked: places, the best first.
        choice: what the budget let in.
        score: everything that the score of a place is made of.
        query: what was searched with.
        tokens: the keywords of the query and how often each counts.
    """

    candidates: frozenset[int]
    viewpoint: Viewpoint
    knowing: frozenset[int]
    fallback: bool
    alive: frozenset[int]
    totals: Mapping[int, float]
    ranked: Sequence[int]
    choice: Choice
    score: Callable[[int], Score]
    query: QueryText
    tokens: Mapping[str, int]

    @cached_property
    def rank(self) -> Mapping[int, int]:
        """Rank by place, 1 the best."""
        return {place: rank for rank, place in enumerate(self.ranked, start=1)}

    @cached_property
    def chosen(self) -> frozenset[int]:
        """Places of what was selected."""
        return frozenset(self.choice.chosen)

    @cached_property
    def last_total(self) -> float | None:
        """The score of the last that was selected; None if nothing was."""
        totals = [self.totals[place] for place in self.choice.chosen]
        return min(totals) if totals else None


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
        return tuple(memories[place] for place in self.trace.choice.chosen)

    def gate_at(self, place: int) -> str | None:
        """The first gate that the memory at a place failed; None if it was selected."""
        trace = self.trace
        if place in trace.chosen:
            return None
        if place not in trace.candidates:
            return HIDDEN
        if place not in trace.knowing and not trace.fallback:
            return POV
        if place not in trace.alive:
            return ARCHIVED
        balanced = BALANCE in self.gates and trace.rank[place] <= BEST
        return BALANCE if balanced else SCORE

    def record_at(self, place: int) -> GateRecord:
        """What happened to the memory at a place."""
        gate = self.gate_at(place)
        reason = "" if gate is None else self.explain(place, gate).detail
        memory = self.question.memories[place]
        return GateRecord(memory.index, gate, reason, self.trace.totals.get(place))

    def steps(self, memory: Memory) -> tuple[GateStep, ...]:
        """Every gate that a memory came to, the failed one last; empty if it does not exist."""
        place = self._places.get(memory.index)
        if place is None:
            return ()
        steps: list[GateStep] = []
        for gate in self.gates:
            steps.append(self.explain(place, gate))
            if not steps[-1].passed:
                break
        return tuple(steps)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {memory.index: place for place, memory in enumerate(self.question.memories)}
