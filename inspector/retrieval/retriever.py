"""What a retriever is asked and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from inspector.core.errors import InspectorError

Progress = Callable[[int, int], None]
"""Told how many pieces of how many are done; raises to stop the work."""


class RetrievalError(InspectorError):
    """A retriever cannot answer; the text says what to do."""


class Searchable(NamedTuple):
    """One item as a retriever sees it.

    Attributes:
        id: what its score is called by.
        text: title, keys and content, one a line.
    """

    id: str
    text: str


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
