"""From candidates to the finished block of a design: specs/as-designed.md §1."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.core.injection import BUCKETS, Bucket, Line, Section, Verdict
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.budget import Fit, Frame, Share, fit
from inspector.systems.openvault.candidates import BUDGET_GATE, Exclusion
from inspector.systems.openvault.lines import CLOSING, OPENING, line_cost, plain_lines


@dataclass(slots=True)
class DesignedMemory:
    """A memory as a design renders it; kept in the memory's memo.

    `verdict` is the newest verdict made of it, given again while it still holds.
    """

    memory: Memory
    line: Line
    cost: int
    position: float
    sequence: float
    importance: int
    verdict: Verdict | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Layout:
    """How a design's block looks at one moment.

    Attributes:
        header: the line below the opening tag.
        starts: positions at which mid and recent begin.
        titles: of the buckets.
        context: the recent bucket's lines before its memories.
        blank_before_closing: whether a blank line follows the last bucket too.
        separator: the text between two neighbours in old with a gap, empty for none; None
            where the design has no separators.
    """

    header: str
    starts: tuple[float, float]
    titles: Mapping[Bucket, str]
    context: tuple[str, ...] = ()
    blank_before_closing: bool = False
    separator: Callable[[float], str] | None = None

    def frame(self, tokenizer: Tokenizer) -> Frame:
        """What all this costs."""
        blank = line_cost(tokenizer, "")
        fixed = (OPENING, self.header, CLOSING)
        return Frame(
            fixed=sum(line_cost(tokenizer, text) for text in fixed),
            titles={
                bucket: blank + line_cost(tokenizer, title) for bucket, title in self.titles.items()
            },
            context=sum(line_cost(tokenizer, text) for text in self.context),
            blank=blank,
            blank_before_closing=self.blank_before_closing,
            separator=self._separator_cost(tokenizer, blank),
        )

    def _separator_cost(self, tokenizer: Tokenizer, blank: int) -> Callable[[float], int] | None:
        separator = self.separator
        if separator is None:
            return None

        def cost(gap: float) -> int:
            text = separator(gap)
            return 2 * blank + line_cost(tokenizer, text) if text else 0

        return cost


@dataclass(frozen=True)
class DesignBlock:
    """A finished block.

    Attributes:
        memories: all that exist, in list order.
        exclusions: why some are no candidates, by place in that list.
        order: places of the candidates, oldest first; the place in it is a candidate's rank.
        buckets: which ranks lie in which bucket.
        fitted: what the budget kept.
        budget: of the whole block.
        layout: how it looks.
    """

    memories: Sequence[DesignedMemory]
    exclusions: Mapping[int, Exclusion]
    order: Sequence[int]
    buckets: Mapping[Bucket, range]
    fitted: Fit
    budget: float
    layout: Layout

    def sections(self, tokenizer: Tokenizer) -> tuple[Section, ...]:
        """The block's lines."""
        shown: list[Bucket] = [
            bucket
            for bucket in BUCKETS
            if self.fitted.kept[bucket] or (bucket == "recent" and self.layout.context)
        ]
        blank = plain_lines(tokenizer, ("",))
        head = plain_lines(tokenizer, (OPENING, self.layout.header))
        sections = [Section(None, head + blank if shown else head)]
        for bucket in shown:
            last = bucket == shown[-1] and not self.layout.blank_before_closing
            lines = self._bucket_lines(bucket, tokenizer)
            sections.append(
                Section(bucket, lines if last else lines + blank, self.layout.titles[bucket])
            )
        return (*sections, Section(None, plain_lines(tokenizer, (CLOSING,))))

    def _bucket_lines(self, bucket: Bucket, tokenizer: Tokenizer) -> tuple[Line, ...]:
        kept = [self.memories[self.order[rank]] for rank in self.fitted.kept[bucket]]
        lines = list(plain_lines(tokenizer, (self.layout.titles[bucket],)))
        if bucket == "recent" and self.layout.context:
            context = (*self.layout.context, "") if kept else self.layout.context
            lines += plain_lines(tokenizer, context)
        separator = self.layout.separator
        if bucket != "old" or separator is None:
            return (*lines, *(member.line for member in kept))
        for place, member in enumerate(kept):
            gap = member.position - kept[place - 1].position if place else 0
            text = separator(gap)
            if text:
                lines += plain_lines(tokenizer, ("", text, ""))
            lines.append(member.line)
        return tuple(lines)

    def verdict(self, place: int) -> Verdict:
        """The verdict on the memory at a place of the list."""
        member = self.memories[place]
        exclusion = self.exclusions.get(place)
        rank = self._ranks.get(place)
        bucket = self._bucket_at(member.position) if rank is None else self._bucket_of(rank)
        gate, reason = None, ""
        if exclusion:
            gate, reason = exclusion.gate, exclusion.reason
        elif rank not in self._kept:
            gate, reason = BUDGET_GATE, self._no_room(bucket, rank in self.fitted.crowded_out)
        known = member.verdict
        if known and known.bucket == bucket and known.gate == gate and known.reason == reason:
            return known
        member.verdict = Verdict(
            member.memory.index, bucket, gate is None, gate, reason, member.cost
        )
        return member.verdict

    @cached_property
    def _ranks(self) -> dict[int, int]:
        return {place: rank for rank, place in enumerate(self.order)}

    @cached_property
    def _kept(self) -> frozenset[int]:
        return frozenset(rank for ranks in self.fitted.kept.values() for rank in ranks)

    def _bucket_of(self, rank: int) -> Bucket:
        if rank in self.buckets["recent"]:
            return "recent"
        return "mid" if rank in self.buckets["mid"] else "old"

    def _bucket_at(self, position: float) -> Bucket:
        mid, recent = self.layout.starts
        if position >= recent:
            return "recent"
        return "mid" if position >= mid else "old"

    def _no_room(self, bucket: Bucket, crowded_out: object) -> str:
        if crowded_out:
            return (
                "The block has no room for it. "
                f"It may use {self.budget:g} tokens, and the lines between distant memories "
                "take some of them."
            )
        return no_room(bucket, self.fitted.shares[bucket])


def no_room(bucket: Bucket, share: Share) -> str:
    """The sentence for a memory that its bucket's share does not hold."""
    name = bucket.capitalize()
    if share.memories == 1:
        need = f"its only memory needs {share.needed}"
    else:
        need = f"its {share.memories} memories need {share.needed}"
    return f"{name} has no room for it. {name} may use {share.tokens} tokens and {need}."


def build_block(
    memories: Sequence[DesignedMemory],
    exclusions: Mapping[int, Exclusion],
    layout: Layout,
    frame: Frame,
    budget: float,
    *,
    redistribute: bool,
) -> DesignBlock:
    """Order the candidates, part them into buckets and fit them into the budget."""
    order = _chronological(memories, exclusions)
    members = [memories[place] for place in order]
    positions = [member.position for member in members]
    mid, recent = layout.starts
    first_recent = bisect_left(positions, recent)
    first_mid = min(bisect_left(positions, mid), first_recent)
    buckets: dict[Bucket, range] = {
        "old": range(first_mid),
        "mid": range(first_mid, first_recent),
        "recent": range(first_recent, len(members)),
    }
    fitted = fit(members, buckets, frame, budget, redistribute=redistribute)
    return DesignBlock(memories, exclusions, order, buckets, fitted, budget, layout)


def _chronological(
    memories: Sequence[DesignedMemory], exclusions: Mapping[int, Exclusion]
) -> list[int]:
    """Places of the candidates by position, then sequence, then file order."""
    places = [place for place in range(len(memories)) if place not in exclusions]
    sequences = [member.sequence for member in memories]
    positions = [member.position for member in memories]
    places.sort(key=sequences.__getitem__)
    places.sort(key=positions.__getitem__)
    return places
