"""Keys of endpoints, in the system's keyring; the package `keyring` is an optional extra."""

import importlib
from html import unescape
from typing import Protocol, cast
from urllib.parse import unquote_plus

from inspector.language import _
from inspector.retrieval.installed import install_command
from inspector.retrieval.retriever import RetrievalError

SERVICE = "memory-inspector"

_LONGEST_PART = 5
"""So many characters of a key may be shown, as in the common `sk-ab…yz`."""
_MASK = "…"


class _Keyring(Protocol):
    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def key_for(address: str) -> str:
    """The key that is kept for an address; empty if none is.

    Raises:
        RetrievalError: there is no keyring, or it is locked.
    """
    keyring, failure = _keyring()
    try:
        return keyring.get_password(SERVICE, address) or ""
    except failure as error:
        raise RetrievalError(
            _("The system's keyring cannot be read: {wording}.").format(wording=_wording(error))
        ) from error


def keep_key(address: str, key: str) -> None:
    """Keep the key of an address.

    Raises:
        RetrievalError: there is no keyring, or it is locked.
    """
    keyring, failure = _keyring()
    try:
        keyring.set_password(SERVICE, address, key)
    except failure as error:
        raise RetrievalError(
            _("The system's keyring cannot be written: {wording}.").format(wording=_wording(error))
        ) from error


def forget_key(address: str) -> None:
    """Take the key of an address out of the keyring; nothing happens where there is none.

    Raises:
        RetrievalError: there is no keyring, or it is locked.
    """
    keyring, failure = _keyring()
    try:
        if keyring.get_password(SERVICE, address) is not None:
            keyring.delete_password(SERVICE, address)
    except failure as error:
        raise RetrievalError(
            _("The system's keyring cannot be written: {wording}.").format(wording=_wording(error))
        ) from error


def without_key(text: str, key: str) -> str:
    """What a server said, without the key that was sent to it or any telling part of it.

    Empty where the key is in it in another spelling.
    """
    if not key:
        return text
    shortest = min(_LONGEST_PART + 1, len(key))
    parts = {key[at : at + shortest] for at in range(len(key) - shortest + 1)}
    mentioned = [False] * len(text)
    for at in range(len(text) - shortest + 1):
        if text[at : at + shortest] in parts:
            mentioned[at : at + shortest] = [True] * shortest
    pieces: list[str] = []
    for character, hides in zip(text, mentioned, strict=True):
        if not hides:
            pieces.append(character)
        elif pieces[-1:] != [_MASK]:
            pieces.append(_MASK)
    displayed = "".join(pieces)
    rest = (
        unquote_plus(displayed),
        unescape(displayed),
        displayed.replace("\\", ""),
        "".join(displayed.split()),
    )
    return "" if any(part in other for part in parts for other in rest) else displayed


def _keyring() -> tuple[_Keyring, type[Exception]]:
    try:
        keyring = importlib.import_module("keyring")
        errors = importlib.import_module("keyring.errors")
    except ImportError as error:
        raise RetrievalError(
            _(
                "Keys are kept in the system's keyring; install what reads it with: "
                "{install_command}"
            ).format(install_command=install_command("keyring"))
        ) from error
    return cast("_Keyring", keyring), cast("type[Exception]", errors.KeyringError)


def _wording(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
