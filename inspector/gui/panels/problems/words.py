"""Problems in a person's words: memories by number and by how they begin, never by id."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.language import _

_WORD = re.compile(r"[^\s'\"“”‘’(),;:]+")
_LONGEST_CHARS = 34


def places_of(memories: Sequence[Memory]) -> dict[str, int]:
    """The index of each memory by its id; an id that stands twice names none."""
    found = {memory.id: memory.index for memory in memories}
    if len(found) < len(memories):
        for name, times in Counter(memory.id for memory in memories).items():
            if times > 1:
                del found[name]
    found.pop("", None)
    return found


def worded(problem: Problem, memories: Sequence[Memory], places: Mapping[str, int]) -> Problem:
    """The problem with every id of a memory put as `#11 “Rufus confessed …”`."""

    def named(found: re.Match[str]) -> str:
        index = places.get(found[0])
        return found[0] if index is None else name_of(memories[index])

    return replace(problem, text=_WORD.sub(named, problem.text))


def name_of(memory: Memory) -> str:
    """`#11 “Rufus confessed to Nell that he …”`; the number alone without a summary."""
    words = " ".join(memory.summary.split())
    if not words:
        return f"#{memory.index}"
    if len(words) > _LONGEST_CHARS:
        words = f"{words[:_LONGEST_CHARS].rsplit(' ', 1)[0]} …"
    return _("#{index} “{words}”").format(index=memory.index, words=words)
