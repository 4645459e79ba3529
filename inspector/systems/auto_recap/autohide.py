"""What auto-hide would do: which messages it hides and unhides, and by which commands.

Reported, never performed (specs/auto-recap.md §6.1, specs/as-designed.md §4).
"""

from collections.abc import Iterable

from inspector.core.javascript import UNDEFINED, to_number
from inspector.core.message_derivation import AutoHide, Range, hide_command
from inspector.core.recap import Recap, RecapView


def runs(indexes: Iterable[int]) -> tuple[Range, ...]:
    """Maximal runs of consecutive messages."""
    found: list[Range] = []
    for index in sorted(set(indexes)):
        if found and found[-1][1] == index - 1:
            found[-1] = (found[-1][0], index)
        else:
            found.append((index, index))
    return tuple(found)


def batched_commands(indexes: Iterable[int], name: str) -> list[str]:
    """One command a run of consecutive messages: `processBatchedCommands`."""
    return [hide_command(name, one) for one in runs(indexes)]


def shown_breaks(view: RecapView, length: int) -> list[int]:
    """Breaks that auto-hide counts: all but those hidden with a plain `false`."""
    return [index for index in view.breaks if index < length and _displayed(view.messages[index])]


def _displayed(recap: Recap) -> bool:
    return recap.record.get("scene_break_visible", UNDEFINED) is not False


def released(breaks: list[int], length: int, setting: object) -> AutoHide:
    """What a release does with `auto_hide_scene_count` = N.

    With N breaks or more, all up to and including the N-th newest is hidden and the rest
    unhidden: N - 1 finished scenes stay. Otherwise, and for N of 0 or below or no number,
    everything is unhidden, also what a person hid by hand.
    """
    count = to_number(setting)
    index = len(breaks) - count
    if count > 0 and index >= 0 and float(index).is_integer():
        return _split_behind(breaks[int(index)], length)
    return _split_behind(-1, length)


def designed(breaks: list[int], length: int, count: int) -> AutoHide:
    """The design: the last `count` finished scenes and the open one stay visible.

    With so few scenes that nothing is to hide, nothing is changed either.
    """
    if count <= 0 or len(breaks) <= count:
        return AutoHide()
    return _split_behind(breaks[-count - 1], length)


def _split_behind(last_hidden: int, length: int) -> AutoHide:
    hide = ((0, last_hidden),) if last_hidden >= 0 else ()
    unhide = ((last_hidden + 1, length - 1),) if last_hidden + 1 < length else ()
    return AutoHide(hide, unhide)
