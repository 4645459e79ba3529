"""Which columns a table shows, in what order and how wide: what a person chose, and the rest."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inspector.core.decoded import is_number
from inspector.gui.tables.column import ALWAYS, Column
from inspector.language import _, message_of

Columns = Sequence[Column[Any]]


class ColumnLayout:
    """What is kept of columns, by their labels; on the disk by these in English.

    So it outlives columns that come and go, such as those of another ruleset.

    Attributes:
        widths: pixels, where a person changed them.
        choices: whether a column is shown, where a person said so.
        order: all columns from left to right, if a person moved one.
        lines: how many lines a row has, 1 or 2.
        unavailable: columns that have nothing to show at the moment; not kept.
    """

    def __init__(self) -> None:
        self.widths: dict[str, int] = {}
        self.choices: dict[str, bool] = {}
        self.order: list[str] = []
        self.lines = 1
        self.unavailable: set[str] = set()

    def reset(self) -> None:
        """Forget what a person chose."""
        self.widths.clear()
        self.choices.clear()
        self.order.clear()

    def as_json(self, sorted_by: str | None, *, descending: bool) -> str:
        """All that is kept, and what is sorted by."""
        kept = {
            "widths": {message_of(name): one for name, one in self.widths.items()},
            "shown": {message_of(name): one for name, one in self.choices.items()},
            "order": [*map(message_of, self.order)],
            "sorted": [sorted_by and message_of(sorted_by), descending],
            "lines": self.lines,
        }
        return json.dumps(kept, ensure_ascii=False)

    def read_json(self, text: str) -> tuple[str | None, bool]:
        """Take over what was kept; answers what was sorted by, and whether descending.

        What cannot be read is left alone.
        """
        try:
            kept: Mapping[str, Any] = json.loads(text)
            widths = {_(str(name)): one for name, one in kept["widths"].items() if is_number(one)}
            choices = {_(str(name)): bool(one) for name, one in kept["shown"].items()}
            order = [_(str(name)) for name in kept["order"]]
            sorted_by, descending = kept["sorted"]
            lines = kept.get("lines", 1)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None, False
        self.widths = {name: round(one) for name, one in widths.items() if 0 < one < 10_000}
        self.choices, self.order = choices, order
        self.lines = 2 if lines == 2 else 1
        return sorted_by and _(str(sorted_by)), bool(descending)

    def places_in_order(self, columns: Columns) -> list[int]:
        """The columns from left to right; one that was never moved follows its neighbour."""
        labels = [column.label for column in columns]
        ordered = [label for label in self.order if label in labels]
        for index, label in enumerate(labels):
            if label not in ordered:
                ordered.insert(ordered.index(labels[index - 1]) + 1 if index else 0, label)
        return [labels.index(label) for label in ordered]

    def visible(
        self, columns: Columns, widths: Sequence[int], room: int, least: int
    ) -> frozenset[int]:
        """Which columns are shown; those that are needed least go where the room is short.

        What a person chose to see stays.

        Args:
            columns: all of them.
            widths: of each in pixels, 0 for the one that takes the rest.
            room: of the table in pixels.
            least: what the one that takes the rest needs; 0 if there is none.
        """
        found = {index for index, column in enumerate(columns) if self._is_wanted(column)}
        optional = [index for index in found if self._is_optional(columns[index])]
        for index in sorted(optional, key=lambda one: columns[one].need):
            if least and sum(widths[one] for one in found) + least > room:
                found.discard(index)
        return frozenset(found)

    def shrunk(
        self,
        columns: Columns,
        widths: Sequence[int],
        lowest: Sequence[int],
        visible: frozenset[int],
        room: int,
    ) -> list[int]:
        """The widths of the columns, where words give up what the room lacks.

        Args:
            columns: all of them.
            widths: of each in pixels.
            lowest: what each has at least.
            visible: which columns are shown.
            room: for these, in pixels.
        """
        found = list(widths)
        excess = sum(widths[one] for one in visible) - room
        able = [one for one in sorted(visible) if self._can_shrink(columns[one])]
        while excess > 0 and (able := [one for one in able if found[one] > lowest[one]]):
            share = max(1, excess // len(able))
            for one in able:
                less = min(share, found[one] - lowest[one], excess)
                found[one] -= less
                excess -= less
        return found

    def _can_shrink(self, column: Column[Any]) -> bool:
        return column.is_words and column.label not in self.widths

    def _is_wanted(self, column: Column[Any]) -> bool:
        chosen = self.choices.get(column.label, column.is_visible)
        return (chosen or column.width is None) and column.label not in self.unavailable

    def _is_optional(self, column: Column[Any]) -> bool:
        return column.need < ALWAYS and not self.choices.get(column.label, False)
