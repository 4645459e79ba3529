"""What a Scribe ruleset answers: a row for each message and item, and the whole request."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from typing_extensions import override

from inspector.core.cached import cached_property
from inspector.core.request import CurvePoint, RequestBudget, RequestDerivation, RequestPart
from inspector.language import N_, _
from inspector.systems.scribe.budget import Budgets, Manner, Plan, Request
from inspector.systems.scribe.curves import curve_point, movable_budgets, with_budget
from inspector.systems.scribe.head import Head
from inspector.systems.scribe.settings import HARD_LIMIT

_HEAD_TITLES = {
    "system_prompt": N_("System prompt"),
    "persona_override_prompt": N_("Persona"),
    "system_instructions": N_("Instructions of the card"),
    "character_profile": N_("Character"),
}


@dataclass(frozen=True, eq=False, repr=False)
class ScribeDerivation(RequestDerivation):
    """All that a Scribe ruleset derives from a document at a moment.

    Attributes:
        head: the parts of the head.
        plan: what both layers decided.
        request: what everything costs; `curve` tries other budgets on it.
        budgets: the numbers that a person can move.
        manner: how truncation goes about it.
    """

    head: Head = field(default_factory=lambda: Head(()))
    plan: Plan | None = None
    request: Request | None = None
    budgets: Budgets | None = None
    manner: Manner = field(default_factory=Manner)

    @property
    @override
    def head_parts(self) -> tuple[RequestPart, ...]:
        return tuple(
            RequestPart(one.name, _(_HEAD_TITLES.get(one.name, one.name)), one.tokens)
            for one in self.head.parts
        )

    @property
    @override
    def movable(self) -> tuple[RequestBudget, ...]:
        return self._movable

    @cached_property
    def _movable(self) -> tuple[RequestBudget, ...]:
        if self.budgets is None or self.request is None:
            return ()
        return movable_budgets(self.budgets, self.request)

    @property
    @override
    def limit_name(self) -> str:
        is_hard = self.budgets is not None and self.budgets.limited_by == HARD_LIMIT
        return _("server's hard limit") if is_hard else _("total")

    @property
    @override
    def limit_setting(self) -> str:
        return "" if self.budgets is None else self.budgets.limited_by

    @property
    @override
    def kept_tail(self) -> int:
        return 0 if self.budgets is None else self.budgets.tail

    @override
    def curve(self, setting: str, values: Iterable[int]) -> list[CurvePoint]:
        """See `RequestDerivation.curve`; which pieces of older history are offered stays."""
        if self.budgets is None or self.request is None:
            return []
        return [
            curve_point(self.request, with_budget(self.budgets, setting, value), self.manner, value)
            for value in values
        ]
