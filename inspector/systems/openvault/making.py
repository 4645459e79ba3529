"""Making and unmaking memories as the release that wrote a chat does (specs/openvault.md §1).

Where the releases have no such thing, splitting and merging, what follows keeps most: whoever
knew the memory knows what became of it, and nothing that OpenVault counted is counted twice.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, cast

from inspector.core.decoded import is_list, items, members, names, numbers
from inspector.core.document import Document
from inspector.core.edits import field_named
from inspector.core.errors import EditError
from inspector.core.fields import Record
from inspector.core.indexes import checked_memory, checked_message
from inspector.core.memory import DEFAULT_IMPORTANCE, Memory
from inspector.core.memory_edits import ReviseMemories, Stamp
from inspector.language import _, ngettext
from inspector.systems.openvault import codec
from inspector.systems.openvault.fields import EMBEDDING_KEYS, marks_of
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.wording import keywords_26

NEWEST: Final = f"{codec.NAME}/26"
_IN_BATCH: Final = 1000
_COUNTED: Final = ("retrieval_hits", "mentions")


def release_of(document: Document) -> str:
    """The release by whose rules a memory is made: the one that wrote the chat."""
    written = codec.written_by(document)
    if written is not None:
        return written
    kept = document.stores.get(codec.NAME, {})
    if "schema_version" not in kept and "graph" not in kept:
        if "relationships" in kept:
            return f"{codec.NAME}/1.41"
        if "last_processed_message_id" in kept:
            return f"{codec.NAME}/1.44"
    return NEWEST


def proposed(document: Document, messages: Sequence[int]) -> Record:
    """See `MakesMemories`: who speaks there saw it, who is named there took part as well."""
    chat = document.chat
    found = sorted(set(messages))
    for index in found:
        checked_message(index, len(chat))
    spoken = [chat.message(index) for index in found]
    speakers = dict.fromkeys(one.name for one in spoken if one.name.strip() and one.is_speech)
    text = "\n".join(one.text for one in spoken)
    involved = dict(speakers)
    involved |= dict.fromkeys(name for name in document.names if _is_named(name, text))
    return {
        "message_ids": found,
        "witnesses": list(speakers),
        "characters_involved": list(involved),
        "importance": DEFAULT_IMPORTANCE,
    }


def _is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def new_memory(document: Document, values: Record, stamp: Stamp) -> ReviseMemories:
    """See `MakesMemories`."""
    refuse_irregular(document)
    given = _checked(document, values)
    if not given.get("summary"):
        raise EditError(_("A new memory needs a summary."))
    record = _record(document, given, stamp)
    id_ = str(record["id"])
    knowers = names(record["witnesses"])
    return ReviseMemories(
        _("Memory made"), added=(record,), characters=_knowing(document, {id_: knowers})
    )


def _checked(document: Document, values: Record) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in values.items():
        spec = field_named(document, name)
        checked = spec.checked(value)
        if spec.key == "message_ids":
            for message in cast("tuple[int, ...]", checked):
                checked_message(message, len(document.chat))
        found[spec.key] = (
            list(cast("tuple[object, ...]", checked)) if isinstance(checked, tuple) else checked
        )
    return found


def _record(document: Document, given: Mapping[str, object], stamp: Stamp) -> dict[str, object]:
    """A whole stored memory; its keys stand in the order in which the release writes them."""
    sources = [int(one) for one in numbers(given.get("message_ids"))]
    involved = list(names(given.get("characters_involved")))
    witnesses = list(names(given.get("witnesses"))) or list(involved)
    summary = str(given["summary"])
    batch = f"batch_{stamp.made_at}_{stamp.salt}"
    sequence = _free_sequence(document, sources, stamp)
    importance = given.get("importance", DEFAULT_IMPORTANCE)
    scene = _scene(document, sources)
    common: dict[str, object] = {
        "importance": importance,
        "characters_involved": involved,
        "witnesses": witnesses,
        "is_secret": given.get("is_secret", False),
        "emotional_impact": dict(members(given.get("emotional_impact"))),
        "relationship_impact": {},
        "message_ids": sources,
        "sequence": sequence,
        "created_at": stamp.made_at,
        "batch_id": batch,
    }
    if release_of(document) != NEWEST:
        older: dict[str, object] = {
            "id": _new_id(document, stamp, ids_of(document)),
            "summary": summary,
            "message_ids": sources,
            "sequence": sequence,
            "created_at": stamp.made_at,
            "batch_id": batch,
            "characters_involved": involved,
            "witnesses": witnesses,
            "location": None,
        }
        return _with_rest(older | {k: v for k, v in common.items() if k not in older}, given)
    found: dict[str, object] = {
        "id": _new_id(document, stamp, ids_of(document)),
        "type": "event",
        "summary": summary,
        "importance": importance,
        "temporal_anchor": given.get("temporal_anchor") or scene.get("time") or None,
        "is_transient": given.get("is_transient", False),
        "characters_involved": involved,
        "witnesses": witnesses,
        "location": scene.get("location") or None,
        "is_secret": common["is_secret"],
        "emotional_impact": common["emotional_impact"],
        "relationship_impact": {},
        "tokens": keywords_26(summary),
        "message_ids": sources,
        "message_fingerprints": marks_of(document.chat, sources),
        "sequence": sequence,
        "created_at": stamp.made_at,
        "batch_id": batch,
    }
    return _with_rest(found, given)


def _with_rest(record: dict[str, object], given: Record) -> dict[str, object]:
    """The memory with fields that were given and that the release itself does not write."""
    return record | {
        key: value for key, value in given.items() if key not in record and value is not None
    }


def _free_sequence(document: Document, sources: Sequence[int], stamp: Stamp) -> int:
    """The first message times 1000 and the place in the batch, behind those that are there."""
    if not sources:
        return stamp.made_at
    start = min(sources) * _IN_BATCH
    there = [
        one.sequence
        for one in document.memories
        if not one.is_reflection and start <= one.sequence < start + _IN_BATCH
    ]
    return min(int(max(there)) + 1, start + _IN_BATCH - 1) if there else start


def ids_of(document: Document) -> set[str]:
    """The ids of all memories; an empty one where one has none."""
    return {memory.id for memory in document.memories}


def _new_id(document: Document, stamp: Stamp, held: set[str], *, reflection: bool = False) -> str:
    """An id as the release makes them, that nobody has; it is held from then on."""
    count = 0
    while True:
        number = str(count) if count else ""
        if reflection:
            found = f"ref_{stamp.made_at}-{stamp.salt}{number}"
        elif release_of(document) == NEWEST:
            found = f"event_{stamp.made_at}_{count}"
        else:
            found = f"{stamp.made_at}-{stamp.salt}{number}"
        if found not in held:
            held.add(found)
            return found
        count += 1


def _scene(document: Document, sources: Sequence[int]) -> Record:
    """The scene ledger's newest entry up to the last source (specs/openvault.md §1.2)."""
    kept = document.stores.get(codec.NAME, {})
    index, last = index_of(document.chat), max(sources, default=-1)
    for entry in reversed(items(kept.get("scene_ledger"))):
        scene = members(entry)
        mark = scene.get("fp")
        if isinstance(mark, str) and last >= 0 and index.resolve(mark, last + 1) is not None:
            return scene
    return {}


def duplicates(document: Document, memories: Sequence[int], stamp: Stamp) -> ReviseMemories:
    """See `MakesMemories`: a copy is known to whoever knows the original, and never was sent."""
    refuse_irregular(document)
    found = [memory_at(document, index) for index in memories]
    held = ids_of(document)
    made: list[Record] = []
    knowers: dict[str, tuple[str, ...]] = {}
    for memory in found:
        record = _copy(document, memory, stamp, held)
        made.append(record)
        knowers[str(record["id"])] = _knowers(document, memory)
    n = len(made)
    title = ngettext("Memory duplicated", "{n:,} memories duplicated", n).format(n=n)
    return ReviseMemories(title, tuple(made), characters=_knowing(document, knowers))


def _copy(document: Document, memory: Memory, stamp: Stamp, held: set[str]) -> dict[str, object]:
    """A memory's record with an identity of its own, and without what was counted of it."""
    record = {key: value for key, value in memory.record.items() if key not in _COUNTED}
    id_ = _new_id(document, stamp, held, reflection=memory.is_reflection)
    return record | {"id": id_, "created_at": stamp.made_at}


def split(document: Document, memory: int, cuts: Sequence[int], stamp: Stamp) -> ReviseMemories:
    """See `MakesMemories`.

    The first part keeps the id and all that is kept with it but what the old wording was
    embedded as; the others follow it in the block, since they share its sequence.
    """
    refuse_irregular(document)
    parent = memory_at(document, memory)
    wording = parent.summary
    places = [0, *cuts, len(wording)]
    if not cuts or any(not 0 <= a < b <= len(wording) for a, b in pairwise(places)):
        raise EditError(
            _("{label} has {count:,} characters: it is split between two of them.").format(
                label=parent.label, count=len(wording)
            )
        )
    parts = [wording[a:b].strip() for a, b in pairwise(places)]
    if not all(parts):
        raise EditError(_("A part of {label} would hold no word.").format(label=parent.label))
    base = {key: held for key, held in parent.record.items() if key not in EMBEDDING_KEYS}
    held = ids_of(document)
    made: list[Record] = []
    for part in parts[1:]:
        record = _copy(document, parent, stamp, held) | {"summary": part}
        for key in EMBEDDING_KEYS:
            record.pop(key, None)
        if "tokens" in record:
            record["tokens"] = keywords_26(part)
        made.append(record)
    ids = [str(record["id"]) for record in made]
    changed: dict[int, Record] = {memory: base | {"summary": parts[0]}}
    if parent.id:
        for other in document.memories:
            made_of = other.record.get("source_ids")
            if other.index != memory and is_list(made_of) and parent.id in made_of:
                changed[other.index] = {**other.record, "source_ids": [*made_of, *ids]}
    knowing = _knowing(document, dict.fromkeys(ids, _knowers(document, parent)))
    return ReviseMemories(_("Memory split"), tuple(made), changed, characters=knowing)


def deleted(document: Document, memories: Sequence[int]) -> ReviseMemories:
    """See `MakesMemories`: nobody knows it any more; what reflections were made from stays."""
    refuse_irregular(document)
    found = [memory_at(document, index) for index in dict.fromkeys(memories)]
    if not found:
        raise EditError(_("No memory is selected."))
    gone = {one.id for one in found if one.id} - {
        one.id for one in document.memories if one not in found
    }
    states: dict[str, Record] = {}
    for name, state in document.characters.items():
        held = state.record.get("known_events")
        if is_list(held) and gone & set(names(held)):
            left = [one for one in held if not (isinstance(one, str) and one in gone)]
            states[name] = {**state.record, "known_events": left}
    n = len(found)
    title = ngettext("Memory deleted", "{n:,} memories deleted", n).format(n=n)
    removed = frozenset(one.index for one in found)
    return ReviseMemories(title, removed=removed, characters=states)


def memory_at(document: Document, index: int) -> Memory:
    """The memory with an index.

    Raises:
        EditError: there is none.
    """
    return document.memories[checked_memory(index, len(document.memories))]


def _knowers(document: Document, memory: Memory) -> tuple[str, ...]:
    """Who has the memory among the events that they know."""
    if not memory.id:
        return ()
    states = document.characters.items()
    return tuple(name for name, one in states if memory.id in items(one.record.get("known_events")))


def _knowing(document: Document, mentioned: Mapping[str, Sequence[str]]) -> Mapping[str, Record]:
    """The states of those who come to know memories, by id of the memory and names.

    Who has no state gets none here: the extension makes one when it next meets the character.
    """
    found: dict[str, Record] = {}
    for id_, known_to in mentioned.items():
        for name in known_to:
            state = document.characters.get(name)
            if state is None:
                continue
            record = found.get(name, state.record)
            held = record.get("known_events", [])
            if is_list(held) and id_ not in held:
                found[name] = {**record, "known_events": [*held, id_]}
    return found


def refuse_irregular(document: Document) -> None:
    """Refuse where the stored list is none, or holds what is no memory.

    Raises:
        EditError: places in the file would not be sure.
    """
    if codec.NAME not in document.carried:
        raise EditError(_("This chat keeps no memories of OpenVault, so that none can be made."))
    held = document.stores.get(codec.NAME, {}).get("memories")
    if held is not None:
        raise EditError(
            _(
                "OpenVault's list of memories holds something that is no memory, so that "
                "none can be made or taken away here."
            )
        )
