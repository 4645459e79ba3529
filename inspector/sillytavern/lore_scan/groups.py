"""Inclusion groups: of the entries that share a group, one comes in (*Groups*)."""

import functools
import re
from collections.abc import Callable, Sequence

from inspector.core.javascript import WHITE_SPACE, add, entries, to_number, to_string, truthy
from inspector.language import _
from inspector.sillytavern.lore_scan.books import ScanEntry, by_order
from inspector.sillytavern.lore_scan.model import PassKind
from inspector.sillytavern.lore_scan.scan_text import Buffer
from inspector.sillytavern.lore_scan.timed import TimedEffects

_COMMA = re.compile(f",[{WHITE_SPACE}]*")
_WEIGHT = 100
_Members = list[ScanEntry]


class GroupFilter:
    """Filters the candidates of one pass.

    Args:
        candidates: the new entries in their order; losers are taken out of it.
        active: entries that are in from earlier passes.
        buffer: what keys are looked for in.
        kind: what the pass is for.
        timed: sticky entries win, and what cools down is out.
        scores: whether groups are scored unless an entry says otherwise.
        chance: for the weighted choice.
    """

    def __init__(
        self,
        candidates: _Members,
        active: Sequence[ScanEntry],
        buffer: Buffer,
        kind: PassKind,
        timed: TimedEffects,
        *,
        scores: bool,
        chance: Callable[[], float],
    ) -> None:
        self.candidates = candidates
        self._active = active
        self._buffer = buffer
        self._kind = kind
        self._timed = timed
        self._scores = scores
        self._chance = chance
        self.lost: dict[ScanEntry, str] = {}

    def run(self) -> None:
        """Take the losers out; `lost` says to whom each lost."""
        groups = self._groups()
        sticky = {name: self._filter_timed(name, group) for name, group in groups.items()}
        for name, group in groups.items():
            if not sticky[name]:
                self._keep_best_scores(name, group)
        for name, group in groups.items():
            if not sticky[name]:
                self._choose(name, group)

    def _groups(self) -> dict[str, _Members]:
        found: dict[str, object] = {}
        by_name: dict[str, _Members] = {}
        for entry in self.candidates:
            written = entry.value("group")
            for name in _COMMA.split(to_string(written)) if truthy(written) else ():
                if name:
                    found[name] = True
                    by_name.setdefault(name, []).append(entry)
        return {name: by_name[name] for name, _ in entries(found)}

    def _remove(self, entry: ScanEntry, why: str) -> None:
        """A loser of two groups is removed twice: the second time the last candidate goes."""
        if entry in self.candidates:
            self.candidates.remove(entry)
        elif self.candidates:
            entry = self.candidates.pop()
        self.lost.setdefault(entry, why)

    def _filter_timed(self, name: str, group: _Members) -> bool:
        sticky = [entry for entry in group if self._timed.is_sticky(entry)]
        if sticky:
            for entry in group:
                if entry not in sticky:
                    self._remove(
                        entry,
                        _("group {name}: {key} is sticky").format(name=name, key=sticky[0].key),
                    )
            group[:] = sticky
        # A key brings in no entry that cools down, but one that is sticky as well comes this far.
        for entry in group:
            if self._timed.is_cooling(entry):
                self._remove(
                    entry, _("group {name}: {key} cools down").format(name=name, key=entry.key)
                )
        return bool(sticky)

    def _keep_best_scores(self, name: str, group: _Members) -> None:
        if not self._scores and not any(entry.is_true("useGroupScoring") for entry in group):
            return
        scores = [self._buffer.score(entry, self._kind) for entry in group]
        best = max(scores)
        for entry, score in zip(list(group), scores, strict=True):
            if truthy(entry.given("useGroupScoring", self._scores)) and score < best:
                self._remove(
                    entry,
                    _("group {name}: {score:,} of its keys match, the best has {best:,}").format(
                        name=name, score=score, best=best
                    ),
                )
                group.remove(entry)

    def _choose(self, name: str, group: _Members) -> None:
        winner = next((one for one in self._active if one.value("group") == name), None)
        if winner is not None:
            self._remove_all_but(
                group,
                None,
                _("group {name}: {key} is already active").format(name=name, key=winner.key),
            )
            return
        if len(group) <= 1:
            return
        preferred = [entry for entry in group if entry.is_true("groupOverride")]
        if preferred:
            first = min(preferred, key=functools.cmp_to_key(by_order))
            self._remove_all_but(
                group, first, _("group {name}: {key} is preferred").format(name=name, key=first.key)
            )
            return
        drawn = self._drawn(group)
        if drawn is not None:
            self._remove_all_but(
                group, drawn, _("group {name}: chance drew {key}").format(name=name, key=drawn.key)
            )

    def _drawn(self, group: _Members) -> ScanEntry | None:
        total: object = 0
        for entry in group:
            total = add(total, entry.given("groupWeight", _WEIGHT))
        rolled = self._chance() * to_number(total)
        reached: object = 0
        for entry in group:
            reached = add(reached, entry.given("groupWeight", _WEIGHT))
            if rolled <= to_number(reached):
                return entry
        return None

    def _remove_all_but(self, group: _Members, winner: ScanEntry | None, why: str) -> None:
        for entry in group:
            if entry is not winner:
                self._remove(entry, why)
