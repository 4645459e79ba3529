"""Fonts of the timeline, and text that never runs out of its place."""

import math
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QFontInfo

from inspector.gui.kit import text
from inspector.gui.kit.font_set import FontSet, font_set
from inspector.gui.kit.theme import font
from inspector.gui.panels.timeline.lanes import GUTTER
from inspector.language import _

_LONGEST = 400
_SIZE_OF_ROW = 1.2
"""Of a row without descenders the font's size; of that the capitals are three quarters."""


@dataclass(frozen=True)
class Lettering:
    """The sizes that the timeline writes in."""

    small: FontSet
    small_bold: FontSet
    label: FontSet
    label_bold: FontSet
    body: FontSet
    body_bold: FontSet

    @classmethod
    def of_application(cls) -> "Lettering":
        """Derived from the application's font as it is now."""
        return cls(
            font_set(10.5, tabular=True),
            font_set(10.5, bold=True, tabular=True),
            font_set(11, tabular=True),
            font_set(11, bold=True, tabular=True),
            font_set(12, tabular=True),
            font_set(12, bold=True, tabular=True),
        )


def gutter_width() -> int:
    """How wide the gutter is, in pixels: names, legend and stars fit at any size of the font."""
    letters = Lettering.of_application()
    names = letters.label.width(_("Whole chat")), letters.small.width("archived") + 4
    stars = letters.small.width("★5") + 12
    return max(GUTTER, math.ceil(12 + max(names) + 8 + stars))


def row_letters(height: float) -> FontSet:
    """The small size, or what rows of a height have room for: the lanes do not grow with a font."""
    small = font_set(10.5, tabular=True)
    room = math.floor(height * _SIZE_OF_ROW)
    if QFontInfo(small.font).pixelSize() <= room:
        return small
    chosen = font(10.5, tabular=True)
    chosen.setPixelSize(room)
    return FontSet(chosen)


one_line = partial(text.one_line, most=_LONGEST)
counted = text.counted
signed = text.signed
