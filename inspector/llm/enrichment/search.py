"""Looking what a lorebook and a chronicle hold already."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.decoded import items, members, text
from inspector.core.document import Document
from inspector.core.items import Item, ItemKind, Searchable
from inspector.core.lore import LorebookEntry
from inspector.retrieval.bm25 import Bm25Index
from inspector.retrieval.retriever import Progress, Retriever
from inspector.systems import items_beside

_OF_KIND = {"lorebook": ("entry",), "chronicle": ("event",)}
_BOTH = ("entry", "event")


@dataclass(frozen=True, slots=True)
class Found:
    """Something that is known already.

    Attributes:
        kind: `entry` or `event`.
        key: uid of the entry, or id of the event.
        title: of the entry; of the event its type.
        content: its text.
        score: how near it is; the scale is the retriever's.
    """

    kind: str
    key: str
    title: str
    content: str
    score: float


class Bm25Retriever:
    """Scores by words alone (implements `Retriever`)."""

    name = "words"

    def scores(
        self, query: str, items: Sequence[Searchable], progress: Progress | None = None
    ) -> Mapping[str, float]:
        """See `Retriever.scores`."""
        found = Bm25Index(item.text for item in items).scores(query)
        return {item.id: score for item, score in zip(items, found, strict=True) if score > 0.0}


class KnowledgeSearch:
    """Searches with the retriever that a person chose; entries that are disabled are known too.

    Args:
        retriever: scores the items.
        check: called while it does; raises to break off.
    """

    def __init__(self, retriever: Retriever, check: Callable[[], object] | None = None) -> None:
        self._retriever = retriever
        self._check = check

    @property
    def name(self) -> str:
        """What scores the items."""
        return self._retriever.name

    def __call__(self, query: str, kind: str, document: Document) -> list[Found]:
        """What is found, the best first.

        Args:
            query: what is looked for.
            kind: `all`, `lorebook` or `chronicle`.
            document: what stands beside it is searched.

        Raises:
            RetrievalError: the retriever cannot answer.
        """
        known = {item.key: item for item in _known(kind, document)}
        if not known:
            return []
        searchable = [item.searchable for item in known.values()]
        scores = self._retriever.scores(query, searchable, self._progress)
        best = sorted(scores.items(), key=lambda pair: -pair[1])
        return [_found(known[key], score) for key, score in best if key in known]

    def _progress(self, _done: int, _many: int) -> None:
        if self._check is not None:
            self._check()


class RecordedSearch:
    """Finds again what a log says was found (see `Log.as_json`).

    Args:
        steps: those of the log.
    """

    def __init__(self, steps: Sequence[Mapping[str, object]]) -> None:
        self._found: dict[tuple[str, str], Sequence[object]] = {}
        self.name = "the log"
        for step in steps:
            if step.get("kind") == "looked up":
                requested = text(step.get("query")), text(step.get("among"))
                self._found[requested] = items(step.get("found"))
                self.name = text(step.get("by")) or self.name

    def __call__(self, query: str, kind: str, document: Document) -> list[Found]:
        """What was found then and is still there, the best first."""
        found = {f"{one.kind} {one.key}": one for one in map(_unscored, _known(kind, document))}
        named = map(text, self._found.get((query, kind), ()))
        return [found[name] for name in named if name in found]

    @classmethod
    def of_output(cls, stored: object) -> "RecordedSearch":
        """From what `enrich --json` printed."""
        runs = [members(one) for one in items(members(stored).get("exchanges"))]
        return cls([members(one) for run in runs for one in items(run.get("steps"))])


def _known(kind: str, document: Document) -> list[Item]:
    wanted = _OF_KIND.get(kind, _BOTH)
    return [one for one in items_beside(document) if _kind_of(one) in wanted]


def _kind_of(item: Item) -> str:
    return "event" if item.kind is ItemKind.CHRONICLE else "entry"


def _unscored(item: Item) -> Found:
    return _found(item, 0.0)


def _found(item: Item, score: float) -> Found:
    source = item.source
    key = item.id.partition(":")[2]
    if source is not None:
        key = source.uid if isinstance(source, LorebookEntry) else source.id
    return Found(_kind_of(item), key, item.title, item.text, score)
