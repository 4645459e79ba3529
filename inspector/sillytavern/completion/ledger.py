"""What a chat-completion request may still hold, and what things cost (specs/send-path.md §6.7)."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from inspector.sillytavern.completion.sourced import Sourced

WRAPPING = 5
"""Tokens of a message besides its text: 3, its role, 3 for the request, less 2."""

REQUEST = 3
"""Tokens of every request besides its messages."""

Count = Callable[[str], int]


class OverBudgetError(Exception):
    """A prompt that has to be in does not fit: assembly ends there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message of a request while it is put together.

    Attributes:
        role: who speaks: `system`, `user` or `assistant`.
        text: what is said.
        name: the field `name`; empty without one.
        kind: what the host calls it where that matters: `newMainChat`, `newChat`, `groupNudge`.
        injected: whether it is put among the messages and is none of the chat's.
        speaker: who speaks a message of the chat; empty for everything else.
    """

    role: str
    text: Sourced
    name: str = ""
    kind: str = ""
    injected: bool = False
    speaker: str = ""


@dataclass
class Ledger:
    """Tokens that are left while a request is put together.

    Attributes:
        left: tokens that are left; below 0 after reserving too much. None for no limit.
        count: tokens of a text.
        lacks: by source, how many more tokens the request would have to hold for what did not fit.
    """

    left: float | None
    count: Count
    lacks: dict[str, int] = field(default_factory=dict[str, int])

    def cost(self, entry: Entry) -> int:
        """What a message costs."""
        content = entry.text.text
        if not content:
            return 0
        tokens = self.count(content) + WRAPPING
        return tokens + self.count(entry.name) + 1 if entry.name else tokens

    def fits(self, entries: Iterable[Entry]) -> bool:
        """Whether messages fit beside what is in."""
        return self.left is None or self.left - sum(map(self.cost, entries)) >= 0

    def reserve(self, *entries: Entry) -> None:
        """Keep room, whether there is any or not."""
        if self.left is not None:
            self.left -= sum(map(self.cost, entries))

    def free(self, *entries: Entry) -> None:
        """Give back room that was kept."""
        if self.left is not None:
            self.left += sum(map(self.cost, entries))

    def leave_out(self, entries: Sequence[Entry]) -> None:
        """Note what is lacking for messages that go in one after the other, the nearest first."""
        if self.left is None:
            return
        needed = -self.left
        for entry in entries:
            needed += self.cost(entry)
            for piece in entry.text.pieces if entry.injected else ():
                self.lacks.setdefault(piece.source, math.ceil(needed))

    def put_in(self, entries: Sequence[Entry]) -> None:
        """Spend what messages cost.

        Raises:
            OverBudgetError: they do not fit.
        """
        if not self.fits(entries):
            self.leave_out([replace(one, injected=True) for one in entries])
            raise OverBudgetError
        self.reserve(*entries)
