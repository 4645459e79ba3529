"""Sanguine Scribe: a server's whole context, its budgets, and what falls out of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.core.document import Document
from inspector.core.fields import FieldSpec
from inspector.core.problems import Problem
from inspector.core.stored import StoredChange
from inspector.core.system import Ruleset
from inspector.systems.scribe.answers import ANSWER_MARK
from inspector.systems.scribe.rulesets import RULESETS
from inspector.systems.scribe.sources import NAME, sources_of


@dataclass(frozen=True)
class Scribe:
    """The memory system Sanguine Scribe (implements `core.system.MemorySystem`).

    It keeps nothing in a chat: lorebook and chronicle have files of their own.
    """

    name: str = NAME
    fields: tuple[FieldSpec, ...] = ()
    rulesets: tuple[Ruleset, ...] = RULESETS

    def load(self, document: Document, metadata: Mapping[str, object]) -> Document:
        """The document, which carries Scribe if it is an answer of its server."""
        if metadata.get(ANSWER_MARK) is not True:
            return document
        return replace(document, carried=(*document.carried, NAME))

    def written_by(self, document: Document) -> str | None:
        """None: there is no telling which server answered."""
        return None

    def check(self, document: Document) -> tuple[Problem, ...]:
        """What reading the lorebook and the chronicle beside the chat found."""
        return sources_of(document).problems

    def store(self, before: Document, after: Document) -> tuple[StoredChange, ...]:
        """Nothing: no edit of Scribe's changes the chat."""
        return ()


SYSTEM = Scribe()
