"""Which memories are rewritten, in which order, and how each was worded; without Qt."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from inspector.analysis.lint import FEWEST_WORDS, MOST_WORDS, meta_places, word_count
from inspector.core.document import Document
from inspector.core.edits import SetField
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.text import counted, one_line, signed
from inspector.gui.panels.rewrite.queue_list import QueueRow
from inspector.language import _, pgettext

_Key = TypeVar("_Key", int, str)

OF_WORDING = frozenset({"too-long", "too-short", "meta-commentary", "mojibake", "line-break"})
"""What is found against a wording, by code."""


class Source(StrEnum):
    """Where the queue comes from."""

    FOUND = _("With problems")
    FILTERED = _("Filtered")
    SELECTED = _("Selected")


@dataclass(frozen=True)
class Queue:
    """The memories to be rewritten.

    Attributes:
        memories: their indexes, in order.
        drafts: new wordings that are kept and not yet made, by memory.
        left: memories that stay as they are.
        aside: wordings of such memories, of which none is made; who comes back finds them.
        parted: new wordings of memories that went, by stored id: they may come back.
    """

    memories: tuple[int, ...] = ()
    drafts: Mapping[int, str] = field(default_factory=dict[int, str])
    left: frozenset[int] = frozenset()
    aside: Mapping[int, str] = field(default_factory=dict[int, str])
    parted: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def is_begun(self) -> bool:
        """Whether anything is decided of memories that are there."""
        return bool(self.drafts or self.left)

    @property
    def is_worded(self) -> bool:
        """Whether it holds any wording, be it of a memory that went."""
        return bool(self.worded or self.parted)

    @property
    def open(self) -> tuple[int, ...]:
        """Those of which nothing is decided."""
        return tuple(
            one for one in self.memories if one not in self.drafts and one not in self.left
        )

    @property
    def worded(self) -> Mapping[int, str]:
        """Every wording of a memory that is there, also those that are laid aside."""
        return {**self.aside, **self.drafts}

    def with_drafts(self, drafts: Mapping[int, str]) -> "Queue":
        """The queue with more new wordings."""
        aside = {one: text for one, text in self.aside.items() if one not in drafts}
        left, drafts = self.left - drafts.keys(), {**self.drafts, **drafts}
        return replace(self, drafts=drafts, left=left, aside=aside)

    def leaving(self, memory: int) -> "Queue":
        """The queue in which a memory stays as it is; a wording that it has is laid aside."""
        drafts = {one: text for one, text in self.drafts.items() if one != memory}
        worded = {memory: self.drafts[memory]} if memory in self.drafts else {}
        aside = {**self.aside, **worded}
        return replace(self, drafts=drafts, left=self.left | {memory}, aside=aside)

    def of(self, memories: Sequence[int]) -> "Queue":
        """The queue of other memories, behind which all that is worded already stays."""
        worded = (one for one in self.drafts if one not in memories)
        return replace(self, memories=(*memories, *worded), left=self.left & set(memories))

    def with_dropped(self, dropped: "Queue") -> "Queue":
        """The queue with what another one holds; where both have a wording, the other's stands."""
        drafts = {**_without(self.drafts, dropped.worded), **dropped.drafts}
        return Queue(
            tuple(dict.fromkeys((*self.memories, *dropped.memories))),
            drafts,
            (dropped.left | self.left) - drafts.keys(),
            {**_without(self.aside, dropped.worded), **_without(dropped.aside, drafts)},
            {**self.parted, **dropped.parted},
        )

    def replaced_by(self, dropped: "Queue") -> "Queue":
        """The wordings that it loses where it is given those of another one."""
        aside = _replaced(self.aside, dropped.worded)
        return Queue(
            self.memories,
            _replaced(self.drafts, dropped.worded),
            frozenset(aside),
            aside,
            _replaced(self.parted, dropped.parted),
        )

    def without_drafts(self) -> "Queue":
        """The queue once its drafts are made; those laid aside or of memories that went stay."""
        return replace(self, drafts={}, left=frozenset())

    def moved(self, places: Mapping[int, int], former: Document, document: Document) -> "Queue":
        """The queue in another document, with each memory where it stands there.

        Args:
            places: where memories stand there, by their former places; see `memory_places`.
            former: of whose memories the queue is.
            document: the other one; a draft of a memory that it lacks waits until it is back.
        """
        drafts = {places[one]: text for one, text in self.drafts.items() if one in places}
        aside = {places[one]: text for one, text in self.aside.items() if one in places}
        gone = {one: text for one, text in self.worded.items() if one not in places}
        parted = {
            **self.parted,
            **{former.memories[one].id or f"#{one}": text for one, text in gone.items()},
        }
        for memory in document.memories if parted else ():
            if memory.index not in drafts and memory.id in parted:
                drafts[memory.index] = parted.pop(memory.id)
        memories = tuple(places[one] for one in self.memories if one in places)
        left = frozenset(places[one] for one in self.left if one in places)
        return Queue((), drafts, left, aside, parted).of(memories)

    def after(self, memory: int) -> int | None:
        """The next memory of which nothing is decided, from the first again; None if all are."""
        rest = self.open
        if not rest:
            return None
        index = self.memories.index(memory) if memory in self.memories else -1
        later = (one for one in self.memories[index + 1 :] if one in rest)
        return next(later, rest[0])

    def step(self, memory: int, by: int) -> int:
        """The memory beside one, decided or not; the same at the ends."""
        if memory not in self.memories:
            return self.memories[0] if self.memories else memory
        index = self.memories.index(memory) + by
        return self.memories[min(max(index, 0), len(self.memories) - 1)]

    def heading(self, memory: Memory) -> str:
        """Which memory it is, and where it stands in the queue."""
        location = self.memories.index(memory.index) + 1
        when = f", {memory.temporal_anchor}" if memory.temporal_anchor else ""
        return _("Memory {index} · {location} of {n:,}{when}").format(
            index=memory.index, location=location, n=len(self.memories), when=when
        )

    def edits(self, document: Document) -> tuple[SetField, ...]:
        """What makes the drafts; those that change nothing are left out."""
        return tuple(
            SetField((memory,), "summary", text)
            for memory, text in self.drafts.items()
            if memory < len(document.memories) and text != document.memories[memory].summary
        )

    def more(self, document: Document, tokenizer: Tokenizer) -> int:
        """How many tokens the drafts cost more; less than 0 where they save any."""
        return sum(
            tokenizer.count(text) - tokenizer.count(document.memories[memory].summary)
            for memory, text in self.drafts.items()
        )

    def rows(self, document: Document, tokenizer: Tokenizer | None) -> tuple[QueueRow, ...]:
        """The queue as rows.

        Args:
            document: holds the memories.
            tokenizer: counts; None before the first answer.
        """
        return tuple(self._row(document.memories[one], tokenizer) for one in self.memories)

    def _row(self, memory: Memory, tokenizer: Tokenizer | None) -> QueueRow:
        draft = self.drafts.get(memory.index)
        is_marked = False
        if draft is not None:
            cost = 0 if tokenizer is None else tokenizer.count(draft)
            state = (
                "✓" if tokenizer is None else f"✓ {signed(cost - tokenizer.count(memory.summary))}"
            )
        elif memory.index in self.left:
            state = pgettext("of a summary", "left")
        elif meta_places(memory.summary):
            state, is_marked = _("▲ comments"), True
        else:
            words = word_count(memory.summary)
            state, is_marked = (
                counted(words, "{n} word", "{n} words"),
                not FEWEST_WORDS <= words <= MOST_WORDS,
            )
            state = f"▲ {state}" if is_marked else state
        words = one_line(memory.summary if draft is None else draft, 300)
        is_kept = draft is not None
        return QueueRow(memory.index, memory.importance, state, words, is_kept, is_marked)


def _without(wordings: Mapping[int, str], gone: Container[int]) -> dict[int, str]:
    return {one: text for one, text in wordings.items() if one not in gone}


def _replaced(wordings: Mapping[_Key, str], by: Mapping[_Key, str]) -> dict[_Key, str]:
    """Those of a memory of which there is another one."""
    return {one: text for one, text in wordings.items() if by.get(one, text) != text}


def found_by_lint(problems: Iterable[Problem]) -> tuple[int, ...]:
    """The memories whose wording something was found against, in list order."""
    found = {one.memory for one in problems if one.memory is not None and one.code in OF_WORDING}
    return tuple(sorted(found))
