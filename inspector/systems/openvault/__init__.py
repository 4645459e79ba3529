"""OpenVault: memories in time buckets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from typing_extensions import override

from inspector.core.document import Document
from inspector.core.injection import Derivation
from inspector.core.memory_edits import ReviseMemories, Stamp
from inspector.core.moment import Moment
from inspector.core.stored import StoredChange
from inspector.core.system import MemorySystem, Ruleset
from inspector.core.tokens import Tokenizer
from inspector.language import N_
from inspector.systems.openvault import codec, kept_states, making, merging, sending
from inspector.systems.openvault.fields import FIELDS
from inspector.systems.openvault.gates import GATES
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.query import query_text
from inspector.systems.openvault.retrieval.wording import keywords_26
from inspector.systems.openvault.rulesets import RULESETS
from inspector.systems.openvault.sending import RELEASE_26, OpenVaultExtension
from inspector.systems.openvault.setting_words import SETTING_WORDS, unused_settings

_BY_MACRO: Final = ("injection.memory.position", "injection.scene.position")
"""Positions at which a text is made though it goes into no slot."""

_MACRO_ONLY, _AFTER_MAIN = -1, 1


@dataclass(frozen=True)
class OpenVault(OpenVaultExtension, MemorySystem):
    """The memory system OpenVault.

    It also implements `EmbedsQuery`, `StemsWords` and `MakesMemories`.

    What can be said of its memories is the lint's.
    """

    @override
    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        return codec.load(document, metadata)

    @override
    def load_again(
        self, document: Document, metadata: Mapping[str, object], former: Document
    ) -> Document:
        index_of(document.chat, former.chat)
        return codec.load(document, metadata, former)

    @override
    def written_by(self, document: Document) -> str | None:
        return codec.written_by(document)

    @override
    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        return codec.store(before, after)

    @override
    def installed_release(self, document: Document, extensions: Mapping[str, object]) -> str | None:
        if not self.seems_installed(document, extensions):
            return None
        return sending.installed_release(document, extensions)

    @override
    def macro_texts(
        self,
        ruleset: Ruleset,
        document: Document,
        moment: Moment,
        tokenizer: Tokenizer,
        derivation: Derivation,
    ) -> Mapping[str, str]:
        """Of release 26: the texts of its slots, also of those that go out by macro only."""
        if ruleset.name != RELEASE_26:
            return {}
        by_macro = [name for name in _BY_MACRO if moment.settings.get(name) == _MACRO_ONLY]
        if by_macro:
            settings = {**moment.settings, **dict.fromkeys(by_macro, _AFTER_MAIN)}
            derivation = ruleset.inject(document, replace(moment, settings=settings), tokenizer)
        return {
            f"{one.key}_memory" if one.key == codec.NAME else one.key: one.text
            for one in derivation.injections
        }

    def query_text(self, document: Document, moment: Moment) -> str:
        """See `EmbedsQuery`: the user's last three messages (specs/openvault.md §8.1).

        A pending one is the last of them.
        """
        length = len(document.chat) if moment.at is None else moment.at + 1
        return query_text(index_of(document.chat), length, moment.pending).user

    def stems(self, text: str) -> list[str]:
        """See `StemsWords`: as release 26 stems them."""
        return keywords_26(text)

    def proposed(self, document: Document, messages: Sequence[int]) -> Mapping[str, object]:
        """See `MakesMemories`."""
        return making.proposed(document, messages)

    def new_memory(
        self, document: Document, values: Mapping[str, object], stamp: Stamp
    ) -> ReviseMemories:
        """See `MakesMemories`."""
        return making.new_memory(document, values, stamp)

    def duplicates(
        self, document: Document, memories: Sequence[int], stamp: Stamp
    ) -> ReviseMemories:
        """See `MakesMemories`."""
        return making.duplicates(document, memories, stamp)

    def split(
        self, document: Document, memory: int, cuts: Sequence[int], stamp: Stamp
    ) -> ReviseMemories:
        """See `MakesMemories`."""
        return making.split(document, memory, cuts, stamp)

    def merged(
        self, document: Document, memories: Sequence[int], *, remove: bool = False
    ) -> ReviseMemories:
        """See `MakesMemories`."""
        return merging.merged(document, memories, remove=remove)

    def deleted(self, document: Document, memories: Sequence[int]) -> ReviseMemories:
        """See `MakesMemories`."""
        return making.deleted(document, memories)

    def with_state(
        self, document: Document, character: str, values: Mapping[str, object]
    ) -> ReviseMemories:
        """See `MakesMemories`."""
        return kept_states.with_state(document, character, values)

    def relationships(self, document: Document) -> Mapping[str, Mapping[str, object]]:
        """See `MakesMemories`."""
        return kept_states.relationships(document)

    def with_relationship(
        self, document: Document, key: str, values: Mapping[str, object]
    ) -> ReviseMemories:
        """See `MakesMemories`."""
        return kept_states.with_relationship(document, key, values)


SYSTEM = OpenVault(
    name=codec.NAME,
    title="OpenVault",
    rulesets=RULESETS,
    fields=FIELDS,
    extension_keys=("openvault",),
    marks=(b'"openvault"',),
    gates=GATES,
    late_slots=sending.LATE_SLOTS,
    nested_macros_only=True,
    slot_names={
        "openvault": N_("Memories"),
        "openvault_reflections": N_("Reflections"),
        "openvault_world": N_("World"),
        "openvault_scene": N_("Scene"),
    },
    setting_words=SETTING_WORDS,
    unused_settings=unused_settings,
)
