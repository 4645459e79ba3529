"""The keyword score: BM25 over summaries, computed for the query's tokens alone (§6.2, §6.3)."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class KeywordSearch:
    """One query against one corpus.

    Attributes:
        tokens: each token and how often it counts.
        corpus: where idf comes from.
        phrases: whether a token of several words is looked for in the summary (release 26).
    """

    tokens: Mapping[str, int]
    corpus: Corpus
    phrases: bool
    _words: frozenset[str] = field(init=False)
    _phrases: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Tell words from phrases once."""
        words = frozenset(self.tokens)
        phrases = tuple(token for token in self.tokens if " " in token) if self.phrases else ()
        object.__setattr__(self, "_words", words.difference(phrases))
        object.__setattr__(self, "_phrases", phrases)

    def scores(self, documents: Sequence[Facts]) -> dict[int, float]:
        """The raw score of each document that matches anything, by its place."""
        found: dict[int, float] = {}
        words, phrases = self._words, self._phrases
        for place, facts in enumerate(documents):
            if not words.isdisjoint(facts.term_set) or (phrases and self._has_phrase(facts)):
                found[place] = self.score(facts)
        return found

    def score(self, facts: Facts) -> float:
        """The raw score of one document, token by token and as often as each counts."""
        total = 0.0
        for token, count in self.tokens.items():
            value = self._value(token, facts)
            if not value:
                continue
            if count > _MOST_ADDITIONS:
                total += count * value
                continue
            for _ in range(count):
                total += value
        return total

    def _value(self, token: str, facts: Facts) -> float:
        if token in self._phrases:
            if phrase_in(token, facts):
                return PHRASE_BOOST * self.corpus.greatest_idf()
            return 0.0
        occurrences = facts.terms.get(token, 0)
        if not occurrences:
            return 0.0
        share = facts.term_count / self.corpus.average_length if self.corpus.average_length else 0.0
        saturated = occurrences * (K1 + 1) / (occurrences + K1 * (1 - B + B * share))
        return self.corpus.idf.get(token, 0.0) * saturated

    def _has_phrase(self, facts: Facts) -> bool:
        return any(phrase_in(phrase, facts) for phrase in self._phrases)


def phrase_in(phrase: str, facts: Facts) -> bool:
    """Whether the bare summary contains a phrase as the query has it."""
    return phrase in facts.plain_summary
