"""What a release's formatter did with each memory, in words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Bucket, Verdict
from inspector.core.javascript import to_string
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.formatter import Formatted
from inspector.systems.openvault.wording import ReleasedMemory, Wording

FORMATTER: Final = "formatter"


@dataclass(frozen=True)
class ReleaseVerdicts:
    """Verdicts on the memories that a release selected.

    Attributes:
        title: what to call the release.
        existing: all memories at the moment, in list order.
        main: those that the formatter considered for the main block.
        elsewhere: those that stand in a slot of their own.
        formatted: what it made of them.
        wording: counts them.
        tokenizer: what counts.
    """

    title: str
    existing: Sequence[Memory]
    main: Sequence[ReleasedMemory]
    elsewhere: Sequence[ReleasedMemory]
    formatted: Formatted
    wording: Wording
    tokenizer: Tokenizer

    def verdict(self, place: int) -> Verdict:
        """The verdict on the memory at a place of `existing`."""
        memory = self.existing[place]
        read_at = self._places.get(memory.index)
        if read_at is None:
            return self._outside(memory)
        read = self.main[read_at]
        bucket = self._buckets[read_at]
        cost = self._cost(read)
        if read.identity in self.formatted.kept:
            return Verdict(memory.index, bucket, in_block=True, gate=None, reason="", tokens=cost)
        reason = self._no_room(read_at, cost)
        return Verdict(
            memory.index, bucket, in_block=False, gate=FORMATTER, reason=reason, tokens=cost
        )

    def _outside(self, memory: Memory) -> Verdict:
        read = self._elsewhere.get(memory.index)
        if read:
            tokens = sum(line.tokens for line in read.lines.get(self.tokenizer, ()))
            return Verdict(memory.index, None, in_block=True, gate=None, reason="", tokens=tokens)
        kind = to_string(memory.record.get("type"))
        reason = (
            "injection.reflections.position keeps reflections out of the prompt."
            if kind == "reflection"
            else f"{self.title} shows events and reflections; this one's type is {kind}."
        )
        return Verdict(memory.index, None, in_block=False, gate=FORMATTER, reason=reason, tokens=0)

    def _no_room(self, place: int, cost: int) -> str:
        available = self.formatted.available
        if math.isnan(available):
            return "The formatter keeps nothing: its budget is no number."
        room = f"It may use {max(0, round(available))} tokens for memories"
        stopped_at = self.formatted.stopped_at
        if stopped_at is None or stopped_at == place:
            spent = round(self.formatted.spent)
            return (
                f"The formatter has no room for it. {room}, older ones use {spent} and "
                f"it needs {cost}."
            )
        stopper = self._labels[self.main[stopped_at].index]
        return (
            f"The formatter stops before it. {room} and keeps none after the first that does not "
            f"fit, which is {stopper}."
        )

    @cached_property
    def _places(self) -> dict[int, int]:
        return {memory.index: place for place, memory in enumerate(self.main)}

    @cached_property
    def _elsewhere(self) -> dict[int, ReleasedMemory]:
        return {memory.index: memory for memory in self.elsewhere}

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {memory.index: memory.label for memory in self.existing}

    @cached_property
    def _buckets(self) -> dict[int, Bucket]:
        return {
            place: bucket for bucket, places in self.formatted.buckets.items() for place in places
        }

    def _cost(self, memory: ReleasedMemory) -> int:
        """The cost for a person to read: 0 where the release would throw or get NaN."""
        try:
            cost = self.wording.costs(memory, self.tokenizer)
        except ReleaseThrowsError:
            return 0
        return 0 if math.isnan(cost) else round(cost)
