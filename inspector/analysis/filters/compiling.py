"""Terms of a filter as tests that rows are put to, with what in a row made it match."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from inspector.analysis.filters.fields import Fields, FilterField, Row, ValueKind
from inspector.analysis.filters.grammar import (
    Comparison,
    FilterError,
    Group,
    Not,
    Phrase,
    Range,
    Term,
    Token,
)
from inspector.analysis.filters.patterns import BadPatternError, Pattern, literal
from inspector.language import _

Test = Callable[[Row], bool]

NOTHING = "none"
"""What a missing value is called."""


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
class Node(Generic[Row]):
    """A term that can be put to rows.

    Attributes:
        matches: whether it holds for a row.
        marks: what in a row made it hold.
    """

    matches: Test[Row]
    marks: Callable[[Row], Iterator[Mark]]


class Compiler(Generic[Row]):
    """Makes tests of terms.

    Args:
        text: the filter, for errors.
        fields: what rows can be asked for.

    Attributes:
        used: names of the fields that were asked for so far.
    """

    def __init__(self, text: str, fields: Fields[Row]) -> None:
        self._text = text
        self._fields = fields
        self._values = _Values(text)
        self.used: set[str] = set()

    def node(self, term: Term) -> Node[Row]:
        """A term as a test.

        Raises:
            FilterError: a field is not there, or cannot be compared so.
        """
        match term:
            case Group():
                return self._group(term)
            case Not():
                inner = self.node(term.term)
                return Node(lambda row: not inner.matches(row), _no_marks)
            case Phrase():
                return self._phrase(term.token)
            case Comparison():
                return self._comparison(term)

    def _group(self, group: Group) -> Node[Row]:
        nodes = [self.node(one) for one in group.terms]
        tests = [one.matches for one in nodes]

        def marks(row: Row) -> Iterator[Mark]:
            for one in nodes:
                if one.matches(row):
                    yield from one.marks(row)

        if group.any_of:
            return Node(lambda row: any(test(row) for test in tests), marks)
        return Node(lambda row: all(test(row) for test in tests), marks)

    def _phrase(self, token: Token) -> Node[Row]:
        spec = None if token.quoted else self._fields.named(token.text)
        if spec is not None and spec.stands_alone:
            named = spec
            self.used.add(spec.name)
            return Node(lambda row: _holds(named.value(row)), _no_marks)
        pattern = literal(token.text)
        fields = self._fields.searched
        wanted = token.text.casefold()

        folded = self._fields.folded

        def matches(row: Row) -> bool:
            return wanted in folded(row)

        def marks(row: Row) -> Iterator[Mark]:
            for one in fields:
                yield from _spans(one, row, pattern)

        return Node(matches, marks if wanted else _no_marks)

    def _comparison(self, term: Comparison) -> Node[Row]:
        spec = self._fields.named(term.field.text)
        if spec is None:
            close = self._fields.like(term.field.text)
            if close:
                wrong = _("there is no such field; did you mean {close}?").format(close=close)
            else:
                wrong = _("there is no such field; it knows {names}").format(names=self._names())
            raise self._error(term.field, wrong)
        self.used.add(spec.name)
        if term.operator not in spec.operators:
            listed = ", ".join(spec.operators)
            raise self._error(
                term.location,
                _("{name} is a {kind}, which knows {listed}").format(
                    name=spec.name, kind=spec.kind, listed=listed
                ),
            )
        if spec.kind is ValueKind.FLAG:
            return self._flag(spec, term)
        if spec.is_number:
            return self._numbers(spec, term)
        return self._texts(spec, term)

    def _flag(self, spec: FilterField[Row], term: Comparison) -> Node[Row]:
        token = self._values.single(term)
        wanted = {"true": True, "yes": True, "false": False, "no": False}.get(token.text.casefold())
        if wanted is None:
            raise self._error(token, _("expected true or false"))
        wanted = wanted if term.operator == "==" else not wanted
        return Node(lambda row: _holds(spec.value(row)) is wanted, _no_marks)

    def _numbers(self, spec: FilterField[Row], term: Comparison) -> Node[Row]:
        if term.operator == "in":
            bounds = [self._values.bounds(one) for one in term.values]
            return Node(
                lambda row: any(
                    low <= value <= high for value in spec.numbers(row) for low, high in bounds
                ),
                _no_marks,
            )
        token = self._values.single(term)
        if _is_nothing(token) and term.operator in ("==", "!="):
            empty = term.operator == "=="
            return Node(lambda row: (not spec.numbers(row)) is empty, _no_marks)
        wanted = self._values.number(token)
        if term.operator == "!=":
            return Node(lambda row: wanted not in spec.numbers(row), _no_marks)
        compare = _ORDER[term.operator]
        return Node(
            lambda row: any(compare(value, wanted) for value in spec.numbers(row)), _no_marks
        )

    def _texts(self, spec: FilterField[Row], term: Comparison) -> Node[Row]:
        if term.operator in ("contains", "matches"):
            token = self._values.single(term)
            return self._pattern(spec, token, is_pattern=term.operator == "matches")
        tokens = [self._values.choice(spec, self._values.text_of(one)) for one in term.values]
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
            return Node(lambda row: not equal(row), _no_marks)
        return Node(equal, marks)

    def _pattern(self, spec: FilterField[Row], token: Token, *, is_pattern: bool) -> Node[Row]:
        try:
            pattern = Pattern(token.text) if is_pattern else literal(token.text)
        except BadPatternError as error:
            raise self._error(token, str(error)) from error

        def bounded(row: Row) -> Iterator[Mark]:
            try:
                yield from _spans(spec, row, pattern)
            except TimeoutError as error:
                raise self._error(
                    token, _("this pattern takes too long and was stopped")
                ) from error

        folded = token.text.casefold()

        def holds(row: Row) -> bool:
            return any(folded in text.casefold() for text in spec.texts(row))

        def matches(row: Row) -> bool:
            try:
                return any(pattern.is_in(text) for text in spec.texts(row))
            except TimeoutError as error:
                raise self._error(
                    token, _("this pattern takes too long and was stopped")
                ) from error

        return Node(matches if is_pattern else holds, bounded)

    def _names(self) -> str:
        return ", ".join(one.name for one in self._fields.all)

    def _error(self, token: Token, expected: str) -> FilterError:
        return FilterError(self._text, token.start, token.end, expected)


class _Values:
    """Reads the values of comparisons; refuses with their place."""

    def __init__(self, text: str) -> None:
        self._text = text

    def choice(self, spec: FilterField[Row], token: Token) -> Token:
        known = {one.casefold() for one in spec.choices}
        if known and token.text.casefold() not in known and not _is_nothing(token):
            raise self._error(
                token,
                _("expected one of {choices}").format(choices=", ".join((*spec.choices, NOTHING))),
            )
        return token

    def single(self, term: Comparison) -> Token:
        return self.text_of(term.values[0])

    def text_of(self, value: Token | Range) -> Token:
        if isinstance(value, Token):
            return value
        end = value.low or value.high
        assert end is not None  # noqa: S101 - the grammar lets no range without ends through
        raise self._error(end, _("a range goes with numbers only"))

    def bounds(self, value: Token | Range) -> tuple[float, float]:
        if isinstance(value, Token):
            number = self.number(value)
            return number, number
        low = -math.inf if value.low is None else self.number(value.low)
        high = math.inf if value.high is None else self.number(value.high)
        if low > high and value.low is not None:
            raise self._error(value.low, _("a range begins with its lower end"))
        return low, high

    def number(self, token: Token) -> float:
        try:
            number = float(token.text)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            raise self._error(token, _("expected a number"))
        return number

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
