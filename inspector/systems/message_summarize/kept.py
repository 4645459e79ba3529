"""What MessageSummarize keeps with a message, read and changed as it does (§1, §2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from typing_extensions import override

from inspector.core.checked_text import checked_text
from inspector.core.decoded import is_object
from inspector.core.document import Document
from inspector.core.edits import SystemEdit
from inspector.core.errors import EditError, ReleaseThrowsError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.indexes import checked_message
from inspector.core.javascript import UNDEFINED, first_present, to_string, truthy
from inspector.core.message_data import (
    MessageData,
)
from inspector.language import N_, _
from inspector.systems.message_summarize.settings import KEY

NAME = "message-summarize"
PROFILE = "profile"
"""Key in `chat_metadata` of the profile that a chat names."""
ENABLED = "enabled"
"""Key in `chat_metadata` of the chat's own switch."""
REMEMBER, EXCLUDE, CLEAR = "remember", "exclude", "clear"

FIELDS = (
    FieldSpec("memory", N_("Memory"), FieldKind.TEXT, N_("What is remembered of the message.")),
    FieldSpec(REMEMBER, N_("Remember"), FieldKind.FLAG, N_("Keeps it in long-term memory.")),
    FieldSpec(EXCLUDE, N_("Leave out"), FieldKind.FLAG, N_("Leaves the message out.")),
    FieldSpec(CLEAR, N_("Clear"), FieldKind.FLAG, N_("Takes the memory and its marks away.")),
)
"""What can be edited of what it keeps with a message."""

Module = Mapping[str, object]


def data_of(document: Document) -> MessageData:
    """All that it keeps in a chat; nothing if nothing."""
    return document.message_data.get(NAME, MessageData(KEY))


def value_of(module: object, name: str) -> object:
    """A value of what stands with a message; `UNDEFINED` where there is none."""
    return module.get(name, UNDEFINED) if is_object(module) else UNDEFINED


def is_set(module: object, name: str) -> bool:
    """Whether a flag is set, by JavaScript's truth."""
    return truthy(value_of(module, name))


def memory_of(module: object, *, show_prefill: bool) -> object:
    """The memory as it is shown: as stored, or with its prefill in front as text.

    Raises:
        ReleaseThrowsError: JavaScript can make no text of it.
    """
    memory = first_present(value_of(module, "memory"), "")
    if not show_prefill:
        return memory
    return to_string(first_present(value_of(module, "prefill"), "")) + to_string(memory)


def edited(module: object, wording: str, *, show_prefill: bool = False) -> Module:
    """What an edit of the memory leaves; the same object if the text is the one that is shown."""
    held = _members(module)
    try:
        displayed = memory_of(module, show_prefill=show_prefill)
    except ReleaseThrowsError:
        displayed = UNDEFINED
    if wording == displayed:
        return held
    after: dict[str, object] = {
        **held,
        "memory": wording,
        "error": None,
        "reasoning": None,
        "prefill": None,
        "edited": bool(wording),
    }
    if not wording or not truthy(displayed):
        after |= {EXCLUDE: False, REMEMBER: False}
    return MappingProxyType(after)


def cleared(module: object) -> Module:
    """What clearing leaves, as where a new swipe begins: flags of the last refresh and the hash."""
    empty: Module = {"memory": None, "error": None, "reasoning": None, "prefill": None}
    marks = dict.fromkeys(("edited", EXCLUDE, REMEMBER), False)
    return MappingProxyType({**_members(module), **empty, **marks})


def marked(module: object, mark: str, *, value: bool) -> Module:
    """What setting or taking a mark leaves; the opposite mark goes either way."""
    opposite = EXCLUDE if mark == REMEMBER else REMEMBER
    return MappingProxyType({**_members(module), mark: value, opposite: False})


def toggled(modules: list[object], mark: str) -> bool:
    """What a mark becomes on several messages: set, unless all of them have it."""
    return not all(is_set(module, mark) for module in modules)


def _members(module: object) -> Module:
    return module if is_object(module) else {}


@dataclass(frozen=True, slots=True)
class SetMemory(SystemEdit):
    """Give a message another memory; an empty text takes it away.

    Attributes:
        message: its index.
        text: the new memory, without prefill.
        show_prefill: whether the text that it is compared with has its prefill.
    """

    message: int
    text: str
    show_prefill: bool = False

    @override
    def applied(self, document: Document) -> Document:
        wording = checked_text(self.text)
        held = data_of(document).of(_checked(document, self.message))
        return _with(
            document, {self.message: edited(held, wording, show_prefill=self.show_prefill)}
        )


@dataclass(frozen=True, slots=True)
class Mark(SystemEdit):
    """Remember messages or leave them out, or no longer.

    Attributes:
        messages: their indexes.
        mark: `remember` or `exclude`.
        value: None sets it, or takes it from all if all have it.
    """

    messages: tuple[int, ...]
    mark: str
    value: bool | None = None

    @override
    def applied(self, document: Document) -> Document:
        if not self.messages:
            raise EditError(_("No message is selected."))
        data = data_of(document)
        held = {index: data.of(_checked(document, index)) for index in self.messages}
        value = toggled(list(held.values()), self.mark) if self.value is None else self.value
        wanted = {
            index: marked(module, self.mark, value=value)
            for index, module in held.items()
            # What has the value already is not touched, as with the extension's own buttons.
            if self.value is None or is_set(module, self.mark) != value
        }
        return _with(document, wanted)


@dataclass(frozen=True, slots=True)
class SetForChat(SystemEdit):
    """Give what is kept for the chat as a whole another value.

    Attributes:
        name: `PROFILE` or `ENABLED`.
        value: a profile's name, a switch; None for none of the chat's own.
    """

    name: str
    value: str | bool | None

    @override
    def applied(self, document: Document) -> Document:
        data = data_of(document)
        if not is_object(data.metadata) or data.metadata.get(self.name) == self.value:
            return document
        metadata = MappingProxyType({**data.metadata, self.name: self.value})
        after = {**document.message_data, NAME: replace(data, metadata=metadata)}
        return replace(document, message_data=MappingProxyType(after))


@dataclass(frozen=True, slots=True)
class ClearMemory(SystemEdit):
    """Take a message's memory and its marks away."""

    message: int

    @override
    def applied(self, document: Document) -> Document:
        module = data_of(document).of(_checked(document, self.message))
        return _with(document, {self.message: cleared(module)} if is_object(module) else {})


def _checked(document: Document, message: int) -> int:
    """The index of a message that is there and whose `extra` can hold something."""
    checked_message(message, len(document.chat))
    extra = document.chat.records[message].get("extra")
    if extra is not None and not is_object(extra):
        words = _(
            "`extra` of message {message} is no JSON object, so nothing can be kept in it."
        ).format(message=message)
        raise EditError(words)
    return message


def _with(document: Document, modules: Mapping[int, Module]) -> Document:
    data = data_of(document)
    changed = {
        index: module for index, module in modules.items() if module != _members(data.of(index))
    }
    if not changed:
        return document
    values = MappingProxyType({**data.values, **changed})
    after = {**document.message_data, NAME: replace(data, values=values)}
    carried = document.carried if NAME in document.carried else (*document.carried, NAME)
    return replace(document, message_data=MappingProxyType(after), carried=carried)
