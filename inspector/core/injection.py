"""What a ruleset answers: the text of every prompt slot, and a verdict on every memory."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Literal, cast

from inspector.core.cached import cached_property
from inspector.core.problems import Problem

Bucket = Literal["old", "mid", "recent"]
BUCKETS: tuple[Bucket, Bucket, Bucket] = ("old", "mid", "recent")


class LineKind(StrEnum):
    """What sort of line it is, where its place in the block does not say so."""

    SEPARATOR = "separator"
    HINT = "hint"
    ANNOTATION = "annotation"
    EMOTION = "emotion"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block.

    Attributes:
        text: without its line break.
        tokens: the line's cost by the ruleset's own accounting.
        memory: index of the memory that it renders, or None.
        kind: see `LineKind`; None for tags, headers, context and a memory's own wording.
    """

    text: str
    tokens: int
    memory: int | None = None
    kind: LineKind | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive lines of a block that belong together.

    Attributes:
        bucket: which bucket they show; None for tags, header and closing.
        lines: the title first where there is one; the blank line before the next
            section is this section's last (DESIGN §4).
        title: the bucket's title, None without a bucket.
    """

    bucket: Bucket | None
    lines: tuple[Line, ...]
    title: str | None = None

    @property
    def tokens(self) -> int:
        """Sum of the lines' costs."""
        return sum([line.tokens for line in self.lines])


@dataclass(frozen=True, eq=False, repr=False)
class Injection:
    """One prompt slot as SillyTavern gets it (its *extension prompt*).

    Attributes:
        key: the slot's name.
        position: SillyTavern's position; None where a system has none.
        depth: messages from the end; None where a system has none, or where what it hands on is no
            whole number, which SillyTavern never comes to.
        role: 0 system, 1 user, 2 assistant.
        scan: whether lorebook keys are looked for in it.
        sections: all lines; joined by line breaks they are the text.
        tokens: exact count of the whole text.
        odd_depth: what a system hands on where that is no whole number.
    """

    key: str
    position: int | None
    depth: int | None
    role: int
    scan: bool
    sections: tuple[Section, ...]
    tokens: int
    odd_depth: object = None

    @property
    def handed_depth(self) -> object:
        """The depth as the system hands it to SillyTavern."""
        return self.odd_depth if self.depth is None else self.depth

    @cached_property
    def text(self) -> str:
        """The exact text of the slot."""
        return "\n".join([line.text for line in self.lines])

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines of all sections, in order."""
        return tuple(chain.from_iterable([section.lines for section in self.sections]))

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """Sum of the lines' costs of each section."""
        return tuple([section.tokens for section in self.sections])

    @cached_property
    def memories(self) -> tuple[frozenset[int], ...]:
        """Indexes of the memories that have a line in each section."""
        found: list[set[int | None]] = []
        for section in self.sections:
            found.append({line.memory for line in section.lines})
            found[-1].discard(None)
        return tuple([cast("frozenset[int]", frozenset(one)) for one in found])

    @property
    def cost(self) -> int:
        """Sum of all lines' costs: what a design's budget is measured against."""
        return sum(self.costs)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one memory is in the block, and if not, why.

    Attributes:
        memory: its index.
        bucket: where it lies, None for what has no bucket.
        in_block: whether its line is in a prompt.
        gate: the first gate that it failed; None if it is in.
        reason: one plain sentence; empty if there is nothing to say.
        tokens: what its line costs, in the block or if it were.
        score: the release's score, where it computes one.
        variant: which case of the gate it is, where that has several (`GateWords.variants`).
    """

    memory: int
    bucket: Bucket | None
    in_block: bool
    gate: str | None
    reason: str
    tokens: int
    score: float | None = None
    variant: str = ""


Numbers = Mapping[str, float]
"""What a gate's sentence is made of, by name."""


@dataclass(frozen=True, slots=True)
class GateStep:
    """One gate that a memory came to.

    Attributes:
        gate: its name.
        passed: whether the memory went on.
        detail: one plain sentence.
        measure: gives the numbers; most steps are never looked at that closely.
    """

    gate: str
    passed: bool
    detail: str
    measure: Callable[[], Numbers] = dict[str, float]

    @property
    def numbers(self) -> Numbers:
        """The numbers of the sentence, and those behind it."""
        return self.measure()


@dataclass(frozen=True, slots=True)
class Budget:
    """A token budget and what is used of it, by the ruleset's own accounting."""

    limit: float
    used: int


@dataclass(frozen=True, eq=False, repr=False)
class Derivation:
    """All that a ruleset derives from a document at a moment.

    Attributes:
        injections: every slot that the system would set, empty ones included.
        verdicts: one for each memory that exists at the moment, in list order; may be made
            only when somebody looks at them.
        budget: of the main slot; None where the system has none.
        warnings: what the rules found.
        boundaries: first message of mid and of recent, as positions; None without buckets.
        chat_length: number of messages that the ruleset sees.
        judged: indexes of the verdicts' memories where they are known without reading the
            verdicts; read them as `existing`.
        unsent: slots of the injections whose texts do not go out; their memories are not in.
        explain: gives every gate that the memory at a place of `existing` came to, the failed
            one last; None where the ruleset has one gate or none. Ask by `steps_for`.
        lies: gives the bucket of the memory at a place of `existing` where that takes less than
            its verdict; None where it does not. Ask by `bucket_of`.
        positions: gives where the ruleset places each memory of the document, which decides its
            bucket; None where that is `Memory.position`.
    """

    injections: tuple[Injection, ...] = ()
    verdicts: Sequence[Verdict] = ()
    budget: Budget | None = None
    warnings: tuple[Problem, ...] = ()
    boundaries: tuple[float, float] | None = None
    chat_length: int = 0

    judged: Sequence[int] | None = None
    unsent: frozenset[str] = frozenset()
    explain: Callable[[int], tuple[GateStep, ...]] | None = None
    lies: Callable[[int], Bucket | None] | None = None
    positions: Callable[[], Sequence[float]] | None = None

    @cached_property
    def existing(self) -> Sequence[int]:
        """Indexes of the memories that exist at the moment, in list order."""
        if self.judged is not None:
            return self.judged
        return tuple(verdict.memory for verdict in self.verdicts)

    @cached_property
    def in_block(self) -> frozenset[int]:
        """Indexes of the memories that have a line in a prompt."""
        sent = [one.memories for one in self.injections if one.key not in self.unsent]
        return frozenset[int]().union(*chain.from_iterable(sent))

    def budget_of(self, injection: Injection) -> Budget | None:
        """The budget that one slot's text is made under; by default the first slot's alone."""
        return self.budget if injection in self.injections[:1] else None

    def verdict_for(self, memory: int) -> Verdict | None:
        """The verdict on one memory; None if it does not exist at the moment."""
        index = self._place_of(memory)
        return None if index is None else self.verdicts[index]

    def bucket_of(self, memory: int) -> Bucket | None:
        """The bucket that one memory lies in; None if it has none, or does not exist."""
        index = self._place_of(memory)
        if index is None:
            return None
        return self.verdicts[index].bucket if self.lies is None else self.lies(index)

    def steps_for(self, memory: int) -> tuple[GateStep, ...]:
        """Every gate that one memory came to, the failed one last.

        Empty if it does not exist at the moment.
        """
        index = self._place_of(memory)
        if index is None:
            return ()
        if self.explain is not None:
            return self.explain(index)
        verdict = self.verdicts[index]
        return (
            ()
            if verdict.gate is None
            else (GateStep(verdict.gate, passed=False, detail=verdict.reason),)
        )

    def _place_of(self, memory: int) -> int | None:
        index = bisect_left(self.existing, memory)
        found = index < len(self.existing) and self.existing[index] == memory
        return index if found else None
