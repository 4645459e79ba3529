"""What a Scribe request made of each entry and event, and what a row shows of them."""

from collections.abc import Callable
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.lore import ChronicleEvent, LorebookEntry, LoreField, LoreKind
from inspector.core.request import ItemRow, RequestDerivation
from inspector.language import _
from inspector.systems import gate_words

Item = LorebookEntry | ChronicleEvent


def kind_of(item: Item) -> LoreKind:
    """Whether something is of the lorebook or of the chronicle."""
    return LoreKind.LOREBOOK if isinstance(item, LorebookEntry) else LoreKind.CHRONICLE


@dataclass(frozen=True, eq=False)
class LoreVerdicts:
    """The rows of the entries or the events in the newest request.

    Attributes:
        kind: which of the two are looked at.
        derivation: the request; None while no Scribe ruleset answers.
    """

    kind: LoreKind
    derivation: RequestDerivation | None = None

    @property
    def known(self) -> bool:
        """Whether there is a request at all."""
        return self.derivation is not None

    def of(self, location: int) -> ItemRow | None:
        """The row of an item; None if it takes no part. Of two rows the one that is in."""
        return self._rows.get(location)

    @property
    def counts(self) -> tuple[int, int]:
        """How many are in the request, and how many are not."""
        rows = self._rows.values()
        kept = sum(row.kept for row in rows)
        return kept, len(rows) - kept

    @cached_property
    def _rows(self) -> dict[int, ItemRow]:
        found: dict[int, ItemRow] = {}
        for row in () if self.derivation is None else self.derivation.rag:
            source = row.item.source
            if source is None or kind_of(source) is not self.kind:
                continue
            if row.kept or source.index not in found:
                found[source.index] = row
        return found


def verdict_word(row: ItemRow) -> str:
    """One or two words for a verdict: `in`, or the gate as people call it."""
    return _("in") if row.gate is None else gate_words(row.gate).word or row.gate


@dataclass(frozen=True, slots=True)
class LoreRow:
    """What a row of a table shows.

    Attributes:
        item: an entry or an event.
        verdict: what the newest request made of it; None if it takes no part.
        reason: why a field cannot be edited in its file; empty if it can.
    """

    item: Item
    verdict: ItemRow | None
    reason: Callable[[LoreField], str]

    @property
    def steps_back(self) -> bool:
        """Whether it is left out of the request, or switched off."""
        is_off = isinstance(self.item, LorebookEntry) and not self.item.enabled
        return is_off or (self.verdict is not None and not self.verdict.kept)
