"""What qdrant-client says when something goes wrong, in plain sentences."""

import importlib
import pickle
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

from inspector.language import N_, _
from inspector.retrieval.keys import without_key
from inspector.retrieval.retriever import RetrievalError

_SHOWN_CHARS = 200
_READ_BYTES = 4096

_GARBAGE = (
    AssertionError,
    AttributeError,
    EOFError,
    ImportError,
    KeyError,
    TypeError,
    ValueError,
    pickle.UnpicklingError,
    sqlite3.DatabaseError,
)
"""What the client trips over where an answer is none of Qdrant's, or a folder is damaged."""

_CONNECTING = {
    "refused": N_("Nothing listens at {name}; is Qdrant running?"),
    "timed out": N_("{name} was silent for {seconds} seconds."),
    "CERTIFICATE_VERIFY_FAILED": N_("The certificate of {name} is not trusted."),
    "SSL": N_("{name} does not answer as https does; is it http?"),
    "not known": N_("No server is known by the name in {name}."),
    "getaddrinfo": N_("No server is known by the name in {name}."),
    "disconnected": N_("{name} closed the connection without an answer."),
    "reset by peer": N_("{name} closed the connection without an answer."),
}
"""Words of an error of the connection, and what they mean."""


@contextmanager
def explained(name: str, seconds: int, key: str, *, is_folder: bool) -> Generator[None]:
    """Turn what the client raises into a `RetrievalError` that names the store.

    Args:
        name: the folder or the server's address.
        seconds: how long a server may be silent.
        key: what was sent to it, which is never shown; empty for none.
        is_folder: whether it is a folder.
    """
    exceptions = importlib.import_module("qdrant_client.http.exceptions")
    failures = cast("type[Exception]", exceptions.ApiException)
    try:
        yield
    except (failures, RuntimeError, OSError, *_GARBAGE) as error:
        words = _of_folder(name, error) if is_folder else _of_server(name, seconds, error, key)
        raise RetrievalError(words) from error


def _of_folder(name: str, error: Exception) -> str:
    wording = _in_one_line(error)
    if "already accessed" in wording:
        return _("{name} is locked: another program has this Qdrant folder open.").format(name=name)
    return _("The Qdrant folder {name} cannot be read: {wording}.").format(
        name=name, wording=wording
    )


def _of_server(name: str, seconds: int, error: Exception, key: str) -> str:
    status: object = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _of_status(name, status, error, key)
    wording = _in_one_line(error)
    for words, meaning in _CONNECTING.items():
        if words in wording:
            return _(meaning).format(name=name, seconds=seconds)
    if isinstance(error, _GARBAGE) or isinstance(getattr(error, "source", None), _GARBAGE):
        return _("{name} does not answer as Qdrant does; is the address right?").format(name=name)
    return _("The Qdrant server {name} cannot be asked: {why}.").format(
        name=name, why=without_key(wording, key)
    )


def _of_status(name: str, status: int, error: Exception, key: str) -> str:
    if status in (401, 403):
        return _("{name} refuses the key, or asks for one ({status}).").format(
            name=name, status=status
        )
    if 300 <= status < 400:
        return _("{name} sends elsewhere ({status}); nothing is sent to other addresses.").format(
            name=name, status=status
        )
    content: object = getattr(error, "content", b"")
    wording = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
    displayed = " ".join(without_key(wording[:_READ_BYTES], key)[:_SHOWN_CHARS].split())
    words = _("{address} answered {status}: {words}.")
    if not displayed:
        words = _("{address} answered {status}.")
    return words.format(address=name, status=status, words=displayed)


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
