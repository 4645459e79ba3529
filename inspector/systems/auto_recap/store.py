"""Which stored values differ between two documents of one chat (DESIGN §3, points 2 and 3)."""

from collections.abc import Iterator, Mapping

from inspector.core.document import Document, recaps_of
from inspector.core.recap import Recap, Recaps, RunningRecap
from inspector.core.stored import REMOVED, StoredChange
from inspector.core.stored_extra import Difference, differences, extra_differences


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
        for path, value in extra_differences(
            before.chat.records[message],
            one.key.message,
            None if was is None else was.record,
            one.record,
        )
    ]
    for name, running in new.running.items():
        if running is not old.running.get(name):
            path = ("chat_metadata", name)
            for location, value in _running_differences(old.running.get(name), running):
                changes.append(StoredChange((*path, *location), value))
    return tuple(changes)


def _changed_messages(old: Recaps, new: Recaps) -> Iterator[tuple[int, Recap | None, Recap]]:
    for name, layer in new.layers.items():
        held: Mapping[int, Recap] = old.layers.get(name, {})
        if layer is not held:
            for message, recap in layer.items():
                was = held.get(message)
                if was is not recap:
                    yield message, was, recap


def _running_differences(was: RunningRecap | None, running: RunningRecap) -> Iterator[Difference]:
    # Of a new one member by member: nothing else that stands under the name is replaced.
    before: Mapping[str, object] = {} if was is None else was.record
    yield from differences(before, running.record)
    if was is not None and running.versions is was.versions:
        return
    if was is None or was.stored_length is None:
        yield ("versions",), [version.record for version in running.versions]
        return
    held = {version.location: version for version in was.versions}
    stays = {version.location for version in running.versions}
    for location in held:
        if location not in stays:
            yield ("versions", _placed(location)), REMOVED
    added = was.stored_length
    for version in running.versions:
        if version.location is None:
            yield ("versions", added), version.record
            added += 1
        elif version is not held[version.location]:
            for path, value in differences(held[version.location].record, version.record):
                yield ("versions", version.location, *path), value


def _placed(location: int | None) -> int:
    if location is None:
        raise ValueError("a version that was read has a place")
    return location
