"""What SillyTavern's `settings.json` says to a ruleset: settings under the extension's own names.

Only what an extension has stored is there; for the rest its own defaults count, which is said
(specs/auto-recap.md §2, specs/openvault.md §8.6).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from inspector.core.decoded import members
from inspector.core.errors import SettingError
from inspector.core.javascript import UNDEFINED
from inspector.core.problems import Problem, Severity
from inspector.core.system import Ruleset
from inspector.language import _
from inspector.sillytavern.settings_file import HostSettings

_CONTEXT_SIZE, _MACROS = "context_size", "experimental_macro_engine"


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
    problems = _refused(ruleset, values)
    absent = tuple(name for name in wanted if _found(stored, name) is UNDEFINED)
    absent = tuple(name for name in absent if name not in given_by_host and name != _MACROS)
    if absent:
        text = _("settings.json does not hold {absent}: the defaults count there.").format(
            absent=", ".join(absent)
        )
        problems.append(Problem("settings-partly-absent", text, Severity.HINT))
    return FoundSettings(values, absent, tuple(problems))


def _stored_values(stored: Mapping[str, object], names: Collection[str]) -> dict[str, object]:
    found = {name: _found(stored, name) for name in names}
    return {name: value for name, value in found.items() if value is not UNDEFINED}


def _found(stored: Mapping[str, object], name: str) -> object:
    """A stored value; of a dotted name the member of an object, as OpenVault nests them."""
    first, dot, rest = name.partition(".")
    if name in stored or not dot:
        return stored.get(name, UNDEFINED)
    return _found(members(stored.get(first)), rest)


def _refused(ruleset: Ruleset, given: dict[str, object]) -> list[Problem]:
    """Take out what the ruleset refuses; answers a problem for each."""
    problems: list[Problem] = []
    for name in tuple(given):
        try:
            ruleset.check_settings({name: given[name]})
        except SettingError as error:
            del given[name]
            text = _("settings.json: {error} The default counts.").format(error=error)
            problems.append(Problem("setting-refused", text))
    return problems
