"""Printing: UTF-8 whatever the terminal's locale, and nothing that a terminal would obey.

What is printed comes from files and arguments of other people: characters that move a cursor,
change colours or turn text around are shown by their escapes.
"""

import contextlib
import json
import math
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO, cast

from inspector.core.errors import InspectorError
from inspector.jsonbytes.pieces import Piece, chunks

BAD_INPUT = 2
"""The exit status for bad input (DESIGN §4)."""

_SURROGATES = "\ud800-\udfff"
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
"""C0 but tab and line break, DEL, C1, and what overrides the direction of text."""
_LONE_SURROGATE = re.compile(f"[{_SURROGATES}]")
_CONTROL = re.compile(f"[{_CONTROLS}]")
_UNPRINTABLE = re.compile(f"[{_CONTROLS}{_SURROGATES}]")


def visible(text: str) -> str:
    r"""Text with control characters as escapes such as `\u001b`."""
    return _CONTROL.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def print_text(text: str) -> None:
    """Print text and a line break; half of a surrogate pair becomes U+FFFD."""
    _write(_LONE_SURROGATE.sub("\ufffd", visible(text)))


def print_json(value: object) -> None:
    """Print a value as one line of JSON; half of a surrogate pair becomes an escape too.

    A number that JSON has not, such as NaN or what a file's 1e400 is, becomes null, as in
    JavaScript's `JSON.stringify`.
    """
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        written = json.dumps(_finite(value), ensure_ascii=False)
    _write(_UNPRINTABLE.sub(_escaped, written))


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(one) for key, one in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in cast("Sequence[object]", value)]
    return value


class OutputError(InspectorError):
    """Standard output takes nothing: it is closed, or its disk is full.

    Args:
        why: which of both; what was done by then is said with it.
    """

    def __init__(self, why: str) -> None:
        super().__init__("; ".join((why, *_done)))


_done: list[str] = []
"""What this command did already, should nothing be printed any more."""


def note_done(words: str) -> None:
    """Know what was done, to be said where standard output cannot say it."""
    _done.append(words)


def forget_done() -> None:
    """Begin another command."""
    _done.clear()


def _write(text: str) -> None:
    print_pieces([text.encode("utf-8"), b"\n"])


def check_output() -> None:
    """Refuse to do what could not be told.

    Raises:
        OutputError: standard output is closed.
    """
    # Python has no standard output where the shell closed it.
    output: TextIO | None = sys.stdout
    if output is None:
        raise OutputError("standard output is closed")


def print_pieces(pieces: Iterable[Piece]) -> None:
    """Print the bytes of a file as they are."""
    check_output()
    output = sys.stdout
    try:
        output.buffer.writelines(chunks(pieces))
        output.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _give_up(output)
        raise OutputError(f"standard output: {error.strerror}") from error


def print_error(text: str) -> None:
    """Print one line on standard error."""
    line = " ".join(_LONE_SURROGATE.sub("\ufffd", visible(text)).split())
    errors: TextIO | None = sys.stderr
    if errors is not None:
        try:
            errors.buffer.write(f"memory-inspector: {line}\n".encode())
            errors.buffer.flush()
        except OSError:
            _give_up(errors)


def _give_up(stream: TextIO) -> None:
    """What is still buffered would be written again, and fail again, when Python ends."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
