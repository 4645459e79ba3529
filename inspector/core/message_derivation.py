"""What a ruleset answers that judges the memories of messages: recaps, summaries."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.core.explanation import MESSAGE
from inspector.core.injection import Budget, Derivation, Injection
from inspector.core.recap import Scene
from inspector.core.recap_state import StoreState
from inspector.core.recap_verdict import MessageVerdict
from inspector.language import _

Range = tuple[int, int]
"""First and last message, both included."""


@dataclass(frozen=True, slots=True)
class AutoHide:
    """Ranges that are hidden and unhidden, messages already in that state included."""

    hide: tuple[Range, ...] = ()
    unhide: tuple[Range, ...] = ()

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that the extension sends, all that hide first."""
        hide = [hide_command("hide", one) for one in self.hide]
        return (*hide, *(hide_command("unhide", one) for one in self.unhide))


def hide_command(name: str, messages: Range) -> str:
    """SillyTavern's command for a range of messages, such as `/hide 3-8`."""
    first, last = messages
    return f"/{name} {first}" if first == last else f"/{name} {first}-{last}"


@dataclass(frozen=True, slots=True)
class Tier:
    """Messages' memories that are kept together under one limit.

    Attributes:
        name: short and stable, as `MessageVerdict.tier` has it.
        title: what people call it: "short-term memory".
        count: how many are in.
        kept: the same in words: "14 recaps".
        used: their tokens, by the ruleset's own accounting.
        limit: tokens that all of them may have; None without a limit.
        setting: the setting that holds the limit; empty without one.
        slot: key of the slot that they alone go to; empty for none of its own.
    """

    name: str
    title: str
    count: int
    kept: str
    used: int
    limit: float | None = None
    setting: str = ""
    slot: str = ""

    @property
    def in_words(self) -> str:
        """`short-term memory: 806 of 819 tokens, 14 recaps`."""
        words = _("{title}: {used:,} of {limit:,.10g} tokens, {kept}")
        if self.limit is None or self.limit == float("inf"):
            words = _("{title}: {used:,} tokens, {kept}")
        return words.format(title=self.title, used=self.used, limit=self.limit, kept=self.kept)


@dataclass(frozen=True, slots=True)
class MessageLane:
    """Which messages are in one state, for a lane along the chat.

    Attributes:
        title: of the state in a word or two.
        meaning: what it says of such a message, in a few words.
        messages: one byte a message, 1 where it is so.
        colour: the system's own, as `#rrggbb`; empty where it has none.
        is_loss: whether something is lost there that a person may miss.
    """

    title: str
    meaning: str
    messages: bytes
    colour: str = ""
    is_loss: bool = False


@dataclass(frozen=True, eq=False)
class MessageDerivation(Derivation):
    """All that a ruleset derives that judges the memories of messages.

    Attributes:
        messages: a verdict on every message.
    """

    messages: Sequence[MessageVerdict] = ()

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """What they are kept in, in the order in which people think of them."""
        return ()

    @property
    def lanes(self) -> tuple[MessageLane, ...]:
        """Where along the chat messages are in which tier, kept back or taken out."""
        return ()

    @property
    def included(self) -> frozenset[int]:
        """Messages whose memory is in."""
        return frozenset(one.message for one in self.messages if one.included)

    @property
    def removed(self) -> frozenset[int]:
        """Visible messages that the system takes out of an ordinary request."""
        return frozenset()

    def fate(self, message: int) -> str:
        """What becomes of the message itself, in sentences; empty for nothing to be said."""
        return ""

    @property
    def injects_memories(self) -> bool:
        """Whether messages' memories are injected themselves, and not shown only."""
        return False

    def budget_of(  # pyright: ignore[reportImplicitOverride] - no `override` in 3.11
        self, injection: Injection
    ) -> Budget | None:
        """That of the tier that goes to the slot, where tiers have slots of their own."""
        tier = next((one for one in self.tiers if one.slot == injection.key), None)
        if tier is None:
            return super().budget_of(injection)
        return None if tier.limit is None else Budget(tier.limit, tier.used)

    @property
    def in_words(self) -> str:
        """How much the tiers hold; empty without any."""
        return "; ".join(tier.in_words for tier in self.tiers)

    @property
    def ids(self) -> list[str]:
        """What can be explained: all messages."""
        return [f"{MESSAGE}{index}" for index in range(len(self.messages))]


@dataclass(frozen=True, eq=False)
class RecapDerivation(MessageDerivation):
    """The same where recaps of scenes and a running recap are kept besides.

    Attributes:
        scenes: every finished scene.
        auto_hide: what auto-hide would do.
        state: what a release would do with the stored running recap.
    """

    scenes: Sequence[Scene] = ()
    auto_hide: AutoHide = field(default_factory=AutoHide)
    state: StoreState = StoreState.NONE
