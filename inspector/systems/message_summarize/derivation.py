"""What the ruleset answers: the slots, a verdict on every message, what leaves the context."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import isnan

from typing_extensions import override

from inspector.core.cached import cached_property
from inspector.core.decoded import is_object
from inspector.core.errors import InspectorError, ReleaseThrowsError
from inspector.core.gates import GateWords
from inspector.core.injection import Derivation, GateStep
from inspector.core.javascript import printed, to_string, truthy
from inspector.core.message_derivation import MessageDerivation, MessageLane, Tier
from inspector.core.recap_verdict import NO_RECAP, PAST_LIMIT, MessageVerdict, StateMark
from inspector.systems.message_summarize.display import COLOURS, STATES, state_of
from inspector.systems.message_summarize.kept import is_set, value_of
from inspector.systems.message_summarize.leaving import Context, Leaving
from inspector.systems.message_summarize.refresh import LONG, SHORT, Flags, Rules
from inspector.systems.message_summarize.texts import SLOTS, Texts

LAGGING = "lagging"
OFF = "off"

EXCLUSIONS: Mapping[str, tuple[str, str]] = {
    "own": ("It is the extension's own message.", "It is not the extension's own message."),
    "excluded": ("It has been left out by hand.", "It has not been left out by hand."),
    "user": (
        "User messages are left out (include_user_messages).",
        "It is not a user's message, or these count (include_user_messages).",
    ),
    "thoughts": (
        "It is a character's thoughts, which are always left out.",
        "It is not a character's thoughts.",
    ),
    "system": (
        "Hidden messages are left out (include_system_messages).",
        "It is not hidden, or hidden messages count (include_system_messages).",
    ),
    "narrator": (
        "A narrator's messages are left out (include_narrator_messages).",
        "It is not a narrator's, or these count (include_narrator_messages).",
    ),
    "character": (
        "Its character is disabled in this group (disabled_group_characters).",
        "Its character is not disabled in this group (disabled_group_characters).",
    ),
    "short": (
        "The message has fewer tokens than message_length_threshold.",
        "The message is not shorter than message_length_threshold.",
    ),
}
"""The gates of what may have a memory, in order: what to say where it fails and where it passes."""

GATES = (*EXCLUSIONS, NO_RECAP, PAST_LIMIT, LAGGING)
"""All gates in their order (specs/message-summarize.md §10)."""


GATE_WORDS = (
    GateWords(
        LAGGING,
        short="lagging",
        word="lagging",
        reason="inside the injection threshold, the message itself is still sent",
        passed="It is past the injection threshold",
        failed="It is inside the injection threshold",
    ),
    GateWords(PAST_LIMIT, short="past the limit", word="past limit"),
    GateWords(OFF, short="switched off", word="off", reason="the extension does nothing here"),
)
"""What people call them."""


_TIER_LANES = {SHORT: STATES[SHORT], LONG: STATES[LONG]}
_REMOVED, _LOST = "removed", "lost"
_LANES: Mapping[str, tuple[str, str]] = {
    STATES[SHORT]: ("its memory is in short-term memory", COLOURS[SHORT]),
    STATES[LONG]: ("its memory is in long-term memory", COLOURS[LONG]),
    LAGGING: ("its memory waits, since the message itself is still sent", ""),
    _REMOVED: ("the message itself is removed from the context", ""),
    _LOST: ("neither it nor a memory of it is sent", ""),
}


@dataclass(frozen=True, eq=False)
class Judge:
    """Judges messages by the flags of a refresh.

    Attributes:
        rules: the chat and the settings.
        flags: what the refresh wrote.
        threshold: the first lagging message.
        is_on: whether the extension is on in this chat.
        removes: whether it takes messages out of the context.
    """

    rules: Rules
    flags: Flags
    threshold: float | None
    is_on: bool
    removes: bool

    def flag(self, message: int) -> tuple[object, object]:
        """`include` and `lagging` of a message after the refresh; older ones where it stopped."""
        if self.is_on and message >= self.flags.begins:
            return self.flags.include[message], self.flags.lagging[message]
        module = self.rules.messages.module(message)
        return value_of(module, "include"), value_of(module, LAGGING)

    @cached_property
    def context(self) -> Context:
        """What is sent with an ordinary message."""
        return self.context_of("normal")

    def context_of(self, kind: str) -> Context:
        """What is sent by a kind of generation."""
        messages = self.rules.messages
        leaving = Leaving(
            len(messages),
            messages.is_hidden,
            lambda message: self.flag(message)[1],
            # The refresh before has made what was missing.
            lambda _: True,
        )
        return leaving.context(kind, removes=self.removes)

    @cached_property
    def lanes(self) -> tuple[MessageLane, ...]:
        """Every message's place, without the words of its verdict."""
        length = len(self.rules.messages)
        places = {title: bytearray(length) for title in _LANES}
        if not self.is_on or self.flags.error:
            return ()
        for message in self._flagged:
            include, lagging = self.flag(message)
            held = value_of(self.rules.messages.module(message), "memory")
            if include in _TIER_LANES and truthy(held):
                lane = LAGGING if truthy(lagging) else _TIER_LANES[str(include)]
                places[lane][message] = 1
        inside = [places[title] for title in _TIER_LANES.values()]
        for message in self.context.removed:
            places[_REMOVED][message] = 1
            if not any(one[message] for one in inside):
                places[_LOST][message] = 1
        return tuple(
            MessageLane(title, meaning, bytes(places[title]), colour, is_loss=title == _LOST)
            for title, (meaning, colour) in _LANES.items()
        )

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many memories are in the text of each tier."""
        tiers = [verdict.tier for verdict in map(self.verdict, self._flagged) if verdict.included]
        return {tier: tiers.count(tier) for tier in (SHORT, LONG)}

    @property
    def _flagged(self) -> list[int]:
        return [one for one in self.rules.messages.data.values if one < len(self.rules.messages)]

    def needed(self, message: int) -> int:
        """Tokens of short-term memory from the newest back to a message's own memory."""
        rules = self.rules
        total = 1
        for one in range(len(rules.messages) - 1, message - 1, -1):
            lags = truthy(self.flag(one)[1])
            text = self.text(one)
            if text is not None and not lags and rules.exclusion(one) is None:
                total += rules.separator_cost + rules.count(text)
        return total

    @cached_property
    def _kept(self) -> frozenset[int]:
        return frozenset(self.context.kept)

    def verdict(self, message: int) -> MessageVerdict:
        """The verdict on one message."""
        include, lagging = self.flag(message)
        gate = self._gate(message, include, lagging=truthy(lagging))
        text = self.text(message)
        return MessageVerdict(
            message,
            included=gate is None,
            gate=gate,
            reason="" if gate is None else reason(self, message, gate),
            recap=text,
            tokens=self.rules.count(text),
            scene=None,
            tier=next((one for one in (SHORT, LONG) if one == include), None),
            lagging=truthy(lagging),
            kept=message in self._kept,
            mark=self._mark(message, gate, include, lagging),
        )

    def _mark(self, message: int, gate: str | None, include: object, lagging: object) -> StateMark:
        """What stands under the message once the refresh is done (§8)."""
        held = self.rules.messages.module(message)
        module = {**(held if is_object(held) else {}), "include": include, LAGGING: lagging}
        state = state_of(module)
        word = STATES.get(state, "")
        if not state:
            failed = truthy(value_of(module, "error"))
            without = "failed" if failed else "no memory" if gate == NO_RECAP else ""
            word = "not included" if truthy(value_of(module, "memory")) else without
        lags = word and truthy(lagging)
        return StateMark(f"{word}, lagging" if lags else word, COLOURS.get(state, ""), bool(lags))

    def text(self, message: int) -> str | None:
        """A message's memory as it is shown; None without one."""
        try:
            memory = self.rules.memory(message)
            return to_string(memory) if truthy(memory) else None
        except ReleaseThrowsError:
            return None

    def _gate(self, message: int, include: object, *, lagging: bool) -> str | None:
        if not self.is_on or self.flags.error:
            return OFF
        excluded = self.rules.exclusion(message)
        if excluded is not None:
            return excluded
        held = value_of(self.rules.messages.module(message), "memory")
        if not truthy(held):
            return NO_RECAP
        if include not in (SHORT, LONG):
            return PAST_LIMIT
        return LAGGING if lagging else None


def reason(judge: Judge, message: int, gate: str) -> str:
    """One plain sentence for a gate that failed."""
    if gate in EXCLUSIONS:
        return EXCLUSIONS[gate][0]
    if gate == NO_RECAP:
        module = judge.rules.messages.module(message)
        error = value_of(module, "error")
        return f"Making its memory failed: {printed(error)}" if truthy(error) else "It has none."
    if gate == LAGGING:
        return _lagging_words(judge, message)
    if gate == OFF:
        stopped = f"The refresh stops with an error: {judge.flags.error}"
        return stopped if judge.flags.error else "It is switched off for this chat."
    return _limit_words(judge)


def _lagging_words(judge: Judge, message: int) -> str:
    threshold = judge.threshold
    if threshold is not None and message < threshold:
        return "It is the user's last message, which stays in the context itjudge."
    return (
        f"It is inside the injection threshold, which begins at message {threshold:g}: the "
        "message itself is still sent."
    )


def _limit_words(judge: Judge) -> str:
    limit = judge.flags.limits.get(SHORT, 0)
    return (
        f"Short-term memory is full from here on: its limit is {limit:g} tokens, and the first "
        "memory that passed it shut it for all older ones."
    )


def steps(judge: Judge, message: int) -> tuple[GateStep, ...]:
    """The gates that a message met, the failed one last."""
    verdict = judge.verdict(message)
    if verdict.gate == OFF:
        return (GateStep(OFF, passed=False, detail=verdict.reason),)
    remembered = is_set(judge.rules.messages.module(message), "remember")
    gates = [gate for gate in GATES if not remembered or gate not in EXCLUSIONS or gate == "own"]
    end = len(gates) if verdict.gate is None else gates.index(verdict.gate)
    passed = [GateStep(gate, passed=True, detail=_passed(judge, gate)) for gate in gates[:end]]
    if verdict.gate is None:
        return tuple(passed)
    failed = GateStep(
        verdict.gate, passed=False, detail=verdict.reason, measure=partial(_numbers, judge)
    )
    return (*passed, failed)


def _passed(judge: Judge, gate: str) -> str:
    if gate in EXCLUSIONS:
        return EXCLUSIONS[gate][1]
    if gate == NO_RECAP:
        return "It has a memory."
    if gate == PAST_LIMIT:
        used, limits = judge.flags.used, judge.flags.limits
        return f"There is room: {used[SHORT]} of {limits[SHORT]:g} tokens are used in the end."
    return f"It is past the injection threshold, which begins at message {judge.threshold:g}."


def _numbers(judge: Judge) -> Mapping[str, float]:
    used, limits = judge.flags.used, judge.flags.limits
    return {
        "short": float(used[SHORT]),
        "long": float(used[LONG]),
        "short_limit": limits[SHORT],
        "long_limit": limits[LONG],
        **({} if judge.threshold is None else {"threshold": judge.threshold}),
    }


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
    def lanes(self) -> tuple[MessageLane, ...]:
        return () if self.judge is None else self.judge.lanes

    @property
    @override
    def tiers(self) -> tuple[Tier, ...]:
        judge = self.judge
        if judge is None or not judge.is_on:
            return ()
        return tuple(
            Tier(
                tier,
                f"{tier}-term memory",
                "memory",
                judge.counts[tier],
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
        raise InspectorError("This is no answer of MessageSummarize.")
    return derivation.judge
