"""What the answering character has no way to know (issue 4, item 5); see `secrets` too."""

from collections.abc import Iterator

from inspector.analysis.asked import Asked
from inspector.analysis.knowledge import ways_of
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.core.system import TellsWhoKnows

_FALLBACK = "pov-fallback"


def leaks(asked: Asked) -> tuple[Problem, ...]:
    """Lines in the block that the character about to answer has no way to know.

    Each problem names its memory and why its line is there all the same. A design that is told
    to consider every memory does so by a person's choice: it gets one problem for all.
    """
    name = asked.moment.resolved(asked.document.chat).character or ""
    if not name.strip() or not isinstance(asked.ruleset, TellsWhoKnows):
        return ()
    way = ways_of(asked.ruleset, asked.document, name)
    shown = [asked.document.memories[index] for index in sorted(asked.derivation.in_block)]
    if not asked.ruleset.is_release:
        unknown = [memory for memory in shown if way(memory) is Way.UNKNOWN]
        return _chosen(name, unknown)
    return tuple(problem for memory in shown for problem in _leak(asked, name, memory, way(memory)))


def _leak(asked: Asked, name: str, memory: Memory, way: Way) -> Iterator[Problem]:
    if way is Way.UNKNOWN:
        yield Problem(
            "leak",
            f"{name} has no way to know {memory.label}, and its line is in the block: "
            f"{_reason(asked, name, memory)}",
            memory=memory.index,
        )
    elif way is Way.INVOLVED and memory.is_secret:
        yield Problem(
            "leak-of-secret",
            f"{memory.label} is a secret that {name} did not witness, and its line is in the "
            "block: this release counts who took part and does not look at the secret flag. "
            f"Without {name} among the characters involved it stays out.",
            memory=memory.index,
        )


def _reason(asked: Asked, name: str, memory: Memory) -> str:
    fallback = any(problem.code == _FALLBACK for problem in asked.derivation.warnings)
    if fallback:
        return (
            f"{name} knows no candidate at all, and then the release injects every one of them. "
            f"One candidate that {name} witnessed stops this."
        )
    known = next(
        (step.detail for step in asked.derivation.steps_for(memory.index) if step.gate == "pov"),
        "",
    )
    return (
        "the release looks through the eyes of everybody who spoke, or is named, in the last two "
        f"visible messages. {known}"
    ).rstrip()


def _chosen(name: str, unknown: list[Memory]) -> tuple[Problem, ...]:
    if not unknown:
        return ()
    count = len(unknown)
    first = unknown[0]
    what = f"{first.label} is" if count == 1 else f"{first.label} and {count - 1} more are"
    text = (
        f"{what} in the block though {name} has no way to know: the setting candidates lets "
        "every memory in, whoever knows it. With candidates set to pov they stay out."
    )
    return (Problem("leak-by-setting", text, memory=first.index),)
