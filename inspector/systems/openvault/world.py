"""Release 26's world context: specs/openvault.md §4, §8.1 and §8.5."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list, members
from inspector.core.javascript import (
    entries,
    first_truthy,
    get,
    get_if_any,
    to_number,
    to_string,
    truthy,
)
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.retrieval.columns import Recent
from inspector.systems.openvault.retrieval.graph import nodes_by_likeness
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
_DOTLESS: Final = str.maketrans("ıİ", "ii")
"""Patterns take both for an i, and `casefold` does not."""

_FOUND_BONUS = 100
_MOST_VECTORS = 2
_MOST_CONNECTIONS = 3


@dataclass(frozen=True)
class Asked:
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
    def nodes(self) -> Mapping[str, object]:
        """By key."""
        return members(members(self.graph).get("nodes"))

    @cached_property
    def entries(self) -> Sequence[tuple[str, object]]:
        """The nodes in JavaScript's order."""
        return entries(self.nodes)

    @cached_property
    def called(self) -> Sequence[tuple[float, "_Called | None", tuple["_Called", ...]]]:
        """How often each node is mentioned, its name and its aliases.

        Raises:
            ReleaseThrowsError: a node is null.
        """
        return [
            (
                to_number(first_truthy(get(node, "mentions"), 0)),
                _called(get(node, "name")),
                _all_called(get(node, "aliases")),
            )
            for _, node in self.entries
        ]

    @cached_property
    def edges_from(self) -> Mapping[str, Sequence[object]]:
        """The edges by their source.

        Raises:
            ReleaseThrowsError: an edge is null.
        """
        found: dict[str, list[object]] = {}
        for _, edge in entries(members(members(self.graph).get("edges"))):
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
        node = self.nodes[key]
        lines = [
            f"## {to_string(get(node, 'name'))} ({to_string(get(node, 'type'))})",
            to_string(get(node, "description")),
        ]
        connections = self._connections(key)
        if connections:
            lines += ("Connections:", *connections)
        return "\n".join(lines).strip()

    def _connections(self, key: str) -> Sequence[str]:
        own = [(edge, get(edge, "target")) for edge in self.edges_from.get(key, ())]
        known = [
            (edge, self.nodes[target])
            for edge, target in own
            if isinstance(target, str) and target in self.nodes
        ]
        known.sort(key=lambda one: -to_number(first_truthy(get(one[0], "weight"), 0)))
        lines: list[str] = []
        for edge, target in known[:_MOST_CONNECTIONS]:
            name, kind = (to_string(get(target, part)) for part in ("name", "type"))
            lines.append(f"  → {name} ({kind}): {to_string(get(edge, 'description'))}")
        return lines


def world_text(
    world: World,
    world_state: object,
    asked: Asked,
    budget: object,
    tokenizer: Tokenizer,
) -> str:
    """The world context: the global summary where a recap is asked for, else the best entries.

    Args:
        world: the stored graph.
        world_state: the stored global state.
        asked: what the world is asked with.
        budget: tokens for the entries.
        tokenizer: counts an entry at a time.

    Raises:
        ReleaseThrowsError: an entry cannot be counted.
    """
    summary = get_if_any(world_state, "summary")
    if truthy(summary) and _RECAP.search(asked.text):
        return "\n".join((_HEAD, to_string(summary), _TAIL))
    chosen: list[str] = []
    spent = 0
    for key in _ranked(world, asked):
        entry = world.entry(key)
        spent += tokenizer.count(entry)
        if spent > to_number(budget):
            break
        chosen.append(entry)
    return "\n".join((_HEAD, "\n\n".join(chosen), _TAIL)) if chosen else ""


def has_entries(graph: object) -> bool:
    """Whether there is anything to know about the world."""
    return bool(members(members(graph).get("nodes")))


def _ranked(world: World, asked: Asked) -> Sequence[str]:
    """Keys of nodes, the best first."""
    if asked.vector is not None:
        return world.likest(asked.vector)
    folded = _folded(asked.text)
    scores = [
        mentions
        + sum(
            _FOUND_BONUS
            for called in (() if name is None else (name,), aliases)
            if any(one.stands_in(asked.text, folded) for one in called)
        )
        for mentions, name, aliases in world.called
    ]
    keys = [key for key, _ in world.entries]
    return [keys[place] for place in sorted(range(len(keys)), key=lambda place: -scores[place])]


@dataclass(frozen=True, slots=True)
class _Called:
    """A name, and the same folded."""

    name: str
    folded: str

    def stands_in(self, asked: str, folded: str) -> bool:
        """Whether the name stands in a text as a whole word, in any case."""
        # To compile a pattern takes a hundred times as long as to see that it cannot match.
        if self.folded not in folded:
            return False
        return re.search(rf"(?<!\w){re.escape(self.name)}(?!\w)", asked, re.IGNORECASE) is not None


def _called(name: object) -> _Called | None:
    return _Called(name, _folded(name)) if isinstance(name, str) and name else None


def _all_called(aliases: object) -> tuple[_Called, ...]:
    return tuple(filter(None, map(_called, aliases))) if is_list(aliases) else ()


def _folded(text: str) -> str:
    """The text as it is for every spelling that a pattern takes for the same without case."""
    return text.translate(_DOTLESS).casefold()
