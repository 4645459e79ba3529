"""Bringing unsaved edits back: into the file as it is, or into what others made of it since."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from inspector.core.decoded import is_list, is_object
from inspector.core.document import Document, sources_of
from inspector.core.edits import Edit, SetField, apply
from inspector.core.errors import EditError, InspectorError
from inspector.core.javascript import UNDEFINED
from inspector.core.recap_edits import EditVersion, SetSceneRecap
from inspector.core.revised_records import as_read
from inspector.core.stored import REMOVED, StoredChange
from inspector.files.unsaved import Draft, State, Unsaved, content_sum
from inspector.jsonbytes.pieces import joined
from inspector.jsonbytes.spelling import spell
from inspector.language import _
from inspector.loading import OpenChat
from inspector.lore_files import FileKind, Lore, OpenLore, what_is, with_lore
from inspector.merging.chats import Merged, Resolutions, Take, ValueDifference
from inspector.merging.files import merge_files
from inspector.merging.lore import lore_over
from inspector.merging.opened import opened_over
from inspector.sillytavern.chat_reader import NotAChatError
from inspector.systems import read_any_chat, recap_keeper, with_sources

CHAT: Final = "chat"
LORE: Final = "lore"
_CONTENTS = "contents"
_MARK_LENGTH = 16


def chat_state(chat: OpenChat, document: Document) -> State:
    """What makes an edited chat of the file as it was first read, for `UnsavedEdits`.

    Raises:
        EditError: the document is of another file.
    """
    return {
        spell([change.message, *change.path]): (
            {} if change.value is REMOVED else {"value": change.value}
        )
        for change in chat.changes(document)
    }


def saved_state(chat: OpenChat, document: Document) -> State | None:
    """What makes the file as it is of what `document` was read from; None if nothing does."""
    reading = chat.reading_of(document)
    if as_read(chat.saved.chat.records) is not reading.document.chat.records:
        return None
    return chat_state(chat, chat.saved)


def lore_state(reading: OpenLore, lore: Lore) -> State:
    """The same for a lorebook or a chronicle: its whole contents, which are small."""
    contents = reading.contents(lore)
    return {} if contents == reading.file.data else {_CONTENTS: contents.decode("latin-1")}


@dataclass(frozen=True)
class DraftEdits:
    """What makes drafts edits.

    Attributes:
        edits: as they were typed, in order.
        rest: the drafts that have no target any more, which can only be copied.
        replaced: those of the others where somebody else changed what they replace.
        theirs: the edits that let that stand there again.
    """

    edits: tuple[Edit, ...] = ()
    rest: tuple[Draft, ...] = ()
    replaced: tuple[Draft, ...] = ()
    theirs: tuple[Edit, ...] = ()


def draft_edits(drafts: Sequence[Draft], document: Document, time: int) -> DraftEdits:
    """What makes drafts edits.

    Targets are `("memory", field, id, …)`, `("version", location)` and `("scene", message)`.

    Args:
        drafts: as they were typed.
        document: the chat that they are of.
        time: of new versions, in milliseconds.
    """
    edits: list[Edit] = []
    rest: list[Draft] = []
    replaced: list[Draft] = []
    theirs: list[Edit] = []
    for draft in drafts:
        edit = _draft_edit(draft, document, time)
        held = _held(draft, document)
        try:
            document = document if edit is None else apply(document, edit)
        except EditError:
            edit = None
        if edit is None:
            rest.append(draft)
            continue
        edits.append(edit)
        if draft.before and draft.before != _mark(held) and _held(draft, document) != held:
            replaced.append(draft)
            theirs += held
    return DraftEdits(tuple(edits), tuple(rest), tuple(replaced), tuple(theirs))


def marked(drafts: Sequence[Draft], document: Document) -> tuple[Draft, ...]:
    """Drafts with a mark of what stands where they are typed."""
    return tuple(replace(one, before=_mark(_held(one, document))) for one in drafts)


def _held(draft: Draft, document: Document) -> tuple[SetField | SetSceneRecap, ...]:
    """What would make what a draft is to replace what it is now; nothing where it replaces none."""
    match draft.target:
        case ("memory", field, *ids):
            indexes, memories = document.memory_indexes, document.memories
            places = [indexes[one] for one in ids if one in indexes]
            return tuple(SetField((at,), field, memories[at].record.get(field)) for at in places)
        case ("scene", message) if message.isdecimal():
            held = (one.scene_recap for one in document.recaps.at(int(message)))
            return tuple(
                SetSceneRecap(int(message), one if isinstance(one, str) else spell(one))
                for one in held
                if one is not UNDEFINED
            )[:1]
        case _:
            return ()


def _mark(held: Sequence[SetField | SetSceneRecap]) -> str:
    values = [one.value if isinstance(one, SetField) else one.text for one in held]
    return content_sum(spell(values).encode())[:_MARK_LENGTH] if held else ""


def _draft_edit(draft: Draft, document: Document, time: int) -> Edit | None:
    match draft.target:
        case ("memory", field, *ids) if ids:
            indexes = {memory.id: memory.index for memory in document.memories if memory.id}
            known = all(one in indexes for one in ids)
            return (
                SetField(tuple(indexes[one] for one in ids), field, draft.text) if known else None
            )
        case ("version", location) if location.isdecimal():
            return EditVersion(int(location), draft.text, time)
        case ("scene", message) if message.isdecimal():
            return SetSceneRecap(int(message), recap_keeper().compacted(draft.text))
        case _:
            return None


@dataclass(frozen=True)
class Recovery:
    """Unsaved edits, and the file that they belong to.

    Attributes:
        unsaved: as they were found.
        now: what the file holds now; None where it is gone, or nothing of its kind any more.
        displayed: the file with unsaved edits of a window in which it is open; None without any.
    """

    unsaved: Unsaved
    now: bytes | None
    displayed: bytes | None = None

    @property
    def is_unchanged(self) -> bool:
        """Whether the file holds what it held when the edits were made."""
        return self.now is not None and content_sum(self.now) == self.unsaved.saved_sum

    @property
    def is_saved(self) -> bool:
        """Whether the file holds all of them: the program ended just after it had saved.

        Raises:
            InspectorError: the edited file cannot be made any more.
        """
        return self.now is not None and self.now == self.edited

    @property
    def is_gone(self) -> bool:
        """Whether there is no such file any more: then the whole edited file is brought back."""
        return self.now is None

    @cached_property
    def edited(self) -> bytes:
        """The file with all unsaved edits, as it would have been saved.

        Raises:
            InspectorError: it cannot be made any more.
        """
        return self._made(self.unsaved.state)

    def merged(
        self, resolutions: Resolutions | None = None, otherwise: Take = Take.THEIRS
    ) -> Merged:
        """The edits in the file as it is now, or is displayed; see `merging`.

        Raises:
            InspectorError: they cannot be brought back.
        """
        if self.now is None:
            return Merged((self.edited,))
        if self.displayed is None and self.is_unchanged:
            accepted = merge_files((self._base, self._base, self.edited), self._names).accepted
            return Merged((self.edited,), accepted)
        now = self._with_saved(self.now if self.displayed is None else self.displayed)
        return merge_files((self._base, now, self.edited), self._names, resolutions, otherwise)

    @property
    def added(self) -> tuple[ValueDifference, ...]:
        """What the file as it is now has otherwise than the one that the edits were made of."""
        if self.now is None or self.is_unchanged:
            return ()
        now = self._with_saved(self.now)
        return merge_files((self._base, self._base, now), self._names).accepted

    def _with_saved(self, now: bytes) -> bytes:
        """The file with what had been saved, where a program that did not know it wrote it."""
        if not self.unsaved.saved:
            return now
        merged = merge_files((self._origin, now, self._base), self._names)
        return joined(merged.pieces) if merged.accepted else now

    @property
    def _names(self) -> tuple[str, str, str]:
        return (
            _("{path} as it was").format(path=self.unsaved.path),
            str(self.unsaved.path),
            _("the unsaved edits"),
        )

    @cached_property
    def _origin(self) -> bytes:
        origin = self.unsaved.origin()
        if origin is None:
            raise InspectorError(
                _(
                    "{path}: the unsaved edits cannot be brought back, since the copy of "
                    "the file in {folder} is damaged."
                ).format(path=self.unsaved.path, folder=self.unsaved.folder)
            )
        return origin

    @property
    def _base(self) -> bytes:
        saved = self.unsaved.saved
        if saved is not None:
            return self._made(saved)
        return self.unsaved.on_disk() or self._origin

    def _made(self, state: State) -> bytes:
        if not state:
            return self._origin
        if self.unsaved.kind == LORE:
            return str(state.get(_CONTENTS, "")).encode("latin-1")
        try:
            chat = read_any_chat(self._origin, str(self.unsaved.path))
            changes = [stored_change(name, value) for name, value in state.items()]
            return joined(chat.changed(changes))
        except (NotAChatError, EditError, ValueError, TypeError) as error:
            raise InspectorError(
                _("{path}: the unsaved edits cannot be brought back: {error}").format(
                    path=self.unsaved.path, error=error
                )
            ) from error


def stored_change(name: str, value: object) -> StoredChange:
    """One change of a state as `chat_state` makes it.

    Raises:
        ValueError: it is none.
    """
    decoded: object = json.loads(name)
    if not is_list(decoded) or not decoded or not is_object(value):
        raise ValueError(_("{name} is no edit").format(name=name))
    message, *path = decoded
    if not (message is None or isinstance(message, int)):
        raise ValueError(_("{name} is no edit").format(name=name))
    keys = tuple(key if isinstance(key, int) else str(key) for key in path)
    return StoredChange(keys, value.get("value", REMOVED), message)


@dataclass(frozen=True, eq=False)
class RecoveryMerge:
    """Unsaved edits, put into the file as it is open now; what both changed is to be decided.

    Attributes:
        recovery: the edits.
        theirs: the file as it is.
        document: the chat that is shown, or that beside which the file stands.
    """

    recovery: Recovery
    theirs: OpenChat | OpenLore
    document: Document

    @property
    def name(self) -> str:
        """What people call the file."""
        return self.theirs.path.name

    @property
    def whole(self) -> Document | Lore:
        """What knows how its values are called."""
        return self.theirs.document if isinstance(self.theirs, OpenChat) else self.theirs.lore

    @property
    def before(self) -> Document:
        """The document with the file as it is."""
        return self.document

    @property
    def added(self) -> tuple[ValueDifference, ...]:
        """What others changed since the edits were made."""
        return self.recovery.added

    def merged(
        self, resolutions: Resolutions | None = None, otherwise: Take = Take.THEIRS
    ) -> Merged:
        """See `Recovery.merged`."""
        return self.recovery.merged(resolutions, otherwise)

    def opened(self, merged: Merged) -> OpenChat | OpenLore:
        """The file with the edits; it holds `theirs` as yet.

        Raises:
            InspectorError: it is none of its kind.
        """
        if isinstance(self.theirs, OpenChat):
            return opened_over(self.theirs, merged.pieces, self.document)
        return lore_over(self.theirs, joined(merged.pieces))

    def displayed(self, merged: Merged) -> Document:
        """The document with the edits."""
        opened = self.opened(merged)
        if isinstance(opened, OpenChat):
            return opened.document
        return with_sources(self.document, with_lore(sources_of(self.document), opened.lore))


def recovery_of(unsaved: Unsaved, displayed: bytes | None = None) -> Recovery:
    """Unsaved edits beside what their file holds now; see `Recovery` for the rest."""
    return Recovery(unsaved, _contents(unsaved), displayed)


def _contents(unsaved: Unsaved) -> bytes | None:
    try:
        data = unsaved.path.read_bytes()
        if unsaved.kind != CHAT:
            is_kind = what_is(data) in (FileKind.LOREBOOK, FileKind.CHRONICLE)
            return data if is_kind else None
        if content_sum(data) != unsaved.saved_sum:
            read_any_chat(data, str(unsaved.path))
    except (OSError, InspectorError, NotAChatError):
        return None
    return data
