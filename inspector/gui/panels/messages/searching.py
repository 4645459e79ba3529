"""Looking for words in a chat's names and texts, without regard to case."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.decoded import text as as_text
from inspector.gui.kit.text import one_line

_TURN = 0.001
_BETWEEN_REPORTS = 0.08
_LEAD, _BEFORE = 48, 24
MOST_SHOWN = 400
"""Characters of a text that one row could show at most."""

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


def search(chat: Chat, needle: str, among: Sequence[int]) -> Iterator[Found | None]:
    """The messages whose name or text holds `needle`, as a job.

    Yields None where others may have their turn.
    """
    wanted = needle.lower()
    by_name = {name: wanted in name.lower() for name in chat.speakers}
    names, records = chat.names, chat.records
    found: list[int] = []
    now = time.perf_counter
    turn, report = now() + _TURN, now() + _BETWEEN_REPORTS
    for scanned, index in enumerate(among, 1):
        told = by_name.get(names[index], False)
        if told or wanted in as_text(records[index].get("mes")).lower():
            found.append(index)
        if now() >= turn:
            yield None
            if now() >= report:
                yield Found(tuple(found), scanned, done=False)
                found = []
                report = now() + _BETWEEN_REPORTS
            turn = now() + _TURN
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
    places = [place for place, letter in enumerate(text) for _ in letter.lower()]
    places.append(len(text))
    return [(places[start], max(places[end], places[start] + 1)) for start, end in found]


def excerpt(text: str, needle: str) -> str:
    """One line of a text: its start, or what stands around the first hit if that is later."""
    hits = spans(text, needle, 1)
    if not hits or hits[0][0] <= _LEAD:
        return one_line(text.lstrip()[:MOST_SHOWN] if text[:1].isspace() else text, MOST_SHOWN)
    start = hits[0][0] - _BEFORE
    return f"…{one_line(text[start : start + MOST_SHOWN], MOST_SHOWN)}"
