"""From a chat to a release's prompt slots: selection, formatter, slots (specs/openvault.md §6, §8).

A release's ruleset hands its own parts to `injected`. What a view wants to know about the gates
of one memory, it asks of the selection: `select(question_at(…)).steps(place)`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from inspector.core.decoded import is_list
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.injection import Bucket, Budget, Derivation, GateStep, Verdict
from inspector.core.javascript import round_half_up, to_number
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.tokens import Tokenizer
from inspector.language import _
from inspector.systems.openvault.entries import entries_of
from inspector.systems.openvault.existence import existing_memories
from inspector.systems.openvault.formatter import Formatted, format_memories
from inspector.systems.openvault.position import release_position
from inspector.systems.openvault.release_settings import BUDGET, ENABLED, released_settings
from inspector.systems.openvault.release_verdicts import FORMATTER, ReleaseVerdicts
from inspector.systems.openvault.released import (
    Inputs,
    ReleasedRuleset,
    read_memory,
    sections_of,
)
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.retrieval.irregular import check_memories
from inspector.systems.openvault.retrieval.selection import Question, Selection
from inspector.systems.openvault.retrieval.vectors import QueryVector
from inspector.systems.openvault.verdicts import LazyVerdicts
from inspector.systems.openvault.wording import ReleasedMemory, Situation, Wording

Select = Callable[[Question], Selection]
"""A release's selection: `select_14x` or `select_26`."""


def question_at(
    ruleset: ReleasedRuleset,
    document: Document,
    moment: Moment,
    tokenizer: Tokenizer,
) -> Question:
    """What a release's selection is asked at a moment.

    Raises:
        SettingError: a setting that the release does not know.
    """
    return Question(
        document=document,
        moment=moment.resolved(document.chat),
        length=len(document.chat) if moment.at is None else moment.at + 1,
        memories=existing_memories(document, moment.at),
        settings=released_settings(ruleset.settings, moment.settings, ruleset.name),
        tokenizer=tokenizer,
        query_vector=None if moment.query_vector is None else QueryVector(moment.query_vector),
    )


def injected(ruleset: ReleasedRuleset, select: Select, question: Question) -> Derivation:
    """Every slot that a release sets, and a verdict on every memory.

    Args:
        ruleset: the release.
        select: its selection.
        question: see `question_at`.
    """
    inputs = Inputs(
        document=question.document,
        moment=question.moment,
        length=question.length,
        settings=question.settings,
        memories=(),
        tokenizer=question.tokenizer,
    )
    if question.settings[ENABLED] is not True:
        return _silent(ruleset, question, inputs, _("OpenVault is switched off: enabled is false."))
    if not question.length:
        return _silent(ruleset, question, inputs, _("The chat has no messages."))
    try:
        check_memories(question.store)
        selection = select(question)
        memories = [ruleset.read(memory) for memory in selection.chosen]
        return _derivation(ruleset, selection, replace(inputs, memories=memories))
    except ReleaseThrowsError as error:
        stops = _("{title} stops with an error and injects nothing: {error}")
        if error.field:
            stops = _("{title} stops with an error over {field} and injects nothing: {error}")
        stops = stops.format(title=_(ruleset.title), field=error.field, error=error)
        code = "importance-throws" if error.field == "importance" else "release-throws"
        return _silent(ruleset, question, inputs, stops, (Problem(code, stops),))


def _derivation(ruleset: ReleasedRuleset, selection: Selection, inputs: Inputs) -> Derivation:
    is_silent = not inputs.memories
    situation = ruleset.bare_situation(inputs) if is_silent else ruleset.situation(inputs)
    if inputs.moment.boundaries:
        situation = replace(situation, starts=inputs.moment.boundaries)
    main = ruleset.main_block(inputs.memories)
    tokenizer = inputs.tokenizer
    entries = entries_of(main, ruleset.wording, tokenizer)
    formatted = format_memories(ruleset.wording, entries, situation, tokenizer)
    existing = selection.question.memories
    verdicts = SelectedVerdicts(
        selection=selection,
        wording=ruleset.wording,
        situation=situation,
        starts=formatted.starts,
        chosen=ReleaseVerdicts(
            title=ruleset.title,
            existing=existing,
            main=main,
            elsewhere=ruleset.other_slot(inputs),
            silenced=ruleset.silences_main(inputs),
            formatted=formatted,
            wording=ruleset.wording,
            tokenizer=inputs.tokenizer,
        ),
    )
    sections = sections_of(formatted.parts, main, ruleset.wording.rendered, tokenizer)
    return Derivation(
        injections=(
            ruleset.empty_slots(inputs) if is_silent else ruleset.filled_slots(inputs, sections)
        ),
        verdicts=LazyVerdicts(len(existing), verdicts.verdict),
        budget=_budget(situation.budget, None if is_silent else formatted),
        warnings=(*ruleset.warnings(inputs), *selection.warnings),
        boundaries=formatted.starts,
        chat_length=inputs.length,
        judged=selection.question.indexes,
        explain=verdicts.steps,
        lies=verdicts.bucket,
        positions=partial(_positions, inputs.document),
    )


def _positions(document: Document) -> Sequence[float]:
    """Where the release places each memory."""
    columns = index_of(document.chat).columns
    return columns.column("release position", document.memories, _positions_of)


def _positions_of(memories: Sequence[Memory]) -> list[float]:
    return [_position(memory) for memory in memories]


def _position(memory: Memory) -> float:
    """A position to draw, also where the release throws over it or gets no number."""
    stored = memory.record.get("message_ids")
    if is_list(stored) and len(memory.sources) == len(stored) > 0:
        return round_half_up(memory.position)  # What is usual is read once for all.
    try:
        position = release_position(memory.record)
    except ReleaseThrowsError:
        return memory.position
    return position if math.isfinite(position) else 0


@dataclass(frozen=True)
class SelectedVerdicts:
    """Verdicts of the selection's gates, and of the formatter on what passed them.

    Attributes:
        selection: what was selected.
        wording: how the release counts.
        situation: what its formatter was given.
        starts: positions at which mid and recent begin.
        chosen: verdicts on what was selected.
    """

    selection: Selection
    wording: Wording
    situation: Situation
    starts: tuple[float, float]
    chosen: ReleaseVerdicts

    def verdict(self, index: int) -> Verdict:
        """The verdict on the memory at a place among those that exist."""
        record = self.selection.record_at(index)
        if record.gate is None:
            return replace(self.chosen.verdict(index), score=record.score)
        bucket, tokens = self._lies(self.selection.question.memories[index])
        return Verdict(
            memory=record.memory,
            bucket=bucket,
            in_block=False,
            gate=record.gate,
            reason=record.reason,
            tokens=tokens,
            score=record.score,
        )

    def bucket(self, index: int) -> Bucket | None:
        """The bucket of that verdict, found without its words."""
        if index in self.selection.trace.chosen:
            return self.chosen.verdict(index).bucket
        return self._lies(self.selection.question.memories[index])[0]

    def steps(self, location: int) -> tuple[GateStep, ...]:
        """Every gate that the memory at a place came to, the formatter's own cut the last."""
        steps = self.selection.steps(location)
        is_selected = all(step.passed for step in steps)
        return (*steps, self.chosen.step(location)) if is_selected else steps

    def _lies(self, memory: Memory) -> tuple[Bucket | None, int]:
        """In which bucket a memory would stand, and what it would cost there."""
        try:
            read = read_memory(memory, self.wording)
            cost = self.wording.costs(read, self.selection.question.tokenizer)
        except ReleaseThrowsError:
            return None, 0
        return self._bucket(read), 0 if math.isnan(cost) else round(cost)

    def _bucket(self, memory: ReleasedMemory) -> Bucket | None:
        if memory.kind == "reflection":
            return None
        mid, recent = self.starts
        if self.situation.is_empty_chat or memory.position >= recent:
            return "recent"
        return "mid" if memory.position >= mid else "old"


def _silent(
    ruleset: ReleasedRuleset,
    question: Question,
    inputs: Inputs,
    reason: str,
    problems: tuple[Problem, ...] = (),
) -> Derivation:
    """Empty slots, and one reason for every memory."""
    existing = question.memories

    def verdict(location: int) -> Verdict:
        index = existing[location].index
        return Verdict(index, None, in_block=False, gate=FORMATTER, reason=reason, tokens=0)

    return Derivation(
        injections=ruleset.empty_slots(inputs),
        verdicts=LazyVerdicts(len(existing), verdict),
        budget=_budget(question.settings[BUDGET], None),
        warnings=problems,
        chat_length=question.length,
        judged=question.indexes,
    )


def _budget(limit: object, formatted: Formatted | None) -> Budget:
    try:
        tokens = to_number(limit)
    except ReleaseThrowsError:
        tokens = math.nan
    used = 0 if formatted is None else round(formatted.overhead + formatted.spent)
    return Budget(0 if math.isnan(tokens) else tokens, used)
