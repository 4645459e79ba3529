"""What a memory system does as an extension of SillyTavern, from opening a chat to the request.

Source: specs/send-path.md §2, §3.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from inspector.core.document import Document
from inspector.core.sending import ExtensionHost, Send, Stage

AS_IT_STANDS = "as it stands"
"""What the flat settings are called, over which no profile is laid."""


class Extension:
    """The steps that a memory system takes part in; by default it does nothing in any.

    Attributes:
        folders: what the extension's folder may be called, in lower case.
        unprofiled: names of its settings that stand in none of its profiles.
    """

    folders: ClassVar[frozenset[str]] = frozenset()
    unprofiled: ClassVar[frozenset[str]] = frozenset()

    def opened_settings(
        self,
        extensions: Mapping[str, object],
        metadata: Mapping[str, object],
        chat_ids: Sequence[str],
        avatar: str,
    ) -> Mapping[str, object]:
        """`extension_settings` as they are once a chat is open (specs/send-path.md §2).

        Args:
            extensions: as stored.
            metadata: the chat's `chat_metadata`; values are decoded when they are read.
            chat_ids: what the chat may be called: its file's name without ending, its group's id.
            avatar: file name of the character's card; empty in a group.
        """
        return extensions

    def profiles(self, extensions: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
        """By name `extension_settings` as each of its profiles makes them; none without profiles.

        The first are those as they stand (`AS_IT_STANDS`), with no profile laid over them.
        """
        return {}

    def is_on(self, host: ExtensionHost) -> bool:
        """Whether SillyTavern's extension manager lets it do anything."""
        return self.folders.isdisjoint(name.lower() for name in host.disabled)

    def on_opened(self, document: Document, host: ExtensionHost) -> Stage:
        """What it does when a chat is opened."""
        return Stage(document)

    def on_swiped(self, document: Document, host: ExtensionHost) -> Stage:
        """What it does when a swipe is made anew, before everything else."""
        return Stage(document)

    def before_retrieval(self, document: Document, host: ExtensionHost, send: Send) -> Stage:
        """What it does after Send, before it is asked for its prompts.

        Raises:
            ReleaseThrowsError: it stops with an error; its prompts stay as they were.
        """
        return Stage(document)

    def ignored_messages(
        self, document: Document, host: ExtensionHost, send: Send
    ) -> frozenset[int]:
        """Visible messages that it takes out of the request alone (specs/send-path.md §3, step 8).

        They give no text but count for the depth of what is put among the messages.

        Args:
            document: the chat with the new message.
            host: what it sees of SillyTavern.
            send: what was pressed.
        """
        return frozenset()

    def suppresses_lorebooks(self, host: ExtensionHost) -> bool:
        """Whether it takes every lorebook but the chat's own out of SillyTavern's scan."""
        return False

    def rewritten_entry(
        self, book: str, entry: Mapping[str, object], host: ExtensionHost
    ) -> Mapping[str, object]:
        """A lorebook's entry as it changes it before SillyTavern scans.

        Args:
            book: the lorebook's name.
            entry: as stored.
            host: what it sees of SillyTavern.
        """
        return entry

    def retrieval_pending(self, document: Document, host: ExtensionHost, send: Send) -> str | None:
        """The text that it takes for what the user is about to say; None for none."""
        return send.pending or None

    def at_request(self, request: Document, new: int, host: ExtensionHost) -> Document | None:
        """The chat that its texts are made of, where that is not the one before retrieval.

        Args:
            request: the chat as it is when the request is made, new messages at its end.
            new: how many of these are new.
            host: what it sees of SillyTavern.
        """
        return None

    def not_worked_out(self, host: ExtensionHost) -> tuple[str, ...]:
        """Settings of it that are in use and whose effect on a request nobody knows, in words."""
        return ()

    def after_request(self, document: Document, host: ExtensionHost) -> Stage:
        """What it does once a request is complete, which counts for the next one of a turn."""
        return Stage(document)
