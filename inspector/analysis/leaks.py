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
from inspector.language import N_, _, ngettext

_FALLBACK = "pov-fallback"
_CANDIDATES, _POINT_OF_VIEW = "candidates", "pov"
INVOLVEMENT = N_("this release counts who took part and does not look at the secret flag")


def leaks(query: Query, deadline: Deadline | None = None) -> tuple[Problem, ...]:
    """Lines in the block that the character about to answer has no way to know.

    Each problem names its memory and why its line is there all the same. A design that is told
    to consider every memory does so by a person's choice: it gets one problem for all.

    Args:
        query: the question.
        deadline: how long fixes are tried; a problem is told without one where it ends.
    """
    until = deadline or Deadline()
    name, found = reader_of(query), leaked(query)
    if not query.ruleset.is_release:
        return _chosen(query, name, [memory for memory, _ in found], until)
    fixes = secret_fixes(query, found, until)
    return tuple(
        problem for memory, way in found for problem in _leak(query, name, memory, way, fixes)
    )


def reader_of(query: Query) -> str:
    """Who reads the block: the character about to answer; empty for nobody."""
    return (query.moment.resolved(query.document.chat).character or "").strip()


def leaked(query: Query) -> tuple[tuple[Memory, Way], ...]:
    """Memories in the block that its reader should not know, with how the rules know of them.

    In a release these are secrets that the reader took part in, too; nothing where nobody
    answers, or where a ruleset does not care who knows.
    """
    name = reader_of(query)
    if not name or not isinstance(query.ruleset, TellsWhoKnows):
        return ()
    way = ways_of(query.ruleset, query.document, name)
    displayed = (query.document.memories[index] for index in sorted(query.derivation.in_block))
    found = [(memory, way(memory)) for memory in displayed]
    is_release = query.ruleset.is_release
    return tuple(
        (memory, one)
        for memory, one in found
        if one is Way.UNKNOWN or (is_release and memory.is_secret and one is Way.INVOLVED)
    )


def secret_fixes(
    query: Query, found: Sequence[tuple[Memory, Way]], deadline: Deadline
) -> Mapping[int, ChangeNames]:
    """What keeps each secret that the reader took part in out, by the memory's index.

    Nothing where the rules let them in all the same.

    All are tried at once: the fewer are taken from a point of view, the less it falls back.
    """
    name = reader_of(query)
    secrets = [memory for memory, way in found if way is Way.INVOLVED]
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
            _("{name} has no way to know {label}, and its line is in the block: {reason}").format(
                name=name, label=memory.label, reason=_reason(query, memory)
            ),
            memory=memory.index,
        )
    elif way is Way.INVOLVED and memory.is_secret:
        fix = fixes.get(memory.index)
        words = [
            _(
                "{label} is a secret that {name} did not witness, and its line is in the block: "
                "{involvement}."
            ).format(label=memory.label, name=name, involvement=_(INVOLVEMENT))
        ]
        if fix:
            words.append(_("Without {name} among the characters involved it stays out."))
            words[-1] = words[-1].format(name=name)
        yield Problem(
            "leak-of-secret",
            " ".join(words),
            memory=memory.index,
            fix=fix,
            fix_title=_("Take {name} off the characters involved").format(name=name) if fix else "",
        )


def cause_of(query: Query) -> str:
    """Why a release lets its reader read what the reader does not know; the end of a sentence."""
    name = reader_of(query)
    if any(problem.code == _FALLBACK for problem in query.derivation.warnings):
        return _(
            "{name} knows no candidate at all, and then the release injects every one of them. "
            "One candidate that {name} witnessed stops this."
        ).format(name=name)
    return _(
        "the release looks through the eyes of everybody who spoke, or is named, in the last two "
        "visible messages."
    )


def _reason(query: Query, memory: Memory) -> str:
    cause = cause_of(query)
    if any(problem.code == _FALLBACK for problem in query.derivation.warnings):
        return cause
    known = next(
        (step.detail for step in query.derivation.steps_for(memory.index) if step.gate == "pov"),
        "",
    )
    return f"{cause} {known}".rstrip()


def _chosen(
    query: Query, name: str, unknown: list[Memory], deadline: Deadline
) -> tuple[Problem, ...]:
    if not unknown:
        return ()
    count = len(unknown)
    first = unknown[0]
    if count == 1:
        words = _(
            "{label} is in the block though {name} has no way to know: the setting candidates "
            "lets every memory in, whoever knows it."
        )
    else:
        words = _(
            "{label} and {more:,} more are in the block though {name} has no way to know: the "
            "setting candidates lets every memory in, whoever knows it."
        )
    text = words.format(label=first.label, more=count - 1, name=name)
    if deadline.is_over or not stay_out(query, unknown):
        return (Problem("leak-by-setting", text, memory=first.index),)
    remedy = ngettext(
        "With candidates set to pov it stays out.",
        "With candidates set to pov they stay out.",
        count,
    )
    return (
        Problem(
            "leak-by-setting",
            f"{text} {remedy}",
            memory=first.index,
            fix=only_known(query.ruleset.name),
            fix_title=_("Set {name} to {value}").format(name=_CANDIDATES, value=_POINT_OF_VIEW),
        ),
    )


def only_known(ruleset: str) -> SetSetting:
    """The setting by which a design considers only what its reader knows."""
    return SetSetting(ruleset, _CANDIDATES, _POINT_OF_VIEW)


def stay_out(query: Query, memories: Sequence[Memory]) -> bool:
    """Whether that setting keeps these memories out."""
    settings = {**query.moment.settings, _CANDIDATES: _POINT_OF_VIEW}
    after = query.at(replace(query.moment, settings=settings)).derivation
    return after.in_block.isdisjoint(memory.index for memory in memories)
