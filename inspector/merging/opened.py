"""Edits of an open file, put into what somebody else wrote there meanwhile."""

from dataclasses import dataclass, replace
from functools import cached_property

from inspector.core.document import Document, sources_of
from inspector.core.errors import EditError
from inspector.loading import OpenChat, load
from inspector.merging.chats import Merged, Resolutions, Take, merge_chats
from inspector.sillytavern.chat_file import ChatFile
from inspector.systems import read_any_chat, with_sources


@dataclass(frozen=True, eq=False)
class ChatMerge:
    """A chat with edits, and what stands in its file now.

    Attributes:
        base: the chat as it was read here.
        document: the edited document of it.
        theirs: the chat as its file is now.
    """

    base: OpenChat
    document: Document
    theirs: OpenChat

    def merged(
        self, resolutions: Resolutions | None = None, otherwise: Take = Take.THEIRS
    ) -> Merged:
        """The file with both sides' changes.

        Raises:
            EditError: the edits cannot be written, or a line of the file is no JSON.
        """
        try:
            return merge_chats(self.base.file, self.theirs.file, self._mine, resolutions, otherwise)
        except ValueError as error:
            raise EditError(f"The two states of the file cannot be merged: {error}.") from error

    def opened(self, merged: Merged) -> OpenChat:
        """The merged chat: its file holds theirs as yet, and what theirs was can be gone back to.

        Raises:
            ChatFileError: what was merged is no chat.
        """
        chat = load(b"".join(merged.pieces), self.theirs.on_disk)
        beside = sources_of(self.document)
        return replace(
            chat,
            document=with_sources(chat.document, beside),
            saved=with_sources(self.theirs.document, beside),
            around=self.theirs.around,
            other=self.theirs,
        )

    @cached_property
    def _mine(self) -> ChatFile:
        return read_any_chat(b"".join(self.base.contents(self.document)), str(self.base.path))
