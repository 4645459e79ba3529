"""The next request as a numbered stack: one row a message or a part of one, long runs as one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from inspector.gui.kit.text import counted
from inspector.gui.state.delivery import UNDELIVERED, Outcome
from inspector.language import _
from inspector.proof.sent_parts import Kind, kind_of
from inspector.proof.source_words import CARD, CHAT, LORE, SLOT, source_in_words
from inspector.sillytavern.completion.chat_request import NEW_EXAMPLE
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.sourced import EXAMPLE, Sourced

Edge = Literal["", "first", "inside", "foot"]
"""Where a row stands in the box of a message that several sources share."""

_Numbered = tuple[int, Sourced]
_RUNS = (CHAT, CARD, LORE, EXAMPLE)


@dataclass(frozen=True)
class StackRow:
    """One row.

    Attributes:
        number: of the message, or of a run's first and last; empty for what says none.
        name: what stands there.
        tokens: what it costs; None for what does not go out.
        kind: what it is.
        keys: the slots whose texts stand there.
        edge: its place in a box; empty outside of any.
        source: what the run that it is part of begins with.
        count: how many parts it stands for.
    """

    number: str
    name: str
    tokens: int | None
    kind: Kind = Kind.PROMPT
    keys: tuple[str, ...] = ()
    edge: Edge = ""
    source: str = ""
    count: int = 1

    @property
    def is_lost(self) -> bool:
        """Whether it does not go out."""
        return self.tokens is None

    @property
    def spoken(self) -> str:
        """The row as a sentence."""
        cost = "" if self.tokens is None else f", {counted(self.tokens, '{n} token', '{n} tokens')}"
        words = f"{self.name}{cost}"
        if not self.number:
            return words
        return _("Message {number}: {words}").format(number=self.number, words=words)


def stack_of(
    request: Request, outcomes: Mapping[str, Outcome], count: Callable[[str], int]
) -> tuple[StackRow, ...]:
    """The rows from top to bottom, and then the slots that do not go out.

    Args:
        request: what is sent.
        outcomes: what becomes of every slot.
        count: tokens of a text.
    """
    rows: list[StackRow] = []
    for is_boxed, found in groupby(_rows(request, count), key=lambda row: bool(row.edge)):
        here = list(found)
        rows += here if is_boxed else _folded(here)
    lost = (
        StackRow(
            "", f"{UNDELIVERED} {source_in_words(f'{SLOT}{key}')}: {one.why}", None, keys=(key,)
        )
        for key, one in outcomes.items()
        if one.why
    )
    return (*rows, *lost)


def _rows(request: Request, count: Callable[[str], int]) -> Iterator[StackRow]:
    numbered = enumerate(request.texts)
    if request.prompt is not None:
        yield from _rows_of(request, numbered, count)
        return
    for is_chat, found in groupby(numbered, key=lambda one: _is_of_chat(one[1])):
        if is_chat:
            yield _chat_run([*found], count)
        else:
            yield from _rows_of(request, found, count)


def _is_of_chat(content: Sourced) -> bool:
    """Whether one message of the chat is all that it says."""
    pieces = content.pieces
    source = pieces[0].source if pieces else ""
    return source.startswith(CHAT) and all(one.source == source for one in pieces)


def _chat_run(found: Sequence[_Numbered], count: Callable[[str], int]) -> StackRow:
    """Messages of the chat that follow each other: thousands, of which no row is made but this."""
    tokens = sum(count(content.text) for _number, content in found)
    both = (found[0],) if len(found) == 1 else (found[0], found[-1])
    ends = [_row(str(number), content.pieces[0].source, 0) for number, content in both]
    return replace(ends[0] if len(ends) == 1 else _run(ends), tokens=tokens, count=len(found))


def _rows_of(
    request: Request, numbered: Iterable[_Numbered], count: Callable[[str], int]
) -> Iterator[StackRow]:
    for number, content in numbered:
        kind = request.messages[number].kind if request.prompt is None else ""
        parts = [
            (source, count("".join(one.text for one in pieces)))
            for source, pieces in groupby(content.pieces, key=lambda one: one.source)
        ]
        if len(parts) == 1 and request.prompt is None:
            source = EXAMPLE if kind == NEW_EXAMPLE else parts[0][0]
            yield _row(str(number), source, parts[0][1])
            continue
        inside = _folded([_row("", *part) for part in parts])
        for index, row in enumerate(inside):
            is_first = not index
            yield replace(row, number=str(number) if is_first else "", edge=_edge(first=is_first))
        words = _("one message") if request.prompt is None else _("one prompt")
        yield StackRow("", words, sum(tokens for _rest, tokens in parts), edge="foot")


def _edge(*, first: bool) -> Edge:
    return "first" if first else "inside"


def _row(number: str, source: str, tokens: int) -> StackRow:
    keys = (source.removeprefix(SLOT),) if source.startswith(SLOT) else ()
    name = source_in_words(source)
    return StackRow(number, name, tokens, kind_of(source), keys, source=source)


def _folded(rows: Sequence[StackRow]) -> list[StackRow]:
    """Rows in which those of one kind that follow each other are one."""
    found: list[StackRow] = []
    for _kind, run in groupby(enumerate(rows), key=lambda one: _run_of(*one)):
        same = [row for _number, row in run]
        found.append(same[0] if len(same) == 1 else _run(same))
    return found


def _run_of(location: int, row: StackRow) -> str | int:
    return next((start for start in _RUNS if row.source.startswith(start)), location)


def _run(rows: Sequence[StackRow]) -> StackRow:
    first, last = rows[0], rows[-1]
    numbers = f"{first.number}–{last.number}" if first.number else ""
    ends = [row.source.partition(":")[2] for row in (first, last)]
    match _run_of(0, first):
        case str(start) if start == CHAT:
            name = _("Messages {ends}–{ends2}").format(ends=ends[0], ends2=ends[1])
        case str(start) if start == CARD:
            name = _("Card: {n:,} fields").format(n=len(rows))
        case str(start) if start == LORE:
            name = _("Lore, {n:,} entries").format(n=len(rows))
        case _:
            name = _("Examples")
    tokens = sum(row.tokens or 0 for row in rows)
    return replace(first, number=numbers, name=name, tokens=tokens, count=len(rows))
