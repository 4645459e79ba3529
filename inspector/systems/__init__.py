"""The memory systems; a new one is a folder here and a name in `_BUILT_IN`."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager

from inspector.core import document as documents
from inspector.core.document import Document
from inspector.core.errors import UnknownRulesetError
from inspector.core.gates import GateWords, words_of
from inspector.core.sources import Sources
from inspector.core.system import MemorySystem, Ruleset
from inspector.systems import auto_recap, openvault, scribe

_BUILT_IN = (openvault.SYSTEM, auto_recap.SYSTEM, scribe.SYSTEM)
_systems: list[MemorySystem] = [*_BUILT_IN]

SYSTEMS: Sequence[MemorySystem] = _systems
RULESETS: dict[str, Ruleset] = {one.name: one for system in SYSTEMS for one in system.rulesets}


@contextmanager
def with_system(system: MemorySystem) -> Generator[None]:
    """Know one more memory system for a while, such as one that is being written."""
    added = {ruleset.name: ruleset for ruleset in system.rulesets}
    _systems.append(system)
    RULESETS.update(added)
    try:
        yield
    finally:
        _systems.remove(system)
        for name in added:
            del RULESETS[name]


def ruleset_named(name: str) -> Ruleset:
    """The ruleset with this name.

    Raises:
        UnknownRulesetError: there is none.
    """
    if name not in RULESETS:
        raise UnknownRulesetError(f"There is no ruleset {name!r}; there are {', '.join(RULESETS)}.")
    return RULESETS[name]


def system_of(ruleset: str) -> MemorySystem:
    """The system of the ruleset with this name.

    Raises:
        UnknownRulesetError: there is none.
    """
    ruleset_named(ruleset)
    return next(one for one in SYSTEMS if any(own.name == ruleset for own in one.rulesets))


def sources_users() -> tuple[MemorySystem, ...]:
    """The systems that make use of a lorebook or a chronicle beside a chat."""
    return tuple(system for system in SYSTEMS if system.uses_sources)


def default_rulesets(carried: Iterable[str]) -> tuple[Ruleset, ...]:
    """The design ruleset of each system that a chat carries (DESIGN §4)."""
    names = tuple(carried)
    return tuple(system.rulesets[0] for system in SYSTEMS if system.name in names)


def writers_of(document: Document) -> tuple[str, ...]:
    """Names of the released rulesets whose releases wrote a chat's data."""
    found = (system.written_by(document) for system in SYSTEMS)
    return tuple(name for name in found if name is not None)


def marks_by_title() -> dict[str, tuple[bytes, ...]]:
    """What a chat holds that a memory system keeps, by the system's title."""
    return {system.title: system.marks for system in SYSTEMS if system.marks}


def gate_words(gate: str) -> GateWords:
    """What people call a gate, whichever system has it."""
    return words_of((words for system in SYSTEMS for words in system.gates), gate)


def with_sources(document: Document, sources: Sources) -> Document:
    """The document with other sources; they make it carry who uses them (DESIGN §4)."""
    after = documents.with_sources(document, sources)
    if not sources:
        return after
    users = (one.name for one in sources_users() if one.name not in after.carried)
    return documents.carrying(after, *users)
