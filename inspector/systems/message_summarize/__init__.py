"""MessageSummarize (Qvink Memory): each message's own memory, in two tiers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from typing_extensions import override

from inspector.core.decoded import is_object, members
from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.message_data import read_message_data
from inspector.core.problems import Problem
from inspector.core.stored import StoredChange
from inspector.core.stored_extra import message_changes
from inspector.core.system import MemorySystem
from inspector.systems.message_summarize.derivation import GATE_WORDS
from inspector.systems.message_summarize.findings import findings
from inspector.systems.message_summarize.kept import (
    FIELDS,
    NAME,
    ClearMemory,
    Mark,
    SetMemory,
    data_of,
)
from inspector.systems.message_summarize.profiles import opened, started
from inspector.systems.message_summarize.ruleset import Release13
from inspector.systems.message_summarize.settings import HOST_SETTINGS, KEY, SETTINGS


@dataclass(frozen=True)
class MessageSummarize(MemorySystem):
    """The memory system MessageSummarize."""

    @override
    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        data = read_message_data(document.chat.records, metadata, KEY)
        if data is None:
            return document
        return replace(
            document,
            message_data=MappingProxyType({**document.message_data, NAME: data}),
            carried=(*document.carried, NAME),
        )

    @override
    def written_by(self, document: Document) -> str | None:
        return self.rulesets[0].name if NAME in document.carried else None

    @override
    def check(self, document: Document) -> tuple[Problem, ...]:
        return findings(document) if NAME in document.carried else ()

    @override
    def settings_for(
        self, extensions: Mapping[str, object], document: Document, avatar: str
    ) -> Mapping[str, object]:
        """See `MemorySystem.settings_for`: as they are once the chat has been opened (§3).

        Where the extension has never started there are no profiles, and the flat values hold.
        """
        stored = members(extensions.get(KEY))
        if not is_object(stored.get("profiles")):
            return extensions
        group = document.recaps.host.group_id
        whose = (avatar,) if group is None else (group,)
        defaults = {spec.name: spec.default for spec in SETTINGS if spec.name not in HOST_SETTINGS}
        at_start = started(stored, defaults)
        return {**extensions, KEY: opened(at_start, data_of(document).metadata, whose)}

    @override
    def edit_message(self, document: Document, message: int, name: str, value: object) -> Edit:
        if name == "memory":
            return SetMemory(message, str(value))
        if name == "clear":
            return ClearMemory(message)
        return Mark((message,), name, value=value is True)

    @override
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        old, new = data_of(before), data_of(after)
        if old is new:
            return ()
        return tuple(message_changes(before.chat, old, new))


SYSTEM = MessageSummarize(
    name=NAME,
    title="MessageSummarize",
    rulesets=(Release13(),),
    message_fields=FIELDS,
    extension_keys=(KEY,),
    expects_settings=True,
    marks=(b'"qvink_memory"',),
    gates=GATE_WORDS,
    judges_messages=True,
    judges_without_data=True,
)
