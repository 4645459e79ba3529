"""What the answering character has no way to know (issue 4, item 5); see `secrets` too."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from inspector.analysis.knowledge import ways_of
from inspector.core.deadline import Deadline
from inspector.core.edits import ChangeNames
from inspector.core.knowledge import Way
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.settings import SetSetting
from inspector.core.system import TellsWhoKnows

_FALLBACK = "pov-fallback"
_CANDIDATES, _POINT_OF_VIEW = "candidates", "pov"


def leaks(query: Query, deadline: Deadline | None = None) -> tuple[Problem, ...]:
    """Lines in the block that the character about to answer has no way to know.

    Each problem names its memory and why its line is there all the same. A design that is told
    to consider every memory does so by a person's choice: it gets one problem for all.

    Args:
        query: the question.
        deadline: how long fixes are tried; a problem is told without one where it ends.
    """
    until = deadline or Deadline()
    name = query.moment.resolved(query.document.chat).character or ""
    if not name.strip() or not isinstance(query.ruleset, TellsWhoKnows):
        return ()
    way = ways_of(query.ruleset, query.document, name)
    shown = [query.document.memories[index] for index in sorted(query.derivation.in_block)]
    if not query.ruleset.is_release:
        unknown = [memory for memory in shown if way(memory) is Way.UNKNOWN]
        return _chosen(query, name, unknown, until)
    taking_part = [memory for memory in shown if memory.is_secret and way(memory) is Way.INVOLVED]
    fixes = _fixes(query, name, taking_part, until)
    return tuple(
        problem for memory in shown for problem in _leak(query, name, memory, way(memory), fixes)
    )


def _fixes(
    query: Query, name: str, secrets: Sequence[Memory], deadline: Deadline
) -> Mapping[int, ChangeNames]:
    """What keeps each of these secrets out; nothing where the rules let them in all the same.

    All are tried at once: the fewer are taken from a point of view, the less it falls back.
    """
    edits = {
        memory.index: ChangeNames(
            (memory.index,),
            "characters_involved",
            remove=tuple(
                one for one in memory.characters_involved if one.casefold() == name.casefold()
            ),
        )
        for memory in secrets
    }
    if not edits or deadline.is_over:
        return {}
    after = query.edited(tuple(edits.values())).derivation
    return edits if after.in_block.isdisjoint(edits) else {}


def _leak(
    query: Query, name: str, memory: Memory, way: Way, fixes: Mapping[int, ChangeNames]
) -> Iterator[Problem]:
    if way is Way.UNKNOWN:
        yield Problem(
            "leak",
            f"{name} has no way to know {memory.label}, and its line is in the block: "
            f"{_reason(query, name, memory)}",
            memory=memory.index,
        )
    elif way is Way.INVOLVED and memory.is_secret:
        fix = fixes.get(memory.index)
        out = f" Without {name} among the characters involved it stays out." if fix else ""
        yield Problem(
            "leak-of-secret",
            f"{memory.label} is a secret that {name} did not witness, and its line is in the "
            f"block: this release counts who took part and does not look at the secret flag.{out}",
            memory=memory.index,
            fix=fix,
            fix_title=f"Take {name} off the characters involved" if fix else "",
        )


def _reason(query: Query, name: str, memory: Memory) -> str:
    fallback = any(problem.code == _FALLBACK for problem in query.derivation.warnings)
    if fallback:
        return (
            f"{name} knows no candidate at all, and then the release injects every one of them. "
            f"One candidate that {name} witnessed stops this."
        )
    known = next(
        (step.detail for step in query.derivation.steps_for(memory.index) if step.gate == "pov"),
        "",
    )
    return (
        "the release looks through the eyes of everybody who spoke, or is named, in the last two "
        f"visible messages. {known}"
    ).rstrip()


def _chosen(
    query: Query, name: str, unknown: list[Memory], deadline: Deadline
) -> tuple[Problem, ...]:
    if not unknown:
        return ()
    count = len(unknown)
    first = unknown[0]
    what = f"{first.label} is" if count == 1 else f"{first.label} and {count - 1} more are"
    text = (
        f"{what} in the block though {name} has no way to know: the setting candidates lets "
        "every memory in, whoever knows it."
    )
    if deadline.is_over or not _stay_out(query, unknown):
        return (Problem("leak-by-setting", text, memory=first.index),)
    return (
        Problem(
            "leak-by-setting",
            f"{text} With candidates set to pov {'it stays' if count == 1 else 'they stay'} out.",
            memory=first.index,
            fix=SetSetting(query.ruleset.name, _CANDIDATES, _POINT_OF_VIEW),
            fix_title=f"Set {_CANDIDATES} to {_POINT_OF_VIEW}",
        ),
    )


def _stay_out(query: Query, memories: Sequence[Memory]) -> bool:
    settings = {**query.moment.settings, _CANDIDATES: _POINT_OF_VIEW}
    after = query.at(replace(query.moment, settings=settings)).derivation
    return after.in_block.isdisjoint(memory.index for memory in memories)
