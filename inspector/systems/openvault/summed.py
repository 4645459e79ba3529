"""The paragraph that stands in established history in the place of memories (seed 000)."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.bucket_summary import (
    OFF,
    OLD_SUMMARY,
    ON,
    BucketSummary,
    mark_of,
    nearest,
)
from inspector.core.problems import Problem
from inspector.core.settings import SettingKind, SettingSpec
from inspector.language import N_, _, ngettext
from inspector.systems.openvault.ranking import Ranking

OLD_SUMMARY_SETTING = SettingSpec(
    OLD_SUMMARY,
    SettingKind.CHOICE,
    OFF,
    N_(
        "Whether the paragraph that was kept for established history stands in the place of its "
        "memories."
    ),
    choices=(OFF, ON),
)


@dataclass(frozen=True)
class Summed:
    """What a paragraph says, and of which memories.

    Attributes:
        text: the paragraph; empty without one.
        places: of the memories that it stands for, in the list of all.
        problems: that there is none, or that it is stale.
    """

    text: str = ""
    places: frozenset[int] = frozenset()
    problems: tuple[Problem, ...] = ()


def summed_up(kept: Sequence[BucketSummary], candidates: Ranking, old_ends: float) -> Summed:
    """The paragraph for the memories of established history.

    A memory that it was not made of keeps its line, so that nothing new is lost.

    Args:
        kept: all paragraphs that are at hand.
        candidates: the memories that are considered.
        old_ends: the position at which established history ends.
    """
    ranks = range(bisect_left(candidates.positions, old_ends))
    marks = {
        candidates.order[rank]: mark_of(candidates.members[rank].memory.summary) for rank in ranks
    }
    if not marks:
        return Summed()
    found = nearest(kept, marks.values())
    if found is None:
        text = "No paragraph is kept for established history, so its memories stand there."
        return Summed(problems=(Problem("no-summary", text),))
    places = frozenset(location for location, mark in marks.items() if mark in found.marks)
    gone = len(found.marks - frozenset(marks.values()))
    new = len(marks) - len(places)
    problems = (Problem("stale-summary", _stale(gone, new)),) if gone or new else ()
    return Summed(found.text, places, problems)


def _stale(gone: int, new: int) -> str:
    parts: list[str] = []
    if gone:
        parts.append(
            ngettext(
                "{n:,} memory that it was made of is no longer there as it was",
                "{n:,} memories that it was made of are no longer there as they were",
                gone,
            ).format(n=gone)
        )
    if new:
        parts.append(
            ngettext(
                "{n:,} is new or worded anew and keeps its line",
                "{n:,} are new or worded anew and keep their lines",
                new,
            ).format(n=new)
        )
    return _("The paragraph of established history is stale: {changes}.").format(
        changes=_(", and ").join(parts)
    )
