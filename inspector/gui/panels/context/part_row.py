"""What a row of the table shows: a row of the map, as it is and as it holds."""

from dataclasses import dataclass

from inspector.analysis.context_map import MapRow
from inspector.core.request import ItemRow
from inspector.gui.kit.text import one_line
from inspector.gui.panels.context.state import ContextState, Listed

_EXCERPT_CHARS = 300


@dataclass(frozen=True, slots=True)
class PartRow:
    """One row.

    Attributes:
        listed: the map's row, and its item.
        state: what it is a row of.
        before: what holds while `state` is only tried out.
    """

    listed: Listed
    state: ContextState
    before: ContextState | None = None

    @property
    def row(self) -> MapRow:
        """The map's row."""
        return self.listed.row

    @property
    def item(self) -> ItemRow | None:
        """All that is known of it, where it is a retrieved item."""
        return self.listed.item

    @property
    def title(self) -> str:
        """What it is called, on one line."""
        return one_line(self.row.title, _EXCERPT_CHARS)

    @property
    def excerpt(self) -> str:
        """The start of what it says, on one line."""
        return one_line(self.state.text_of(self.listed), _EXCERPT_CHARS)

    @property
    def was_kept(self) -> bool | None:
        """Whether it is in what holds; None while nothing else is tried out."""
        return None if self.before is None else self.before.was_kept(self.listed)

    @property
    def is_changed(self) -> bool:
        """Whether what is tried out brings it in or leaves it out."""
        return self.was_kept not in (None, self.row.kept)

    @property
    def pin(self) -> str | None:
        """The name under which its score is set by hand; None where it is not."""
        key = None if self.item is None else self.item.item.key
        return key if key in self.state.pinned else None
