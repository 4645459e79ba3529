"""What a release's formatter did with each memory, in words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final

from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import BUCKETS, Bucket, GateStep, Numbers, Verdict
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _, plain
from inspector.systems.openvault.formatter import Formatted
from inspector.systems.openvault.retrieval.irregular import kind_of
from inspector.systems.openvault.wording import ReleasedMemory, Wording

FORMATTER: Final = "formatter"
_SILENCED: Final = N_("injection.memory.position keeps the block out of the prompt.")


@dataclass(frozen=True)
class ReleaseVerdicts:
    """Verdicts on the memories that a release selected.

    Attributes:
        title: what to call the release.
        existing: all memories at the moment, in list order.
        main: those that the formatter considered for the main block.
        elsewhere: those that stand in a slot of their own.
        silenced: whether the main block goes nowhere.
        formatted: what it made of them.
        wording: counts them.
        tokenizer: what counts.
    """

    title: str
    existing: Sequence[Memory]
    main: Sequence[ReleasedMemory]
    elsewhere: Sequence[ReleasedMemory]
    silenced: bool
    formatted: Formatted
    wording: Wording
    tokenizer: Tokenizer

    def verdict(self, index: int) -> Verdict:
        """The verdict on the memory at a place of `existing`."""
        memory = self.existing[index]
        read_at = self._places.get(memory.index)
        if read_at is None:
            return self._outside(memory)
        read = self.main[read_at]
        bucket = self._buckets[read_at]
        cost = self._cost(read)
        if self.silenced:
            return Verdict(
                memory.index,
                bucket,
                in_block=False,
                gate=FORMATTER,
                reason=_(_SILENCED),
                tokens=cost,
            )
        if self.formatted.keeps(read.identity):
            return Verdict(memory.index, bucket, in_block=True, gate=None, reason="", tokens=cost)
        reason = self._no_room(read_at, cost)
        return Verdict(
            memory.index, bucket, in_block=False, gate=FORMATTER, reason=reason, tokens=cost
        )

    def step(self, location: int) -> GateStep:
        """What the formatter says of the memory at a place of `existing`."""
        verdict = self.verdict(location)
        read_at = self._places.get(verdict.memory)
        if not verdict.in_block:
            numbers = dict[str, float] if read_at is None else lambda: self._numbers(read_at)
            return GateStep(FORMATTER, passed=False, detail=verdict.reason, measure=numbers)
        if read_at is None:
            detail = _("It is a reflection and stands in a prompt of its own.")
            return GateStep(FORMATTER, passed=True, detail=detail)
        if self._was_counted(read_at):
            room = plain(self.formatted.available)
            detail = _(
                "The formatter may use {room} tokens for memories and has room for it."
            ).format(room=room)
        else:
            detail = _(
                "The formatter stops before it, but keeps it all the same: it has the "
                "same id as one that fits."
            )
        return GateStep(
            FORMATTER, passed=True, detail=detail, measure=lambda: self._numbers(read_at)
        )

    def _was_counted(self, read_at: int) -> bool:
        """Whether the formatter came to count a memory and had room for it."""
        stopped_at = self.formatted.stopped_at
        return stopped_at is None or self._rank[read_at] < self._rank[stopped_at]

    def _numbers(self, read_at: int) -> Numbers:
        formatted = self.formatted
        until = self._until[read_at]
        numbers: dict[str, float] = {
            "tokens": self._cost(self.main[read_at]),
            "available": formatted.available,
            "spent": formatted.spent,
            "counted": self._was_counted(read_at),
            "short": until - formatted.available,
            "enough": math.ceil(formatted.overhead + until),
        }
        if formatted.stopped_at is not None:
            numbers["stopper"] = self.main[formatted.stopped_at].index
        return numbers

    @cached_property
    def _walk(self) -> Sequence[int]:
        """Places of `main` in the order in which the formatter comes to them."""
        buckets = self.formatted.buckets
        return [location for bucket in BUCKETS for location in buckets[bucket]]

    @cached_property
    def _rank(self) -> dict[int, int]:
        return {index: rank for rank, index in enumerate(self._walk)}

    @cached_property
    def _until(self) -> dict[int, int]:
        """What each memory costs with all that the formatter comes to before it."""
        costs = accumulate(self._cost(self.main[index]) for index in self._walk)
        return dict(zip(self._walk, costs, strict=True))

    def _outside(self, memory: Memory) -> Verdict:
        read = self._elsewhere.get(memory.index)
        if read:
            tokens = sum(line.tokens for line in read.lines.get(self.tokenizer, ()))
            return Verdict(memory.index, None, in_block=True, gate=None, reason="", tokens=tokens)
        stored = memory.record.get("type")
        kind = stored if isinstance(stored, str) else kind_of(stored)
        reason = (
            _("injection.reflections.position keeps reflections out of the prompt.")
            if kind == "reflection"
            else _("{title} shows events and reflections; this one's type is {kind}.").format(
                title=_(self.title), kind=kind
            )
        )
        return Verdict(memory.index, None, in_block=False, gate=FORMATTER, reason=reason, tokens=0)

    def _no_room(self, location: int, cost: int) -> str:
        available = self.formatted.available
        if math.isnan(available):
            return _("The formatter keeps nothing: its budget is no number.")
        room = plain(max(0, round(available)))
        stopped_at = self.formatted.stopped_at
        if stopped_at is None or stopped_at == location:
            spent = round(self.formatted.spent)
            short = math.ceil(self.formatted.spent + cost - available)
            return _(
                "The formatter has no room for it. It may use {room} tokens for memories, older "
                "ones use {spent:,} and it needs {cost:,}: {short:,} short."
            ).format(room=room, spent=spent, cost=cost, short=short)
        stopper = self._labels[self.main[stopped_at].index]
        return _(
            "The formatter stops before it. It may use {room} tokens for memories and keeps none "
            "after the first that does not fit, which is {stopper}."
        ).format(room=room, stopper=stopper)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {memory.index: index for index, memory in enumerate(self.main)}

    @cached_property
    def _elsewhere(self) -> dict[int, ReleasedMemory]:
        return {memory.index: memory for memory in self.elsewhere}

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {memory.index: memory.label for memory in self.existing}

    @cached_property
    def _buckets(self) -> dict[int, Bucket]:
        return {
            location: bucket
            for bucket, places in self.formatted.buckets.items()
            for location in places
        }

    def _cost(self, memory: ReleasedMemory) -> int:
        """The cost for a person to read: 0 where the release would throw or get NaN."""
        try:
            cost = self.wording.costs(memory, self.tokenizer)
        except ReleaseThrowsError:
            return 0
        return 0 if math.isnan(cost) else round(cost)
