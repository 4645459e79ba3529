"""Looking what a lorebook and a chronicle hold already."""

from collections.abc import Iterator, Mapping, Sequence

from inspector.core.items import Searchable
from inspector.core.lore import Chronicle, Lorebook
from inspector.llm.enrichment.agent import Found
from inspector.retrieval.bm25 import Bm25Index
from inspector.retrieval.retriever import Progress, Retriever


class Bm25Retriever:
    """Scores by words alone (implements `Retriever`)."""

    name = "bm25"

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
    """

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    def __call__(
        self, query: str, kind: str, lorebook: Lorebook | None, chronicle: Chronicle | None
    ) -> list[Found]:
        """What is found, the best first.

        Args:
            query: what is looked for.
            kind: `all`, `lorebook` or `chronicle`.
            lorebook: where to look; None without one.
            chronicle: likewise.

        Raises:
            RetrievalError: the retriever cannot answer.
        """
        known = {
            f"{one.kind}:{place}": (one, text)
            for place, (one, text) in enumerate(_known(kind, lorebook, chronicle))
        }
        searchable = [Searchable(key, text) for key, (_, text) in known.items()]
        if not searchable:
            return []
        scores = self._retriever.scores(query, searchable)
        best = sorted(scores.items(), key=lambda pair: -pair[1])
        return [
            Found(known[key][0].kind, known[key][0].key, known[key][0].title,
                  known[key][0].content, score)
            for key, score in best
        ]  # fmt: skip


def _known(
    kind: str, lorebook: Lorebook | None, chronicle: Chronicle | None
) -> Iterator[tuple[Found, str]]:
    if lorebook is not None and kind != "chronicle":
        for entry in lorebook.items:
            text = "\n".join((entry.title, ", ".join(entry.keywords), entry.content))
            yield Found("entry", entry.uid, entry.title, entry.content, 0.0), text
    if chronicle is not None and kind != "lorebook":
        for event in chronicle.items:
            text = "\n".join((", ".join(event.keywords), event.summary))
            yield Found("event", event.id, event.event_type, event.summary, 0.0), text
