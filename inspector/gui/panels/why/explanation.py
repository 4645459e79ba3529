"""What is told of one memory: a header, the gates as steps, and where its line stands.

What is told of messages and items (`request_told`) has the same form.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from inspector.analysis.why import Why, why
from inspector.core.document import Document
from inspector.core.injection import Derivation, GateStep, Verdict
from inspector.gui.kit.gate_words import check_in_words
from inspector.gui.kit.memory_words import verdict_word
from inspector.gui.kit.text import counted
from inspector.gui.panels.why.numbers import figure_of
from inspector.gui.state.delivery import DELIVERY
from inspector.gui.state.page import LEFT_OUT, Page
from inspector.gui.state.selection import MemorySubject, Subject
from inspector.language import _, ngettext

NOTHING_IN = _("No single change was found that gets it in.")
NOTHING_SENT = _("No change of the memory gets it in: its whole block is not sent.")
NOTHING_OUT = _("No single change was found that takes it out.")

_LEAST_TITLE = 12
_LEAST_LAST_WORD = 4
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|:\s+")
_TITLE_MARKS = re.compile(r"^\[([^\]]+)\]")


class Mark(Enum):
    """How a step ended."""

    PASSED = auto()
    FAILED = auto()
    OPEN = auto()


SAID = {Mark.PASSED: _("Passed"), Mark.FAILED: _("Failed"), Mark.OPEN: _("Not reached")}
"""What a screen reader says of a step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One row.

    Attributes:
        mark: how it ended.
        title: a short sentence of fact.
        gate: what is looked at there; empty for what is no gate.
        detail: what else there is to say; may be empty.
        figure: its numbers in short; may be empty.
        announced: all of it as the rules say it; empty where title and detail are our own words.
    """

    mark: Mark
    title: str
    gate: str = ""
    detail: str = ""
    figure: str = ""
    announced: str = ""

    @property
    def sentence(self) -> str:
        """All of it on one line."""
        return self.announced or f"{self.title}. {self.detail}".strip()


@dataclass(frozen=True, slots=True)
class SubjectExplanation:
    """All that is told of a memory, a message or an item.

    Attributes:
        subject: what it is told of.
        in_block: whether it is in a prompt.
        lead: the verdict in two words.
        name: what it is called, as the facts call it.
        facts: sentences about it.
        steps: from the first gate to the line's place.
        no_change: what there is to say where no change is offered.
    """

    subject: Subject
    in_block: bool
    lead: str
    name: str
    facts: str
    steps: tuple[Step, ...]
    no_change: str = NOTHING_IN


def explanation_of(
    document: Document, derivation: Derivation, memory: int, by: str = ""
) -> SubjectExplanation | None:
    """What to tell of a memory; None if it does not exist at the moment.

    Args:
        document: the chat.
        derivation: what is explained.
        memory: its index.
        by: name of the ruleset whose rules explain it, where another one is asked.
    """
    found = why(derivation, memory)
    verdict = derivation.verdict_for(memory)
    if found is None or verdict is None:
        return None
    steps = [step_of(step) for step in found.gates]
    name = _("Memory {index}").format(index=memory)
    whose = said_by(by)
    if found.in_block:
        return SubjectExplanation(
            MemorySubject(memory),
            in_block=True,
            lead=_("In the block"),
            name=name,
            facts=" ".join(filter(None, (_where(name, derivation, verdict), whose))),
            steps=tuple(steps),
            no_change=NOTHING_OUT,
        )
    steps += _not_reached(derivation, found)
    steps += _location(document, derivation, verdict)
    stars = document.memories[memory].importance
    cost = counted(verdict.tokens, "{n} token", "{n} tokens")
    return SubjectExplanation(
        MemorySubject(memory),
        in_block=False,
        lead=_("Left out: {verdict_word}").format(verdict_word=verdict_word(verdict)),
        name=name,
        facts=" ".join(
            filter(
                None,
                (
                    listed(name, _("importance {stars}").format(stars=stars), cost),
                    passed_in_words(found.gates),
                    whose,
                ),
            )
        ),
        steps=tuple(steps),
        no_change=NOTHING_SENT if verdict.gate == DELIVERY else NOTHING_IN,
    )


def parted(text: str) -> tuple[str, str]:
    """The first sentence as a title, without its full stop, and the rest.

    A colon parts as well. Names with a full stop, such as Mrs. Hale, do not end a sentence.
    """
    for end in _SENTENCE_END.finditer(text):
        title = text[: end.start()].rstrip(".")
        last = title.rsplit(maxsplit=1)[-1] if title.strip() else ""
        is_name = text[end.start() - 1] == "." and len(last) < _LEAST_LAST_WORD and last.istitle()
        if len(title) >= _LEAST_TITLE and not is_name:
            rest = text[end.end() :]
            return title, rest[:1].upper() + rest[1:]
    return text.rstrip("."), ""


def plain_title(title: str) -> str:
    """A section's title without the marks that make it a heading of the block."""
    words = " ".join(title.split()).lstrip("#").strip()
    bracketed = _TITLE_MARKS.match(words)
    return bracketed.group(1) if bracketed else words


def step_of(step: GateStep) -> Step:
    """A gate's step as a row."""
    title, detail = parted(step.detail)
    mark = Mark.PASSED if step.passed else Mark.FAILED
    figure = figure_of(step.gate, step.numbers, passed=step.passed)
    return Step(mark, title, check_in_words(step.gate), detail, figure, step.detail)


def passed_in_words(gates: Sequence[GateStep]) -> str:
    """How many of the gates that it met something that is left out passed, as a sentence."""
    passed = sum(step.passed for step in gates)
    if not passed:
        return _("It failed the first check.")
    return _("It passed {checks} and failed 1.").format(
        checks=counted(passed, "{n} check", "{n} checks")
    )


def listed(*facts: str) -> str:
    """What something is called and what is known of it, as a sentence; empty facts are left out."""
    return _("{facts}.").format(facts=", ".join(filter(None, facts)))


def said_by(ruleset: str) -> str:
    """Whose rules say it, as a sentence; empty for those that are asked."""
    return _("This is by {by}.").format(by=ruleset) if ruleset else ""


def _where(name: str, derivation: Derivation, verdict: Verdict) -> str:
    """Line, tokens and section of a memory that is in a prompt."""
    for injection in derivation.injections:
        number = 0
        for section in injection.sections:
            for line in section.lines:
                number += 1
                if line.memory == verdict.memory:
                    return _("{name} is line {number}, {tokens}, in {section}.").format(
                        name=name,
                        number=number,
                        tokens=counted(line.tokens, "{n} token", "{n} tokens"),
                        section=plain_title(section.title or "") or injection.key,
                    )
    return _("{name} costs {tokens}.").format(
        name=name, tokens=counted(verdict.tokens, "{n} token", "{n} tokens")
    )


def _not_reached(derivation: Derivation, found: Why) -> Iterable[Step]:
    """The gates that other memories came to after the one that this one failed."""
    inside = next(iter(derivation.in_block), None)
    if inside is None or found.failed is None:
        return ()
    every = [step.gate for step in derivation.steps_for(inside)]
    if found.failed.gate not in every:
        return ()
    # Several steps of one gate stand together: what comes after the last of them was not reached.
    last = len(every) - 1 - every[::-1].index(found.failed.gate)
    return unreached(list(dict.fromkeys(every[last + 1 :])))


def unreached(gates: Sequence[str]) -> Iterable[Step]:
    """The step for gates after the one that failed; none without any."""
    if not gates:
        return ()
    ahead = ngettext(
        "One check was not reached", "{n:,} checks were not reached", len(gates)
    ).format(n=len(gates))
    return (Step(Mark.OPEN, ahead, ", ".join(map(check_in_words, gates))),)


def _location(document: Document, derivation: Derivation, verdict: Verdict) -> Iterable[Step]:
    """Where its line would stand; nothing for what is archived or has no bucket."""
    if document.memories[verdict.memory].is_archived:
        return ()
    for injection in derivation.injections:
        page = Page(injection, document)
        if page.lines and page.has_buckets:
            ghost = page.ghost_of(verdict, LEFT_OUT)
            if ghost is not None:
                detail = _("Shown dashed in the preview.")
                tokens = counted(verdict.tokens, "{n} token", "{n} tokens")
                title = _("Its place is line {before}").format(before=ghost.before + 1)
                return (Step(Mark.OPEN, title, "", detail, tokens),)
    return ()
