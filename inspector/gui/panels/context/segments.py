"""The pieces of the stacked bar, and where their edges lie to the pixel."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from inspector.analysis.context_map import ContextMap, Share
from inspector.core.items import ItemKind
from inspector.gui.panels.context.state import ContextState
from inspector.language import _

FREE = -1
"""Stands for the free space among the places of parts."""

KINDS: Mapping[ItemKind, str] = {
    ItemKind.CONSTANT: _("Constant entries"),
    ItemKind.LOREBOOK: _("Entries"),
    ItemKind.CHRONICLE: _("Events"),
    ItemKind.CHAT: _("Older chat"),
}
"""What the kinds of item are called, in the order in which the bar shows them."""

_ENLARGED = 4
"""Where less than one in so many tokens is used, free space is drawn too short."""

_LEAST = 3
"""Pixels of the smallest piece: one of colour and the gap of two behind it."""


class Segment(NamedTuple):
    """A piece of the bar.

    Attributes:
        location: of its part in the map, or `FREE`.
        share: which kind of part it belongs to; None for free space.
        number: how many parts of that kind stand before.
        kind: which sort of item it holds; None where the part is not divided.
        title: what a person calls it.
        tokens: how many it takes.
        rows: how many rows of it are in.
    """

    location: int
    share: Share | None
    number: int
    kind: ItemKind | None
    title: str
    tokens: int
    rows: int = 0


def segments_of(displayed: ContextState) -> list[Segment]:
    """All pieces in order: each part, items by their kind, then what is free."""
    found: list[Segment] = []
    seen: Counter[Share] = Counter()
    for index, part in enumerate(displayed.map.parts):
        whole = Segment(
            index, part.share, seen[part.share], None, part.title, part.tokens, part.kept
        )
        kinds = _by_kind(displayed, whole) if displayed.holds_items(index) else []
        found += kinds or [whole]
        seen[part.share] += 1
    found.append(Segment(FREE, None, 0, None, _("Free"), displayed.map.free))
    return found


def _by_kind(displayed: ContextState, whole: Segment) -> list[Segment]:
    kinds = displayed.kinds
    return [
        whole._replace(kind=kind, title=title, tokens=kinds[kind][0], rows=kinds[kind][1])
        for kind, title in KINDS.items()
        if kind in kinds
    ]


@dataclass(frozen=True)
class Scale:
    """How many tokens the bar's width stands for.

    Attributes:
        whole: tokens of the whole width, or of all of it but the free space.
        is_shortened: whether the free space, far larger than the rest, is drawn too short.
    """

    whole: int
    is_shortened: bool = False

    @classmethod
    def of(cls, displayed: ContextMap, before: ContextMap | None, *, to_scale: bool) -> "Scale":
        """The scale of a map; of what holds, while another is only tried out."""
        maps = [one for one in (displayed, before) if one is not None]
        is_over = any(one.over for one in maps)
        if can_shorten(maps[-1]) and not to_scale and not is_over:
            return cls(max(one.used for one in maps), is_shortened=True)
        return cls(max(max(one.limit, one.used) for one in maps))


def can_shorten(displayed: ContextMap) -> bool:
    """Whether so little is used that it is hard to see."""
    return 0 < displayed.used * _ENLARGED < displayed.limit


def edges(tokens: Sequence[int], scale: Scale, width: int, free: int) -> list[int]:
    """The left edge of each piece and the right edge of the last, in pixels.

    Pieces too small to be seen get a few pixels, which the widest one gives.

    Args:
        tokens: of each piece; the last one is the free space.
        scale: how many tokens the width stands for.
        width: pixels.
        free: pixels of free space that is drawn too short.
    """
    if scale.is_shortened:
        return [*_edges(tokens[:-1], scale.whole, width - free), width]
    return _edges(tokens, scale.whole, width)


def _edges(tokens: Sequence[int], whole: int, width: int) -> list[int]:
    ends = list(accumulate(tokens, initial=0))
    exact = [round(end * width / max(whole, 1)) for end in ends]
    widths = [right - left for left, right in pairwise(exact)]
    for index, cost in enumerate(tokens):
        missing = _LEAST - widths[index]
        widest = max(range(len(widths)), key=widths.__getitem__)
        if cost > 0 and missing > 0 and widths[widest] - missing > 2 * _LEAST:
            widths[index] += missing
            widths[widest] -= missing
    return list(accumulate(widths, initial=0))
