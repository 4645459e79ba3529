"""A ruleset's settings, described as data: the panel, the command line and the rules follow it."""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.core.decoded import is_list, is_number, names
from inspector.core.errors import SettingError


class SettingKind(StrEnum):
    """What sort of value a setting has."""

    WHOLE = "whole number"
    NUMBER = "number"
    FLAG = "true or false"
    TEXT = "text"
    CHOICE = "choice"
    NAMES = "list of names"
    JSON = "JSON value"


_LONGEST = 60
_IN_WORDS = {kind: f"a {kind}" for kind in SettingKind} | {SettingKind.FLAG: "true or false"}


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One setting of a ruleset.

    Attributes:
        name: what the system itself calls it; nested ones dotted.
        kind: what sort of value it has.
        default: the system's own default.
        meaning: what it does, in one sentence.
        unit: such as `tokens`, `messages`, `share of the chat`; empty without one.
        least: smallest value a design accepts, if there is one.
        greatest: greatest value a design accepts, if there is one.
        choices: the values of a choice.
        optional: whether None, meaning *from the chat*, is a value as well.
    """

    name: str
    kind: SettingKind
    default: object
    meaning: str
    unit: str = ""
    least: float | None = None
    greatest: float | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False

    def checked(self, value: object) -> object:
        """`value` if a design accepts it.

        Raises:
            SettingError: wrong type or out of range; the text names setting and reason.
        """
        if value is None and self.optional:
            return None
        if not self._has_kind(value):
            raise SettingError(f"{self.name} is {_IN_WORDS[self.kind]}, not {_spelled(value)}.")
        if is_number(value):
            self._check_range(value)
        if self.kind is SettingKind.CHOICE and value not in self.choices:
            raise SettingError(f"{self.name} is one of {', '.join(self.choices)}, not {value!r}.")
        return value

    def _has_kind(self, value: object) -> bool:
        match self.kind:
            case SettingKind.WHOLE:
                return is_number(value) and value == math.floor(value)
            case SettingKind.NUMBER:
                return is_number(value)
            case SettingKind.FLAG:
                return isinstance(value, bool)
            case SettingKind.TEXT | SettingKind.CHOICE:
                return isinstance(value, str)
            case SettingKind.NAMES:
                return is_list(value) and len(names(value)) == len(value)
            case SettingKind.JSON:
                return True

    def _check_range(self, value: float) -> None:
        if self.least is not None and value < self.least:
            raise SettingError(f"{self.name} is at least {self.least:g}, not {value:g}.")
        if self.greatest is not None and value > self.greatest:
            raise SettingError(f"{self.name} is at most {self.greatest:g}, not {value:g}.")


@dataclass(frozen=True, slots=True)
class SettingWords:
    """What people call a setting, its values, and what it belongs to.

    Attributes:
        title: short, in plain words.
        group: title of what it belongs to.
        values: what its values are called, where they are not what they say.
    """

    title: str
    group: str
    values: Mapping[object, str] = field(default_factory=dict[object, str])


def words_for(
    groups: Mapping[str, Mapping[str, str]],
    values: Mapping[str, Mapping[object, str]] | None = None,
) -> Mapping[str, SettingWords]:
    """The words of settings by their names.

    Args:
        groups: titles of settings by name, by the title of their group, in the order shown.
        values: what a setting's values are called, by its name.
    """
    called = values or {}
    return {
        name: SettingWords(title, group, called.get(name, {}))
        for group, titles in groups.items()
        for name, title in titles.items()
    }


@dataclass(frozen=True, slots=True)
class SetSetting:
    """Give one setting of a ruleset another value: to the question what an edit is to a document.

    Attributes:
        ruleset: whose setting it is.
        name: what the system itself calls it.
        value: the new value.
    """

    ruleset: str
    name: str
    value: object


def _spelled(value: object) -> str:
    """A refused value, shortened, as JSON spells it where Python has another word for it."""
    is_other_word = value is None or isinstance(value, bool | float)
    spelled = json.dumps(value) if is_other_word else repr(value)
    return spelled if len(spelled) <= _LONGEST else f"{spelled[: _LONGEST - 1]}…"


def check_names(known: Iterable[str], given: Iterable[str], ruleset: str) -> None:
    """Refuse names of settings that a ruleset does not know.

    Raises:
        SettingError: one of those given is not among the known ones.
    """
    names = tuple(known)
    for name in given:
        if name not in names:
            raise SettingError(
                f"{ruleset} has no setting {name!r}; it has {', '.join(names) or 'none'}."
            )


def checked_settings(
    specs: Iterable[SettingSpec], given: Mapping[str, object], ruleset: str
) -> dict[str, object]:
    """All settings of a design: what was given, checked, and defaults for the rest.

    Raises:
        SettingError: a name that the ruleset does not know, or a value that it refuses.
    """
    known = {spec.name: spec for spec in specs}
    check_names(known, given, ruleset)
    return {
        name: spec.checked(given[name]) if name in given else spec.default
        for name, spec in known.items()
    }
