"""What fits SillyTavern's context: which messages and injections survive when it is full.

specs/sillytavern.md §5.1 (context full) and §6 (what a message costs). SillyTavern's own
prompts, lorebooks and example dialogue are not known here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from inspector.core.injection import Injection
from inspector.sillytavern.prompt import Completion, Part, parts_at_main, parts_by_depth

WRAPPING = 5
"""Tokens of a listed message besides its text: 3, its role, 3 for the request, less 2."""


class Costs(Protocol):
    """What things cost in tokens."""

    def message(self, index: int) -> int:
        """What a message of the chat costs, its name or role included."""
        ...

    def text(self, text: str) -> int:
        """What a part of the prompt costs that is no message of the chat."""
        ...


@dataclass(frozen=True)
class Fit:
    """What is in the context.

    Attributes:
        messages: indexes of the messages that are in, newest first.
        history: tokens of these messages.
        slots: tokens that each slot takes, by its key; what is left out is not there.
    """

    messages: tuple[int, ...]
    history: int
    slots: Mapping[str, int]


def fitting(
    injections: Sequence[Injection],
    newest_first: Iterable[int],
    costs: Costs,
    room: int,
    completion: Completion,
) -> Fit:
    """What of a chat and its injections fits.

    Chat completion goes from the newest item to the oldest and stops at the first that does not
    fit, injections among the messages included. Text completion makes room for every injection
    first and fills the rest with messages.

    Args:
        injections: every slot.
        newest_first: the messages that take part.
        costs: what things cost.
        room: tokens that messages and injections may have together.
        completion: how the model is asked.
    """
    filling = _Filling(room, costs)
    for part in parts_at_main(injections, completion):
        filling.reserve(part)
    groups = parts_by_depth(injections, completion)
    if completion is Completion.TEXT:
        for parts in groups.values():
            for part in parts:
                filling.reserve(part)
        _fill(filling, newest_first, {})
    else:
        _fill(filling, newest_first, groups)
    return Fit(tuple(filling.messages), filling.history, filling.slots)


def _fill(
    filling: "_Filling", newest_first: Iterable[int], groups: Mapping[int, Sequence[Part]]
) -> None:
    below = 0
    for message in newest_first:
        if not all(filling.take(part) for part in reversed(groups.get(below, ()))):
            return
        if not filling.take_message(message):
            return
        below += 1
    for depth in sorted(depth for depth in groups if depth >= below):
        if not all(filling.take(part) for part in reversed(groups[depth])):
            return


class _Filling:
    """A context that fills up."""

    def __init__(self, room: int, costs: Costs) -> None:
        self._left = room
        self._costs = costs
        self.messages: list[int] = []
        self.history = 0
        self.slots: dict[str, int] = {}

    def reserve(self, part: Part) -> None:
        """Put something in whether or not it fits."""
        cost = self._costs.text(part.text)
        self._left -= cost
        # Slots of one place are joined; which of them cost what cannot be told apart.
        share, more = divmod(cost, len(part.keys))
        for place, key in enumerate(part.keys):
            self.slots[key] = share + (more if place == 0 else 0)

    def take(self, part: Part) -> bool:
        """Put something in if it fits; answers whether it did."""
        if self._costs.text(part.text) > self._left:
            return False
        self.reserve(part)
        return True

    def take_message(self, index: int) -> bool:
        """Put a message in if it fits; answers whether it did."""
        cost = self._costs.message(index)
        if cost > self._left:
            return False
        self._left -= cost
        self.history += cost
        self.messages.append(index)
        return True
