"""Edits of a lorebook or a chronicle, put into what somebody else wrote there meanwhile."""

from dataclasses import dataclass, replace
from functools import cached_property

from inspector.core.document import Document, sources_of
from inspector.jsonbytes.pieces import joined
from inspector.language import _
from inspector.lore_files import Lore, OpenLore, load_lore, with_lore
from inspector.merging.chats import Merged, Resolutions, Take, ValueDifference
from inspector.merging.files import merge_files
from inspector.systems import with_sources


@dataclass(frozen=True, eq=False)
class LoreMerge:
    """A lorebook or a chronicle with edits, and what stands in its file now.

    As of a chat, what was saved here and theirs does not have is first put back (`ChatMerge`).

    Attributes:
        base: as it was read here.
        lore: what was made of it.
        theirs: as its file is now.
        document: the chat beside which it stands.
    """

    base: OpenLore
    lore: Lore
    theirs: OpenLore
    document: Document

    @property
    def name(self) -> str:
        """What people call the file."""
        return self.base.path.name

    @property
    def whole(self) -> Lore:
        """What knows how its values are called."""
        return self.lore

    @cached_property
    def put_back(self) -> tuple[ValueDifference, ...]:
        """What was saved here and theirs does not have."""
        return self._with_saved.accepted

    @cached_property
    def added(self) -> tuple[ValueDifference, ...]:
        """What others changed since the file was read or saved here."""
        theirs = joined(self._with_saved.pieces)
        return merge_files((self._saved, self._saved, theirs), self._names).accepted

    def merged(
        self, resolutions: Resolutions | None = None, otherwise: Take = Take.THEIRS
    ) -> Merged:
        """The file with both sides' changes.

        Raises:
            InspectorError: the edits cannot be written, or a side is no such file.
        """
        theirs = joined(self._with_saved.pieces)
        mine = self.base.contents(self.lore)
        return merge_files((self._saved, theirs, mine), self._names, resolutions, otherwise)

    def opened(self, merged: Merged) -> OpenLore:
        """The merged file with unsaved edits, which as yet holds `theirs`; that where it is equal.

        Raises:
            InspectorError: it is no such file.
        """
        return lore_over(self.theirs, joined(merged.pieces))

    @property
    def before(self) -> Document:
        """The document with the file as both sides started from it."""
        return with_sources(self.document, with_lore(sources_of(self.document), self.base.saved))

    def displayed(self, merged: Merged) -> Document:
        """The document with what was merged."""
        lore = self.opened(merged).lore
        return with_sources(self.document, with_lore(sources_of(self.document), lore))

    @cached_property
    def _saved(self) -> bytes:
        """What the file held, as far as known here, when others wrote it."""
        return joined(self.base.on_disk.pieces)

    @cached_property
    def _with_saved(self) -> Merged:
        first, theirs = self.base.file.data, self.theirs.file.data
        if self._saved == first:
            return Merged((theirs,))
        return merge_files((first, theirs, self._saved), self._names)

    @property
    def _names(self) -> tuple[str, str, str]:
        path = str(self.base.path)
        return _("{path} as it was").format(path=path), path, _("the unsaved edits")


def lore_over(theirs: OpenLore, contents: bytes) -> OpenLore:
    """A lorebook or chronicle with unsaved edits: its file holds `theirs` as yet.

    Raises:
        InspectorError: the contents are none.
    """
    if contents == theirs.file.data:
        return theirs
    opened = load_lore(theirs.kind, contents, theirs.on_disk)
    return replace(opened, saved=theirs.lore)
