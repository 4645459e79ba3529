"""What the rules look up in release 26's graph again and again."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import is_object, members, text
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.entities import graph_name_stems
from inspector.systems.openvault.retrieval.vectors import (
    QueryVector,
    embedding_26,
    likeness_of,
)
from inspector.systems.openvault.retrieval.wording import keywords_26


@dataclass(frozen=True, eq=False)
class GraphIndex:
    """A graph with the stems of its names and descriptions, each made when first asked for."""

    graph: Mapping[str, object]

    @cached_property
    def name_stems(self) -> dict[str, str]:
        """Which node each stem of a name or alias stands for (specs/openvault.md §8.2)."""
        return graph_name_stems(self.graph)

    @cached_property
    def description_stems(self) -> frozenset[str]:
        """Stems of all descriptions of nodes and edges (§8.3)."""
        entries = (
            entry
            for kind in ("nodes", "edges")
            for entry in members(self.graph.get(kind)).values()
            if is_object(entry)
        )
        return frozenset(
            stem for entry in entries for stem in keywords_26(text(entry.get("description")))
        )


def nodes_by_likeness(graph: Mapping[str, object], query: QueryVector) -> list[str]:
    """Keys of the nodes that have an embedding, the likest first, for the world context (§4)."""
    likeness = {
        key: likeness_of(numbers, query)
        for key, node in members(graph.get("nodes")).items()
        if is_object(node) and (numbers := embedding_26(node))
    }
    return sorted(likeness, key=likeness.__getitem__, reverse=True)


def graph_of(columns: Columns, store: Mapping[str, object]) -> GraphIndex:
    """The index of the graph that a chat's data holds; the same object for the same graph."""
    graph = members(store.get("graph"))
    return columns.answer(("graph", Same(graph)), lambda: GraphIndex(graph))
