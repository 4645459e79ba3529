"""Sticky, cooldown and delay (*Timed*). They are counted in visible messages."""

import math
from collections.abc import Sequence

from inspector.core.decoded import is_list, is_number, is_object, members
from inspector.core.javascript import entries, get_if_any, to_number, to_string, truthy
from inspector.sillytavern.lore_scan.books import ScanEntry
from inspector.sillytavern.lore_scan.model import Record

STICKY, COOLDOWN = "sticky", "cooldown"


class TimedEffects:
    """The timed effects of one scan.

    Args:
        stored: `chat_metadata.timedWorldInfo`.
        found: the scanned entries.
        length: how many messages are visible.
        dry_run: whether the host only counts: sticky and cooldown do not matter then.
    """

    def __init__(
        self, stored: object, found: Sequence[ScanEntry], length: int, *, dry_run: bool
    ) -> None:
        self._length = length
        self._dry_run = dry_run
        self._found = found
        self._stored = {kind: _cleaned(members(stored).get(kind)) for kind in (STICKY, COOLDOWN)}
        self._arrays = {kind for kind in self._stored if is_list(members(stored).get(kind))}
        self._active: dict[str, set[int]] = {STICKY: set(), COOLDOWN: set()}
        if not dry_run:
            self._check(STICKY)
            self._check(COOLDOWN)

    def is_sticky(self, entry: ScanEntry) -> bool:
        """Whether an entry is on because it was."""
        return bool(self._active[STICKY]) and entry.hash in self._active[STICKY]

    def is_cooling(self, entry: ScanEntry) -> bool:
        """Whether an entry is off because it was on."""
        return bool(self._active[COOLDOWN]) and entry.hash in self._active[COOLDOWN]

    def is_delayed(self, entry: ScanEntry) -> bool:
        """Whether the chat is too short for an entry."""
        return entry.is_true("delay") and self._length < to_number(entry.value("delay"))

    def end_of(self, kind: str, entry: ScanEntry) -> object:
        """At how many messages an effect ends."""
        return members(self._stored[kind].get(entry.key)).get("end")

    def activate(self, active: Sequence[ScanEntry]) -> None:
        """Set the effects of the entries that came in, where they are not set yet."""
        if self._dry_run:
            return
        for entry in active:
            for kind in (STICKY, COOLDOWN):
                if entry.is_true(kind) and not truthy(self._stored[kind].get(entry.key)):
                    self._stored[kind][entry.key] = self._effect(kind, entry, protected=False)

    @property
    def stored(self) -> Record:
        """What `timedWorldInfo` is afterwards."""
        return {
            kind: [] if kind in self._arrays else dict(values)
            for kind, values in self._stored.items()
        }

    def _check(self, kind: str) -> None:
        by_hash = (
            {str(one.hash): one for one in reversed(self._found)} if self._stored[kind] else {}
        )
        for key, effect in list(self._stored[kind].items()):
            wanted = to_string(get_if_any(effect, "hash"))
            entry = by_hash.get(wanted)
            if self._ends(kind, effect, entry):
                del self._stored[kind][key]
                if kind == STICKY and entry is not None and not self._is_of_now(effect):
                    self._start_cooldown(entry)
            elif entry is not None and entry.hash is not None:
                self._active[kind].add(entry.hash)

    def _ends(self, kind: str, effect: object, entry: ScanEntry | None) -> bool:
        if self._is_of_now(effect):
            return True
        over = self._length >= to_number(get_if_any(effect, "end"))
        return over if entry is None else over or not entry.is_true(kind)

    def _is_of_now(self, effect: object) -> bool:
        """The chat has not grown since: a swipe or regenerate takes the effect back."""
        start = to_number(get_if_any(effect, "start"))
        return self._length <= start and not truthy(get_if_any(effect, "protected"))

    def _start_cooldown(self, entry: ScanEntry) -> None:
        if entry.is_true(STICKY) and entry.is_true(COOLDOWN):
            self._stored[COOLDOWN][entry.key] = self._effect(COOLDOWN, entry, protected=True)

    def _effect(self, kind: str, entry: ScanEntry, *, protected: bool) -> Record:
        length = to_number(entry.value(kind))
        whole = is_number(length) and length == math.floor(length)
        end = self._length + (int(length) if whole else length)
        return {"hash": entry.hash, "start": self._length, "end": end, "protected": protected}


def _cleaned(stored: object) -> dict[str, object]:
    if not is_object(stored):
        return {}
    return {key: value for key, value in entries(stored) if is_object(value) or is_list(value)}
