"""Names that the recent text is about, and how much (specs/openvault.md §8.2)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.decoded import is_list
from inspector.core.javascript import first_truthy, get, sliced, truthy
from inspector.core.javascript_sort import sorted_by_number
from inspector.core.tokens import utf16_length
from inspector.systems.openvault.retrieval.facts import stripped
from inspector.systems.openvault.retrieval.irregular import refuse
from inspector.systems.openvault.retrieval.settings import EntitySettings
from inspector.systems.openvault.retrieval.wording import name_stems_26
from inspector.systems.openvault.retrieval.words import SENTENCE_STARTERS

_ACTIVE_WEIGHT = 3.0
_LARGEST_SHARE = 0.5
_SHORTEST_NAME = 2
_QUOTE_LENGTHS = range(3, 51)
_LATIN = re.compile(r"\b[A-Z][a-z]{2,}\b", re.ASCII)
_CYRILLIC = re.compile("(?<![А-Яа-яЁё])[А-ЯЁ][а-яё]{2,}(?![А-Яа-яЁё])")
_QUOTED = re.compile('"([^"]+)"'), re.compile("«([^»]+)»")
_QUOTES = str.maketrans("", "", '"«»')


@dataclass(frozen=True, slots=True)
class Entity:
    """A name or phrase of the recent text, and its weight."""

    name: str
    weight: float


def entities_14x(
    lines: Sequence[str], active: Iterable[str], settings: EntitySettings
) -> tuple[Entity, ...]:
    """Capitalised words and quoted phrases; every occurrence counts.

    Args:
        lines: recent lines, the newest first; without any there are no entities (R4).
        active: the active characters.
        settings: the release's.
    """
    if not lines:
        return ()
    scanned = sliced(lines, settings.window)
    return _ranked([_named_14x(line) for line in scanned], active, settings)


def entities_26(
    lines: Sequence[str],
    active: Iterable[str],
    graph_stems: Mapping[str, str],
    settings: EntitySettings,
) -> tuple[Entity, ...]:
    """Names of the graph and of active characters found by stem, once a line."""
    if not lines:
        return ()
    characters = [name for name in active if name]
    known = {**graph_stems, **_by_stem((name, (name,)) for name in characters)}
    found = [
        list(dict.fromkeys(known[stem] for stem in name_stems_26(line) if stem in known))
        for line in sliced(lines, settings.window)
    ]
    return _ranked(found, characters, settings)


def graph_name_stems(nodes: Iterable[tuple[str, object]]) -> dict[str, str]:
    """Which node's name each stem of a name or alias stands for; later nodes win.

    Raises:
        ReleaseThrowsError: a node is null, or a name or alias is no text (T9).
    """
    return _by_stem(named for key, node in nodes if (named := _called(key, node))[0])


def _called(key: str, node: object) -> tuple[str, tuple[str, ...]]:
    """The name of a node, and all that it is called."""
    owner = f"graph node {key}"
    if node is None:
        refuse("the whole", owner, node, "a node")
    name = first_truthy(get(node, "name"), "")
    if not isinstance(name, str):
        refuse("name", owner, name, "a text")
    aliases = first_truthy(get(node, "aliases"), "")
    if not is_list(aliases) and not isinstance(aliases, str):
        refuse("aliases", owner, aliases, "a list of names")
    called = [name]
    for alias in aliases:
        if not isinstance(alias, str):
            if truthy(alias):
                refuse("an alias", owner, alias, "a text")
            continue
        called.append(alias)
    return name, tuple(called)


def _by_stem(called: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, str]:
    return {
        stem: name
        for name, spellings in called
        for each in spellings
        for stem in name_stems_26(each)
    }


def _named_14x(line: str) -> list[str]:
    words = [*_LATIN.findall(line), *_CYRILLIC.findall(line)]
    found = [word for word in words if word not in SENTENCE_STARTERS]
    # Two passes: all of the first kind come before all of the second (R8).
    contents = [content for pattern in _QUOTED for content in pattern.findall(line)]
    quotes = [stripped(content.translate(_QUOTES)) for content in contents]
    return found + [quote for quote in quotes if utf16_length(quote) in _QUOTE_LENGTHS]


def _ranked(
    found: Sequence[Sequence[str]], active: Iterable[str], settings: EntitySettings
) -> tuple[Entity, ...]:
    """Weigh what was found in each line, add active characters, drop what is everywhere."""
    weights: dict[str, float] = {}
    lines_with: Counter[str] = Counter()
    for index, entities in enumerate(found):
        for entity in entities:
            weights[entity] = weights.get(entity, 0.0) + (1 - index * settings.decay)
        lines_with.update(set(entities))
    for name in active:
        if utf16_length(name) >= _SHORTEST_NAME:
            weights[name] = weights.get(name, 0.0) + _ACTIVE_WEIGHT
    most = len(found) * _LARGEST_SHARE
    kept = [Entity(name, weight) for name, weight in weights.items() if not lines_with[name] > most]
    ordered = sorted_by_number(kept, lambda entity: entity.weight, descending=True)
    return tuple(sliced(ordered, settings.limit))
