"""Several chats named at once: one that cannot be read does not keep the others back."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from inspector.console import BAD_INPUT, print_error
from inspector.core.errors import ChatFileError
from inspector.loading import OpenChat, open_chat


class Chats:
    """The chats that were named, opened one after the other.

    Args:
        paths: their files.
        opening: opens one.

    Attributes:
        unread: how many could not be read; each has its line on standard error.
    """

    def __init__(
        self, paths: Sequence[Path], opening: Callable[[Path], OpenChat] = open_chat
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
