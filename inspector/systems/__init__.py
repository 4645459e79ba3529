"""The memory systems; a new one is a folder here and a name in `SYSTEMS`."""

from inspector.core.document import Document
from inspector.core.errors import UnknownRulesetError
from inspector.core.system import MemorySystem, Ruleset
from inspector.systems import auto_recap, openvault, scribe

SYSTEMS: tuple[MemorySystem, ...] = (openvault.SYSTEM, auto_recap.SYSTEM, scribe.SYSTEM)

RULESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset for system in SYSTEMS for ruleset in system.rulesets
}


def ruleset_named(name: str) -> Ruleset:
    """The ruleset with this name.

    Raises:
        UnknownRulesetError: there is none.
    """
    if name not in RULESETS:
        raise UnknownRulesetError(f"There is no ruleset {name!r}; there are {', '.join(RULESETS)}.")
    return RULESETS[name]


def default_rulesets(carried: tuple[str, ...]) -> tuple[Ruleset, ...]:
    """The design ruleset of each system that a chat carries (DESIGN §4)."""
    return tuple(system.rulesets[0] for system in SYSTEMS if system.name in carried)


def writers_of(document: Document) -> tuple[str, ...]:
    """Names of the released rulesets whose releases wrote a chat's data."""
    found = (system.written_by(document) for system in SYSTEMS)
    return tuple(name for name in found if name is not None)
