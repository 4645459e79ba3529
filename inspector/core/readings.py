"""Where the memories and messages of a document stand in a later one of the same chat."""

from collections.abc import Iterator, Mapping

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import by_id


def memory_places(before: Document, after: Document) -> Mapping[int, int]:
    """The index of each memory in a later document, by its former one; without those that went.

    A memory whose record is still there is that one. One that was edited, or read anew, is found
    by its stored id where no other memory has it, and without an id where it stood, as long as no
    memory came or went.
    """
    if before.memories is after.memories:
        return {memory.index: memory.index for memory in before.memories}
    by_record = {id(memory.record): memory.index for memory in after.memories}
    former, later = by_id(before.memories), by_id(after.memories)
    is_as_long = len(before.memories) == len(after.memories)
    found: dict[int, int] = {}
    for memory in before.memories:
        index, stored = memory.index, memory.id
        if id(memory.record) in by_record:
            found[index] = by_record[id(memory.record)]
        elif len(former.get(stored, ())) == len(later.get(stored, ())) == 1:
            found[index] = later[stored][0].index
        elif is_as_long and after.memories[index].id == stored:
            found[index] = index
    return found


def message_place(before: Chat, message: int, after: Chat) -> int | None:
    """The index of a message in a later reading of its chat; None where it is no longer there.

    It is the nearest one with the same name, date and text; else, as it may have been reworded,
    the nearest with the same name and date; else what stands there in a chat that is as long as
    before.

    Args:
        before: the chat in which it stands.
        message: its index there.
        after: the chat as it was read later.
    """
    name, date, size = before.names[message], before.send_dates[message], before.sizes[message]
    wording = before.records[message].get("mes")
    dated: int | None = None
    for index in _outwards(message, len(after)):
        if after.names[index] != name or after.send_dates[index] != date:
            continue
        if after.sizes[index] == size and after.records[index].get("mes") == wording:
            return index
        if dated is None and date:
            dated = index
    if dated is not None:
        return dated
    return message if len(after) == len(before) else None


def _outwards(start: int, length: int) -> Iterator[int]:
    """All indexes below `length`, the nearest to `start` first, and of two as near the lower."""
    for distance in range(max(start, length - 1 - start, 0) + 1):
        for index in dict.fromkeys((start - distance, start + distance)):
            if 0 <= index < length:
                yield index
