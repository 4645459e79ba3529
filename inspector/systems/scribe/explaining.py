"""Why a message or an item is in the request or not, and the least change that gets it in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.core.errors import InspectorError
from inspector.core.injection import GateStep
from inspector.systems.scribe.budget import Budgets, Plan, Request, plan
from inspector.systems.scribe.derivation import (
    HIDDEN,
    HISTORY_BUDGET,
    MESSAGE_GATES,
    TRUNCATED,
    ItemRow,
    MessageRow,
    ScribeDerivation,
)
from inspector.systems.scribe.items import ItemKind
from inspector.systems.scribe.ranking import BELOW, DISABLED, ITEM_GATES, LIMIT
from inspector.systems.scribe.settings import (
    CHAT_LIMIT,
    CHRONICLE_LIMIT,
    HISTORY,
    LOREBOOK_LIMIT,
    RAG,
    THRESHOLD,
)

_MESSAGE = "message:"
_LIMITS = {
    ItemKind.CONSTANT: LOREBOOK_LIMIT,
    ItemKind.LOREBOOK: LOREBOOK_LIMIT,
    ItemKind.CHRONICLE: CHRONICLE_LIMIT,
    ItemKind.CHAT: CHAT_LIMIT,
}


@dataclass(frozen=True)
class Change:
    """A change that gets a message or an item in.

    Attributes:
        kind: `setting`, `edit` or `chat`.
        detail: what to change, in one sentence.
    """

    kind: str
    detail: str


@dataclass(frozen=True)
class Explanation:
    """Why a message or an item is in the request or not.

    Attributes:
        id: as asked.
        in_block: whether it is in.
        gates: those that it met, the last one failed unless it is in.
        smallest_change: None if it is in, or if no single change is enough.
    """

    id: str
    in_block: bool
    gates: tuple[GateStep, ...]
    smallest_change: Change | None = None


def explain(derivation: ScribeDerivation, asked: str) -> Explanation:
    """Why `message:12`, `lore:3`, `chronicle:x` or `chat:5` is in or not.

    Raises:
        InspectorError: there is no such message or item.
    """
    number = asked.removeprefix(_MESSAGE)
    if asked.startswith(_MESSAGE) and number.isdecimal():
        if int(number) >= len(derivation.messages):
            raise InspectorError(
                f"There is no {asked}; the chat has {len(derivation.messages)} messages."
            )
        return _Asked(derivation).message(asked, derivation.messages[int(number)])
    for place, row in enumerate(derivation.rag):
        if row.id == asked:
            return _Asked(derivation).item(place, row)
    raise InspectorError(f"There is no message and no item {asked!r}.")


class _Asked:
    """One derivation, asked about its rows."""

    def __init__(self, derivation: ScribeDerivation) -> None:
        if derivation.plan is None or derivation.request is None or derivation.budgets is None:
            raise InspectorError("This answer holds no budgets.")
        self._derivation = derivation
        self._plan: Plan = derivation.plan
        self._request: Request = derivation.request
        self._budgets: Budgets = derivation.budgets

    def message(self, asked: str, row: MessageRow) -> Explanation:
        """See `explain`."""
        met = _met(MESSAGE_GATES, row.gate)
        steps = tuple(
            GateStep(gate, gate != row.gate, self._message_detail(gate, row)) for gate in met
        )
        return Explanation(asked, row.kept, steps, self._message_change(row))

    def _message_detail(self, gate: str, row: MessageRow) -> str:
        if gate == HIDDEN:
            return "Hidden messages are left out." if row.gate == HIDDEN else "It is not hidden."
        if gate == HISTORY_BUDGET:
            return (
                f"The messages from the newest back to this one cost {self._needed(row)} of "
                f"{self._budgets.history} tokens."
            )
        return self._truncation(
            row.gate == TRUNCATED, "messages", _place(self._plan.cut, row.message)
        )

    def _needed(self, row: MessageRow) -> int:
        history = self._request.history
        return history.needed(_place(history.messages, row.message))

    def _message_change(self, row: MessageRow) -> Change | None:
        def kept(decided: Plan) -> bool:
            shown = self._request.history.messages
            dropped = len(shown) - decided.layer.newest
            place = _place(shown, row.message)
            return place >= dropped and row.message not in decided.cut_messages

        match row.gate:
            case None:
                return None
            case "hidden":
                return Change("chat", "Show the message again in SillyTavern.")
            case "history budget":
                more = replace(self._budgets, history=self._needed(row))
                enough = kept(plan(self._request, more, self._derivation.manner))
                return _setting(HISTORY, more.history) if enough else None
            case _:
                return self._greater_limit(kept)

    def item(self, place: int, row: ItemRow) -> Explanation:
        """See `explain`."""
        met = _met(ITEM_GATES, row.gate)
        steps = tuple(
            GateStep(gate, gate != row.gate, self._item_detail(gate, place, row)) for gate in met
        )
        return Explanation(row.id, row.kept, steps, self._item_change(place, row))

    def _item_detail(self, gate: str, place: int, row: ItemRow) -> str:
        match gate:
            case "disabled":
                return "It is disabled." if row.gate == DISABLED else "It is enabled."
            case "limit":
                return f"It is number {self._rank(place, row)} of its kind by its score."
            case "threshold":
                return f"Its score is {row.score:g}."
            case "rag budget":
                return (
                    f"The items down to this one cost {self._cost_down_to(place)} of "
                    f"{self._plan.layer.available} tokens."
                )
            case _:
                gone = self._plan.selected - self._offered_before(place)
                return self._truncation(row.gate == TRUNCATED, "items", gone - 1)

    def _rank(self, place: int, row: ItemRow) -> int:
        same = _LIMITS[row.kind]
        ahead = self._derivation.rag[: place + 1]
        return sum(
            _LIMITS[one.kind] == same and one.gate != DISABLED and not one.item.is_constant
            for one in ahead
        )

    def _offered_before(self, place: int) -> int:
        unoffered = (DISABLED, LIMIT, BELOW)
        return sum(one.gate not in unoffered for one in self._derivation.rag[:place])

    def _cost_down_to(self, place: int) -> int:
        return sum(self._request.items[: self._offered_before(place) + 1])

    def _item_change(self, place: int, row: ItemRow) -> Change | None:
        offered = self._offered_before(place)

        def kept(decided: Plan) -> bool:
            return decided.kept_items > offered

        match row.gate:
            case None:
                return None
            case "disabled":
                return Change("edit", "Enable the entry.")
            case "limit":
                return _setting(_LIMITS[row.kind], self._rank(place, row))
            case "threshold":
                return Change("setting", f"{THRESHOLD}={row.score:g}")
            case "rag budget":
                more = replace(self._budgets, rag=self._cost_down_to(place))
                enough = kept(plan(self._request, more, self._derivation.manner))
                return _setting(RAG, more.rag) if enough else None
            case _:
                return self._greater_limit(kept)

    def _truncation(self, gone: bool, what: str, order: int) -> str:  # noqa: FBT001
        if gone:
            return f"Truncation removed it as number {order + 1} of the {what} that went."
        return f"The request has {self._plan.total} of {self._plan.limit} tokens with it."

    def _greater_limit(self, kept: Callable[[Plan], bool]) -> Change | None:
        """The least limit with which it stays, found by halving."""
        request, manner = self._request, self._derivation.manner
        low = self._budgets.limit
        high = request.head + request.current + sum(request.history.costs) + sum(request.items)
        if not kept(plan(request, replace(self._budgets, limit=high), manner)):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if kept(plan(request, replace(self._budgets, limit=middle), manner)):
                high = middle
            else:
                low = middle
        return _setting(self._budgets.limited_by, high)


def _met(gates: tuple[str, ...], failed: str | None) -> tuple[str, ...]:
    return gates if failed is None else gates[: gates.index(failed) + 1]


def _place(places: Sequence[int], wanted: int) -> int:
    return places.index(wanted) if wanted in places else -1


def _setting(name: str, value: int) -> Change:
    return Change("setting", f"{name}={value}")
