"""OpenVault: memories in time buckets."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.fields import FieldSpec
from inspector.core.problems import Problem
from inspector.core.stored import StoredChange
from inspector.core.system import Ruleset
from inspector.systems.openvault import codec
from inspector.systems.openvault.fields import FIELDS
from inspector.systems.openvault.rulesets import RULESETS


@dataclass(frozen=True)
class OpenVault:
    """The memory system OpenVault (implements `core.system.MemorySystem`)."""

    name: str = codec.NAME
    fields: tuple[FieldSpec, ...] = FIELDS
    rulesets: tuple[Ruleset, ...] = RULESETS

    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        """See `codec.load`."""
        return codec.load(document, metadata)

    def written_by(self, document: Document) -> str | None:
        """See `codec.written_by`."""
        return codec.written_by(document)

    def check(self, document: Document) -> tuple[Problem, ...]:
        """Nothing: what can be said of memories is the lint's (`analysis.lint`)."""
        return ()

    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        """See `codec.store`."""
        return codec.store(before, after)


SYSTEM = OpenVault()
