"""The keyword score: BM25 over summaries, computed for the query's tokens alone (§6.2, §6.3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import is_number
from inspector.core.javascript import entries, to_number, truthy
from inspector.core.javascript_math import divided, greatest, logarithm
from inspector.systems.openvault.retrieval.postings import (
    Frequencies,
    Postings,
    Subset,
    Words,
    frequencies_of,
)

K1, B = 1.2, 0.75
PHRASE_BOOST = 10
_MOST_ADDED = 1_000_000
_AT_ONCE = 2
"""Scores of as large a part of all memories are worked out at once."""


@dataclass(frozen=True, eq=False)
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


def corpus_of(
    postings: Postings,
    documents: Subset,
    wanted: Iterable[str],
    extra: int = 0,
    frequencies: Frequencies | None = None,
) -> Corpus:
    """The corpus of some memories as far as the wanted words go.

    Args:
        postings: the keywords of all memories.
        documents: the memories that idf is taken over.
        wanted: the words.
        extra: how many documents without words there are besides (R28).
        frequencies: of these words in these memories, where they are known.
    """
    total = documents.size + extra
    length = documents.total(postings.lengths)
    counts = (frequencies or frequencies_of(postings, documents, wanted)).counts
    return Corpus(
        total,
        length / total if total else 0.0,
        {token: idf(total, counts[token]) for token in wanted if counts[token]},
        lambda: _greatest_idf(postings, documents, total),
    )


def fits(stored: Mapping[str, object], documents: int) -> bool:
    """Whether release 26 takes a stored `idf_cache` for one of as many memories (R19)."""
    count = stored.get("memoryCount")
    return (
        is_number(count)
        and count == documents
        and truthy(stored.get("idfMap"))
        and is_number(stored.get("avgDL"))
    )


def stored_corpus(stored: Mapping[str, object], documents: int) -> Corpus:
    """Release 26's stored `idf_cache`, see `fits`."""
    numbers = {token: to_number(value) for token, value in entries(stored.get("idfMap"))}

    def most() -> float:
        values = iter(numbers.values())
        value = next(values, None)
        if value is None:
            return logarithm(documents + 1)
        for other in values:
            value = greatest(value, other)
        return value

    return Corpus(documents, to_number(stored.get("avgDL")), numbers, most)


def idf(documents: int, containing: int) -> float:
    """How much a token tells that stands in `containing` of all documents."""
    return logarithm((documents - containing + 0.5) / (containing + 0.5) + 1)


def _greatest_idf(postings: Postings, documents: Subset, total: int) -> float:
    """The idf of the rarest token; idf falls as the number of documents containing it grows."""
    rarest = 0
    for there in postings.held.values():
        count = documents.counted(there.places)
        if count and (not rarest or count < rarest):
            rarest = count
            if rarest == 1:
                break
    return idf(total, rarest) if rarest else logarithm(total + 1)


@dataclass(frozen=True, eq=False)
class Search:
    """A search for keywords: the raw score of every memory, or only of those looked at.

    Attributes:
        tokens: each token and how often it counts, in the query's order.
        corpus: where idf comes from; none is below 0.
        postings: the keywords of the memories.
        indexes: of the memories that are searched.
    """

    tokens: Sequence[tuple[str, int]]
    corpus: Corpus
    postings: Postings
    indexes: Sequence[int]

    @property
    def is_short(self) -> bool:
        """Whether so little is added up that only the last digits depend on its order."""
        return sum(count for _, count in self.tokens) <= _MOST_ADDED

    @cached_property
    def exact(self) -> Sequence[float]:
        """Of every memory, see `raw_scores`."""
        return raw_scores(self.tokens, self.corpus, self.postings)

    @cached_property
    def nearly(self) -> Sequence[float]:
        """Of those that are searched, the same but for the last digits, which take longest."""
        if not self.tokens:
            return [0.0] * len(self.indexes)
        entries = self.postings.entries
        values = [0.0] * entries.total
        saturated = [_saturated(kind, self.corpus.average_length) for kind in self.postings.kinds]
        for token, count in self.tokens:
            weight = self.corpus.idf.get(token, 0.0) * count
            for kind, number in entries.numbers.get(token, {}).items():
                values[number] += weight * saturated[kind]
        worth, by_memory = values.__getitem__, entries.by_memory
        return [sum(map(worth, by_memory[index])) for index in self.indexes]

    def of(self, indexes: Sequence[int]) -> Sequence[float]:
        """Of some memories, exactly."""
        if not self.tokens:
            return [0.0] * len(indexes)
        words = self.postings.words
        if len(indexes) * _AT_ONCE < len(words):
            return [raw_score(self.tokens, self.corpus, words[index]) for index in indexes]
        return [self.exact[index] for index in indexes]


def raw_score(tokens: Sequence[tuple[str, int]], corpus: Corpus, words: Words) -> float:
    """What `raw_scores` gives for one memory, without phrases."""
    held = {word: words.count(word) for word in corpus.idf.keys() & set(words)}
    length, average = len(words), corpus.average_length
    values = {
        word: corpus.idf[word] * _saturated((occurrences, length), average)
        for word, occurrences in held.items()
    }
    score = 0.0
    for token, count in tokens:
        if token in values:
            value = values[token]
            for _ in range(count):
                score += value
    return score


def raw_scores(
    tokens: Iterable[tuple[str, int]],
    corpus: Corpus,
    postings: Postings,
    phrases: Mapping[str, Sequence[int]] | None = None,
) -> list[float]:
    """The raw score of every memory, 0 where nothing matches.

    Each memory's score is added up token by token in the query's order, as often as each
    counts: another order would give another last digit.

    Args:
        tokens: each token and how often it counts, in the query's order.
        corpus: where idf comes from.
        postings: the keywords of the memories.
        phrases: tokens that are looked for in summaries instead, and the places of the
            memories whose summary holds them (release 26).
    """
    scores = [0.0] * len(postings.words)
    saturated = [_saturated(kind, corpus.average_length) for kind in postings.kinds]
    for token, count in tokens:
        weight = corpus.idf.get(token, 0.0)
        values = [weight * each for each in saturated]
        phrase = None if phrases is None else phrases.get(token)
        if phrase is None:
            there = postings.where(token)
            _add(scores, there.places, [values[kind] for kind in there.kinds], count)
        elif phrase:
            found = _phrase_values(token, phrase, corpus, postings, values)
            _add(scores, phrase, found, count)
    return scores


def _saturated(kind: tuple[int, int], average: float) -> float:
    occurrences, length = kind
    share = 1 - B + divided(B * length, average)
    return divided(occurrences * (K1 + 1), occurrences + K1 * share)


def _phrase_values(
    token: str,
    places: Sequence[int],
    corpus: Corpus,
    postings: Postings,
    values: Sequence[float],
) -> list[float]:
    """What a phrase counts where it stands; where it is a stored keyword too, it counts as one."""
    there = postings.where(token)
    kinds = dict(zip(there.places, there.kinds, strict=True))
    boost = PHRASE_BOOST * corpus.greatest_idf()
    return [values[kinds[index]] if index in kinds else boost for index in places]


def _add(scores: list[float], places: Sequence[int], values: Sequence[float], count: int) -> None:
    """Add each value to the score at its place, `count` times over."""
    if count == 1:
        for index, value in zip(places, values, strict=True):
            scores[index] += value
        return
    totals = [scores[index] for index in places]
    # Four at a time, which takes half as long, and one after the other all the same.
    for _ in range(count // 4):
        totals = [t + v + v + v + v for t, v in zip(totals, values, strict=True)]
    for _ in range(count % 4):
        totals = [t + v for t, v in zip(totals, values, strict=True)]
    for index, total in zip(places, totals, strict=True):
        scores[index] = total
