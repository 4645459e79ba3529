"""The scan: pass after pass until nothing new comes in (specs/world-info.md)."""

from collections.abc import Sequence
from dataclasses import replace

from inspector.core.javascript import get_if_any, round_half_up, to_number, to_string, truthy
from inspector.language import _
from inspector.sillytavern.lore_scan.books import ScanEntry, scanned_entries
from inspector.sillytavern.lore_scan.gate import Candidate, Gate, Refusal, delay_levels
from inspector.sillytavern.lore_scan.groups import GroupFilter
from inspector.sillytavern.lore_scan.model import (
    Pass,
    PassKind,
    ScanInput,
    ScanOutput,
    Stage,
    Verdict,
)
from inspector.sillytavern.lore_scan.placing import placed
from inspector.sillytavern.lore_scan.scan_text import Buffer
from inspector.sillytavern.lore_scan.timed import TimedEffects
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.expansion import expand

_NO_LIMIT = 2**53
_DEEPEST = 1000


def scan(given: ScanInput) -> ScanOutput:
    """Which entries of the scanned books are active, and where their contents go.

    Pure: what the host would store stands in the answer.
    """
    return _Scan(given).run()


def token_budget(given: ScanInput) -> float:
    """The limit in tokens; 0 % is one token, and a cap need not be whole."""
    share = to_number(given.settings.get("world_info_budget", 25))
    rounded = round_half_up(share * given.max_context / 100)
    budget = rounded if truthy(rounded) else 1
    cap = to_number(given.settings.get("world_info_budget_cap", 0))
    limit = cap if 0 < cap < budget else budget
    limit = max(min(limit, _NO_LIMIT), -_NO_LIMIT)
    return int(limit) if limit == int(limit) else limit


class _Macros:
    """Expands macros one text after the other; variables live on."""

    def __init__(self, context: MacroContext) -> None:
        self.context = context

    def __call__(self, text: str) -> str:
        expansion = expand(text, self.context)
        if expansion.variables is not self.context.variables:
            self.context = replace(self.context, variables=expansion.variables)
        return expansion.text


class _Scan:
    """One scan under way."""

    def __init__(self, given: ScanInput) -> None:
        self._given = given
        self._macros = _Macros(given.macros)
        self._entries = scanned_entries(given)
        self._location = {entry: index for index, entry in enumerate(self._entries)}
        self._timed = TimedEffects(
            given.timed, self._entries, len(given.messages), dry_run=given.dry_run
        )
        self._buffer = Buffer(given, self._macros)
        forced = {
            f"{to_string(get_if_any(one, 'world'))}.{to_string(get_if_any(one, 'uid'))}": one
            for one in given.forced
        }
        copies = {
            key: ScanEntry(one, to_string(one.get("world")), is_copy=True)
            for key, one in forced.items()
        }
        self._gate = Gate(given, self._buffer, self._timed, self._macros, copies)
        self._budget = token_budget(given)
        self._active: dict[str, ScanEntry] = {}
        self._passed: dict[str, int] = {}
        self._causes: dict[str, Candidate] = {}
        self._refusals: dict[ScanEntry, Refusal] = {}
        self._failed: set[ScanEntry] = set()
        self._successful: dict[str, None] = {}
        self._passes: list[Pass] = []
        self._overflowed = False
        self._random_calls = 0
        self._text = ""

    def run(self) -> ScanOutput:
        """See `scan`."""
        levels = delay_levels(self._entries)
        level = levels.pop(0) if levels else 0
        kind: PassKind | None = PassKind.INITIAL if self._entries else None
        most = to_number(self._given.settings.get("world_info_max_recursion_steps", 0))
        while kind is not None and not (most and len(self._passes) >= most):
            new = self._pass(kind, level)
            recursing = [entry for entry in new if not entry.is_true("preventRecursion")]
            kind = self._next(kind, has_new=bool(recursing))
            if kind is None and levels:
                kind, level = PassKind.RECURSION, levels.pop(0)
            text = "\n".join(entry.content for entry in recursing)
            if kind is not None and text:
                self._buffer.recurse(text)
                self._text = f"{text}\n{self._text}"
        return self._output()

    def _next(self, kind: PassKind, *, has_new: bool) -> PassKind | None:
        """What the next pass is for; none where nothing asks for one."""
        if self._overflowed:
            return None
        if truthy(self._given.settings.get("world_info_recursive")):
            deepened = kind is PassKind.MIN_ACTIVATIONS
            will_be = self._buffer.has_recursion
            if has_new or (deepened and will_be):
                return PassKind.RECURSION
        least = to_number(self._given.settings.get("world_info_min_activations", 0))
        if least <= 0 or len(self._active) >= least:
            return None
        most = to_number(self._given.settings.get("world_info_min_activations_depth_max", 0))
        depth = self._buffer.depth
        if (most > 0 and depth > most) or depth > len(self._given.messages):
            return None
        # The host would go on for ever where the depth is no number that grows.
        if self._buffer.deeper > len(self._given.messages) + _DEEPEST:
            return None
        self._buffer.deepen()
        return PassKind.MIN_ACTIVATIONS

    def _pass(self, kind: PassKind, level: object) -> list[ScanEntry]:
        """One pass; answers its new entries, budget not considered."""
        new = self._candidates(kind, level)
        groups = GroupFilter(
            new,
            tuple(self._active.values()),
            self._buffer,
            kind,
            self._timed,
            scores=truthy(self._given.settings.get("world_info_use_group_scoring")),
            chance=self._random,
        )
        groups.run()
        for entry, why in groups.lost.items():
            self._refuse(entry, Refusal(Stage.GROUP, why))
        self._admit(new, number=len(self._passes) + 1)
        successful = [entry for entry in new if entry not in self._failed]
        keys = tuple(entry.key for entry in successful)
        self._passes.append(Pass(kind, tuple(entry.key for entry in new), keys))
        self._successful.update(dict.fromkeys(keys))
        return successful

    def _candidates(self, kind: PassKind, level: object) -> list[ScanEntry]:
        found: dict[ScanEntry, None] = {}
        for entry in self._entries:
            if entry.key in self._active or entry in self._failed:
                continue
            answer = self._gate.ask(entry, kind, level)
            if isinstance(answer, Refusal):
                self._refuse(entry, answer)
            else:
                found[answer.entry] = None
                self._causes.setdefault(answer.entry.key, answer)
        return sorted(
            found,
            key=lambda entry: (not self._timed.is_sticky(entry), self._location.get(entry, -1)),
        )

    def _admit(self, new: Sequence[ScanEntry], number: int) -> None:
        """Probability, then budget."""
        before = self._given.count(self._text) if self._text else 0
        tried = ""
        for entry in new:
            ignores = entry.is_true("ignoreBudget")
            if self._overflowed and not ignores:
                self._refuse(entry, Refusal(Stage.BUDGET, _("the budget was used up before it")))
                continue
            if not self._rolls(entry):
                continue
            entry.content = self._macros(entry.content)
            tried += f"{entry.content}\n"
            if not ignores:
                tokens = before + self._given.count(tried)
                if tokens >= self._budget:
                    self._overflowed = True
                    why = _(
                        "with it {tokens:,} tokens would be used, the budget is {budget:,}"
                    ).format(tokens=tokens, budget=self._budget)
                    self._refuse(entry, Refusal(Stage.BUDGET, why))
                    continue
            self._active[entry.key] = entry
            self._passed.setdefault(entry.key, number)

    def _rolls(self, entry: ScanEntry) -> bool:
        probability = entry.value("probability")
        if not entry.is_true("useProbability") or (
            probability == 100 and not isinstance(probability, str)
        ):
            return True
        if self._timed.is_sticky(entry):
            return True
        rolled = self._random() * 100
        if rolled <= to_number(probability):
            return True
        self._failed.add(entry)
        why = _("chance rolled {rolled:.0f}, it comes in at {probability} % or below").format(
            rolled=rolled, probability=to_string(probability)
        )
        self._refuse(entry, Refusal(Stage.PROBABILITY, why))
        return False

    def _random(self) -> float:
        self._random_calls += 1
        return self._given.chance()

    def _refuse(self, entry: ScanEntry, refusal: Refusal) -> None:
        """Keep the first of the refusals that came furthest."""
        held = self._refusals.get(entry)
        if held is None or held.stage < refusal.stage:
            self._refusals[entry] = refusal

    def _output(self) -> ScanOutput:
        active = tuple(self._active.values())
        self._timed.activate(active)
        verdicts = {entry: self._verdict(entry) for entry in (*self._entries, *active)}
        return ScanOutput(
            active=tuple(verdicts[entry] for entry in active),
            verdicts=tuple(verdicts[entry] for entry in self._entries),
            **placed(active, self._given.regexed),
            passes=tuple(self._passes),
            budget=self._budget,
            overflowed=self._overflowed,
            refused=tuple(key for key in self._successful if key not in self._active),
            random_calls=self._random_calls,
            timed=self._timed.stored,
            variables=self._macros.context.variables,
        )

    def _verdict(self, entry: ScanEntry) -> Verdict:
        key = entry.key
        active = self._active.get(key)
        is_in = active is entry or (active is not None and active not in self._location)
        refusal = self._refusals.get(entry)
        cause = self._causes.get(key)
        if is_in:
            detail = cause.detail if cause else ""
        elif active is not None:
            detail = _("another entry with its uid is active")
        else:
            detail = refusal.detail if refusal else ""
        sent = active if is_in and active is not None else entry
        return Verdict(
            key=key,
            book=entry.book,
            uid=entry.uid,
            record=entry.record,
            active=is_in,
            cause=cause.cause if cause else None,
            match=cause.match if cause else None,
            written_key=cause.written_key if cause else "",
            stage=None if is_in or refusal is None else refusal.stage,
            detail=detail,
            passed_in=self._passed.get(key, 0) if is_in else 0,
            probability=_probability(entry),
            content=sent.content,
            tokens=self._given.count(f"{sent.content}\n"),
        )


def _probability(entry: ScanEntry) -> float | None:
    value = entry.value("probability")
    if not entry.is_true("useProbability") or (value == 100 and not isinstance(value, str)):
        return None
    return to_number(value)
