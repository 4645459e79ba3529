"""Scribe's own points in Qdrant: one collection, told apart by payload (specs/scribe.md §6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.core.decoded import members, text
from inspector.core.document import Document
from inspector.core.items import Searchable
from inspector.retrieval.cosine import Vector
from inspector.retrieval.qdrant import Filters, Payload, QdrantPlace, QdrantRetriever, Search
from inspector.systems.scribe.items import pool_of

COLLECTION = "scribe_embeddings"
DIMENSION = 768

_OF_KIND = {
    "lorebook_entry": ("lore:", "original_lorebook_entry_id"),
    "chronicle_event": ("chronicle:", "event_id"),
    "chat_message": ("chat:", "message_id"),
}


@dataclass(frozen=True)
class ScribeSearch:
    """What is sought among Scribe's points.

    Attributes:
        user_id: whose points; empty for anybody's.
        lorebook_ids: which lorebooks; none for all.
        chronicle_id: which chronicle; empty for all.
        lorebook_limit: how many entries at most.
        chronicle_limit: how many events at most.
        threshold: the least score; None for any.
        session_id: which chat; empty for all.
        chat_limit: how many pieces of messages at most; 0 where they are not sought.
    """

    user_id: str = ""
    lorebook_ids: tuple[str, ...] = ()
    chronicle_id: str = ""
    lorebook_limit: int = 15
    chronicle_limit: int = 10
    threshold: float | None = None
    session_id: str = ""
    chat_limit: int = 0

    @property
    def searches(self) -> tuple[Search, ...]:
        """The enabled entries, the events and the messages, each a search of its own."""
        mine: dict[str, str | bool | tuple[str, ...]] = (
            {"user_id": self.user_id} if self.user_id else {}
        )
        entries: Filters = {
            "source_type": "lorebook_entry",
            "is_enabled": True,
            **mine,
            **({"lorebook_id": self.lorebook_ids} if self.lorebook_ids else {}),
        }
        events: Filters = {
            "source_type": "chronicle_event",
            **mine,
            **({"chronicle_id": self.chronicle_id} if self.chronicle_id else {}),
        }
        found = (
            Search(entries, self.lorebook_limit, self.threshold),
            Search(events, self.chronicle_limit, self.threshold),
        )
        if self.chat_limit <= 0:
            return found
        messages: Filters = {
            "source_type": "chat_message",
            **mine,
            **({"session_id": self.session_id} if self.session_id else {}),
        }
        return (*found, Search(messages, self.chat_limit, self.threshold))


def scribe_retriever(
    place: QdrantPlace,
    search: ScribeSearch,
    embed: Callable[[str], Vector],
    document: Document,
) -> QdrantRetriever:
    """A retriever of loaded entries, events and messages by their vectors in Qdrant.

    A point is an item by its id; an entry from an export, which lost its id, by its title where
    only one has it. A message has its id only in a saved answer of the server.
    """
    return QdrantRetriever(place, search.searches, embed, _Matching(document).item_id)


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
