"""The grammar of filters: text to a tree, and errors that point at their place.

    importance >= 4 and witness == "Kai" and not in_block

A term is a comparison (`words > 18`, `msg in 120..200`, `bucket in (old, mid)`), a name that is
true or false (`secret`), or words to look for. Terms side by side all hold, as with `and`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.core.errors import InspectorError
from inspector.language import _

MOST_CHARACTERS = 10_000
DEEPEST = 100

SYMBOLS = ("==", "!=", "<=", ">=", "<", ">", "=", "~")
WORD_OPERATORS = ("in", "contains", "matches")
CONNECTIVES = ("and", "or", "not")
_MEANING = {"=": "==", "~": "matches", "&&": "and", "||": "or", "!": "not"}
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<symbol>==|!=|<=|>=|&&|\|\||[<>=~(),]|!)
    |(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|“[^”]*”)
    |(?P<open>["'“])
    |(?P<word>(?:[^\s()<>=!~,"“”&|]|!(?!=)|&(?!&)|\|(?!\|))+)
    |(?P<odd>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_RANGE = re.compile(r"(?P<low>[^.]*(?:\.[^.]+)?)\.\.(?P<high>[^.]*(?:\.[^.]+)?)")


class FilterError(InspectorError):
    """A filter cannot be understood.

    Args:
        text: the filter.
        start: where the fault is, in code points.
        end: where it ends.
        expected: what should stand there.
    """

    def __init__(self, text: str, start: int, end: int, expected: str) -> None:
        self.start = start
        self.end = end
        self.expected = expected
        self.column = start + 1
        found = text[start:end]
        what = (
            _("“{found}”: {expected}").format(found=found, expected=expected) if found else expected
        )
        super().__init__(_("column {column}: {what}").format(column=self.column, what=what))


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a filter.

    Attributes:
        text: what it says; of a quoted text without quotes and escapes.
        start: where it begins, in code points.
        end: where it ends.
        quoted: whether it stood in quotes.
        symbol: whether it is an operator, a parenthesis or a comma.
    """

    text: str
    start: int
    end: int
    quoted: bool = False
    symbol: bool = False

    def is_word(self, *words: str) -> bool:
        """Whether it is one of these words of the language, in any case."""
        return not self.quoted and not self.symbol and self.text.casefold() in words

    def is_symbol(self, *symbols: str) -> bool:
        """Whether it is one of these symbols."""
        return self.symbol and self.text in symbols


@dataclass(frozen=True, slots=True)
class Phrase:
    """A word or quoted text to look for, or the name of something that is true or false."""

    token: Token

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands."""
        return self.token.start, self.token.end


@dataclass(frozen=True, slots=True)
class Range:
    """`120..200`, both included; None for an open end."""

    low: Token | None
    high: Token | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field, an operator and its values.

    Attributes:
        field: its name.
        operator: `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `contains` or `matches`.
        values: one, or for `in` all of its list.
        location: of the operator.
        end: where the last value ends.
    """

    field: Token
    operator: str
    values: tuple[Token | Range, ...]
    location: Token
    end: int

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands."""
        return self.field.start, self.end


@dataclass(frozen=True, slots=True)
class Not:
    """What must not hold."""

    term: "Term"
    start: int

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands."""
        return self.start, self.term.span[1]


@dataclass(frozen=True, slots=True)
class Group:
    """Terms that all hold, or one of which holds.

    Attributes:
        terms: two or more; none for the empty filter.
        any_of: whether one is enough.
        span: where they stand, parentheses included.
    """

    terms: tuple["Term", ...]
    any_of: bool
    span: tuple[int, int]


Term = Phrase | Comparison | Not | Group


def tokens_of(text: str, *, unfinished: bool = False) -> list[Token]:
    """The pieces of a filter.

    Args:
        text: the filter.
        unfinished: whether a quote may still be open, as where it is being typed.

    Raises:
        FilterError: a quote is open, or the text is too long.
    """
    if len(text) > MOST_CHARACTERS:
        expected = _("a filter of at most {most_characters:,} characters").format(
            most_characters=MOST_CHARACTERS
        )
        raise FilterError(text, MOST_CHARACTERS, MOST_CHARACTERS, expected)
    found: list[Token] = []
    location = 0
    while piece := _TOKEN.match(text, location):
        location = piece.end()
        start = piece.start(piece.lastgroup or 0)
        if piece["quoted"]:
            inner = piece["quoted"][1:-1]
            inner = inner if piece["quoted"][0] == "“" else _ESCAPED.sub(r"\1", inner)
            found.append(Token(inner, start, location, quoted=True))
        elif piece["open"]:
            if not unfinished:
                raise FilterError(text, start, start + 1, _("this quote has no end"))
            found.append(Token(text[start + 1 :], start, len(text), quoted=True))
            break
        elif piece["symbol"] in ("&&", "||", "!"):
            found.append(Token(_MEANING[piece["symbol"]], start, location))
        else:
            found.append(Token(piece[0].strip(), start, location, symbol=bool(piece["symbol"])))
    return found


def parse(text: str, is_field: Callable[[str], bool]) -> Group:
    """The tree of a filter; always a group, of no terms where the text is blank.

    Args:
        text: the filter.
        is_field: whether a name is that of a field; `in`, `contains` and `matches` are operators
            after such a name only, else words like others.

    Raises:
        FilterError: it cannot be understood.
    """
    return _Parser(text, tokens_of(text), is_field).whole()


class _Parser:
    def __init__(self, text: str, tokens: Sequence[Token], is_field: Callable[[str], bool]) -> None:
        self._text = text
        self._tokens = tokens
        self._is_field = is_field
        self._location = 0
        self._depth = 0

    def whole(self) -> Group:
        if not self._tokens:
            return Group((), any_of=False, span=(0, 0))
        found = self._any()
        left = self._peek()
        if left is not None:
            expected = (
                _("no parenthesis is open here")
                if left.is_symbol(")")
                else _("expected and, or, or the end; put such signs in quotes to look for them")
            )
            raise self._error(left, expected)
        if isinstance(found, Group):
            return found
        return Group((found,), any_of=False, span=found.span)

    def _any(self) -> Term:
        terms = [self._all()]
        while (token := self._peek()) is not None and token.is_word("or"):
            self._location += 1
            terms.append(self._all())
        return self._group(terms, any_of=True)

    def _all(self) -> Term:
        terms = [self._term()]
        while (token := self._peek()) is not None:
            if token.is_word("and"):
                self._location += 1
            elif token.is_word("or") or (token.symbol and token.text != "("):
                break
            terms.append(self._term())
        return self._group(terms, any_of=False)

    def _group(self, terms: list[Term], *, any_of: bool) -> Term:
        if len(terms) == 1:
            return terms[0]
        return Group(tuple(terms), any_of, (terms[0].span[0], terms[-1].span[1]))

    def _term(self) -> Term:
        token = self._next(_("expected a term, such as importance >= 4 or a word"))
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(
                token,
                _("expected no more than {deepest} terms inside each other").format(
                    deepest=DEEPEST
                ),
            )
        try:
            if token.is_word("not"):
                return Not(self._term(), token.start)
            if token.is_symbol("("):
                return self._parenthesis(token)
            if token.symbol or token.is_word("and", "or"):
                raise self._error(token, _("expected a term before it"))
            return self._compared(token) or Phrase(token)
        finally:
            self._depth -= 1

    def _parenthesis(self, opening: Token) -> Term:
        inner = self._any()
        closing = self._peek()
        if closing is None or not closing.is_symbol(")"):
            raise self._error(opening, _("this parenthesis has no end"))
        self._location += 1
        span = (opening.start, closing.end)
        if isinstance(inner, Group):
            return Group(inner.terms, inner.any_of, span)
        return Group((inner,), any_of=False, span=span)

    def _compared(self, name: Token) -> Term | None:
        """The comparison that begins with a name; None where it is a word to look for."""
        location = self._peek()
        if location is None or name.quoted:
            return None
        if location.is_symbol(*SYMBOLS):
            self._location += 1
            return self._comparison(name, location, _MEANING.get(location.text, location.text))
        if not self._is_field(name.text):
            return None
        if location.is_word(*WORD_OPERATORS):
            self._location += 1
            return self._comparison(name, location, location.text.casefold())
        after = self._tokens[self._location + 1] if self._location + 1 < len(self._tokens) else None
        if location.is_word("not") and after is not None and after.is_word("in"):
            self._location += 2
            return Not(self._comparison(name, after, "in"), name.start)
        return None

    def _comparison(self, name: Token, location: Token, operator: str) -> Comparison:
        listed = operator == "in" and self._tokens[self._location : self._location + 1]
        if listed and listed[0].is_symbol("("):
            self._location += 1
            values, end = self._list(listed[0])
        else:
            token = self._value(_("expected a value after {text}").format(text=location.text))
            values, end = (self._ranged(token) if operator == "in" else token,), token.end
        return Comparison(name, operator, values, location, end)

    def _list(self, opening: Token) -> tuple[tuple[Token | Range, ...], int]:
        values: list[Token | Range] = []
        while True:
            values.append(self._ranged(self._value(_("expected a value of the list"))))
            token = self._peek()
            if token is None:
                raise self._error(opening, _("this list has no end"))
            self._location += 1
            if token.is_symbol(")"):
                return tuple(values), token.end
            if not token.is_symbol(","):
                raise self._error(token, _("expected a comma or the end of the list"))

    def _value(self, expected: str) -> Token:
        token = self._next(expected)
        if token.symbol:
            raise self._error(token, expected)
        return token

    def _ranged(self, token: Token) -> Token | Range:
        found = None if token.quoted else _RANGE.fullmatch(token.text)
        if found is None:
            return token
        low, high = (
            Token(found[end], token.start + found.start(end), token.start + found.end(end))
            if found[end]
            else None
            for end in ("low", "high")
        )
        if low is None and high is None:
            raise self._error(token, _("expected a range such as 120..200"))
        return Range(low, high)

    def _peek(self) -> Token | None:
        return self._tokens[self._location] if self._location < len(self._tokens) else None

    def _next(self, expected: str) -> Token:
        token = self._peek()
        if token is None:
            raise FilterError(self._text, len(self._text), len(self._text), expected)
        self._location += 1
        return token

    def _error(self, token: Token, expected: str) -> FilterError:
        return FilterError(self._text, token.start, token.end, expected)
