"""What was opened beside a chat: lorebook, chronicle, card, scores, and the present."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.card import Card
from inspector.core.lore import Chronicle, Lorebook
from inspector.core.problems import Problem
from inspector.language import N_

ITEM_PREFIXES = ("lore:", "chronicle:", "chat:")
"""What the ids of items that are retrieved begin with."""


@dataclass(frozen=True)
class Scores:
    """Scores that are at hand: from a file, or of a retriever that has been asked.

    Attributes:
        values: by item id; what is missing has 0, a constant entry 1.
        retriever: what made them.
    """

    values: Mapping[str, float]
    retriever: str = N_("scores given")


@dataclass(frozen=True, eq=False)
class Sources:
    """All that is loaded beside a chat.

    Attributes:
        lorebook: retrieved by every ruleset; None without one.
        chronicle: retrieved while `chronicles_enabled`; None without one.
        card: the character, for the head; None without one.
        scores: None to let BM25 find them.
        pinned: scores set by hand as a what-if, by item key; they win over all others.
        now: the present for ages, in milliseconds since 1970; None for the newest message's
            date.
    """

    lorebook: Lorebook | None = None
    chronicle: Chronicle | None = None
    card: Card | None = None
    scores: Scores | None = None
    pinned: Mapping[str, float] = field(default_factory=dict[str, float])
    now: float | None = None

    def __bool__(self) -> bool:
        return any(
            value is not None for value in (self.lorebook, self.chronicle, self.card, self.scores)
        )

    def is_same_as(self, other: "Sources") -> bool:
        """Whether both hold the same readings, and numbers that are equal."""
        read = ((one.lorebook, one.chronicle, one.card, one.scores) for one in (self, other))
        return (
            all(mine is theirs for mine, theirs in zip(*read, strict=True))
            and self.pinned == other.pinned
            and self.now == other.now
        )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What reading the lorebook and the chronicle found."""
        read = (self.lorebook, self.chronicle)
        return tuple(problem for one in read if one is not None for problem in one.problems)
