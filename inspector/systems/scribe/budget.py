"""Which messages and items fit: both layers, on numbers of tokens alone.

specs/scribe.md §3.2 to §4 and specs/as-designed.md §5; `goldens/scribe-budget.json`.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

GREETING = -1
"""Stands for the greeting among the messages of a plan."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """The numbers that a person can move.

    Attributes:
        total: tokens that history and items may have together, before the head is known.
        history: tokens that history may have.
        rag: tokens that items may have at most.
        limit: tokens that the whole request may have.
        tail: newest messages that truncation is to keep.
        limited_by: the setting that gives the limit.
    """

    total: int
    history: int
    rag: int
    limit: int
    tail: int
    limited_by: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """How truncation and selection go about it; as designed by default.

    Attributes:
        first_item_always: the first item is taken whatever it costs.
        tail_can_be_cut: a history no longer than the tail is cut all the same.
        middle_out: history is cut from the tail towards the start, message 0 spared.
        from_middle: history before the tail is cut from its middle to both sides.
    """

    first_item_always: bool = False
    tail_can_be_cut: bool = False
    middle_out: bool = False
    from_middle: bool = False


@dataclass(frozen=True, eq=False)
class HistoryCosts:
    """What each message of the history costs.

    Attributes:
        messages: indexes of the messages that take part, oldest first.
        costs: their tokens in the second layer.
        free: which of them the first layer takes for nothing.
    """

    messages: Sequence[int]
    costs: Sequence[int]
    free: Sequence[bool] = ()

    @cached_property
    def _totals(self) -> list[int]:
        """What the newest n messages cost in the first layer."""
        free = self.free or [False] * len(self.costs)
        paid = (0 if gratis else cost for cost, gratis in zip(self.costs, free, strict=True))
        return list(accumulate(reversed(list(paid)), initial=0))

    @cached_property
    def _whole_totals(self) -> list[int]:
        """What the newest n messages cost in the second layer."""
        return list(accumulate(reversed(self.costs), initial=0))

    def fitting(self, budget: float) -> int:
        """How many of the newest messages fit; at the first that does not, all older ones go."""
        return max(0, bisect_right(self._totals, budget) - 1)

    def paid(self, latest: int) -> int:
        """What the newest n messages cost in the first layer."""
        return self._totals[latest]

    def whole(self, latest: int) -> int:
        """What the newest n messages cost in the second layer."""
        return self._whole_totals[latest]

    def needed(self, index: int) -> int:
        """The history budget with which the message at `index` would be kept."""
        return self._totals[len(self.costs) - index]


@dataclass(frozen=True, eq=False)
class FirstLayer:
    """History and items as the first layer selects them.

    Attributes:
        latest: how many of the newest messages are kept.
        used: what they cost there.
        whole: what they cost in the second layer.
        available: what is left to items.
    """

    latest: int
    used: int
    whole: int
    available: int


def first_layer(history: HistoryCosts, budgets: Budgets) -> FirstLayer:
    """Select the history, and what it leaves to items (specs/scribe.md §3.2, §3.3)."""
    latest = history.fitting(budgets.history)
    used = history.paid(latest)
    available = min(budgets.rag, max(0, budgets.total - used))
    return FirstLayer(latest, used, history.whole(latest), available)


def items_fitting(costs: Sequence[int], available: int, manner: Manner) -> int:
    """How many items, best first, are taken; the walk stops at the first that does not fit."""
    if available <= 0:
        return 0
    used = 0
    for accepted, cost in enumerate(costs):
        if used + cost > available and not (manner.first_item_always and accepted == 0):
            return accepted
        used += cost
    return len(costs)


@dataclass(frozen=True, eq=False)
class Plan:
    """What both layers decided.

    Attributes:
        layer: the first layer's answer.
        selected: how many items the first layer took.
        kept_items: how many of those truncation left.
        cut: messages that truncation removed, in the order in which they went.
        history: tokens of the messages that are left.
        items: tokens of the items that are left.
        total: tokens of the whole request when it was checked.
        limit: what it may have.
        greeting: whether the greeting stands in place of the history.
    """

    layer: FirstLayer
    selected: int
    kept_items: int
    cut: tuple[int, ...]
    history: int
    items: int
    total: int
    limit: int
    greeting: bool = False

    @property
    def excess(self) -> int:
        """By how many tokens the request is refused; 0 if it is sent."""
        return max(0, self.total - self.limit)

    @cached_property
    def cut_messages(self) -> frozenset[int]:
        """The messages that truncation removed."""
        return frozenset(self.cut)


@dataclass(frozen=True, eq=False)
class Request:
    """Everything that costs.

    Attributes:
        head: tokens of system prompt, character and persona.
        current: tokens of the user's message.
        history: what the messages cost.
        items: tokens of the items that may be taken, best first.
        greeting: tokens of the greeting that leads where no history is kept; None for none.
    """

    head: int
    current: int
    history: HistoryCosts
    items: Sequence[int] = field(default_factory=tuple[int, ...])
    greeting: int | None = None


def plan(request: Request, budgets: Budgets, manner: Manner) -> Plan:
    """Both layers, one after the other."""
    layer = first_layer(request.history, budgets)
    selected = items_fitting(request.items, layer.available, manner)
    greeting = layer.latest == 0 and request.greeting is not None
    messages, costs = _second_layer_history(request, layer.latest)
    history = sum(costs) if greeting else layer.whole
    items = sum(request.items[:selected])
    fixed = request.head + request.current
    kept = selected
    while kept and fixed + history + items > budgets.limit:
        kept -= 1
        items -= request.items[kept]
    room = budgets.limit - fixed - items
    cut = _cut_places(costs, room, budgets.tail, manner) if history > room else []
    history -= sum(costs[index] for index in cut)
    return Plan(
        layer=layer,
        selected=selected,
        kept_items=kept,
        cut=tuple(messages[index] for index in cut),
        history=history,
        items=items,
        total=fixed + history + items,
        limit=budgets.limit,
        greeting=greeting,
    )


def _second_layer_history(request: Request, latest: int) -> tuple[Sequence[int], Sequence[int]]:
    if latest == 0:
        return ((GREETING,), (request.greeting,)) if request.greeting is not None else ((), ())
    return request.history.messages[-latest:], request.history.costs[-latest:]


def _cut_places(costs: Sequence[int], room: int, tail: int, manner: Manner) -> list[int]:
    """Places of the messages that go, in that order, until the rest costs no more than `room`."""
    over = sum(costs) - room
    cut: list[int] = []
    for index in _cut_order(len(costs), tail, manner):
        if over <= 0:
            break
        over -= costs[index]
        cut.append(index)
    return cut


def _cut_order(count: int, tail: int, manner: Manner) -> Sequence[int]:
    """In which order messages may go (specs/scribe.md §4, stage 2)."""
    if count <= tail:
        return range(count) if manner.tail_can_be_cut else ()
    before = count - tail
    if manner.from_middle:
        return _from_middle(before)
    if not manner.middle_out:
        return range(before)
    # First from the tail towards the start, message 0 spared; then what then stands first, which
    # is message 0 at most.
    return [*range(before - 1, 0, -1), 0]


def _from_middle(count: int) -> Sequence[int]:
    """The middle one first, then its neighbours, alternately the older and the newer."""
    middle = count // 2
    sides = ((middle - step, middle + step) for step in range(1, count))
    outwards = (location for pair in sides for location in pair)
    return [middle, *(location for location in outwards if 0 <= location < count)]
