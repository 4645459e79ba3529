"""Chats that are named: several at once, of which one that cannot be read keeps none back."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from inspector.arguments import STANDARD_INPUT
from inspector.cli.input_bytes import standard_input
from inspector.console import BAD_INPUT, print_error
from inspector.core.errors import ChatFileError
from inspector.core.recap import Host
from inspector.files import OnDisk
from inspector.loading import OpenChat, load, open_chat
from inspector.small_files import why

_STANDARD_INPUT = Path(STANDARD_INPUT)


def open_named(path: Path) -> OpenChat:
    """Read a chat that is named, to look at it; `-` is standard input, of a chat without a name.

    Raises:
        ChatFileError: it cannot be read, or is no chat.
    """
    if path != _STANDARD_INPUT:
        return open_chat(path)
    data = _all_of(standard_input())
    chat = load(data, OnDisk(path, (data,), len(data), modified=0, changed=0, seen=0))
    recaps = replace(chat.document.recaps, host=Host())
    return replace(chat, document=replace(chat.document, recaps=recaps))


@lru_cache(maxsize=1)
def _all_of(stream: BinaryIO) -> bytes:
    """What a stream holds, also for who reads it once more: the sides of `compare`."""
    try:
        return stream.read()
    except OSError as error:
        raise ChatFileError(STANDARD_INPUT, why(error)) from error


class Chats:
    """The chats that were named, opened one after the other.

    Args:
        paths: their files.
        opening: opens one.

    Attributes:
        unread: how many could not be read; each has its line on standard error.
    """

    def __init__(
        self, paths: Sequence[Path], opening: Callable[[Path], OpenChat] = open_named
    ) -> None:
        self._paths = paths
        self._opening = opening
        self.unread = 0

    def __iter__(self) -> Iterator[OpenChat]:
        """Those that can be read.

        Raises:
            ChatFileError: the only one that was named cannot be read.
        """
        for path in self._paths:
            try:
                chat = self._opening(path)
            except ChatFileError as error:
                if len(self._paths) == 1:
                    raise
                print_error(str(error))
                self.unread += 1
            else:
                yield chat

    def status(self, otherwise: int = 0) -> int:
        """The exit status once all have been gone through."""
        return BAD_INPUT if self.unread else otherwise
