"""Exact cosine over vectors: supplied by the user, or asked of an embeddings endpoint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inspector.core.decoded import is_list, is_number, is_object
from inspector.retrieval.retriever import Progress, RetrievalError, Searchable

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
            raise RetrievalError(
                f"The query's vector has {len(query)} dimensions and another {len(vector)}: they "
                "were made by different models."
            )
    asked: npt.NDArray[np.float64] = np.asarray(query, np.float64)
    matrix: npt.NDArray[np.float64] = np.asarray(vectors, np.float64)
    products: npt.NDArray[np.float64] = matrix @ asked
    lengths: npt.NDArray[np.float64] = np.linalg.norm(matrix, axis=1) * np.linalg.norm(asked)
    return [
        float(product / length) if length else 0.0
        for product, length in zip(products, lengths, strict=True)
    ]


@dataclass(frozen=True)
class StoredVectors:
    """Cosine over vectors that are at hand (implements `Retriever`).

    Attributes:
        vectors: by item id; an item without one is not found.
        query: the query's own vector.
    """

    vectors: Mapping[str, Vector]
    query: Vector
    name: str = "cosine, supplied vectors"

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """See `Retriever.scores`; the query's text is not looked at."""
        found = [item.id for item in items if item.id in self.vectors]
        scores = cosine(self.query, [self.vectors[item] for item in found])
        if progress is not None:
            progress(len(found), len(found))
        return dict(zip(found, scores, strict=True))


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
        asked, *vectors = self.embedder.embed([query, *(item.text for item in items)], progress)
        found = cosine(asked, vectors)
        return {item.id: score for item, score in zip(items, found, strict=True)}


def checked_vector(value: object, what: str) -> list[float]:
    """A decoded vector.

    Raises:
        RetrievalError: it is no list of numbers, or an empty one.
    """
    if not is_list(value) or not value:
        raise RetrievalError(f"{what} is a list of numbers, and this is none.")
    numbers = [float(number) for number in value if is_number(number)]
    if len(numbers) != len(value):
        raise RetrievalError(f"{what} holds something else than finite numbers.")
    return numbers


def checked_vectors(value: object, what: str) -> dict[str, list[float]]:
    """Decoded vectors by item id.

    Raises:
        RetrievalError: they are no object of vectors.
    """
    if not is_object(value):
        raise RetrievalError(f"{what} is an object of vectors by item id, and this is none.")
    return {key: checked_vector(one, f"{what}: {key}") for key, one in value.items()}
