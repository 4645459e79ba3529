"""A ruleset's settings, described as data: the panel, the command line and the rules follow it."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.core.decoded import is_list, is_number, names, spelled_value
from inspector.core.errors import SettingError
from inspector.language import N_, _, plain


class SettingKind(StrEnum):
    """What sort of value a setting has."""

    WHOLE = "whole number"
    NUMBER = "number"
    FLAG = "true or false"
    TEXT = "text"
    CHOICE = "choice"
    NAMES = "list of names"
    JSON = "JSON value"


_IN_WORDS = {
    SettingKind.WHOLE: N_("{name} is a whole number, not {value}."),
    SettingKind.NUMBER: N_("{name} is a number, not {value}."),
    SettingKind.FLAG: N_("{name} is true or false, not {value}."),
    SettingKind.TEXT: N_("{name} is a text, not {value}."),
    SettingKind.CHOICE: N_("{name} is a choice, not {value}."),
    SettingKind.NAMES: N_("{name} is a list of names, not {value}."),
    SettingKind.JSON: N_("{name} is a JSON value, not {value}."),
}


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
        note: a sentence to add to the meaning; empty for none.
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
    note: str = ""

    @property
    def in_words(self) -> str:
        """What it does, in the language in use."""
        return f"{_(self.meaning)} {_(self.note)}" if self.note else _(self.meaning)

    @property
    def spoken_unit(self) -> str:
        """The unit in the language in use; empty without one."""
        return _(self.unit) if self.unit else ""

    def checked(self, value: object) -> object:
        """`value` if a design accepts it.

        Raises:
            SettingError: wrong type or out of range; the text names setting and reason.
        """
        if value is None and self.optional:
            return None
        if not self._has_kind(value):
            words = _(_IN_WORDS[self.kind])
            raise SettingError(words.format(name=self.name, value=spelled_value(value)))
        if is_number(value):
            self._check_range(value)
        if self.kind is SettingKind.CHOICE and value not in self.choices:
            raise SettingError(
                _("{name} is one of {choices}, not {value}.").format(
                    name=self.name, choices=", ".join(self.choices), value=spelled_value(value)
                )
            )
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
            raise SettingError(
                _("{name} is at least {least}, not {value}.").format(
                    name=self.name, least=plain(self.least), value=plain(value)
                )
            )
        if self.greatest is not None and value > self.greatest:
            raise SettingError(
                _("{name} is at most {greatest}, not {value}.").format(
                    name=self.name, greatest=plain(self.greatest), value=plain(value)
                )
            )


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

    @property
    def spoken(self) -> "SettingWords":
        """The same in the language in use."""
        values = {value: _(word) for value, word in self.values.items()}
        return SettingWords(_(self.title), _(self.group), values)


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


def check_names(known: Iterable[str], given: Iterable[str], ruleset: str) -> None:
    """Refuse names of settings that a ruleset does not know.

    Raises:
        SettingError: one of those given is not among the known ones.
    """
    names = tuple(known)
    for name in given:
        if name not in names:
            words = _("{ruleset} has no setting {name!r}; it has none.")
            if names:
                words = _("{ruleset} has no setting {name!r}; it has {names}.")
            raise SettingError(words.format(ruleset=ruleset, name=name, names=", ".join(names)))


def accepted_settings(
    check: Callable[[Mapping[str, object]], None], given: Mapping[str, object]
) -> tuple[dict[str, object], tuple[SettingError, ...]]:
    """What of some settings a ruleset accepts, and why it refuses each of the rest.

    Those that it accepts only together stay together.

    Args:
        check: `Ruleset.check_settings`.
        given: values by name, of whatever origin.
    """
    accepted: dict[str, object] = dict(given)
    refused: list[SettingError] = []
    try:
        check(accepted)
    except SettingError:
        accepted = {}
        for name, value in given.items():
            try:
                check({**accepted, name: value})
            except SettingError as error:
                refused.append(error)
            else:
                accepted[name] = value
    return accepted, tuple(refused)


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
