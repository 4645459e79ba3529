"""The keyword score: BM25 over summaries, computed for the query's tokens alone (§6.2, §6.3)."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

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


Hits = Mapping[int, frozenset[str]]
"""The wanted words that stand in a document, by its place; documents without any are absent."""


def hits_in(documents: Sequence[Facts], wanted: frozenset[str]) -> Hits:
    """Which of the wanted words stand in which document."""
    return {
        place: wanted & facts.term_set
        for place, facts in enumerate(documents)
        if not wanted.isdisjoint(facts.term_set)
    }


def corpus_of(documents: Sequence[Facts], hits: Hits) -> Corpus:
    """The corpus of these memories as far as the words go that were looked for."""
    frequency = Counter(chain.from_iterable(hits.values()))
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
        self._order = {token: place for place, token in enumerate(tokens)}

    def scores(self, documents: Sequence[Facts], hits: Hits) -> dict[int, float]:
        """The raw score of each document that matches anything, by its place.

        Args:
            documents: what is searched.
            hits: at least for every word of the query, see `hits_in`; places past the
                documents are passed over.
        """
        found: dict[int, list[str]] = {
            place: [word for word in words if word in self._order]
            for place, words in hits.items()
            if place < len(documents)
        }
        for token, phrase in self._phrases:
            for place, facts in enumerate(documents):
                if phrase in facts.plain_summary:
                    found.setdefault(place, []).append(token)
        return {
            place: self._score(documents[place], found[place])
            for place in sorted(found)
            if found[place]
        }

    def _score(self, facts: Facts, matched: list[str]) -> float:
        """The raw score of one document, token by token and as often as each counts."""
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
