"""Making and unmaking memories: what a system says they become, as one edit."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from inspector.core.document import Document
from inspector.core.indexes import checked_memory
from inspector.core.memory import CharacterState, Memory

Record = Mapping[str, object]

_SENTENCE_END = re.compile(r"[.!?…]+[\"'»”’)\]]*(?=\s+\S)|[。！？]+[”’」』）]*(?=\s*\S)")


def sentence_cuts(summary: str) -> list[int]:
    """Places behind each sentence but the last, in code points: what `split` takes."""
    return [found.end() for found in _SENTENCE_END.finditer(summary)]


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells one made memory from every other.

    Attributes:
        made_at: when, in milliseconds since 1970.
        salt: nine letters and digits by chance.
    """

    made_at: int
    salt: str


@dataclass(frozen=True, eq=False)
class ReviseMemories:
    """Make, change and remove memories, with what follows from it: one step to undo.

    Attributes:
        title: what the undo history calls it.
        added: whole stored objects, which go to the end of the stored list.
        changed: whole stored objects by index of the memory.
        removed: indexes.
        characters: whole states by name.
        stores: what systems keep besides, by system.
    """

    title: str
    added: tuple[Record, ...] = ()
    changed: Mapping[int, Record] = field(default_factory=dict[int, Record])
    removed: frozenset[int] = frozenset()
    characters: Mapping[str, Record] = field(default_factory=dict[str, Record])
    stores: Mapping[str, Record] = field(default_factory=dict[str, Record])

    def applied(self, document: Document) -> Document:
        """The document after it; the same object if it changes nothing.

        Raises:
            EditError: it names a memory that is not there.
        """
        count = len(document.memories)
        for index in (*self.changed, *self.removed):
            checked_memory(index, count)
        if not (self.added or self.changed or self.removed or self.characters or self.stores):
            return document
        states = {name: CharacterState(name, one) for name, one in self.characters.items()}
        after = replace(document, memories=self._memories(document))
        if states:
            after = replace(after, characters=MappingProxyType({**document.characters, **states}))
        return replace(after, stores={**document.stores, **self.stores}) if self.stores else after

    def _memories(self, document: Document) -> tuple[Memory, ...]:
        if not (self.added or self.changed or self.removed):
            return document.memories
        found: list[Memory] = []
        for memory in document.memories:
            if memory.index in self.removed:
                continue
            record = self.changed.get(memory.index)
            if record is not None:
                kept = MappingProxyType(dict(record))
                found.append(Memory(len(found), kept, memory.location))
            elif memory.index != len(found):
                found.append(memory.moved(len(found)))
            else:
                found.append(memory)
        for record in self.added:
            found.append(Memory(len(found), MappingProxyType(dict(record))))
        return tuple(found)


@runtime_checkable
class MakesMemories(Protocol):
    """A memory system that can say what a new memory is, and what follows where one goes.

    Its edits hold for the document that they are made for.
    """

    def proposed(self, document: Document, messages: Sequence[int]) -> Record:
        """The fields that a new memory of some messages begins with, by key.

        Raises:
            EditError: no such message.
        """
        ...

    def new_memory(self, document: Document, values: Record, stamp: Stamp) -> ReviseMemories:
        """The edit that makes a memory with these fields.

        Raises:
            EditError: a value is refused, or the chat can keep none.
        """
        ...

    def duplicates(
        self, document: Document, memories: Sequence[int], stamp: Stamp
    ) -> ReviseMemories:
        """The edit that makes a copy of each memory."""
        ...

    def split(
        self, document: Document, memory: int, cuts: Sequence[int], stamp: Stamp
    ) -> ReviseMemories:
        """The edit that parts a memory.

        Args:
            document: holds it.
            memory: its index.
            cuts: places in its summary in code points, ascending.
            stamp: of the new ones.

        Raises:
            EditError: a part would be empty.
        """
        ...

    def merged(
        self, document: Document, memories: Sequence[int], *, remove: bool = False
    ) -> ReviseMemories:
        """The edit that makes one memory of several: the first, with what the others add.

        Args:
            document: holds them.
            memories: indexes of at least two.
            remove: take the others out of the chat, instead of archiving them.

        Raises:
            EditError: they are of different kinds.
        """
        ...

    def deleted(self, document: Document, memories: Sequence[int]) -> ReviseMemories:
        """The edit that takes memories out of the chat."""
        ...

    def with_state(
        self, document: Document, character: str, values: Mapping[str, object]
    ) -> ReviseMemories:
        """The edit that changes what is kept about a character.

        Args:
            document: holds the state.
            character: exact name.
            values: `current_emotion`, a text; `known_events`, a list of ids.

        Raises:
            EditError: nothing is kept about such a character, or a value is refused.
        """
        ...

    def relationships(self, document: Document) -> Mapping[str, Record]:
        """What is kept about two characters each, by key such as `Kai<->Zoe`."""
        ...

    def with_relationship(
        self, document: Document, key: str, values: Mapping[str, object]
    ) -> ReviseMemories:
        """The edit that changes what is kept about two characters.

        Args:
            document: holds the relationship.
            key: such as `Kai<->Zoe`, in either order.
            values: `trust_level` and `tension_level`, 0 to 10; `relationship_type`, a text.

        Raises:
            EditError: no such relationship is kept, or a value is refused.
        """
        ...
