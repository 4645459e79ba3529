"""What the three releases of OpenVault share when a chat is asked for its prompts."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from inspector.core.deadline import Deadline
from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection, Line, Section
from inspector.core.javascript import UNDEFINED, truthy
from inspector.core.knowledge import WayOf
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.settings import SettingSpec
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.systems.openvault.faults import release_faults
from inspector.systems.openvault.formatter import Part
from inspector.systems.openvault.lines import SLOT, line_cost, plain_lines, slot
from inspector.systems.openvault.release_settings import BUDGET_SETTINGS, released_settings
from inspector.systems.openvault.ways import ways_14x
from inspector.systems.openvault.wording import ReleasedMemory, Situation, Wording, released_memory


@dataclass(frozen=True)
class Inputs:
    """A document at a moment, as a release's pipeline meets it.

    Attributes:
        document: the chat.
        moment: resolved.
        length: number of messages that the chat has at the moment.
        settings: of the release, with its defaults.
        memories: those that are selected, as the release reads them.
        tokenizer: what counts.
    """

    document: Document
    moment: Moment
    length: int
    settings: Mapping[str, object]
    memories: Sequence[ReleasedMemory]
    tokenizer: Tokenizer

    @property
    def rest(self) -> tuple[str, ...]:
        """The active characters without the one about to answer."""
        return tuple(name for name in self.moment.active if name != self.moment.character)


@dataclass(frozen=True)
class ReleasedRuleset(ABC):
    """One released version (implements `core.system.Ruleset`)."""

    wording: ClassVar[Wording]

    name: str
    title: str
    settings: tuple[SettingSpec, ...]
    encoding: str
    dialect: str = "tiktoken"
    is_release: bool = True
    budget_settings: tuple[BudgetSetting, ...] = BUDGET_SETTINGS
    boundary_settings: tuple[str, ...] = ()

    def check_settings(self, given: Mapping[str, object]) -> None:
        """See `Ruleset.check_settings`: only names are checked, values convert as in JavaScript."""
        released_settings(self.settings, given, self.name)

    def moved_boundaries(self, moment: Moment, chat_length: int, mid: int, recent: int) -> Moment:
        """See `Ruleset.moved_boundaries`: a release has no setting for its boundaries.

        One that is not moved stays between the messages where the release has it.
        """
        usual = self.wording.starts(Situation(chat_length=chat_length))
        first, second = moment.boundaries or usual
        return replace(moment, boundaries=(_moved(first, mid), _moved(second, recent)))

    def faults(self, query: Query, deadline: Deadline) -> tuple[Problem, ...]:
        """See `core.query.FindsFaults`."""
        return tuple(fault.problem for fault in release_faults(query, deadline))

    @abstractmethod
    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> Derivation:
        """See `Ruleset.inject`."""

    def ways(self, document: Document, name: str) -> WayOf:
        """See `core.system.TellsWhoKnows`."""
        return ways_14x(document, name)

    @abstractmethod
    def format(self, case: Mapping[str, object], tokenizer: Tokenizer) -> Mapping[str, object]:
        """See `Ruleset.format`."""

    def read(self, memory: Memory) -> ReleasedMemory:
        """A selected memory as the formatter reads it.

        Raises:
            ReleaseThrowsError: see `released_memory`.
        """
        return read_memory(memory, self.wording)

    def silences_main(self, inputs: Inputs) -> bool:
        """Whether the main block is made and goes nowhere (R18)."""
        return False

    @abstractmethod
    def bare_situation(self, inputs: Inputs) -> Situation:
        """The same without what is read of characters: nothing is where nothing is selected."""

    @abstractmethod
    def situation(self, inputs: Inputs) -> Situation:
        """What the live pipeline hands to the formatter."""

    def empty_slots(self, inputs: Inputs) -> tuple[Injection, ...]:
        """Every slot with an empty text."""
        return (slot(SLOT, (), inputs.tokenizer),)

    def filled_slots(self, inputs: Inputs, sections: tuple[Section, ...]) -> tuple[Injection, ...]:
        """Every slot, given the main block."""
        return (slot(SLOT, sections, inputs.tokenizer),)

    def main_block(self, memories: Sequence[ReleasedMemory]) -> Sequence[ReleasedMemory]:
        """Those of the memories that the formatter considers for the main block."""
        return memories

    def other_slot(self, inputs: Inputs) -> Sequence[ReleasedMemory]:
        """The memories that stand in a slot of their own."""
        return ()

    def warnings(self, inputs: Inputs) -> tuple[Problem, ...]:
        """What a person should know besides."""
        if not truthy(inputs.settings.get("smartRetrievalEnabled")):
            return ()
        text = _(
            "smartRetrievalEnabled lets a language model pick the memories; here none is asked."
        )
        return (Problem("needs-model", text),)


def read_memory(memory: Memory, wording: Wording) -> ReleasedMemory:
    """The memory as the release's formatter reads it, read once.

    Raises:
        ReleaseThrowsError: see `released_memory`.
    """
    known = memory.memo.get(wording)
    if not isinstance(known, ReleasedMemory):
        known = released_memory(memory.record, memory.index)
        memory.memo[wording] = known
    return known


def situation_of_case(case: Mapping[str, object]) -> Situation:
    """What a `format` case hands to the formatter; an absent key means undefined (DESIGN §4)."""
    return Situation(
        chat_length=case.get("chat_length", UNDEFINED),
        budget=case.get("budget", UNDEFINED),
        present=case.get("present", UNDEFINED),
        emotional_info=case.get("emotional_info", UNDEFINED),
        relationships=case.get("relationships", UNDEFINED),
    )


def sections_of(
    parts: Sequence[Part],
    memories: Sequence[ReleasedMemory],
    rendered: Callable[[ReleasedMemory], str],
    tokenizer: Tokenizer,
) -> tuple[Section, ...]:
    """The block's lines; a summary with line breaks makes several lines of one memory.

    Args:
        parts: what the formatter made.
        memories: the list that the parts' places are of.
        rendered: a memory's text.
        tokenizer: what a line costs.
    """

    def plain(texts: Sequence[str]) -> tuple[Line, ...]:
        return plain_lines(tokenizer, "\n".join(texts).split("\n")) if texts else ()

    sections: list[Section] = []
    for part in parts:
        lines = list(plain(part.head))
        for number, index in enumerate(part.rendered):
            if number in part.separators:
                lines += plain(("", part.separators[number], ""))
            memory = memories[index]
            lines += memory.lines.get(tokenizer) or _memory_lines(memory, rendered, tokenizer)
        lines += plain(part.tail)
        sections.append(Section(part.bucket, tuple(lines), part.title))
    return tuple(sections)


def _memory_lines(
    memory: ReleasedMemory, rendered: Callable[[ReleasedMemory], str], tokenizer: Tokenizer
) -> tuple[Line, ...]:
    """A memory's text as lines, made once."""
    lines = memory.lines[tokenizer] = tuple(
        Line(line, line_cost(tokenizer, line), memory.index)
        for line in rendered(memory).split("\n")
    )
    return lines


def _moved(start: float, message: int) -> float:
    """Where a bucket begins that a person wants to begin at a message; as it is if it does."""
    return start if math.isfinite(start) and math.ceil(start) == message else message
