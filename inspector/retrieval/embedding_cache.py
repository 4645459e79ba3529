"""Embeddings on disk, by model and text: a text is sent to an endpoint once."""

import hashlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import platformdirs

from inspector.language import _
from inspector.retrieval.retriever import RetrievalError

if TYPE_CHECKING:
    import sqlite3

Answer = TypeVar("Answer")

_TABLE = """CREATE TABLE IF NOT EXISTS embeddings (
    model TEXT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, text)
) WITHOUT ROWID"""
_ONE = "SELECT vector FROM embeddings WHERE model = ? AND text = ?"
_KEEP = "INSERT OR REPLACE INTO embeddings VALUES (?, ?, ?)"


def usual_cache() -> "EmbeddingCache":
    """The cache in the program's own folder for what can be made again."""
    folder = platformdirs.user_cache_dir("memory-inspector", appauthor=False)
    return EmbeddingCache(Path(folder) / "embeddings.db")


@dataclass(frozen=True)
class EmbeddingCache:
    """A file of embeddings; only marks of the texts are kept, not the texts.

    Attributes:
        path: the file; made when something is kept.
    """

    path: Path

    def known(self, model: str, texts: Sequence[str]) -> dict[str, Sequence[float]]:
        """The vectors of those texts that are there.

        Raises:
            RetrievalError: the file cannot be read.
        """
        if not self.path.exists():
            return {}

        def look_up(connection: "sqlite3.Connection") -> dict[str, Sequence[float]]:
            found: dict[str, Sequence[float]] = {}
            for text in texts:
                row = connection.execute(_ONE, (model, _mark(text))).fetchone()
                if row is not None:
                    found[text] = array("d", row[0])
            return found

        return self._with(look_up)

    def keep(self, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Keep vectors.

        Raises:
            RetrievalError: the file cannot be written.
        """
        rows = [(model, _mark(text), array("d", one).tobytes()) for text, one in vectors.items()]

        def write(connection: "sqlite3.Connection") -> None:
            with connection:
                connection.executemany(_KEEP, rows)

        self._with(write)

    def clear(self) -> None:
        """Forget all vectors.

        Raises:
            RetrievalError: the file cannot be deleted.
        """
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise RetrievalError(
                _("The cache of embeddings {path} cannot be deleted: {error}.").format(
                    path=self.path, error=error
                )
            ) from error

    def _with(self, work: "Callable[[sqlite3.Connection], Answer]") -> Answer:
        import sqlite3  # noqa: PLC0415 - a quick start

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=5)) as connection:
                connection.execute(_TABLE)
                return work(connection)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise RetrievalError(
                _(
                    "The cache of embeddings {path} cannot be used: {error}. It can be deleted."
                ).format(path=self.path, error=error)
            ) from error


def _mark(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
