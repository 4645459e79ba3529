"""What release 26 selects (specs/openvault.md §6.1, §6.3, §8)."""

from collections.abc import Sequence
from dataclasses import replace

from inspector.core.injection import Bucket
from inspector.core.problems import Problem
from inspector.systems.openvault.retrieval.balance import (
    bucket_at,
    enough_for_balance,
    soft_balance,
)
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
from inspector.systems.openvault.retrieval.reading_26 import Reading26, read_26
from inspector.systems.openvault.retrieval.scores import Score, score_26, totals_26
from inspector.systems.openvault.retrieval.selection import (
    ARCHIVED,
    BALANCE,
    HIDDEN,
    POV,
    SCORE,
    Question,
    Ranking,
    Selection,
    Trace,
)
from inspector.systems.openvault.retrieval.vectors import QueryVector, similarity

GATES = (HIDDEN, POV, ARCHIVED, SCORE, BALANCE)
_BEST_FOR_VECTORS = 200


def select_26(question: Question) -> Selection:
    """The selection of release 26.

    Raises:
        ReleaseThrowsError: a migration throws, or the counter meets a special token.
    """
    reading = read_26(question)
    columns, settings = question.index.columns, reading.settings
    key = ("ranking", *question.asks, replace(settings, budget=0), reading.reflections_are_off)
    ranking = columns.answer(key, lambda: _ranking(reading), is_large=True)
    buckets = dict(zip(ranking.best, _buckets(reading, ranking), strict=True))
    counter = question.tokenizer
    costs = columns.answer(
        ("costs", ranking, counter), lambda: {place: reading.cost(place) for place in ranking.best}
    )
    choice = soft_balance(
        ranking.best, buckets.__getitem__, costs.__getitem__, reading.settings.budget
    )

    def score(place: int) -> Score:
        alike = ranking.similarities.get(place)
        return _score(reading, place, alike, ranking.keywords[place])

    def enough(place: int) -> float:
        return enough_for_balance(ranking.best, buckets.__getitem__, costs.__getitem__, place)

    trace = Trace(ranking, choice, score, enough)
    warnings = _warnings(reading, ranking)
    return Selection(question, trace, GATES, Explaining26(reading, trace).step, warnings)


def _buckets(reading: Reading26, ranking: Ranking) -> list[Bucket]:
    """The buckets of the best, as soft balance sees them."""
    question = reading.question
    positions = question.index.columns.answer(
        ("positions", ranking), lambda: [reading.position(place) for place in ranking.best]
    )
    length, boundaries = question.length, question.moment.boundaries
    return [bucket_at(position, length, boundaries) for position in positions]


def _ranking(reading: Reading26) -> Ranking:
    """What release 26 makes of the memories before it looks at its budget."""
    question, gone = reading.question, reading.gone
    candidates = reading.candidates()
    viewpoint = _viewpoint(reading)
    knowing = viewpoint.knowing(reading.existing, candidates)
    fallback = bool(candidates) and not knowing
    alive = [place for place in (candidates if fallback else knowing) if place not in gone]
    query = query_text(
        question.index, question.length, question.moment.pending, reading.settings.entities.window
    )
    keywords = _keywords(reading, query, alive)
    shares = dict(zip(alive, keywords.shares, strict=True))
    totals = _totals(reading, keywords, alive)
    order, similarities = alive, dict[int, float]()
    if question.query_vector is not None:
        order = ranked(alive, totals)
        similarities = _similarities(question, question.query_vector, order)
        totals |= {
            place: _score(reading, place, alike, shares[place]).total
            for place, alike in similarities.items()
        }
    return Ranking(
        candidates=frozenset(candidates),
        viewpoint=viewpoint,
        knowing=frozenset(knowing),
        fallback=fallback,
        keywords=shares,
        similarities=similarities,
        totals=totals,
        ranked=ranked(order, totals),
    )


def _viewpoint(reading: Reading26) -> Viewpoint:
    document, known = reading.question.document, reading.existing.people
    names = viewpoint_names(
        document, reading.question.moment, reading.question.index, known, unicode_words=True
    )
    return viewpoint_26(names, document.characters, reading.graph.graph)


def _keywords(reading: Reading26, query: QueryText, alive: Sequence[int]) -> Keywords:
    existing, gone = reading.existing, reading.gone
    counted = [place for place in range(len(existing)) if place not in gone]
    vault = Vault(
        existing=existing,
        candidates=alive,
        counted=existing.subset(counted),
        graph=reading.graph,
        idf_cache=reading.question.store.get("idf_cache"),
    )
    active = reading.question.moment.active
    return search_26(query, active, vault, reading.settings.entities)


def _similarities(
    question: Question, vector: QueryVector, order: Sequence[int]
) -> dict[int, float]:
    """Only those that are best by everything else are compared with the query (§6.3)."""
    memories = question.memories
    return {
        place: similarity(memories[place], vector, single=True)
        for place in order[:_BEST_FOR_VECTORS]
    }


def _totals(reading: Reading26, keywords: Keywords, alive: Sequence[int]) -> dict[int, float]:
    """Score by place, without vectors."""
    existing = reading.existing
    frequencies = existing.each("frequency", lambda facts: facts.frequency_factor)
    totals = totals_26(
        [reading.floored[place] for place in alive],
        keywords.shares,
        [frequencies[place] for place in alive],
        reading.settings,
    )
    is_reflection = existing.each("is_reflection", lambda facts: facts.is_reflection)
    if any(is_reflection):
        shares = keywords.shares
        for position, place in enumerate(alive):
            if is_reflection[place]:
                totals[position] = _score(reading, place, None, shares[position]).total
    return dict(zip(alive, totals, strict=True))


def _score(reading: Reading26, place: int, alike: float | None, share: float) -> Score:
    newest, length = reading.source(place).newest, reading.question.length
    return score_26(reading.facts[place], newest, length, alike, share, reading.settings)


def _warnings(reading: Reading26, ranking: Ranking) -> tuple[Problem, ...]:
    question = reading.question
    warnings = vector_warnings(
        question.memories,
        question.query_vector,
        has_embedding=reading.existing.has_embedding,
        single=True,
    )
    if reading.migrated:
        warnings.append(migration_warning())
    if ranking.fallback and ranking.viewpoint.names:
        warnings.append(fallback_warning(ranking.viewpoint.names, len(ranking.candidates)))
    return tuple(warnings)
