"""A model whose rows are filtered by the one language to find things."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from typing_extensions import override

from inspector.analysis.filters.compiling import Mark
from inspector.analysis.filters.fields import Fields
from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.gui.tables.arranged_model import ArrangedModel, Item
from inspector.gui.tables.cells import Row
from inspector.gui.tables.column import Column

Requested = TypeVar("Requested")

MANY = 1_000
"""So many rows are filtered at once; a pattern is never."""


class QueriedModel(ArrangedModel[Item, Row], Generic[Item, Row, Requested]):
    """Items as rows, of which a filter lets some through.

    Args:
        columns: from left to right.
        fields: what items can be asked for.
        parent: as for any object.

    Attributes:
        fields: what items can be asked for; set before the items that they are of are shown.
    """

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        fields: Fields[Requested],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, self._searchable, parent)
        self.fields = fields
        self._filter: Filter[Requested] | None = None
        self._why: str | None = None

    @abstractmethod
    def filtered(self, item: Item, *, is_judged: bool = True) -> Requested:
        """An item as filters see it, with its verdict only where one is asked for."""

    @property
    def is_filtered(self) -> bool:
        """Whether a filter may leave items out."""
        return self._filter is not None

    @override
    def show_items(self, items: Sequence[Item]) -> None:
        if self._filter is not None:
            try:
                wanted = Filter(self._filter.text, self.fields)
                self.order.keep(self._places(wanted, items), wanted.words or ())
                self._filter, self._why = wanted, None
            except FilterError:
                # Another file has not such a field, so that all of it is shown.
                self._filter = None
                self.order.keep(None)
        super().show_items(items)

    @override
    def set_filter(self, query: str) -> None:
        """Show only the items for which a filter holds.

        Raises:
            FilterError: it cannot be understood; the rows stay as they are.
        """
        self._keep(self.understood(query))

    def understood(self, query: str) -> Filter[Requested] | None:
        """A filter of these items; None where it asks for nothing.

        Raises:
            FilterError: it cannot be understood.
        """
        return Filter(query, self.fields) if query.strip() else None

    def is_long(self, wanted: Filter[Requested]) -> bool:
        """Whether so much is looked at that it should not be waited for."""
        return wanted.has_patterns or (len(self.items) > MANY and wanted.words is None)

    def reader(self) -> Callable[[Item], Requested]:
        """What gives items as filters see them, verdicts as they are now, on any thread."""
        return self.filtered

    def show_found(self, wanted: Filter[Requested], places: frozenset[int], why: str) -> None:
        """Show what a filter was found to let through, and why that is nothing."""
        self._filter, self._why = wanted, why
        with self.rearranging(sorts=False):
            self.order.keep(places)

    def filter_again(self) -> None:
        """Show what the filter finds now that more is known of the items."""
        if self._filter is not None:
            self._keep(self._filter)

    def why_nothing(self) -> str:
        """Why no row is shown; empty where one is."""
        if self._filter is None or self.count:
            return ""
        if self._why is not None:
            return self._why
        try:
            return self._filter.why_nothing([self.filtered(one) for one in self.items])
        except FilterError as error:
            return str(error)

    def marks(self, item: Item) -> tuple[Mark, ...]:
        """What of an item made it match."""
        try:
            return () if self._filter is None else self._filter.marks(self.filtered(item))
        except FilterError:
            return ()

    def _keep(self, wanted: Filter[Requested] | None) -> None:
        kept = None if wanted is None else self._places(wanted, self.items)
        self._filter, self._why = wanted, None
        with self.rearranging(sorts=False):
            self.order.keep(kept, () if wanted is None else wanted.words or ())

    def _searchable(self, item: Item) -> str:
        """What bare words of a filter are looked for in."""
        return self.fields.folded(self.filtered(item, is_judged=False))

    def _places(self, wanted: Filter[Requested], items: Sequence[Item]) -> frozenset[int] | None:
        """Which items a filter lets through; None where its words alone say it."""
        if wanted.words is not None:
            return None
        is_judged = wanted.is_judged
        rows = (self.filtered(one, is_judged=is_judged) for one in items)
        return frozenset(index for index, row in enumerate(rows) if wanted.matches(row))
