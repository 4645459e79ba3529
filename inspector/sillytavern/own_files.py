"""What a memory system offers that keeps chats or lorebooks in files of its own."""

from typing import Protocol, runtime_checkable

from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.world_info import LorebookFile


@runtime_checkable
class ReadsOwnFiles(Protocol):
    """A memory system with chats and lorebooks in a form that SillyTavern does not know."""

    def owns_chat(self, data: bytes) -> bool:
        """Whether a file looks like a chat of the system's own form."""
        ...

    def read_chat(self, data: bytes, path: str) -> ChatFile:
        """The chat in such a file.

        Raises:
            ChatFileError: it is none; the text names the file.
        """
        ...

    def read_lorebook(self, data: bytes, path: str) -> LorebookFile:
        """A lorebook of any form, the system's own or SillyTavern's.

        Raises:
            InspectorError: it is no lorebook; the text names the file.
        """
        ...
