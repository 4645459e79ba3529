"""What release 2.0 does with the running recap and its data besides reading it.

Nothing here runs by itself: it says what the extension would make of a chat, and the window and
the command line offer it (specs/auto-recap.md §1.1, §5.4).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from inspector.core.decoded import is_list, is_number, is_object, items, members
from inspector.core.javascript import UNDEFINED, joined, to_string, truthy
from inspector.core.recap import RecapVersion, RecapView, RunningRecap
from inspector.core.recap_hash import recap_hash
from inspector.core.recap_keys import RELEASED
from inspector.core.recap_versions import new_values, with_added, without
from inspector.systems.auto_recap.retrieval import before_scene
from inspector.systems.auto_recap.stages import normalised_entity


def scene_indexes(view: RecapView) -> list[int]:
    """Messages with a scene recap, ascending; whether their break is shown does not matter."""
    return sorted(index for index, one in view.messages.items() if truthy(one.scene_recap))


def is_valid(version: RecapVersion, view: RecapView, length: int) -> bool:
    """Whether the scene up to which a version reaches is still there with a recap.

    A version that notes no scene counts as one that reaches message 0.
    """
    scene = version.scene or 0
    if not 0 <= scene < length:
        return False
    held = view.messages.get(int(scene)) if float(scene).is_integer() else None
    return held is not None and truthy(held.scene_recap)


def cleaned(running: RunningRecap, view: RecapView, length: int) -> RunningRecap:
    """Without the versions whose scene is gone: `cleanup_invalid_running_recaps`."""
    for version in running.versions:
        if not is_valid(version, view, length):
            running = without(running, running.versions.index(version))
    return running


def cleared(running: RunningRecap) -> RunningRecap:
    """What clearing leaves: an empty store that names no chat, so that it is reset when read."""
    record = MappingProxyType({"current_version": 0})
    return RunningRecap(running.key, record, (), running.stored_length)


def combined(
    running: RunningRecap,
    content: str,
    scene: int,
    *,
    excluded: object,
    timestamp: int,
    events: Iterable[object] = (),
) -> RunningRecap:
    """A new version for the scene at `scene`, made current: `storeRunningRecap`.

    It counts on from the last version before that scene, in the list's order.
    """
    previous = before_scene(running.versions, scene)
    count = (previous.scene_count or 0) + 1 if previous else 1
    latest = excluded if is_number(excluded) else 0
    start = (previous.scene or 0) if previous else 0
    values = new_values(content, timestamp, (count, latest, start, scene))
    keys = event_keys(running.highest + 1, events)
    return with_added(running, {**values, "event_keys": keys})


def event_keys(number: float, events: Iterable[object]) -> list[object]:
    """Names of events, `version:name:hash(content)`, each once."""
    found: dict[object, None] = {}
    for event in events:
        if is_object(event):
            entity = normalised_entity(event)
            content = joined(entity.get("content", []), "\n")
            found[f"{number:g}:{to_string(entity.get('name', ''))}:{recap_hash(content)}"] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class Cleared:
    """A chat without the extension's data.

    Attributes:
        messages: what is left of each message.
        counts: how much went, by the extension's own names.
    """

    messages: tuple[Mapping[str, object], ...]
    counts: Mapping[str, int]


_COUNTED = {
    "singleRecapsCleared": "memory",
    "sceneRecapsCleared": "scene_recap_memory",
    "sceneBreaksCleared": "scene_break",
    "checkedFlagsCleared": "auto_scene_break_checked",
}


def without_data(messages: Sequence[Mapping[str, object]]) -> Cleared:
    """What clearing all recaps leaves of messages: `clear_all_recaps_for_chat`."""
    name = RELEASED.message
    held = [members(members(one.get("extra")).get(name)) for one in messages]
    having = [is_object(members(one.get("extra")).get(name)) for one in messages]
    swipes = [swipe for one in messages for swipe in items(one.get("swipe_info"))]
    counts = {
        "messageMetadataCleared": sum(having),
        **{
            count: sum(truthy(one.get(key, UNDEFINED)) for one in held)
            for count, key in _COUNTED.items()
        },
        "swipeRecapsCleared": sum(name in _extra(swipe) for swipe in swipes),
    }
    return Cleared(tuple(_without_data(one) for one in messages), counts)


def _extra(holder: object) -> Mapping[str, object]:
    return members(members(holder).get("extra"))


def _without_data(message: Mapping[str, object]) -> Mapping[str, object]:
    left = dict(_without_module(message))
    lore = ("activeLorebookEntries", "inactiveLorebookEntries")
    if is_object(extra := left.get("extra")):
        left["extra"] = {key: value for key, value in extra.items() if key not in lore}
    swipes = left.get("swipe_info")
    if is_list(swipes):
        left["swipe_info"] = [_without_module(one) if is_object(one) else one for one in swipes]
    return left


def _without_module(holder: Mapping[str, object]) -> Mapping[str, object]:
    """Without the extension's object, and without `extra` if it held nothing else."""
    extra = holder.get("extra")
    if not is_object(extra) or RELEASED.message not in extra:
        return holder
    kept = {key: value for key, value in extra.items() if key != RELEASED.message}
    if kept:
        return {**holder, "extra": kept}
    return {key: value for key, value in holder.items() if key != "extra"}


def empty_store(chat_id: str) -> RunningRecap:
    """What a release makes where there is no running recap, or puts in place of another chat's."""
    record = MappingProxyType({"chat_id": chat_id, "current_version": 0})
    return RunningRecap(RELEASED, record)
