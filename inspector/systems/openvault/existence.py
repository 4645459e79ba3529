"""Which memories exist at a moment: DESIGN §4, `--at`."""

from collections.abc import Sequence

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.sillytavern.dates import sent_at


def existing_memories(document: Document, at: int | None) -> Sequence[Memory]:
    """The memories that exist once message `at` has been sent; all for None.

    One with sources exists if its largest source is not past `at`; one without if it was created
    before the next message was sent. Where a date is missing or unreadable, it exists.
    """
    if at is None:
        return document.memories
    next_sent = _next_sent(document.chat, at)
    return [memory for memory in document.memories if _exists(memory, at, next_sent)]


def _exists(memory: Memory, at: int, next_sent: float | None) -> bool:
    if memory.sources:
        return max(memory.sources) <= at
    if next_sent is None:
        return True
    created = sent_at(memory.record.get("created_at"))
    return created is None or created < next_sent


def _next_sent(chat: Chat, at: int) -> float | None:
    """When the first message after `at` that carries a readable date was sent."""
    for place in range(at + 1, len(chat)):
        sent = sent_at(chat.send_dates[place])
        if sent is not None:
            return sent
    return None
