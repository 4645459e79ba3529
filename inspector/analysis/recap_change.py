"""What gets a message's recap into short-term memory: settings, tried on the real rules."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.analysis.asked import Asked
from inspector.analysis.changes import Change, Kind
from inspector.core.decoded import is_number
from inspector.core.recap_verdict import PAST_LIMIT, MessageVerdict
from inspector.systems.auto_recap.derivation import RecapDerivation
from inspector.systems.auto_recap.facts import facts_of

_SWITCHES: Mapping[str, tuple[str, str]] = {
    "user": ("include_user_messages", "Count user messages"),
    "system": ("include_system_messages", "Count hidden messages"),
    "narrator": ("include_narrator_messages", "Count narrators' messages"),
}
_LIMIT, _TYPE, _CONTEXT = (
    "message_recap_context_limit",
    "message_recap_context_type",
    "context_size",
)
_LENGTH = "message_length_threshold"
_MOST_STEPS = 5


@dataclass(frozen=True)
class _Step:
    title: str
    settings: Mapping[str, object]


def smallest_recap_change(asked: Asked, message: int) -> Change | None:
    """The settings that get a message's recap in; None where it is in or no setting does.

    Args:
        asked: an Auto-Recap ruleset with its answer.
        message: index of the message.
    """
    now, titles = asked, list[str]()
    for _ in range(_MOST_STEPS):
        answer = now.derivation
        if not isinstance(answer, RecapDerivation) or answer.short_term is None:
            return None
        verdict = answer.messages[message]
        if verdict.included:
            return _change(asked, now, titles) if titles else None
        step = _step(now, answer, verdict)
        if step is None:
            return None
        titles.append(step.title)
        now = now.at(replace(now.moment, settings={**now.moment.settings, **step.settings}))
    return None


def _step(asked: Asked, answer: RecapDerivation, verdict: MessageVerdict) -> _Step | None:
    """The setting that gets a message past the gate that it fails."""
    gate = verdict.gate or ""
    if gate in _SWITCHES:
        name, title = _SWITCHES[gate]
        return _Step(title, {name: True})
    if gate == "short":
        size = facts_of(asked.document.chat).sizes(asked.tokenizer)[verdict.message]
        return _Step(f"Lower {_LENGTH} to {size}", {_LENGTH: size})
    if gate == PAST_LIMIT and answer.short_term is not None:
        return _more_room(asked, answer.short_term.needed(verdict.message))
    return None


def _more_room(asked: Asked, needed: int) -> _Step | None:
    if _setting(asked, _TYPE) != "percent":
        return _Step(f"Raise {_LIMIT} to {needed} tokens", {_LIMIT: needed})
    size = _setting(asked, _CONTEXT)
    if not is_number(size) or size <= 0:
        return None
    share = math.ceil(needed * 100 / size)
    return _Step(f"Raise {_LIMIT} to {share} percent", {_LIMIT: share})


def _setting(asked: Asked, name: str) -> object:
    default = next((one.default for one in asked.ruleset.settings if one.name == name), None)
    return asked.moment.settings.get(name, default)


def _change(asked: Asked, after: Asked, titles: list[str]) -> Change:
    before, then = _kept(asked), _kept(after)
    detail = f"{len(then - before)} recaps get in with it" if len(then - before) > 1 else "It is in"
    answer = after.derivation
    if isinstance(answer, RecapDerivation) and answer.short_term is not None:
        limit = answer.short_term.limit
        of = "" if limit is None else f" of {limit:g}"
        detail += f"; short-term memory has {answer.short_term.used}{of} tokens"
    return Change(
        Kind.SETTING if len(titles) == 1 else Kind.SEVERAL,
        " and ".join([titles[0], *(f"{one[:1].lower()}{one[1:]}" for one in titles[1:])]),
        f"{detail}.",
        moment=after.moment,
    )


def _kept(asked: Asked) -> set[int]:
    answer = asked.derivation
    if not isinstance(answer, RecapDerivation) or answer.short_term is None:
        return set()
    return answer.short_term.messages
