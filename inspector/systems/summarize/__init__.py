"""Summarize, SillyTavern's own extension: one rolling summary of the whole chat."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.gates import GateWords
from inspector.core.injection import Derivation
from inspector.core.javascript import printed, truthy
from inspector.core.message_data import read_message_data
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.sending import ExtensionHost
from inspector.core.stored import StoredChange
from inspector.core.stored_extra import message_changes
from inspector.core.system import MemorySystem, Ruleset
from inspector.core.tokens import Tokenizer
from inspector.language import N_
from inspector.systems.summarize.findings import findings
from inspector.systems.summarize.kept import FIELDS, SetSummary, data_of
from inspector.systems.summarize.ruleset import LAST_MESSAGE, SUPERSEDED, Release119
from inspector.systems.summarize.setting_words import SETTING_WORDS, unused_settings
from inspector.systems.summarize.settings import KEY, MACRO, NAME
from inspector.systems.summarize.summaries import current


@dataclass(frozen=True)
class Summarize(MemorySystem):
    """The memory system Summarize."""

    @override
    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        # What stands under this name in the header belongs to somebody else.
        data = read_message_data(document.chat.records, {}, KEY)
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
    def message_values(self, document: Document, message: int) -> Mapping[str, object]:
        held = data_of(document).of(message)
        return {"memory": printed(held) if truthy(held) else ""}

    @override
    def edit_message(self, document: Document, message: int, name: str, value: object) -> Edit:
        return SetSummary(message, None if name == "clear" else str(value))

    @override
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        old, new = data_of(before), data_of(after)
        return () if old is new else tuple(message_changes(before.chat, old, new))

    @override
    def macro_texts(
        self,
        ruleset: Ruleset,
        document: Document,
        moment: Moment,
        tokenizer: Tokenizer,
        derivation: Derivation,
    ) -> Mapping[str, str]:
        data = data_of(document)
        length = len(document.chat) if moment.at is None else moment.at + 1
        location = current(data, length)
        held = None if location is None else data.of(location)
        return {MACRO: held if isinstance(held, str) else ""}

    @override
    def idle_macros(
        self, extensions: Mapping[str, object], disabled: Collection[str]
    ) -> Mapping[str, str]:
        return {MACRO: ""} if extensions and KEY not in disabled else {}

    @override
    def seems_installed(self, document: Document, extensions: Mapping[str, object]) -> bool:
        # It comes with SillyTavern, which fills in what settings lack (§5).
        return bool(extensions) or NAME in document.carried

    @override
    def is_on(self, host: ExtensionHost) -> bool:
        return KEY not in host.disabled


SYSTEM = Summarize(
    name=NAME,
    title=N_("Summarize"),
    rulesets=(Release119(),),
    message_fields=FIELDS,
    extension_keys=(KEY,),
    expects_settings=True,
    message_keys=(KEY,),
    gates=(
        GateWords(
            SUPERSEDED,
            check=N_("superseded"),
            short=N_("superseded"),
            reason=N_("a newer summary counts"),
        ),
        GateWords(
            LAST_MESSAGE,
            check=N_("last message"),
            short=N_("last message"),
            reason=N_("the last message is never read"),
        ),
    ),
    judges_messages=True,
    slot_names={"1_memory": N_("Summary")},
    setting_words=SETTING_WORDS,
    unused_settings=unused_settings,
)
