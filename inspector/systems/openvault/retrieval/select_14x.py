"""What releases 1.41 and 1.44 select (specs/openvault.md §6.1, §6.2, §8): the two are alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.core.injection import GateStep
from inspector.core.javascript_sort import sorted_by_number
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.systems.openvault.lines import estimated_tokens, safe_count
from inspector.systems.openvault.retrieval.balance import cut, enough_for_cut
from inspector.systems.openvault.retrieval.bm25 import corpus_of, raw_scores
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.entities import entities_14x
from inspector.systems.openvault.retrieval.existing import Existing
from inspector.systems.openvault.retrieval.facts import Facts14x, facts_14x
from inspector.systems.openvault.retrieval.findings import fallback_warning, vector_warnings
from inspector.systems.openvault.retrieval.irregular import check_summaries, stops_search
from inspector.systems.openvault.retrieval.pov import (
    states_of,
    stored_states,
    viewpoint_14x,
    viewpoint_names,
)
from inspector.systems.openvault.retrieval.query import Counted, query_text, query_tokens_14x
from inspector.systems.openvault.retrieval.reasons import hidden_step, pov_step, score_step
from inspector.systems.openvault.retrieval.scores import (
    Score,
    faded,
    floored_14x,
    score_14x,
    totals_14x,
)
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
    scoring = _Scoring(question, existing, settings)
    key = ("ranking", *question.asks, replace(settings, budget=0))
    ranking = columns.answer(key, lambda: _ranking(scoring), is_large=True)

    def score(index: int) -> Score:
        return scoring.score(index, ranking.keywords[index], ranking.vector)

    def enough(index: int) -> float:
        return enough_for_cut(ranking.best, scoring.safe_cost, index)

    choice = cut(ranking.best, scoring.cost, settings.budget)
    trace = Trace(ranking, choice, score, enough)
    explaining = _Explaining(question, existing.facts, trace, settings)
    warnings = _warnings(question, existing, ranking)
    return Selection(question, trace, GATES, explaining.step, warnings)


def _ranking(scoring: "_Scoring") -> Ranking:
    """What the releases make of the memories before they look at their budget.

    Raises:
        ReleaseThrowsError: T3 to T6, T11.
    """
    question, existing, settings = scoring.question, scoring.existing, scoring.settings
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
    found = keyword_scores_14x(existing, alive, tokens)
    keywords = dict(zip(alive, found, strict=True))
    is_embedded = query.is_embedded(entities, settings.entities)
    vector = question.query_vector if is_embedded else None
    totals = scoring.totals(keywords, vector)
    return Ranking(
        candidates=frozenset(candidates),
        viewpoint=viewpoint,
        knowing=frozenset(knowing),
        fallback=fallback,
        keywords=keywords,
        similarities={},
        totals=totals,
        ranked=sorted_by_number(alive, totals.__getitem__, descending=True),
        vector=vector,
    )


def keyword_scores_14x(
    existing: Existing[Facts14x], places: Sequence[int], tokens: Counted
) -> list[float]:
    """The raw keyword score of the memories at some places, which idf is taken over, too."""
    postings, documents = existing.postings, existing.subset(places)
    wanted = dict(tokens)
    scores = existing.columns.answer(
        ("scores", postings, documents, tokens),
        lambda: raw_scores(tokens, corpus_of(postings, documents, wanted), postings),
    )
    return [scores[index] for index in existing.indexes_at(places)]


def _candidates(existing: Existing[Facts14x], question: Question) -> list[int]:
    """Memories whose oldest source is in the chat and hidden (§6.1)."""
    hidden, length = question.document.chat.hidden, question.length
    oldest = existing.each("oldest_source", lambda facts: facts.oldest_source)
    return [index for index, source in enumerate(oldest) if 0 <= source < length and hidden[source]]


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


@dataclass(frozen=True)
class _Scoring:
    question: Question
    existing: Existing[Facts14x]
    settings: Settings14x

    def totals(self, keywords: Mapping[int, float], vector: QueryVector | None) -> dict[int, float]:
        """Score by place, given the keyword score by place and perhaps a query vector."""
        floored, found = self._floored(), list(keywords.values())
        totals = totals_14x([floored[index] for index in keywords], found, self.settings)
        scored = dict(zip(keywords, totals, strict=True))
        if vector is None:
            return scored
        alike = self._alike(keywords, vector)
        return scored | {index: self.score(index, keywords[index], vector).total for index in alike}

    def _floored(self) -> Sequence[float]:
        """What time has left of their importance (§6.2), by place."""
        existing, length, settings = self.existing, self.question.length, self.settings
        columns = (
            existing.every_one("importance", lambda facts: facts.importance),
            existing.every_one(
                ("rate", settings.base_lambda), lambda facts: -facts.rate(settings.base_lambda)
            ),
            existing.every_one("highest_source", lambda facts: facts.highest_source),
        )
        critical = existing.every_one("is_critical", lambda facts: facts.is_critical)

        def left(memories: Sequence[Memory]) -> list[float]:
            importance, rate, latest = [existing.accepted(values, memories) for values in columns]
            bases = faded(importance, rate, latest, length)
            return floored_14x(bases, existing.accepted(critical, memories), settings)

        key = ("floored", length, settings.base_lambda, settings.critical_floor)
        return existing.column(key, left)

    def _alike(self, alive: Iterable[int], vector: QueryVector) -> list[int]:
        """Places of memories that are alike enough to the query vector to gain by it."""
        threshold = self.settings.vector_threshold
        alike = self.existing.column(
            ("similarity", Same(vector.numbers)),
            lambda some: [similarity(memory, vector, single=False) for memory in some],
        )
        return [index for index in alive if alike[index] > threshold]

    def score(self, index: int, keywords: float, vector: QueryVector | None) -> Score:
        """The score of one place, given its keyword score and perhaps a query vector."""
        return score_14x(
            self.existing.facts(index),
            self.question.length,
            self._similarity(index, vector),
            keywords,
            self.settings,
        )

    def cost(self, index: int) -> float:
        """Tokens of its summary; NaN for what is no text, after which everything fits."""
        summary = self.question.memories[index].record.get("summary")
        return estimated_tokens(summary, self.question.tokenizer)

    def safe_cost(self, index: int) -> int:
        """The same where the release does not count it, and so cannot throw."""
        return safe_count(self.question.tokenizer, self.existing.facts(index).summary)

    def _similarity(self, index: int, vector: QueryVector | None) -> float | None:
        if vector is None:
            return None
        return similarity(self.question.memories[index], vector, single=False)


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
            return hidden_step(source, facts, length, passed=index in ranking.candidates)
        if gate == POV:
            witnesses = self.question.memories[index].witnesses
            return pov_step(facts, witnesses, ranking.viewpoint, fallback=ranking.fallback)
        passed = index in trace.chosen
        return score_step(index, trace, passed=passed, limit=self.settings.budget)
