"""A document: one immutable snapshot of a chat and of what memory systems keep about it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from inspector.core.bucket_summary import BucketSummary
from inspector.core.chat import Chat
from inspector.core.fields import FieldSpec
from inspector.core.lore import Chronicle, Lorebook
from inspector.core.memory import CharacterState, Memory
from inspector.core.message_data import MessageData
from inspector.core.problems import Problem
from inspector.core.recap import Recaps
from inspector.core.sources import Sources


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """A chat with its memories.

    Attributes:
        chat: the messages.
        memories: in stored order; `memories[i].index == i`.
        characters: what is kept about each character, by its exact name, in stored order.
        fields: what can be edited on a memory.
        carried: names of the systems whose data the chat holds.
        stores: what a system keeps besides, as decoded JSON by system name; read only.
        recaps: what Auto-Recap keeps; empty if the chat holds none of it.
        message_data: what other systems keep with messages, by system name.
        lorebook: the lorebook that was opened beside the chat; None without one.
        chronicle: the chronicle that was opened beside the chat; None without one.
        beside: what else was opened beside the chat; read all of it by `sources_of`.
        summaries: paragraphs that were kept for buckets of memories, of this chat and of others.
        integrity: SillyTavern's mark against two tabs writing one chat; empty without one.
        problems: what loading found.
    """

    chat: Chat = field(default_factory=Chat)
    memories: tuple[Memory, ...] = ()
    characters: Mapping[str, CharacterState] = field(default_factory=dict[str, CharacterState])
    fields: tuple[FieldSpec, ...] = ()
    carried: tuple[str, ...] = ()
    stores: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    recaps: Recaps = field(default_factory=Recaps)
    message_data: Mapping[str, MessageData] = field(default_factory=dict[str, MessageData])
    lorebook: Lorebook | None = None
    chronicle: Chronicle | None = None
    beside: Sources = field(default_factory=Sources)
    summaries: tuple[BucketSummary, ...] = ()
    integrity: str = ""
    problems: tuple[Problem, ...] = ()

    @cached_property
    def memory_indexes(self) -> Mapping[str, int]:
        """Where memories stand in the list, by their ids; of several with one id the first."""
        return {memory.id: memory.index for memory in reversed(self.memories) if memory.id}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every character's name that the chat or its memories know, in order of appearance."""
        found = dict.fromkeys(chain(self.chat.speakers, self.characters, self.names_in_memories))
        return tuple(name for name in found if name.strip())

    @cached_property
    def names_in_memories(self) -> Collection[str]:
        """Everybody whom a memory names, in order of appearance."""
        every = ((*memory.witnesses, *memory.characters_involved) for memory in self.memories)
        return dict.fromkeys(chain.from_iterable(every))


def recaps_of(document: Document) -> Recaps:
    """What is kept of recaps in the chat; empty, but as long as the chat, if that is nothing."""
    recaps, length = document.recaps, len(document.chat)
    return recaps if recaps.length == length else replace(recaps, length=length)


def sources_of(document: Document) -> Sources:
    """All that was opened beside a chat; nothing if nothing was."""
    return replace(document.beside, lorebook=document.lorebook, chronicle=document.chronicle)


def with_sources(document: Document, sources: Sources) -> Document:
    """The document with other sources; who carries them is `inspector.systems`' to say."""
    if sources.is_same_as(sources_of(document)):
        return document  # with all that was worked out of it
    return replace(
        document,
        lorebook=sources.lorebook,
        chronicle=sources.chronicle,
        beside=replace(sources, lorebook=None, chronicle=None),
    )


def carrying(document: Document, *systems: str) -> Document:
    """The document, which carries these systems as well."""
    return replace(document, carried=(*document.carried, *systems)) if systems else document
