"""What may come next while a filter is typed."""

from dataclasses import dataclass
from typing import Any

from inspector.analysis.filters.fields import Fields, FilterField, ValueKind
from inspector.analysis.filters.filter import quoted
from inspector.analysis.filters.grammar import CONNECTIVES, SYMBOLS, Token, tokens_of
from inspector.language import _

MOST = 12
_OPERATORS = (*SYMBOLS, "in", "contains", "matches")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may stand there.

    Attributes:
        text: as it is written.
        meaning: half a sentence; may be empty.
    """

    text: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand in place of the word at the cursor.

    Attributes:
        start: where that word begins, in code points.
        end: where it ends: the cursor.
        options: the likeliest first; none where nothing is known.
    """

    start: int
    end: int
    options: tuple[Option, ...] = ()

    def applied(self, text: str, option: str) -> tuple[str, int]:
        """The filter with an option written there, and the cursor behind it."""
        after = text[self.end :]
        space = "" if after[:1].isspace() else " "
        before = f"{text[: self.start]}{option}{space}"
        return before + after, len(before)


def complete(text: str, cursor: int, fields: Fields[Any]) -> Completion:
    """What may come at the cursor.

    Args:
        text: the filter so far.
        cursor: where it is typed, in code points.
        fields: what rows can be asked for.
    """
    before = text[:cursor]
    tokens = tokens_of(before, unfinished=True) if before.strip() else []
    word = _word_at(tokens, cursor, before)
    earlier = tokens[:-1] if word is not None else tokens
    start = cursor if word is None else word.start
    typed = "" if word is None else word.text
    options = _options(earlier, fields)
    fitting = [one for one in options if _fits(one.text, typed)]
    if len(fitting) == 1 and fitting[0].text == before[start:]:
        fitting = []
    return Completion(start, cursor, tuple(fitting[:MOST]))


def _word_at(tokens: list[Token], cursor: int, before: str) -> Token | None:
    """The word that is being typed; None between words."""
    if not tokens or (before[-1:].isspace() and not tokens[-1].quoted):
        return None
    last = tokens[-1]
    return None if last.symbol or last.end < cursor else last


def _options(earlier: list[Token], fields: Fields[Any]) -> list[Option]:
    last = earlier[-1] if earlier else None
    before = earlier[-2] if len(earlier) > 1 else None
    if last is not None and before is not None and last.text.casefold() in _OPERATORS:
        spec = None if before.quoted else fields.named(before.text)
        if spec is not None:
            return _values(spec)
    if last is None or last.is_word(*CONNECTIVES) or last.is_symbol("("):
        return _terms(fields)
    spec = None if last.quoted or last.symbol else fields.named(last.text)
    if spec is not None:
        alone = [Option("and"), Option("or")] if spec.stands_alone else []
        return [*alone, *(Option(one) for one in spec.operators)]
    return [Option("and"), Option("or"), *_terms(fields)]


def _terms(fields: Fields[Any]) -> list[Option]:
    known = (Option(one.name, _(one.meaning) if one.meaning else "") for one in fields.all)
    return [*known, Option("not")]


def _values(spec: FilterField[Any]) -> list[Option]:
    if spec.kind is ValueKind.FLAG:
        return [Option("true"), Option("false")]
    return [Option(quoted(one)) for one in (*spec.choices, *spec.known)]


def _fits(option: str, typed: str) -> bool:
    return option.strip('"').casefold().startswith(typed.casefold())
