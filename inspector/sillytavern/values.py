"""Decoding one JSON value from bytes, as leniently as SillyTavern's reader does.

`msgspec` is fast and as strict as JavaScript, but refuses some values that JavaScript reads:
lone surrogates, numbers beyond a double, bytes that are no UTF-8. Those go to `json`.
"""

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping
from typing import NoReturn

import msgspec
from typing_extensions import override

from inspector.jsonbytes.scan import integer
from inspector.language import _

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What `msgspec` raises for bytes that it does not decode."""

Spelled = bytes | msgspec.Raw
"""The bytes of one JSON value."""

_decoder = msgspec.json.Decoder()
_members_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])
_elements_decoder = msgspec.json.Decoder(list[msgspec.Raw])
_UTF_16_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
_LARGE, _PART = 1 << 17, 1 << 15
"""Bytes of a value that is decoded in parts, and of about each part of a list."""


class NotJsonError(ValueError):
    """The bytes are no JSON value; the text says why in a few words."""


def decode(data: Spelled, *, allow_nan: bool = False) -> object:
    """The value that `data` spells.

    Args:
        data: JSON in UTF-8; a byte that is none becomes U+FFFD, as in SillyTavern.
        allow_nan: read `NaN` and `Infinity`, which JSON does not have.

    Raises:
        NotJsonError: JavaScript would not read it either, or it is nested too deep.
    """
    try:
        return _decode_fast(data)
    except UNREADABLE:
        return _decode_slowly(bytes(data), float if allow_nan else _refuse)


def _decode_fast(data: Spelled) -> object:
    """Decode in parts what is large: whatever else runs, as a window does, waits for each call."""
    view = memoryview(data)
    opening = view[:1].tobytes() if view.nbytes > _LARGE else b""
    if opening == b"{":
        return {key: _decode_fast(value) for key, value in _members_decoder.decode(data).items()}
    if opening != b"[":
        return _decoder.decode(data)
    elements = _elements_decoder.decode(data)
    count = len(elements) * _PART // view.nbytes
    if count == 0:
        return [_decode_fast(element) for element in elements]
    found: list[object] = []
    for start in range(0, len(elements), count):
        found += _decoder.decode(b"[%b]" % b",".join(elements[start : start + count]))
    return found


def _decode_slowly(data: bytes, constant: Callable[[str], float]) -> object:
    text = data.decode("utf-8", "replace")
    try:
        return json.loads(text, parse_int=integer, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise NotJsonError(_why(error, text, data)) from error
    except RecursionError as error:
        raise NotJsonError(_("it is nested too deep")) from error


def _why(error: json.JSONDecodeError, text: str, data: bytes) -> str:
    if data.startswith(_UTF_16_MARKS) or b"\0" in data[:2]:
        return _("it is UTF-16 text and no UTF-8")
    if not text.strip():
        return _("it is empty")
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return _("it is cut off")
    wrong = f"{error.msg[:1].lower()}{error.msg[1:]}"
    return _("{wrong} at character {position}").format(wrong=wrong, position=error.pos + 1)


def _refuse(name: str) -> NoReturn:
    raise NotJsonError(_("{name} is no JSON value").format(name=name))


def is_same_json(one: object, other: object) -> bool:
    """Whether two decoded values are the same JSON, keys in the same order; 1 and true are not."""
    if one is other:
        return True
    if one != other:
        return False
    try:
        return msgspec.json.encode(one) == msgspec.json.encode(other)
    except (*UNREADABLE, TypeError, OverflowError, ValueError):
        return one is other


class LazyObject(Mapping[str, object]):
    """An object whose values are decoded when they are first asked for.

    Args:
        spelled: the bytes of its values.
        former: an earlier reading of it; values that are spelled as there are the same objects.
    """

    def __init__(
        self, spelled: Mapping[str, Spelled], former: Mapping[str, object] | None = None
    ) -> None:
        self._spelled = spelled
        self._decoded: dict[str, object] = {}
        if isinstance(former, LazyObject):
            # A copy, since other threads may read the former one meanwhile.
            self._decoded = {
                key: value
                for key, value in former._decoded.copy().items()
                if key in spelled and bytes(spelled[key]) == bytes(former._spelled[key])
            }

    @override
    def __getitem__(self, key: str) -> object:
        if key not in self._decoded:
            self._decoded[key] = decode(self._spelled[key], allow_nan=True)
        return self._decoded[key]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._spelled)

    @override
    def __len__(self) -> int:
        return len(self._spelled)
