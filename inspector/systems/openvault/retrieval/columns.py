"""What the rules read from all memories of a chat, kept from one edit to the next.

An edit replaces a memory or two and leaves the others the same objects, so only those are read
anew. Nothing here is a rule.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.facts import Facts14x, Facts26, facts_14x, facts_26
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.sources import Found, found_26, found_until

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class _Whole14x:
    memories: tuple[Memory, ...]
    facts: Sequence[Facts14x]


@dataclass(frozen=True, eq=False)
class _Whole26:
    memories: tuple[Memory, ...]
    migrated: bool
    facts: Sequence[Facts26]
    found: Sequence[Found]


_whole_14x: WeakKeyDictionary[Chat, _Whole14x] = WeakKeyDictionary()
_whole_26: WeakKeyDictionary[Chat, _Whole26] = WeakKeyDictionary()


def columns_14x(document: Document, memories: Sequence[Memory]) -> list[Facts14x]:
    """These memories of a document as releases 1.41 and 1.44 read them."""
    chat, all_memories = document.chat, document.memories
    known = _whole_14x.get(chat)
    if known is None or known.memories is not all_memories:
        before = ((), ()) if known is None else (known.memories, known.facts)
        known = _Whole14x(all_memories, _updated(*before, all_memories, facts_14x))
        _whole_14x[chat] = known
    return [known.facts[memory.index] for memory in memories]


def columns_26(
    document: Document, memories: Sequence[Memory], length: int, *, migrated: bool
) -> tuple[list[Facts26], list[Found]]:
    """These memories as release 26 reads them, and what their fingerprints mean.

    Args:
        document: the document.
        memories: some or all of its memories.
        length: how many messages the chat has at the moment.
        migrated: see `sources.found_26`.
    """
    whole = _whole_of(document, migrated=migrated)
    facts = [whole.facts[memory.index] for memory in memories]
    found = [whole.found[memory.index] for memory in memories]
    if length >= len(document.chat):
        return facts, found
    index = index_of(document.chat)
    return facts, [
        each if each.highest < length else found_until(of, index, length, migrated=migrated)
        for each, of in zip(found, facts, strict=True)
    ]


def _whole_of(document: Document, *, migrated: bool) -> _Whole26:
    chat, all_memories = document.chat, document.memories
    known = _whole_26.get(chat)
    if known is None or known.migrated is not migrated:
        known = _Whole26((), migrated, (), ())
    if known.memories is not all_memories:
        index = index_of(chat)
        known = _Whole26(
            all_memories,
            migrated,
            _updated(known.memories, known.facts, all_memories, facts_26),
            _updated(
                known.memories,
                known.found,
                all_memories,
                lambda memory: found_26(facts_26(memory), index, migrated=migrated),
            ),
        )
        _whole_26[chat] = known
    return known


def _updated(
    old: Sequence[Memory],
    values: Sequence[Value],
    new: Sequence[Memory],
    make: Callable[[Memory], Value],
) -> list[Value]:
    """The values of new memories, taken over where a memory is still the same object."""
    if len(old) != len(new):
        return [make(memory) for memory in new]
    return [
        value if before is after else make(after)
        for before, after, value in zip(old, new, values, strict=True)
    ]
