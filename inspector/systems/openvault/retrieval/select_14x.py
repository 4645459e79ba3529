"""What releases 1.41 and 1.44 select (specs/openvault.md §6.1, §6.2, §8): the two are alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.injection import GateStep
from inspector.core.problems import Problem
from inspector.systems.openvault.retrieval.balance import cut
from inspector.systems.openvault.retrieval.bm25 import KeywordSearch, corpus_of, hits_in
from inspector.systems.openvault.retrieval.columns import columns_14x
from inspector.systems.openvault.retrieval.entities import entities_14x
from inspector.systems.openvault.retrieval.facts import Facts14x
from inspector.systems.openvault.retrieval.findings import fallback_warning, vector_warnings
from inspector.systems.openvault.retrieval.pov import viewpoint_14x, viewpoint_names
from inspector.systems.openvault.retrieval.query import query_text, query_tokens_14x
from inspector.systems.openvault.retrieval.ranking import ranked
from inspector.systems.openvault.retrieval.reasons import hidden_step, pov_step, score_step
from inspector.systems.openvault.retrieval.scores import Score, plain_totals_14x, score_14x
from inspector.systems.openvault.retrieval.selection import (
    BEST,
    HIDDEN,
    POV,
    SCORE,
    Question,
    Selection,
    Trace,
)
from inspector.systems.openvault.retrieval.settings import Settings14x, settings_14x
from inspector.systems.openvault.retrieval.sources import source_14x
from inspector.systems.openvault.retrieval.vectors import QueryVector, similarity

GATES = (HIDDEN, POV, SCORE)


def select_14x(question: Question) -> Selection:
    """The selection of release 1.41 or 1.44."""
    settings = settings_14x(question.settings)
    facts = columns_14x(question.document, question.memories)
    candidates = _candidates(facts, question)
    viewpoint = viewpoint_14x(_names(question, facts), question.document.characters)
    knowing = viewpoint.knowing(facts, candidates)
    fallback = bool(candidates) and not knowing
    alive = candidates if fallback else knowing
    query = query_text(
        question.index, question.length, question.moment.pending, settings.entities.window
    )
    entities = entities_14x(query.lines, question.moment.active, settings.entities)
    tokens = query_tokens_14x(query.user, entities, settings.entities)
    scoring = _Scoring(question, facts, settings, _keywords(facts, alive, tokens))
    totals = scoring.totals(alive)
    order = ranked(alive, totals)
    choice = cut(order[:BEST], scoring.cost, settings.budget)
    trace = Trace(
        candidates=frozenset(candidates),
        viewpoint=viewpoint,
        knowing=frozenset(knowing),
        fallback=fallback,
        alive=frozenset(alive),
        totals=totals,
        ranked=order,
        choice=choice,
        score=scoring.score,
        query=query,
        tokens=tokens,
    )
    explaining = _Explaining(question, facts, trace, settings)
    return Selection(question, trace, GATES, explaining.step, _warnings(question, facts, trace))


def keyword_scores_14x(facts: Sequence[Facts14x], tokens: Mapping[str, int]) -> dict[int, float]:
    """The raw keyword score of each of these memories that matches anything, by place."""
    hits = hits_in(facts, frozenset(tokens))
    return KeywordSearch(tokens, corpus_of(facts, hits), phrases=False).scores(facts, hits)


def _candidates(facts: Sequence[Facts14x], question: Question) -> list[int]:
    """Memories whose oldest source is in the chat and hidden (§6.1)."""
    hidden, length = question.document.chat.hidden, question.length
    return [
        place
        for place, each in enumerate(facts)
        if 0 <= each.oldest_source < length and hidden[each.oldest_source]
    ]


def _names(question: Question, facts: Sequence[Facts14x]) -> tuple[str, ...]:
    known = frozenset[str]().union(*[each.people for each in facts])
    return viewpoint_names(
        question.document, question.moment, question.index, known, unicode_words=False
    )


def _keywords(
    facts: Sequence[Facts14x], alive: Sequence[int], tokens: Mapping[str, int]
) -> Mapping[int, float]:
    found = keyword_scores_14x([facts[place] for place in alive], tokens)
    return {alive[position]: score for position, score in found.items()}


def _warnings(question: Question, facts: Sequence[Facts14x], trace: Trace) -> tuple[Problem, ...]:
    warnings = vector_warnings(question.memories, facts, question.query_vector, single=False)
    if trace.fallback and trace.viewpoint.names:
        warnings.append(fallback_warning(trace.viewpoint.names, len(trace.candidates)))
    return tuple(warnings)


@dataclass(frozen=True)
class _Scoring:
    question: Question
    facts: Sequence[Facts14x]
    settings: Settings14x
    keywords: Mapping[int, float]

    def totals(self, alive: Sequence[int]) -> dict[int, float]:
        """Score by place; most are nothing but what time has left of them."""
        facts = [self.facts[place] for place in alive]
        plain = plain_totals_14x(facts, self.question.length, self.settings)
        totals = dict(zip(alive, plain, strict=True))
        special = {*self.keywords, *self._alike(alive)}
        return totals | {place: self.score(place).total for place in special}

    def _alike(self, alive: Sequence[int]) -> list[int]:
        """Places of memories that are alike enough to the query vector to gain by it."""
        vector = self.question.query_vector
        if vector is None:
            return []
        threshold = self.settings.vector_threshold
        return [place for place in alive if self._similarity(place, vector) > threshold]

    def score(self, place: int) -> Score:
        """The score of one place."""
        return score_14x(
            self.facts[place],
            self.question.length,
            self._similarity(place, self.question.query_vector),
            self.keywords.get(place, 0.0),
            self.settings,
        )

    def cost(self, place: int) -> int:
        """Tokens of its summary."""
        return self.question.tokenizer.count(self.facts[place].summary)

    def _similarity(self, place: int, vector: QueryVector | None) -> float:
        if vector is None:
            return 0.0
        return similarity(self.question.memories[place], vector, single=False)


@dataclass(frozen=True)
class _Explaining:
    question: Question
    facts: Sequence[Facts14x]
    trace: Trace
    settings: Settings14x

    def step(self, place: int, gate: str) -> GateStep:
        """What a gate says of a place."""
        facts, trace, length = self.facts[place], self.trace, self.question.length
        if gate == HIDDEN:
            source = source_14x(facts, self.question.index, length)
            return hidden_step(source, facts, length, passed=place in trace.candidates)
        if gate == POV:
            witnesses = self.question.memories[place].witnesses
            return pov_step(facts, witnesses, trace.viewpoint, fallback=trace.fallback)
        passed = place in trace.chosen
        return score_step(place, trace, passed=passed, limit=self.settings.budget)
