"""Which rows are listed and in which order; worked out off the UI thread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from inspector.analysis.context_map import Share
from inspector.gui.kit.gate_words import verdict_in_short
from inspector.gui.panels.context.columns import OF_BUDGETS
from inspector.gui.panels.context.part_row import PartRow
from inspector.gui.panels.context.state import ContextState, Listed
from inspector.gui.panels.context.words import KIND_WORDS
from inspector.gui.tables.column import Column
from inspector.gui.tables.rows import Key
from inspector.language import N_

_TURN = 256


class Filter(Enum):
    """Which rows are wanted."""

    ALL = N_("all")
    IN = N_("in")
    OUT = N_("left out")


@dataclass(frozen=True)
class Ordering:
    """What a person asks for.

    Attributes:
        show: which rows.
        words: all of these stand in the row.
        column: by which they are sorted; None for the map's own order.
        descending: greatest first.
    """

    show: Filter = Filter.ALL
    words: tuple[str, ...] = ()
    column: Column[PartRow] | None = None
    descending: bool = False

    @property
    def is_natural(self) -> bool:
        """Whether all rows stand in the map's own order."""
        return self.show is Filter.ALL and not self.words and self.column is None

    @property
    def is_lasting(self) -> bool:
        """Whether other budgets leave the order of messages as it is."""
        return self.show is Filter.ALL and self.column not in OF_BUDGETS


def quick_order(displayed: ContextState, index: int, ordering: Ordering) -> list[int] | None:
    """The order where it can be read off at once: all that is in, or all that is left out.

    Args:
        displayed: what is shown.
        index: of the part in the map.
        ordering: what is wanted.
    """
    if ordering.words or ordering.column is not None or ordering.show is Filter.ALL:
        return None
    part, wanted = displayed.map.parts[index], ordering.show is Filter.IN
    if part.share is Share.HISTORY:
        # A message stands at its own number; behind them there may be a greeting, which is in.
        total = len(part.rows)
        count = total if not total or part.rows[-1].message is not None else total - 1
        kept = np.frombuffer(displayed.map.messages, dtype=np.uint8)[:count] == wanted
        greeting = [count] if count < total and wanted else []
        return [*np.flatnonzero(kept).tolist(), *greeting]
    if displayed.request is not None and displayed.holds_items(index):
        return [at for at, row in enumerate(displayed.request.rag) if row.kept == wanted]
    return None


def typed_words(text: str) -> tuple[str, ...]:
    """The words of a filter, without regard to case."""
    return tuple(text.casefold().split())


def order_of(
    rows: Sequence[Listed], displayed: ContextState, ordering: Ordering, check: Callable[[], object]
) -> list[int]:
    """Places of the wanted rows in the wanted order.

    Args:
        rows: all rows.
        displayed: what they are rows of.
        ordering: what is wanted.
        check: called now and then; raises to stop.
    """
    wanted: list[int] = []
    key = None if ordering.column is None else ordering.column.key
    keys: dict[int, Key] = {}
    for index, listed in enumerate(rows):
        if index % _TURN == 0:
            check()
        if ordering.show is not Filter.ALL and listed.row.kept != (ordering.show is Filter.IN):
            continue
        if ordering.words and not _holds(listed, displayed, ordering.words):
            continue
        wanted.append(index)
        if key is not None:
            keys[index] = key(PartRow(listed, displayed))
    if key is not None:
        wanted.sort(key=keys.__getitem__, reverse=ordering.descending)
    return wanted


def _holds(listed: Listed, displayed: ContextState, words: Sequence[str]) -> bool:
    row, item = listed
    parts = [row.id, row.title, verdict_in_short(row), displayed.text_of(listed)]
    if item is not None:
        parts += [KIND_WORDS[item.kind], *item.item.keywords]
    searched = "\n".join(parts).casefold()
    return all(word in searched for word in words)
