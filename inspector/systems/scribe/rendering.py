"""Items as the prompt shows them (specs/scribe.md §5)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from inspector.core.items import Item, ItemKind
from inspector.core.lore import ChronicleEvent
from inspector.sillytavern.server_times import shown_time
from inspector.systems.scribe.history import WHITE_SPACE

PLACEHOLDER = "[encrypted]"
"""What the server keeps and counts in place of an entry's or an event's text."""

MARKER = "**[User Input]**"

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})


class RenderedLine(NamedTuple):
    """One line of a prompt.

    Attributes:
        text: without its line break.
        item: row id of the item that it shows; None for all else.
    """

    text: str
    item: str | None = None


def escaped(text: str) -> str:
    """Text with the five signs of XML spelled out."""
    return text.translate(_ESCAPES)


def plain(text: str) -> list[RenderedLine]:
    """A text that shows no item."""
    return [RenderedLine(line) for line in text.split("\n")]


@lru_cache(maxsize=16_384)
def rendered(item: Item, *, readable: bool) -> str:
    """One item; a budget that moves renders the same ones again and again.

    Args:
        item: what to show.
        readable: False for an event whose text reaches the server's renderer encrypted.
    """
    if item.kind is ItemKind.CHRONICLE:
        return _event(item, readable=readable)
    body = escaped(item.text.strip(WHITE_SPACE))
    if item.kind is ItemKind.CHAT:
        return f'<chat_history speaker="User">{body}</chat_history>'
    keywords = f' keywords="{escaped(", ".join(item.keywords))}"' if item.keywords else ""
    title = escaped(item.title or "Untitled")
    return f'<lorebook_entry title="{title}"{keywords}>{body}</lorebook_entry>'


def _event(item: Item, *, readable: bool) -> str:
    event = item.source if isinstance(item.source, ChronicleEvent) else None
    # When it was recorded, never when it happened in the story (specs/scribe.md §10, 3).
    time = shown_time(event.created_at if event else None)
    opening = f'<chronicle_event type="{escaped(item.title)}" timestamp="{escaped(time)}"'
    if readable:
        body = escaped(item.text.strip(WHITE_SPACE))
        return f"{opening}>\n    <summary>{body}</summary>\n</chronicle_event>"
    wording = f"[Chronicle data corrupted or truncated - raw text length: {len(PLACEHOLDER)} chars]"
    return f'{opening} status="unparseable">{wording}</chronicle_event>'


def blocks(items: Iterable[tuple[str, Item]], *, readable: bool) -> list[list[RenderedLine]]:
    """The two blocks of retrieved items; a block without items is left out.

    Args:
        items: row ids and items, best first.
        readable: see `rendered`.
    """
    events: list[RenderedLine] = []
    rest: list[RenderedLine] = []
    for row, item in items:
        lines = (RenderedLine(line, row) for line in rendered(item, readable=readable).split("\n"))
        (events if item.kind is ItemKind.CHRONICLE else rest).extend(lines)
    tagged = (("long_term_memory", events), ("lorebook_entries", rest))
    return [
        [RenderedLine(f"<{tag}>"), *lines, RenderedLine(f"</{tag}>")]
        for tag, lines in tagged
        if lines
    ]
