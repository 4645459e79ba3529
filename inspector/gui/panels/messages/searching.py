"""Looking for words in a chat's names and texts, without regard to case."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.analysis.filters.rows import MessageRow, message_fields
from inspector.core.chat import Chat
from inspector.core.decoded import text as as_text
from inspector.core.document import Document
from inspector.gui.kit.text import one_line

_TURN_S = 0.001
_BETWEEN_REPORTS_S = 0.08
_LEAD_CHARS, _BEFORE_CHARS = 48, 24
MOST_SHOWN = 400
"""Characters of a text that one row could show at most."""

_OPERATOR = re.compile(r"[=<>]|\b(?:and|or|not|in|contains|matches)\b", re.IGNORECASE)

_COMPARED = re.compile(r"\s*(?:not\s+)?(\w+)\s*(?:[=!<>]=|[<>~])", re.IGNORECASE)
"""How a text begins that can be meant for a question only."""

Holds = Callable[[int], bool]
"""Whether a message, by its index, is among those that are looked for."""

Span = tuple[int, int]
"""Start of a hit, and the place behind it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found since its last report.

    Attributes:
        messages: indexes, ascending.
        scanned: how many messages were looked at so far.
        done: whether the search is over.
    """

    messages: tuple[int, ...]
    scanned: int
    done: bool


def holding(chat: Chat, needle: str) -> Holds:
    """Whether a message's name or text holds `needle`."""
    wanted = needle.lower()
    by_name = {name: wanted in name.lower() for name in chat.speakers}
    names, records = chat.names, chat.records

    def holds(message: int) -> bool:
        is_named = by_name.get(names[message], False)
        return is_named or wanted in as_text(records[message].get("mes")).lower()

    return holds


def query_in(text: str, document: Document) -> Filter[MessageRow] | None:
    """A text as a question in the language of filters; None for words to be found as typed.

    It is a question where it can be understood, asks for a field, and compares or joins: a chat
    may well say "hidden" or "memory".

    Raises:
        FilterError: it begins as a comparison of a field, and cannot be understood.
    """
    if _OPERATOR.search(text) is None:
        return None
    fields = message_fields(document)
    try:
        wanted = Filter(text, fields)
    except FilterError:
        compared = _COMPARED.match(text)
        if compared is not None and compared[1] in fields:
            raise
        return None
    return wanted if wanted.used else None


def search(matches: Holds, among: Sequence[int]) -> Iterator[Found | None]:
    """The messages that match, as a job.

    Yields None where others may have their turn.
    """
    found: list[int] = []
    now = time.perf_counter
    turn, report = now() + _TURN_S, now() + _BETWEEN_REPORTS_S
    for scanned, index in enumerate(among, 1):
        if matches(index):
            found.append(index)
        if now() >= turn:
            yield None
            if now() >= report:
                yield Found(tuple(found), scanned, done=False)
                found = []
                report = now() + _BETWEEN_REPORTS_S
            turn = now() + _TURN_S
    yield Found(tuple(found), len(among), done=True)


def spans(text: str, needle: str, most: int = 200) -> list[Span]:
    """Where `needle` stands in `text`; the same rule as `search`."""
    wanted = needle.lower()
    if not wanted:
        return []
    lowered = text.lower()
    found: list[Span] = []
    at = lowered.find(wanted)
    while at >= 0 and len(found) < most:
        found.append((at, at + len(wanted)))
        at = lowered.find(wanted, at + len(wanted))
    if len(lowered) == len(text) or not found:
        return found
    # A letter such as İ becomes two in lower case: go back to places in the text itself.
    places = [index for index, letter in enumerate(text) for _ in letter.lower()]
    places.append(len(text))
    return [(places[start], max(places[end], places[start] + 1)) for start, end in found]


def excerpt(text: str, needle: str) -> str:
    """One line of a text: its start, or what stands around the first hit if that is later."""
    hits = spans(text, needle, 1)
    if not hits or hits[0][0] <= _LEAD_CHARS:
        return one_line(text.lstrip()[:MOST_SHOWN] if text[:1].isspace() else text, MOST_SHOWN)
    start = hits[0][0] - _BEFORE_CHARS
    return f"…{one_line(text[start : start + MOST_SHOWN], MOST_SHOWN)}"
