"""A verdict on every message: the walk from the newest to the oldest, or the stored flags.

The walk finds the gates only; what a verdict says besides is made when somebody asks for it.
"""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, to_number, truthy
from inspector.core.on_demand import OnDemand
from inspector.core.problems import Problem
from inspector.core.recap import Recap, RecapView
from inspector.core.recap_verdict import ERROR, NO_RECAP, PAST_LIMIT, STORED, MessageVerdict
from inspector.core.tokens import Tokenizer
from inspector.language import _, plain
from inspector.systems.auto_recap.inclusion import (
    EXCLUSIONS,
    Exclusion,
    Limit,
    excluded_by_itself,
    memory_text,
)
from inspector.systems.auto_recap.short_term import ShortTerm


class Standing(NamedTuple):
    """What the walk asks of a recap; found once a recap.

    Attributes:
        gate: the first gate that it fails by itself; None if none.
        text: the recap; None without one.
        failure: why no text can be made of what is stored; empty if it can.
    """

    gate: str | None
    text: str | None
    failure: str = ""


@dataclass(frozen=True, eq=False)
class Walk:
    """What verdicts are made of.

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

    def standing(self, recap: Recap) -> Standing:
        """What the walk asks of a recap."""
        known = recap.memo.get(self.show_prefill)
        if isinstance(known, Standing):
            return known
        try:
            text = memory_text(recap, show_prefill=self.show_prefill)
            found = Standing(_gate(recap, text), text)
        except ReleaseThrowsError as error:
            found = Standing(excluded_by_itself(recap) or ERROR, None, str(error))
        recap.memo[self.show_prefill] = found
        return found

    @cached_property
    def standings(self) -> Mapping[int, Standing]:
        """What the walk asks of each recap there is at the moment, by its message."""
        standing = self.standing
        return {
            message: standing(recap)
            for message, recap in self.view.messages.items()
            if message < self.length
        }

    def bare_verdict(self, message: int) -> MessageVerdict:
        """What is known of a message before anything is decided."""
        recap = self.view.messages.get(message)
        text = None if recap is None else self.standing(recap).text
        tokens = self.tokenizer.count(text) if text else 0
        scene = self.scene(message)
        return MessageVerdict(
            message,
            included=False,
            gate=None,
            reason="",
            recap=text,
            tokens=tokens,
            scene=scene,
        )

    def failures(self) -> tuple[Problem, ...]:
        """A warning for each message of whose recap no text can be made."""
        return tuple(
            Problem(
                "recap-no-text",
                _(
                    "The recap of message {message} is no text, and none can be made of it: "
                    "{failure}"
                ).format(message=message, failure=one.failure),
                message=message,
            )
            for message, one in self.standings.items()
            if one.failure
        )

    @cached_property
    def _ends(self) -> list[int]:
        messages = self.view.messages
        return [
            index
            for index in self.view.breaks
            if index < self.length and messages[index].is_visible_break
        ]

    def scene(self, message: int) -> int | None:
        """The break that ends a message's scene; None in the open scene (§6)."""
        index = bisect_left(self._ends, message)
        return self._ends[index] if index < len(self._ends) else None


def _gate(recap: Recap, text: str | None) -> str | None:
    gate = excluded_by_itself(recap)
    if gate is not None or text is not None:
        return gate
    return ERROR if truthy(recap.record.get("error", UNDEFINED)) else NO_RECAP


def walked(
    walk: Walk, exclusion: Exclusion, limit: object
) -> tuple[Sequence[MessageVerdict], ShortTerm]:
    """Verdicts by the rules: the newest recaps that fit are in (specs/auto-recap.md §3).

    The first recap that would pass the limit is out and so is every older one, even if it
    would fit. A message without a recap neither counts nor stops the walk.

    Args:
        walk: the messages.
        exclusion: which messages are left out for what they are.
        limit: in tokens, as the ruleset computes it.

    Returns:
        the verdicts, and the recaps that are in.
    """
    most = to_number(limit)
    limited = Limit(most, walk.tokenizer)
    standings, left_out = walk.standings, exclusion.by_message
    gates: list[str | None] = [NO_RECAP] * walk.length
    candidates: list[tuple[int, str]] = []
    count = 0
    for message, gate in left_out.items():
        if message < walk.length:
            gates[message] = gate
    for message in range(walk.length - 1, -1, -1):
        standing = standings.get(message)
        if standing is None:
            continue
        gate, text, _ = standing
        if message in left_out and gate not in EXCLUSIONS:
            continue
        if gate is None:
            candidates.append((message, text or ""))
            if limited.reached or not limited.admits(text or ""):
                gate = PAST_LIMIT
            else:
                count += 1
        gates[message] = gate
    verdicts = OnDemand(walk.length, partial(_walked_verdict, walk, gates, most))
    bound = None if math.isnan(most) else most
    return verdicts, ShortTerm(candidates, count, bound, walk.tokenizer)


def _walked_verdict(
    walk: Walk, gates: Sequence[str | None], limit: float, message: int
) -> MessageVerdict:
    gate = gates[message]
    recap = walk.view.messages.get(message)
    match gate:
        case None:
            reason = ""
        case "no recap":
            reason = _("It has no recap.")
        case "error":
            reason = _failure(walk, recap)
        case "past limit":
            reason = _("From here on the recaps pass the limit of {limit} tokens.").format(
                limit=plain(limit)
            )
        case _:
            reason = _(EXCLUSIONS[gate])
    verdict = walk.bare_verdict(message)
    return verdict._replace(included=gate is None, gate=gate, reason=reason)


def _failure(walk: Walk, recap: Recap | None) -> str:
    failure = "" if recap is None else walk.standing(recap).failure
    if failure:
        return _("No text can be made of its recap: {failure}").format(failure=failure)
    return (recap.error if recap else "") or _("Making its recap failed.")


def stored_flags(walk: Walk) -> Sequence[MessageVerdict]:
    """Verdicts of a release that computes none: the flag that an older one left behind."""
    return OnDemand(walk.length, partial(_stored_verdict, walk))


def _stored_verdict(walk: Walk, message: int) -> MessageVerdict:
    recap = walk.view.messages.get(message)
    included = recap is not None and recap.record.get("include") == recap.key.included
    verdict = walk.bare_verdict(message)
    return verdict._replace(included=included, gate=STORED, reason=_(STORED))


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
