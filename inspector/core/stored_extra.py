"""Which stored values differ where a system keeps an object in a message's `extra`.

DESIGN §3, points 2 and 3: the smallest values possible, and SillyTavern's copies with them.
"""

from collections.abc import Iterator, Mapping

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_number, is_object, items, members
from inspector.core.javascript import UNDEFINED
from inspector.core.message_data import MessageData
from inspector.core.stored import REMOVED, Path, StoredChange

Difference = tuple[Path, object]
_ABSENT = object()


def message_changes(chat: Chat, old: MessageData, new: MessageData) -> Iterator[StoredChange]:
    """Every stored value that differs between two states of what a system keeps with messages.

    Args:
        chat: the messages as their file has them.
        old: what that file holds.
        new: the same, edited.
    """
    for message in old.values.keys() | new.values.keys():
        was, now = old.of(message), new.of(message)
        if now is was:
            continue
        record = chat.records[message]
        if now is UNDEFINED:
            yield StoredChange(("extra", new.key), REMOVED, message)
            continue
        held = None if was is UNDEFINED else was
        for path, value in extra_differences(record, new.key, held, now):
            yield StoredChange(path, value, message)


def extra_differences(
    record: Mapping[str, object], key: str, was: object, now: object
) -> Iterator[Difference]:
    """Differences of one message for what stands in `extra` under a key.

    Args:
        record: the message as its file has it.
        key: the name in `extra`.
        was: what stood there; None for nothing.
        now: what stands there.
    """
    yield from _at((), record, key, was, now)
    copy = _swipe_copy(record)
    if copy is not None:
        location, swipe = copy
        yield from _copy_differences(location, swipe, key, was, now)


def _at(
    root: Path, holder: Mapping[str, object], key: str, was: object, now: object
) -> Iterator[Difference]:
    """Differences of one object's `extra`, which may be missing.

    Where something else stands in its place, or in the place of the value, a path leads through
    it, and writing is refused.
    """
    path = (*root, "extra", key)
    stored = members(holder.get("extra")).get(key)
    if was is None and (stored is None or type(stored) is type(now) or is_object(stored)):
        yield path, now
        return
    empty: dict[str, object] = {}
    for inner, value in differences(empty if was is None else was, now):
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
    location: int, swipe: Mapping[str, object], key: str, was: object, now: object
) -> Iterator[Difference]:
    """Keep the copy in step as extensions do (specs/auto-recap.md §1.1, message-summarize.md §1).

    They write the whole object into the copy of any swipe but the first; of the first, only a
    copy that is there already is changed.
    """
    root: Path = ("swipe_info", location)
    copied = members(swipe.get("extra")).get(key)
    if copied is not None and was is not None and (location == 0 or copied == was):
        for path, value in differences(was, now):
            yield (*root, "extra", key, *path), value
    elif location or copied is not None:
        yield from _at(root, swipe, key, None, now)


def differences(old: object, new: object) -> Iterator[Difference]:
    """Values that differ below two values, each with its path; the smallest ones possible."""
    if is_object(old) and is_object(new):
        for key in old:
            if key not in new:
                yield (key,), REMOVED
        for key, value in new.items():
            for path, inner in differences(old.get(key, _ABSENT), value):
                yield (key, *path), inner
    elif is_list(old) and is_list(new) and len(old) <= len(new):
        for index, value in enumerate(new):
            for path, inner in differences(old[index] if index < len(old) else _ABSENT, value):
                yield (index, *path), inner
    elif type(old) is not type(new) or old != new:
        yield (), new
