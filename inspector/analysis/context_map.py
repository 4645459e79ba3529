"""One picture of a whole context: what shares it, what each part holds, what does not fit.

The same picture for a whole request (`request_map`) and for SillyTavern's prompt (`host_map`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from inspector.language import N_


class Share(StrEnum):
    """The kinds of part that share a context, in the order in which the picture shows them."""

    HEAD = "head"
    ITEMS = "items"
    INJECTIONS = "injections"
    HISTORY = "history"
    CURRENT = N_("current message")


class MapRow(NamedTuple):
    """One thing of a part: in the context or left out.

    Attributes:
        id: `message:12`, `lore:3`, `chronicle:x`, `chat:7`, else what the part calls it.
        title: what a person calls it.
        tokens: what it costs; None where it was left out without being counted.
        kept: whether it is in.
        gate: the first gate that it failed; None if it is in.
        message: index of the message that it is; None for what is no message of the chat.
    """

    id: str
    title: str
    tokens: int | None
    kept: bool
    gate: str | None = None
    message: int | None = None


@dataclass(frozen=True, eq=False)
class MapPart:
    """One part of the context.

    Attributes:
        share: which kind of part it is.
        title: what a person calls it.
        tokens: what the rows that are in cost together.
        rows: everything that belongs here, also what was left out.
        kept: how many of the rows are in.
    """

    share: Share
    title: str
    tokens: int
    rows: Sequence[MapRow]
    kept: int

    @property
    def left_out(self) -> int:
        """How many of the rows do not fit or are kept out by a gate."""
        return len(self.rows) - self.kept


@dataclass(frozen=True, eq=False, repr=False)
class ContextMap:
    """What a request holds, and how its tokens are shared.

    Attributes:
        limit: tokens that all parts may have together.
        parts: in the order of `Share`; of one kind there may be several.
        error: why nothing is sent; None if it is.
        messages: one byte a message of the chat: 1 where it is in the request, 0 where not.
        notes: what the picture leaves out or only estimates, a sentence each.
        hidden: one byte a message: 1 where it is hidden from the request; None as in the chat.
        encoding: in which all of it is counted; empty where the ruleset's own accounting holds.
        is_endless: whether the limit is not known and all of the usual one is used: nothing can
            be said to be free or too much.
    """

    limit: int
    parts: tuple[MapPart, ...] = ()
    error: str | None = None
    messages: bytes = b""
    notes: tuple[str, ...] = ()
    hidden: bytes | None = None
    encoding: str = ""
    is_endless: bool = False

    @property
    def used(self) -> int:
        """Tokens of all parts together."""
        return sum(part.tokens for part in self.parts)

    @property
    def free(self) -> int:
        """Tokens that are left; 0 if nothing is."""
        return max(0, self.limit - self.used)

    @property
    def over(self) -> int:
        """Tokens above the limit; 0 if all fits."""
        return max(0, self.used - self.limit)
