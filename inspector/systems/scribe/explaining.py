"""Why a message or an item is in the request or not: its gates, one after the other."""

from collections.abc import Mapping, Sequence

from inspector.core.decoded import is_number
from inspector.core.errors import InspectorError
from inspector.core.explanation import Explanation
from inspector.core.injection import GateStep
from inspector.core.items import ItemKind
from inspector.core.request import ItemRow, MessageRow
from inspector.language import N_, _, numeral
from inspector.systems.scribe.budget import Budgets, Plan, Request
from inspector.systems.scribe.derivation import ScribeDerivation
from inspector.systems.scribe.gates import (
    BELOW,
    DISABLED,
    HIDDEN,
    HISTORY_BUDGET,
    ITEM_GATES,
    LIMIT,
    MESSAGE_GATES,
    RAG_BUDGET,
    TRUNCATED,
)
from inspector.systems.scribe.settings import (
    CHAT_LIMIT,
    CHRONICLE_LIMIT,
    LOREBOOK_LIMIT,
    THRESHOLD,
    whole,
)

LIMITS: Mapping[ItemKind, str] = {
    ItemKind.CONSTANT: LOREBOOK_LIMIT,
    ItemKind.LOREBOOK: LOREBOOK_LIMIT,
    ItemKind.CHRONICLE: CHRONICLE_LIMIT,
    ItemKind.CHAT: CHAT_LIMIT,
}
"""The setting that says how many items of a kind are retrieved at most."""

_AMONG_BEST = {
    LOREBOOK_LIMIT: N_("Its score of {score} is among the best {limit:,} entries."),
    CHRONICLE_LIMIT: N_("Its score of {score} is among the best {limit:,} events."),
    CHAT_LIMIT: N_("Its score of {score} is among the best {limit:,} pieces of the chat."),
}
_NOT_AMONG = {
    LOREBOOK_LIMIT: N_("Its score of {score} is not among the best {limit:,} entries."),
    CHRONICLE_LIMIT: N_("Its score of {score} is not among the best {limit:,} events."),
    CHAT_LIMIT: N_("Its score of {score} is not among the best {limit:,} pieces of the chat."),
}
_BEHIND = {
    LOREBOOK_LIMIT: N_(
        "Its score of {score} is not among the best {limit:,} entries, the last of which has "
        "{least}."
    ),
    CHRONICLE_LIMIT: N_(
        "Its score of {score} is not among the best {limit:,} events, the last of which has "
        "{least}."
    ),
    CHAT_LIMIT: N_(
        "Its score of {score} is not among the best {limit:,} pieces of the chat, the last of "
        "which has {least}."
    ),
}
_NOT_OFFERED = (DISABLED, LIMIT, BELOW)


def explain(
    derivation: ScribeDerivation, settings: Mapping[str, object], wanted: str
) -> Explanation:
    """Why `message:12`, `lore:3`, `chronicle:x` or `chat:5` is in or not.

    Args:
        derivation: what the ruleset answered.
        settings: what it answered with, defaults included (`core.settings.checked_settings`).
        wanted: the id, as `RequestDerivation.ids` lists it.

    Raises:
        InspectorError: there is no such message or item.
    """
    row = derivation.row_named(wanted)
    gates = _Gates(derivation, settings)
    steps = gates.of_message(row) if isinstance(row, MessageRow) else gates.of_item(row)
    return Explanation(wanted, row.kept, steps)


class _Gates:
    """The gates of one derivation."""

    def __init__(self, derivation: ScribeDerivation, settings: Mapping[str, object]) -> None:
        if derivation.plan is None or derivation.request is None or derivation.budgets is None:
            raise InspectorError(_("This answer holds no budgets."))
        self._derivation = derivation
        self._settings = settings
        self._plan: Plan = derivation.plan
        self._request: Request = derivation.request
        self._budgets: Budgets = derivation.budgets

    def of_message(self, row: MessageRow) -> tuple[GateStep, ...]:
        """Those that a message met."""
        tell = {
            HIDDEN: self._hidden,
            HISTORY_BUDGET: self._history,
            TRUNCATED: self._message_truncation,
        }
        return tuple(tell[gate](row) for gate in _met(MESSAGE_GATES, row.gate))

    def _hidden(self, row: MessageRow) -> GateStep:
        passed = row.gate != HIDDEN
        detail = (
            _("It is not hidden.") if passed else _("It is hidden, and hidden ones are left out.")
        )
        return GateStep(HIDDEN, passed, detail)

    def _history(self, row: MessageRow) -> GateStep:
        history, budget = self._request.history, self._budgets.history
        needed = history.needed(history.messages.index(row.message))
        detail = _(
            "The messages from the newest back to this one cost {needed:,} of the "
            "{budget:,} tokens that the history may have."
        ).format(needed=needed, budget=budget)
        latest = self._plan.layer.latest
        first_out = history.messages[-latest - 1] if latest < len(history.messages) else -1
        passed = row.gate != HISTORY_BUDGET
        if not passed and first_out != row.message:
            stopped = _("Selection had stopped already, at message {message}.")
            detail += " " + stopped.format(message=first_out)
        numbers = {"needed": needed, "budget": budget, "tokens": row.tokens}
        return GateStep(HISTORY_BUDGET, passed, detail, lambda: numbers)

    def _message_truncation(self, row: MessageRow) -> GateStep:
        went = self._plan.cut
        order = went.index(row.message) + 1 if row.gate == TRUNCATED else 0
        words = _(
            "The request was above {limit:,} tokens, and this went as the only message that went."
        )
        if len(went) != 1:
            words = _(
                "The request was above {limit:,} tokens, and this went as number {order:,} of "
                "{count:,} messages."
            )
        return self._truncation(order, words, len(went))

    def of_item(self, row: ItemRow) -> tuple[GateStep, ...]:
        """Those that an item met; only the design has a threshold."""
        tell = {
            DISABLED: self._disabled,
            LIMIT: self._limit,
            BELOW: self._threshold,
            RAG_BUDGET: self._rag,
            TRUNCATED: self._item_truncation,
        }
        gates = [gate for gate in ITEM_GATES if gate != BELOW or THRESHOLD in self._settings]
        return tuple(tell[gate](row) for gate in _met(gates, row.gate))

    def _disabled(self, row: ItemRow) -> GateStep:
        passed = row.gate != DISABLED
        detail = _("It is enabled.") if passed else _("It is disabled, so it is never retrieved.")
        return GateStep(DISABLED, passed, detail)

    def _limit(self, row: ItemRow) -> GateStep:
        passed = row.gate != LIMIT
        setting = LIMITS[row.kind]
        limit, score = whole(self._settings, setting), _displayed(row.score)
        numbers = {"score": row.score, "limit": limit}
        if row.item.is_constant:
            detail = _("It is constant, so it is always retrieved.")
        elif passed:
            detail = _(_AMONG_BEST[setting]).format(score=score, limit=limit)
        elif ahead := self._scores_within(setting):
            numbers["least"] = min(ahead)
            detail = _(_BEHIND[setting]).format(
                score=score, limit=limit, least=_displayed(min(ahead))
            )
        else:
            detail = _(_NOT_AMONG[setting]).format(score=score, limit=limit)
        return GateStep(LIMIT, passed, detail, lambda: numbers)

    def _scores_within(self, setting: str) -> list[float]:
        """The scores of those of a kind that the limit lets pass."""
        return [
            row.score
            for row in self._derivation.rag
            if LIMITS[row.kind] == setting
            and row.gate not in (DISABLED, LIMIT)
            and not row.item.is_constant
        ]

    def _threshold(self, row: ItemRow) -> GateStep:
        passed = row.gate != BELOW
        held = self._settings[THRESHOLD]
        threshold = float(held) if is_number(held) else 0.0
        score = _displayed(row.score)
        if threshold <= 0:
            detail = _("No threshold is set.")
        elif row.item.is_constant:
            detail = _("It is constant, so no threshold holds for it.")
        else:
            words = _("Its score of {score} is below the threshold of {threshold}.")
            if passed:
                words = _("Its score of {score} reaches the threshold of {threshold}.")
            detail = words.format(score=score, threshold=_displayed(threshold))
        numbers = {"score": row.score, "threshold": threshold}
        return GateStep(BELOW, passed, detail, lambda: numbers)

    def _rag(self, row: ItemRow) -> GateStep:
        passed = row.gate != RAG_BUDGET
        index = self._offered_before(row)
        needed, available = sum(self._request.items[: index + 1]), self._plan.layer.available
        budgets = self._budgets
        words = _(
            "With the items ranked before it, it needs {needed:,} of the {available:,} tokens "
            "that a total of {total:,} leaves beside a history of {history:,}."
        )
        if available == budgets.rag:
            words = _(
                "With the items ranked before it, it needs {needed:,} of the {available:,} tokens "
                "that the RAG budget gives."
            )
        detail = words.format(
            needed=needed,
            available=available,
            total=budgets.total,
            history=self._plan.layer.used,
        )
        if passed and needed > available:
            detail += " " + _("The first item is taken whatever it costs.")
        selected = self._plan.selected
        if not passed and available and index != selected:
            stopped = _("Selection had stopped already, at {id}.")
            detail += " " + stopped.format(id=self._offered[selected].id)
        numbers = {"needed": needed, "available": available, "tokens": row.tokens}
        return GateStep(RAG_BUDGET, passed, detail, lambda: numbers)

    @property
    def _offered(self) -> Sequence[ItemRow]:
        return [row for row in self._derivation.rag if row.gate not in _NOT_OFFERED]

    def _offered_before(self, row: ItemRow) -> int:
        return next(index for index, one in enumerate(self._offered) if one is row)

    def _item_truncation(self, row: ItemRow) -> GateStep:
        order = self._plan.selected - self._offered_before(row) if row.gate == TRUNCATED else 0
        count = self._plan.selected - self._plan.kept_items
        words = _(
            "The request was above {limit:,} tokens, and this went as the only item that went."
        )
        if count != 1:
            words = _(
                "The request was above {limit:,} tokens, and this went as number {order:,} of "
                "{count:,} items."
            )
        return self._truncation(order, words, count)

    def _truncation(self, order: int, gone: str, count: int) -> GateStep:
        """The step of what went as number `order`; 0 for what stayed."""
        total, limit = self._plan.total, self._plan.limit
        if order:
            detail = gone.format(limit=limit, order=order, count=count)
        elif self._plan.excess:
            detail = _(
                "The request has {total:,} tokens with it, above {limit:,}, so nothing is sent."
            ).format(total=total, limit=limit)
        else:
            detail = _("The request has {total:,} of {limit:,} tokens with it.").format(
                total=total, limit=limit
            )
        numbers = {"total": total, "limit": limit, "order": order, "count": count}
        return GateStep(TRUNCATED, not order, detail, lambda: numbers)


def _met(gates: Sequence[str], failed: str | None) -> Sequence[str]:
    return gates if failed is None else gates[: gates.index(failed) + 1]


def _displayed(number: float) -> str:
    return numeral(number, ".4g")
