"""What release 26 selects (specs/openvault.md §6.1, §6.3, §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.problems import Problem
from inspector.systems.openvault.retrieval.balance import soft_balance
from inspector.systems.openvault.retrieval.explaining_26 import Explaining26
from inspector.systems.openvault.retrieval.findings import (
    fallback_warning,
    migration_warning,
    vector_warnings,
)
from inspector.systems.openvault.retrieval.keywords_26 import Keywords, Vault, search_26
from inspector.systems.openvault.retrieval.pov import Viewpoint, viewpoint_26, viewpoint_names
from inspector.systems.openvault.retrieval.query import QueryText, query_text
from inspector.systems.openvault.retrieval.ranking import ranked
from inspector.systems.openvault.retrieval.reading_26 import Reading26, candidates_26, read_26
from inspector.systems.openvault.retrieval.scores import Score, plain_totals_26, score_26
from inspector.systems.openvault.retrieval.selection import (
    ARCHIVED,
    BALANCE,
    BEST,
    HIDDEN,
    POV,
    SCORE,
    Question,
    Selection,
    Trace,
)
from inspector.systems.openvault.retrieval.sources import newest_source_26
from inspector.systems.openvault.retrieval.vectors import similarity

GATES = (HIDDEN, POV, ARCHIVED, SCORE, BALANCE)
_BEST_FOR_VECTORS = 200


def select_26(question: Question) -> Selection:
    """The selection of release 26.

    Raises:
        ReleaseThrowsError: a migration throws, or the counter meets a special token.
    """
    reading = read_26(question)
    candidates = candidates_26(reading)
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
        query=query,
        tokens=keywords.tokens,
    )
    return Selection(
        question, trace, GATES, Explaining26(reading, trace).step, _warnings(reading, trace)
    )


def _viewpoint(reading: Reading26) -> Viewpoint:
    document = reading.question.document
    known = frozenset[str]().union(*[each.people for each in reading.facts])
    names = viewpoint_names(
        document, reading.question.moment, reading.question.index, known, unicode_words=True
    )
    return viewpoint_26(names, document.characters, reading.graph.graph)


def _keywords(reading: Reading26, query: QueryText, alive: Sequence[int]) -> Keywords:
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


def _scored(reading: Reading26, shares: Mapping[int, float], alive: Sequence[int]) -> "_Scoring":
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


def _warnings(reading: Reading26, trace: Trace) -> tuple[Problem, ...]:
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

    reading: Reading26
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
