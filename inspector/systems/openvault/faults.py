"""What a release does wrong on this chat, said plainly (issue 4, item 7)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.deadline import Deadline
from inspector.core.edits import Edit, SetField
from inspector.core.injection import Injection
from inspector.core.javascript import first_truthy, to_number
from inspector.core.memory import DEFAULT_IMPORTANCE, Memory, titles_of
from inspector.core.problems import Problem, Severity
from inspector.core.query import Query
from inspector.core.settings import SetSetting
from inspector.language import _, ngettext
from inspector.systems.openvault.budget_search import BudgetSearch, main_block
from inspector.systems.openvault.formatter_cut import Weighed, weighed
from inspector.systems.openvault.lines import SLOT
from inspector.systems.openvault.release_settings import BUDGET
from inspector.systems.openvault.surroundings import is_felt, is_later

_LONG = 2.0
"""So many times the average makes a memory over-long."""


@dataclass(frozen=True, eq=False)
class Fault:
    """One fault of a release that shows on this chat.

    Attributes:
        code: short stable name.
        text: plain sentences: what it does, and what avoids it.
        memories: indexes of the memories that it hits.
        fix: the edit or the setting that avoids it, tried on the real rules; None without one.
        remedy: verb and value of the fix, as a button says it.
        severity: an error where nothing at all is injected for it.
    """

    code: str
    text: str
    memories: tuple[int, ...] = ()
    fix: Edit | SetSetting | None = None
    remedy: str = ""
    severity: Severity = Severity.WARNING

    @property
    def problem(self) -> Problem:
        """The same as a line of the Problems list, at the first memory that it hits."""
        memory = self.memories[0] if self.memories else None
        return Problem(
            self.code,
            self.text,
            self.severity,
            memory=memory,
            fix=self.fix,
            fix_title=self.remedy,
        )


def release_faults(query: Query, deadline: Deadline | None = None) -> tuple[Fault, ...]:
    """The faults of a release that show on this chat at this moment; none for a design.

    Args:
        query: put to one of its releases.
        deadline: how long remedies are tried; a fault is told without one where it ends.
    """
    if not query.ruleset.is_release:
        return ()
    chat = _Faults(query, deadline or Deadline())
    return tuple(
        fault
        for find in (
            chat.newest_dropped,
            chat.long_memory,
            chat.block_over_budget,
            chat.shared_ids,
            chat.silent_emotions,
            chat.below_zero,
        )
        for fault in find()
    )


@dataclass(frozen=True, eq=False)
class _Faults:
    query: Query
    deadline: Deadline

    def newest_dropped(self) -> Iterator[Fault]:
        """At a full budget the walk from old to new ends before the newest."""
        if not self._cut:
            return
        worst = max((one.memory for one in self._cut), key=lambda one: (one.importance, one.index))
        less = [one.memory.index for one in self._cut if one.memory is not worst]
        cut = (worst.index, *less)
        text = _cut_words(len(cut)).format(
            title=self._title, n=len(cut), label=worst.label, stars=_stars(worst.importance)
        )
        remedy, fix = self._enough_for(cut)
        if fix is not None:
            keep = ngettext(
                "Raise the budget to {tokens:,} tokens to keep it.",
                "Raise the budget to {tokens:,} tokens to keep them.",
                len(cut),
            )
            text += " " + keep.format(tokens=fix.value)
        yield Fault("newest-dropped", text, cut, fix, remedy)

    def long_memory(self) -> Iterator[Fault]:
        """One that does not fit keeps out all that come after it and would have fitted."""
        if not self._cut:
            return
        stopper, room, needs = self._cut[0].memory, self._cut[0].room, self._cut[0].tokens
        after = self._cut[1:]
        fitting = [one.memory.index for one in after if one.tokens <= room]
        average = sum(one.tokens for one in after) / max(1, len(after))
        if not fitting or needs <= _LONG * average:
            return
        fewer = math.ceil(needs - room)
        text = _kept_out(len(fitting)).format(
            label=stopper.label,
            needs=needs,
            left=max(0, math.floor(room)),
            title=self._title,
            n=len(fitting),
        )
        edit = SetField((stopper.index,), "archived", value=True)
        hits = (stopper.index, *fitting)
        if self._helps(edit, fitting):
            remedy = _("Archive {label}").format(label=stopper.label)
            also = _("Shorten its summary by {fewer:,} tokens, or archive it.").format(fewer=fewer)
            yield Fault("long-memory", f"{text} {also}", hits, edit, remedy)
            return
        remedy, fix = self._enough_for(fitting)
        also = _("Shorten its summary by {fewer:,} tokens.")
        if fix:
            also = _(
                "Shorten its summary by {fewer:,} tokens, or raise the budget to {tokens:,} tokens."
            )
        also = also.format(fewer=fewer, tokens=fix.value if fix else 0)
        yield Fault("long-memory", f"{text} {also}", hits, fix, remedy)

    def block_over_budget(self) -> Iterator[Fault]:
        """Blank lines, separators and line ends are not counted."""
        limit, block = self._limit, self._block
        if block is None or not math.isfinite(limit) or block.tokens <= limit:
            return
        over = block.tokens - math.floor(limit)
        beyond = tuple(dict.fromkeys(_beyond(block, over)))
        text = _(
            "The block has {tokens:,} tokens, {over:,} more than its budget of {budget:,}: {title} "
            "counts no blank lines, separators and line ends."
        ).format(tokens=block.tokens, over=over, budget=math.floor(limit), title=self._title)
        tokens = self._budgets.within(math.floor(limit), over)
        if tokens is None:
            yield Fault("over-budget", text, beyond)
            return
        remedy = _("Lower the budget to {total:,} tokens").format(total=tokens)
        also = _("Lower the budget to {total:,} tokens to stay within.").format(total=tokens)
        fix = self._budget_of(tokens)
        yield Fault("over-budget", f"{text} {also}", beyond, fix, remedy)

    def shared_ids(self) -> Iterator[Fault]:
        """What is kept is remembered by id alone."""
        kept = tuple(
            one.memory.index for one in self._at_formatter if one.passed and not one.counted
        )
        if not kept:
            return
        n = len(kept)
        every = (self.query.document.memories[index] for index in kept)
        text = _past_budget(n).format(n=n, title=self._title, memories=titles_of(every, n))
        edit = SetField(kept, "archived", value=True)
        if self._drops(edit, kept):
            remedy = ngettext("Archive that one", "Archive these {n:,}", n).format(n=n)
            also = ngettext(
                "An id of its own for each avoids it, or archiving that one.",
                "An id of its own for each avoids it, or archiving these {n:,}.",
                n,
            ).format(n=n)
            yield Fault("shared-id", f"{text} {also}", kept, edit, remedy)
            return
        also = _("An id of its own for each avoids it.")
        remedy, fix = self._enough_for([one.memory.index for one in self._at_formatter])
        yield Fault("shared-id", f"{text} {also}", kept, fix, remedy)

    def silent_emotions(self) -> Iterator[Fault]:
        """The formatter is never handed what its line of emotions is made of."""
        if self.query.ruleset.name == f"{SLOT}/1.41":
            return
        document, moment = self.query.document, self.query.moment
        felt = [
            f"{name} {state.emotion}"
            for name, state in document.characters.items()
            if is_felt(state.emotion) and not is_later(state, document, moment)
        ]
        if felt and self._block is not None and self._block.text:
            yield Fault(
                "no-emotions",
                _(
                    "{title} never writes its line of emotions, so this is not in the block: "
                    "{emotions}. No setting brings it back; the ruleset openvault/terse shows it "
                    "as designed."
                ).format(title=self._title, emotions=", ".join(felt[:5])),
            )

    def below_zero(self) -> Iterator[Fault]:
        """A negative number of stars is an error in JavaScript."""
        hit = tuple(
            memory.index for memory in self._existing if not -1 < _stars_of(memory) < math.inf
        )
        if not hit:
            return
        throws = any(one.code == "importance-throws" for one in self.query.derivation.warnings)
        n = len(hit)
        text = _below_zero(n).format(title=self._title, n=n)
        now = _("It would inject nothing once one is chosen.")
        if throws:
            now = _("It injects nothing now.")
        yield Fault(
            "importance-below-zero",
            f"{text} {now} {_('Importance 1 avoids it.')}",
            hit,
            SetField(hit, "importance", 1),
            _("Set importance to 1"),
            Severity.ERROR if throws else Severity.WARNING,
        )

    @property
    def _title(self) -> str:
        return _(self.query.ruleset.title)

    @cached_property
    def _existing(self) -> list[Memory]:
        memories = self.query.document.memories
        return [memories[index] for index in self.query.derivation.existing]

    @cached_property
    def _limit(self) -> float:
        budget = self.query.derivation.budget
        return math.nan if budget is None else budget.limit

    @cached_property
    def _block(self) -> Injection | None:
        return main_block(self.query)

    @cached_property
    def _at_formatter(self) -> Sequence[Weighed]:
        return weighed(self.query.derivation, self._existing, self.deadline)

    @cached_property
    def _cut(self) -> list[Weighed]:
        """What the formatter cuts, in the order in which it would have come to it."""
        cut = [one for one in self._at_formatter if not one.passed]
        return sorted(cut, key=lambda one: one.short)

    def _enough_for(self, wanted: Sequence[int]) -> tuple[str, SetSetting | None]:
        """A budget that holds all of these: what a button says, and what it does."""
        enough = {one.memory.index: one.enough for one in self._at_formatter}
        tokens = self._budgets.holding(wanted, max(enough[index] for index in wanted))
        if tokens is None:
            return "", None
        title = _("Raise the budget to {total:,} tokens").format(total=tokens)
        return title, self._budget_of(tokens)

    def _budget_of(self, tokens: int) -> SetSetting:
        return SetSetting(self.query.ruleset.name, BUDGET, tokens)

    @cached_property
    def _budgets(self) -> BudgetSearch:
        return BudgetSearch(self.query, self.deadline)

    def _helps(self, edit: Edit, wanted: Sequence[int]) -> bool:
        return set(wanted) <= self.query.edited((edit,)).derivation.in_block

    def _drops(self, edit: Edit, unwanted: Sequence[int]) -> bool:
        return self.query.edited((edit,)).derivation.in_block.isdisjoint(unwanted)


def _beyond(block: Injection, over: float) -> Iterator[int]:
    """The last memories of a block that together are as long as what exceeds its budget."""
    for line in reversed(block.lines):
        if over <= 0:
            return
        if line.memory is not None:
            over -= line.tokens
            yield line.memory


def _stars_of(memory: Memory) -> float:
    stored = memory.record.get("importance")
    number = to_number(first_truthy(stored, DEFAULT_IMPORTANCE))
    return 0 if math.isnan(number) else number


def _kept_out(n: int) -> str:
    return ngettext(
        "{label} needs {needs:,.10g} tokens where {left:,} are left, and {title} looks at nothing "
        "after the first that does not fit: {n:,} memory is kept out that would have fitted.",
        "{label} needs {needs:,.10g} tokens where {left:,} are left, and {title} looks at nothing "
        "after the first that does not fit: {n:,} memories are kept out that would have fitted.",
        n,
    )


def _cut_words(n: int) -> str:
    return ngettext(
        "At a full budget {title} drops the newest memories, whatever their importance: {n:,} "
        "memory is cut: {label} with {stars}.",
        "At a full budget {title} drops the newest memories, whatever their importance: {n:,} "
        "memories are cut, the most important {label} with {stars}.",
        n,
    )


def _past_budget(n: int) -> str:
    return ngettext(
        "{n:,} memory is in the block past its budget: {title} keeps memories by id, and one with "
        "the same id fits ({memories}).",
        "{n:,} memories are in the block past its budget: {title} keeps memories by id, and one "
        "with the same id fits ({memories}).",
        n,
    )


def _below_zero(n: int) -> str:
    return ngettext(
        "{title} stops with an error over an importance below zero or without end: {n:,} memory is "
        "hit.",
        "{title} stops with an error over an importance below zero or without end: {n:,} memories "
        "are hit.",
        n,
    )


def _stars(importance: int) -> str:
    return ngettext("{n} star", "{n} stars", importance).format(n=importance)
