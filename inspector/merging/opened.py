"""Edits of an open file, put into what somebody else wrote there meanwhile."""

from dataclasses import dataclass, replace
from functools import cached_property

from inspector.core.document import Document, sources_of
from inspector.core.edits import changes_between
from inspector.core.errors import EditError
from inspector.jsonbytes.pieces import Pieces, joined
from inspector.language import _
from inspector.loading import OpenChat, load
from inspector.merging.alignment import missing, rewritten
from inspector.merging.chats import (
    Merged,
    Resolutions,
    Take,
    ValueDifference,
    differences,
    merge_chats,
)
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.reread_lines import BytesSource
from inspector.systems import read_any_chat_again, with_sources


@dataclass(frozen=True, eq=False)
class ChatMerge:
    """A chat with edits, and what stands in its file now.

    A tab of SillyTavern that held the chat before edits were saved writes it without them. So
    what was saved here is first put back where theirs has what was there before; only then are
    unsaved edits merged.

    Attributes:
        base: the chat as it was read here.
        document: the edited document of it.
        theirs: the chat as its file is now.
    """

    base: OpenChat
    document: Document
    theirs: OpenChat

    @cached_property
    def put_back(self) -> tuple[ValueDifference, ...]:
        """What was saved here and theirs does not have."""
        return self._with_saved[1]

    @property
    def rewritten(self) -> tuple[int, ...]:
        """Indexes of messages that others changed."""
        return rewritten(self._saved, self.theirs.file)

    @property
    def missing(self) -> int:
        """How many messages theirs does not have any more."""
        return missing(self._saved, self.theirs.file)

    @cached_property
    def added(self) -> tuple[ValueDifference, ...]:
        """What others changed since the file was read or saved here."""
        return differences(self._saved, self._with_saved[0])

    def merged(
        self, resolutions: Resolutions | None = None, otherwise: Take = Take.THEIRS
    ) -> Merged:
        """The file with both sides' changes.

        Raises:
            EditError: the edits cannot be written, or a line of the file is no JSON.
        """
        return _merged(
            self._saved,
            self._with_saved[0],
            self._edited,
            resolutions,
            otherwise,
        )

    @property
    def name(self) -> str:
        """What people call the file."""
        return self.base.path.name

    @property
    def whole(self) -> Document:
        """What knows how its values are called."""
        return self.document

    @property
    def before(self) -> Document:
        """The document that both sides started from."""
        return with_sources(self.base.saved, sources_of(self.document))

    def displayed(self, merged: Merged) -> Document:
        """The document with what was merged."""
        return self.opened(merged).document

    def opened(self, merged: Merged) -> OpenChat:
        """The merged chat; see `opened_over`."""
        return opened_over(self.theirs, merged.pieces, self.document)

    @cached_property
    def _first(self) -> ChatFile:
        return (self.base.other or self.base).file

    @cached_property
    def _saved(self) -> ChatFile:
        return self._read(self.base.saved)

    @cached_property
    def _with_saved(self) -> tuple[ChatFile, tuple[ValueDifference, ...]]:
        """Theirs with what was saved here, and what of that was put back."""
        if self._saved is self._first:
            return self.theirs.file, ()
        merged = _merged(self._first, self.theirs.file, self._saved)
        if not merged.accepted:
            return self.theirs.file, ()
        return self._again(merged.pieces, self.theirs.file), merged.accepted

    @cached_property
    def _edited(self) -> ChatFile:
        is_saved = not changes_between(self.base.saved, self.document).in_chat
        return self._saved if is_saved else self._read(self.document)

    def _read(self, document: Document) -> ChatFile:
        """The file of a document; the reading itself where it holds nothing else."""
        reading = self.base.reading_of(document)
        if not self.base.changes(document):
            return reading.file
        return self._again(self.base.contents(document), reading.file)

    def _again(self, contents: Pieces, former: ChatFile) -> ChatFile:
        source = BytesSource(joined(contents))
        return read_any_chat_again(source, str(self.base.path), former)


def _merged(
    base: ChatFile,
    theirs: ChatFile,
    mine: ChatFile,
    resolutions: Resolutions | None = None,
    otherwise: Take = Take.THEIRS,
) -> Merged:
    try:
        return merge_chats(base, theirs, mine, resolutions, otherwise)
    except ValueError as error:
        raise EditError(
            _("The two states of the file cannot be merged: {error}.").format(error=error)
        ) from error


def opened_over(theirs: OpenChat, contents: Pieces, around: Document) -> OpenChat:
    """A chat with unsaved edits: its file holds `theirs` as yet, which can be gone back to.

    Args:
        theirs: the chat as its file holds it.
        contents: the bytes with the edits.
        around: what stands beside the chat stands beside this document.

    Raises:
        ChatFileError: the contents are no chat.
    """
    chat = load(joined(contents), theirs.on_disk, theirs)
    beside = sources_of(around)
    return replace(
        chat,
        document=with_sources(chat.document, beside),
        saved=with_sources(theirs.document, beside),
        around=theirs.around,
        other=theirs,
    )
