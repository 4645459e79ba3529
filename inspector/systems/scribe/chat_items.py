"""Older history as retrieved items: a source of the release alone (specs/scribe.md §3.3 c)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.items import Item, ItemKind, numbered
from inspector.sillytavern.dates import sent_at
from inspector.systems.scribe.chunking import pieces_of
from inspector.systems.scribe.history import CountedHistory
from inspector.systems.scribe.items import Pool


@dataclass(frozen=True, eq=False)
class _Made:
    """The pool of a chat, and what it was made for."""

    requested: tuple[bytes, int, int | None]
    pool: Pool


_pools: WeakKeyDictionary[CountedHistory, _Made] = WeakKeyDictionary()


def chat_pool(chat: Chat, history: CountedHistory, length: int, query_from: int | None) -> Pool:
    """Pieces of what the user said: only that is embedded. The last pool made is kept.

    Args:
        chat: the messages.
        history: the same, counted.
        length: how many of them there are at the moment.
        query_from: the message that is the query itself, which finds only others; None if the
            query is none of them.
    """
    made = _pools.get(history)
    requested = (chat.hidden, length, query_from)
    if made is None or made.requested != requested:
        pool = Pool(tuple(_pieces(chat, history, length, query_from)))
        made = _pools[history] = _Made(requested, pool)
    return made.pool


def _pieces(
    chat: Chat, history: CountedHistory, length: int, query_from: int | None
) -> Iterator[Item]:
    seen: Counter[str] = Counter()
    for index in range(length):
        spoken = history.roles[index] == "user" and not chat.hidden[index]
        if not spoken or index == query_from:
            continue
        identity = f"chat:{index}"
        created = sent_at(chat.send_dates[index])
        for piece in pieces_of(history.texts[index]):
            yield Item(
                id=identity,
                key=numbered(identity, seen),
                kind=ItemKind.CHAT,
                title=chat.names[index],
                keywords=(),
                text=piece,
                created=created,
                message=index,
            )
