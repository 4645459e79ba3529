"""Addresses of servers: whether they are any, which call is made, whether it stays here."""

import ipaddress
from urllib.parse import SplitResult, urlsplit

from inspector.language import _
from inspector.retrieval.retriever import RetrievalError

_CALL = "/embeddings"


def checked_address(address: str) -> SplitResult:
    """The parts of an address.

    Raises:
        RetrievalError: it is none of http or https, or holds a password.
    """
    # `urlsplit` would take some of what no address holds out unseen, and leave the rest.
    written = address.strip()
    whole = written.isprintable() and " " not in written
    try:
        parts = urlsplit(written)
        named = (
            whole and parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        )
    except ValueError:
        named = False
    if not named:
        raise RetrievalError(
            _("{address!r} is no address such as http://localhost:1234/v1.").format(address=address)
        )
    parts = urlsplit(written)
    if parts.username is not None:
        raise RetrievalError(
            _(
                "The address of {hostname} holds a name or a password before the @, which "
                "is not sent and would be kept as plain text; a key is kept in the system's "
                "keyring."
            ).format(hostname=parts.hostname)
        )
    return parts


def embeddings_call(address: str) -> str:
    """The address of the embeddings call, of that or of where the API begins."""
    begin, sign, query = address.strip().partition("?")
    begin = begin.rstrip("/")
    return f"{begin}{'' if begin.endswith(_CALL) else _CALL}{sign}{query}"


def is_local(host: str) -> bool:
    """Whether a host is this computer itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def unprotected(address: str, *, has_key: bool) -> str:
    """A warning where a key would travel unencrypted; else empty."""
    try:
        parts = urlsplit(address.strip())
        plain = parts.scheme == "http" and not is_local(parts.hostname or "")
    except ValueError:
        return ""
    if not (plain and has_key and parts.hostname):
        return ""
    return _("The key would travel unencrypted to {hostname}; use https.").format(
        hostname=parts.hostname
    )
