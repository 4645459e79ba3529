"""Making one memory of several that say the same (specs/openvault.md §7, Dedup)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from inspector.core.decoded import is_list, is_number, items, members, names
from inspector.core.document import Document
from inspector.core.errors import EditError
from inspector.core.fields import Record
from inspector.core.memory import Memory
from inspector.core.memory_edits import ReviseMemories
from inspector.language import _
from inspector.systems.openvault.making import NEWEST, memory_at, refuse_irregular, release_of

_LISTS: Final = ("witnesses", "characters_involved", "message_fingerprints", "source_ids")
_IMPACTS: Final = ("emotional_impact", "relationship_impact")
_FEWEST: Final = 2


def merged(document: Document, memories: Sequence[int], *, remove: bool = False) -> ReviseMemories:
    """See `MakesMemories`: as where OpenVault finds doubles itself, mentions add up."""
    refuse_irregular(document)
    found = [memory_at(document, index) for index in dict.fromkeys(memories)]
    if len(found) < _FEWEST:
        raise EditError(_("Merging takes two memories or more."))
    first, *rest = found
    _refuse_others(first, rest)
    record = _union(document, found)
    gone = {one.id for one in rest if one.id} - {
        one.id for one in document.memories if one not in rest
    }
    changed: dict[int, Record] = {first.index: record}
    if remove:
        for one in document.memories:
            held = one.record.get("source_ids")
            if one not in found and is_list(held) and gone & set(names(held)):
                changed[one.index] = {
                    **one.record,
                    "source_ids": _replaced(held, gone, first.id),
                }
    else:
        changed |= {one.index: {**one.record, "archived": True} for one in rest}
    mentioned = {one.id for one in rest if one.id}
    states = _states(document, mentioned, gone if remove else set(), first.id)
    removed = frozenset(one.index for one in rest) if remove else frozenset[int]()
    return ReviseMemories(
        _("{count:,} memories merged").format(count=len(found)),
        changed=changed,
        removed=removed,
        characters=states,
    )


def _replaced(held: Sequence[object], gone: set[str], by: str) -> list[object]:
    kept = [one for one in held if not (isinstance(one, str) and one in gone)]
    return kept if by in kept or not by else [*kept, by]


def _refuse_others(first: Memory, rest: Sequence[Memory]) -> None:
    for one in rest:
        if one.is_reflection is not first.is_reflection:
            raise EditError(_("An event and a reflection are not merged: they are sent apart."))
        if one.record.get("character") != first.record.get("character"):
            raise EditError(_("Reflections of different characters are not merged."))


def _states(
    document: Document, mentioned: set[str], gone: set[str], kept: str
) -> Mapping[str, Record]:
    """Who knew one of the others knows the one that is kept."""
    states: dict[str, Record] = {}
    for name, state in document.characters.items():
        held = state.record.get("known_events")
        if kept and is_list(held) and mentioned & set(names(held)):
            after = _replaced(held, gone, kept)
            if after != held:
                states[name] = {**state.record, "known_events": after}
    return states


def _union(document: Document, found: Sequence[Memory]) -> dict[str, object]:
    """The first one's record with what the others add."""
    first = found[0]
    record = {**first.record, **_lists_of(found), **_sources_of(found), **_impacts_of(found)}
    importance = max(one.importance for one in found)
    if importance > first.importance:
        record["importance"] = importance
    if any(one.is_secret for one in found):
        record["is_secret"] = True
    if first.is_archived and not all(one.is_archived for one in found):
        record["archived"] = False
    if release_of(document) == NEWEST and not first.is_reflection:
        counts = [one.record.get("mentions") for one in found]
        record["mentions"] = sum(count if is_number(count) else 1 for count in counts)
    return record


def _lists_of(found: Sequence[Memory]) -> Mapping[str, object]:
    return {
        key: _together(items(one.record.get(key)) for one in found)
        for key in _LISTS
        if any(is_list(one.record.get(key)) for one in found)
    }


def _sources_of(found: Sequence[Memory]) -> Mapping[str, object]:
    """All sources in order, and the earliest place that one of them has in the order."""
    if not any(is_list(one.record.get("message_ids")) for one in found):
        return {}
    together = _together(items(one.record.get("message_ids")) for one in found)
    if all(map(is_number, together)):
        together.sort(key=lambda one: one if is_number(one) else 0)
    sequences = [one.sequence for one in found if is_number(one.record.get("sequence"))]
    order = {"sequence": min(sequences)} if sequences and not found[0].is_reflection else {}
    return {"message_ids": together, **order}


def _impacts_of(found: Sequence[Memory]) -> Mapping[str, object]:
    """What is said of feelings and relationships; the first one's words win."""
    impacts: dict[str, object] = {}
    for key in _IMPACTS:
        kept = members(found[0].record.get(key))
        added: dict[str, object] = {}
        for one in reversed(found[1:]):
            added |= members(one.record.get(key))
        more = {name: value for name, value in added.items() if name not in kept}
        if more:
            impacts[key] = {**kept, **more}
    return impacts


def _together(lists: Iterable[Sequence[object]]) -> list[object]:
    found: list[object] = []
    for one in lists:
        found += [item for item in one if item not in found]
    return found
