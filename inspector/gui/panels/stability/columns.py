"""The rows of turns and of other places of slots, and their columns."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from inspector.gui.kit.text import plain, tooltip
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.tables.cells import Cell
from inspector.gui.tables.column import Column, quiet
from inspector.language import _, ngettext, percent
from inspector.proof.stability import (
    Placing,
    TurnStability,
    cost,
    kept_share,
    place_in_words,
    placing_in_words,
)

_LITTLE = 0.25
_MOST_NAMED = 2


@dataclass(frozen=True, eq=False)
class AlternativeRow:
    """A place of slots, and what it makes of the turns.

    Attributes:
        placing: where they stand; None for where they stand now.
        rows: the turns.
    """

    placing: Placing | None
    rows: tuple[TurnStability, ...]

    @property
    def text(self) -> str:
        """What stands where."""
        if self.placing is None:
            return _("As now")
        count = len(self.placing.slots)
        if count > _MOST_NAMED:
            return _("{count:,} slots {place_in_words}").format(
                count=count, place_in_words=place_in_words(self.placing)
            )
        return placing_in_words(self.placing)

    @property
    def cost(self) -> float:
        """What a turn costs on average, in tokens at the price of new ones."""
        return sum(map(cost, self.rows)) / len(self.rows) if self.rows else 0.0


def _whole(row: AlternativeRow) -> str:
    return row.text if row.placing is None else placing_in_words(row.placing)


def change_in_words(row: TurnStability) -> str:
    """What changed first."""
    change = row.first_change
    if change is None:
        return _("nothing: it only goes on")
    return change.source if change.cause is None else change.cause.text


def headline(rows: Sequence[TurnStability]) -> str:
    """What all turns come to, in one sentence."""
    if not rows:
        return ""
    share = kept_share(rows)
    causes = Counter(change_kind(row) for row in rows)
    ((kind, count),) = causes.most_common(1)
    n = len(rows)
    words = ngettext(
        "{share} of the last turn stayed the same.",
        "{share} of the last {n:,} turns stayed the same.",
        n,
    ).format(share=percent(share), n=n)
    if kind:
        first = _("First change in {count:,} of {n:,}: {kind}.")
        words = f"{words} {first.format(count=count, n=len(rows), kind=kind)}"
    return words


def change_kind(row: TurnStability) -> str:
    """What kind of thing changed first, to be counted; empty where nothing did."""
    change = row.first_change
    if change is None:
        return ""
    cause = change.cause
    if cause is None:
        return change.source
    match cause.kind:
        case "counter":
            return _("the counter line")
        case "memory":
            return _("a memory that comes or goes")
        case "boundary":
            return _("a memory that crosses a bucket boundary")
        case "left":
            return _("the oldest messages, which leave")
        case "message":
            return _("a message")
        case _:
            return cause.text


def _share_colour(row: TurnStability, theme: Theme) -> QColor:
    return theme.warning if row.share < _LITTLE else theme.text


def _paint_share(cell: "Cell[TurnStability]") -> None:
    _paint_bar(cell, cell.row.share)


def _paint_alternative(cell: "Cell[AlternativeRow]") -> None:
    _paint_bar(cell, kept_share(cell.row.rows))


def _paint_bar(cell: "Cell[Any]", share: float) -> None:
    """A share as a bar, the whole as its ground; the number stands beside it."""
    theme, inner = current_theme(), QRectF(cell.inner)
    bar = QRectF(inner.left(), inner.center().y() - scaled(3), inner.width(), scaled(6))
    cell.painter.fillRect(bar, theme.line)
    bar.setWidth(max(bar.width() * share, 1.0))
    cell.painter.fillRect(bar, theme.density_visible)


TURN_COLUMNS = (
    Column[TurnStability](
        _("After"), _("The message after which the chat ended when this was sent."),
        lambda row: plain(row.at), "100,000", is_number=True,
    ),
    Column[TurnStability](
        _("Tokens"), _("Of the whole request."), lambda row: plain(row.tokens), "1,000,000",
        is_number=True,
    ),
    Column[TurnStability](
        _("Kept"), _("Tokens of its beginning that stayed the same since the turn before."),
        lambda row: plain(row.kept), "1,000,000", is_number=True, is_bold=True,
    ),
    Column[TurnStability](
        "", _("The same as a part of the request, as a bar."),
        lambda row: percent(row.share), 80, name=_("Bar"), paint=_paint_share, need=1,
    ),
    Column[TurnStability](
        "", _("The same as a part of the request."), lambda row: percent(row.share), "100 %",
        name=_("Share"), is_number=True, colour=_share_colour,
    ),
    Column[TurnStability](
        _("First change"), _("What stands where the request first differs from the one before."),
        change_in_words, None, tooltip=lambda row: tooltip(change_in_words(row)), least=170,
    ),
)  # fmt: skip

ALTERNATIVE_COLUMNS = (
    Column[AlternativeRow](
        _("If they stood elsewhere"), _("Slots of memory systems, and where they would stand."),
        lambda row: row.text, None, tooltip=lambda row: tooltip(_whole(row)), least=150,
    ),
    Column[AlternativeRow](
        "", _("The same as a bar."),
        lambda row: percent(kept_share(row.rows)), 70, name=_("Bar"),
        paint=_paint_alternative, need=1,
    ),
    Column[AlternativeRow](
        _("Kept"), _("How much of all turns stays the same."),
        lambda row: percent(kept_share(row.rows)), "100 %", is_number=True, is_bold=True,
    ),
    Column[AlternativeRow](
        _("A turn costs"), _("Tokens at the price of new ones: a kept one costs a tenth."),
        lambda row: plain(round(row.cost)), "1,000,000", is_number=True, colour=quiet,
    ),
)  # fmt: skip
