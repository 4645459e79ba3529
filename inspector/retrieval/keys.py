"""Keys of endpoints, in the system's keyring; the package `keyring` is an optional extra."""

import importlib
from typing import Protocol, cast

from inspector.retrieval.installed import install_command
from inspector.retrieval.retriever import RetrievalError

SERVICE = "memory-inspector"


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
        raise RetrievalError(f"The system's keyring cannot be read: {_said(error)}.") from error


def keep_key(address: str, key: str) -> None:
    """Keep the key of an address.

    Raises:
        RetrievalError: there is no keyring, or it is locked.
    """
    keyring, failure = _keyring()
    try:
        keyring.set_password(SERVICE, address, key)
    except failure as error:
        raise RetrievalError(f"The system's keyring cannot be written: {_said(error)}.") from error


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
        raise RetrievalError(f"The system's keyring cannot be written: {_said(error)}.") from error


def _keyring() -> tuple[_Keyring, type[Exception]]:
    try:
        keyring = importlib.import_module("keyring")
        errors = importlib.import_module("keyring.errors")
    except ImportError as error:
        raise RetrievalError(
            "Keys are kept in the system's keyring; install what reads it with: "
            f"{install_command('keyring')}"
        ) from error
    return cast("_Keyring", keyring), cast("type[Exception]", errors.KeyringError)


def _said(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
