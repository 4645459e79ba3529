"""What the ruleset answers: the slots, a verdict on every message, what leaves the context."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan

from typing_extensions import override

from inspector.core.cached import cached_property
from inspector.core.errors import InspectorError
from inspector.core.injection import Derivation
from inspector.core.javascript import truthy
from inspector.core.message_derivation import MessageDerivation, MessageLane, Tier
from inspector.core.recap_verdict import MessageVerdict
from inspector.language import N_, _, ngettext
from inspector.systems.message_summarize.display import COLOURS, LAGGING, STATES
from inspector.systems.message_summarize.explaining import fate, mark, reason
from inspector.systems.message_summarize.judging import Judge
from inspector.systems.message_summarize.refresh import LONG, SHORT
from inspector.systems.message_summarize.texts import SLOTS, Texts

_TIER_TITLES = {SHORT: N_("short-term memory"), LONG: N_("long-term memory")}
_TIER_LANES = {SHORT: STATES[SHORT], LONG: STATES[LONG]}
_REMOVED, _LOST = N_("removed"), N_("lost")
_LANES: Mapping[str, tuple[str, str]] = {
    STATES[SHORT]: (N_("its memory is in short-term memory"), COLOURS[SHORT]),
    STATES[LONG]: (N_("its memory is in long-term memory"), COLOURS[LONG]),
    LAGGING: (N_("its memory waits, since the message itself is still sent"), ""),
    _REMOVED: (N_("the message itself is removed from the context"), ""),
    _LOST: (N_("neither it nor a memory of it is sent"), ""),
}


def verdict_on(judge: Judge, message: int) -> MessageVerdict:
    """The verdict on one message."""
    include, lagging = judge.flag(message)
    gate, text = judge.gate(message), judge.text(message)
    return MessageVerdict(
        message,
        included=gate is None,
        gate=gate,
        reason="" if gate is None else reason(judge, message, gate),
        recap=text,
        tokens=judge.rules.count(text),
        scene=None,
        tier=next((one for one in (SHORT, LONG) if one == include), None),
        lagging=truthy(lagging),
        kept=not judge.rules.messages.is_hidden(message) and not judge.is_removed(message),
        mark=mark(judge, message, gate),
    )


@dataclass(frozen=True, eq=False)
class SummaryDerivation(MessageDerivation):
    """All that the ruleset derives from a document at a moment.

    Attributes:
        judge: what the verdicts are made of.
        texts: what the texts of the tiers are made with.
    """

    judge: Judge | None = None
    texts: Texts | None = None

    @property
    @override
    def injects_memories(self) -> bool:
        return True

    @property
    @override
    def included(self) -> frozenset[int]:
        if self.judge is None or self.texts is None or not self.judge.works:
            return frozenset()
        return frozenset(one for tier in self.texts.injected.values() for one in tier)

    @property
    @override
    def removed(self) -> frozenset[int]:
        return frozenset() if self.judge is None else self.judge.removed

    @override
    def fate(self, message: int) -> str:
        return "" if self.judge is None else fate(self.judge, message)

    @property
    @override
    def lanes(self) -> tuple[MessageLane, ...]:
        return self._lanes

    @cached_property
    def _lanes(self) -> tuple[MessageLane, ...]:
        judge = self.judge
        if judge is None or not judge.works:
            return ()
        length = len(judge.rules.messages)
        places = {title: bytearray(length) for title in _LANES}
        for message in judge.flagged:
            include, lagging = judge.flag(message)
            if include in _TIER_LANES and judge.holds_memory(message):
                lane = LAGGING if truthy(lagging) else _TIER_LANES[str(include)]
                places[lane][message] = 1
        inside = [places[title] for title in _TIER_LANES.values()]
        for message in judge.context.removed:
            places[_REMOVED][message] = 1
            if not any(one[message] for one in inside):
                places[_LOST][message] = 1
        return tuple(
            MessageLane(_(title), _(meaning), bytes(places[title]), colour, is_loss=title == _LOST)
            for title, (meaning, colour) in _LANES.items()
        )

    @property
    @override
    def tiers(self) -> tuple[Tier, ...]:
        judge, texts = self.judge, self.texts
        if judge is None or texts is None or not judge.is_on:
            return ()
        counts = {tier: len(texts.injected[tier]) if judge.works else 0 for tier in (SHORT, LONG)}
        return tuple(
            Tier(
                tier,
                _(_TIER_TITLES[tier]),
                counts[tier],
                ngettext("{n:,} memory", "{n:,} memories", counts[tier]).format(n=counts[tier]),
                judge.flags.used[tier],
                None if isnan(judge.flags.limits[tier]) else judge.flags.limits[tier],
                f"{tier}_term_context_limit",
                SLOTS[tier],
            )
            for tier in (SHORT, LONG)
        )


def judge_of(derivation: Derivation) -> Judge:
    """What an answer of this system's was made of.

    Raises:
        InspectorError: it is another system's.
    """
    if not isinstance(derivation, SummaryDerivation) or derivation.judge is None:
        raise InspectorError(_("This is no answer of MessageSummarize."))
    return derivation.judge
