"""What release 26 selects (specs/openvault.md §6.1, §6.3, §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.core.injection import Bucket
from inspector.core.problems import Problem
from inspector.systems.openvault.retrieval.balance import SHARE, bucket_at, soft_balance
from inspector.systems.openvault.retrieval.columns import columns_26
from inspector.systems.openvault.retrieval.facts import Facts26
from inspector.systems.openvault.retrieval.findings import (
    fallback_warning,
    migration_warning,
    vector_warnings,
)
from inspector.systems.openvault.retrieval.graph import GraphIndex, graph_of
from inspector.systems.openvault.retrieval.keywords_26 import Keywords, Vault, search_26
from inspector.systems.openvault.retrieval.migrations import (
    check_migration,
    is_removed,
    migrates_on_load,
)
from inspector.systems.openvault.retrieval.pov import Viewpoint, viewpoint_26, viewpoint_names
from inspector.systems.openvault.retrieval.query import QueryText, query_text
from inspector.systems.openvault.retrieval.ranking import ranked
from inspector.systems.openvault.retrieval.reasons import (
    archived_step,
    balance_step,
    hidden_step,
    pov_step,
    reflection_step,
    score_step,
)
from inspector.systems.openvault.retrieval.scores import Score, plain_totals_26, score_26
from inspector.systems.openvault.retrieval.selection import (
    ARCHIVED,
    BALANCE,
    BEST,
    HIDDEN,
    POV,
    SCORE,
    GateStep,
    Question,
    Selection,
    Trace,
)
from inspector.systems.openvault.retrieval.settings import Settings26, settings_26, slot_place
from inspector.systems.openvault.retrieval.sources import (
    Found,
    SourceState,
    newest_source_26,
    position_26,
    source_26,
)
from inspector.systems.openvault.retrieval.vectors import similarity

GATES = (HIDDEN, POV, ARCHIVED, SCORE, BALANCE)
_BEST_FOR_VECTORS = 200


def select_26(question: Question) -> Selection:
    """The selection of release 26.

    Raises:
        ReleaseThrowsError: a migration throws, or the counter meets a special token.
    """
    reading = _read(question)
    candidates = _candidates(reading)
    viewpoint = _viewpoint(reading)
    knowing = viewpoint.knowing(reading.facts, candidates)
    fallback = bool(candidates) and not knowing
    alive = [place for place in (candidates if fallback else knowing) if place not in reading.gone]
    query = query_text(
        question.index, question.length, question.moment.pending, reading.settings.entities.window
    )
    keywords = _keywords(reading, query, alive)
    shares = {alive[position]: share for position, share in keywords.shares.items()}
    scoring = _scored(reading, shares, alive)
    order = ranked(scoring.places, scoring.totals)
    choice = soft_balance(order[:BEST], reading.bucket, reading.cost, reading.settings.budget)
    trace = Trace(
        candidates=frozenset(candidates),
        viewpoint=viewpoint,
        knowing=frozenset(knowing),
        fallback=fallback,
        alive=frozenset(alive),
        totals=scoring.totals,
        ranked=order,
        choice=choice,
        score=scoring.score,
        bucket=reading.bucket,
        query=query,
        tokens=keywords.tokens,
    )
    return Selection(
        question, trace, GATES, _Explaining(reading, trace).steps, _warnings(reading, trace)
    )


@dataclass(frozen=True)
class _Reading:
    """The question's memories as release 26 reads them, by place."""

    question: Question
    settings: Settings26
    graph: GraphIndex
    migrated: bool
    facts: Sequence[Facts26]
    found: Sequence[Found]

    @cached_property
    def gone(self) -> frozenset[int]:
        """Memories that have been put away, or that a migration removes."""
        archived = [place for place, each in enumerate(self.facts) if each.is_archived]
        if not self.migrated:
            return frozenset(archived)
        return frozenset((*archived, *filter(self.is_removed, range(len(self.facts)))))

    def is_removed(self, place: int) -> bool:
        """Whether a migration removes it."""
        return self.migrated and is_removed(self.facts[place].record)

    def bucket(self, place: int) -> Bucket:
        """The bucket that soft balance sees."""
        position = position_26(self.facts[place], self.found[place])
        return bucket_at(position, self.question.length, self.question.moment.boundaries)

    def cost(self, place: int) -> int:
        """Tokens of its summary."""
        return self.question.tokenizer.count(self.facts[place].summary)


def _read(question: Question) -> _Reading:
    migrated = migrates_on_load(question.store)
    if migrated:
        check_migration(question.store)
    facts, found = columns_26(
        question.document, question.memories, question.length, migrated=migrated
    )
    return _Reading(
        question=question,
        settings=settings_26(question.settings),
        graph=graph_of(question.document.chat, question.store),
        migrated=migrated,
        facts=facts,
        found=found,
    )


def _candidates(reading: _Reading) -> list[int]:
    """Memories of hidden or lost messages, then all other reflections by id (§6.1)."""
    question = reading.question
    is_hidden = question.document.chat.hidden
    hidden = [
        place
        for place, found in enumerate(reading.found)
        if (is_hidden[found.lowest] if found.lowest >= 0 else _is_hidden(reading, place))
    ]
    if slot_place(question.settings, "reflections").is_off:
        return hidden
    present = set(hidden)
    ids = {question.memories[place].id for place in hidden if question.memories[place].id}
    return hidden + [
        place
        for place, facts in enumerate(reading.facts)
        if facts.is_reflection and place not in present and question.memories[place].id not in ids
    ]


def _is_hidden(reading: _Reading, place: int) -> bool:
    found = reading.found[place]
    hidden = reading.question.document.chat.hidden
    if found.named:
        return found.lowest < 0 or bool(hidden[found.lowest])
    source = source_26(reading.facts[place], found, reading.question.index, reading.question.length)
    return source.state in (SourceState.HIDDEN, SourceState.GONE)


def _viewpoint(reading: _Reading) -> Viewpoint:
    document = reading.question.document
    known = frozenset[str]().union(*[each.people for each in reading.facts])
    names = viewpoint_names(
        document, reading.question.moment, reading.question.index, known, unicode_words=True
    )
    return viewpoint_26(names, document.characters, reading.graph.graph)


def _keywords(reading: _Reading, query: QueryText, alive: Sequence[int]) -> Keywords:
    living = set(alive)
    vault = Vault(
        candidates=[reading.facts[place] for place in alive],
        others=[
            facts
            for place, facts in enumerate(reading.facts)
            if place not in living and place not in reading.gone
        ],
        graph=reading.graph,
        idf_cache=reading.question.store.get("idf_cache"),
    )
    active = reading.question.moment.active
    return search_26(query, active, vault, reading.settings.entities)


def _scored(reading: _Reading, shares: Mapping[int, float], alive: Sequence[int]) -> "_Scoring":
    """The scoring, with vectors for those that are best by everything else alone (§6.3)."""
    scoring = _Scoring(reading, alive, shares, {})
    vector = reading.question.query_vector
    if vector is None:
        return scoring
    order = ranked(alive, scoring.totals)
    memories = reading.question.memories
    similarities = {
        place: similarity(memories[place], vector, single=True)
        for place in order[:_BEST_FOR_VECTORS]
    }
    return _Scoring(reading, order, shares, similarities)


def _warnings(reading: _Reading, trace: Trace) -> tuple[Problem, ...]:
    question = reading.question
    warnings = vector_warnings(question.memories, reading.facts, question.query_vector, single=True)
    if reading.migrated:
        warnings.append(migration_warning())
    if trace.fallback and trace.viewpoint.names:
        warnings.append(fallback_warning(trace.viewpoint.names, len(trace.candidates)))
    return tuple(warnings)


@dataclass(frozen=True)
class _Scoring:
    """How the living are scored.

    Attributes:
        reading: the memories.
        places: in the order that sorting starts from.
        shares: of the best keyword score, by place.
        similarities: to the query vector, by place.
    """

    reading: _Reading
    places: Sequence[int]
    shares: Mapping[int, float]
    similarities: Mapping[int, float]

    @cached_property
    def totals(self) -> dict[int, float]:
        """Score by place; most are nothing but what time has left of them."""
        facts = [self.reading.facts[place] for place in self.places]
        newest = [
            newest_source_26(each, self.reading.found[place])
            for each, place in zip(facts, self.places, strict=True)
        ]
        length, settings = self.reading.question.length, self.reading.settings
        plain = plain_totals_26(facts, newest, length, settings)
        totals = dict(zip(self.places, plain, strict=True))
        special = {*self.shares, *self.similarities}
        return totals | {place: self.score(place).total for place in special}

    def score(self, place: int) -> Score:
        """The score of one place."""
        facts = self.reading.facts[place]
        return score_26(
            facts,
            newest_source_26(facts, self.reading.found[place]),
            self.reading.question.length,
            self.similarities.get(place, 0.0),
            self.shares.get(place, 0.0),
            self.reading.settings,
        )


@dataclass(frozen=True)
class _Explaining:
    reading: _Reading
    trace: Trace

    def steps(self, place: int) -> tuple[GateStep, ...]:
        """Every gate that a place came to; the failed one stands last."""
        steps: list[GateStep] = []
        for gate in (self._hidden, self._pov, self._archived, self._score, self._balance):
            steps.append(gate(place))
            if not steps[-1].passed:
                break
        return tuple(steps)

    def _hidden(self, place: int) -> GateStep:
        reading, passed = self.reading, place in self.trace.candidates
        facts, found, question = reading.facts[place], reading.found[place], reading.question
        if facts.is_reflection and not _is_hidden(reading, place):
            off = slot_place(question.settings, "reflections").is_off
            return reflection_step(passed=passed, off=off)
        source = source_26(facts, found, question.index, question.length)
        return hidden_step(
            source, facts, question.length, passed=passed, by_fingerprint=found.named
        )

    def _pov(self, place: int) -> GateStep:
        memory = self.reading.question.memories[place]
        return pov_step(
            self.reading.facts[place],
            memory.witnesses,
            self.trace.viewpoint,
            fallback=self.trace.fallback,
        )

    def _archived(self, place: int) -> GateStep:
        facts = self.reading.facts[place]
        return archived_step(archived=facts.is_archived, removed=self.reading.is_removed(place))

    def _score(self, place: int) -> GateStep:
        return score_step(place, self.trace, passed=self.trace.rank[place] <= BEST)

    def _balance(self, place: int) -> GateStep:
        budget = self.reading.settings.budget
        return balance_step(place, self.trace, budget, budget * SHARE)
