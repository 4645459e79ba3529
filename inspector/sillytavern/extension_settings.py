"""What SillyTavern's `settings.json` says to a ruleset: settings under the extension's own names.

Only what an extension has stored is there; for the rest its own defaults count, which is said
(specs/auto-recap.md §2, specs/openvault.md §8.6).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.decoded import members
from inspector.core.errors import SettingError
from inspector.core.javascript import UNDEFINED
from inspector.core.problems import Problem, Severity
from inspector.core.settings import accepted_settings
from inspector.core.system import MemorySystem, Ruleset
from inspector.language import _
from inspector.sillytavern.settings_file import HostSettings

_CONTEXT_SIZE, _MACROS = "context_size", "experimental_macro_engine"
_PROFILES = "profiles"


@dataclass(frozen=True)
class FoundSettings:
    """What a settings file says to a ruleset.

    Attributes:
        values: settings that the ruleset knows and takes, by name.
        absent: settings of the extension that the file does not hold: the defaults count.
        problems: what a person should know.
    """

    values: Mapping[str, object]
    absent: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def found_settings(
    ruleset: Ruleset,
    host: HostSettings | None,
    keys: Collection[str],
    names: Collection[str],
    given: Collection[str] = (),
) -> FoundSettings:
    """The settings that hold for a ruleset: those of the open profile, which lie flat.

    A release takes any value and converts it; a design refuses what it cannot have, and keeps
    its default there.

    Args:
        ruleset: whose settings they are.
        host: the settings file; None if there is none at hand.
        keys: under which names of `extension_settings` they stand, the first that is there.
        names: the ruleset's settings that the extension itself has.
        given: settings that a person gives otherwise; the file does not matter there.
    """
    wanted = tuple(name for name in names if name not in given)
    stored = None if host is None else host.extension(*keys)
    if host is None or stored is None:
        text = _("settings.json holds none of it, so {name} uses its own defaults.")
        if host is None:
            text = _("No settings.json is at hand, so {name} uses its own defaults.")
        text = text.format(name=ruleset.name)
        return FoundSettings({}, wanted, (Problem("settings-absent", text, Severity.HINT),))
    values = _stored_values(stored, wanted)
    own = {_CONTEXT_SIZE: host.context_size, _MACROS: host.nested_macros}
    given_by_host = {name: one for name, one in own.items() if one is not None and name in wanted}
    values |= given_by_host
    values, refused = accepted_settings(ruleset.check_settings, values)
    problems = [_refusal(error) for error in refused]
    absent = tuple(name for name in wanted if _found(stored, name) is UNDEFINED)
    absent = tuple(name for name in absent if name not in given_by_host and name != _MACROS)
    if absent:
        text = _("settings.json does not hold {absent}: the defaults count there.").format(
            absent=", ".join(absent)
        )
        problems.append(Problem("settings-partly-absent", text, Severity.HINT))
    return FoundSettings(values, absent, tuple(problems))


def as_stored(
    system: MemorySystem,
    names: Collection[str],
    values: Mapping[str, object],
    profile: str = "",
) -> Mapping[str, object]:
    """Settings as SillyTavern's `settings.json` has them: what `found_settings` finds there.

    Args:
        system: whose they are.
        names: of those that the extension itself has.
        values: by name; those of other names are left out.
        profile: that which is laid over the flat values when the chat is opened; empty for none.

    Returns:
        A part of the file, to be put into it; empty if it holds none of them.
    """
    own = {name: value for name, value in values.items() if name in names}
    own = {name: value for name, value in own.items() if name not in (_CONTEXT_SIZE, _MACROS)}
    if not own or not system.extension_keys:
        return {}
    stored = _nested(own)
    laid = {name: value for name, value in own.items() if name not in system.unprofiled}
    if profile and laid:
        profiles = {**members(stored.get(_PROFILES)), profile: _nested(laid)}
        stored = {**stored, _PROFILES: profiles}
    return {"extension_settings": {system.extension_keys[0]: stored}}


def _nested(values: Mapping[str, object]) -> dict[str, object]:
    """Values by dotted name as objects in objects, as OpenVault keeps them."""
    nested: dict[str, Any] = {}
    for path, value in values.items():
        *parents, last = path.split(".")
        inner = nested
        for one in parents:
            inner = inner.setdefault(one, {})
        inner[last] = value
    return nested


def _stored_values(stored: Mapping[str, object], names: Collection[str]) -> dict[str, object]:
    found = {name: _found(stored, name) for name in names}
    return {name: value for name, value in found.items() if value is not UNDEFINED}


def _found(stored: Mapping[str, object], name: str) -> object:
    """A stored value; of a dotted name the member of an object, as OpenVault nests them."""
    first, dot, rest = name.partition(".")
    if name in stored or not dot:
        return stored.get(name, UNDEFINED)
    return _found(members(stored.get(first)), rest)


def _refusal(error: SettingError) -> Problem:
    text = _("settings.json: {error} The default counts.").format(error=error)
    return Problem("setting-refused", text)
