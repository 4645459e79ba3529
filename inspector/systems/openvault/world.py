"""Release 26's world context: specs/openvault.md §4, §8.1 and §8.5."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list, items, members
from inspector.core.javascript import (
    UNDEFINED,
    add,
    entries,
    first_truthy,
    get,
    get_if_any,
    member,
    to_number,
    to_string,
    truthy,
)
from inspector.core.javascript_sort import sorted_by_number
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.retrieval.columns import Recent
from inspector.systems.openvault.retrieval.graph import nodes_by_likeness
from inspector.systems.openvault.retrieval.irregular import refuse
from inspector.systems.openvault.retrieval.pov import is_named
from inspector.systems.openvault.retrieval.vectors import QueryVector

_HEAD: Final = (
    "<world_context>\n[This is background knowledge about the world, its communities, and broader "
    "context the character is aware of]"
)
_TAIL: Final = "</world_context>"
_RECAP: Final = re.compile(
    "summarize|recap|story so far|overall|time skip|what has happened|lately|dynamic"
    "|вкратце|что было|расскажи|итог|наполни|напомни",
    re.IGNORECASE,
)
_FOUND_BONUS = 100
_MOST_VECTORS = 2
_MOST_CONNECTIONS = 3


@dataclass(frozen=True)
class Query:
    """What the world is asked with.

    Attributes:
        text: the user's newest text, see `retrieval.query`.
        vector: its embedding, where a person supplies one.
    """

    text: str
    vector: QueryVector | None = None


@dataclass(frozen=True, eq=False)
class World:
    """A stored graph as the world context reads it, each thing made when first asked for.

    Attributes:
        graph: as stored.
    """

    graph: object
    _likest: Recent[Sequence[str]] = field(
        default_factory=lambda: Recent[Sequence[str]](_MOST_VECTORS), init=False, repr=False
    )

    @cached_property
    def nodes(self) -> object:
        """As stored; a text or a list has entries, too."""
        return first_truthy(members(self.graph).get("nodes"), {})

    @cached_property
    def entries(self) -> Sequence[tuple[str, object]]:
        """The nodes in JavaScript's order."""
        return entries(self.nodes)

    @cached_property
    def called(self) -> Sequence["_Called"]:
        """How often each node is mentioned, its name and its aliases.

        Raises:
            ReleaseThrowsError: a node is null, a name no text, or aliases are no list (T20).
        """
        return [_called(key, node) for key, node in self.entries]

    @cached_property
    def edges_from(self) -> Mapping[str, Sequence[object]]:
        """The edges by their source.

        Raises:
            ReleaseThrowsError: an edge is null.
        """
        found: dict[str, list[object]] = {}
        stored = members(self.graph).get("edges")
        for key, edge in entries(stored) if truthy(stored) else ():
            if edge is None:
                refuse("the whole", f"graph edge {key}", edge, "an edge")
            source = get(edge, "source")
            if isinstance(source, str):
                found.setdefault(source, []).append(edge)
        return found

    def likest(self, vector: QueryVector) -> Sequence[str]:
        """Keys of the nodes that have an embedding, the likest first."""
        found = self._likest.get(vector)
        if found is None:
            found = nodes_by_likeness(members(self.graph), vector)
            self._likest.keep(vector, found)
        return found

    def entry(self, key: str) -> str:
        """What is said of a node and its heaviest connections to nodes that exist."""
        node = member(self.nodes, key)
        lines = [
            f"## {to_string(get(node, 'name'))} ({to_string(get(node, 'type'))})",
            to_string(get(node, "description")),
        ]
        connections = self._connections(key)
        if connections:
            lines += ("Connections:", *connections)
        return "\n".join(lines).strip()

    def _connections(self, key: str) -> Sequence[str]:
        own = [
            (edge, member(self.nodes, to_string(get(edge, "target"))))
            for edge in self.edges_from.get(key, ())
        ]
        known = sorted_by_number(
            [pair for pair in own if truthy(pair[1])],
            lambda pair: to_number(get(pair[0], "weight")),
            descending=True,
        )
        lines: list[str] = []
        for edge, target in known[:_MOST_CONNECTIONS]:
            name, kind = (to_string(get(target, part)) for part in ("name", "type"))
            lines.append(f"  → {name} ({kind}): {to_string(get(edge, 'description'))}")
        return lines


def world_text(
    world: World,
    world_state: object,
    query: Query,
    budget: object,
    tokenizer: Tokenizer,
) -> str:
    """The world context: the global summary where a recap is asked for, else the best entries.

    Args:
        world: the stored graph.
        world_state: the stored global state.
        query: what the world is asked with.
        budget: tokens for the entries.
        tokenizer: counts an entry at a time.

    Raises:
        ReleaseThrowsError: an entry cannot be counted.
    """
    summary = get_if_any(world_state, "summary")
    if truthy(summary) and _RECAP.search(query.text):
        return "\n".join((_HEAD, to_string(summary), _TAIL))
    chosen: list[str] = []
    spent, limit = 0, to_number(budget)
    for key in _ranked(world, query):
        entry = world.entry(key)
        spent += tokenizer.count(entry)
        if spent > limit:
            break
        chosen.append(entry)
    return "\n".join((_HEAD, "\n\n".join(chosen), _TAIL)) if chosen else ""


def has_entries(graph: object) -> bool:
    """Whether there is anything to know about the world."""
    nodes = members(graph).get("nodes")
    return truthy(nodes) and bool(entries(nodes))


def _ranked(world: World, query: Query) -> Sequence[str]:
    """Keys of nodes, the best first."""
    if query.vector is not None:
        return world.likest(query.vector)
    lowered = query.text.lower()
    scores = [to_number(called.score(lowered)) for called in world.called]
    keys = [key for key, _ in world.entries]
    order = sorted_by_number(range(len(keys)), scores.__getitem__, descending=True)
    return [keys[index] for index in order]


@dataclass(frozen=True, slots=True)
class _Called:
    """What a node is called, and how often it is mentioned.

    Attributes:
        owner: what to call the node in an error.
        mentions: as stored; a text is joined with what is added to it (R22).
        name: in lower case; empty without one.
        aliases: as stored.
    """

    owner: str
    mentions: object
    name: str
    aliases: Sequence[object]

    def score(self, lowered: str) -> object:
        """The mentions, more where name or aliases stand in a text of lower case."""
        score = self.mentions
        # An empty text names nobody, but the alias "" stands in it.
        if lowered and self.name and is_named(self.name, lowered):
            score = add(score, _FOUND_BONUS)
        for alias in self.aliases:
            if not isinstance(alias, str):
                refuse("an alias", self.owner, alias, "a name")
            if is_named(alias.lower(), lowered):
                return add(score, _FOUND_BONUS)
        return score


def _called(key: str, node: object) -> _Called:
    owner = f"graph node {key}"
    if node is None:
        refuse("the whole", owner, node, "a node")
    name, aliases = (get(node, part) for part in ("name", "aliases"))
    if name is None or name is UNDEFINED:
        name = ""
    elif not isinstance(name, str):
        refuse("name", owner, name, "a text")
    if not (aliases is None or aliases is UNDEFINED or is_list(aliases)):
        refuse("aliases", owner, aliases, "a list of names")
    mentions = first_truthy(get(node, "mentions"), 0)
    return _Called(owner, mentions, name.lower(), items(aliases))
