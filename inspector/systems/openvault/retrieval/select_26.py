"""What release 26 selects (specs/openvault.md §6.1, §6.3, §8)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from inspector.core.injection import Bucket
from inspector.core.problems import Problem
from inspector.systems.openvault.retrieval.balance import (
    bucket_at,
    enough_for_balance,
    soft_balance,
)
from inspector.systems.openvault.retrieval.existing import gather
from inspector.systems.openvault.retrieval.explaining_26 import Explaining26
from inspector.systems.openvault.retrieval.facts import frequency_factor, is_reflection
from inspector.systems.openvault.retrieval.findings import (
    fallback_warning,
    migration_warning,
    vector_warnings,
)
from inspector.systems.openvault.retrieval.irregular import (
    check_summaries,
    stops_counting,
    stops_report,
)
from inspector.systems.openvault.retrieval.keywords_26 import Keywords, Vault, search_26
from inspector.systems.openvault.retrieval.order import Order
from inspector.systems.openvault.retrieval.pov import (
    states_of,
    stored_states,
    viewpoint_26,
    viewpoint_names,
)
from inspector.systems.openvault.retrieval.query import QueryText, query_text
from inspector.systems.openvault.retrieval.reading_26 import Reading26, read_26
from inspector.systems.openvault.retrieval.scores import Score, score_26
from inspector.systems.openvault.retrieval.scoring_26 import Scoring26
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
    no_ranking,
)
from inspector.systems.openvault.retrieval.vectors import similarity

GATES = (HIDDEN, POV, ARCHIVED, SCORE, BALANCE)
_BEST_FOR_VECTORS = 200
_REPORTED = 10


def select_26(question: Question) -> Selection:
    """The selection of release 26.

    Raises:
        ReleaseThrowsError: see `irregular`, or the counter meets a special token (T15).
    """
    reading = read_26(question)
    columns, settings = question.index.columns, reading.settings
    key = ("ranking", *question.asks, replace(settings, budget=0), reading.reflections_are_off)
    ranking = columns.answer(key, lambda: _ranking(reading), is_large=True)
    buckets = dict(zip(ranking.best, _buckets(reading, ranking), strict=True))
    odd = reading.existing.irregular("summary", places=ranking.best)
    check_summaries(odd, stops_counting, "to count")
    counter = question.tokenizer
    costs = columns.answer(
        ("costs", ranking, counter), lambda: {index: reading.cost(index) for index in ranking.best}
    )
    choice = soft_balance(
        ranking.best, buckets.__getitem__, costs.__getitem__, reading.settings.budget
    )

    if reading.existing.irregular("summary"):
        ranked = ranking.order.best(len(ranking.order))
        refused = (index for index in ranked if index in choice.refused or index not in costs)
        odd = reading.existing.irregular("summary", places=[*islice(refused, _REPORTED)])
        check_summaries(odd, stops_report, "to report")

    def score(index: int) -> Score:
        alike = ranking.similarities.get(index)
        return _score(reading, index, alike, ranking.keywords(index))

    def enough(index: int) -> float:
        return enough_for_balance(ranking.best, buckets.__getitem__, costs.__getitem__, index)

    trace = Trace(ranking, choice, score, enough)
    warnings = _warnings(reading, ranking)
    return Selection(question, trace, GATES, Explaining26(reading, trace).step, warnings)


def _buckets(reading: Reading26, ranking: Ranking) -> list[Bucket]:
    """The buckets of the best, as soft balance sees them."""
    question = reading.question
    positions = question.index.columns.answer(
        ("positions", ranking), lambda: reading.positions(ranking.best)
    )
    length, boundaries = question.length, question.moment.boundaries
    return [bucket_at(position, length, boundaries) for position in positions]


def _ranking(reading: Reading26) -> Ranking:
    """What release 26 makes of the memories before it looks at its budget.

    Raises:
        ReleaseThrowsError: T3 to T12, T16.
    """
    question, gone = reading.question, reading.gone
    document = question.document
    names = viewpoint_names(
        document, question.moment, question.index, reading.existing, unicode_words=True
    )
    candidates = reading.candidates()
    if not candidates:
        return no_ranking(names)
    columns = question.index.columns
    viewpoint = columns.answer(
        ("viewpoint", *states_of(names, document)),
        lambda: viewpoint_26(names, stored_states(document), reading.graph.graph),
    )
    knowing = viewpoint.knowing(reading.existing, candidates)
    fallback = not knowing
    alive = [index for index in (candidates if fallback else knowing) if index not in gone]
    query = query_text(question.index, question.length, question.moment.pending)
    keywords = _keywords(reading, query, alive)
    scoring = _scoring(reading, keywords, alive)
    order = Order(alive, scoring.nearly(), scoring.exact)
    similarities: dict[int, float] = {}
    vector = question.query_vector
    if vector is not None:
        asks = query.is_embedded(keywords.entities, reading.settings.entities)
        vector = vector.single if asks else None
    if vector is not None:
        # Only those that are best by everything else are compared with the query (§6.3).
        similarities = {
            index: similarity(question.memories[index], vector, single=True)
            for index in order.best(_BEST_FOR_VECTORS)
        }
        known = {
            number: _score(reading, index, similarities[index], keywords.shares[number]).total
            for number, index in enumerate(alive)
            if index in similarities
        }
        scoring = replace(scoring, known={**scoring.known, **known})
        order = Order(alive, scoring.nearly(), scoring.exact)
    return Ranking(
        candidates=candidates,
        viewpoint=viewpoint,
        knowing=knowing,
        fallback=fallback,
        keywords=lambda location: keywords.shares[alive.index(location)],
        similarities=similarities,
        order=order,
        vector=vector,
    )


def _keywords(reading: Reading26, query: QueryText, alive: Sequence[int]) -> Keywords:
    existing, question = reading.existing, reading.question
    vault = Vault(
        existing=existing,
        candidates=alive,
        counted=existing.subset(reading.counted(alive)),
        graph=reading.graph,
        idf_cache=question.store.get("idf_cache"),
        extra=reading.extra_documents(alive),
    )
    return search_26(query, question.active, vault, reading.settings.entities)


def _scoring(reading: Reading26, keywords: Keywords, alive: Sequence[int]) -> Scoring26:
    """What scores are made of, without vectors."""
    existing, shares = reading.existing, keywords.shares
    importances, rates, latest = reading.fading(alive)
    frequencies = existing.every_stored("mentions", frequency_factor)
    reflections = existing.each_stored("type", is_reflection)
    known = {
        number: _score(reading, index, None, shares[number]).total
        for number, index in (enumerate(alive) if any(reflections) else ())
        if reflections[index]
    }
    return Scoring26(
        importances,
        rates,
        latest,
        shares,
        gather(existing.indexes_at(alive))(frequencies),
        known,
        reading.question.length,
        reading.settings,
    )


def _score(reading: Reading26, index: int, alike: float | None, share: float) -> Score:
    latest, length = reading.source(index).latest, reading.question.length
    return score_26(reading.facts(index), latest, length, alike, share, reading.settings)


def _warnings(reading: Reading26, ranking: Ranking) -> tuple[Problem, ...]:
    question = reading.question
    warnings = vector_warnings(
        question.memories,
        question.query_vector,
        ranking.vector,
        has_embedding=reading.existing.has_embedding,
        single=True,
    )
    if reading.migrated:
        warnings.append(migration_warning())
    if ranking.fallback:
        warnings.append(fallback_warning(ranking.viewpoint.names, len(ranking.candidates)))
    return tuple(warnings)
