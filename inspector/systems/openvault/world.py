"""Release 26's world context: specs/openvault.md §4, §8.1 and §8.5."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

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
_FOUND_BONUS = 100
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


def world_text(
    graph: object,
    world_state: object,
    asked: Asked,
    budget: object,
    tokenizer: Tokenizer,
) -> str:
    """The world context: the global summary where a recap is asked for, else the best entries.

    Args:
        graph: the stored graph.
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
    nodes = members(members(graph).get("nodes"))
    edges = members(members(graph).get("edges"))
    if asked.vector is None:
        ranked = sorted(entries(nodes), key=lambda entry: -_score(entry[1], asked.text))
    else:
        likest = nodes_by_likeness(members(graph), asked.vector)
        ranked = [(key, nodes[key]) for key in likest]
    chosen: list[str] = []
    spent = 0
    for key, node in ranked:
        entry = _entry(key, node, nodes, edges)
        spent += tokenizer.count(entry)
        if spent > to_number(budget):
            break
        chosen.append(entry)
    return "\n".join((_HEAD, "\n\n".join(chosen), _TAIL)) if chosen else ""


def has_entries(graph: object) -> bool:
    """Whether there is anything to know about the world."""
    return bool(members(members(graph).get("nodes")))


def _score(node: object, asked: str) -> float:
    mentions = to_number(first_truthy(get(node, "mentions"), 0))
    aliases = get(node, "aliases")
    found = _stands_in(get(node, "name"), asked) * _FOUND_BONUS
    if is_list(aliases) and any(_stands_in(alias, asked) for alias in aliases):
        found += _FOUND_BONUS
    return mentions + found


def _stands_in(name: object, asked: str) -> bool:
    """Whether a name stands in a text as a whole word, in any case."""
    if not isinstance(name, str) or not name:
        return False
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", asked, re.IGNORECASE) is not None


def _entry(key: str, node: object, nodes: Mapping[str, object], edges: Mapping[str, object]) -> str:
    lines = [
        f"## {to_string(get(node, 'name'))} ({to_string(get(node, 'type'))})",
        to_string(get(node, "description")),
    ]
    connections = _connections(key, nodes, edges)
    if connections:
        lines += ("Connections:", *connections)
    return "\n".join(lines).strip()


def _connections(
    key: str, nodes: Mapping[str, object], edges: Mapping[str, object]
) -> Sequence[str]:
    """The node's heaviest connections to nodes that exist."""
    own = [
        edge
        for _, edge in entries(edges)
        if get(edge, "source") == key and get(edge, "target") in nodes
    ]
    own.sort(key=lambda edge: -to_number(first_truthy(get(edge, "weight"), 0)))
    lines: list[str] = []
    for edge in own[:_MOST_CONNECTIONS]:
        target = nodes[to_string(get(edge, "target"))]
        name, kind = (to_string(get(target, part)) for part in ("name", "type"))
        lines.append(f"  → {name} ({kind}): {to_string(get(edge, 'description'))}")
    return lines
