"""Auto-Recap: message recaps, scene recaps and the running recap."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.core.document import Document
from inspector.core.fields import FieldSpec
from inspector.core.problems import Problem
from inspector.core.stored import StoredChange
from inspector.core.system import Ruleset
from inspector.systems.auto_recap import codec, store
from inspector.systems.auto_recap.findings import findings
from inspector.systems.auto_recap.kept import NAME, recaps_of
from inspector.systems.auto_recap.rulesets import RULESETS


@dataclass(frozen=True)
class AutoRecap:
    """The memory system Auto-Recap (implements `core.system.MemorySystem`)."""

    name: str = NAME
    fields: tuple[FieldSpec, ...] = ()
    rulesets: tuple[Ruleset, ...] = RULESETS

    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        """See `codec.load`."""
        return codec.load(document, metadata)

    def written_by(self, document: Document) -> str | None:
        """See `codec.written_by`."""
        return codec.written_by(document)

    def check(self, document: Document) -> tuple[Problem, ...]:
        """See `findings.findings`."""
        if not document.recaps:
            return ()
        return tuple(
            replace(one.problem, fix=one.fix, fix_title=one.title)
            for one in findings(recaps_of(document))
        )

    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        """See `store.store`."""
        return store.store(before, after)


SYSTEM = AutoRecap()
