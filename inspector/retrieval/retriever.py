"""What a retriever is asked and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from inspector.core.errors import InspectorError
from inspector.core.items import Searchable

Progress = Callable[[int, int], None]
"""Told how many pieces of how many are done; raises to stop the work."""


class RetrievalError(InspectorError):
    """A retriever cannot answer; the text says what to do."""


class Retriever(Protocol):
    """Scores items against a query; higher is nearer."""

    @property
    def name(self) -> str:
        """What it is called beside its scores."""
        ...

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """The score of each item that was found, by id; an item left out was not found.

        Raises:
            RetrievalError: it cannot be asked.
        """
        ...
