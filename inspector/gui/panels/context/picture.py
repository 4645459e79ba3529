"""What the stacked bar draws, and where its pieces lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from PySide6.QtCore import QRect

from inspector.gui.kit.theme import scaled
from inspector.gui.panels.context.segments import Scale, Segment, edges, segments_of
from inspector.gui.panels.context.state import ContextState

_FREE_PX = 150
"""Pixels of free space that is drawn too short."""


class Piece(NamedTuple):
    """A piece and where it is painted."""

    segment: Segment
    rect: QRect


@dataclass(frozen=True, eq=False)
class Picture:
    """A map and, while it is only tried out, what holds.

    Attributes:
        displayed: the map.
        before: what holds; None where that is `displayed` itself.
        segments: of the map.
        were: of what holds.
        scale: how many tokens the bar's width stands for.
    """

    displayed: ContextState
    before: ContextState | None
    segments: Sequence[Segment]
    were: Sequence[Segment]
    scale: Scale

    @classmethod
    def of(
        cls, displayed: ContextState, before: ContextState | None, *, to_scale: bool
    ) -> "Picture":
        """The picture of a map."""
        were = () if before is None else segments_of(before)
        scale = Scale.of(displayed.map, before and before.map, to_scale=to_scale)
        return cls(displayed, before, segments_of(displayed), were, scale)

    def pieces(self, band: QRect) -> list[Piece]:
        """The pieces of the map within a band."""
        return self._placed(self.segments, band)

    def pieces_before(self, band: QRect) -> list[Piece]:
        """The pieces of what holds, at the same scale."""
        return self._placed(self.were, band)

    def _placed(self, segments: Sequence[Segment], band: QRect) -> list[Piece]:
        if not segments:
            return []
        free = min(scaled(_FREE_PX), band.width() // 3)
        ends = edges([one.tokens for one in segments], self.scale, band.width(), free)
        return [
            Piece(one, QRect(band.left() + left, band.top(), right - left, band.height()))
            for one, (left, right) in zip(segments, pairwise(ends), strict=True)
            if right > left
        ]

    def beyond(self, band: QRect) -> QRect | None:
        """What lies beyond the limit within a band; None where nothing does."""
        found = self.displayed.map
        if not found.over:
            return None
        limit, used = (
            round(tokens * band.width() / self.scale.whole) for tokens in (found.limit, found.used)
        )
        return QRect(band.left() + limit, band.top(), used - limit, band.height())

    @property
    def changed(self) -> frozenset[int]:
        """Places of the parts that what is tried out changes."""
        if self.before is None:
            return frozenset()
        were = self.before.map.parts
        return frozenset(
            index
            for index, part in enumerate(self.displayed.map.parts)
            if index >= len(were)
            or (part.tokens, part.kept) != (were[index].tokens, were[index].kept)
        )


def parted(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of each part together."""
    return [list(group) for _, group in groupby(pieces, key=lambda piece: piece.segment.location)]
