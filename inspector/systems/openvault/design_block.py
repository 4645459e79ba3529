"""From candidates to the finished block of a design: specs/as-designed.md §1."""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

from inspector.core.injection import BUCKETS, Bucket, GateStep, Line, LineKind, Section, Verdict
from inspector.core.javascript import round_half_up
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.systems.openvault.budget import Between, BetweenAll, Fit, Fitting, Frame, fit
from inspector.systems.openvault.candidates import (
    BUDGET_GATE,
    SUMMARY_GATE,
    CandidateRule,
    in_its_stead,
)
from inspector.systems.openvault.design_steps import (
    archived_step,
    candidates_step,
    no_room,
    no_room_step,
    room_step,
)
from inspector.systems.openvault.designed_memory import DesignedMemory
from inspector.systems.openvault.lines import (
    CLOSING,
    OPENING,
    SEPARATED_FROM,
    SEPARATORS,
    context_lines,
    line_cost,
    plain_lines,
    separator,
)
from inspector.systems.openvault.ranking import Existing


@dataclass(frozen=True)
class Separators:
    """Lines between distant neighbours of one bucket.

    Attributes:
        buckets: where they stand.
        separated_from: gaps in messages from which each of `SEPARATORS` stands.
        spaced: whether a blank line stands on both sides of each.
    """

    buckets: frozenset[Bucket]
    separated_from: tuple[float, float, float] = SEPARATED_FROM
    spaced: bool = True

    def at(self, bucket: Bucket, left: float, right: float) -> str:
        """What stands between two memories at these positions; empty for nothing."""
        if bucket not in self.buckets:
            return ""
        return separator(right - left, self.separated_from)

    def least(self, bucket: Bucket) -> float:
        """The gap in messages from which anything stands there."""
        return min(self.separated_from) if bucket in self.buckets else math.inf

    def lines(self, text: str) -> tuple[str, ...]:
        """The lines that a separator makes."""
        if not text:
            return ()
        return ("", text, "") if self.spaced else (text,)

    def costs(self, tokenizer: Tokenizer) -> Mapping[str, int]:
        """What each costs, nothing included."""
        return {
            text: sum(line_cost(tokenizer, line) for line in self.lines(text))
            for text in ("", *SEPARATORS)
        }


@dataclass(frozen=True)
class Hints:
    """Lines below a memory that lies close behind its neighbour.

    Attributes:
        close: gaps in messages, rounded, and the line for less than each, the shortest first.
    """

    close: tuple[tuple[int, str], ...]

    def at(self, left: float, right: float) -> str:
        """The line of the second of two memories at these positions; empty for none."""
        return self.within(round_half_up(right) - round_half_up(left))

    def within(self, gap: float) -> str:
        """The line of the second of two memories whose rounded positions lie this far apart."""
        return next((text for less_than, text in self.close if gap < less_than), "")


@dataclass(frozen=True)
class Layout:
    """How a design's block looks at one moment.

    Attributes:
        header: the line below the opening tag.
        starts: positions at which mid and recent begin.
        titles: of the buckets.
        context: the recent bucket's lines before its memories.
        blank_before_closing: whether a blank line follows the last bucket too.
        separators: what parts distant neighbours; None for nothing.
        hints: what close neighbours are told by; None for nothing.
        blank_after_header: whether a blank line follows the header without any bucket, too.
        paragraph: what stands in the place of the old bucket's memories; empty for nothing.
    """

    header: str
    starts: tuple[float, float]
    titles: Mapping[Bucket, str]
    context: tuple[str, ...] = ()
    blank_before_closing: bool = False
    separators: Separators | None = None
    hints: Hints | None = None
    blank_after_header: bool = False
    paragraph: str = ""

    def separator(self, bucket: Bucket, left: float, right: float) -> str:
        """What parts two neighbours; empty for nothing."""
        return self.separators.at(bucket, left, right) if self.separators else ""

    def hint(self, bucket: Bucket, left: float, right: float) -> str:
        """The line of the second of two neighbours; never after a separator."""
        if self.hints is None or self.separator(bucket, left, right):
            return ""
        return self.hints.at(left, right)

    def frame(self, tokenizer: Tokenizer) -> Frame:
        """What all this costs."""
        blank = line_cost(tokenizer, "")
        fixed = (OPENING, self.header, CLOSING)
        parting = self.separators.costs(tokenizer) if self.separators else {"": 0}
        close = self.hints.close if self.hints else ()
        telling = {"": 0, **{text: line_cost(tokenizer, text) for _, text in close}}

        def hint(bucket: Bucket, left: float, right: float) -> int:
            return telling[self.hint(bucket, left, right)]

        def between(bucket: Bucket, left: float, right: float) -> int:
            return parting[self.separator(bucket, left, right)] + hint(bucket, left, right)

        has_any = self.separators is not None or self.hints is not None
        return Frame(
            fixed=sum(line_cost(tokenizer, text) for text in fixed),
            titles={
                bucket: blank + line_cost(tokenizer, title) for bucket, title in self.titles.items()
            },
            context=sum(line_cost(tokenizer, text) for text in self.context),
            blank=blank,
            blank_before_closing=self.blank_before_closing,
            blank_after_header=self.blank_after_header,
            between=between if has_any else None,
            hint=hint if self.hints else None,
            hints=self._all_hints(telling),
            greatest_between=max(parting.values()) + max(telling.values()),
            paragraph=line_cost(tokenizer, self.paragraph) if self.paragraph else 0,
        )

    def _all_hints(self, telling: Mapping[str, int]) -> BetweenAll | None:
        """What neighbours of a bucket are told, all at once: of ten thousand most are told."""
        if self.hints is None:
            return None
        far = max(less_than for less_than, _ in self.hints.close)
        costs = [telling[self.hints.within(gap)] for gap in range(far)]

        def hints(bucket: Bucket, members: Sequence[DesignedMemory]) -> Sequence[int]:
            parted = self.separators.least(bucket) if self.separators else math.inf
            return [
                0
                if (gap := right.rounded - left.rounded) >= far
                or right.position - left.position >= parted
                else costs[gap]
                for left, right in pairwise(members)
            ]

        return hints


@dataclass(frozen=True)
class DesignBlock:
    """A finished block.

    Attributes:
        memories: all of the document, in list order.
        rule: says why some are no candidates.
        excluded: places of those in that list.
        order: places of the candidates, oldest first; the place in it is a candidate's rank.
        buckets: which ranks lie in which bucket.
        fitted: what the budget kept.
        budget: of the whole block.
        overhead: what everything but memories and separators costs before any is dropped.
        layout: how it looks.
        hint_cost: what a memory costs for lying close behind another, if anything.
    """

    memories: Sequence[DesignedMemory]
    rule: CandidateRule
    excluded: frozenset[int]
    order: Sequence[int]
    buckets: Mapping[Bucket, range]
    fitted: Fit
    budget: float
    overhead: int
    layout: Layout
    hint_cost: Between | None = None

    def sections(self, tokenizer: Tokenizer) -> tuple[Section, ...]:
        """The block's lines."""
        displayed: list[Bucket] = [
            bucket
            for bucket in BUCKETS
            if self.fitted.kept[bucket]
            or (bucket == "recent" and self.layout.context)
            or (bucket == "old" and self.layout.paragraph)
        ]
        blank = plain_lines(tokenizer, ("",))
        head = plain_lines(tokenizer, (OPENING, self.layout.header))
        parted = displayed or self.layout.blank_after_header
        sections = [Section(None, head + blank if parted else head)]
        for bucket in displayed:
            last = bucket == displayed[-1] and not self.layout.blank_before_closing
            lines = self._bucket_lines(bucket, tokenizer)
            sections.append(
                Section(bucket, lines if last else lines + blank, self.layout.titles[bucket])
            )
        return (*sections, Section(None, plain_lines(tokenizer, (CLOSING,))))

    def _bucket_lines(self, bucket: Bucket, tokenizer: Tokenizer) -> tuple[Line, ...]:
        kept = [self.memories[self.order[rank]] for rank in self.fitted.kept[bucket]]
        lines = list(plain_lines(tokenizer, (self.layout.titles[bucket],)))
        if bucket == "recent" and self.layout.context:
            lines += context_lines(tokenizer, self.layout.context)
            lines += plain_lines(tokenizer, ("",) if kept else ())
        if bucket == "old" and self.layout.paragraph:
            cost = line_cost(tokenizer, self.layout.paragraph)
            lines.append(Line(self.layout.paragraph, cost, kind=LineKind.SUMMARY))
        if self.layout.separators is None and self.layout.hints is None:
            return (*lines, *chain.from_iterable([member.lines for member in kept]))
        previous: DesignedMemory | None = None
        for member in kept:
            hint = ""
            if previous is not None:
                left, right = previous.position, member.position
                if self.layout.separators is not None:
                    parting = self.layout.separators.lines(
                        self.layout.separator(bucket, left, right)
                    )
                    lines += plain_lines(tokenizer, parting)
                hint = self.layout.hint(bucket, left, right)
            lines.append(member.lines[0])
            if hint:
                cost = line_cost(tokenizer, hint)
                lines.append(Line(hint, cost, member.memory.index, LineKind.HINT))
            lines += member.lines[1:]
            previous = member
        return tuple(lines)

    def verdict(self, index: int) -> Verdict:
        """The verdict on the memory at a place of the list."""
        member = self.memories[index]
        bucket = self._bucket_at(member.position)
        gate, reason, variant = None, "", ""
        if index in self.excluded:
            exclusion = self.rule.exclusion(member)
            gate, reason, variant = exclusion.gate, exclusion.reason, exclusion.variant
        elif index not in self._kept:
            gate, reason = BUDGET_GATE, self._no_room(bucket, crowded_out=index in self._crowded)
        tokens = self._tokens(index)
        verdict = Verdict(
            member.memory.index, bucket, gate is None, gate, reason, tokens, variant=variant
        )
        known = member.verdict
        if known is not None and known == verdict:
            return known
        member.verdict = verdict
        return verdict

    def _tokens(self, index: int) -> int:
        """What a memory costs where it stands, or would."""
        if self.layout.hints is None or index in self.excluded:
            return self.memories[index].cost
        rank = self._ranks[index]
        return self._mentioned.get(rank, self.fitted.costs[rank])

    @cached_property
    def _mentioned(self) -> Mapping[int, int]:
        """What each kept memory costs with what it has from its kept neighbour, by rank."""
        hint, mentioned = self.hint_cost, dict[int, int]()
        for bucket in BUCKETS:
            previous: float | None = None
            for rank in self.fitted.kept[bucket]:
                member = self.memories[self.order[rank]]
                mentioned[rank] = member.cost
                if previous is not None and hint is not None:
                    mentioned[rank] += hint(bucket, previous, member.position)
                previous = member.position
        return mentioned

    def steps(self, index: int) -> tuple[GateStep, ...]:
        """Every gate that the memory at a place of the list came to, the failed one last."""
        member, verdict = self.memories[index], self.verdict(index)
        archived = archived_step(member)
        if not archived.passed:
            return (archived,)
        is_summed = index in self.rule.summed
        candidate = candidates_step(
            self.rule, member, passed=is_summed or index not in self.excluded
        )
        if not candidate.passed:
            return archived, candidate
        if is_summed:
            return archived, candidate, GateStep(SUMMARY_GATE, passed=False, detail=in_its_stead())
        bucket = self._bucket_at(member.position)
        share = self.fitted.shares[bucket]
        if verdict.in_block:
            return archived, candidate, room_step(bucket, share, member)
        enough = self._enough(index, bucket)
        return archived, candidate, no_room_step(verdict.reason, share, member, enough)

    def _enough(self, index: int, bucket: Bucket) -> float:
        """The budget whose share for a bucket holds a memory, separators aside (§1, steps 1 to 3).

        Those that are dropped before it may still go.
        """
        ranks, share = self.buckets[bucket], self.fitted.shares[bucket]
        own = (self.memories[index].importance, self._ranks[index])
        earlier = sum(
            self.fitted.costs[rank]
            for rank in ranks
            if (self.memories[self.order[rank]].importance, rank) < own
        )
        everything = sum(map(len, self.buckets.values()))
        return self.overhead + math.ceil((share.needed - earlier) * everything / share.memories)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        return {index: rank for rank, index in enumerate(self.order)}

    @cached_property
    def _kept(self) -> frozenset[int]:
        ranks = chain.from_iterable(self.fitted.kept.values())
        return frozenset(map(self.order.__getitem__, ranks))

    @cached_property
    def _crowded(self) -> frozenset[int]:
        return frozenset(self.order[rank] for rank in self.fitted.crowded_out)

    def _bucket_at(self, position: float) -> Bucket:
        mid, recent = self.layout.starts
        if position >= recent:
            return "recent"
        return "mid" if position >= mid else "old"

    def _no_room(self, bucket: Bucket, *, crowded_out: bool) -> str:
        if crowded_out:
            return _(
                "The block has no room for it. It may use {budget:,.10g} tokens, and the "
                "lines between distant memories take some of them."
            ).format(budget=self.budget)
        words = self._no_room_in.get(bucket)
        if words is None:
            words = self._no_room_in[bucket] = no_room(bucket, self.fitted.shares[bucket])
        return words

    @cached_property
    def _no_room_in(self) -> dict[Bucket, str]:
        """The same sentence for all that a bucket has no room for, once it was made."""
        return {}


def build_block(
    memories: Existing, rule: CandidateRule, layout: Layout, fitting: Fitting
) -> DesignBlock:
    """Part the candidates into buckets and fit them into the budget.

    Args:
        memories: all that exist.
        rule: which of them are candidates.
        layout: how the block looks.
        fitting: the budget.
    """
    excluded = rule.excluded(memories.prepared)
    ranking = memories.candidates(excluded)
    mid, recent = layout.starts
    first_recent = bisect_left(ranking.positions, recent)
    first_mid = min(bisect_left(ranking.positions, mid), first_recent)
    buckets: dict[Bucket, range] = {
        "old": range(first_mid),
        "mid": range(first_mid, first_recent),
        "recent": range(first_recent, len(ranking.order)),
    }
    fitted = fit(ranking, buckets, fitting)
    overhead = fitting.frame.cost(buckets)
    return DesignBlock(
        memories=memories.prepared.members,
        rule=rule,
        excluded=excluded,
        order=ranking.order,
        buckets=buckets,
        fitted=fitted,
        budget=fitting.budget,
        overhead=overhead,
        layout=layout,
        hint_cost=fitting.frame.hint,
    )
