"""Which faults of the release make a difference in one request."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.items import ItemKind
from inspector.core.request import ItemRow
from inspector.systems.scribe.budget import Plan
from inspector.systems.scribe.inputs import Inputs
from inspector.systems.scribe.settings import (
    BLANK_FREE,
    ENCRYPTED,
    FIRST_ITEM,
    HARD_LIMIT,
    MIDDLE_OUT,
    OUTRANKED,
    OWN_LIMIT,
    TAIL,
    TAIL_CUT,
    TOTAL,
    TWICE,
    UNREADABLE,
    whole,
)


@dataclass(frozen=True, eq=False)
class Effects:
    """One request, asked about each fault.

    Attributes:
        inputs: what was asked.
        decided: what both layers decided.
        rag: the items.
    """

    inputs: Inputs
    decided: Plan
    rag: Sequence[ItemRow]

    def of(self, fault: str) -> bool:
        """Whether a fault, by its switch, changes this request or hides something."""
        ask = {
            OWN_LIMIT: self._own_limit,
            ENCRYPTED: self._encrypted,
            UNREADABLE: self._unreadable,
            FIRST_ITEM: self._first_item,
            TAIL_CUT: self._tail_cut,
            MIDDLE_OUT: self._middle_out,
            TWICE: self._twice,
            OUTRANKED: self._outranked,
            BLANK_FREE: self._blank_free,
        }
        return ask[fault]()

    def _own_limit(self) -> bool:
        settings = self.inputs.settings
        total = settings[TOTAL]
        return total is not None and whole(settings, TOTAL) < min(
            whole(settings, HARD_LIMIT), self.decided.total
        )

    def _encrypted(self) -> bool:
        return any(row.kept and row.kind is not ItemKind.CHAT for row in self.rag)

    def _unreadable(self) -> bool:
        encrypted = self.inputs.settings[ENCRYPTED] is True
        return encrypted and any(row.kept and row.kind is ItemKind.CHRONICLE for row in self.rag)

    def _first_item(self) -> bool:
        if not self.decided.selected:
            return False
        first = next(row for row in self.rag if row.kept or row.gate == "truncated")
        return first.tokens > self.decided.layer.available

    @property
    def _is_short(self) -> bool:
        count = 1 if self.decided.greeting else self.decided.layer.latest
        return count <= whole(self.inputs.settings, TAIL)

    def _tail_cut(self) -> bool:
        return bool(self.decided.cut) and self._is_short

    def _middle_out(self) -> bool:
        return (
            bool(self.decided.cut)
            and not self._is_short
            and self.decided.cut[0] != min(self.decided.cut)
        )

    def _twice(self) -> bool:
        return any(row.kept and row.item.is_constant and "#" in row.id for row in self.rag)

    def _outranked(self) -> bool:
        lost = [row for row in self.rag if row.item.is_constant and row.gate == "rag budget"]
        cut = [row for row in self.rag if row.item.is_constant and row.gate == "truncated"]
        return bool(lost or cut) and any(row.kept and not row.item.is_constant for row in self.rag)

    def _blank_free(self) -> bool:
        return self.decided.layer.used != self.decided.layer.whole
