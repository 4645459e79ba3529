"""MessageSummarize (Qvink Memory): each message's own memory, in two tiers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Derivation
from inspector.core.javascript import printed, truthy
from inspector.core.message_data import read_message_data
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.stored import StoredChange
from inspector.core.stored_extra import differences, message_changes
from inspector.core.system import MemorySystem, Ruleset
from inspector.core.tokens import Tokenizer
from inspector.language import N_
from inspector.systems.message_summarize.derivation import SummaryDerivation
from inspector.systems.message_summarize.explaining import GATE_WORDS
from inspector.systems.message_summarize.findings import findings
from inspector.systems.message_summarize.kept import (
    CLEAR,
    EXCLUDE,
    FIELDS,
    NAME,
    REMEMBER,
    ClearMemory,
    Mark,
    SetMemory,
    data_of,
    is_set,
    value_of,
)
from inspector.systems.message_summarize.refresh import LONG, SHORT
from inspector.systems.message_summarize.ruleset import Release13
from inspector.systems.message_summarize.sending import MessageSummarizeExtension
from inspector.systems.message_summarize.setting_words import SETTING_WORDS, unused_settings
from inspector.systems.message_summarize.settings import KEY
from inspector.systems.message_summarize.texts import SLOTS


@dataclass(frozen=True)
class MessageSummarize(MessageSummarizeExtension, MemorySystem):
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
    def installed_release(self, document: Document, extensions: Mapping[str, object]) -> str | None:
        # It takes messages out of the request of chats in which it keeps nothing, too.
        return self.rulesets[0].name if self.seems_installed(document, extensions) else None

    @override
    def macro_texts(
        self,
        ruleset: Ruleset,
        document: Document,
        moment: Moment,
        tokenizer: Tokenizer,
        derivation: Derivation,
    ) -> Mapping[str, str]:
        texts = derivation.texts if isinstance(derivation, SummaryDerivation) else None
        try:
            return {} if texts is None else texts.macro_texts
        except ReleaseThrowsError:
            return {}

    @override
    def message_values(self, document: Document, message: int) -> Mapping[str, object]:
        module = data_of(document).of(message)
        memory = value_of(module, "memory")
        return {
            "memory": printed(memory) if truthy(memory) else "",
            **{mark: is_set(module, mark) for mark in (REMEMBER, EXCLUDE)},
        }

    @override
    def edit_message(self, document: Document, message: int, name: str, value: object) -> Edit:
        if name == "memory":
            return SetMemory(message, str(value))
        if name == CLEAR:
            return ClearMemory(message)
        return Mark((message,), name, value=value is True)

    @override
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        old, new = data_of(before), data_of(after)
        if old is new:
            return ()
        header = [
            StoredChange(("chat_metadata", KEY, *path), value)
            for path, value in differences(old.metadata, new.metadata)
        ]
        return (*header, *message_changes(before.chat, old, new))


SYSTEM = MessageSummarize(
    name=NAME,
    title="MessageSummarize",
    rulesets=(Release13(),),
    message_fields=FIELDS,
    extension_keys=(KEY,),
    expects_settings=True,
    marks=(b'"qvink_memory"',),
    message_keys=(KEY,),
    gates=GATE_WORDS,
    judges_messages=True,
    slot_names={SLOTS[SHORT]: N_("Short-term memory"), SLOTS[LONG]: N_("Long-term memory")},
    judges_without_data=True,
    setting_words=SETTING_WORDS,
    unused_settings=unused_settings,
)
