"""A column as a value: a panel declares its table by a list of these."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtGui import QColor

from inspector.gui.kit.theme import Theme

Row = TypeVar("Row")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column of a table whose rows are values.

    Attributes:
        title: what its header says.
        meaning: what it shows, in a sentence; the header's tool tip.
        text: what a cell says, also to a screen reader.
        width: the widest text that it has room for; None for the column that takes the rest.
        is_number: whether it stands at the right edge, with digits of equal width.
        is_bold: whether its text is.
        colour: of a cell's text in a theme; None for the theme's own.
        tooltip: what a cell says besides; None or empty for nothing.
        edit: the text that an editor begins with; None where nothing is edited.
    """

    title: str
    meaning: str
    text: Callable[[Row], str]
    width: str | None = None
    is_number: bool = False
    is_bold: bool = False
    colour: Callable[[Row, Theme], QColor] | None = None
    tooltip: Callable[[Row], str] | None = None
    edit: Callable[[Row], str] | None = None


def quiet(_row: object, theme: Theme) -> QColor:
    """The colour of what matters less."""
    return theme.text_2
