"""Whether one text tells what another does, by the words that are its own."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from inspector.core.cached import cached_property
from inspector.core.memory import Memory
from inspector.systems import stems

FEWEST_SHARED = 3
LEAST_SHARE = 0.6
"""So large a part of a text's own words makes another text tell the same."""

_SENTENCE_END = re.compile(r"[.!?\n。！？…]+")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_MEMO = "words"
_COMMON = 10


def words_in(text: str) -> frozenset[str]:
    """Stems of a text's words; pairs of characters where words are not parted by spaces."""
    pairs = {
        run[index : index + 2] for run in _IDEOGRAPHS.findall(text) for index in range(len(run) - 1)
    }
    return frozenset(pairs.union(stems(_IDEOGRAPHS.sub(" ", text))))


def words_of_memory(memory: Memory) -> frozenset[str]:
    """Stems of a memory's summary, worked out once."""
    held = cast("frozenset[str] | None", memory.memo.get(_MEMO))
    if held is None:
        held = memory.memo[_MEMO] = words_in(memory.summary)
    return held


def sentences(text: str) -> Iterator[str]:
    """A text's sentences, each with the one after it: what belongs together often spans two."""
    parts = [part for part in map(str.strip, _SENTENCE_END.split(text)) if part]
    if len(parts) < 2:
        yield from parts
    for first, second in itertools.pairwise(parts):
        yield f"{first}. {second}"


@dataclass(frozen=True, eq=False)
class Texts:
    """Texts, by the words that stand in them.

    Attributes:
        words: of each text.
    """

    words: Sequence[frozenset[str]]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for index, words in enumerate(self.words):
            for word in words:
                places.setdefault(word, []).append(index)
        return places

    def is_common(self, word: str) -> bool:
        """Whether so many texts have a word that it tells nothing."""
        return len(self._places.get(word, ())) > max(FEWEST_SHARED, len(self.words) // _COMMON)

    def telling(self, own: frozenset[str]) -> Iterator[int]:
        """Places of the texts that hold most of these words."""
        if len(own) < FEWEST_SHARED:
            return
        shared = Counter(location for word in own for location in self._places.get(word, ()))
        least = max(FEWEST_SHARED, LEAST_SHARE * len(own))
        yield from sorted(location for location, count in shared.items() if count >= least)
