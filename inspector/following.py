"""What another window has not saved, as a document: for whoever follows it, edit by edit.

The bytes are neither made nor read, as `recovery` has to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from inspector.core.decoded import is_list, members
from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.errors import EditError
from inspector.core.memory import Memory
from inspector.core.memory_edits import ReviseMemories
from inspector.core.stored import REMOVED, Path, StoredChange
from inspector.files.unsaved import Unsaved
from inspector.jsonbytes.spelling import spell
from inspector.loading import OpenChat, with_header_values
from inspector.recovery import chat_state, stored_change
from inspector.sillytavern.values import is_same_json


def values_over(chat: OpenChat, unsaved: Unsaved, displayed: Document) -> Document | None:
    """The document of an open chat with unsaved edits of its header, value by value.

    Args:
        chat: as its file is, and was when the edits were made.
        unsaved: the edits.
        displayed: what is shown of the chat; memories that are as there stay the same objects.

    Returns:
        the document; None where another reading alone can tell it, as where what was saved is
        undone, or an item of a list that is not the memories has gone.
    """
    try:
        changes = _changes_since_save(unsaved)
        if changes is None:
            return None
        found = _of_memories(chat, changes)
        document = with_header_values(chat, found.values)
        places = {memory.location: memory.index for memory in document.memories}
        gone = frozenset(places[location] for location in found.gone)
        document = apply(document, ReviseMemories("", added=found.made, removed=gone))
        if chat_state(chat, document) != found.state:
            return None
    except (LookupError, EditError, ValueError):
        return None
    return _with_same_memories(document, displayed.memories)


def _changes_since_save(unsaved: Unsaved) -> list[StoredChange] | None:
    """What was not saved, each where it stands in the file as the save left it."""
    saved, state = unsaved.saved, unsaved.state
    if saved is None:
        return None
    done = {name: stored_change(name, value) for name, value in saved.items()}
    gone: dict[Path, list[int]] = {}
    for one in done.values():
        *root, location = one.path
        if one.value is REMOVED and isinstance(location, int):
            gone.setdefault(tuple(root), []).append(location)
    changes = [
        stored_change(name, value)
        for name, value in state.items()
        if name not in saved or saved[name] != value
    ]
    for name in saved.keys() - state.keys():
        one = done[name]
        if one.value is REMOVED or not isinstance(one.path[-1], int):
            return None
        changes.append(replace(one, value=REMOVED))  # a memory that was made and saved
    return [replace(one, path=_moved(one.path, gone)) for one in changes]


def _moved(path: Path, gone: Mapping[Path, Sequence[int]]) -> Path:
    """Where a value stands once items before it, or before what holds it, have gone."""
    return tuple(
        key - sum(one < key for one in gone.get(path[:depth], ())) if isinstance(key, int) else key
        for depth, key in enumerate(path)
    )


@dataclass(frozen=True)
class _Changes:
    """What changes of a header.

    Attributes:
        values: that change.
        gone: the memories that go, by their places in the stored list.
        made: the memories that come to its end.
        state: all of it, as `chat_state` has it.
    """

    values: Sequence[StoredChange]
    gone: Sequence[int]
    made: tuple[Mapping[str, object], ...]
    state: Mapping[str, object]


def _of_memories(chat: OpenChat, changes: Sequence[StoredChange]) -> _Changes:
    """The same changes, those apart by which memories come and go.

    Raises:
        LookupError: items of another list come or go.
    """
    values: list[StoredChange] = []
    gone: list[StoredChange] = []
    made: list[StoredChange] = []
    for change in changes:
        *root, location = change.path
        if not isinstance(location, int):
            values.append(change)
            continue
        stored = _memory_list(chat, root)
        if change.value is REMOVED:
            gone.append(change)
        elif location >= len(stored):
            made.append(change)
        else:
            values += _differences(change, members(stored[location]))
    made.sort(key=lambda one: one.path[-1:])
    return _Changes(
        values,
        [int(one.path[-1]) for one in gone],
        tuple(members(one.value) for one in made),
        {
            spell([one.message, *one.path]): {} if one.value is REMOVED else {"value": one.value}
            for one in (*values, *gone, *made)
        },
    )


def _memory_list(chat: OpenChat, path: Sequence[str | int]) -> list[object]:
    """The stored list of memories at a place of the header.

    Raises:
        LookupError: something else stands there.
    """
    value: object = {"chat_metadata": chat.file.metadata}
    for key in path:
        value = members(value)[str(key)]
    memories = chat.document.memories
    if is_list(value) and len(value) == len(memories) > 0:
        stored = [*value]
        if is_same_json(stored[0], memories[0].record):
            return stored
    raise LookupError(path)


def _differences(change: StoredChange, old: Mapping[str, object]) -> Iterator[StoredChange]:
    """A whole memory, made and saved and edited since, as what differs of it."""
    new = members(change.value)
    for key in old.keys() | new.keys():
        if key not in new or key not in old or not is_same_json(old[key], new[key]):
            yield replace(change, path=(*change.path, key), value=new.get(key, REMOVED))


def _with_same_memories(document: Document, displayed: Sequence[Memory]) -> Document:
    memories = tuple(
        former if former is not None and _is_same(former, memory) else memory
        for memory, former in zip_longest(document.memories, displayed[: len(document.memories)])
    )
    return replace(document, memories=memories)


def _is_same(one: Memory, other: Memory) -> bool:
    if one.index != other.index or one.location != other.location:
        return False
    return one.record is other.record or is_same_json(dict(one.record), dict(other.record))
