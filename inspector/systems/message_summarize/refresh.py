"""A refresh: the threshold, and the walk that flags every message (specs §4, §5)."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.core.cached import cached_property
from inspector.core.decoded import is_list, is_object, members
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import (
    UNDEFINED,
    floor,
    identity,
    to_number,
    to_string,
    truthy,
)
from inspector.core.tokens import Tokenizer
from inspector.systems.message_summarize.kept import ENABLED, is_set, memory_of, value_of
from inspector.systems.message_summarize.messages import Messages
from inspector.systems.message_summarize.settings import (
    CONTEXT_SIZE,
    KEEP_USER,
    REMOVE,
    SEPARATE,
    SEPARATOR,
    SHOW_PREFILL,
    THRESHOLD,
    TRIGGER,
)

Setting = Callable[[str], object]
"""Answers the value of a setting by its name, the extension's default included."""

SHORT: Final[str] = "short"
LONG: Final[str] = "long"

_SAMPLE = "This is a test."
TRIGGERS = ("messages", "summaries", "context")


@dataclass(frozen=True)
class Frozen:
    """What the extension remembers of its last refresh, in the session and not in the file.

    Attributes:
        threshold: the first lagging message; None after a chat was opened.
        count: messages that the threshold setting came to.
        kind: the threshold's type.
    """

    threshold: float | None = None
    count: object = None
    kind: object = None


@dataclass(frozen=True, eq=False)
class Rules:
    """What a refresh asks of a chat.

    Attributes:
        messages: the chat.
        setting: the settings.
        tokenizer: counts.
        group_id: the group whose chat it is; None in a solo chat.
        saved_prompt: the host's saved prompt of the newest message; None if it has none.
    """

    messages: Messages
    setting: Setting
    tokenizer: Tokenizer
    group_id: str | None = None
    saved_prompt: str | None = None

    def count(self, text: object) -> int:
        """Tokens of a text; 0 for what is none."""
        return self.tokenizer.count(text) if isinstance(text, str) and text else 0

    @cached_property
    def show_prefill(self) -> bool:
        """Whether a memory's prefill is part of it."""
        return truthy(self.setting(SHOW_PREFILL))

    def memory(self, message: int) -> object:
        """The memory of a message as it is shown; falsy without one.

        Raises:
            ReleaseThrowsError: JavaScript can make no text of it.
        """
        return memory_of(self.messages.module(message), show_prefill=self.show_prefill)

    def exclusion(self, message: int) -> str | None:
        """The first rule that leaves a message out (§4); None if it may have a memory."""
        module = self.messages.module(message)
        if is_object(module):
            if is_set(module, "is_qvink_system_memory"):
                return "own"
            if is_set(module, "remember"):
                return None
            if is_set(module, "exclude"):
                return "excluded"
        return self._left_out(message) or ("short" if self._is_short(message) else None)

    def _left_out(self, message: int) -> str | None:
        """The first rule that leaves a message out for what it is, but for its length."""
        messages = self.messages
        if messages.is_user(message) and not self._includes["user"]:
            return "user"
        if messages.is_thoughts(message):
            return "thoughts"
        if messages.is_hidden(message) and not self._includes["system"]:
            return "system"
        if messages.is_narrator(message) and not self._includes["narrator"]:
            return "narrator"
        return "character" if self._is_disabled(message) else None

    @cached_property
    def _includes(self) -> Mapping[str, bool]:
        kinds = ("user", "system", "narrator")
        return {kind: truthy(self.setting(f"include_{kind}_messages")) for kind in kinds}

    def _is_disabled(self, message: int) -> bool:
        return bool(self._disabled) and identity(self.messages.avatar(message)) in self._disabled

    @cached_property
    def _disabled(self) -> frozenset[object]:
        if self.group_id is None:
            return frozenset()
        listed = members(self.setting("disabled_group_characters")).get(self.group_id)
        return frozenset(map(identity, listed)) if is_list(listed) else frozenset()

    @cached_property
    def _shortest(self) -> float:
        return to_number(self.setting("message_length_threshold"))

    def _is_short(self, message: int) -> bool:
        # Nothing is counted where nothing is too short.
        return self._shortest > 0 and self.messages.size(message, self.tokenizer) < self._shortest

    def limit(self, tier: str) -> float:
        """Tokens that a tier may have; NaN for no limit (§3)."""
        limit = self.setting(f"{tier}_term_context_limit")
        return self._limit(limit, self.setting(f"{tier}_term_context_type"))

    def _limit(self, limit: object, kind: object) -> float:
        if kind != "percent":
            return to_number(limit)
        return floor(to_number(self.setting(CONTEXT_SIZE)) * to_number(limit) / 100)

    @cached_property
    def separator_cost(self) -> int:
        """What a separator is held to cost: it can be 0 or less (§5.2)."""
        separator = to_string(self.setting(SEPARATOR))
        joined = f"{_SAMPLE}{separator}{_SAMPLE}"
        return self.count(joined) - 2 * self.count(_SAMPLE)

    @cached_property
    def counted_back(self) -> object:
        """How many messages the threshold setting comes to (§5.1)."""
        kind, value = self.setting(f"{THRESHOLD}_type"), self.setting(THRESHOLD)
        if kind == "messages":
            return value
        wanted = to_number(value)
        if kind == "percent":
            wanted = floor(wanted * to_number(self.setting(CONTEXT_SIZE)) / 100)
        total = 0
        length = len(self.messages)
        for message in range(length - 1, -1, -1):
            total += self.messages.size(message, self.tokenizer)
            if total >= wanted:
                return length - 1 - message
        return length

    @property
    def base(self) -> float:
        """Where the threshold lies if nothing holds it."""
        return len(self.messages) - 1 - to_number(self.counted_back)


def moved(rules: Rules, frozen: Frozen) -> Frozen:
    """Where the threshold lies after a refresh, and what is remembered for the next.

    Raises:
        ReleaseThrowsError: the context trigger is on and the host has no saved prompt.
    """
    count, kind = rules.counted_back, rules.setting(f"{THRESHOLD}_type")
    base = len(rules.messages) - 1 - to_number(count)
    threshold = frozen.threshold
    # In this order: the release asks for the saved prompt only where nothing else decides.
    moves = (
        threshold is None
        or identity(frozen.count) != identity(count)
        or identity(frozen.kind) != identity(kind)
        or threshold >= len(rules.messages)
        or _fires(rules, base, threshold)
    )
    return Frozen(base if moves else threshold, count, kind)


def _fires(rules: Rules, base: float, threshold: float) -> bool:
    messages, summaries, context = (to_number(rules.setting(TRIGGER + one)) for one in TRIGGERS)
    if not (messages > 0 or summaries > 0 or context > 0):
        return True
    if messages > 0 and base - threshold >= messages:
        return True
    if summaries > 0 and base - threshold >= summaries:
        between = range(max(0, int(threshold)), min(int(base) + 1, len(rules.messages)))
        made = sum(truthy(rules.memory(one)) and rules.exclusion(one) is None for one in between)
        if made >= summaries:
            return True
    if context > 0:
        if rules.saved_prompt is None:
            raise ReleaseThrowsError("TypeError: the host has no saved prompt of the last message")
        size = to_number(rules.setting(CONTEXT_SIZE))
        return 100 * rules.count(rules.saved_prompt) / size >= context if size else True
    return False


@dataclass(frozen=True, eq=False)
class Flags:
    """What a refresh writes into messages, from the newest down to where it stopped.

    Attributes:
        include: the tier that a message's memory is in; None for none.
        lagging: whether it is inside the threshold.
        begins: the oldest message that was reached.
        entered: those of which `include` names a tier, the newest first.
        used: tokens by tier when the walk ended.
        limits: tokens that each tier may have.
        closed: by tier the message whose memory no longer fitted, which shut it for all older
            ones; nothing for a tier that never overflowed.
        error: why the walk stopped; empty if it did not.
    """

    include: Sequence[str | None]
    lagging: Sequence[bool]
    begins: int = 0
    entered: Sequence[int] = ()
    used: Mapping[str, int] = field(default_factory=dict[str, int])
    limits: Mapping[str, float] = field(default_factory=dict[str, float])
    closed: Mapping[str, int] = field(default_factory=dict[str, int])
    error: str = ""


def flagged(rules: Rules, threshold: float) -> Flags:
    """The walk from the newest message to the oldest (§5.2)."""
    messages = rules.messages
    walk, length = _Walk(rules), len(messages)
    include: list[str | None] = [None] * length
    entered: list[int] = []
    error, begins = "", messages.storable_from
    if begins:
        error = "TypeError: Cannot create property 'qvink_memory' on what stands in extra"
    keeps_user = truthy(rules.setting(REMOVE)) and truthy(rules.setting(KEEP_USER))
    user = messages.chat.from_user.rfind(1, begins, length) if keeps_user else -1
    for message in _entering(messages, walk):
        if message < begins:
            break
        try:
            lags = message >= threshold or message == user
            include[message] = walk.tier(message, lags=lags)
            if include[message] is not None:
                entered.append(message)
        except ReleaseThrowsError as failure:
            error, begins = str(failure), message
            break
    lagging = _lagging(threshold, length)
    if user >= begins:
        lagging[user] = True
    limits = {SHORT: walk.limit[SHORT], LONG: walk.limit[LONG]}
    return Flags(include, lagging, begins, entered, walk.used, limits, walk.closed, error)


def _entering(messages: Messages, walk: "_Walk") -> Iterator[int]:
    """Messages that can still come into a tier, the newest first.

    Not those with which nothing is kept, and only remembered ones once short-term memory is shut.
    """
    last = len(messages)
    for message in messages.data.before(last):
        if SHORT in walk.closed:
            break
        yield message
        last = message
    for message in messages.remembered if SHORT in walk.closed else ():
        if LONG in walk.closed:
            break
        if message < last:
            yield message


def _lagging(threshold: float, length: int) -> list[bool]:
    """Of each message whether it is inside the threshold."""
    first = length if math.isnan(threshold) else math.ceil(min(max(threshold, 0), length))
    return [False] * first + [True] * (length - first)


class _Walk:
    """The state of one walk."""

    def __init__(self, rules: Rules) -> None:
        self.limit: dict[str, float] = {tier: rules.limit(tier) for tier in (SHORT, LONG)}
        self.used: dict[str, int] = dict.fromkeys((SHORT, LONG), 1)
        self._rules = rules
        self.closed: dict[str, int] = {}
        self._separator = rules.separator_cost
        self._separates = truthy(rules.setting(SEPARATE))

    def tier(self, message: int, *, lags: bool) -> str | None:
        """Which tier a message's memory is in."""
        rules = self._rules
        remembered = is_set(rules.messages.module(message), "remember")
        if SHORT in self.closed and (LONG in self.closed or not remembered):
            # Nothing older can enter, whatever it is.
            return None
        if rules.exclusion(message) is not None:
            return None
        memory = rules.memory(message)
        is_short = not (self._separates and remembered)
        if SHORT not in self.closed:
            if not truthy(memory):
                return None
            if is_short and self._takes(SHORT, message, memory, keep=not lags):
                return SHORT
        if remembered and LONG not in self.closed and self._takes(LONG, message, memory, keep=True):
            return LONG
        return None

    def _takes(self, tier: str, message: int, memory: object, *, keep: bool) -> bool:
        """Whether a tier has room; it is full for good where it has none."""
        size = self.used[tier] + self._separator + self._rules.count(memory)
        if size > self.limit[tier]:
            self.closed[tier] = message
            return False
        if keep:
            self.used[tier] = size
        return True


def chat_enabled(setting: Setting, metadata: object) -> bool:
    """Whether it is on in a chat (§3): the global switch, the chat's own, the default."""
    if truthy(setting("use_global_toggle_state")):
        return truthy(setting("global_toggle_state"))
    own = value_of(metadata, ENABLED)
    return truthy(setting("default_chat_enabled") if own is None or own is UNDEFINED else own)


def candidates(rules: Rules) -> list[int]:
    """Messages that would be summarised by themselves now, oldest first (§7)."""
    delay = to_number(rules.setting("summarization_delay"))
    limit = to_number(rules.setting("auto_summarize_message_limit"))
    found: list[int] = []
    depth = 0
    for message in range(len(rules.messages) - 1, -1, -1):
        if rules.exclusion(message) is not None:
            continue
        depth += 1
        if depth <= delay:
            continue
        if limit > 0 and depth > limit + delay:
            break
        if not truthy(value_of(rules.messages.module(message), "memory")):
            found.append(message)
    if len(found) < to_number(rules.setting("auto_summarize_batch_size")):
        return []
    return found[::-1]
