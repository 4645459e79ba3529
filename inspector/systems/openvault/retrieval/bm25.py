"""The keyword score: BM25 over summaries, computed for the query's tokens alone (§6.2, §6.3)."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.decoded import is_number, members
from inspector.systems.openvault.retrieval.facts import Facts

K1, B = 1.2, 0.75
PHRASE_BOOST = 10
_MOST_ADDITIONS = 64


@dataclass(frozen=True)
class Corpus:
    """The documents that idf and the average length are taken over.

    Attributes:
        documents: how many there are.
        average_length: keywords a document.
        idf: by token, at least for every token of the query that stands in a document.
        greatest_idf: finds the greatest idf of all tokens, asked for only where a phrase
            matches.
    """

    documents: int
    average_length: float
    idf: Mapping[str, float]
    greatest_idf: Callable[[], float]


def corpus_of(documents: Sequence[Facts], query: Iterable[str]) -> Corpus:
    """The corpus of these memories as far as a query needs it."""
    wanted = frozenset(query)
    frequency: Counter[str] = Counter()
    for facts in documents:
        if not wanted.isdisjoint(facts.term_set):
            frequency.update(wanted & facts.term_set)
    total = len(documents)
    length = sum([facts.term_count for facts in documents])
    return Corpus(
        total,
        length / total if total else 0.0,
        {token: idf(total, count) for token, count in frequency.items()},
        lambda: _greatest_idf(documents),
    )


def cached_corpus(stored: Mapping[str, object], documents: int) -> Corpus | None:
    """Release 26's stored `idf_cache`, if it was made over as many memories (§6.3)."""
    if not stored or stored.get("memoryCount") != documents:
        return None
    numbers = {
        token: float(value)
        for token, value in members(stored.get("idfMap")).items()
        if is_number(value)
    }
    average = stored.get("avgDL")
    return Corpus(
        documents,
        float(average) if is_number(average) else 0.0,
        numbers,
        lambda: max(numbers.values(), default=0.0),
    )


def idf(documents: int, containing: int) -> float:
    """How much a token tells that stands in `containing` of all documents."""
    return math.log((documents - containing + 0.5) / (containing + 0.5) + 1)


def _greatest_idf(documents: Sequence[Facts]) -> float:
    """The idf of the rarest token; idf falls as the number of documents containing it grows."""
    frequency: Counter[str] = Counter()
    for facts in documents:
        frequency.update(facts.term_set)
    rarest = min(frequency.values(), default=0)
    return idf(len(documents), rarest) if rarest else 0.0


class KeywordSearch:
    """One query against one corpus."""

    def __init__(self, tokens: Mapping[str, int], corpus: Corpus, *, phrases: bool) -> None:
        """Prepare a search.

        Args:
            tokens: each token and how often it counts, in the query's order.
            corpus: where idf comes from.
            phrases: whether a token of several words is looked for in the summary (release 26).
        """
        self._tokens = tokens
        self._corpus = corpus
        self._phrases = tuple(
            (token, token.lower()) for token in tokens if phrases and " " in token
        )
        self._words = frozenset(tokens).difference(token for token, _ in self._phrases)
        self._order = {token: place for place, token in enumerate(tokens)}

    def scores(self, documents: Sequence[Facts]) -> dict[int, float]:
        """The raw score of each document that matches anything, by its place."""
        words = self._words
        matching = {
            place for place, facts in enumerate(documents) if not words.isdisjoint(facts.term_set)
        }
        for _, phrase in self._phrases:
            matching.update(
                place for place, facts in enumerate(documents) if phrase in facts.plain_summary
            )
        return {place: self._score(documents[place]) for place in sorted(matching)}

    def _score(self, facts: Facts) -> float:
        """The raw score of one document, token by token and as often as each counts."""
        matched = [
            *(self._words & facts.term_set),
            *(token for token, phrase in self._phrases if phrase in facts.plain_summary),
        ]
        total = 0.0
        for token in sorted(matched, key=self._order.__getitem__):
            value, count = self._value(token, facts), self._tokens[token]
            if count > _MOST_ADDITIONS:
                total += count * value
                continue
            for _ in range(count):
                total += value
        return total

    def _value(self, token: str, facts: Facts) -> float:
        """What one occurrence of a token in the query adds."""
        occurrences = facts.terms.get(token, 0)
        if not occurrences:
            return PHRASE_BOOST * self._corpus.greatest_idf()
        average = self._corpus.average_length
        share = facts.term_count / average if average else 0.0
        saturated = occurrences * (K1 + 1) / (occurrences + K1 * (1 - B + B * share))
        return self._corpus.idf.get(token, 0.0) * saturated
