"""Which stored values differ between two documents of one chat (DESIGN §3, points 2 and 3)."""

from collections.abc import Iterator, Mapping

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_number, is_object, items, members
from inspector.core.document import Document, recaps_of
from inspector.core.recap import Recap, Recaps, RunningRecap
from inspector.core.stored import REMOVED, Path, StoredChange

_ABSENT = object()
_Difference = tuple[Path, object]


def store(before: Document, after: Document) -> tuple[StoredChange, ...]:
    """Every stored value of Auto-Recap's that differs.

    Args:
        before: the document as its file was read.
        after: the same chat, edited.
    """
    old, new = recaps_of(before), recaps_of(after)
    if old is new:
        return ()
    changes = [
        StoredChange(path, value, message)
        for message, was, one in _changed_messages(old, new)
        for path, value in _message_differences(before.chat, message, was, one)
    ]
    for name, running in new.running.items():
        if running is not old.running.get(name):
            path = ("chat_metadata", name)
            for place, value in _running_differences(old.running.get(name), running):
                changes.append(StoredChange((*path, *place), value))
    return tuple(changes)


def _changed_messages(old: Recaps, new: Recaps) -> Iterator[tuple[int, Recap | None, Recap]]:
    for name, layer in new.layers.items():
        held: Mapping[int, Recap] = old.layers.get(name, {})
        if layer is not held:
            for message, recap in layer.items():
                was = held.get(message)
                if was is not recap:
                    yield message, was, recap


def _message_differences(
    chat: Chat, message: int, was: Recap | None, recap: Recap
) -> Iterator[_Difference]:
    record = chat.records[message]
    yield from _at((), record, recap, was)
    copy = _swipe_copy(record)
    if copy is not None:
        place, swipe = copy
        yield from _copy_differences(place, swipe, was, recap)


def _at(
    root: Path, holder: Mapping[str, object], recap: Recap, was: Recap | None
) -> Iterator[_Difference]:
    """Differences of one object's `extra`, which may be missing.

    Where something else stands in its place, or in the place of the recap, a path leads through
    it, and writing is refused.
    """
    path = (*root, "extra", recap.key.message)
    stored = members(holder.get("extra")).get(recap.key.message)
    if was is None and (stored is None or is_object(stored)):
        yield path, recap.record
        return
    before: Mapping[str, object] = {} if was is None else was.record
    for inner, value in differences(before, recap.record):
        yield (*path, *inner), value


def _swipe_copy(record: Mapping[str, object]) -> tuple[int, Mapping[str, object]] | None:
    """The current swipe's entry in `swipe_info`, where SillyTavern keeps its copy of `extra`."""
    chosen = record.get("swipe_id")
    kept = items(record.get("swipe_info"))
    if not is_number(chosen) or chosen != int(chosen) or not 0 <= chosen < len(kept):
        return None
    swipe = kept[int(chosen)]
    return (int(chosen), swipe) if is_object(swipe) else None


def _copy_differences(
    place: int, swipe: Mapping[str, object], was: Recap | None, recap: Recap
) -> Iterator[_Difference]:
    """Keep the copy in step as the extension does (specs/auto-recap.md §1.1).

    It writes the whole object into the copy of any swipe but the first; of the first, only
    a copy that is there already is changed.
    """
    root: Path = ("swipe_info", place)
    copied = members(swipe.get("extra")).get(recap.key.message)
    if is_object(copied) and was is not None and (place == 0 or copied == was.record):
        for path, value in differences(was.record, recap.record):
            yield (*root, "extra", recap.key.message, *path), value
    elif place or is_object(copied):
        yield from _at(root, swipe, recap, None)


def _running_differences(was: RunningRecap | None, running: RunningRecap) -> Iterator[_Difference]:
    # Of a new one member by member: nothing else that stands under the name is replaced.
    before: Mapping[str, object] = {} if was is None else was.record
    yield from differences(before, running.record)
    if was is not None and running.versions is was.versions:
        return
    if was is None or was.stored_length is None:
        yield ("versions",), [version.record for version in running.versions]
        return
    held = {version.place: version for version in was.versions}
    stays = {version.place for version in running.versions}
    for place in held:
        if place not in stays:
            yield ("versions", _placed(place)), REMOVED
    added = was.stored_length
    for version in running.versions:
        if version.place is None:
            yield ("versions", added), version.record
            added += 1
        elif version is not held[version.place]:
            for path, value in differences(held[version.place].record, version.record):
                yield ("versions", version.place, *path), value


def _placed(place: int | None) -> int:
    if place is None:
        raise ValueError("a version that was read has a place")
    return place


def differences(old: object, new: object) -> Iterator[_Difference]:
    """Values that differ below two values, each with its path; the smallest ones possible."""
    if is_object(old) and is_object(new):
        for key in old:
            if key not in new:
                yield (key,), REMOVED
        for key, value in new.items():
            for path, inner in differences(old.get(key, _ABSENT), value):
                yield (key, *path), inner
    elif is_list(old) and is_list(new) and len(old) <= len(new):
        for place, value in enumerate(new):
            for path, inner in differences(old[place] if place < len(old) else _ABSENT, value):
                yield (place, *path), inner
    elif type(old) is not type(new) or old != new:
        yield (), new
