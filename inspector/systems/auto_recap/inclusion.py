"""Which messages' recaps are in short-term memory, and why the others are not.

Nothing of this is injected; the extension shows it, and release 2.0 no longer computes it
(specs/auto-recap.md §3, specs/as-designed.md §4).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, members
from inspector.core.javascript import (
    UNDEFINED,
    first_present,
    floor,
    identity,
    to_number,
    to_string,
    truthy,
)
from inspector.core.message_facts import MessageFacts
from inspector.core.recap import Recap
from inspector.core.tokens import Tokenizer
from inspector.language import N_

Setting = Callable[[str], object]
"""Answers the value of a setting by its name."""

EXCLUSIONS: Mapping[str, str] = {
    "own": N_("It is the extension's own message."),
    "excluded": N_("It has been left out by hand."),
    "user": N_("User messages are left out (include_user_messages)."),
    "thoughts": N_("It is a character's thoughts, which are always left out."),
    "system": N_("Hidden messages are left out (include_system_messages)."),
    "narrator": N_("A narrator's messages are left out (include_narrator_messages)."),
    "character": N_("Its character is disabled in this group (disabled_group_characters)."),
    "short": N_("The message has fewer tokens than message_length_threshold."),
}
"""Gates of a message's exclusion in their order, with what to say of it."""


def token_limit(setting: Setting) -> object:
    """How many tokens all recaps together may have: `get_short_token_limit` (§3).

    A percentage is floored; with any other type the setting itself is the limit, whatever it
    is. Undefined or no number means that the limit is never reached.
    """
    limit = setting("message_recap_context_limit")
    if setting("message_recap_context_type") != "percent":
        return limit
    return floor(to_number(setting("context_size")) * to_number(limit) / 100)


def memory_text(recap: Recap | None, *, show_prefill: bool = False) -> str | None:
    """A message's recap as a release shows it: its prefill first where that is shown.

    What is stored as it stands is a recap where JavaScript finds it truthy, so `0` and `false`
    are none and `[]` is an empty one; with its prefill in front it is text, and none if that
    is empty (specs/auto-recap.md §9, 5).

    Returns:
        The text; None without a recap.

    Raises:
        ReleaseThrowsError: JavaScript can make no text of it.
    """
    if recap is None:
        return None
    memory = first_present(recap.record.get("memory"), "")
    if show_prefill:
        memory = to_string(first_present(recap.record.get("prefill"), "")) + to_string(memory)
    return to_string(memory) if truthy(memory) else None


def concatenated(existing: str, text: str | None) -> str:
    """`concatenate_recap`: a recap on a line of its own below what is there."""
    if text is None:
        return existing
    return f"{existing}\n{text}" if existing else text


@dataclass(frozen=True, eq=False)
class Exclusion:
    """The rules that leave a message out for what it is, whatever is kept about it.

    Attributes:
        chat: the messages.
        facts: what its columns do not hold.
        setting: the settings.
        group_id: the group whose chat it is; None in a solo chat.
        tokenizer: counts message texts.
    """

    chat: Chat
    facts: MessageFacts
    setting: Setting
    group_id: str | None
    tokenizer: Tokenizer

    @cached_property
    def by_message(self) -> Mapping[int, str]:
        """The first rule of each message that is left out for what it is (§3, points 4 to 9)."""
        found: dict[int, str] = {}
        for gate, messages in (
            ("user", self._flagged("include_user_messages", self.chat.from_user)),
            ("thoughts", self.facts.thoughts),
            ("system", self._flagged("include_system_messages", self.chat.hidden)),
            ("narrator", self._narrators),
            ("character", self._disabled),
            ("short", self._short),
        ):
            for index in messages:
                found.setdefault(index, gate)
        return found

    def _flagged(self, name: str, column: bytes) -> Sequence[int]:
        return () if truthy(self.setting(name)) else [i for i, one in enumerate(column) if one]

    @property
    def _narrators(self) -> frozenset[int]:
        if truthy(self.setting("include_narrator_messages")):
            return frozenset()
        return self.facts.narrators

    @property
    def _disabled(self) -> Sequence[int]:
        listed = members(self.setting("disabled_group_characters")).get(self.group_id or "")
        if self.group_id is None or not is_list(listed) or not listed:
            return ()
        disabled = {identity(name) for name in listed}
        return [
            index
            for index in range(len(self.chat))
            if identity(self.facts.avatar(index)) in disabled
        ]

    @property
    def _short(self) -> Sequence[int]:
        least = to_number(self.setting("message_length_threshold"))
        if math.isnan(least) or least <= 0:
            return ()
        sizes = self.facts.sizes(self.tokenizer)
        return [index for index, size in enumerate(sizes) if size < least]


def excluded_by_itself(recap: Recap) -> str | None:
    """The first rule that leaves a message out for what is kept about it (§3, points 2, 3)."""
    record = recap.record
    for name in ("is_auto_recap_system_memory", "is_auto_summarize_system_memory"):
        if truthy(record.get(name, UNDEFINED)):
            return "own"
    return "excluded" if recap.is_excluded else None


class Limit:
    """A token limit that recaps are added under, newest first, until one passes it.

    The text grows by a line break and a recap; what counts is the tokens of the whole. It is
    counted as a whole only where the sum of its lines cannot tell.

    Args:
        limit: in tokens; NaN for none.
        tokenizer: counts.
    """

    def __init__(self, limit: float, tokenizer: Tokenizer) -> None:
        self.reached = False
        self._limit = limit
        self._tokenizer = tokenizer
        self._lines: list[str] = []
        self._at_most = 0
        # The one estimator that rounds down owes each line up to one token.
        self._owed = 1 if tokenizer.encoding == "bytes/4" else 0

    def admits(self, recap: str) -> bool:
        """Add a recap if the whole text is then within the limit."""
        if self.reached or math.isnan(self._limit):
            return not self.reached
        if not recap and not self._lines:
            # Nothing stands before the next one, so it gets no line break.
            self.reached = self._limit < 0
            return not self.reached
        self._lines.append(recap)
        # A token can reach across a line break only into white space or a slash.
        joint = 1 if recap[:1] == "/" or recap[:1].isspace() else 0
        self._at_most += self._tokenizer.count(f"{recap}\n") + self._owed + joint
        if self._at_most > self._limit:
            whole = "\n".join(self._lines)
            self.reached = self._tokenizer.count(whole) > self._limit
            self._at_most = self._tokenizer.count(f"{whole}\n") + self._owed
        return not self.reached
