"""A column as a value: a panel declares its table by a list of these."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Generic

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from inspector.gui.kit.theme import Theme
from inspector.gui.tables.cells import Cell, Row
from inspector.gui.tables.rows import Key

ALWAYS = 9
"""The need of columns that never go."""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column of a table whose rows are values.

    Attributes:
        title: what its header says.
        meaning: what it shows, in a sentence; the header's tool tip.
        text: what a cell says.
        width: the widest text, or the pixels of the visual language, that it has room for; None
            for the column that takes the rest.
        name: what menus and screen readers call it, where that is not the title.
        key: what rows are sorted by; None where nobody sorts by it.
        paint: paints a cell; None for its text.
        edit: what an editor begins with; None where nothing is edited in the cell.
        need: columns with a smaller one go first where the room is short.
        spoken: what a screen reader says of a cell, where that is not its text.
        tooltip: what a cell says besides, as a tool tip; None or empty for nothing.
        colour: of a cell's text in a theme; None for the theme's own.
        field: the stored key that cells edit; empty for none.
        least: pixels that it has at least, if it takes the rest or gives up room for others; 0 for
            what its title needs.
        most: pixels that it has at most, however long its title is.
        is_number: whether it stands at the right edge, with digits of equal width.
        is_bold: whether its text is.
        is_lines: whether `paint` writes lines of text alone, which are cut at their rectangles: it
            then needs no clip, and leaves of the painter's state but font and pen.
        is_visible: whether it is visible until a person says otherwise.
        wraps: whether `paint` goes on in a second line where rows have two.
        sign: painted in the header instead of the title: painter, centre, size, colour.
    """

    title: str
    meaning: str
    text: Callable[[Row], str]
    width: str | int | None = None
    _: KW_ONLY
    name: str = ""
    key: Callable[[Row], Key] | None = None
    paint: Callable[[Cell[Row]], None] | None = None
    edit: Callable[[Row], object] | None = None
    need: int = ALWAYS
    spoken: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
    colour: Callable[[Row, Theme], QColor] | None = None
    field: str = ""
    least: int = 0
    most: int = 2_000
    is_number: bool = False
    is_bold: bool = False
    is_lines: bool = False
    is_visible: bool = True
    wraps: bool = False
    sign: Callable[[QPainter, QPointF, float, QColor], None] | None = None

    @property
    def label(self) -> str:
        """What it is called in menus, in kept layouts and by screen readers."""
        return self.name or self.title

    @property
    def is_words(self) -> bool:
        """Whether cells hold words, which end in an ellipsis where they have no room."""
        return self.paint is None and not self.is_number and self.sign is None


def quiet(_row: object, theme: Theme) -> QColor:
    """The colour of what matters less."""
    return theme.text_2


def faint(_row: object, theme: Theme) -> QColor:
    """The colour of what matters little; it is stronger on the ground of the selection."""
    return theme.text_3
