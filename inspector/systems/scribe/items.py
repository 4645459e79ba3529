"""The items of a lorebook and a chronicle, and the pools in which they are searched."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar, cast

from inspector.core.items import Item, ItemKind, numbered
from inspector.core.lore import (
    Chronicle,
    ChronicleEvent,
    Lorebook,
    LorebookEntry,
    LorebookForm,
)
from inspector.retrieval.bm25 import Bm25Index
from inspector.sillytavern.server_times import server_time
from inspector.systems.scribe.history import WHITE_SPACE

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class Pool:
    """Items that are searched together.

    Attributes:
        items: in file order, entries before events.
    """

    items: tuple[Item, ...]

    @cached_property
    def _index(self) -> Bm25Index:
        return Bm25Index(item.searchable.text for item in self.items)

    @cached_property
    def _answers(self) -> dict[str, Mapping[str, float]]:
        return {}

    @cached_property
    def _remembered(self) -> dict[str, tuple[object, object]]:
        return {}

    def remembered(self, what: str, depends_on: object, make: Callable[[], Made]) -> Made:
        """What was made of the items last, as long as it depends on the same.

        Budgets move far more often than anything that ranking depends on.

        Args:
            what: which thing; of each the last one is kept.
            depends_on: all that it is made of besides the items.
            make: makes it anew.
        """
        found = self._remembered.get(what)
        if found is not None and found[0] == depends_on:
            return cast("Made", found[1])
        made = make()
        self._remembered[what] = (depends_on, made)
        return made

    def bm25(self, query: str) -> Mapping[str, float]:
        """BM25 scores by item key; the last answer is kept, since budgets move more often."""
        answers = self._answers
        found = answers.get(query)
        if found is None:
            scores = self._index.scores(query)
            found = {item.key: score for item, score in zip(self.items, scores, strict=True)}
            answers.clear()
            answers[query] = found
        return found


@lru_cache(maxsize=8)
def pool_of(lorebook: Lorebook | None, chronicle: Chronicle | None) -> Pool:
    """All entries and events; the same object for the same lorebook and chronicle."""
    seen: Counter[str] = Counter()
    entries = () if lorebook is None else _entries(lorebook, seen)
    events = () if chronicle is None else _events(chronicle.items, seen)
    return Pool((*entries, *events))


def _entries(lorebook: Lorebook, seen: Counter[str]) -> Iterator[Item]:
    for entry in lorebook.items:
        identity = f"lore:{entry.uid}"
        yield Item(
            id=identity,
            key=numbered(identity, seen),
            kind=ItemKind.CONSTANT if entry.constant else ItemKind.LOREBOOK,
            title=entry.title,
            keywords=shown_keywords(entry, lorebook.form),
            text=entry.content,
            enabled=entry.enabled,
            source=entry,
        )


def shown_keywords(entry: LorebookEntry, form: LorebookForm) -> tuple[str, ...]:
    """An entry's keys as the prompt lists them (specs/scribe.md §10, 4).

    The import of world info drops blank keys, sorts and makes unique. What is rendered is made
    of them as they are: each is split at its commas and trimmed.
    """
    keys = entry.keywords
    if form is LorebookForm.WORLD_INFO:
        keys = sorted({key for key in keys if key.strip(WHITE_SPACE)})
    parts = (part.strip(WHITE_SPACE) for key in keys for part in key.split(","))
    return tuple(part for part in parts if part)


def _events(events: Sequence[ChronicleEvent], seen: Counter[str]) -> Iterator[Item]:
    for event in events:
        identity = f"chronicle:{event.id}"
        yield Item(
            id=identity,
            key=numbered(identity, seen),
            kind=ItemKind.CHRONICLE,
            title=event.event_type,
            keywords=event.keywords,
            text=event.summary,
            created=server_time(event.created_at),
            source=event,
        )
