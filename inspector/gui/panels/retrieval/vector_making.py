"""Makes the query's vector with which OpenVault's releases are asked."""

from dataclasses import replace

from inspector.gui.panels.retrieval.request import RetrievalRequest
from inspector.gui.state.commands import Commands
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.running import Report, Running
from inspector.gui.state.session import Session
from inspector.language import _
from inspector.retrieval.embedding_cache import EmbeddingCache

_MAKING = _("Making the query's vector…")
_MOST_QUERIES = 64

Vector = tuple[float, ...]


class VectorMaking:
    """Makes vectors, puts them into the question, and knows what they were made of.

    Args:
        session: what is asked.
        commands: the only writer of it.
        running: makes the vector.
        cache: where vectors are kept.
    """

    def __init__(
        self, session: Session, commands: Commands, running: Running, cache: EmbeddingCache
    ) -> None:
        self._session = session
        self._commands = commands
        self._running = running
        self._cache = cache
        self._made_of: dict[Vector, str] = {}

    def make(self, request: RetrievalRequest) -> None:
        """Make the vector, and use it as one step to undo."""
        cache = self._cache

        def make(report: Report) -> tuple[Vector, str]:
            from inspector.gui.panels.retrieval import work  # noqa: PLC0415 - a quick start

            return work.vault_vector(request, cache, report)

        self._running.start(_MAKING, make, self._take)

    def use(self, vector: Vector | None) -> None:
        """Ask with a vector, or without any."""
        question = self._session.question
        text = _("Query vector removed") if vector is None else _("Query vector for OpenVault 26")
        moment = replace(question.moment, query_vector=vector)
        self._commands.submit(SetQuestion(question.with_moment(moment), text))

    def made_of(self, vector: Vector | None) -> str | None:
        """The text that a vector was made of; None if it was not made here."""
        return None if vector is None else self._made_of.get(vector)

    def forget(self) -> None:
        """Another chat is being opened."""
        self._made_of.clear()

    def _take(self, made: tuple[Vector, str]) -> None:
        vector, query = made
        self._made_of.pop(vector, None)
        self._made_of[vector] = query
        while len(self._made_of) > _MOST_QUERIES:
            self._made_of.pop(next(iter(self._made_of)))
        self.use(vector)
