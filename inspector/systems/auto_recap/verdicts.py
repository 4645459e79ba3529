"""A verdict on every message: the walk from the newest to the oldest, or the stored flags."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.core.javascript import UNDEFINED, number_text, to_number, truthy
from inspector.core.recap import Recap, RecapView
from inspector.core.recap_verdict import MessageVerdict
from inspector.core.tokens import Tokenizer
from inspector.systems.auto_recap.inclusion import EXCLUSIONS, Exclusion, Limit, memory_text

STORED = "stored flag, no longer computed"
"""What a release that computes nothing says of every message (DESIGN §4)."""

_NO_RECAP = "It has no recap."


class Wording(NamedTuple):
    """A recap's text and its tokens."""

    text: str
    tokens: int


@dataclass(frozen=True, eq=False)
class Walk:
    """What decides about each message's recap.

    Attributes:
        view: the data that the ruleset sees.
        length: how many messages there are at the moment.
        tokenizer: counts recaps.
        show_prefill: whether a recap's prefill is part of it.
    """

    view: RecapView
    length: int
    tokenizer: Tokenizer
    show_prefill: bool = False

    def wording(self, recap: Recap) -> Wording:
        """A recap's text and its tokens, found once."""
        key = (self.tokenizer.encoding, self.show_prefill)
        known = recap.memo.get(key)
        if isinstance(known, Wording):
            return known
        text = memory_text(recap, show_prefill=self.show_prefill)
        found = Wording(text, self.tokenizer.count(text) if text else 0)
        recap.memo[key] = found
        return found

    @property
    def scenes(self) -> list[int | None]:
        """For each message the break that ends its scene (specs/auto-recap.md §6)."""
        found: list[int | None] = []
        for index in self.view.breaks:
            if index < self.length and self.view.messages[index].is_visible_break:
                found += [index] * (index + 1 - len(found))
        return found + [None] * (self.length - len(found))


def walked(walk: Walk, exclusion: Exclusion, limit: object) -> tuple[MessageVerdict, ...]:
    """Verdicts by the rules: the newest recaps that fit are in (§3).

    The first recap that would pass the limit is out and so is every older one, even if it
    would fit. A message without a recap neither counts nor stops the walk.

    Args:
        walk: the messages.
        exclusion: who is left out before recaps are looked at.
        limit: in tokens, as the ruleset computes it.
    """
    most = to_number(limit)
    limited = Limit(most, walk.tokenizer)
    past = f"A newer recap has passed the limit of {number_text(most)} tokens."
    scenes = walk.scenes
    held = walk.view.messages
    found: list[MessageVerdict] = []
    for index in range(walk.length - 1, -1, -1):
        recap = held.get(index)
        text, tokens = walk.wording(recap) if recap is not None else ("", 0)
        gate = exclusion.gate(index, recap)
        reason = ""
        if gate is not None:
            reason = EXCLUSIONS[gate]
        elif not text:
            gate, reason = _without_text(recap)
        elif limited.reached:
            gate, reason = "past limit", past
        elif not limited.admits(text, tokens):
            gate = "past limit"
            reason = f"With it all recaps would have {limited.tokens} tokens, more than {most:g}."
        found.append(
            MessageVerdict(index, gate is None, gate, reason, text or None, tokens, scenes[index])
        )
    found.reverse()
    return tuple(found)


def _without_text(recap: Recap | None) -> tuple[str, str]:
    if recap is not None and truthy(recap.record.get("error", UNDEFINED)):
        return "error", recap.error or "Making its recap failed."
    return "no recap", _NO_RECAP


def stored_flags(walk: Walk) -> tuple[MessageVerdict, ...]:
    """Verdicts of a release that computes none: the flag that an older one left behind."""
    scenes = walk.scenes
    found: list[MessageVerdict] = []
    for index in range(walk.length):
        recap = walk.view.messages.get(index)
        text, tokens = walk.wording(recap) if recap is not None else ("", 0)
        included = recap is not None and recap.record.get("include") == recap.key.included
        found.append(
            MessageVerdict(index, included, STORED, STORED, text or None, tokens, scenes[index])
        )
    return tuple(found)


def style_class(include: object, *, excluded: bool) -> str:
    """The class with which the extension shows a recap; `include` wins (§4)."""
    if include == "Recap of message(s)":
        return "auto_recap_single_message_recap"
    return "auto_recap_exclude_memory" if excluded else ""


def recap_list(recaps: Sequence[Recap | None]) -> list[dict[str, object]]:
    """What `concatenate_recaps` lists: each recap, its scene's if it has one, and of what kind."""
    listed: list[dict[str, object]] = []
    for recap in recaps:
        if recap is None:
            continue
        scene = recap.scene_recap
        text: object = scene if truthy(scene) else memory_text(recap)
        kind = "Scene-wide Recap" if truthy(scene) else recap.record.get("include")
        if truthy(text):
            listed.append({"id": len(listed) + 1, "recap": text, "type": kind})
    return listed
