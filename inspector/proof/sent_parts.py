"""The parts of a checked request: what each is of, and what is said of it. Without Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from inspector.core.injection import Injection
from inspector.language import N_
from inspector.proof.alignment import matches, text_runs
from inspector.proof.attribution import Difference
from inspector.proof.checking import Check
from inspector.proof.source_words import CARD, CHAT, LORE, SLOT
from inspector.sillytavern.completion.sourced import DEPTH_PROMPT, EXAMPLE, PENDING, UNKNOWN

Span = tuple[int, int]
"""A stretch of a text, in code points."""


class Verdict(StrEnum):
    """What is said of a part, in words."""

    EXACT = N_("exact")
    INSIDE = N_("inside")
    MACROS = N_("macros filled in")
    DIFFERS = N_("differs")
    NEW = N_("not predicted")
    UNKNOWN = N_("unknown")


class Kind(StrEnum):
    """What a part is of, as the legend calls it."""

    MEMORY = N_("memory")
    RECAP = N_("recap")
    CARD = N_("card")
    LORE = N_("lore")
    CHAT = N_("chat")
    PROMPT = N_("prompt")
    UNKNOWN = N_("unknown")


def kind_of(source: str, recap_slots: frozenset[str] = frozenset()) -> Kind:
    """What a source (DESIGN §4) is."""
    if source.startswith(SLOT):
        return Kind.RECAP if source.removeprefix(SLOT) in recap_slots else Kind.MEMORY
    if source.startswith(CHAT) or source == PENDING:
        return Kind.CHAT
    if source.startswith(LORE):
        return Kind.LORE
    if source.startswith(CARD) or source in (DEPTH_PROMPT, EXAMPLE):
        return Kind.CARD
    return Kind.UNKNOWN if source == UNKNOWN else Kind.PROMPT


@dataclass(frozen=True, slots=True)
class PartLine:
    """One line of a part.

    Attributes:
        text: without its line break.
        changed: what of it was not predicted.
        lost: places at which something predicted is missing.
        memory: the memory that it renders; None where it is none's.
        fields: what macros were filled in with.
    """

    text: str
    changed: tuple[Span, ...] = ()
    lost: tuple[int, ...] = ()
    memory: int | None = None
    fields: tuple[Span, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether it is as predicted."""
        return not self.changed and not self.lost


@dataclass(frozen=True, slots=True)
class SentPart:
    """One part of a message.

    Attributes:
        number: its place among the parts of the request.
        message: which message it is in.
        source: where it comes from (DESIGN §4).
        kind: what that is.
        verdict: what is said of it.
        tokens: what it costs.
        text: all of it, as it was sent.
        lines: the same by lines.
    """

    number: int
    message: int
    source: str
    kind: Kind
    verdict: Verdict
    tokens: int
    text: str
    lines: tuple[PartLine, ...]


def sent_parts(found: Check) -> tuple[SentPart, ...]:
    """The parts of a checked request, in its order."""
    contents = found.captured.contents
    several = {one.message for one, other in pairwise(found.parts) if one.message == other.message}
    slots = {f"{SLOT}{slot.key}": slot.delivered for slot in found.slots}
    differences = {(one.source, one.message): one for one in found.differences}
    injections = injections_of(found)
    recaps = frozenset(
        key
        for key, (system, _) in injections.items()
        if found.prediction.answers[system].system.finds_scenes
    )
    parts: list[SentPart] = []
    for number, (part, tokens) in enumerate(zip(found.parts, found.tokens, strict=True)):
        text = contents[part.message][part.start : part.end]
        difference = differences.get((part.source, part.message))
        verdict = _verdict(part.source, difference, slots, inside=part.message in several)
        injection = injections.get(part.source.removeprefix(SLOT))
        lines = _lines(text, verdict, difference, None if injection is None else injection[1])
        parts.append(
            SentPart(
                number,
                part.message,
                part.source,
                kind_of(part.source, recaps),
                verdict,
                tokens,
                text,
                lines,
            )
        )
    return tuple(parts)


def injections_of(found: Check) -> dict[str, tuple[str, Injection]]:
    """Every predicted slot by its key, with its system."""
    return {
        one.key: (system, one)
        for system, answer in found.prediction.answers.items()
        for one in answer.derivation.injections
    }


def _verdict(
    source: str, difference: Difference | None, slots: Mapping[str, str], *, inside: bool
) -> Verdict:
    if difference is not None and difference.kind == "extra":
        return Verdict.UNKNOWN if source == UNKNOWN else Verdict.NEW
    if source in slots:
        delivered = slots[source]
        if delivered == "macros":
            return Verdict.MACROS
        if delivered == "differs":
            return Verdict.DIFFERS
        return Verdict.INSIDE if delivered == "inside" else Verdict.EXACT
    if difference is not None:
        return Verdict.DIFFERS
    if source == UNKNOWN:
        return Verdict.UNKNOWN
    return Verdict.INSIDE if inside else Verdict.EXACT


def _lines(
    text: str, verdict: Verdict, difference: Difference | None, injection: Injection | None
) -> tuple[PartLine, ...]:
    """A part by lines, with what of each is not as predicted."""
    changed: list[Span] = []
    lost: list[int] = []
    predicted = "" if injection is None else injection.text
    fields: list[Span] = []
    if verdict is Verdict.DIFFERS and difference is not None and difference.kind == "differs":
        shift = max(text.find(difference.found), 0)
        for run in text_runs(difference.expected, difference.found):
            if run.same:
                continue
            if run.stop > run.other:
                changed.append((shift + run.other, shift + run.stop))
            else:
                lost.append(shift + run.other)
    elif verdict is Verdict.MACROS and predicted:
        runs = text_runs(predicted.strip(), text)
        fields = [(run.other, run.stop) for run in runs if not run.same and run.stop > run.other]
    texts = text.split("\n")
    if len(texts) > 1 and not texts[-1]:
        texts.pop()
    memories = _memories(texts, injection)
    found: list[PartLine] = []
    at = 0
    for index, line in enumerate(texts):
        end = at + len(line)
        found.append(
            PartLine(
                line,
                tuple(_within(changed, at, end)),
                tuple(one - at for one in lost if at <= one <= end),
                memories.get(index),
                tuple(_within(fields, at, end)),
            )
        )
        at = end + 1
    return tuple(found)


def _within(spans: list[Span], start: int, end: int) -> list[Span]:
    return [
        (max(one, start) - start, min(other, end) - start)
        for one, other in spans
        if one < end and other > start
    ]


def _memories(texts: list[str], injection: Injection | None) -> dict[int, int]:
    """The memory of each line of a slot: of a line that differs, that of the one in its place."""
    if injection is None:
        return {}
    lines = injection.lines
    pairs = matches([one.text for one in lines], texts)
    found: dict[int, int] = {}
    last, stop = 0, 0
    for index, other in [*pairs, (len(lines), len(texts))]:
        if index - last == other - stop:
            for step in range(index - last):
                memory = lines[last + step].memory
                if memory is not None:
                    found[stop + step] = memory
        if index < len(lines):
            memory = lines[index].memory
            if memory is not None:
                found[other] = memory
        last, stop = index + 1, other + 1
    return found
