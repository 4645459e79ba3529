"""Release 26's migrations of data from before schema 2 (specs/openvault.md §1.3, §8.5)."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from inspector.core.decoded import is_list, is_number, is_object, items, members
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import first_truthy, to_number, truthy
from inspector.systems.openvault.retrieval.facts import Facts26
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex
from inspector.systems.openvault.retrieval.sources import migrated_fingerprints
from inspector.systems.openvault.retrieval.vectors import encode_embedding
from inspector.systems.openvault.retrieval.wording import keywords_26

_NEWEST = 8
_NOT_ITERABLE = "TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))"
_DIGITS = re.compile(r"\d+")

Data = dict[str, object]


def schema_version(store: Mapping[str, object]) -> float:
    """The stored schema; data without one has schema 1."""
    return to_number(first_truthy(store.get("schema_version"), 1))


def migrates_on_load(store: Mapping[str, object]) -> bool:
    """Whether the extension would migrate: only data below schema 2."""
    return schema_version(store) < 2


def check_migration(store: Mapping[str, object]) -> None:
    """Refuse data on which the migration to schema 2 throws.

    Raises:
        ReleaseThrowsError: the graph's nodes are an object, where the migration wants a list.
    """
    nodes = members(store.get("graph")).get("nodes")
    if schema_version(store) < 2 and truthy(nodes) and not isinstance(nodes, str | list):
        raise ReleaseThrowsError(_NOT_ITERABLE)


def is_removed(record: Mapping[str, object]) -> bool:
    """Whether schema 7 drops a memory: a reflection about reflections."""
    if record.get("type") != "reflection":
        return False
    return to_number(first_truthy(record.get("level"), 1)) > 1


def migrate(data: Mapping[str, object], index: ChatIndex) -> Data:
    """The data after every migration that its schema version is below.

    Raises:
        ReleaseThrowsError: see `check_migration`.
    """
    version = schema_version(data)
    check_migration(data)
    migrated = dict(data)
    steps = (_to_2, _to_3, _to_4, _to_5, _to_6, _to_7, _to_8)
    for number, step in enumerate(steps, start=2):
        if version < number:
            step(migrated, index)
    if version < _NEWEST:
        migrated["schema_version"] = _NEWEST
    return migrated


def _to_2(data: Data, index: ChatIndex) -> None:
    _processed_by_fingerprint(data, index)
    data["memories"] = [_with_encoded_embedding(record) for record in _memories(data)]
    data.setdefault("graph", {"nodes": {}, "edges": {}})
    data.setdefault("communities", {})
    data.setdefault("graph_message_count", 0)
    data.setdefault("reflection_state", {})


def _processed_by_fingerprint(data: Data, index: ChatIndex) -> None:
    processed = items(data.get("processed_message_ids"))
    if not any(is_number(entry) for entry in processed):
        return
    newest = max(
        (value for record in _memories(data) if is_number(value := record.get("created_at"))),
        default=None,
    )
    ids = [
        entry for entry in processed if is_number(entry) and not _sent_after(index, entry, newest)
    ]
    marks = dict.fromkeys(_fingerprints(ids, index))
    for record in _memories(data):
        marks |= dict.fromkeys(_fingerprints(_ids(record), index))
    data["processed_message_ids"] = list(marks)
    data.pop("last_processed_message_id", None)


def _sent_after(index: ChatIndex, place: float, newest: float | None) -> bool:
    """Whether a message carries a later date in digits than the newest memory."""
    if newest is None or not 0 <= place < len(index.chat):
        return False
    date = index.chat.send_dates[int(place)]
    if isinstance(date, str) and _DIGITS.fullmatch(date):
        return int(date) > newest
    return is_number(date) and date > newest


def _to_3(data: Data, index: ChatIndex) -> None:
    data["memories"] = [
        record
        if "message_fingerprints" in record
        else {**record, "message_fingerprints": list(_fingerprints(_ids(record), index))}
        for record in _memories(data)
    ]


def _to_4(data: Data, _: ChatIndex) -> None:
    settings = dict(members(data.get("settings")))
    injection = {**members(settings.get("injection")), "reflections": {"position": 1, "depth": 4}}
    data["settings"] = {**settings, "injection": injection}


def _to_5(data: Data, _: ChatIndex) -> None:
    settings = dict(members(data.get("settings")))
    if settings.pop("reflectionInjectionEnabled", None) is False:
        injection = members(settings.get("injection"))
        reflections = {**members(injection.get("reflections")), "position": -2}
        settings["injection"] = {**injection, "reflections": reflections}
    settings.pop("reflectionGenerationEnabled", None)
    data["settings"] = settings


def _to_6(data: Data, _: ChatIndex) -> None:
    data.pop("communities", None)
    world = data.get("global_world_state")
    if is_object(world):
        data["global_world_state"] = _without(world, "community_count")
    settings = dict(members(data.get("settings")))
    if "communityDetectionInterval" in settings:
        settings["worldStateInterval"] = settings.pop("communityDetectionInterval")
    data["settings"] = settings


def _to_7(data: Data, _: ChatIndex) -> None:
    data["memories"] = [record for record in _memories(data) if not is_removed(record)]
    settings = members(data.get("settings"))
    data["settings"] = _without(settings, "maxReflectionLevel", "reflectionLevelMultiplier")


def _to_8(data: Data, _: ChatIndex) -> None:
    data.setdefault("scene_states", {})
    data.setdefault("scene_ledger", [])
    data.setdefault("scene_counter", 0)


def _with_encoded_embedding(record: Mapping[str, object]) -> Mapping[str, object]:
    vector = record.get("embedding")
    if not is_list(vector):
        return record
    return {**_without(record, "embedding"), "embedding_b64": encode_embedding(vector)}


def _memories(data: Data) -> list[Mapping[str, object]]:
    return [record for record in items(data.get("memories")) if is_object(record)]


def _ids(record: Mapping[str, object]) -> tuple[float, ...]:
    return Facts26(record, keywords_26, stores_keywords=True).sources


def _fingerprints(ids: Iterable[float], index: ChatIndex) -> tuple[str, ...]:
    return migrated_fingerprints(ids, index, len(index.chat))


def _without(record: Mapping[str, object], *keys: str) -> Data:
    return {key: value for key, value in record.items() if key not in keys}
