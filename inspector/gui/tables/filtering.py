"""Has rows filtered by what is typed, away from the UI thread where that may take long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.gui.tables.filter_row import FilterRow

_AT_A_TIME = 500


class FilteredModel(Protocol):
    """Rows of which a filter lets some through."""

    @property
    def items(self) -> Sequence[Any]:
        """What there are rows of, whatever the filter; another value when these differ."""
        ...

    def understood(self, query: str) -> Filter[Any] | None:
        """A filter of these items; None where it asks for nothing.

        Raises:
            FilterError: it cannot be understood.
        """
        ...

    def is_long(self, wanted: Filter[Any]) -> bool:
        """Whether so much is looked at that it should not be waited for."""
        ...

    def reader(self) -> Callable[[Any], Any]:
        """What gives items as filters see them, on any thread."""
        ...

    def set_filter(self, query: str) -> None:
        """Show what a filter lets through, at once.

        Raises:
            FilterError: it cannot be understood; the rows stay as they are.
        """
        ...

    def show_found(self, wanted: Filter[Any], places: frozenset[int], why: str) -> None:
        """Show what a filter was found to let through, and why that is nothing."""
        ...


@dataclass(frozen=True, eq=False)
class _Found:
    wanted: Filter[Any]
    items: Sequence[Any]
    places: frozenset[int] = frozenset()
    why: str = ""
    error: FilterError | None = None


class Filtering(QObject):
    """Joins the line in which a filter is typed and the model whose rows it chooses.

    Signals:
        found: other rows are shown.
        searching_changed: whether rows are still looked at.
    """

    found = Signal()
    searching_changed = Signal(bool)

    def __init__(self, row: FilterRow, model: FilteredModel, parent: QObject) -> None:
        super().__init__(parent)
        self._row, self._model = row, model
        self.worker = LatestWorker(self)
        self.worker.slow_changed.connect(self.searching_changed)
        self.worker.answered.connect(self._take)
        row.changed.connect(self.find)

    def find(self, text: str) -> None:
        """Show what a filter finds; where it cannot be understood, say where, and keep the rows."""
        self.worker.cancel()
        model = self._model
        try:
            wanted = model.understood(text)
            if wanted is None or not model.is_long(wanted):
                model.set_filter(text)
                self.found.emit()
                return
        except FilterError as error:
            self._row.show_error(error)
            return
        items, read = model.items, model.reader()
        self.worker.ask(lambda token: _found(wanted, items, read, token))

    def _take(self, found: _Found) -> None:
        if found.error is not None:
            self._row.show_error(found.error)
        elif self._model.items is found.items:
            self._model.show_found(found.wanted, found.places, found.why)
            self.found.emit()
        else:
            self.find(found.wanted.text)


def _found(
    wanted: Filter[Any],
    items: Sequence[Any],
    read: Callable[[Any], Any],
    token: CancelToken,
) -> _Found:
    places: set[int] = set()
    try:
        for index, item in enumerate(items):
            if not index % _AT_A_TIME:
                token.check()
            if wanted.matches(read(item)):
                places.add(index)
        why = "" if places else wanted.why_nothing([read(one) for one in items])
    except FilterError as error:
        return _Found(wanted, items, error=error)
    return _Found(wanted, items, frozenset(places), why)
