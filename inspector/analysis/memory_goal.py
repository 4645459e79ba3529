"""That a memory comes into the block, or goes out of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from inspector.analysis.ways_in import WAYS as WAYS_IN
from inspector.analysis.ways_out import WAYS as WAYS_OUT
from inspector.core.change_kinds import ChangeKind
from inspector.core.gates import words_of
from inspector.core.memory import Memory
from inspector.core.query import Query
from inspector.core.suggestion import Effects, Way
from inspector.language import _, ngettext
from inspector.systems import system_of

_MOST_STEPS = 4
_ELSEWHERE = (ChangeKind.SETTING,)
"""What may help at a gate of which its system says nothing."""


@dataclass(frozen=True)
class MemoryGoal:
    """That a memory comes in or goes out (implements `core.suggestion.Goal`).

    Attributes:
        index: of the memory.
        wanted: whether it should come in, or go out.
    """

    index: int
    wanted: bool
    by_gate: bool = False

    @property
    def most_steps(self) -> int:
        """See `Goal`; what goes out needs one change alone."""
        return _MOST_STEPS if self.wanted else 0

    @property
    def result(self) -> str:
        """See `Goal`."""
        return _("it is in the block") if self.wanted else _("it is not in the block")

    def is_met(self, query: Query) -> bool:
        """See `Goal`."""
        return query.holds(self.index) is self.wanted

    def reach(self, query: Query) -> float:
        """How many gates it came to."""
        return len(query.derivation.steps_for(self.index))

    def ways(self, query: Query) -> Sequence[Way]:
        """See `Goal`; what its system says of the gate that it failed."""
        if not self.wanted:
            return [partial(way, self.index) for way in WAYS_OUT]
        steps = query.derivation.steps_for(self.index)
        if not steps:
            return ()
        gate = words_of(system_of(query.ruleset.name).gates, steps[-1].gate)
        return [partial(WAYS_IN[kind], self.index) for kind in gate.remedies or _ELSEWHERE]

    def effects(self, before: Query, after: Query) -> Effects:
        """See `Goal`."""
        before_in, after_in = before.derivation.in_block, after.derivation.in_block
        entering = tuple(sorted(after_in - before_in - {self.index}))
        leaving = tuple(sorted(before_in - after_in - {self.index}))
        words = _in_words(before.document.memories, entering, leaving)
        return Effects(entering, leaving, _used(after) - _used(before), words)


def _used(query: Query) -> int:
    budget = query.derivation.budget
    return 0 if budget is None else budget.used


def _in_words(
    memories: Sequence[Memory], entering: tuple[int, ...], leaving: tuple[int, ...]
) -> str:
    words = ""
    if entering:
        labels = _labels(memories, entering)
        n = len(entering)
        words += " " + ngettext("{labels} comes in too.", "{labels} come in too.", n).format(
            labels=labels
        )
    if leaving:
        labels = _labels(memories, leaving)
        n = len(leaving)
        words += " " + ngettext(
            "{labels} drops out instead.", "{labels} drop out instead.", n
        ).format(labels=labels)
    return words


def _labels(memories: Sequence[Memory], indexes: tuple[int, ...]) -> str:
    labels = ", ".join(memories[index].label for index in indexes[:3])
    if len(indexes) <= 3:
        return labels
    return _("{labels} and {n:,} more").format(labels=labels, n=len(indexes) - 3)
