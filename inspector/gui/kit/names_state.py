"""The names of one or more memories while they are edited, without Qt."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeldName:
    """A name that some of the memories carry.

    Attributes:
        name: the name.
        count: how many of the memories carry it.
        total: how many memories there are.
    """

    name: str
    count: int
    total: int

    @property
    def by_all(self) -> bool:
        """Whether every memory carries it."""
        return self.count == self.total


class NamesState:
    """Which names are held, and which a person adds and removes."""

    def __init__(self, held: Sequence[Sequence[str]] = ()) -> None:
        counts: dict[str, int] = {}
        for names in held:
            for name in dict.fromkeys(names):
                counts[name] = counts.get(name, 0) + 1
        self._total = max(len(held), 1)
        self._before = counts
        self._now = dict(counts)

    @property
    def names(self) -> tuple[HeldName, ...]:
        """The names as they would be."""
        return tuple(HeldName(name, count, self._total) for name, count in self._now.items())

    @property
    def added(self) -> tuple[str, ...]:
        """Names that more memories would carry than do."""
        return tuple(name for name in self._now if self._now[name] != self._before.get(name, 0))

    @property
    def removed(self) -> tuple[str, ...]:
        """Names that no memory would carry any more."""
        return tuple(name for name in self._before if name not in self._now)

    def add(self, name: str) -> None:
        """Let every memory carry a name."""
        if name.strip():
            self._now[name.strip()] = self._total

    def remove(self, name: str) -> None:
        """Let no memory carry a name."""
        self._now.pop(name, None)

    def remove_last(self) -> None:
        """Take the last name away."""
        if self._now:
            self.remove(next(reversed(self._now)))


def completed(typed: str, choices: Sequence[str]) -> str:
    """The name that a typed text stands for: a known one in another case or cut short.

    A beginning counts if only one known name has it; any other text is a new name.
    """
    text = typed.strip()
    if not text or text in choices:
        return text
    small = text.casefold()
    same = [name for name in choices if name.casefold() == small]
    if same:
        return same[0]
    longer = [name for name in choices if name.casefold().startswith(small)]
    return longer[0] if len(longer) == 1 else text
