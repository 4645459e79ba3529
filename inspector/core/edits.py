"""Edits are values; applying one gives another document and leaves the first as it was."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, count
from operator import is_not
from types import MappingProxyType
from typing import cast

from inspector.core.chat import Chat
from inspector.core.checked_text import checked_text
from inspector.core.decoded import is_list, is_number, is_object, items, members, names, with_names
from inspector.core.document import Document
from inspector.core.errors import EditError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.indexes import checked_memory, checked_message
from inspector.core.lore import LoreKind
from inspector.core.lore_edits import LoreEdit, edited_lore
from inspector.core.memory import CharacterState, Memory
from inspector.core.memory_edits import ReviseMemories
from inspector.core.recap_edits import RecapChanges, RecapEdit, apply_recap, recap_changes
from inspector.core.record_search import Records
from inspector.core.revised_records import TEXT, revised, with_texts_as_read
from inspector.language import _


@dataclass(frozen=True, slots=True)
class SetField:
    """Give one field the same value on one or more memories: one step to undo.

    Attributes:
        memories: their indexes.
        field: the stored key or an alias of it.
        value: the new value; None clears an optional text.
        keep_known_events: leave `known_events` alone when witnesses change.
    """

    memories: tuple[int, ...]
    field: str
    value: object
    keep_known_events: bool = False


@dataclass(frozen=True, slots=True)
class ChangeNames:
    """Add names to, and remove names from, a list of names on one or more memories.

    Unlike `SetField` it leaves the other names of each memory as they are.
    """

    memories: tuple[int, ...]
    field: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    keep_known_events: bool = False


@dataclass(frozen=True, slots=True)
class RotateIntegrity:
    """Give the chat another integrity mark (specs/sillytavern.md §3).

    A SillyTavern tab that still holds the old chat is then asked before it overwrites.

    Attributes:
        mark: the new one, a UUID.
    """

    mark: str


@dataclass(frozen=True, slots=True)
class SetHidden:
    """Leave messages out of prompts, or put them back, as SillyTavern's `/hide` and `/unhide` do.

    Attributes:
        messages: their indexes.
        hidden: True to hide.
        mark: a key that is set to true in each of them besides, as an extension notes what it
            hides; empty for none.
    """

    messages: tuple[int, ...]
    hidden: bool
    mark: str = ""


class SystemEdit(ABC):
    """An edit that applies itself: of what a system keeps, or of what stands beside the chat."""

    @abstractmethod
    def applied(self, document: Document) -> Document:
        """The document after it; the same object if it changes nothing.

        Raises:
            EditError: the edit names no message, or a value that cannot be.
        """


@dataclass(frozen=True, slots=True)
class SetText:
    """Give a message another text; its swipes stay as they are (specs/sillytavern.md §1.3).

    Attributes:
        message: its index.
        text: the new text.
    """

    message: int
    text: str


MemoryEdit = SetField | ChangeNames
Edit = (
    MemoryEdit
    | SetHidden
    | SetText
    | RotateIntegrity
    | RecapEdit
    | LoreEdit
    | SystemEdit
    | ReviseMemories
)


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs between two documents.

    Attributes:
        memories: indexes of the memories that differ.
        characters: names whose state differs.
        recaps: what of the recaps differs.
        message_data: whether what other systems keep with messages differs.
        stores: whether what a system keeps besides memories and characters differs.
        integrity: whether the integrity mark differs.
        chat_replaced: whether it is another chat, or other memories: nothing compares with before.
        went_on: whether others went on with the chat: its messages are another reading, at least
            as many, and every memory stands where it was.
        hidden: whether other messages are hidden.
        marks: whether messages have values of their own besides.
        lore: whether the lorebook or the chronicle beside the chat differs.
        beside: whether anything else that was loaded beside the chat differs.
    """

    memories: frozenset[int] = frozenset()
    characters: frozenset[str] = frozenset()
    recaps: RecapChanges = field(default_factory=RecapChanges)
    message_data: bool = False
    stores: bool = False
    integrity: bool = False
    chat_replaced: bool = False
    went_on: bool = False
    hidden: bool = False
    marks: bool = False
    lore: bool = False
    beside: bool = False

    def __bool__(self) -> bool:
        return self.in_chat or self.lore or self.beside

    @property
    def in_chat(self) -> bool:
        """Whether the chat's own file differs."""
        return bool(
            self.memories
            or self.characters
            or self.recaps
            or self.message_data
            or self.stores
            or self.integrity
            or self.chat_replaced
            or self.went_on
            or self.hidden
            or self.marks
        )

    def __or__(self, later: "Changes") -> "Changes":
        """What differs after these changes and later ones."""
        if not later or not self:
            return self or later
        return Changes(
            self.memories | later.memories,
            self.characters | later.characters,
            self.recaps | later.recaps,
            self.message_data or later.message_data,
            self.stores or later.stores,
            self.integrity or later.integrity,
            self.chat_replaced or later.chat_replaced,
            self.went_on or later.went_on,
            self.hidden or later.hidden,
            self.marks or later.marks,
            self.lore or later.lore,
            self.beside or later.beside,
        )

    def memories_of(self, document: "Document") -> frozenset[int]:
        """Indexes of the memories to be shown anew: where messages are hidden, all of them."""
        if self.chat_replaced or self.hidden:
            return frozenset(range(len(document.memories)))
        return self.memories


def field_named(document: Document, name: str) -> FieldSpec:
    """The field with this key or alias.

    Raises:
        EditError: no memory of this chat has such a field.
    """
    for spec in document.fields:
        if name == spec.key or name in spec.aliases:
            return spec
    words = _("There is no field {name!r} to edit; this chat's memories have {known}.")
    if not document.fields:
        words = _(
            "There is no field {name!r} to edit; this chat's memories have none: it carries no "
            "memories."
        )
    known = ", ".join(spec.key for spec in document.fields)
    raise EditError(words.format(name=name, known=known))


def apply(document: Document, edit: Edit) -> Document:
    """The document after an edit; the same object if the edit changes nothing.

    Raises:
        EditError: the edit names no memory, no field, or a value the field cannot have.
    """
    if isinstance(edit, SystemEdit | ReviseMemories):
        return edit.applied(document)
    if isinstance(edit, RotateIntegrity):
        if not document.integrity:
            raise EditError(_("This chat has no integrity mark to rotate."))
        return replace(document, integrity=edit.mark)
    if isinstance(edit, RecapEdit):
        return _apply_to_recaps(document, edit)
    if isinstance(edit, SetHidden):
        return _apply_hidden(document, edit)
    if isinstance(edit, SetText):
        return _apply_text(document, edit)
    if isinstance(edit, LoreEdit):
        return _apply_to_lore(document, edit)
    return _apply_to_memories(document, edit)


def _apply_to_recaps(document: Document, edit: RecapEdit) -> Document:
    recaps = apply_recap(document.recaps, edit)
    if recaps is document.recaps:
        return document
    for message in recap_changes(document.recaps, recaps).messages:
        _refuse_without_room(
            document.chat, message, [one.key.message for one in recaps.at(message)]
        )
    return replace(document, recaps=recaps)


def _refuse_without_room(chat: Chat, message: int, keys: Sequence[str]) -> None:
    """Refuse to keep anything of a message whose file has something else in the place for it."""
    _refuse_no_object(chat, message)
    record = chat.records[message]
    for holder, words in (
        (
            record,
            _(
                "The `{name}` of message {message} is no JSON object, so that nothing can be kept "
                "in it without losing what it is."
            ),
        ),
        (
            _current_swipe(record),
            _(
                "The `{name}` of its swipe of message {message} is no JSON object, so that nothing "
                "can be kept in it without losing what it is."
            ),
        ),
    ):
        extra = holder.get("extra")
        found = [("extra", extra), *((f"extra.{key}", members(extra).get(key)) for key in keys)]
        for name, value in found:
            if value is not None and not is_object(value):
                raise EditError(words.format(name=name, message=message))


def _current_swipe(record: Mapping[str, object]) -> Mapping[str, object]:
    """Where SillyTavern keeps its copy of the message's `extra` (specs/sillytavern.md §1.3)."""
    chosen, swipes = record.get("swipe_id"), items(record.get("swipe_info"))
    if not is_number(chosen) or chosen != int(chosen) or not 0 <= chosen < len(swipes):
        return {}
    return members(swipes[int(chosen)])


def _refuse_no_object(chat: Chat, message: int) -> None:
    if message in chat.not_objects:
        raise EditError(
            _(
                "Message {message} is JSON but no object in the file, so that nothing of it "
                "can be changed."
            ).format(message=message)
        )


def _apply_to_lore(document: Document, edit: LoreEdit) -> Document:
    if edit.kind is LoreKind.LOREBOOK:
        lorebook = document.lorebook
        if lorebook is None:
            raise EditError(_("No lorebook is open beside this chat."))
        edited = edited_lore(lorebook, edit)
        return document if edited is lorebook else replace(document, lorebook=edited)
    chronicle = document.chronicle
    if chronicle is None:
        raise EditError(_("No chronicle is open beside this chat."))
    after = edited_lore(chronicle, edit)
    return document if after is chronicle else replace(document, chronicle=after)


def _apply_hidden(document: Document, edit: SetHidden) -> Document:
    chat = document.chat
    if not chat.stores_hidden:
        words = _("This file is a saved answer, in which no message can be hidden or shown.")
        raise EditError(words)
    hidden = bytearray(chat.hidden)
    for index in edit.messages:
        _refuse_no_object(chat, checked_message(index, len(hidden)))
        hidden[index] = edit.hidden
    after = bytes(hidden)
    records = chat.records
    if edit.mark:
        records = revised(records, {index: {edit.mark: True} for index in edit.messages})
    if after == chat.hidden and records is chat.records:
        return document
    return replace(document, chat=replace(chat, hidden=after, records=records))


def _apply_text(document: Document, edit: SetText) -> Document:
    chat = document.chat
    _refuse_no_object(chat, checked_message(edit.message, len(chat)))
    records = revised(chat.records, {edit.message: {TEXT: checked_text(edit.text)}})
    return replace(document, chat=replace(chat, records=records))


def _apply_to_memories(document: Document, edit: MemoryEdit) -> Document:
    spec = field_named(document, edit.field)
    if not edit.memories:
        raise EditError(_("No memory is selected."))
    memories = list(document.memories)
    characters = dict(document.characters)
    changed = False
    for index in edit.memories:
        before = memories[checked_memory(index, len(memories))]
        value = _value_for(before, spec, edit)
        if _holds(before, spec.key, value):
            continue
        changed = True
        _refuse_beyond(document.chat, spec, before, value)
        after = _with(document.chat, before, spec, value)
        memories[index] = after
        if spec.known_events and not edit.keep_known_events:
            _follow_witnesses(characters, before, after)
    if not changed:
        return document
    return replace(document, memories=tuple(memories), characters=MappingProxyType(characters))


def changes_between(before: Document, after: Document) -> Changes:
    """What differs, found by identity: what an edit left alone is the same object."""
    if len(before.memories) != len(after.memories):
        return Changes(chat_replaced=True)
    memories: frozenset[int] = frozenset()
    is_other = False
    if before.memories is not after.memories:
        differ = compress(count(), map(is_not, before.memories, after.memories))
        rest = [(before.memories[index], after.memories[index]) for index in differ]
        if any(old.location != new.location for old, new in rest):
            return Changes(chat_replaced=True)
        memories = frozenset(new.index for _, new in rest)
        is_other = any(old.id != new.id for old, new in rest)
    are_others = _are_others(before.chat.records, after.chat.records)
    went_on = are_others and not is_other and len(before.chat) <= len(after.chat)
    characters = frozenset(
        name
        for name in before.characters.keys() | after.characters.keys()
        if before.characters.get(name) is not after.characters.get(name)
    )
    return Changes(
        memories,
        characters,
        recaps=recap_changes(before.recaps, after.recaps),
        message_data=before.message_data is not after.message_data,
        stores=_differ(before.stores, after.stores),
        integrity=before.integrity != after.integrity,
        chat_replaced=are_others and not went_on,
        went_on=went_on,
        hidden=before.chat.hidden != after.chat.hidden[: len(before.chat)],
        marks=before.chat.records is not after.chat.records,
        lore=before.lorebook is not after.lorebook or before.chronicle is not after.chronicle,
        beside=before.beside is not after.beside,
    )


def _differ(before: Mapping[str, object], after: Mapping[str, object]) -> bool:
    return before is not after and (
        before.keys() != after.keys() or any(after[key] is not one for key, one in before.items())
    )


def _are_others(before: Records, after: Records) -> bool:
    """Whether these are the messages of another chat, or have other texts."""
    return with_texts_as_read(before) is not with_texts_as_read(after)


def _value_for(memory: Memory, spec: FieldSpec, edit: MemoryEdit) -> object:
    held = memory.record.get(spec.key)
    if spec.kind is not FieldKind.NAMES:
        value = edit.value if isinstance(edit, SetField) else names(held)
        return spec.checked(value)
    if isinstance(edit, SetField):
        return tuple(with_names(held, _checked_names(spec, edit.value, names(held))))
    kept = [item for item in items(held) if item not in edit.remove]
    added = cast("tuple[str, ...]", spec.checked(edit.add))
    return (*kept, *(name for name in added if name not in kept))


def _checked_names(spec: FieldSpec, value: object, held: Sequence[str]) -> list[str]:
    """Names as they will be stored; those that are there already are right as they are."""
    checked: dict[str, None] = {}
    is_list_of_any = isinstance(value, list | tuple)
    for name in cast("Sequence[object]", value if is_list_of_any else spec.checked(value)):
        if name in held:
            checked[str(name)] = None
        else:
            checked.update(dict.fromkeys(cast("tuple[str, ...]", spec.checked([name]))))
    return list(checked)


def _holds(memory: Memory, key: str, value: object) -> bool:
    held = memory.record.get(key)
    if isinstance(value, tuple):
        return is_list(held) and tuple(held) == value
    if value is None:
        return held is None
    return type(held) is type(value) and held == value


def _refuse_beyond(chat: Chat, spec: FieldSpec, memory: Memory, value: object) -> None:
    """Refuse sources that the chat does not have, unless they are stored already."""
    if spec.kind is not FieldKind.MESSAGES:
        return
    for message in cast("tuple[int, ...]", value):
        if message not in memory.sources:
            checked_message(message, len(chat))


def _with(chat: Chat, memory: Memory, spec: FieldSpec, value: object) -> Memory:
    record: dict[str, object] = {
        key: held for key, held in memory.record.items() if key not in spec.outdates
    }
    record[spec.key] = (
        list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value
    )
    if spec.follow is not None:
        record = dict(spec.follow(chat, memory.record, record))
    return Memory(memory.index, MappingProxyType(record), memory.location)


def _follow_witnesses(characters: dict[str, CharacterState], before: Memory, after: Memory) -> None:
    """Keep `known_events` of who became or ceased to be a witness in step.

    A memory without an id cannot be known, and a character of whom nothing is kept gets no
    state of its own here: the extension makes one when it next meets the character.
    """
    if not after.id:
        return
    for name in set(before.witnesses) ^ set(after.witnesses):
        state = characters.get(name)
        if state is None:
            continue
        known = _known_after(state.record, after.id, knows=name in after.witnesses)
        if known is not None:
            record = MappingProxyType({**state.record, "known_events": known})
            characters[name] = CharacterState(name, record)


def _known_after(
    record: Mapping[str, object], memory_id: str, *, knows: bool
) -> list[object] | None:
    """The new `known_events`, or None where they need no change or are no list."""
    held = record.get("known_events", [])
    if not is_list(held):
        return None
    if knows:
        return None if memory_id in held else [*held, memory_id]
    return [event for event in held if event != memory_id] if memory_id in held else None
