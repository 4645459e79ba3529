"""What the rules read from one memory again and again, read once as JavaScript would."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import cast

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list
from inspector.core.javascript import (
    UNDEFINED,
    WHITE_SPACE,
    first_truthy,
    identity,
    to_number,
    truthy,
)
from inspector.core.javascript_math import divided, greatest, logarithm
from inspector.core.memory import Memory
from inspector.systems.openvault.position import release_position
from inspector.systems.openvault.retrieval.wording import keywords_14x, keywords_26, plain

_DEFAULT_IMPORTANCE = 3
_NOBODY: frozenset[str] = frozenset()
REGULAR: frozenset[str] = frozenset()
"""The irregular fields of a memory without any."""


NAMES = ("witnesses", "characters_involved")
"""The fields that hold names of characters."""

_EXACT = 1 << 53
_LISTS_OR_NONE = frozenset({list, type(None)})
_LISTS = ("tokens", "message_ids", "message_fingerprints")
_NO_WORD = "\ud800 "
"""Stands for a stored keyword that is no text: half a character and a space, which no word has."""


@dataclass(frozen=True, eq=False)
class Facts:
    """One memory as a release reads it; everything but the chat decides it.

    Attributes:
        record: the stored object.
        keywords: how the release splits text.
        stores_keywords: whether the release keeps keywords with the memory, as 26 does.
    """

    record: Mapping[str, object]
    keywords: Callable[[str], list[str]]
    stores_keywords: bool

    @cached_property
    def witnesses(self) -> frozenset[str]:
        """Witnesses in lower case."""
        return _lowered(self.record.get("witnesses"))

    @cached_property
    def involved(self) -> frozenset[str]:
        """Who took part, in lower case."""
        return _lowered(self.record.get("characters_involved"))

    @cached_property
    def people(self) -> frozenset[str]:
        """Witnesses and who took part, in lower case."""
        return self.witnesses | self.involved

    @cached_property
    def scanned(self) -> frozenset[str]:
        """Names that are looked for in a solo chat: of a text each character (R24)."""
        if self.irregular.isdisjoint(NAMES):
            return self.people
        texts = [value for key in NAMES if isinstance(value := self.record.get(key), str)]
        return self.people.union(*(map(str.lower, text) for text in texts))

    @cached_property
    def irregular(self) -> frozenset[str]:
        """The fields whose shape no release writes, which are looked at more closely then."""
        record = self.record
        found = [key for key in NAMES if not _is_list_of_names(record.get(key))]
        if not isinstance(record.get("summary", ""), str):
            found.append("summary")
        for key in _LISTS:
            value = record.get(key)
            if value is not None and not is_list(value):
                found.append(key)
        return frozenset(found) if found else REGULAR

    @cached_property
    def identity(self) -> object:
        """Equal for two memories whose ids JavaScript takes for the same."""
        identifier = self.record.get("id", UNDEFINED)
        return identifier if isinstance(identifier, str) else identity(identifier)

    @cached_property
    def is_secret(self) -> bool:
        """Whether it is flagged as a secret."""
        return truthy(self.record.get("is_secret"))

    @property
    def is_archived(self) -> bool:
        """Whether it has been put away."""
        return truthy(self.record.get("archived"))

    @property
    def is_reflection(self) -> bool:
        """Whether its type is `reflection`."""
        return is_reflection(self.record.get("type"))

    @cached_property
    def sources(self) -> tuple[float, ...]:
        """`message_ids` as numbers, NaN where an id is none."""
        ids = self.record.get("message_ids")
        if is_list(ids) and set(map(type, ids)) == {int}:
            whole = cast("list[int]", ids)
            if min(whole) > -_EXACT and max(whole) < _EXACT:
                return tuple(whole)
        # A text spreads into its characters.
        return tuple(map(to_number, ids)) if is_list(ids) or isinstance(ids, str) else ()

    @cached_property
    def lowest_source(self) -> float:
        """`Math.min(...message_ids)`; NaN if one is no number. Ask only if there are some."""
        return math.nan if any(map(math.isnan, self.sources)) else min(self.sources)

    @cached_property
    def highest_source(self) -> float:
        """`Math.max(...message_ids)`, 0 without any."""
        if not self.sources:
            return 0
        return math.nan if any(map(math.isnan, self.sources)) else max(self.sources)

    @cached_property
    def oldest_source(self) -> int:
        """`Math.min(...message_ids)` where that can be a message's index, else -1."""
        lowest = self.lowest_source if self.sources else -1
        return int(lowest) if 0 <= lowest < math.inf and lowest == math.floor(lowest) else -1

    @cached_property
    def summary(self) -> str:
        """The wording; empty if it is missing or no text."""
        summary = self.record.get("summary")
        return summary if isinstance(summary, str) else ""

    @cached_property
    def plain_summary(self) -> str:
        """The wording as phrases are looked for in it, see `wording.plain`."""
        return plain(self.summary)

    @property
    def stores_words(self) -> bool:
        """Whether the keywords are those that the release stored: any truthy value is (R27)."""
        return self.stores_keywords and truthy(self.record.get("tokens"))

    @cached_property
    def words(self) -> Sequence[str]:
        """Keywords, each as often as it stands there.

        Of a stored text each character is one; what is no text only counts in the length.
        """
        if not self.stores_words:
            return self.keywords(self.summary)
        stored = self.record.get("tokens")
        if not is_list(stored):
            return stored if isinstance(stored, str) else ()
        return [token if isinstance(token, str) else _NO_WORD for token in stored]


@dataclass(frozen=True, eq=False)
class Facts14x(Facts):
    """One memory as releases 1.41 and 1.44 read it."""

    @cached_property
    def importance(self) -> float:
        """`importance || 3` (specs/openvault.md §6.2)."""
        return to_number(first_truthy(self.record.get("importance"), _DEFAULT_IMPORTANCE))

    @cached_property
    def is_critical(self) -> bool:
        """`importance === 5`: the text "5" is not."""
        value = self.record.get("importance")
        return not isinstance(value, bool) and isinstance(value, int | float) and value == 5

    def rate(self, base_lambda: float) -> float:
        """Lambda: an infinite importance never fades."""
        return divided(base_lambda, self.importance * self.importance)


@dataclass(frozen=True, eq=False)
class Facts26(Facts):
    """One memory as release 26 reads it (specs/openvault.md §6.3)."""

    @cached_property
    def importance(self) -> int:
        """`Number(importance)`; not a number or not above 0: 3; else at most 5, floored."""
        return importance_26(self.record.get("importance"))

    @property
    def is_transient(self) -> bool:
        """Whether it is flagged to fade quickly."""
        return truthy(self.record.get("is_transient"))

    @cached_property
    def hit_damping(self) -> float:
        """How much slower it fades for having been selected before."""
        return hit_damping(self.record.get("retrieval_hits"))

    @cached_property
    def frequency_factor(self) -> float:
        """How much more it counts for having been mentioned again."""
        return frequency_factor(self.record.get("mentions"))

    def rate(self, base_lambda: float, transient_multiplier: float) -> float:
        """Lambda; 0 importance fades at once."""
        read = self.importance, self.hit_damping, self.is_transient
        return rate_26(read, base_lambda, transient_multiplier)

    @cached_property
    def newest_id(self) -> float:
        """The greatest message id above 0, else 0; what is no number is passed over (R20)."""
        ids = self.record.get("message_ids")
        if not is_list(ids):
            return 0
        numbers = [one for one in ids if isinstance(one, int | float) and one is not True]
        return max(0, *map(to_number, numbers)) if numbers else 0

    @cached_property
    def position(self) -> float:
        """Where it stands by its message ids, in messages.

        Raises:
            ReleaseThrowsError: see `release_position`.
        """
        return release_position(self.record)

    @cached_property
    def fingerprints(self) -> tuple[object, ...]:
        """Fingerprints of its source messages; what is no text counts and is never found (R26)."""
        marks = self.record.get("message_fingerprints")
        return tuple(marks) if is_list(marks) else ()

    @property
    def has_fingerprints(self) -> bool:
        """Whether the field holds anything, which spares it the migration to schema 3 (R29)."""
        return truthy(self.record.get("message_fingerprints"))


def is_reflection(kind: object) -> bool:
    """Whether a stored `type` is that of a reflection."""
    return kind == "reflection"


def is_event(kind: object) -> bool:
    """Whether a stored `type` is `event`, not merely absent."""
    return kind == "event"


def importance_26(stored: object) -> int:
    """`Number(importance)`; not a number or not above 0: 3; else at most 5, floored.

    None for null, which is 0, and for what is absent, which is no number.
    """
    if type(stored) is int and 1 <= stored <= 5:
        return stored
    value = to_number(stored)
    if math.isnan(value) or value <= 0:
        return _DEFAULT_IMPORTANCE
    return math.floor(min(5, value))


def hit_damping(stored: object) -> float:
    """How much slower what was selected before fades, by `retrieval_hits`."""
    hits = 0 if stored is None else to_number(first_truthy(stored, 0))
    return greatest(0.5, divided(1, 1 + 0.1 * hits)) if hits else 1.0


def rate_26(
    read: tuple[int, float, bool], base_lambda: float, transient_multiplier: float
) -> float:
    """Lambda, in this order of operations (R32).

    Args:
        read: the importance, how much slower it fades for having been selected before, and
            whether it is transient.
        base_lambda: the setting.
        transient_multiplier: the setting.
    """
    importance, damping, is_transient = read
    lasting = divided(base_lambda, importance * importance) * damping
    return lasting * transient_multiplier if is_transient else lasting


def frequency_factor(stored: object) -> float:
    """How much more counts what was mentioned again, by `mentions`."""
    mentions = 1 if stored is None else to_number(first_truthy(stored, 1))
    return 1 + 0.05 * logarithm(mentions) if mentions != 1 else 1.0


def all_regular(records: Sequence[Mapping[str, object]]) -> bool:
    """Whether no memory has an irregular field, seen at once where that is so.

    False also where only the memories themselves can tell.
    """
    names = [record.get(key) for record in records for key in NAMES]
    lists = [record.get(key) for record in records for key in _LISTS]
    summaries = [record.get("summary") for record in records]
    if not (
        _LISTS_OR_NONE.issuperset(map(type, names))
        and _LISTS_OR_NONE.issuperset(map(type, lists))
        and {str}.issuperset(map(type, summaries))
    ):
        return False
    return {str}.issuperset(map(type, chain.from_iterable(filter(is_list, names))))


def stores_some_words(tokens: object) -> bool:
    """Whether stored `tokens` are keywords, and not merely no mistake (R27)."""
    return isinstance(tokens, str | list) and bool(cast("str | list[object]", tokens))


def stored_words(records: Sequence[Mapping[str, object]]) -> Sequence[Sequence[str] | None]:
    """`Facts.words` of many memories of release 26; None where no list of texts is stored."""
    stored = [record.get("tokens") for record in records]
    lists = [tokens if is_list(tokens) else [None] for tokens in stored]
    if {str}.issuperset(map(type, chain.from_iterable(lists))):
        return cast("list[list[str]]", lists)
    return [
        cast("list[str]", words) if {str}.issuperset(map(type, words)) else None for words in lists
    ]


def people_of(records: Sequence[Mapping[str, object]]) -> list[frozenset[str]]:
    """`Facts.people` of many memories, in whose lists of names nothing but names stands."""
    lists = [
        [tuple(cast("list[str]", record.get(key) or ())) for record in records] for key in NAMES
    ]
    return [_lowered_names(seen) | _lowered_names(done) for seen, done in zip(*lists, strict=True)]


def _lowered(names: object) -> frozenset[str]:
    if not is_list(names) or not names:
        return _NOBODY
    try:
        return _lowered_names(tuple(cast("list[str]", names)))
    except TypeError:  # not all are texts
        return frozenset([name.lower() for name in names if isinstance(name, str)])


@lru_cache(maxsize=1 << 12)
def _lowered_names(names: tuple[str, ...]) -> frozenset[str]:
    """Kept, since ten thousand memories name the same few people over and over."""
    return frozenset(map(str.lower, names))


def _is_list_of_names(value: object) -> bool:
    if value is None:
        return True
    return is_list(value) and all(isinstance(name, str) for name in value)


def facts_14x(memory: Memory) -> Facts14x:
    """The memory as releases 1.41 and 1.44 read it; the same object each time."""
    found = memory.memo.get(Facts14x)
    if not isinstance(found, Facts14x):
        found = Facts14x(memory.record, keywords_14x, stores_keywords=False)
        memory.memo[Facts14x] = found
    return found


def facts_26(memory: Memory) -> Facts26:
    """The memory as release 26 reads it; the same object each time."""
    found = memory.memo.get(Facts26)
    if not isinstance(found, Facts26):
        found = Facts26(memory.record, keywords_26, stores_keywords=True)
        memory.memo[Facts26] = found
    return found


def stripped(text: str) -> str:
    """JavaScript's `trim`."""
    return text.strip(WHITE_SPACE)
