"""What a refresh makes of every message: its gate, its tier, and whether it is still sent."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import members
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, to_number, to_string, truthy
from inspector.core.recap_verdict import NO_RECAP, PAST_LIMIT
from inspector.systems.message_summarize.display import LAGGING, state_of
from inspector.systems.message_summarize.kept import is_set, value_of
from inspector.systems.message_summarize.leaving import Context, Leaving
from inspector.systems.message_summarize.refresh import LONG, SHORT, Flags, Rules, candidates
from inspector.systems.message_summarize.settings import CONTEXT_SIZE, SEPARATE

OFF = "off"


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

    @property
    def works(self) -> bool:
        """Whether it is on, and its refresh does not stop with an error."""
        return self.is_on and not self.flags.error

    def flag(self, message: int) -> tuple[object, object]:
        """`include` and `lagging` of a message after the refresh; older ones where it stopped."""
        if self.is_on and message >= self.flags.begins:
            return self.flags.include[message], self.flags.lagging[message]
        return self._stored(message)

    @property
    def in_tiers(self) -> Sequence[int]:
        """Messages that may be in a tier, ascending: nothing else is kept with one."""
        if self.is_on and not self.flags.begins:
            return self.flags.entered[::-1]
        return self.rules.messages.data.before(len(self.rules.messages))[::-1]

    def _stored(self, message: int) -> tuple[object, object]:
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
            messages.chat.hidden.__getitem__,
            lambda message: self.flag(message)[1],
            # The refresh before has made what was missing.
            lambda _: True,
        )
        return leaving.context(kind, removes=self.removes)

    @cached_property
    def removed(self) -> frozenset[int]:
        """Messages that leave the context."""
        return frozenset(self.context.removed)

    def is_removed(self, message: int) -> bool:
        """Whether a visible message leaves the context, asked of one alone."""
        hidden = self.rules.messages.is_hidden(message)
        return self.removes and not hidden and not truthy(self.flag(message)[1])

    @cached_property
    def gap(self) -> tuple[int, int] | None:
        """A kept message and a removed one behind it; None where what is kept has no gap."""
        kept, removed = self.context.kept, self.context.removed
        if not kept or not removed or kept[0] > removed[-1]:
            return None
        return kept[0], next(one for one in removed if one > kept[0])

    @property
    def flagged(self) -> list[int]:
        """Messages that something is kept with."""
        length = len(self.rules.messages)
        return [one for one in self.rules.messages.data.values if one < length]

    @property
    def outdated(self) -> list[int]:
        """Messages whose stored flags the next refresh changes, ascending."""
        return sorted(filter(self.is_outdated, self.flagged))

    def is_outdated(self, message: int) -> bool:
        """Whether the next refresh changes a message's stored flags; not where it has none."""
        include, lagging = self._stored(message)
        is_whole = len(self.rules.messages) == len(self.rules.messages.chat)
        if include is UNDEFINED or not is_whole or not self.works:
            return False
        now, lags = self.flag(message)
        return (include if truthy(include) else None) != now or truthy(lagging) != lags

    def state(self, message: int) -> str:
        """The extension's word for a message by the flags of the refresh."""
        include, lagging = self.flag(message)
        held = self.rules.messages.module(message)
        return state_of({**members(held), "include": include, LAGGING: lagging})

    def remembers(self, message: int) -> bool:
        """Whether a message is to be remembered."""
        return is_set(self.rules.messages.module(message), "remember")

    def holds_memory(self, message: int) -> bool:
        """Whether a memory is stored with a message."""
        return truthy(value_of(self.rules.messages.module(message), "memory"))

    def text(self, message: int) -> str | None:
        """A message's memory as it is shown; None without one."""
        try:
            memory = self.rules.memory(message)
            return to_string(memory) if truthy(memory) else None
        except ReleaseThrowsError:
            return None

    def cost(self, message: int) -> int:
        """Tokens of a message's memory in a tier, with its separator."""
        return self.rules.separator_cost + self.rules.count(self.text(message))

    def gate(self, message: int) -> str | None:
        """The first gate that a message fails; None if its memory is in (§10)."""
        if not self.works:
            return OFF
        excluded = self.rules.exclusion(message)
        if excluded is not None:
            return excluded
        if not self.holds_memory(message):
            return NO_RECAP
        include, lagging = self.flag(message)
        if include not in (SHORT, LONG):
            return PAST_LIMIT
        return LAGGING if truthy(lagging) else None

    def open_to(self, message: int) -> tuple[str, ...]:
        """The tiers that a message's memory may come into, in the order in which it is tried."""
        if not self.remembers(message):
            return (SHORT,)
        return (LONG,) if truthy(self.rules.setting(SEPARATE)) else (SHORT, LONG)

    def needed(self, message: int, tier: str) -> int:
        """Tokens that a tier must hold for a message's memory to come in.

        Of short-term memory a lagging one takes none, but shuts it where it alone does not fit.
        """
        rules = self.rules
        separates = truthy(rules.setting(SEPARATE))
        total = most = 1
        for one in range(len(rules.messages) - 1, message - 1, -1):
            if not self.text(one) or rules.exclusion(one) is not None:
                continue
            include, lagging = self.flag(one)
            remembered = self.remembers(one)
            if tier == LONG and (not remembered or include == SHORT):
                continue
            if tier == SHORT and separates and remembered:
                continue
            size = total + self.cost(one)
            most = max(most, size)
            if tier == LONG or not truthy(lagging):
                total = size
        return most

    def limit_of(self, tier: str, tokens: int) -> int | None:
        """The limit of a tier that is so many tokens, in its unit; None without a context size."""
        if self.rules.setting(f"{tier}_term_context_type") != "percent":
            return tokens
        size = to_number(self.rules.setting(CONTEXT_SIZE))
        return math.ceil(tokens * 100 / size) if size > 0 else None

    @cached_property
    def due(self) -> frozenset[int]:
        """Messages of which memories are made by themselves next."""
        makes = self.is_on and truthy(self.rules.setting("auto_summarize"))
        return frozenset(candidates(self.rules)) if makes else frozenset()

    @property
    def measures(self) -> Mapping[str, float]:
        """What the tiers hold and may hold, and where the threshold lies."""
        used, limits = self.flags.used, self.flags.limits
        return {
            "short": float(used[SHORT]),
            "long": float(used[LONG]),
            "short_limit": limits[SHORT],
            "long_limit": limits[LONG],
            **({} if self.threshold is None else {"threshold": self.threshold}),
        }
