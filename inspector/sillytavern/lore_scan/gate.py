"""Whether one entry is a candidate in one pass, and why or why not (*Skips* and *Keys*)."""

import functools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from inspector.core.decoded import is_list, is_number, items, members
from inspector.core.javascript import (
    UNDEFINED,
    WHITE_SPACE,
    identity,
    to_number,
    to_string,
    truthy,
)
from inspector.language import _, ngettext
from inspector.sillytavern.lore_scan.books import ACTIVATE, DONT_ACTIVATE, ScanEntry
from inspector.sillytavern.lore_scan.model import Cause, MatchPlace, PassKind, ScanInput, Stage
from inspector.sillytavern.lore_scan.scan_text import EMPTY, Buffer, ScanText
from inspector.sillytavern.lore_scan.timed import COOLDOWN, STICKY, TimedEffects

_AND_ANY, _NOT_ALL, _NOT_ANY, _AND_ALL = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that wants in.

    Attributes:
        entry: the entry, or the copy that an extension handed over.
        cause: why.
        detail: the same in words.
        written_key: the key that matched, as it is spelled.
        match: where it stands.
    """

    entry: ScanEntry
    cause: Cause
    detail: str
    written_key: str = ""
    match: MatchPlace | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an entry is no candidate.

    Attributes:
        stage: where it was left out.
        detail: the same in words.
    """

    stage: Stage
    detail: str


def delay_levels(found: Iterable[ScanEntry]) -> list[object]:
    """The levels of delayed recursion that entries have, lowest first."""
    levels: dict[object, object] = {}
    for entry in found:
        if entry.is_true("delayUntilRecursion"):
            level = _delay_level(entry)
            levels.setdefault(identity(level), level)
    return sorted(levels.values(), key=functools.cmp_to_key(_compared))


def _delay_level(entry: ScanEntry) -> object:
    value = entry.value("delayUntilRecursion")
    return 1 if value is True else value


def _compared(left: object, right: object) -> int:
    difference = to_number(left) - to_number(right)
    return 0 if math.isnan(difference) else (difference > 0) - (difference < 0)


def _is_above(left: object, right: object) -> bool:
    """`left > right`: two texts are compared as texts."""
    if isinstance(left, str) and isinstance(right, str):
        return left > right
    return to_number(left) > to_number(right)


class Gate:
    """Asks every entry of a scan in every pass.

    Args:
        given: the scan.
        buffer: what keys are looked for in.
        timed: sticky, cooldown and delay.
        expand: expands macros in a key.
        forced: copies that an extension handed over, by `<book>.<uid>`.
    """

    def __init__(
        self,
        given: ScanInput,
        buffer: Buffer,
        timed: TimedEffects,
        expand: Callable[[str], str],
        forced: dict[str, ScanEntry],
    ) -> None:
        self._given = given
        self._buffer = buffer
        self._timed = timed
        self._expand = expand
        self._forced = forced
        self._recursive = truthy(given.settings.get("world_info_recursive"))

    def ask(self, entry: ScanEntry, kind: PassKind, level: object) -> Candidate | Refusal:
        """Whether an entry is a candidate.

        Args:
            entry: the entry.
            kind: what the pass is for.
            level: the present level of delayed recursion.
        """
        return (
            self._filtered(entry)
            or self._timed_out(entry)
            or self._of_recursion(entry, kind, level)
            or self._unconditional(entry)
            or self._by_keys(entry, kind)
        )

    def _filtered(self, entry: ScanEntry) -> Refusal | None:
        # As `== true`, which makes a number of either side: 1 and "1" are equal to it.
        if to_number(entry.value("disable")) == 1:
            return Refusal(Stage.DISABLED, _("it is disabled"))
        triggers = items(entry.value("triggers"))
        trigger = self._given.fields.trigger
        if triggers and trigger not in triggers:
            return Refusal(
                Stage.TRIGGER,
                _("it is not for the kind of generation {trigger}").format(trigger=trigger),
            )
        wanted = members(entry.value("characterFilter"))
        excludes = truthy(wanted.get("isExclude", UNDEFINED))
        names, tags = items(wanted.get("names")), items(wanted.get("tags"))
        if names and (self._given.character_file in names) is excludes:
            return Refusal(
                Stage.CHARACTER,
                _("it is not for {character_file}").format(
                    character_file=self._given.character_file
                ),
            )
        if tags and any(tag in tags for tag in self._given.tags) is excludes:
            return Refusal(Stage.CHARACTER, _("it is not for the character's tags"))
        return None

    def _timed_out(self, entry: ScanEntry) -> Refusal | None:
        if self._timed.is_delayed(entry):
            length, delay = len(self._given.messages), entry.value("delay")
            return Refusal(
                Stage.DELAY,
                ngettext(
                    "the chat has {length:,} message, it wants {delay}",
                    "the chat has {length:,} messages, it wants {delay}",
                    length,
                ).format(length=length, delay=delay),
            )
        if self._timed.is_cooling(entry) and not self._timed.is_sticky(entry):
            end = self._timed.end_of(COOLDOWN, entry)
            return Refusal(
                Stage.COOLDOWN,
                _("its cooldown lasts until there are {end} messages").format(end=end),
            )
        return None

    def _of_recursion(self, entry: ScanEntry, kind: PassKind, level: object) -> Refusal | None:
        if self._timed.is_sticky(entry):
            return None
        recursion = kind is PassKind.RECURSION
        if entry.is_true("delayUntilRecursion"):
            own = _delay_level(entry)
            if not recursion:
                return Refusal(Stage.RECURSION, _("it waits for a recursion pass"))
            if _is_above(own, level):
                words = _("it waits for level {own} of the recursion").format(own=to_string(own))
                return Refusal(Stage.RECURSION, words)
        if recursion and self._recursive and entry.is_true("excludeRecursion"):
            return Refusal(Stage.RECURSION, _("other entries cannot set it off"))
        return None

    def _unconditional(self, entry: ScanEntry) -> Candidate | Refusal | None:
        if ACTIVATE in entry.decorators:
            return Candidate(
                entry, Cause.DECORATOR, _("its decorator {name}").format(name=ACTIVATE)
            )
        if DONT_ACTIVATE in entry.decorators:
            return Refusal(Stage.DECORATOR, _("its decorator {name}").format(name=DONT_ACTIVATE))
        forced = self._forced.get(entry.key)
        if forced is not None:
            return Candidate(forced, Cause.FORCED, _("an extension activates it"))
        if entry.is_true("constant"):
            return Candidate(entry, Cause.CONSTANT, _("it is constant"))
        if self._timed.is_sticky(entry):
            end = self._timed.end_of(STICKY, entry)
            return Candidate(
                entry,
                Cause.STICKY,
                _("it is sticky until there are {end} messages").format(end=end),
            )
        return None

    def _by_keys(self, entry: ScanEntry, kind: PassKind) -> Candidate | Refusal:
        keys = entry.value("key")
        if not is_list(keys) or not keys:
            return Refusal(Stage.NO_KEYS, _("it has no keys"))
        text = self._buffer.text_for(entry, kind)
        for key in keys:
            found = self._find(text, key, entry)
            if found is None or not isinstance(key, str):
                continue
            refusal = self._secondary(entry, text)
            if refusal is not None:
                return refusal
            match = text.location(*found)
            return Candidate(entry, Cause.KEY, _in_words(key, match), key, match)
        if text is EMPTY:
            return Refusal(Stage.KEYS, _("its scan depth is 0"))
        return Refusal(Stage.KEYS, _("none of its keys is in the scanned text"))

    def _find(self, text: ScanText, key: object, entry: ScanEntry) -> tuple[int, int] | None:
        written = self._expand(key) if isinstance(key, str) else ""
        return self._buffer.find(text, written.strip(WHITE_SPACE), entry) if written else None

    def _secondary(self, entry: ScanEntry, text: ScanText) -> Refusal | None:
        """Whether the secondary keys keep it out."""
        keys = items(entry.value("keysecondary"))
        if not keys or not entry.is_true("selective"):
            return None
        found = [self._find(text, key, entry) is not None for key in keys]
        logic = entry.given("selectiveLogic", 0)
        holds: dict[float, bool] = {
            _AND_ANY: any(found),
            _NOT_ALL: not all(found),
            _NOT_ANY: not any(found),
            _AND_ALL: all(found),
        }
        if not is_number(logic) or not holds.get(logic, False):
            words = _("{found} of {count} of its secondary keys are there")
            return Refusal(Stage.SECONDARY, words.format(found=sum(found), count=len(found)))
        return None


def _in_words(key: str, match: MatchPlace | None) -> str:
    if match is None:
        return _("its key {key}").format(key=key)
    location = match.source
    if match.message is not None:
        location = _("message {index}").format(index=match.message)
    return _("its key {key} in {location}").format(key=key, location=location)
