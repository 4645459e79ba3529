"""The endpoint that requests are forwarded to."""

import string
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urlsplit

from inspector.core.errors import InspectorError
from inspector.language import _

_PORTS = {"http": 80, "https": 443}


class EndpointError(InspectorError):
    """An address is none that requests can be forwarded to; the text says why."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go.

    Attributes:
        host: name or address, in ASCII.
        port: TCP port.
        secure: whether it is asked over TLS.
        path: what its paths begin with, in ASCII, without a slash at the end; empty for none.
    """

    host: str
    port: int
    secure: bool
    path: str = ""

    @property
    def authority(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = _PORTS["https" if self.secure else "http"]
        return host if self.port == usual else f"{host}:{self.port}"

    @property
    def displayed(self) -> str:
        """The address as it may be shown: no user, no query, which could hold a key."""
        return f"{'https' if self.secure else 'http'}://{self.authority}{self.path}"

    def target(self, requested: str) -> str:
        """The path to ask for, where the client asked for another one.

        A path that begins like the endpoint's stays; any other is put behind it, so that both
        `http://127.0.0.1:8788` and `http://127.0.0.1:8788/v1` can be what a client points to.
        """
        path, mark, query = requested.partition("?")
        if not self.path or path == self.path or path.startswith(f"{self.path}/"):
            return requested
        return f"{self.path}{path}{mark}{query}"


def parse_endpoint(address: str) -> Endpoint:
    """The endpoint that an address names, with what is not ASCII in it encoded.

    Raises:
        EndpointError: it is no address with http or https and a host.
    """
    parts = _split(address.strip())
    # `urlsplit` lets pass what no address holds, or takes it out unseen.
    whole = address.strip().isprintable() and " " not in address.strip()
    if not whole or parts.scheme not in _PORTS or not parts.hostname:
        raise EndpointError(
            _("{harmless} is no address of an endpoint, such as https://api.example.com/v1").format(
                harmless=_harmless(address)
            )
        )
    if parts.username is not None or parts.query or parts.fragment:
        raise EndpointError(
            _(
                "An endpoint's address holds no user, no query and no fragment: a key "
                "belongs in SillyTavern, which sends it along."
            )
        )
    secure = parts.scheme == "https"
    port = _PORTS[parts.scheme] if parts.port is None else parts.port
    path = quote(parts.path.rstrip("/"), safe=string.punctuation)
    return Endpoint(_ascii_host(parts.hostname, address), port, secure, path)


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        if parts.port == 0:
            raise _no_address(address, _("port 0 is none that can be asked"))
    except ValueError as error:
        raise _no_address(address, error) from error
    return parts


def _ascii_host(name: str, address: str) -> str:
    """A host's name as it stands in a request and is looked up."""
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError as error:
        words = _("{name!r} is no name of a host").format(name=name)
        raise _no_address(address, words) from error


def _no_address(address: str, error: object) -> EndpointError:
    words = _("{harmless} is no address: {error}")
    return EndpointError(words.format(harmless=_harmless(address), error=error))


def _harmless(address: str) -> str:
    """An address without what could be a key in it."""
    return repr(address.partition("?")[0].rpartition("@")[2])
