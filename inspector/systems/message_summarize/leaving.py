"""What leaves the context when a message is generated (specs/message-summarize.md §6)."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import compress
from operator import not_

from inspector.core.javascript import truthy


@dataclass(frozen=True, slots=True)
class Context:
    """Which messages are sent.

    Attributes:
        kept: those that are.
        removed: those that the extension takes out, with or without a memory.
        hidden: those that SillyTavern never sends.
        swiped: the one that is made anew; None where none is.
        stopped: whether the extension failed on the way: it and all older ones stay.
    """

    kept: tuple[int, ...]
    removed: tuple[int, ...]
    hidden: tuple[int, ...]
    swiped: int | None = None
    stopped: bool = False


@dataclass(frozen=True, eq=False)
class Leaving:
    """The questions that removal asks of messages.

    Attributes:
        length: how many messages there are.
        is_hidden: whether SillyTavern leaves one out by itself.
        lagging: the flag of one, as it stands.
        is_marked: whether one can be marked: a message without `extra` stops the marking.
    """

    length: int
    is_hidden: Callable[[int], int]
    lagging: Callable[[int], object]
    is_marked: Callable[[int], bool]

    def context(self, kind: str, *, removes: bool) -> Context:
        """What is sent.

        Args:
            kind: the type of generation.
            removes: whether the extension takes messages out at all.
        """
        messages = range(self.length)
        flags = [*map(self.is_hidden, messages)]
        hidden = tuple(compress(messages, flags))
        visible = [*compress(messages, map(not_, flags))]
        swiped = visible.pop() if kind == "swipe" and visible else None
        removed: list[int] = []
        stopped = False
        for index, message in enumerate(reversed(visible)):
            if not removes:
                break
            if kind == "continue" and index == 0:
                continue
            if not self.is_marked(message):
                stopped = True
                break
            if not truthy(self.lagging(message)):
                removed.append(message)
        gone = frozenset(removed)
        kept = tuple(one for one in visible if one not in gone)
        return Context(kept, tuple(reversed(removed)), hidden, swiped, stopped)
