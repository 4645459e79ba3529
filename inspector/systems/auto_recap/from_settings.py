"""Settings of a ruleset as SillyTavern's `settings.json` holds them (specs/auto-recap.md §2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.errors import SettingError
from inspector.core.problems import Problem, Severity
from inspector.core.system import Ruleset
from inspector.sillytavern.settings_file import HostSettings
from inspector.systems.auto_recap.settings import MODULE_KEYS


@dataclass(frozen=True)
class FoundSettings:
    """What a settings file says to a ruleset.

    Attributes:
        values: settings that it knows and takes, by name.
        absent: settings that the file does not hold: the ruleset's own defaults count.
        problems: what a person should know.
    """

    values: Mapping[str, object]
    absent: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def found_settings(ruleset: Ruleset, host: HostSettings | None) -> FoundSettings:
    """The settings that hold for a ruleset: those of the open profile, which lie flat.

    A release takes any value and converts it; a design refuses what it cannot have, and keeps
    its default there.

    Args:
        ruleset: one of Auto-Recap's.
        host: the settings file; None if there is none at hand.
    """
    names = tuple(spec.name for spec in ruleset.settings)
    stored = None if host is None else host.extension(*MODULE_KEYS)
    if host is None or stored is None:
        where = "No settings.json is at hand" if host is None else "settings.json holds none of it"
        text = f"{where}, so {ruleset.name} uses its own defaults."
        return FoundSettings({}, names, (Problem("settings-absent", text, Severity.HINT),))
    given = {name: stored[name] for name in names if name in stored}
    if host.context_size is not None and "context_size" in names:
        given["context_size"] = host.context_size
    problems = _refused(ruleset, given)
    absent = tuple(name for name in names if name not in given)
    if absent:
        text = f"settings.json does not hold {', '.join(absent)}: the defaults count there."
        problems.append(Problem("settings-partly-absent", text, Severity.HINT))
    return FoundSettings(given, absent, tuple(problems))


def _refused(ruleset: Ruleset, given: dict[str, object]) -> list[Problem]:
    """Take out what the ruleset refuses; answers a problem for each."""
    problems: list[Problem] = []
    for name in tuple(given):
        try:
            ruleset.check_settings({name: given[name]})
        except SettingError as error:
            del given[name]
            text = f"settings.json: {error} The default counts."
            problems.append(Problem("setting-refused", text))
    return problems
