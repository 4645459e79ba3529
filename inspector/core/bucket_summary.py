"""One paragraph in the place of a bucket's memories (seed 000, *Future Enhancements*)."""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

OLD_SUMMARY: Final = "old_summary"
"""The setting of rulesets that can have one for established history."""

OFF: Final = "off"
ON: Final = "on"


@dataclass(frozen=True, slots=True)
class BucketSummary:
    """A paragraph that was kept, and what it was made of.

    Attributes:
        text: the paragraph, on one line.
        marks: `mark_of` each summary that it was made of.
        made: when, in milliseconds since 1970.
    """

    text: str
    marks: frozenset[str]
    made: int = 0

    @property
    def key(self) -> str:
        """The hash of all that it was made of: what it is kept by."""
        return _hash("\n".join(sorted(self.marks)))


def mark_of(summary: str) -> str:
    """The hash of a memory's summary; spaces and line breaks do not count."""
    return _hash(" ".join(summary.split()))


def nearest(kept: Iterable[BucketSummary], marks: Collection[str]) -> BucketSummary | None:
    """The paragraph for memories: of those made of any of them the one nearest to all.

    Args:
        kept: to choose from.
        marks: of the memories.

    Returns:
        The one that shares most with them, of equals the newest; None if none shares any.
    """
    wanted = frozenset(marks)

    def likeness(one: BucketSummary) -> tuple[float, int]:
        return len(one.marks & wanted) / len(one.marks | wanted), one.made

    return max((one for one in kept if one.marks & wanted), key=likeness, default=None)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
