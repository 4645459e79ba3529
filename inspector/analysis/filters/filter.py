"""A filter: which rows it matches, what in them made it match, and why none does."""

import difflib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar, cast

from inspector.analysis.filters.grammar import (
    Comparison,
    FilterError,
    Group,
    Not,
    Phrase,
    Range,
    Term,
    Token,
    parse,
)
from inspector.analysis.filters.patterns import BadPatternError, Pattern, literal

Row = TypeVar("Row")
Test = Callable[[Row], bool]

NOTHING = "none"
"""What a missing value is called."""


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

    def __init__(self, fields: Sequence[FilterField[Row]], noun: str = "rows") -> None:
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

    @cached_property
    def searched(self) -> tuple[FilterField[Row], ...]:
        """Where words are looked for."""
        return tuple(one for one in self.all if one.searched)


@dataclass(frozen=True, slots=True)
class Mark:
    """What in a row made it match.

    Attributes:
        field: the field's name.
        start: where in the value, in code points; of all values of a list, see `item`.
        end: where it ends.
        item: which value of a list.
    """

    field: str
    start: int
    end: int
    item: int = 0


@dataclass(frozen=True)
class _Node(Generic[Row]):
    """A term that can be put to rows."""

    matches: Test[Row]
    marks: Callable[[Row], Iterator[Mark]]


@dataclass(frozen=True, slots=True)
class TermCount:
    """How many rows one of the terms that must all hold lets through.

    Attributes:
        text: the term as typed.
        alone: rows that it matches by itself.
        left: rows that are left after it and those before it.
        without: rows that all the others match.
    """

    text: str
    alone: int
    left: int
    without: int


class Filter(Generic[Row]):
    """A filter that is understood.

    Args:
        text: as typed.
        fields: what rows can be asked for.

    Attributes:
        used: names of the fields that it asks for.

    Raises:
        FilterError: it cannot be understood.
    """

    def __init__(self, text: str, fields: Fields[Row]) -> None:
        self.text = text
        self.fields = fields
        self._tree = parse(text, fields.__contains__)
        compiler = _Compiler(text, fields)
        self._whole = compiler.node(self._tree)
        self.used = frozenset(compiler.used)

    def __bool__(self) -> bool:
        """Whether it asks for anything."""
        return bool(self._tree.terms)

    def matches(self, row: Row) -> bool:
        """Whether it lets a row through.

        Raises:
            FilterError: a pattern took too long.
        """
        return self._whole.matches(row)

    def matching(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that it lets through, in order.

        Raises:
            FilterError: a pattern took too long.
        """
        return [row for row in rows if self._whole.matches(row)]

    def marks(self, row: Row) -> tuple[Mark, ...]:
        """What in a row made it match, in order of fields and places, each once."""
        found = dict.fromkeys(self._whole.marks(row)) if self.matches(row) else {}
        order = {one.name: place for place, one in enumerate(self.fields.all)}
        return tuple(sorted(found, key=lambda one: (order[one.field], one.item, one.start)))

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms that must all hold, as typed; the whole where any of them is enough."""
        return tuple(self.text[slice(*one.span)] for one in self._conjuncts)

    @property
    def _conjuncts(self) -> tuple[Term, ...]:
        return (self._tree,) if self._tree.any_of else self._tree.terms

    def without(self, place: int) -> str:
        """The text without one of its `terms`."""
        return " and ".join(one for at, one in enumerate(self.terms) if at != place)

    def counts(self, rows: Sequence[Row]) -> tuple[TermCount, ...]:
        """How many rows each of the `terms` lets through."""
        compiler = _Compiler(self.text, self.fields)
        nodes = [compiler.node(one) for one in self._conjuncts]
        results = [[node.matches(row) for row in rows] for node in nodes]
        found: list[TermCount] = []
        for place, term in enumerate(self.terms):
            others = [one for at, one in enumerate(results) if at != place]
            found.append(
                TermCount(
                    term,
                    sum(results[place]),
                    sum(map(all, zip(*results[: place + 1], strict=True))),
                    sum(map(all, zip(*others, strict=True))) if others else len(rows),
                )
            )
        return tuple(found)

    def why_nothing(self, rows: Sequence[Row]) -> str:
        """Why no row is let through, as a sentence; empty where one is."""
        noun = self.fields.noun
        if not rows:
            return f"There are no {noun}."
        counts = self.counts(rows)
        if not counts or counts[-1].left:
            return ""
        alone = [one for one in counts if not one.alone]
        if alone:
            only = alone[0]
            without = f"; without it, {only.without:,} match" if len(counts) > 1 else ""
            return f"{only.text} matches none of {len(rows):,} {noun}{without}."
        last = next(place for place, one in enumerate(counts) if not one.left)
        before = counts[last - 1].left
        each = ", ".join(f"{one.text}: {one.alone:,}" for one in counts)
        return f"{counts[last].text} leaves none of the {before:,} {noun} before it ({each})."


def conjoined(text: str, term: str) -> str:
    """A filter with one more term that must hold, once."""
    if not text.strip():
        return term
    try:
        tree = parse(text, lambda _name: True)
    except FilterError:
        return f"{text} {term}"
    if not tree.any_of and term in (text[slice(*one.span)] for one in tree.terms):
        return text
    is_open = tree.any_of and text[slice(*tree.span)][:1] != "("
    return f"({text.strip()}) and {term}" if is_open else f"{text.strip()} and {term}"


def quoted(value: str) -> str:
    """A value as a filter spells it: bare where that is clear, else in quotes."""
    is_plain = value.replace("_", "").replace("-", "").isalnum()
    if is_plain and value.casefold() not in ("and", "or", "not", "in", NOTHING):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class _Compiler(Generic[Row]):
    def __init__(self, text: str, fields: Fields[Row]) -> None:
        self._text = text
        self._fields = fields
        self.used: set[str] = set()

    def node(self, term: Term) -> _Node[Row]:
        match term:
            case Group():
                return self._group(term)
            case Not():
                inner = self.node(term.term)
                return _Node(lambda row: not inner.matches(row), _no_marks)
            case Phrase():
                return self._phrase(term.token)
            case Comparison():
                return self._comparison(term)

    def _group(self, group: Group) -> _Node[Row]:
        nodes = [self.node(one) for one in group.terms]
        tests = [one.matches for one in nodes]

        def marks(row: Row) -> Iterator[Mark]:
            for one in nodes:
                if one.matches(row):
                    yield from one.marks(row)

        if group.any_of:
            return _Node(lambda row: any(test(row) for test in tests), marks)
        return _Node(lambda row: all(test(row) for test in tests), marks)

    def _phrase(self, token: Token) -> _Node[Row]:
        spec = None if token.quoted else self._fields.named(token.text)
        if spec is not None and spec.stands_alone:
            named = spec
            self.used.add(spec.name)
            return _Node(lambda row: _holds(named.value(row)), _no_marks)
        pattern = literal(token.text)
        fields = self._fields.searched
        wanted = token.text.casefold()

        def matches(row: Row) -> bool:
            return any(wanted in text.casefold() for one in fields for text in one.texts(row))

        def marks(row: Row) -> Iterator[Mark]:
            for one in fields:
                yield from _spans(one, row, pattern)

        return _Node(matches, marks if wanted else _no_marks)

    def _comparison(self, term: Comparison) -> _Node[Row]:
        spec = self._fields.named(term.field.text)
        if spec is None:
            close = self._fields.like(term.field.text)
            known = f"did you mean {close}?" if close else "it knows " + self._names()
            raise self._error(term.field, f"there is no such field; {known}")
        self.used.add(spec.name)
        if term.operator not in spec.operators:
            listed = ", ".join(spec.operators)
            raise self._error(term.place, f"{spec.name} is a {spec.kind}, which knows {listed}")
        if spec.kind is ValueKind.FLAG:
            return self._flag(spec, term)
        if spec.is_number:
            return self._numbers(spec, term)
        return self._texts(spec, term)

    def _flag(self, spec: FilterField[Row], term: Comparison) -> _Node[Row]:
        token = self._single(term)
        wanted = {"true": True, "yes": True, "false": False, "no": False}.get(token.text.casefold())
        if wanted is None:
            raise self._error(token, "expected true or false")
        wanted = wanted if term.operator == "==" else not wanted
        return _Node(lambda row: _holds(spec.value(row)) is wanted, _no_marks)

    def _numbers(self, spec: FilterField[Row], term: Comparison) -> _Node[Row]:
        if term.operator == "in":
            bounds = [self._bounds(one) for one in term.values]
            return _Node(
                lambda row: any(
                    low <= value <= high for value in spec.numbers(row) for low, high in bounds
                ),
                _no_marks,
            )
        token = self._single(term)
        if _is_nothing(token) and term.operator in ("==", "!="):
            empty = term.operator == "=="
            return _Node(lambda row: (not spec.numbers(row)) is empty, _no_marks)
        wanted = self._number(token)
        if term.operator == "!=":
            return _Node(lambda row: wanted not in spec.numbers(row), _no_marks)
        compare = _ORDER[term.operator]
        return _Node(
            lambda row: any(compare(value, wanted) for value in spec.numbers(row)), _no_marks
        )

    def _texts(self, spec: FilterField[Row], term: Comparison) -> _Node[Row]:
        if term.operator in ("contains", "matches"):
            token = self._single(term)
            return self._pattern(spec, token, is_pattern=term.operator == "matches")
        tokens = [self._choice(spec, self._text_of(one)) for one in term.values]
        wanted = {one.text.casefold() for one in tokens if not _is_nothing(one)}
        or_nothing = any(map(_is_nothing, tokens))

        def equal(row: Row) -> bool:
            texts = spec.texts(row)
            return any(text.casefold() in wanted for text in texts) or (or_nothing and not texts)

        def marks(row: Row) -> Iterator[Mark]:
            for item, text in enumerate(spec.texts(row)):
                if text.casefold() in wanted:
                    yield Mark(spec.name, 0, len(text), item)

        if term.operator == "!=":
            return _Node(lambda row: not equal(row), _no_marks)
        return _Node(equal, marks)

    def _pattern(self, spec: FilterField[Row], token: Token, *, is_pattern: bool) -> _Node[Row]:
        try:
            pattern = Pattern(token.text) if is_pattern else literal(token.text)
        except BadPatternError as error:
            raise self._error(token, str(error)) from error

        def bounded(row: Row) -> Iterator[Mark]:
            try:
                yield from _spans(spec, row, pattern)
            except TimeoutError as error:
                raise self._error(token, "this pattern takes too long and was stopped") from error

        def matches(row: Row) -> bool:
            try:
                return any(pattern.is_in(text) for text in spec.texts(row))
            except TimeoutError as error:
                raise self._error(token, "this pattern takes too long and was stopped") from error

        return _Node(matches, bounded)

    def _choice(self, spec: FilterField[Row], token: Token) -> Token:
        known = {one.casefold() for one in spec.choices}
        if known and token.text.casefold() not in known and not _is_nothing(token):
            raise self._error(token, f"expected one of {', '.join((*spec.choices, NOTHING))}")
        return token

    def _single(self, term: Comparison) -> Token:
        return self._text_of(term.values[0])

    def _text_of(self, value: Token | Range) -> Token:
        if isinstance(value, Token):
            return value
        end = value.low or value.high
        assert end is not None  # noqa: S101 - the grammar lets no range without ends through
        raise self._error(end, "a range goes with numbers only")

    def _bounds(self, value: Token | Range) -> tuple[float, float]:
        if isinstance(value, Token):
            number = self._number(value)
            return number, number
        low = -math.inf if value.low is None else self._number(value.low)
        high = math.inf if value.high is None else self._number(value.high)
        if low > high and value.low is not None:
            raise self._error(value.low, "a range begins with its lower end")
        return low, high

    def _number(self, token: Token) -> float:
        try:
            number = float(token.text)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            raise self._error(token, "expected a number")
        return number

    def _names(self) -> str:
        return ", ".join(one.name for one in self._fields.all)

    def _error(self, token: Token, expected: str) -> FilterError:
        return FilterError(self._text, token.start, token.end, expected)


_ORDER: dict[str, Callable[[float, float], bool]] = {
    "==": lambda value, wanted: value == wanted,
    "<": lambda value, wanted: value < wanted,
    "<=": lambda value, wanted: value <= wanted,
    ">": lambda value, wanted: value > wanted,
    ">=": lambda value, wanted: value >= wanted,
}


def _holds(value: object) -> bool:
    return bool(value)


def _is_nothing(token: Token) -> bool:
    return not token.quoted and token.text.casefold() == NOTHING


def _no_marks(_row: object) -> Iterator[Mark]:
    return iter(())


def _spans(spec: FilterField[Row], row: Row, pattern: Pattern) -> Iterator[Mark]:
    for item, text in enumerate(spec.texts(row)):
        for start, end in pattern.places(text):
            yield Mark(spec.name, start, end, item)
