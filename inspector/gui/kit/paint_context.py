"""What all delegates of the table look at while they paint."""

from PySide6.QtGui import QFont

from inspector.gui.kit.theme import font, scaled


class PaintContext:
    """Colours, fonts and the pointer's place, shared by the delegates of one table.

    Attributes:
        point_of_view: the character whose chip stands out; empty for nobody.
        hovered: the row that stands out as under the pointer; -1 for none.
        hot: memory and number of stars that a click here would set.
        lines: how many lines a row has.
    """

    def __init__(self) -> None:
        self.point_of_view = ""
        self.hovered = -1
        self.hot: tuple[int, int] | None = None
        self.lines = 1
        self._fonts: dict[tuple[float, bool, bool], QFont] = {}
        self._lengths: dict[float, int] = {}

    def font(self, pixels: float = 12, *, bold: bool = False, tabular: bool = False) -> QFont:
        """A font of the theme, made once."""
        wanted = (pixels, bold, tabular)
        if wanted not in self._fonts:
            self._fonts[wanted] = font(pixels, bold=bold, tabular=tabular)
        return self._fonts[wanted]

    def length(self, pixels: float) -> int:
        """A length of the visual language in pixels, worked out once."""
        if pixels not in self._lengths:
            self._lengths[pixels] = scaled(pixels)
        return self._lengths[pixels]

    def forget_fonts(self) -> None:
        """Make fonts and lengths anew: the application's font is another one."""
        self._fonts.clear()
        self._lengths.clear()
