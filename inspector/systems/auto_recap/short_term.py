"""Short-term memory: the recaps that are in, their use of the limit, and a message's gates.

Source: specs/auto-recap.md §3, specs/as-designed.md §4.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.injection import GateStep
from inspector.core.message_derivation import Tier
from inspector.core.recap_verdict import ERROR, NO_RECAP, PAST_LIMIT, MessageVerdict
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _, ngettext
from inspector.systems.auto_recap.inclusion import EXCLUSIONS

_PASSED: Mapping[str, str] = {
    "own": N_("It is not the extension's own message."),
    "excluded": N_("It has not been left out by hand."),
    "user": N_("It is not a user's message, or these count (include_user_messages)."),
    "thoughts": N_("It is not a character's thoughts."),
    "system": N_("It is not hidden, or hidden messages count (include_system_messages)."),
    "narrator": N_("It is not a narrator's, or these count (include_narrator_messages)."),
    "character": N_("Its character is not disabled in this group (disabled_group_characters)."),
    "short": N_("The message is not shorter than message_length_threshold."),
    NO_RECAP: N_("It has a recap."),
}
LIMIT_SETTING = "message_recap_context_limit"
GATES = (*EXCLUSIONS, NO_RECAP, PAST_LIMIT)


@dataclass(frozen=True, eq=False)
class ShortTerm:
    """The message recaps that are in short-term memory together.

    Attributes:
        candidates: the message and the text of each recap that passes every gate but the
            limit, the newest first.
        count: how many of them are in.
        limit: tokens that all of them may have; None without a limit.
        tokenizer: counts them.
    """

    candidates: Sequence[tuple[int, str]]
    count: int
    limit: float | None
    tokenizer: Tokenizer

    @property
    def messages(self) -> set[int]:
        """The messages whose recaps are in."""
        return {message for message, _ in self.candidates[: self.count]}

    @cached_property
    def used(self) -> int:
        """Tokens of those that are in as the release counts them: one text, a line each."""
        return self._tokens(self.count)

    @property
    def tier(self) -> Tier:
        """What it holds, as every ruleset says it that judges messages."""
        title = _("short-term memory")
        kept = ngettext("{n:,} recap", "{n:,} recaps", self.count).format(n=self.count)
        return Tier("short", title, self.count, kept, self.used, self.limit, LIMIT_SETTING)

    def needed(self, message: int) -> int:
        """Tokens of the recaps from the newest back to a message's own."""
        return self._tokens(sum(one >= message for one, _ in self.candidates))

    def _tokens(self, count: int) -> int:
        texts = [text for _, text in self.candidates[:count]]
        return self.tokenizer.count("\n".join(texts)) if texts else 0


def message_steps(verdict: MessageVerdict, short_term: ShortTerm | None) -> tuple[GateStep, ...]:
    """The gates that a message met, the last one failed unless its recap is in.

    Args:
        verdict: on the message.
        short_term: what it was chosen for; None where a release chooses no more and only an
            older one's flag is left, which is then the one gate.
    """
    if short_term is None:
        return (GateStep(verdict.gate or "", verdict.included, _sentence(verdict.reason)),)
    failed = NO_RECAP if verdict.gate == ERROR else verdict.gate
    met = GATES if failed is None else GATES[: GATES.index(failed) + 1]
    passed = [GateStep(gate, passed=True, detail=_(_PASSED[gate])) for gate in met[:-1]]
    last = _limit(verdict, short_term) if met[-1] == PAST_LIMIT else _failed(verdict)
    return (*passed, last)


def _failed(verdict: MessageVerdict) -> GateStep:
    return GateStep(verdict.gate or "", passed=False, detail=_sentence(verdict.reason))


def _limit(verdict: MessageVerdict, short_term: ShortTerm) -> GateStep:
    needed, limit = short_term.needed(verdict.message), short_term.limit
    numbers = {"needed": float(needed), "tokens": float(verdict.tokens)}
    if limit is None or math.isinf(limit):
        return GateStep(PAST_LIMIT, verdict.included, _("There is no limit."), lambda: numbers)
    detail = _(
        "The recaps from the newest back to this one have {needed:,} of the {limit:,.10g} "
        "tokens that all may have together."
    ).format(needed=needed, limit=limit)
    numbers["limit"] = limit
    return GateStep(PAST_LIMIT, verdict.included, detail, lambda: numbers)


def _sentence(reason: str) -> str:
    text = f"{reason[:1].upper()}{reason[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."
