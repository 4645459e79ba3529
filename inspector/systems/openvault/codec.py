"""OpenVault's data in a chat's header: read for every release, written back value by value.

Shapes: specs/openvault.md §1, from release 1.41 to schema 8. Unknown keys stay as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from inspector.core.decoded import is_list, is_object, members
from inspector.core.document import Document
from inspector.core.memory import CharacterState, Memory
from inspector.core.problems import Problem, Severity
from inspector.core.stored import REMOVED, Path, StoredChange
from inspector.core.stored_extra import differences
from inspector.language import _
from inspector.sillytavern.values import is_same_json
from inspector.systems.openvault.fields import FIELDS

NAME = "openvault"
_ROOT: Path = ("chat_metadata", NAME)
_ABSENT = object()


def load(
    document: Document, metadata: Mapping[str, object], former: Document | None = None
) -> Document:
    """The document with OpenVault's memories, if the chat holds any of its data.

    Args:
        document: without them.
        metadata: the chat's.
        former: an earlier reading of the chat, the memories of which are kept if their stored
            objects are the same, with all that was worked out of them.
    """
    if NAME not in metadata:
        return document
    if former is not None and document.chat.header is former.chat.header and not former.problems:
        return _with_kept(document, former)
    stored = metadata[NAME]
    problems = list(document.problems)
    if not is_object(stored):
        problems.append(_problem("vault-no-object", _("OpenVault's data is no JSON object.")))
    vault = members(stored)
    return replace(
        document,
        memories=_memories(vault.get("memories", []), problems, former or Document()),
        characters=_characters(vault.get("character_states", {}), problems),
        fields=FIELDS,
        carried=(*document.carried, NAME),
        stores={
            **document.stores,
            NAME: MappingProxyType(
                {key: value for key, value in vault.items() if not _is_modelled(key, value)}
            ),
        },
        problems=tuple(problems),
    )


def _with_kept(document: Document, former: Document) -> Document:
    """The document with all that an earlier reading of the same header found there."""
    return replace(
        document,
        memories=former.memories,
        characters=former.characters,
        fields=FIELDS,
        carried=(*document.carried, NAME),
        stores={**document.stores, NAME: former.stores[NAME]},
    )


def _is_modelled(key: str, value: object) -> bool:
    """Whether the document's memories and characters are all that a stored value says.

    Where an entry is no object, the releases read more than those, and the value stays beside
    them as it is (specs/openvault-corrections.md R25, R28, T1, T2).
    """
    match key:
        case "memories":
            return is_list(value) and all(map(is_object, value))
        case "character_states":
            return is_object(value) and all(map(is_object, value.values()))
        case _:
            return False


def written_by(document: Document) -> str | None:
    """The release that wrote the data last (specs/openvault.md §1).

    Only release 26 knows a schema version or a graph; only 1.41 writes relationships.
    """
    kept = document.stores.get(NAME)
    if kept is None or not document.memories:
        return None
    if "schema_version" in kept or "graph" in kept:
        return f"{NAME}/26"
    return f"{NAME}/1.41" if "relationships" in kept else f"{NAME}/1.44"


def store(before: Document, after: Document) -> tuple[StoredChange, ...]:
    """Every stored value of OpenVault's that differs between two documents of one chat.

    Nothing where the chat carries none of it: its memories are then another system's.
    """
    if NAME not in before.carried:
        return ()
    changes = [*_memory_changes(before.memories, after.memories)]
    return (*changes, *_state_changes(before, after), *_store_changes(before, after))


def _memory_changes(before: Sequence[Memory], after: Sequence[Memory]) -> Iterator[StoredChange]:
    """What of the stored list differs: new memories go to its end (DESIGN §3)."""
    if before is after:
        return
    root: Path = (*_ROOT, "memories")
    added = [memory for memory in after if memory.location < 0]
    if added and not before:
        yield StoredChange(root, [memory.record for memory in after])
        return
    kept = {memory.location: memory for memory in after if memory.location >= 0}
    for old in before:
        new = kept.get(old.location)
        if new is None:
            yield StoredChange((*root, old.location), REMOVED)
        elif new is not old and new.record is not old.record:
            yield from _differences((*root, old.location), old.record, new.record)
    for number, memory in enumerate(added):
        yield StoredChange((*root, len(before) + number), memory.record)


def _state_changes(before: Document, after: Document) -> Iterator[StoredChange]:
    """What differs of what is kept about characters."""
    if before.characters is after.characters:
        return
    root: Path = (*_ROOT, "character_states")
    for name in before.characters.keys() - after.characters.keys():
        yield StoredChange((*root, name), REMOVED)
    for name, new in after.characters.items():
        old = before.characters.get(name)
        if old is None:
            yield StoredChange((*root, name), new.record)
        elif old is not new:
            yield from _differences((*root, name), old.record, new.record)


def _store_changes(before: Document, after: Document) -> Iterator[StoredChange]:
    """What differs of everything else; what was left alone is the same object."""
    old, new = (members(one.stores.get(NAME)) for one in (before, after))
    if old is new:
        return
    for key in old.keys() - new.keys():
        yield StoredChange((*_ROOT, key), REMOVED)
    for key, value in new.items():
        if key not in old:
            yield StoredChange((*_ROOT, key), value)
        elif old[key] is not value:
            for path, inner in differences(old[key], value):
                yield StoredChange((*_ROOT, key, *path), inner)


def _differences(
    root: Path, old: Mapping[str, object], new: Mapping[str, object]
) -> list[StoredChange]:
    gone = [StoredChange((*root, key), REMOVED) for key in old if key not in new]
    set_values = [
        StoredChange((*root, key), value)
        for key, value in new.items()
        if not _same(old.get(key, _ABSENT), value)
    ]
    return [*gone, *set_values]


def _same(old: object, new: object) -> bool:
    """Whether two values are the same JSON; 1 and true are not."""
    return old is new or (type(old) is type(new) and old == new)


def _memories(stored: object, problems: list[Problem], former: Document) -> tuple[Memory, ...]:
    if not is_list(stored):
        problems.append(_problem("memories-no-list", _("OpenVault's memories are no JSON list.")))
        return ()
    memories: list[Memory] = []
    known = former.memories
    if len(stored) == len(known) and all(
        memory.record is record for memory, record in zip(known, stored, strict=True)
    ):
        return known
    for index, record in enumerate(stored):
        if is_object(record):
            former_one = known[index] if index < len(known) else None
            if (
                former_one is not None
                and former_one.index == len(memories)
                and (former_one.location == index and is_same_json(former_one.record, record))
            ):
                memories.append(former_one)
            else:
                memories.append(Memory(len(memories), record, index))
        else:
            problems.append(
                _problem(
                    "memory-no-object",
                    _("Entry {index} of the memories is no JSON object.").format(index=index),
                )
            )
    return known if memories == [*known] else tuple(memories)


def _characters(stored: object, problems: list[Problem]) -> Mapping[str, CharacterState]:
    if not is_object(stored):
        problems.append(
            _problem("characters-no-object", _("OpenVault's character states are no JSON object."))
        )
    states: dict[str, CharacterState] = {}
    for name, record in members(stored).items():
        if is_object(record):
            states[name] = CharacterState(name, record)
        else:
            problems.append(
                _problem(
                    "character-no-object",
                    _("The state of {name!r} is no JSON object.").format(name=name),
                )
            )
    return MappingProxyType(states)


def _problem(code: str, text: str) -> Problem:
    return Problem(code, text, Severity.ERROR, line=1)
