"""A memory: one remembered event or reflection, as it is stored and as a design reads it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from inspector.core.cached import cached_property
from inspector.core.decoded import is_number, names, numbers, text
from inspector.language import _

LEAST_IMPORTANCE, DEFAULT_IMPORTANCE, GREATEST_IMPORTANCE = 1, 3, 5
_LONGEST_CHARS, _MOST_TITLES = 34, 3


def clamp_importance(value: object) -> int:
    """The importance 1 to 5 that a design gives a stored value (specs/as-designed.md §1).

    Missing or not a number: 3; else clamped and rounded half up.
    """
    if type(value) is int and LEAST_IMPORTANCE <= value <= GREATEST_IMPORTANCE:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return DEFAULT_IMPORTANCE
    clamped = min(max(value, LEAST_IMPORTANCE), GREATEST_IMPORTANCE)
    return math.floor(clamped + 0.5)


@dataclass(frozen=True, eq=False)
class Memory:
    """One memory of a chat; never changes, an edit makes another.

    Attributes:
        index: place among the document's memories, 0-based; what edits and verdicts refer
            to, since stored ids may be missing or stand twice.
        record: the stored object as decoded JSON; releases read it as JavaScript would.
        location: place in the stored list, which may hold other things than memories.
        memo: what rulesets derived from this memory alone, by any key of theirs; it can
            never be stale, because the memory cannot change.
    """

    index: int
    record: Mapping[str, object]
    location: int = -1
    memo: dict[object, object] = field(default_factory=dict[object, object], repr=False)

    def moved(self, index: int) -> "Memory":
        """The same memory at another place among the document's.

        What was read of its record stays read; `memo` may tell the place, and is empty.
        """
        other = object.__new__(Memory)
        other.__dict__.update(self.__dict__, index=index, memo={})
        return other

    @cached_property
    def id(self) -> str:
        """The stored id; empty if there is none, or none that is a text."""
        return text(self.record.get("id"))

    @cached_property
    def summary(self) -> str:
        """The wording; empty if it is missing or not a text."""
        return text(self.record.get("summary"))

    @cached_property
    def importance(self) -> int:
        """1 to 5, see `clamp_importance`."""
        return clamp_importance(self.record.get("importance"))

    @cached_property
    def sources(self) -> tuple[float, ...]:
        """The message indexes it came from, as stored; usually whole numbers."""
        return numbers(self.record.get("message_ids"))

    @cached_property
    def span(self) -> tuple[int, int] | None:
        """First and last source message, or None without sources."""
        return (int(min(self.sources)), int(max(self.sources))) if self.sources else None

    @cached_property
    def sequence(self) -> float:
        """The stored order number; 0 if it is missing or not a number."""
        value = self.record.get("sequence")
        return value if is_number(value) else 0

    @cached_property
    def position(self) -> float:
        """Where a design places it, in messages (specs/as-designed.md §1).

        The average of its sources, not rounded; without sources `sequence / 1000`; else 0.
        """
        if self.sources:
            return sum(self.sources) / len(self.sources)
        return self.sequence / 1000

    @cached_property
    def witnesses(self) -> tuple[str, ...]:
        """Who saw it happen."""
        return names(self.record.get("witnesses"))

    @cached_property
    def characters_involved(self) -> tuple[str, ...]:
        """Who took part."""
        return names(self.record.get("characters_involved"))

    @property
    def is_secret(self) -> bool:
        """Whether it is flagged as a secret."""
        return bool(self.record.get("is_secret"))

    @property
    def is_transient(self) -> bool:
        """Whether it is flagged to fade quickly."""
        return bool(self.record.get("is_transient"))

    @property
    def is_archived(self) -> bool:
        """Whether it has been put away and is never sent."""
        return bool(self.record.get("archived"))

    @property
    def is_reflection(self) -> bool:
        """Whether it is a character's reflection and not an event."""
        return self.record.get("type") == "reflection"

    @property
    def temporal_anchor(self) -> str:
        """When it happened in the story's own time; empty if unknown."""
        return text(self.record.get("temporal_anchor"))

    @property
    def label(self) -> str:
        """What to call it in a sentence: its id, else its place in the list."""
        return self.id or _("memory #{index}").format(index=self.index)

    @property
    def title(self) -> str:
        """`#11 “Rufus confessed to Nell that he …”`; the number alone without a summary."""
        words = " ".join(self.summary.split())
        if not words:
            return f"#{self.index}"
        if len(words) > _LONGEST_CHARS:
            words = f"{words[:_LONGEST_CHARS].rsplit(' ', 1)[0]} …"
        return _("#{index} “{words}”").format(index=self.index, words=words)


def by_id(memories: Iterable[Memory]) -> Mapping[str, Sequence[Memory]]:
    """All memories that have an id, by it: one can stand twice."""
    found: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.id:
            found.setdefault(memory.id, []).append(memory)
    return found


def titles_of(memories: Iterable[Memory], n: int) -> str:
    """The titles of the first three of `n` memories, and how many more there are."""
    titles = ", ".join(memory.title for memory in islice(memories, _MOST_TITLES))
    if n > _MOST_TITLES:
        return _("{names} and {n:,} more").format(names=titles, n=n - _MOST_TITLES)
    return titles


@dataclass(frozen=True)
class CharacterState:
    """What a memory system keeps about one character.

    Attributes:
        name: the key under which it is stored, in its exact case.
        record: the stored object as decoded JSON.
    """

    name: str
    record: Mapping[str, object]

    @property
    def emotion(self) -> str:
        """The current emotion; empty if unknown."""
        return text(self.record.get("current_emotion"))

    @property
    def known_events(self) -> tuple[str, ...]:
        """Ids of the memories that the character knows, witnessed or told."""
        return names(self.record.get("known_events"))
