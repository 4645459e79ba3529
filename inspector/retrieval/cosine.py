"""Exact cosine over vectors: supplied by the user, or asked of an embeddings endpoint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from inspector.core.decoded import is_list, is_number, is_object
from inspector.core.items import Searchable
from inspector.language import _
from inspector.retrieval.retriever import Progress, RetrievalError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Vector = Sequence[float]


class Embedder(Protocol):
    """Makes vectors of texts."""

    @property
    def name(self) -> str:
        """The model that makes them."""
        ...

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> list[Vector]:
        """A vector for each text, all of one dimension.

        Raises:
            RetrievalError: there is no usable answer.
        """
        ...


def cosine(query: Vector, vectors: Sequence[Vector]) -> list[float]:
    """The cosine of each vector with the query; 0 for a vector of zeros.

    Raises:
        RetrievalError: their dimensions differ.
    """
    if not vectors:
        return []
    for vector in vectors:
        if len(vector) != len(query):
            raise _other_dimension(len(query), len(vector))
    matrix = _of_length_one([query, *vectors])
    return [float(score) for score in matrix[1:] @ matrix[0]]


def _of_length_one(vectors: Sequence[Vector]) -> "npt.NDArray[np.float64]":
    """The directions of vectors; one of zeros stays as it is."""
    import numpy as np  # noqa: PLC0415 - a quick start

    matrix: npt.NDArray[np.float64] = np.asarray(vectors, np.float64)
    # By its largest number first: the squares of very large ones have no number any more.
    for measure in (_largest, _length):
        sizes = measure(matrix)
        matrix = matrix / np.where(sizes, sizes, 1.0)
    return matrix


def _largest(matrix: "npt.NDArray[np.float64]") -> "npt.NDArray[np.float64]":
    return abs(matrix).max(axis=1, keepdims=True)


def _length(matrix: "npt.NDArray[np.float64]") -> "npt.NDArray[np.float64]":
    return (matrix * matrix).sum(axis=1, keepdims=True) ** 0.5


def _other_dimension(query: int, other: int) -> RetrievalError:
    return RetrievalError(
        _(
            "The query's vector has {query:,} dimensions and another {other:,}: they were "
            "made by different models."
        ).format(query=query, other=other)
    )


@dataclass(frozen=True)
class StoredVectors:
    """Cosine over vectors that are at hand (implements `Retriever`).

    Attributes:
        vectors: by item id; an item without one is not found, nor is one whose vector has
            another dimension than the query's.
        query: the query's own vector.
    """

    vectors: Mapping[str, Vector]
    query: Vector
    name: str = "cosine, supplied vectors"

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """See `Retriever.scores`; the query's text is not looked at.

        Raises:
            RetrievalError: no vector has the query's dimension.
        """
        differing = self.differing(items)
        found = [item.id for item in items if item.id in self.vectors and item.id not in differing]
        if not found and differing:
            raise _other_dimension(len(self.query), len(self.vectors[min(differing)]))
        scores = cosine(self.query, [self.vectors[item] for item in found])
        if progress is not None:
            progress(len(found), len(found))
        return dict(zip(found, scores, strict=True))

    def differing(self, items: Sequence[Searchable]) -> frozenset[str]:
        """The items whose vectors have another dimension than the query's."""
        length = len(self.query)
        own = {item.id: self.vectors.get(item.id) for item in items}
        return frozenset(
            key for key, vector in own.items() if vector is not None and len(vector) != length
        )


@dataclass(frozen=True)
class EmbeddedCosine:
    """Cosine over vectors that an embedder makes (implements `Retriever`)."""

    embedder: Embedder

    @property
    def name(self) -> str:
        """See `Retriever.name`."""
        return f"cosine, {self.embedder.name}"

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """See `Retriever.scores`."""
        if not items:
            return {}
        requested, *vectors = self.embedder.embed([query, *(item.text for item in items)], progress)
        found = cosine(requested, vectors)
        return {item.id: score for item, score in zip(items, found, strict=True)}


def checked_vector(value: object, what: str) -> list[float]:
    """A decoded vector.

    Raises:
        RetrievalError: it is no list of numbers, or an empty one.
    """
    if not is_list(value) or not value:
        raise RetrievalError(_("{what} is a list of numbers, and this is none.").format(what=what))
    numbers = [float(number) for number in value if is_number(number)]
    if len(numbers) != len(value):
        raise RetrievalError(
            _("{what} holds something else than finite numbers.").format(what=what)
        )
    return numbers


def checked_vectors(value: object, what: str) -> dict[str, list[float]]:
    """Decoded vectors by item id.

    Raises:
        RetrievalError: they are no object of vectors.
    """
    if not is_object(value):
        raise RetrievalError(
            _("{what} is an object of vectors by item id, and this is none.").format(what=what)
        )
    return {key: checked_vector(one, f"{what}: {key}") for key, one in value.items()}
