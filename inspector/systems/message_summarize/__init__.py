"""MessageSummarize (Qvink Memory): each message's own memory, in two tiers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.message_data import read_message_data
from inspector.core.problems import Problem
from inspector.core.stored import StoredChange
from inspector.core.stored_extra import message_changes
from inspector.core.system import MemorySystem
from inspector.systems.message_summarize.derivation import GATE_WORDS
from inspector.systems.message_summarize.findings import findings
from inspector.systems.message_summarize.kept import NAME, data_of
from inspector.systems.message_summarize.ruleset import Release13
from inspector.systems.message_summarize.settings import KEY


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
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        old, new = data_of(before), data_of(after)
        if old is new:
            return ()
        return tuple(message_changes(before.chat, old, new))


SYSTEM = MessageSummarize(
    name=NAME,
    title="MessageSummarize",
    rulesets=(Release13(),),
    extension_keys=(KEY,),
    expects_settings=True,
    marks=(b'"qvink_memory"',),
    gates=GATE_WORDS,
    judges_messages=True,
)
