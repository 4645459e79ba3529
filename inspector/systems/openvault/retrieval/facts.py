"""What the rules read from one memory again and again, read once as JavaScript would."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list, names
from inspector.core.javascript import WHITE_SPACE, first_truthy, to_number, truthy
from inspector.core.memory import Memory
from inspector.systems.openvault.position import release_position
from inspector.systems.openvault.retrieval.arithmetic import divided, logarithm
from inspector.systems.openvault.retrieval.wording import keywords_14x, keywords_26

_PUNCTUATION = re.compile(r"[^\w\s]")
_DEFAULT_IMPORTANCE = 3
_NO_ID = object()


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
        return frozenset(name.lower() for name in names(self.record.get("witnesses")))

    @cached_property
    def involved(self) -> frozenset[str]:
        """Who took part, in lower case."""
        return frozenset(name.lower() for name in names(self.record.get("characters_involved")))

    @cached_property
    def people(self) -> frozenset[str]:
        """Witnesses and who took part, in lower case."""
        return self.witnesses | self.involved

    @cached_property
    def told_as(self) -> object:
        """The id by which a character may have been told of it; else what no list can hold."""
        identifier = self.record.get("id")
        return identifier if isinstance(identifier, str | int | float) else _NO_ID

    @cached_property
    def is_secret(self) -> bool:
        """Whether it is flagged as a secret."""
        return truthy(self.record.get("is_secret"))

    @cached_property
    def is_archived(self) -> bool:
        """Whether it has been put away."""
        return truthy(self.record.get("archived"))

    @cached_property
    def is_reflection(self) -> bool:
        """Whether its type is `reflection`."""
        return self.record.get("type") == "reflection"

    @cached_property
    def is_event(self) -> bool:
        """Whether its type is `event`, not merely absent."""
        return self.record.get("type") == "event"

    @cached_property
    def sources(self) -> tuple[float, ...]:
        """`message_ids` as numbers, NaN where an id is none."""
        ids = self.record.get("message_ids")
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
    def has_embedding(self) -> bool:
        """Whether an embedding is stored that the release would look at, readable or not."""
        keys = ("embedding", "embedding_b64") if self.stores_keywords else ("embedding",)
        return any(truthy(self.record.get(key)) for key in keys)

    @cached_property
    def summary(self) -> str:
        """The wording; empty if it is missing or no text."""
        summary = self.record.get("summary")
        return summary if isinstance(summary, str) else ""

    @cached_property
    def plain_summary(self) -> str:
        """The wording in lower case and without punctuation, in which phrases are looked for."""
        return _PUNCTUATION.sub("", self.summary.lower())

    @cached_property
    def stored_terms(self) -> bool:
        """Whether the keywords are those that the release stored."""
        return self.stores_keywords and is_list(self.record.get("tokens"))

    @cached_property
    def terms(self) -> Mapping[str, int]:
        """Keywords and how often each stands there."""
        if self.stored_terms:
            return Counter(names(self.record.get("tokens")))
        return Counter(self.keywords(self.summary))


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

    @cached_property
    def fading(self) -> float:
        """What lambda is multiplied with; an infinite importance never fades."""
        return divided(1, self.importance * self.importance)


@dataclass(frozen=True, eq=False)
class Facts26(Facts):
    """One memory as release 26 reads it (specs/openvault.md §6.3)."""

    @cached_property
    def importance(self) -> int:
        """`Number(importance)`; not a number or not above 0: 3; else at most 5, floored."""
        value = to_number(self.record["importance"]) if "importance" in self.record else math.nan
        if math.isnan(value) or value <= 0:
            return _DEFAULT_IMPORTANCE
        return math.floor(min(5, value))

    @cached_property
    def is_transient(self) -> bool:
        """Whether it is flagged to fade quickly."""
        return truthy(self.record.get("is_transient"))

    @cached_property
    def hit_damping(self) -> float:
        """How much slower it fades for having been selected before."""
        hits = to_number(first_truthy(self.record.get("retrieval_hits"), 0))
        return max(0.5, divided(1, 1 + 0.1 * hits))

    @cached_property
    def frequency_factor(self) -> float:
        """How much more it counts for having been mentioned again."""
        mentions = to_number(first_truthy(self.record.get("mentions"), 1))
        return 1 + 0.05 * logarithm(mentions)

    @cached_property
    def fading(self) -> float:
        """What lambda is multiplied with, transience aside; 0 importance fades at once."""
        return divided(self.hit_damping, self.importance**2)

    @cached_property
    def position(self) -> float:
        """Where it stands by its message ids, in messages.

        Raises:
            ReleaseThrowsError: see `release_position`.
        """
        return release_position(self.record)

    @cached_property
    def fingerprints(self) -> tuple[str, ...]:
        """Fingerprints of its source messages."""
        return names(self.record.get("message_fingerprints"))

    @property
    def has_fingerprint_field(self) -> bool:
        """Whether the field is there at all, which spares it the migration to schema 3."""
        return "message_fingerprints" in self.record


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
