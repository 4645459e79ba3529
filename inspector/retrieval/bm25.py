"""BM25: the retriever that needs no model and no network (specs/as-designed.md §5)."""

import math
import re
from collections import Counter
from collections.abc import Iterable

K1, B = 1.2, 0.75
_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """Runs of letters and digits, in lower case."""
    return _WORD.findall(text.lower())


class Bm25Index:
    """Texts prepared for many queries.

    Args:
        texts: one a document.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = {}
        lengths: list[int] = []
        for index, text in enumerate(texts):
            words = words_of(text)
            lengths.append(len(words))
            for word, times in Counter(words).items():
                self._postings.setdefault(word, []).append((index, times))
        average = sum(lengths) / len(lengths) if lengths else 0.0
        # What a document's length adds to the denominator, whatever the word.
        self._damping = [
            K1 * (1 - B + B * length / average) if average else K1 for length in lengths
        ]

    def scores(self, query: str) -> list[float]:
        """A score for each text, divided by the best; 0 where nothing matches."""
        totals = [0.0] * len(self._damping)
        for word, times in Counter(words_of(query)).items():
            found = self._postings.get(word, ())
            weight = times * self._rarity(len(found))
            for index, count in found:
                totals[index] += weight * count * (K1 + 1) / (count + self._damping[index])
        best = max(totals, default=0.0)
        return [total / best for total in totals] if best else totals

    def _rarity(self, containing: int) -> float:
        rest = len(self._damping) - containing
        return math.log(1 + (rest + 0.5) / (containing + 0.5))
