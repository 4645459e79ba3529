"""What runs on the worker: looking, scoring, making the query's vector.

Imported when something is asked for, so that the window starts without network and database.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from inspector import files
from inspector.core.document import sources_of
from inspector.core.items import ItemKind, Searchable
from inspector.core.sources import Scores
from inspector.gui.kit.text import counted
from inspector.gui.panels.retrieval.request import Inspection, RetrievalRequest
from inspector.gui.panels.retrieval.sending import destinations, not_agreed, uses_endpoint
from inspector.gui.panels.retrieval.words import NO_QUERY, VAULT_SILENT
from inspector.language import _
from inspector.llm.enrichment.search import Bm25Retriever
from inspector.preferences import RetrievalChoice
from inspector.retrieval.addresses import checked_address
from inspector.retrieval.cosine import EmbeddedCosine, Embedder, StoredVectors, Vector
from inspector.retrieval.embedding_cache import EmbeddingCache
from inspector.retrieval.endpoint import EmbeddingsEndpoint
from inspector.retrieval.keys import key_for
from inspector.retrieval.pending import awaited
from inspector.retrieval.qdrant import QdrantPlace
from inspector.retrieval.retriever import Progress, RetrievalError, Retriever
from inspector.retrieval.score_files import read_query_vector, read_scores, read_vectors
from inspector.retrieval.scoring import (
    PointSearch,
    RetrievedScores,
    Sought,
    retrieved,
    since,
    without_score,
)
from inspector.retrieval.transport import Timeouts
from inspector.systems import query_embedder

Check = Callable[[], None]
"""Raises to stop."""


def inspection_of(request: RetrievalRequest, cache: EmbeddingCache, check: Check) -> Inspection:
    """See what there is to score and what it would send; nothing is sent.

    Raises:
        InspectorError: a setting is refused, or the cache cannot be read.
    """
    sought, choice = request.sought(), request.choice
    check()
    scores = sources_of(request.state.document).scores
    missing = [] if scores is None else without_score(sought, scores)
    texts = dict.fromkeys(_texts(choice, sought))
    known = cache.known(choice.model, tuple(texts)) if texts else {}
    unknown = [text for text in texts if text not in known]
    return Inspection(
        request=request,
        sought=sought,
        scored=None if scores is None else len(sought.items) - len(missing),
        without=tuple(item.key for item in missing),
        since=since(scores, sought),
        texts=len(unknown),
        size=sum(len(text.encode("utf-8", "surrogatepass")) for text in unknown),
        kept=len(texts) - len(unknown),
        vault_query=vault_query(request),
    )


def vault_inspection_of(
    request: RetrievalRequest, cache: EmbeddingCache, check: Check
) -> Inspection:
    """See what making the query's vector for OpenVault would send."""
    seen = inspection_of(request, cache, check)
    text = seen.vault_query
    known = cache.known(request.choice.model, [text])
    size = len(text.encode("utf-8", "surrogatepass"))
    return replace(seen, texts=1 - len(known), size=0 if known else size, kept=len(known))


def score(request: RetrievalRequest, cache: EmbeddingCache, progress: Progress) -> Scores:
    """Ask whom a person chose.

    Raises:
        InspectorError: there is no usable answer; the text says why.
    """
    choice = request.choice
    if choice.method == "scores":
        path = Path(choice.scores_file)
        return replace(read_scores(*_read(path)), retriever=_("file {name}").format(name=path.name))
    sought = request.sought()
    match choice.method:
        case "vectors":
            return _by_vectors(request, sought, cache, progress)
        case "qdrant":
            return _by_qdrant(request, sought, cache, progress)
        case _:
            _check_query(sought)
            endpoint = _endpoint(request, cache, progress)
            return retrieved(sought, EmbeddedCosine(endpoint), progress)


@dataclass(frozen=True)
class Searching:
    """Who answers any query over the items.

    Attributes:
        retriever: scores them.
        embedder: makes vectors of texts; None where none are made.
    """

    retriever: Retriever
    embedder: Embedder | None = None


def searching(request: RetrievalRequest, cache: EmbeddingCache, progress: Progress) -> Searching:
    """Who a person chose, for any query; words decide where that needs an address not agreed on.

    So they do where scores, or the query's vector, come from a file: it answers one query alone.
    """
    choice = request.choice
    if not uses_endpoint(choice) or not_agreed(choice, destinations(choice)):
        return Searching(Bm25Retriever())
    endpoint = _endpoint(request, cache, progress)
    match choice.method:
        case "vectors":
            path = Path(choice.vectors_file)
            vectors = read_vectors(*_read(path))
            retriever: Retriever = _Requested(
                _("cosine, file {name}").format(name=path.name),
                lambda query: StoredVectors(vectors, endpoint.embed([query], progress)[0]),
            )
        case "qdrant":
            location, search = _location(request, progress), _search(request, request.sought())
            document = request.state.document
            retriever = request.rules.point_retriever(
                location, search, lambda query: endpoint.embed([query], progress)[0], document
            )
        case _:
            retriever = EmbeddedCosine(endpoint)
    return Searching(retriever, endpoint)


@dataclass(frozen=True)
class _Requested:
    """A retriever that is made for each query (implements `Retriever`)."""

    name: str
    make: Callable[[str], Retriever]

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """See `Retriever.scores`."""
        return self.make(query).scores(query, items, progress)


def vault_query(request: RetrievalRequest) -> str:
    """What OpenVault 26 asks its world context with, by words and by vector."""
    embedder = query_embedder()
    document, moment = request.state.document, request.state.question.moment
    return "" if embedder is None else embedder[1].query_text(document, moment)


def vault_vector(
    request: RetrievalRequest, cache: EmbeddingCache, progress: Progress
) -> tuple[tuple[float, ...], str]:
    """The query's vector for OpenVault 26, and the text that it was made of.

    Raises:
        InspectorError: there is no usable answer; the text says why.
    """
    query = vault_query(request)
    if not query.strip():
        raise RetrievalError(VAULT_SILENT)
    return tuple(_query_vector(request, query, cache, progress)), query


def _texts(choice: RetrievalChoice, sought: Sought) -> Sequence[str]:
    """What would be embedded."""
    if not uses_endpoint(choice):
        return ()
    items = sought.searchables if choice.method == "endpoint" else ()
    return [text for text in (sought.query, *(item.text for item in items)) if text.strip()]


def _by_vectors(
    request: RetrievalRequest, sought: Sought, cache: EmbeddingCache, progress: Progress
) -> RetrievedScores:
    path = Path(request.choice.vectors_file)
    vectors = read_vectors(*_read(path))
    query = _asked_vector(request, sought, cache, progress)
    retriever = StoredVectors(vectors, query, _("cosine, file {name}").format(name=path.name))
    differing = len(retriever.differing(sought.searchables))
    wording = _(
        "{vectors} of another dimension than the query's {n:,} left out: made by another model."
    ).format(vectors=counted(differing, "{n} vector", "{n} vectors"), n=len(query))
    return retrieved(sought, retriever, progress, (wording,) if differing else ())


def _by_qdrant(
    request: RetrievalRequest, sought: Sought, cache: EmbeddingCache, progress: Progress
) -> RetrievedScores:
    location, search = _location(request, progress), _search(request, sought)
    query = _asked_vector(request, sought, cache, progress)
    retriever = request.rules.point_retriever(
        location, search, lambda _: query, request.state.document
    )
    found = retrieved(sought, retriever, progress)
    if not found.values:
        raise RetrievalError(
            _(
                "{name} has points, but none that was found is an item that is open here. Look at "
                "the filters, and whether this is the lorebook and the chronicle that it holds."
            ).format(name=location.name)
        )
    return found


def _location(request: RetrievalRequest, progress: Progress) -> QdrantPlace:
    choice = request.choice.qdrant
    if choice.on_server:
        checked_address(choice.address)
    return QdrantPlace(
        collection=choice.collection or request.rules.collection,
        folder=None if choice.on_server else Path(choice.folder),
        address=choice.address if choice.on_server else "",
        key=_key(request, choice.address, progress) if choice.on_server else "",
        timeout=max(1, round(request.choice.silence)),
    )


def _search(request: RetrievalRequest, sought: Sought) -> PointSearch:
    choice = request.choice.qdrant
    loaded = max(1, len(sought.items))
    return PointSearch(
        user_id=choice.user_id,
        lorebook_ids=choice.lorebook_ids,
        chronicle_id=choice.chronicle_id,
        lorebook_limit=choice.entries or loaded,
        chronicle_limit=choice.events or loaded,
        session_id=choice.session_id,
        chat_limit=sum(item.kind is ItemKind.CHAT for item in sought.items),
        threshold=choice.threshold or None,
    )


def _asked_vector(
    request: RetrievalRequest, sought: Sought, cache: EmbeddingCache, progress: Progress
) -> Vector:
    if request.choice.embed_query:
        _check_query(sought)
    return _query_vector(request, sought.query, cache, progress)


def _query_vector(
    request: RetrievalRequest, query: str, cache: EmbeddingCache, progress: Progress
) -> Vector:
    if not uses_endpoint(request.choice):
        return read_query_vector(*_read(Path(request.choice.query_file)))
    (vector,) = _endpoint(request, cache, progress).embed([query], progress)
    return vector


def _check_query(sought: Sought) -> None:
    if not sought.query.strip():
        raise RetrievalError(NO_QUERY)


def _endpoint(
    request: RetrievalRequest, cache: EmbeddingCache, progress: Progress
) -> EmbeddingsEndpoint:
    choice = request.choice
    checked_address(choice.address)
    return EmbeddingsEndpoint(
        address=choice.address,
        model=choice.model,
        key=_key(request, choice.address, progress),
        timeouts=Timeouts(choice.silence, choice.deadline),
        cache=cache,
    )


def _key(request: RetrievalRequest, address: str, progress: Progress) -> str:
    """The typed key of an address, else the one that is kept for it."""
    if address in request.typed:
        return request.typed[address]
    if address not in request.choice.with_key:
        return ""
    # The keyring may ask the person to unlock it, which takes as long as it takes.
    return awaited(partial(key_for, address), lambda: progress(0, 1))


def _read(path: Path) -> tuple[bytes, str]:
    return files.read(path)[0], str(path)
