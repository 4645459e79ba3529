"""A baseline: problems that are known, so that only new ones are told."""

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.problems import Problem


@dataclass(frozen=True, slots=True, order=True)
class KnownProblem:
    """What stays of a problem when its wording, or the place of its memory, changes.

    Attributes:
        code: the rule.
        location: the memory's id, or the message, the line or the recap; the sentence where the
            problem names none of these.
    """

    code: str
    location: str


def known(problem: Problem, document: Document) -> KnownProblem:
    """A problem as a baseline holds it."""
    return KnownProblem(problem.code, _location(problem, document))


def new_problems(
    problems: Iterable[Problem], document: Document, baseline: Iterable[KnownProblem]
) -> list[Problem]:
    """Those that a baseline does not hold, in order."""
    held = frozenset(baseline)
    return [one for one in problems if known(one, document) not in held]


def _location(problem: Problem, document: Document) -> str:
    parts: list[str] = []
    if problem.memory is not None:
        memory = document.memories[problem.memory]
        parts.append(f"memory {memory.id}" if memory.id else f"memory #{memory.index}")
    if problem.recap is not None:
        parts.append(str(problem.recap))
    if problem.message is not None:
        parts.append(f"message {problem.message}")
    if problem.line is not None:
        parts.append(f"line {problem.line}")
    return ", ".join(parts) or problem.text
