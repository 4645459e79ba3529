"""Data of shapes that no release writes: what it still counts for, and where a release stops.

Specified by specs/openvault-corrections.md, T; each check names its row. The errors are worded
for a person, because V8's own words depend on its optimiser.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

from inspector.core.decoded import is_list, is_object, items
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.memory import Memory

SCANNED = ("characters_involved", "witnesses")


def kind_of(value: object) -> str:
    """What a stored value is, in words."""
    if value is None or value is UNDEFINED:
        return "null" if value is None else "missing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "a text" if value else "an empty text"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if is_list(value) else "an object"


def refuse(field: str, owner: str, value: object, expected: str) -> NoReturn:
    """Say which field stops the release.

    Raises:
        ReleaseThrowsError: always.
    """
    raise ReleaseThrowsError(f"{field} of {owner} is {kind_of(value)} where it expects {expected}.")


def check_memories(store: Mapping[str, object]) -> None:
    """T1, T2: the memories as a whole.

    Raises:
        ReleaseThrowsError: they are no list, or one of them is null.
    """
    stored = store.get("memories")
    if is_list(stored):
        if None in stored:
            index = stored.index(None)
            raise ReleaseThrowsError(
                f"entry {index} of memories is null where it expects a memory."
            )
    elif truthy(stored):
        refuse("memories", "the chat's data", stored, "a list")


def extra_documents(store: Mapping[str, object]) -> int:
    """How many entries are no memories and are still counted as documents without words (R28)."""
    stored = store.get("memories")
    return sum(not is_object(entry) for entry in stored) if is_list(stored) else 0


def check_scanned(memories: Iterable[Memory]) -> None:
    """T3: names are looked for in all memories of a solo chat.

    Raises:
        ReleaseThrowsError: a list of names is neither list nor text, or holds no text.
    """
    for memory in memories:
        for field in SCANNED:
            value = memory.record.get(field)
            if is_list(value):
                for item in value:
                    if not isinstance(item, str):
                        refuse(f"an item of {field}", memory.label, item, "a name")
            elif truthy(value) and not isinstance(value, str):
                refuse(field, memory.label, value, "a list of names")


def check_filtered(
    memories: Iterable[Memory], accepted: frozenset[str], *, secrets_hide: bool
) -> None:
    """T5: who knows the candidates; looked at until somebody is found.

    Args:
        memories: the candidates whose lists of names are irregular.
        accepted: what a witness may be called, in lower case.
        secrets_hide: whether who took part in a secret is not looked at.

    Raises:
        ReleaseThrowsError: what is looked at is no list, or holds no text.
    """
    for memory in memories:
        if _is_known_by(memory, "witnesses", accepted):
            continue
        if not (secrets_hide and truthy(memory.record.get("is_secret"))):
            _is_known_by(memory, "characters_involved", accepted)


def _is_known_by(memory: Memory, field: str, accepted: frozenset[str]) -> bool:
    value = memory.record.get(field)
    if value is None:
        return False
    if not is_list(value):
        refuse(field, memory.label, value, "a list of names")
    for item in value:
        if not isinstance(item, str):
            refuse(f"an item of {field}", memory.label, item, "a name")
        if item.lower() in accepted:
            return True
    return False


def check_summaries(
    memories: Iterable[Memory], stops: Callable[[object], bool], purpose: str
) -> None:
    """T11 to T14: summaries that are no texts.

    Raises:
        ReleaseThrowsError: one at which the release stops.
    """
    for memory in memories:
        summary = memory.record.get("summary")
        if stops(summary):
            refuse("summary", memory.label, summary, f"a text {purpose}")


def stops_search(summary: object) -> bool:
    """T11, T12: what is split into words must be a text."""
    return truthy(summary) and not isinstance(summary, str)


def stops_counting(summary: object) -> bool:
    """T13: the tokenizer takes no number, true, object or list, but an empty one."""
    return stops_search(summary) and summary != []


def stops_report(summary: object) -> bool:
    """T14: the best that were not selected are cut short for the log."""
    return not (summary is None or isinstance(summary, str) or is_list(summary))


def check_tokens(memories: Iterable[Memory]) -> None:
    """T10: stored keywords.

    Raises:
        ReleaseThrowsError: they are neither list nor text.
    """
    for memory in memories:
        tokens = memory.record.get("tokens")
        if truthy(tokens) and not isinstance(tokens, str | list):
            refuse("tokens", memory.label, tokens, "a list")


def check_fingerprints(memories: Iterable[Memory]) -> None:
    """T7.

    Raises:
        ReleaseThrowsError: the fingerprints are a text.
    """
    for memory in memories:
        marks = memory.record.get("message_fingerprints")
        if isinstance(marks, str) and marks:
            refuse("message_fingerprints", memory.label, marks, "a list")


def check_speech(record: Mapping[str, object], index: int) -> None:
    """T4: sender and text of a message that names are looked for in.

    Raises:
        ReleaseThrowsError: one of them is no text.
    """
    for field in ("mes", "name"):
        value = record.get(field)
        if truthy(value) and not isinstance(value, str):
            refuse(field, f"message {index}", value, "a text")


def known_events(name: str, state: object) -> Iterable[object]:
    """T6: the ids that a character knows, as stored; of a text each character is one.

    Raises:
        ReleaseThrowsError: they are neither list nor text.
    """
    events = state.get("known_events") if is_object(state) else None
    if isinstance(events, str):
        return events
    if is_list(events) or not truthy(events):
        return items(events)
    refuse("known_events", f"the state of {name}", events, "a list")


def check_relationships(stored: Sequence[tuple[str, object]]) -> None:
    """T19.

    Raises:
        ReleaseThrowsError: a relationship is null.
    """
    for key, value in stored:
        if value is None:
            refuse(f"entry {key}", "relationships", value, "a relationship")


def check_migration(store: Mapping[str, object], memories: Sequence[Memory]) -> None:
    """T22: what the migrations from before schema 2 stop at.

    Raises:
        ReleaseThrowsError: nodes, memories, message ids or the world state are of a shape that
            the migrations do not expect.
    """
    check_memories(store)
    stored = store.get("memories")
    for index, entry in enumerate(items(stored)):
        if entry is True or isinstance(entry, str) or _is_plain_number(entry):
            refuse(f"entry {index}", "memories", entry, "a memory to migrate")
    graph = store.get("graph")
    nodes = graph.get("nodes") if is_object(graph) else None
    if truthy(nodes) and not isinstance(nodes, str) and not is_list(nodes):
        refuse("nodes", "graph", nodes, "a list to migrate")
    if is_list(nodes) and None in nodes:
        refuse("a node", "graph", None, "a node to migrate")
    processed = store.get("processed_message_ids")
    all_are_read = is_list(processed) and bool(processed) and _is_plain_number(processed[0])
    for memory in memories:
        ids, marks = (memory.record.get(key) for key in ("message_ids", "message_fingerprints"))
        if truthy(ids) and not isinstance(ids, str | list) and (all_are_read or not truthy(marks)):
            refuse("message_ids", memory.label, ids, "a list to migrate")
    world = store.get("global_world_state")
    if truthy(world) and not is_object(world) and not is_list(world):
        refuse("global_world_state", "the chat's data", world, "an object to migrate")


def _is_plain_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
