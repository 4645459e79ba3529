"""That a message's recap comes into short-term memory: which settings may do it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.core.change_kinds import ChangeKind
from inspector.core.decoded import is_number
from inspector.core.errors import InspectorError
from inspector.core.explanation import MESSAGE
from inspector.core.message_facts import facts_of
from inspector.core.query import Query
from inspector.core.recap_verdict import ERROR, NO_RECAP, PAST_LIMIT, MessageVerdict
from inspector.core.suggestion import Adjustment, Draft, Effects, Trials, Way
from inspector.language import N_, _, ngettext
from inspector.systems.auto_recap.derivation import AutoRecapDerivation
from inspector.systems.auto_recap.short_term import GATES, LIMIT_SETTING

_SWITCHES: Mapping[str, tuple[str, str]] = {
    "user": ("include_user_messages", N_("Count user messages")),
    "system": ("include_system_messages", N_("Count hidden messages")),
    "narrator": ("include_narrator_messages", N_("Count narrators' messages")),
}
_TYPE, _CONTEXT = "message_recap_context_type", "context_size"
_LENGTH = "message_length_threshold"


def answer_of(query: Query) -> AutoRecapDerivation:
    """The answer of an Auto-Recap ruleset.

    Raises:
        InspectorError: it is another system's.
    """
    if not isinstance(query.derivation, AutoRecapDerivation):
        raise InspectorError(
            _("{name} judges no recaps of messages.").format(name=query.ruleset.name)
        )
    return query.derivation


@dataclass(frozen=True)
class RecapGoal:
    """That a message's recap comes in (implements `core.suggestion.Goal`).

    Attributes:
        message: its index.
    """

    message: int
    most_steps: int = 5
    by_gate: bool = True

    @property
    def result(self) -> str:
        """See `Goal`."""
        return _("its recap is in")

    def _verdict(self, query: Query) -> MessageVerdict:
        return answer_of(query).messages[self.message]

    def is_met(self, query: Query) -> bool:
        """See `Goal`."""
        return self._verdict(query).included

    def reach(self, query: Query) -> float:
        """See `Goal`."""
        verdict = self._verdict(query)
        gate = NO_RECAP if verdict.gate == ERROR else verdict.gate
        return GATES.index(gate) if gate in GATES else len(GATES)

    def ways(self, query: Query) -> Sequence[Way]:
        """See `Goal`; a release that chooses no more has no setting for it."""
        if answer_of(query).short_term is None:
            return ()
        verdict = self._verdict(query)
        gate = verdict.gate or ""
        if gate in _SWITCHES:
            name, title = _SWITCHES[gate]
            return (partial(_set, _(title), name, value=True),)
        if gate == "short":
            return (partial(_shorter_messages, self.message),)
        return (partial(_more_room, self.message),) if gate == PAST_LIMIT else ()

    def effects(self, before: Query, after: Query) -> Effects:
        """See `Goal`."""
        old, new = _kept(before), _kept(after)
        own = {self.message}
        entering = tuple(f"{MESSAGE}{one}" for one in sorted(new - old - own))
        leaving = tuple(f"{MESSAGE}{one}" for one in sorted(old - new - own))
        words = ""
        if n := len(entering):
            more = ngettext("{n:,} recap comes in too.", "{n:,} recaps come in too.", n)
            words += " " + more.format(n=n)
        if n := len(leaving):
            less = ngettext("{n:,} recap drops out instead.", "{n:,} recaps drop out instead.", n)
            words += " " + less.format(n=n)
        return Effects(entering, leaving, _used(after) - _used(before), words + _held(after))


def _kept(query: Query) -> set[int]:
    short_term = answer_of(query).short_term
    return set() if short_term is None else short_term.messages


def _used(query: Query) -> int:
    short_term = answer_of(query).short_term
    return 0 if short_term is None else short_term.used


def _held(query: Query) -> str:
    words = answer_of(query).in_words
    return f" {words[:1].upper()}{words[1:]}." if words else ""


def _set(title: str, name: str, _trials: Trials, *, value: object) -> Iterator[Draft]:
    displayed = "true" if value is True else f"{value}"
    yield Draft(
        ChangeKind.SETTING,
        title,
        _("With {setting}").format(setting=f"{name}={displayed}"),
        Adjustment(settings={name: value}),
    )


def _shorter_messages(message: int, trials: Trials) -> Iterator[Draft]:
    """The greatest threshold that the message reaches."""
    query = trials.query
    size = facts_of(query.document.chat).sizes(query.tokenizer)[message]
    yield from _set(
        _("Lower {length} to {size:,}").format(length=_LENGTH, size=size),
        _LENGTH,
        trials,
        value=size,
    )


def _more_room(message: int, trials: Trials) -> Iterator[Draft]:
    """The limit that holds the recaps from the newest back to this one."""
    query = trials.query
    short_term = answer_of(query).short_term
    if short_term is None:
        return
    value, unit = short_term.needed(message), "tokens"
    if _setting(query, _TYPE) == "percent":
        size = _setting(query, _CONTEXT)
        if not is_number(size) or size <= 0:
            return
        value, unit = math.ceil(value * 100 / size), "percent"
    title = _("Raise {limit_setting} to {value:,} {unit}").format(
        limit_setting=LIMIT_SETTING, value=value, unit=unit
    )
    yield from _set(title, LIMIT_SETTING, trials, value=value)


def _setting(query: Query, name: str) -> object:
    default = next((one.default for one in query.ruleset.settings if one.name == name), None)
    return query.moment.settings.get(name, default)
