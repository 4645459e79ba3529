"""What release 26's gates say of a memory."""

from dataclasses import dataclass

from inspector.core.injection import GateStep
from inspector.systems.openvault.retrieval.balance import SHARE
from inspector.systems.openvault.retrieval.reading_26 import Reading26
from inspector.systems.openvault.retrieval.reasons import (
    archived_step,
    balance_step,
    hidden_step,
    pov_step,
    reflection_step,
    score_step,
    twin_step,
)
from inspector.systems.openvault.retrieval.selection import Trace
from inspector.systems.openvault.retrieval.settings import reflections_are_off
from inspector.systems.openvault.retrieval.sources import source_26


@dataclass(frozen=True)
class Explaining26:
    """The gates' sentences.

    Attributes:
        reading: the memories.
        trace: what happened to them.
    """

    reading: Reading26
    trace: Trace

    def step(self, location: int, gate: str) -> GateStep:
        """What a gate says of a place."""
        match gate:
            case "hidden":
                return self._hidden(location)
            case "pov":
                return self._pov(location)
            case "archived":
                return self._archived(location)
            case "score":
                return score_step(
                    location, self.trace, passed=location in self.trace.ranking.among_best
                )
            case _:
                budget = self.reading.settings.budget
                return balance_step(location, self.trace, budget, budget * SHARE)

    def _hidden(self, index: int) -> GateStep:
        reading, passed = self.reading, index in self.trace.ranking.allowed
        facts, question = reading.facts(index), reading.question
        found = reading.source(index).found
        if not passed and reading.is_hidden(index):
            return twin_step()
        if facts.is_reflection and not reading.is_hidden(index):
            off = reflections_are_off(question.settings)
            return reflection_step(passed=passed, off=off)
        source = source_26(facts, found, question.index, question.length)
        by_date = question.index if found.named else None
        return hidden_step(source, facts, question.length, passed=passed, found_by_date=by_date)

    def _pov(self, index: int) -> GateStep:
        memory = self.reading.question.memories[index]
        return pov_step(
            self.reading.facts(index),
            memory.witnesses,
            self.trace.ranking.viewpoint,
            fallback=self.trace.ranking.fallback,
        )

    def _archived(self, index: int) -> GateStep:
        facts = self.reading.facts(index)
        return archived_step(archived=facts.is_archived, removed=self.reading.is_removed(index))
