"""What a row of the table shows: a memory, and what a derivation says of it."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from operator import attrgetter

from inspector.analysis.filters.compiling import Mark
from inspector.core.cached import cached_property
from inspector.core.injection import Derivation, Verdict
from inspector.core.memory import Memory

_of_row = attrgetter(*(one.name for one in fields(Verdict) if one.name != "reason"))
"""What of a verdict a row shows at once."""


class Verdicts:
    """The verdicts of the newest derivation; of none before the first.

    Nothing is built for all memories at once: a large chat's verdicts are made when asked for,
    and what was asked for is kept.

    Args:
        derivation: what is said now.
        kept: what holds, where the derivation is only tried out.

    Attributes:
        derivation: what is said now.
    """

    def __init__(
        self, derivation: Derivation | None = None, kept: Derivation | None = None
    ) -> None:
        self.derivation = derivation
        self._kept = kept
        self._found: dict[int, Verdict | None] = {}

    @property
    def are_tried(self) -> bool:
        """Whether they are those of a what-if."""
        return self._kept is not None

    def kept(self, memory: int) -> Verdict | None:
        """The verdict that holds, where the what-if says something else of a memory."""
        before = None if self._kept is None else self._kept.verdict_for(memory)
        after = self.of(memory)
        if before is None or after is None:
            return before
        same = (before.in_block, before.bucket) == (after.in_block, after.bucket)
        return None if same else before

    @property
    def known(self) -> bool:
        """Whether there is a derivation at all."""
        return self.derivation is not None

    def of(self, memory: int) -> Verdict | None:
        """The verdict on a memory; None if it does not exist at the moment."""
        if self.derivation is None:
            return None
        if memory not in self._found:
            self._found[memory] = self.derivation.verdict_for(memory)
        return self._found[memory]

    @property
    def count(self) -> int:
        """Of how many memories the verdict was asked for."""
        return len(self._found)

    def differing(self, before: "Verdicts") -> Iterator[int]:
        """The memories of which something else was said before, among those asked for then."""
        same_kept = self._kept is before._kept
        for memory, verdict in before._found.items():
            after = self.of(memory)
            if after is verdict and same_kept:
                continue
            if _differ(after, verdict) or _differ(self.kept(memory), before.kept(memory)):
                yield memory

    def count_in(self) -> int:
        """How many memories have a line in a prompt."""
        return 0 if self.derivation is None else len(self.derivation.in_block)

    def count_out(self) -> int:
        """How many memories exist at the moment and have no line."""
        if self.derivation is None:
            return 0
        return max(0, len(self.derivation.existing) - self.count_in())


class MemoryRow:
    """One row.

    Args:
        memory: what it shows.
        verdicts: those of all memories.
        problem: what is wrong with the memory; empty if nothing is.
        marks: what of the memory made it match the filter.
    """

    def __init__(
        self,
        memory: Memory,
        verdicts: Verdicts,
        problem: str = "",
        marks: Callable[[Memory], tuple[Mark, ...]] | None = None,
    ) -> None:
        self.memory = memory
        self._marks = marks
        self.problem = problem
        self._verdicts = verdicts

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """What of the memory made it match the filter."""
        return () if self._marks is None else self._marks(self.memory)

    def marked(self, field: str) -> list[tuple[int, int]]:
        """Where in a text of the memory something matched, by the name that filters have."""
        return [(one.start, one.end) for one in self.marks if one.field == field]

    def marked_names(self, field: str) -> frozenset[int]:
        """Which names of a list matched."""
        return frozenset(one.item for one in self.marks if one.field == field)

    @property
    def is_derived(self) -> bool:
        """Whether there is a derivation at all."""
        return self._verdicts.known

    @cached_property
    def verdict(self) -> Verdict | None:
        """What is said of the memory; None if it does not exist at the moment."""
        return self._verdicts.of(self.memory.index)

    @cached_property
    def kept(self) -> Verdict | None:
        """What holds, where a what-if says something else."""
        return self._verdicts.kept(self.memory.index)

    @property
    def is_in(self) -> bool:
        """Whether the memory has a line in a prompt."""
        return self.verdict is not None and self.verdict.in_block

    @property
    def is_left_out(self) -> bool:
        """Whether it is known to have none."""
        return self.is_derived and not self.is_in


def _differ(one: Verdict | None, other: Verdict | None) -> bool:
    """Whether a row says anything else; its reason is not read before somebody asks for it."""
    if one is None or other is None or one is other:
        return one is not other
    return _of_row(one) != _of_row(other)
