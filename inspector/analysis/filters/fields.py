"""What rows can be asked for: fields as values."""

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar, cast

from inspector.language import N_

Row = TypeVar("Row")


class ValueKind(StrEnum):
    """What a field's value is."""

    NUMBER = "number"
    NUMBERS = "numbers"
    FLAG = "flag"
    TEXT = "text"
    TEXTS = "texts"


@dataclass(frozen=True)
class FilterField(Generic[Row]):
    """Something that rows can be asked for.

    Attributes:
        name: as typed.
        kind: of the values.
        value: of a row: a number, a bool, a text, or a sequence of numbers or texts; None for
            nothing.
        meaning: half a sentence for completion.
        aliases: other names that are understood.
        choices: all values that there can be; empty where any may be given.
        known: values that completion knows of, where `choices` is empty.
        searched: whether words that name no field are looked for here.
        has: whether the name alone asks whether there is any; so it is with every flag.
        judged: whether it asks for a verdict, which rows need not have otherwise.
    """

    name: str
    kind: ValueKind
    value: Callable[[Row], object]
    meaning: str = ""
    aliases: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    searched: bool = False
    has: bool = False
    judged: bool = False

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers."""
        return self.kind in (ValueKind.NUMBER, ValueKind.NUMBERS)

    @property
    def stands_alone(self) -> bool:
        """Whether its name alone is a term."""
        return self.has or self.kind is ValueKind.FLAG

    @property
    def operators(self) -> tuple[str, ...]:
        """The operators that it knows."""
        if self.kind is ValueKind.FLAG:
            return ("==", "!=")
        if self.is_number:
            return ("==", "!=", "<", "<=", ">", ">=", "in")
        return ("==", "!=", "contains", "matches", "in")

    def texts(self, row: Row) -> tuple[str, ...]:
        """A row's values as texts; empty for nothing."""
        value = self.value(row)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        return tuple(cast("Sequence[str]", value))

    def numbers(self, row: Row) -> tuple[float, ...]:
        """A row's values as numbers; empty for nothing."""
        value = self.value(row)
        if value is None:
            return ()
        if isinstance(value, int | float):
            return (value,)
        return tuple(cast("Sequence[float]", value))


class Fields(Generic[Row]):
    """All that rows of one kind can be asked for.

    Args:
        fields: in the order in which completion shows them; of two that have one name, the
            first is meant.
        noun: what rows are called, as the many.
    """

    def __init__(self, fields: Sequence[FilterField[Row]], noun: str = N_("rows")) -> None:
        self.all = tuple(fields)
        self.noun = noun
        self._by_name: dict[str, FilterField[Row]] = {}
        for one in fields:
            for name in (one.name, *one.aliases):
                self._by_name.setdefault(name.casefold(), one)

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._by_name

    def named(self, name: str) -> FilterField[Row] | None:
        """The field with this name or alias, in any case."""
        return self._by_name.get(name.casefold())

    def like(self, name: str) -> str | None:
        """The name of a field that looks most like one that is not there."""
        close = difflib.get_close_matches(name.casefold(), self._by_name, 1)
        return self._by_name[close[0]].name if close else None

    def folded(self, row: Row) -> str:
        """All texts of a row in which words are looked for, in small letters, parted by NUL."""
        texts = (text for one in self.searched for text in one.texts(row))
        return "\0".join(texts).casefold()

    @cached_property
    def searched(self) -> tuple[FilterField[Row], ...]:
        """Where words are looked for."""
        return tuple(one for one in self.all if one.searched)
