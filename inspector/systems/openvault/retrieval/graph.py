"""What the rules look up in release 26's graph again and again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import is_object, members
from inspector.core.javascript import entries, first_truthy, get, truthy
from inspector.core.javascript_sort import sorted_by_number
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.entities import graph_name_stems
from inspector.systems.openvault.retrieval.irregular import refuse
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
    def nodes(self) -> Sequence[tuple[str, object]]:
        """In JavaScript's order; a text or a list has entries too."""
        return _entries(self.graph.get("nodes"))

    @cached_property
    def name_stems(self) -> dict[str, str]:
        """Which node each stem of a name or alias stands for (specs/openvault.md §8.2).

        Raises:
            ReleaseThrowsError: T9.
        """
        return graph_name_stems(self.nodes)

    @cached_property
    def description_stems(self) -> frozenset[str]:
        """Stems of all descriptions of nodes and edges (§8.3).

        Raises:
            ReleaseThrowsError: a node or an edge is null, or its description no text (T10).
        """
        stems: set[str] = set()
        for kind, found in (("node", self.nodes), ("edge", _entries(self.graph.get("edges")))):
            for key, entry in found:
                owner = f"graph {kind} {key}"
                if entry is None:
                    refuse("the whole", owner, entry, f"a {kind}")
                description = first_truthy(get(entry, "description"), "")
                if not isinstance(description, str):
                    refuse("description", owner, description, "a text")
                stems.update(keywords_26(description))
        return frozenset(stems)


def _entries(value: object) -> Sequence[tuple[str, object]]:
    return entries(value) if truthy(value) else ()


def nodes_by_likeness(graph: Mapping[str, object], query: QueryVector) -> list[str]:
    """Keys of the nodes that have an embedding, the likest first, for the world context (§4).

    Raises:
        ReleaseThrowsError: an embedding is no base64 of Float32 numbers (T16).
    """
    likeness = {
        key: likeness_of(numbers, query)
        for key, node in _entries(graph.get("nodes"))
        if is_object(node) and (numbers := embedding_26(node, f"graph node {key}"))
    }
    return sorted_by_number(likeness, likeness.__getitem__, descending=True)


def graph_of(columns: Columns, store: Mapping[str, object]) -> GraphIndex:
    """The index of the graph that a chat's data holds; the same object for the same graph."""
    graph = members(store.get("graph"))
    return columns.answer(("graph", Same(graph)), lambda: GraphIndex(graph))
