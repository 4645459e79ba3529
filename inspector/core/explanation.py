"""Why a message or an item is in or not, and what may get it in."""

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from inspector.core.errors import InspectorError
from inspector.core.injection import GateStep
from inspector.core.query import Query
from inspector.core.suggestion import Goal
from inspector.language import _

MESSAGE = "message:"
"""How a message's id begins; those of items begin with what they are."""


@dataclass(frozen=True)
class Explanation:
    """Why a message or an item is in the request or not.

    Attributes:
        id: as asked.
        in_block: whether it is in.
        gates: those that it met, the last one failed unless it is in.
    """

    id: str
    in_block: bool
    gates: tuple[GateStep, ...]

    @property
    def failed(self) -> GateStep | None:
        """The gate that left it out; None if it is in."""
        return None if self.in_block else self.gates[-1]

    @property
    def unsent(self) -> "Explanation":
        """The same where the whole request is refused: what nothing cut fails the last gate too."""
        if not self.in_block:
            return self
        *passed, last = self.gates
        return replace(self, in_block=False, gates=(*passed, replace(last, passed=False)))


@runtime_checkable
class Explains(Protocol):
    """A ruleset that judges messages or items, and can say why."""

    def explain(self, query: Query, wanted: str) -> Explanation:
        """Why `message:12`, `lore:3`, `chronicle:x` or `chat:5` is in or not.

        Args:
            query: put to this ruleset, with its answer.
            wanted: the id.

        Raises:
            InspectorError: there is no such message or item.
        """
        ...

    def goal(self, query: Query, wanted: str) -> Goal:
        """That such a message or item comes in.

        Raises:
            InspectorError: there is none.
        """
        ...


def message_named(wanted: str, count: int) -> int:
    """The index of `message:12` among so many messages.

    Raises:
        InspectorError: there is no such message.
    """
    number = wanted.removeprefix(MESSAGE)
    # No more digits than the greatest index has: Python refuses to read thousands of them.
    if len(number) <= len(str(count)) and number.isascii() and number.isdecimal():
        index = int(number)
        if index < count and str(index) == number:
            return index
    words = _("There is no message {wanted!r}; the chat has none.")
    if wanted.startswith(("lore:", "chronicle:")):
        words = _("{wanted!r} names no message: only Scribe has entries and events.")
    elif count:
        words = _("There is no message {wanted!r}; there are {first} to {last}.")
    first, last = f"{MESSAGE}0", f"{MESSAGE}{count - 1}"
    raise InspectorError(words.format(wanted=wanted, first=first, last=last))
