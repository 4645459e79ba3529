"""Problems in a person's words: where they are, and memories by number and beginning, not id."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.core.memory import Memory, titles_of
from inspector.core.problems import Problem, RecapPart
from inspector.language import _

_WORD = re.compile(r"[^\s'\"“”‘’(),;:]+")


def worded(problem: Problem, known: Mapping[str, Sequence[Memory]]) -> Problem:
    """The problem with every id of a memory put as `#11 “Rufus confessed …”`.

    An id that stands twice is that of the memory which the problem is about, if it is one of these.

    Args:
        problem: as it was found.
        known: the memories of the chat by their ids.
    """

    def named(found: re.Match[str]) -> str:
        every = known.get(found[0], ())
        meant = [one for one in every if one.index == problem.memory] or every
        return titles_of(meant, len(meant)) or found[0]

    return replace(problem, text=_WORD.sub(named, problem.text))


def place_of(problem: Problem) -> str:
    """Where to look: `memory #12, message 431`; empty if the problem is nowhere."""
    words: list[str] = []
    if problem.recap is RecapPart.RUNNING:
        words.append(_("running recap"))
    elif problem.recap is not None:
        words.append(f"{_(problem.recap)} {problem.message}")
    if problem.memory is not None:
        words.append(_("memory #{memory}").format(memory=problem.memory))
    if problem.message is not None and problem.recap is None:
        words.append(_("message {message}").format(message=problem.message))
    if problem.line is not None:
        words.append(_("line {line}").format(line=problem.line))
    return ", ".join(words)
