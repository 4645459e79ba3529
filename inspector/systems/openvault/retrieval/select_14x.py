"""What releases 1.41 and 1.44 select (specs/openvault.md §6.1, §6.2, §8): the two are alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress, count, repeat

from inspector.core.injection import GateStep
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.systems.openvault.lines import estimated_tokens, safe_count
from inspector.systems.openvault.retrieval.balance import cut, enough_for_cut
from inspector.systems.openvault.retrieval.bm25 import Search, corpus_of
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.entities import entities_14x
from inspector.systems.openvault.retrieval.existing import Existing
from inspector.systems.openvault.retrieval.facts import Facts14x, facts_14x
from inspector.systems.openvault.retrieval.findings import fallback_warning, vector_warnings
from inspector.systems.openvault.retrieval.irregular import check_summaries, stops_search
from inspector.systems.openvault.retrieval.order import Order
from inspector.systems.openvault.retrieval.postings import frequencies_of
from inspector.systems.openvault.retrieval.pov import (
    states_of,
    stored_states,
    viewpoint_14x,
    viewpoint_names,
)
from inspector.systems.openvault.retrieval.query import Counted, query_text, query_tokens_14x
from inspector.systems.openvault.retrieval.reasons import hidden_step, pov_step, score_step
from inspector.systems.openvault.retrieval.scores import Score, score_14x
from inspector.systems.openvault.retrieval.scoring_14x import scoring_14x
from inspector.systems.openvault.retrieval.selection import (
    HIDDEN,
    POV,
    SCORE,
    Question,
    Ranking,
    Selection,
    Trace,
    no_ranking,
)
from inspector.systems.openvault.retrieval.settings import Settings14x, settings_14x
from inspector.systems.openvault.retrieval.sources import source_14x
from inspector.systems.openvault.retrieval.vectors import QueryVector, similarity

GATES = (HIDDEN, POV, SCORE)


def select_14x(question: Question) -> Selection:
    """The selection of release 1.41 or 1.44.

    Raises:
        ReleaseThrowsError: see `irregular`.
    """
    settings, document = settings_14x(question.settings), question.document
    columns = question.index.columns
    of_memories = question.index.of_memories
    existing = Existing(columns, of_memories, document.memories, question.indexes, facts_14x)
    unlimited = replace(settings, budget=0)
    key = ("ranking", *question.asks, unlimited)
    ranking = columns.answer(key, lambda: _ranking(question, existing, unlimited), is_large=True)

    def score(index: int) -> Score:
        keywords, vector = ranking.keywords(index), ranking.vector
        return _score(question.memories[index], question.length, keywords, vector, settings)

    def cost(index: int) -> float:
        # NaN for what is no text, after which everything fits.
        summary = question.memories[index].record.get("summary")
        return estimated_tokens(summary, question.tokenizer)

    def safe_cost(index: int) -> int:
        # Where the release does not count it, and so cannot throw.
        return safe_count(question.tokenizer, existing.facts(index).summary)

    def enough(index: int) -> float:
        return enough_for_cut(ranking.best, safe_cost, index)

    choice = cut(ranking.best, cost, settings.budget)
    trace = Trace(ranking, choice, score, enough)
    explaining = _Explaining(question, existing.facts, trace, settings)
    warnings = _warnings(question, existing, ranking)
    return Selection(question, trace, GATES, explaining.step, warnings)


def _ranking(question: Question, existing: Existing[Facts14x], settings: Settings14x) -> Ranking:
    """What the releases make of the memories before they look at their budget.

    Raises:
        ReleaseThrowsError: T3 to T6, T11.
    """
    document = question.document
    names = viewpoint_names(
        document, question.moment, question.index, existing, unicode_words=False
    )
    candidates = _candidates(existing, question)
    if not candidates:
        return no_ranking(names)
    viewpoint = existing.columns.answer(
        ("viewpoint 1.4x", *states_of(names, document)),
        lambda: viewpoint_14x(names, stored_states(document)),
    )
    knowing = viewpoint.knowing(existing, candidates)
    fallback = not knowing
    alive = candidates if fallback else knowing
    query = query_text(question.index, question.length, question.moment.pending)
    entities = entities_14x(query.lines, question.active, settings.entities)
    tokens = query_tokens_14x(query.user, entities, settings.entities)
    if tokens:
        odd = existing.irregular("summary", places=alive)
        check_summaries(odd, stops_search, "to split into words")
    search = keyword_search_14x(existing, alive, tokens)
    is_embedded = query.is_embedded(entities, settings.entities)
    vector = question.query_vector if is_embedded else None
    scoring = scoring_14x(existing, alive, question.length, settings, search, vector)
    indexes = existing.indexes
    return Ranking(
        candidates=candidates,
        viewpoint=viewpoint,
        knowing=knowing,
        fallback=fallback,
        keywords=lambda location: search.of([indexes[location]])[0],
        similarities={},
        order=Order(alive, scoring.nearly(), scoring.exact),
        vector=vector,
    )


def keyword_search_14x(
    existing: Existing[Facts14x], places: Sequence[int], tokens: Counted
) -> Search:
    """The search for keywords in the memories at some places, which idf is taken over, too."""
    postings, documents = existing.postings, existing.subset(places)
    wanted = dict(tokens)

    def search() -> Search:
        frequencies = existing.columns.grown(
            ("frequencies", existing.facts_of),
            lambda before: frequencies_of(postings, documents, wanted, before),
        )
        corpus = corpus_of(postings, documents, wanted, 0, frequencies)
        return Search(tokens, corpus, postings, existing.indexes_at(places))

    return existing.columns.answer(("search", postings, documents, tokens), search)


def _candidates(existing: Existing[Facts14x], question: Question) -> Sequence[int]:
    """Memories whose oldest source is in the chat and hidden (§6.1)."""
    hidden, length = question.document.chat.hidden, question.length
    oldest = existing.every_one("oldest_source", lambda facts: facts.oldest_source)
    is_hidden = existing.columns.answer(
        ("hidden sources", Same(oldest), Same(hidden)),
        lambda: _flags_at(oldest, hidden),
    )
    places = list(compress(count(), existing.at_places(is_hidden)))
    if max(existing.at_places(oldest), default=0) < length:
        return places
    found = zip(places, existing.indexes_at(places), strict=True)
    return [location for location, index in found if oldest[index] < length]


def _flags_at(sources: Sequence[int], hidden: bytes) -> bytes:
    """Of some sources whether the message is hidden; not where it is none: −1, or past the end."""
    # Both mean the one flag behind those of the messages.
    flags = hidden + bytes(1)
    return bytes(map(flags.__getitem__, map(min, sources, repeat(len(hidden)))))


def _warnings(
    question: Question, existing: Existing[Facts14x], ranking: Ranking
) -> tuple[Problem, ...]:
    warnings = vector_warnings(
        question.memories,
        question.query_vector,
        ranking.vector,
        has_embedding=existing.has_embedding,
        single=False,
    )
    if ranking.fallback:
        warnings.append(fallback_warning(ranking.viewpoint.names, len(ranking.candidates)))
    return tuple(warnings)


def _score(
    memory: Memory, length: int, keywords: float, vector: QueryVector | None, settings: Settings14x
) -> Score:
    alike = None if vector is None else similarity(memory, vector, single=False)
    return score_14x(facts_14x(memory), length, alike, keywords, settings)


@dataclass(frozen=True)
class _Explaining:
    question: Question
    facts: Callable[[int], Facts14x]
    trace: Trace
    settings: Settings14x

    def step(self, index: int, gate: str) -> GateStep:
        """What a gate says of a place."""
        facts, trace, length = self.facts(index), self.trace, self.question.length
        ranking = trace.ranking
        if gate == HIDDEN:
            source = source_14x(facts, self.question.index, length)
            return hidden_step(source, facts, length, passed=index in ranking.allowed)
        if gate == POV:
            witnesses = self.question.memories[index].witnesses
            return pov_step(facts, witnesses, ranking.viewpoint, fallback=ranking.fallback)
        passed = index in trace.chosen
        return score_step(index, trace, passed=passed, limit=self.settings.budget)
