"""The rows of a request that is read: heads of messages, lines, and folded runs. Without Qt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from inspector.gui.kit.text import counted
from inspector.language import _, within
from inspector.proof.captured import Captured
from inspector.proof.sent_parts import Kind, PartLine, SentPart, Verdict
from inspector.proof.source_words import source_in_words

_LEAST_RUN, _RUN_HEAD, _RUN_TAIL = 8, 2, 3
_FEW_LINES = 2
_MOST_NAMES = 4

_FINE = (Verdict.EXACT, Verdict.INSIDE, Verdict.MACROS)


@dataclass(frozen=True, slots=True)
class RequestRow:
    """One row.

    Attributes:
        kind: the head of a message, the head of one of its parts, a line, or a folded run.
        message: which message it is of; the first one of a run of messages.
        title: what a head or a run says.
        role: whose message it is; empty but for heads of messages.
        part: the part that it is of; None for heads of messages of several, and runs of messages.
        line: the line that it shows.
        verdict: what a head says; None where nothing is.
        tokens: what a head or a run costs; None for lines.
        fold: what to unfold; None where nothing is folded.
    """

    kind: Literal["message", "part", "line", "fold"]
    message: int
    title: str = ""
    role: str = ""
    part: SentPart | None = None
    line: PartLine | None = None
    verdict: Verdict | None = None
    tokens: int | None = None
    fold: "Fold | None" = None


@dataclass(frozen=True, slots=True)
class Fold:
    """What is folded: the lines of a part, or messages.

    Attributes:
        what: which of the two.
        number: the part's, or the first message's.
    """

    what: Literal["part", "messages"]
    number: int


def request_rows(
    captured: Captured, parts: Sequence[SentPart], unfolded: frozenset[Fold] = frozenset()
) -> list[RequestRow]:
    """All rows of a request.

    Args:
        captured: the request.
        parts: its parts, in order.
        unfolded: what a person unfolded.
    """
    by_message = {
        number: tuple(group) for number, group in groupby(parts, key=lambda one: one.message)
    }
    rows: list[RequestRow] = []
    last = len(captured.contents)
    at = 0
    while at < last:
        end = at
        while end < last and _is_plain(by_message.get(end, ())):
            end += 1
        fold = Fold("messages", at)
        if end - at >= _LEAST_RUN and fold not in unfolded:
            first, stop = at + _RUN_HEAD, end - _RUN_TAIL
            for number in range(at, first):
                rows += _message(captured, number, by_message.get(number, ()), unfolded)
            rows.append(_run(first, stop, by_message, fold))
            for number in range(stop, end):
                rows += _message(captured, number, by_message.get(number, ()), unfolded)
        else:
            end = max(end, at + 1)
            for number in range(at, end):
                rows += _message(captured, number, by_message.get(number, ()), unfolded)
        at = end
    return rows


def _is_plain(parts: Sequence[SentPart]) -> bool:
    """Whether a message is one message of the chat, as predicted."""
    return len(parts) == 1 and parts[0].kind is Kind.CHAT and parts[0].verdict is Verdict.EXACT


def _run(
    first: int, stop: int, by_message: dict[int, tuple[SentPart, ...]], fold: Fold
) -> RequestRow:
    parts = [by_message[number][0] for number in range(first, stop)]
    names = [source_in_words(one.source) for one in (parts[0], parts[-1])]
    title = _("{messages} as predicted, to {stop}: {lower} to {lower2}").format(
        messages=counted(len(parts), "{n} message", "{n} messages"),
        stop=stop - 1,
        lower=within(names[0]),
        lower2=within(names[1]),
    )
    tokens = sum(one.tokens for one in parts)
    return RequestRow("fold", first, title, tokens=tokens, fold=fold)


def _message(
    captured: Captured, number: int, parts: Sequence[SentPart], unfolded: frozenset[Fold]
) -> Iterator[RequestRow]:
    role = "prompt" if captured.prompt is not None else captured.messages[number].role
    tokens = sum(one.tokens for one in parts)
    sources = list(dict.fromkeys(one.source for one in parts))
    names = list(dict.fromkeys(source_in_words(one) for one in sources))
    if captured.prompt is not None and len(names) > _MOST_NAMES:
        title = counted(len(parts), "{n} part", "{n} parts")
    elif len(names) > _MOST_NAMES:
        title = _("{names} and {n:,} more").format(
            names=", ".join(names[:_MOST_NAMES]), n=len(names) - _MOST_NAMES
        )
    else:
        title = ", ".join(names) or "empty"
    if len(parts) == 1:
        one = parts[0]
        yield RequestRow("message", number, title, role, one, None, one.verdict, tokens)
        yield from _lines(one, unfolded)
        return
    worst = next((one.verdict for one in parts if one.verdict not in _FINE), None)
    yield RequestRow("message", number, title, role, verdict=worst, tokens=tokens)
    for one in parts:
        name = source_in_words(one.source)
        yield RequestRow("part", number, name, "", one, None, one.verdict, one.tokens)
        yield from _lines(one, unfolded)


def _lines(part: SentPart, unfolded: frozenset[Fold]) -> Iterator[RequestRow]:
    lines = part.lines
    fold = Fold("part", part.number)
    displayed = set(range(len(lines)))
    if fold not in unfolded and len(lines) > _FEW_LINES:
        displayed = set(_kept(part))
    hidden = 0
    for index, line in enumerate(lines):
        if index in displayed:
            if hidden:
                yield _folded(part, hidden, fold)
                hidden = 0
            yield RequestRow("line", part.message, line.text, "", part, line)
        else:
            hidden += 1
    if hidden:
        yield _folded(part, hidden, fold)


def _kept(part: SentPart) -> Iterator[int]:
    """The lines that are shown of a part that is folded: the first, and what differs."""
    yield 0
    if part.verdict in (Verdict.UNKNOWN, Verdict.NEW):
        yield from range(min(4, len(part.lines)))
    for index, line in enumerate(part.lines):
        if not line.is_same:
            yield from (index - 1, index, index + 1)
        elif line.fields:
            yield index


def _folded(part: SentPart, count: int, fold: Fold) -> RequestRow:
    as_predicted = part.verdict not in (Verdict.UNKNOWN, Verdict.NEW)
    lines = counted(count, "{n} line", "{n} lines")
    title = (_("{lines} as predicted") if as_predicted else _("{lines} more")).format(lines=lines)
    return RequestRow("fold", part.message, title, "", part, fold=fold)
