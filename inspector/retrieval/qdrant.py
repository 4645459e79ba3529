"""Vectors in Qdrant: a local folder, or the address of a running server. Only read.

`qdrant-client` is an optional extra and is imported when a store is opened.
"""

import importlib
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, cast

from inspector.core.decoded import is_number, is_object
from inspector.core.items import Searchable
from inspector.language import _
from inspector.retrieval.addresses import checked_address
from inspector.retrieval.cosine import Vector
from inspector.retrieval.installed import needs_qdrant
from inspector.retrieval.keys import without_key
from inspector.retrieval.pending import awaited
from inspector.retrieval.qdrant_errors import explained
from inspector.retrieval.retriever import Progress, RetrievalError

Payload = Mapping[str, object]
Filters = Mapping[str, str | bool | tuple[str, ...]]
"""What a payload's fields must be; of several texts, one."""


@dataclass(frozen=True)
class QdrantPlace:
    """Where vectors lie: a folder, or a server.

    Attributes:
        folder: a folder that qdrant-client's local mode made; None for a server.
        address: the server's; empty for a folder.
        collection: which collection.
        key: the server's API key; empty without one.
        timeout: seconds to wait for an answer.
    """

    collection: str
    folder: Path | None = None
    address: str = ""
    key: str = field(default="", repr=False)
    timeout: int = 10

    @property
    def name(self) -> str:
        """What errors call it."""
        return str(self.folder) if self.folder is not None else self.address


@dataclass(frozen=True)
class Hit:
    """One point that was found.

    Attributes:
        score: the similarity.
        payload: what is stored with the vector.
    """

    score: float
    payload: Payload


@dataclass(frozen=True)
class Search:
    """One search among several.

    Attributes:
        filters: what the payload must hold.
        limit: how many points at most.
        threshold: the least score; None for any.
    """

    filters: Filters
    limit: int
    threshold: float | None = None


class _Client(Protocol):
    def get_collections(self) -> Any: ...
    def get_collection(self, collection_name: str) -> Any: ...
    def query_points(self, collection_name: str, **arguments: object) -> Any: ...
    def close(self) -> None: ...


class QdrantStore:
    """An open store; use it in a `with` statement, since a local folder can be open only once.

    Raises:
        RetrievalError: the package is missing, or the store is down, locked or lacks the
            collection.
    """

    def __init__(self, location: QdrantPlace) -> None:
        self._location = location
        self._models = _models()
        with self._explained():
            self._client = _client(location)
        try:
            self.dimension = self._dimension()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> "QdrantStore":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    @property
    def points(self) -> int:
        """How many points the collection holds."""
        with self._explained():
            found = self._client.get_collection(self._location.collection).points_count
        return int(found or 0)

    def search(self, vector: Vector, search: Search) -> list[Hit]:
        """The points nearest to a vector, best first; none where there are none.

        Raises:
            RetrievalError: another dimension, or the store does not answer.
        """
        if len(vector) != self.dimension:
            raise RetrievalError(
                _(
                    "{collection} in {name} holds vectors of {dimension} dimensions and the "
                    "query's has {count:,}: they were made by different models."
                ).format(
                    collection=self._location.collection,
                    name=self._location.name,
                    dimension=self.dimension,
                    count=len(vector),
                )
            )
        if search.limit <= 0:
            return []
        with self._explained():
            answer = self._client.query_points(
                self._location.collection,
                query=list(vector),
                query_filter=self._filter(search.filters),
                limit=search.limit,
                score_threshold=search.threshold,
                with_payload=True,
            )
        return [Hit(float(point.score), _payload(point.payload)) for point in answer.points]

    def _filter(self, filters: Filters) -> object:
        conditions = [
            self._models.FieldCondition(
                key=key,
                match=self._models.MatchAny(any=list(value))
                if isinstance(value, tuple)
                else self._models.MatchValue(value=value),
            )
            for key, value in filters.items()
        ]
        return self._models.Filter(must=conditions) if conditions else None

    def _dimension(self) -> int:
        with self._explained():
            names = [str(one.name) for one in self._client.get_collections().collections]
            if self._location.collection not in names:
                there = without_key(", ".join(names), self._location.key)
                words = _("{name} has no collection {collection!r}; it has none at all.")
                if there:
                    words = _("{name} has no collection {collection!r}; it has {there}.")
                raise RetrievalError(
                    words.format(
                        name=self._location.name, collection=self._location.collection, there=there
                    )
                )
            vectors = self._client.get_collection(self._location.collection).config.params.vectors
        size = getattr(vectors, "size", None)
        if not is_number(size):
            raise RetrievalError(
                _(
                    "{collection} in {name} keeps several vectors a point, and Scribe keeps one."
                ).format(collection=self._location.collection, name=self._location.name)
            )
        return int(size)

    def _explained(self) -> AbstractContextManager[None]:
        location = self._location
        is_folder = location.folder is not None
        return explained(location.name, location.timeout, location.key, is_folder=is_folder)


@dataclass(frozen=True)
class QdrantRetriever:
    """Several searches of one store as a retriever (implements `Retriever`).

    Attributes:
        location: the store.
        searches: one for each kind of item.
        embed: makes the query's vector.
        item_id: which item a point is; empty for none of ours.
    """

    location: QdrantPlace
    searches: tuple[Search, ...]
    embed: Callable[[str], Vector]
    item_id: Callable[[Payload, Sequence[Searchable]], str]
    name: str = "Qdrant"

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """See `Retriever.scores`; of several points of one item the best counts.

        Raises:
            RetrievalError: see `QdrantStore`; also where the collection holds no point at all.
        """
        vector = self.embed(query)
        done = 0

        def searched() -> list[Hit]:
            nonlocal done
            hits: list[Hit] = []
            with QdrantStore(self.location) as store:
                if not store.points:
                    raise RetrievalError(
                        _("{collection} in {name} is empty.").format(
                            collection=self.location.collection, name=self.location.name
                        )
                    )
                for search in self.searches:
                    hits += store.search(vector, search)
                    done += 1
            return hits

        def pending() -> None:
            if progress is not None:
                progress(done, len(self.searches))

        # The client cannot be interrupted: neither while it reads a folder, nor while it waits.
        hits = awaited(searched, pending)
        pending()
        found: dict[str, float] = {}
        for hit in hits:
            item = self.item_id(hit.payload, items)
            if item:
                found[item] = max(hit.score, found.get(item, hit.score))
        return found


def _payload(value: object) -> Payload:
    return value if is_object(value) else {}


def _models() -> Any:
    try:
        return importlib.import_module("qdrant_client").models
    except ImportError as error:
        raise RetrievalError(needs_qdrant()) from error


def _client(location: QdrantPlace) -> _Client:
    package = importlib.import_module("qdrant_client")
    if location.folder is not None:
        # The client would make an empty store in any folder that it is given.
        if not (location.folder / "meta.json").is_file():
            raise RetrievalError(
                _("{folder} is no folder of a local Qdrant.").format(folder=location.folder)
            )
        try:
            return cast("_Client", package.QdrantClient(path=str(location.folder)))
        except Exception as error:
            # The client closes nothing where it fails: what it opened goes with its frames, and
            # not only when the error is forgotten, which a panel may keep for hours.
            error.__context__ = None
            traceback.clear_frames(error.__traceback__)
            raise
    checked_address(location.address)
    with warnings.catch_warnings():
        # That a key goes over http is said where the address is written.
        warnings.filterwarnings("ignore", message="Api key is used with an insecure connection")
        client = package.QdrantClient(
            url=location.address,
            api_key=location.key or None,
            timeout=location.timeout,
            # Neither another address is asked, as a proxy would be, nor one call more.
            trust_env=False,
            check_compatibility=False,
        )
    return cast("_Client", client)
