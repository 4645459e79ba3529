"""An OpenAI-compatible embeddings endpoint that the user runs or chooses; off by default.

Texts go to the given address and to no other, and each text only once for a model where a cache
is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from inspector.core.decoded import is_list, is_number, members
from inspector.language import _
from inspector.retrieval.addresses import embeddings_call
from inspector.retrieval.cosine import Vector, checked_vector
from inspector.retrieval.embedding_cache import EmbeddingCache
from inspector.retrieval.pending import Pending
from inspector.retrieval.retriever import Progress, RetrievalError
from inspector.retrieval.transport import Timeouts, post_json

_TEXTS_A_REQUEST = 64


@dataclass(frozen=True)
class EmbeddingsEndpoint:
    """Asks for vectors (implements `Embedder`).

    Attributes:
        address: where the API begins, such as `http://localhost:1234/v1`, or the embeddings
            call itself.
        model: what the endpoint calls the model.
        key: sent as a bearer token; empty for none.
        timeouts: how long to wait.
        cache: keeps vectors on disk; None to ask each time.
        texts_a_request: how many texts one request carries.
    """

    address: str
    model: str
    key: str = field(default="", repr=False)
    timeouts: Timeouts = field(default_factory=Timeouts)
    cache: EmbeddingCache | None = None
    texts_a_request: int = _TEXTS_A_REQUEST

    @property
    def name(self) -> str:
        """See `Embedder.name`."""
        return self.model

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> list[Vector]:
        """See `Embedder.embed`; what was answered before a failure stays in the cache."""
        wanted = list(dict.fromkeys(texts))
        known = {} if self.cache is None else self.cache.known(self.model, wanted)
        missing = [text for text in wanted if text not in known]
        if progress is not None:
            progress(len(wanted) - len(missing), len(wanted))
        for start in range(0, len(missing), self.texts_a_request):
            batch = missing[start : start + self.texts_a_request]
            pending = None if progress is None else partial(progress, len(known), len(wanted))
            answered = dict(zip(batch, self._ask(batch, pending), strict=True))
            if self.cache is not None:
                self.cache.keep(self.model, answered)
            known |= answered
            if progress is not None:
                progress(len(known), len(wanted))
        vectors = [known[text] for text in texts]
        if len({len(vector) for vector in vectors}) > 1:
            raise RetrievalError(
                _(
                    "{address} gives vectors of different dimensions for the model {model}; "
                    "if the model changed under its name, clear the cache."
                ).format(address=self.address, model=self.model)
            )
        return vectors

    def _ask(self, texts: list[str], pending: Pending | None) -> list[Vector]:
        body = {"model": self.model, "input": texts}
        answer = post_json(self.call, body, self.key, self.timeouts, pending)
        rows = members(answer).get("data")
        if not is_list(rows) or len(rows) != len(texts):
            raise RetrievalError(
                _(
                    "{call} did not answer with one embedding a text; is it an embeddings "
                    "endpoint, and the model an embedding model?"
                ).format(call=self.call)
            )
        vectors: dict[object, Vector] = {}
        for location, row in enumerate(rows):
            stored = members(row)
            vector = checked_vector(
                stored.get("embedding"), _("{call}: an embedding").format(call=self.call)
            )
            index = stored.get("index", location)
            vectors[index if is_number(index) else None] = vector
        if vectors.keys() != set(range(len(texts))):
            raise RetrievalError(_("{call} numbers its embeddings wrongly.").format(call=self.call))
        return [vectors[location] for location in range(len(texts))]

    @property
    def call(self) -> str:
        """The one address that texts are sent to."""
        return embeddings_call(self.address)
