"""A filter: which rows it matches, what in them made it match, and why none does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from inspector.analysis.filters.compiling import NOTHING, Compiler, Mark
from inspector.analysis.filters.fields import Fields, Row
from inspector.analysis.filters.grammar import (
    Comparison,
    FilterError,
    Group,
    Not,
    Phrase,
    Term,
    Token,
    parse,
)
from inspector.language import _


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
        compiler = Compiler(text, fields)
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
        order = {one.name: index for index, one in enumerate(self.fields.all)}
        return tuple(sorted(found, key=lambda one: (order[one.field], one.item, one.start)))

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words that must all be in `Fields.folded`; None where it asks for more."""
        if self._tree.any_of or self.used:
            return None
        terms = self._tree.terms
        words = tuple(one.token.text.casefold() for one in terms if isinstance(one, Phrase))
        return words if len(words) == len(terms) else None

    @property
    def literal(self) -> str:
        """The first words that it looks for in texts, as typed; empty without any."""
        return next(self._literals(self._tree), "")

    def _literals(self, term: Term) -> Iterator[str]:
        match term:
            case Group():
                for one in term.terms:
                    yield from self._literals(one)
            case Phrase(token):
                spec = None if token.quoted else self.fields.named(token.text)
                if spec is None or not spec.stands_alone:
                    yield token.text
            case Comparison() if term.operator == "contains":
                yield from (one.text for one in term.values if isinstance(one, Token))
            case _:
                return

    @property
    def has_patterns(self) -> bool:
        """Whether it asks for a regular expression."""
        return any(one.operator == "matches" for one in comparisons(self._tree))

    @property
    def is_judged(self) -> bool:
        """Whether it asks for verdicts."""
        specs = map(self.fields.named, self.used)
        return any(one is not None and one.judged for one in specs)

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms that must all hold, as typed; the whole where any of them is enough."""
        return tuple(self.text[slice(*one.span)] for one in self._conjuncts)

    @property
    def _conjuncts(self) -> tuple[Term, ...]:
        return (self._tree,) if self._tree.any_of else self._tree.terms

    def without(self, location: int) -> str:
        """The text without one of its `terms`."""
        return " and ".join(one for at, one in enumerate(self.terms) if at != location)

    def counts(self, rows: Sequence[Row]) -> tuple[TermCount, ...]:
        """How many rows each of the `terms` lets through."""
        compiler = Compiler(self.text, self.fields)
        nodes = [compiler.node(one) for one in self._conjuncts]
        results = [[node.matches(row) for row in rows] for node in nodes]
        found: list[TermCount] = []
        for index, term in enumerate(self.terms):
            rest = [one for at, one in enumerate(results) if at != index]
            found.append(
                TermCount(
                    term,
                    sum(results[index]),
                    sum(map(all, zip(*results[: index + 1], strict=True))),
                    sum(map(all, zip(*rest, strict=True))) if rest else len(rows),
                )
            )
        return tuple(found)

    def why_nothing(self, rows: Sequence[Row]) -> str:
        """Why no row is let through, as a sentence; empty where one is."""
        noun = _(self.fields.noun)
        if not rows:
            return _("There are no {noun}.").format(noun=noun)
        counts = self.counts(rows)
        if not counts or counts[-1].left:
            return ""
        alone = [one for one in counts if not one.alone]
        if alone:
            only = alone[0]
            words = _("{text} matches none of {rows:,} {noun}.")
            if len(counts) > 1:
                words = _("{text} matches none of {rows:,} {noun}; without it, {without:,} match.")
            return words.format(text=only.text, rows=len(rows), noun=noun, without=only.without)
        last = next(index for index, one in enumerate(counts) if not one.left)
        before = counts[last - 1].left
        each = ", ".join(f"{one.text}: {one.alone:,}" for one in counts)
        words = _("{text} leaves none of the {before:,} {noun} before it ({each}).")
        return words.format(text=counts[last].text, before=before, noun=noun, each=each)


def comparisons(term: Term) -> Iterator[Comparison]:
    """All comparisons of a term."""
    match term:
        case Comparison():
            yield term
        case Not():
            yield from comparisons(term.term)
        case Group():
            for one in term.terms:
                yield from comparisons(one)
        case Phrase():
            return


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
