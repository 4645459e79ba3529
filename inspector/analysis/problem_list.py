"""All that was found about a chat and its block, as one list without repetitions."""

from collections.abc import Iterable, Sequence

from inspector.core.problems import Problem, Severity

_SAID_BETTER = {"importance-throws": "importance-below-zero"}
"""What a ruleset warns of, and the fault that says the same with a way out."""


def problem_list(
    of_block: Sequence[Problem], warnings: Sequence[Problem], of_document: Sequence[Problem]
) -> tuple[Problem, ...]:
    """Everything once; what changes the block comes before what is odd in the chat.

    Args:
        of_block: see `analysis.lint.block_problems`.
        warnings: what the ruleset itself warns of.
        of_document: see `analysis.lint.lint`.
    """
    wording = {problem.code for problem in of_block}
    kept = [one for one in warnings if _SAID_BETTER.get(one.code) not in wording]
    return tuple(_once((*of_block, *kept, *of_document)))


def texts_by_memory(problems: Iterable[Problem]) -> dict[int, str]:
    """What is wrong with each memory, by its index; a line a problem. Hints are nothing wrong."""
    about: dict[int, list[str]] = {}
    for problem in problems:
        if problem.memory is not None and problem.severity is not Severity.HINT:
            about.setdefault(problem.memory, []).append(problem.text)
    return {memory: "\n".join(texts) for memory, texts in about.items()}


def codes_by_memory(problems: Iterable[Problem]) -> dict[int, tuple[str, ...]]:
    """The rules that found anything against each memory, hints too, by its index."""
    about: dict[int, dict[str, None]] = {}
    for problem in problems:
        if problem.memory is not None:
            about.setdefault(problem.memory, {})[problem.code] = None
    return {memory: tuple(codes) for memory, codes in about.items()}


def _once(problems: Iterable[Problem]) -> Iterable[Problem]:
    found: dict[object, Problem] = {}
    for one in problems:
        location = (one.memory, one.message, one.line, one.recap)
        found.setdefault((one.severity, one.text, location), one)
    return found.values()
