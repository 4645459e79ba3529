"""Scribe's own points in Qdrant: one collection, told apart by payload (specs/scribe.md §6)."""

from collections.abc import Callable, Sequence
from functools import cached_property

from inspector.core.decoded import members, text
from inspector.core.document import Document
from inspector.core.items import Searchable
from inspector.retrieval.cosine import Vector
from inspector.retrieval.qdrant import Filters, Payload, QdrantPlace, QdrantRetriever, Search
from inspector.retrieval.scoring import PointSearch
from inspector.systems.scribe.items import pool_of

_OF_KIND = {
    "lorebook_entry": ("lore:", "original_lorebook_entry_id"),
    "chronicle_event": ("chronicle:", "event_id"),
    "chat_message": ("chat:", "message_id"),
}


def searches_of(search: PointSearch) -> tuple[Search, ...]:
    """The enabled entries, the events and the messages, each a search of its own."""
    mine: dict[str, str | bool | tuple[str, ...]] = (
        {"user_id": search.user_id} if search.user_id else {}
    )
    entries: Filters = {
        "source_type": "lorebook_entry",
        "is_enabled": True,
        **mine,
        **({"lorebook_id": search.lorebook_ids} if search.lorebook_ids else {}),
    }
    events: Filters = {
        "source_type": "chronicle_event",
        **mine,
        **({"chronicle_id": search.chronicle_id} if search.chronicle_id else {}),
    }
    found = (
        Search(entries, search.lorebook_limit, search.threshold),
        Search(events, search.chronicle_limit, search.threshold),
    )
    if search.chat_limit <= 0:
        return found
    messages: Filters = {
        "source_type": "chat_message",
        **mine,
        **({"session_id": search.session_id} if search.session_id else {}),
    }
    return (*found, Search(messages, search.chat_limit, search.threshold))


def scribe_retriever(
    location: QdrantPlace,
    search: PointSearch,
    embed: Callable[[str], Vector],
    document: Document,
) -> QdrantRetriever:
    """A retriever of loaded entries, events and messages by their vectors in Qdrant.

    A point is an item by its id; an entry from an export, which lost its id, by its title where
    only one has it. A message has its id only in a saved answer of the server.
    """
    return QdrantRetriever(location, searches_of(search), embed, _Matching(document).item_id)


class _Matching:
    """Which loaded item a point is."""

    def __init__(self, document: Document) -> None:
        loaded = pool_of(document.lorebook, document.chronicle).items
        self._document = document
        self._keys = {item.key for item in loaded}
        self._titled: dict[str, list[str]] = {}
        for item in loaded:
            if not item.key.startswith("chronicle:"):
                self._titled.setdefault(item.title, []).append(item.key)

    def item_id(self, payload: Payload, _items: Sequence[Searchable]) -> str:
        """The item's key; empty for a point of something that is not loaded."""
        prefix, field = _OF_KIND.get(text(payload.get("source_type")), ("", ""))
        if prefix == "chat:":
            return self._messages.get(text(payload.get(field)), "")
        key = f"{prefix}{text(payload.get(field))}"
        if key in self._keys:
            return key
        titled = self._titled.get(text(payload.get("entry_title")), []) if prefix == "lore:" else []
        return titled[0] if len(titled) == 1 else ""

    @cached_property
    def _messages(self) -> dict[str, str]:
        records = enumerate(self._document.chat.records)
        stored = ((index, members(record.get("scribe"))) for index, record in records)
        return {text(one.get("id")): f"chat:{index}" for index, one in stored if one.get("id")}
