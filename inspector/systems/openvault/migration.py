"""Release 26's migrations of data below schema 2, as they rewrite it (specs/openvault.md §1.3)."""

import base64
import math
from array import array
from collections.abc import Mapping
from typing import Final

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_number, is_object, items, members, numbers
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, to_string, truthy
from inspector.core.memory import Memory
from inspector.sillytavern.dates import sent_at
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex, index_of
from inspector.systems.openvault.retrieval.irregular import check_migration
from inspector.systems.openvault.retrieval.migrations import is_removed

SCHEMA: Final = 8

_NEW_2: Final[Mapping[str, object]] = {
    "graph": {"nodes": {}, "edges": {}},
    "graph_message_count": 0,
    "reflection_state": {},
}
_NEW_8: Final[Mapping[str, object]] = {"scene_states": {}, "scene_ledger": [], "scene_counter": 0}

Vault = dict[str, object]
"""`chat_metadata.openvault` as decoded JSON."""


def migrated(vault: Mapping[str, object], chat: Chat) -> Vault:
    """The data as schema 8.

    Raises:
        ReleaseThrowsError: a step throws, so that the release takes all of them back.
    """
    records = enumerate(items(vault.get("memories")))
    check_migration(vault, [Memory(n, record) for n, record in records if is_object(record)])
    index = index_of(chat)
    found: Vault = dict(vault)
    found["memories"] = [_with_vector(one) for one in _memories(found)]
    _to_fingerprints(found, index, len(chat))
    found |= {name: value for name, value in _NEW_2.items() if _is_missing(found, name)}
    found["memories"] = [
        _with_fingerprints(one, index, len(chat))
        for one in items(found["memories"])
        if not (is_object(one) and is_removed(one))
    ]
    found.pop("communities", None)
    world = found.get("global_world_state")
    if is_object(world) and "community_count" in world:
        found["global_world_state"] = _without(world, "community_count")
    found |= {name: value for name, value in _NEW_8.items() if name not in found}
    found["schema_version"] = SCHEMA
    return found


def _is_missing(vault: Mapping[str, object], name: str) -> bool:
    return not truthy(vault.get(name, UNDEFINED)) and vault.get(name) != 0


def _memories(vault: Mapping[str, object]) -> list[object]:
    stored = vault.get("memories")
    if truthy(stored or UNDEFINED) and not is_list(stored):
        raise ReleaseThrowsError("TypeError: memories is not iterable")
    found = items(stored)
    if any(one is None or not isinstance(one, Mapping | list) for one in found):
        raise ReleaseThrowsError("TypeError: a memory is no object")
    return found


def _to_fingerprints(vault: Vault, index: ChatIndex, length: int) -> None:
    """Numbers of extracted messages become fingerprints; newer messages are left out (v2)."""
    stored = items(vault.get("processed_message_ids"))
    if not stored or not is_number(stored[0]):
        return
    memories = [members(one) for one in items(vault["memories"])]
    created = [value for one in memories if is_number(value := one.get("created_at"))]
    latest = max(created, default=0)
    marks: dict[str, None] = {}
    for location in numbers(stored):
        if not _exists(location, length):
            continue
        sent = sent_at(index.chat.send_dates[int(location)])
        if latest and sent is not None and sent > latest:
            continue
        marks[index.fingerprint(int(location))] = None
    for one in memories:
        for location in numbers(one.get("message_ids")):
            if _exists(location, length):
                marks[index.fingerprint(int(location))] = None
    vault["processed_message_ids"] = list(marks)
    vault.pop("last_processed_message_id", None)


def _exists(location: float, length: int) -> bool:
    return 0 <= location < length and location == math.floor(location)


def _with_vector(memory: object) -> object:
    """An old list of numbers becomes base64 of 32-bit numbers (v2)."""
    stored = members(memory).get("embedding")
    if not is_object(memory) or not is_list(stored):
        return memory
    found = _without(memory, "embedding")
    vector = array("f", [float(one) if is_number(one) else math.nan for one in stored])
    found["embedding_b64"] = base64.b64encode(vector.tobytes()).decode()
    return found


def _with_fingerprints(memory: object, index: ChatIndex, length: int) -> object:
    """A memory without fingerprints gets those of its messages that exist (v3)."""
    if not is_object(memory) or truthy(memory.get("message_fingerprints", UNDEFINED)):
        return memory
    places = numbers(memory.get("message_ids"))
    marks = [index.fingerprint(int(location)) for location in places if _exists(location, length)]
    return {**memory, "message_fingerprints": list(map(to_string, marks))}


def _without(record: Mapping[str, object], name: str) -> dict[str, object]:
    return {key: value for key, value in record.items() if key != name}
