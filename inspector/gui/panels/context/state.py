"""What the panel shows: a map with the answer and the document that it was made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.analysis.context_map import ContextMap, MapPart, MapRow, Share
from inspector.core.cached import cached_property
from inspector.core.decoded import text as as_text
from inspector.core.document import Document, sources_of
from inspector.core.injection import Derivation
from inspector.core.items import ItemKind
from inspector.core.on_demand import OnDemand
from inspector.core.request import ItemRow, RequestDerivation
from inspector.gui.state.request_rows import item_row_of
from inspector.gui.state.selection import ItemSubject
from inspector.sillytavern.dates import sent_at

PartKey = tuple[Share, str]
"""What stays the same of a part from one answer to the next."""


class Listed(NamedTuple):
    """A row of a part as a table shows it.

    Attributes:
        row: the map's row.
        item: all that is known of it, where it is a retrieved item.
    """

    row: MapRow
    item: ItemRow | None = None


@dataclass(frozen=True, eq=False)
class ContextState:
    """A map, and what it was made of."""

    map: ContextMap
    derivation: Derivation
    document: Document

    @cached_property
    def request(self) -> RequestDerivation | None:
        """A whole request; None where a ruleset answers that assembles none."""
        return self.derivation if isinstance(self.derivation, RequestDerivation) else None

    @cached_property
    def pinned(self) -> Mapping[str, float]:
        """Scores that are set by hand, by item."""
        return sources_of(self.document).pinned if self.request is not None else {}

    @cached_property
    def now(self) -> float | None:
        """The present that items' ages refer to, in milliseconds since 1970."""
        given = sources_of(self.document).now
        if given is not None:
            return given
        dates = self.document.chat.send_dates
        length = min(self.derivation.chat_length, len(dates))
        found = (sent_at(dates[index]) for index in range(length - 1, -1, -1))
        return next((date for date in found if date is not None), None)

    @cached_property
    def kinds(self) -> Mapping[ItemKind, tuple[int, int]]:
        """Tokens and number of the items that are in, by kind."""
        kept = [] if self.request is None else [row for row in self.request.rag if row.kept]
        found = {kind: [row.tokens for row in kept if row.kind is kind] for kind in ItemKind}
        return {kind: (sum(costs), len(costs)) for kind, costs in found.items() if costs}

    @cached_property
    def items_kept(self) -> Mapping[str, bool]:
        """Whether each item is in, by its row."""
        return {} if self.request is None else {row.id: row.kept for row in self.request.rag}

    def place_of_item(self, subject: ItemSubject) -> int | None:
        """The place of an item's row among the items; None if there is none."""
        request = self.request
        row = None if request is None else item_row_of(request, subject)
        if request is None or row is None:
            return None
        return next(index for index, one in enumerate(request.rag) if one is row)

    def place_of(self, key: PartKey | None) -> int | None:
        """The place of a part; of another of its kind where it is gone; None without any."""
        if key is None:
            return None
        parts = list(enumerate(self.map.parts))
        exact = (location for location, part in parts if key_of(part) == key)
        alike = (location for location, part in parts if part.share is key[0])
        return next(exact, next(alike, None))

    def holds_items(self, index: int) -> bool:
        """Whether the rows of a part are retrieved items."""
        return self.request is not None and self.map.parts[index].share is Share.ITEMS

    def rows(self, index: int) -> Sequence[Listed]:
        """All rows of a part, made when somebody looks at them."""
        rows = self.map.parts[index].rows
        request = self.request
        if request is not None and self.holds_items(index):
            return OnDemand(len(rows), lambda one: Listed(rows[one], request.rag[one]))
        return OnDemand(len(rows), lambda one: Listed(rows[one]))

    def text_of(self, listed: Listed) -> str:
        """What a row stands for says; empty where there is nothing to read."""
        if listed.item is not None:
            return listed.item.item.text
        message = listed.row.message
        if message is None:
            return ""
        history = None if self.request is None else self.request.history
        if history is not None and message < len(history.texts):
            return history.texts[message]
        return as_text(self.document.chat.records[message].get("mes"))

    def was_kept(self, listed: Listed) -> bool | None:
        """Whether a row of another answer is in here; None if it is not known here."""
        if listed.item is not None:
            return self.items_kept.get(listed.row.id)
        message = listed.row.message
        if message is None or message >= len(self.map.messages):
            return None
        return bool(self.map.messages[message])


def key_of(part: MapPart) -> PartKey:
    """What stays the same of a part from one answer to the next."""
    return part.share, part.title
