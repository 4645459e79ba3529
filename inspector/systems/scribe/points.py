"""Scribe's own points in Qdrant: one collection, told apart by payload (specs/scribe.md §6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.core.decoded import text
from inspector.core.lore import Chronicle, Lorebook
from inspector.retrieval.cosine import Vector
from inspector.retrieval.qdrant import Filters, Payload, QdrantPlace, QdrantRetriever, Search
from inspector.retrieval.retriever import Searchable
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
    """

    user_id: str = ""
    lorebook_ids: tuple[str, ...] = ()
    chronicle_id: str = ""
    lorebook_limit: int = 15
    chronicle_limit: int = 10
    threshold: float | None = None

    @property
    def searches(self) -> tuple[Search, ...]:
        """The enabled entries and the events, each a search of its own."""
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
        return (
            Search(entries, self.lorebook_limit, self.threshold),
            Search(events, self.chronicle_limit, self.threshold),
        )


def scribe_retriever(
    place: QdrantPlace,
    search: ScribeSearch,
    embed: Callable[[str], Vector],
    lorebook: Lorebook | None,
    chronicle: Chronicle | None,
) -> QdrantRetriever:
    """A retriever of loaded entries and events by their vectors in Qdrant.

    A point is an item by its id; an entry from an export, which lost its id, by its title where
    only one has it.
    """
    return QdrantRetriever(place, search.searches, embed, _Matching(lorebook, chronicle).item_id)


class _Matching:
    """Which loaded item a point is."""

    def __init__(self, lorebook: Lorebook | None, chronicle: Chronicle | None) -> None:
        loaded = pool_of(lorebook, chronicle).items
        self._keys = {item.key for item in loaded}
        self._titled: dict[str, list[str]] = {}
        for item in loaded:
            if not item.key.startswith("chronicle:"):
                self._titled.setdefault(item.title, []).append(item.key)

    def item_id(self, payload: Payload, _items: Sequence[Searchable]) -> str:
        """The item's key; empty for a point of something that is not loaded."""
        prefix, field = _OF_KIND.get(text(payload.get("source_type")), ("", ""))
        key = f"{prefix}{text(payload.get(field))}"
        if key in self._keys:
            return key
        titled = self._titled.get(text(payload.get("entry_title")), []) if prefix == "lore:" else []
        return titled[0] if len(titled) == 1 else ""
