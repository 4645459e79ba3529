"""Scenes: where each begins, by the two rules that the extension has (specs/auto-recap.md §6)."""

import math
from collections.abc import Sequence

from inspector.core.javascript import first_truthy, to_number, truthy
from inspector.core.recap import Recap, RecapView, Scene


def history_count(setting: object) -> float:
    """How many scenes back a recap is made from: `Number(scene_recap_history_count) || 1`."""
    return to_number(first_truthy(to_number(setting), 1))


def generation_start(visible: Sequence[int], end: int, count: float) -> int | None:
    """First message of what the recap of the scene ending at `end` is made from.

    The message behind the break that lies `count` breaks before the last one up to `end`. If
    break `end` is hidden itself, the range so grows by one scene.

    Args:
        visible: all visible breaks, ascending.
        end: where the scene ends.
        count: see `history_count`.

    Returns:
        The message; None where the release computes NaN, for a count below 0 or with a fraction.
    """
    until = [index for index in visible if index <= end]
    if len(until) < count + 1:
        return 0
    location = len(until) - count - 1
    if math.isinf(location) or not float(location).is_integer() or not 0 <= location < len(until):
        return None
    return until[int(location)] + 1


def shown_start(bookends: Sequence[int], end: int) -> int:
    """First message of the scene as the extension shows it.

    Args:
        bookends: breaks that part scenes here, ascending.
        end: where the scene ends.
    """
    earlier = [index for index in bookends if index < end]
    return earlier[-1] + 1 if earlier else 0


def scenes_of(
    view: RecapView, length: int, count: float, *, skips_bookmarks: bool = True
) -> tuple[Scene, ...]:
    """Every finished scene, hidden breaks included.

    Args:
        view: the data that the ruleset sees.
        length: how many messages there are at the moment.
        count: see `history_count`.
        skips_bookmarks: whether a break without a recap starts no scene as shown; release 1
            has no such rule (specs/auto-recap.md §9, 1).
    """
    breaks = [view.messages[index] for index in view.breaks if index < length]
    visible = [one.message for one in breaks if one.is_visible_break]
    bookends = visible
    if skips_bookmarks:
        bookends = [index for index in visible if truthy(view.messages[index].scene_recap)]
    return tuple(_scene(one, visible, bookends, count) for one in breaks)


def _scene(one: Recap, visible: list[int], bookends: list[int], count: float) -> Scene:
    return Scene(
        end=one.message,
        start=generation_start(visible, one.message, count),
        shown_start=shown_start(bookends, one.message),
        name=one.scene_name,
        visible=one.is_visible_break,
        recap=one,
    )
