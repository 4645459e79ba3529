"""What a request asks of a model, of the bytes that go by."""

import re
import zlib

from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.listening.exchange import LARGEST_KEPT_BYTES

_NOT_ASKING = re.compile(r"token|encode|decode|embed", re.IGNORECASE)
"""Text is counted or turned into numbers there: `/api/extra/tokencount`, `/v1/token/encode`."""
_ASKING = re.compile(r"completions?|chat|messages|responses|\w*generate\w*", re.IGNORECASE)
"""A model is asked there by any API that is known: `/v1/chat/completions`, `/api/v1/generate`."""

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_PLAIN = frozenset({"", "identity"})
_UNPACKED = frozenset({"gzip", "x-gzip", "deflate"})


class PackedError(InspectorError):
    """A body cannot be unpacked; the text says why."""


def asks_a_model(path: str) -> bool:
    """Whether a model is asked for an answer at a path, and not for the tokens of a text."""
    return _NOT_ASKING.search(_last(path)) is None


def must_ask_a_model(path: str) -> bool:
    """Whether nothing else than a request to a model belongs at a path."""
    return _ASKING.fullmatch(_last(path)) is not None and asks_a_model(path)


def _last(path: str) -> str:
    last = path.rstrip("/").rpartition("/")[2]
    # Behind the colon stands what is done: `/v1beta/models/NAME:countTokens`.
    return last.rpartition(":")[2]


def unpacked(body: bytes, encoding: str) -> bytes:
    """A request's body as it was before it was packed.

    Args:
        body: the bytes that went by.
        encoding: the value of the header `Content-Encoding`; empty without one.

    Raises:
        PackedError: it is packed in another way, or what it holds is broken or too large.
    """
    names = [one.strip().lower() for one in encoding.split(",")]
    packings = [one for one in names if one not in _PLAIN]
    for name in reversed(packings) if body else ():
        if name not in _UNPACKED:
            raise _packed(name)
        body = _inflated(body, name)
    return body


def _inflated(body: bytes, name: str) -> bytes:
    # Some clients send `deflate` without its frame.
    is_bare = name == "deflate" and not _has_frame(body)
    inflating = zlib.decompressobj(-zlib.MAX_WBITS if is_bare else _GZIP_OR_ZLIB)
    try:
        whole = inflating.decompress(body, LARGEST_KEPT_BYTES)
    except zlib.error as error:
        raise _packed(name) from error
    if inflating.unconsumed_tail:
        raise PackedError(_("it is too large to be kept"))
    if not inflating.eof or inflating.unused_data:
        raise _packed(name)
    return whole


def _packed(name: str) -> PackedError:
    words = _("its body is packed ({encoding}) and cannot be unpacked")
    return PackedError(words.format(encoding=name))


def _has_frame(body: bytes) -> bool:
    """Whether bytes begin like zlib's."""
    return len(body) > 1 and body[0] & 0x0F == zlib.DEFLATED and (body[0] << 8 | body[1]) % 31 == 0
