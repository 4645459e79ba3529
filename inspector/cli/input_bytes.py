"""What a verb is given to read that is no chat: a file, or standard input as `-`."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, TextIO

from inspector.arguments import STANDARD_INPUT, UsageError
from inspector.core.errors import ChatFileError
from inspector.sillytavern.values import NotJsonError, decode
from inspector.small_files import why


def standard_input() -> BinaryIO:
    """Standard input.

    Raises:
        ChatFileError: it was closed before the program began.
    """
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise ChatFileError(STANDARD_INPUT, "standard input is closed")
    return stream.buffer


def bytes_of(name: str, most: int = -1) -> bytes:
    """All that a file or standard input holds.

    Args:
        name: the file, or `-`.
        most: with so many bytes nothing more is read, as of a device that never ends; -1: all.

    Raises:
        ChatFileError: it cannot be read.
    """
    try:
        if name == STANDARD_INPUT:
            return standard_input().read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise ChatFileError(name, why(error)) from error


def text_in(data: bytes, name: str, encoding: str = "utf-8-sig") -> str:
    """The text that bytes spell.

    Args:
        data: the bytes.
        name: what errors call the file.
        encoding: `utf-8` where a mark at the beginning is a part of the text.

    Raises:
        ChatFileError: they are no UTF-8; the text names the line.
    """
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ChatFileError(name, "this is no UTF-8 text", line) from error


def check_typed(texts: Iterable[str]) -> None:
    """Refuse texts that are to be stored and came in another encoding than UTF-8.

    Raises:
        UsageError: one did; its bytes would be kept as halves of characters.
    """
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise UsageError(f"{text!r} is no UTF-8 text") from error


def json_value(data: bytes) -> object:
    """The JSON value that some bytes hold, its numbers as exact as they are written.

    Raises:
        NotJsonError: they hold none; the text says why in a few words.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotJsonError("it is no UTF-8 text") from error
    return decode(text.encode(), allow_nan=True)
