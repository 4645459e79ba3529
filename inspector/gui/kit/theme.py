"""The colours, sizes and fonts of the window (`Theme`): light, dark, and of high contrast.

One theme is in use at a time. Whatever paints asks for it while it paints (`current_theme`);
widgets that keep colours are `Themed` and take them anew when it changes.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from inspector.core.injection import Bucket


@dataclass(frozen=True)
class BucketColours:
    """Colours of one bucket."""

    tint: QColor
    header: QColor
    strong: QColor
    text: QColor


@dataclass(frozen=True)
class Theme:
    """Every colour that the window uses; see the visual language for each one's duty."""

    is_dark: bool
    window: QColor
    surface: QColor
    alt: QColor
    line: QColor
    strong_line: QColor
    control_border: QColor
    text: QColor
    text_2: QColor
    text_3: QColor
    accent: QColor
    on_accent: QColor
    selection: QColor
    hover: QColor
    old: BucketColours
    mid: BucketColours
    recent: BucketColours
    other_lines: QColor
    importance: tuple[QColor, QColor, QColor, QColor, QColor]
    outline_in: QColor
    outline_out: QColor
    verdict_in: QColor
    verdict_out: QColor
    secret: QColor
    warning: QColor
    warning_background: QColor
    error: QColor
    error_background: QColor
    added_background: QColor
    removed_background: QColor
    density_visible: QColor
    density_hidden: QColor

    def bucket(self, bucket: "Bucket") -> BucketColours:
        """Colours of a bucket."""
        return {"old": self.old, "mid": self.mid, "recent": self.recent}[bucket]

    def palette(self) -> QPalette:
        """The palette for standard widgets."""
        palette = QPalette()
        role = QPalette.ColorRole
        for key, colour in {
            role.Window: self.window,
            role.WindowText: self.text,
            role.Base: self.surface,
            role.AlternateBase: self.alt,
            role.Text: self.text,
            role.PlaceholderText: self.text_3,
            role.Button: self.surface,
            role.ButtonText: self.text,
            role.ToolTipBase: self.surface,
            role.ToolTipText: self.text,
            role.Highlight: self.selection,
            role.HighlightedText: self.text,
            role.Accent: self.accent,
            role.Link: self.accent,
            role.LinkVisited: self.accent,
            role.BrightText: self.error,
            role.Light: self.surface,
            role.Midlight: self.line,
            role.Mid: self.strong_line,
            role.Dark: self.control_border,
            role.Shadow: self.control_border,
        }.items():
            palette.setColor(key, colour)
        for key in (role.Text, role.WindowText, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, key, self.control_border)
        return palette

    def control_palette(self) -> QPalette:
        """The palette of controls whose frame the style draws: seen on a dark ground, too."""
        palette = self.palette()
        # Fusion outlines its controls 40 % darker than the window.
        palette.setColor(QPalette.ColorRole.Window, self.control_border.lighter(140))
        return palette


_FRAMED = ("QAbstractSpinBox", "QComboBox", "QCheckBox", "QRadioButton")
"""Controls whose frame the style draws."""


def _bucket(tint: str, header: str, strong: str, text: str) -> BucketColours:
    return BucketColours(QColor(tint), QColor(header), QColor(strong), QColor(text))


def _ramp(a: str, b: str, c: str, d: str, e: str) -> tuple[QColor, QColor, QColor, QColor, QColor]:
    return QColor(a), QColor(b), QColor(c), QColor(d), QColor(e)


LIGHT = Theme(
    is_dark=False,
    window=QColor("#F1F2F4"),
    surface=QColor("#FFFFFF"),
    alt=QColor("#F7F8F9"),
    line=QColor("#DFE2E7"),
    strong_line=QColor("#BCC2CC"),
    control_border=QColor("#868E9B"),
    text=QColor("#1A1E26"),
    text_2=QColor("#49515F"),
    text_3=QColor("#5C6574"),
    accent=QColor("#2457C5"),
    on_accent=QColor("#FFFFFF"),
    selection=QColor("#DCE7FC"),
    hover=QColor("#EEF1F6"),
    old=_bucket("#F5F2FC", "#E8E2F7", "#7A63BF", "#4A3690"),
    mid=_bucket("#EAF7F1", "#CDEDDF", "#16876A", "#0B5642"),
    recent=_bucket("#EFF6FD", "#D9EAFA", "#2E7CC0", "#13507F"),
    other_lines=QColor("#8A92A0"),
    importance=_ramp("#E3D3B4", "#D9B46C", "#C98A2B", "#A05A10", "#6A2E0C"),
    outline_in=QColor("#7A4A1C"),
    outline_out=QColor("#7B8494"),
    verdict_in=QColor("#17703F"),
    verdict_out=QColor("#5C6574"),
    secret=QColor("#8A2F86"),
    warning=QColor("#8A5600"),
    warning_background=QColor("#FFF3D6"),
    error=QColor("#B3261E"),
    error_background=QColor("#FDECEA"),
    added_background=QColor("#D5F0DF"),
    removed_background=QColor("#FBE0DC"),
    density_visible=QColor("#3F4754"),
    density_hidden=QColor("#A3ABB8"),
)

DARK = Theme(
    is_dark=True,
    window=QColor("#15171B"),
    surface=QColor("#1C1F24"),
    alt=QColor("#202429"),
    line=QColor("#2E333B"),
    strong_line=QColor("#4A515C"),
    control_border=QColor("#6B7380"),
    text=QColor("#E7E9ED"),
    text_2=QColor("#B0B7C3"),
    text_3=QColor("#9CA4B1"),
    accent=QColor("#82A8FF"),
    on_accent=QColor("#0E1526"),
    selection=QColor("#253658"),
    hover=QColor("#252A31"),
    old=_bucket("#211F2E", "#2F2A49", "#A493EE", "#CFC5FA"),
    mid=_bucket("#182420", "#1C3B31", "#4FC79F", "#A9EBD2"),
    recent=_bucket("#1A2532", "#1F3852", "#63ADEE", "#B5DAFA"),
    other_lines=QColor("#7E8796"),
    importance=_ramp("#5E543F", "#8A6A34", "#BC8128", "#E8A040", "#FFD28A"),
    outline_in=QColor("#B08B4F"),
    outline_out=QColor("#8891A0"),
    verdict_in=QColor("#6CCB93"),
    verdict_out=QColor("#9CA4B1"),
    secret=QColor("#E29ADF"),
    warning=QColor("#F0BE5A"),
    warning_background=QColor("#3A2E14"),
    error=QColor("#FF8F85"),
    error_background=QColor("#3D1F1D"),
    added_background=QColor("#1C3D2A"),
    removed_background=QColor("#47241F"),
    density_visible=QColor("#C3C9D3"),
    density_hidden=QColor("#5A626F"),
)

CONTRAST = replace(
    DARK,
    window=QColor("#000000"),
    surface=QColor("#000000"),
    alt=QColor("#0D0D0D"),
    line=QColor("#8C8C8C"),
    strong_line=QColor("#C8C8C8"),
    control_border=QColor("#D9D9D9"),
    text=QColor("#FFFFFF"),
    text_2=QColor("#FFFFFF"),
    text_3=QColor("#E6E6E6"),
    accent=QColor("#FFD60A"),
    on_accent=QColor("#000000"),
    selection=QColor("#002F66"),
    hover=QColor("#262626"),
    old=_bucket("#000000", "#000000", "#B9A8FF", "#FFFFFF"),
    mid=_bucket("#000000", "#000000", "#5CE0B0", "#FFFFFF"),
    recent=_bucket("#000000", "#000000", "#7CC4FF", "#FFFFFF"),
    verdict_in=QColor("#7CFFB0"),
    verdict_out=QColor("#E6E6E6"),
    secret=QColor("#FFB3FC"),
    warning=QColor("#FFD27A"),
    error=QColor("#FFB3AD"),
    outline_out=QColor("#D9D9D9"),
)
"""Black and white with one bright accent, for eyes that need it."""

_in_use = LIGHT


def current_theme() -> Theme:
    """The theme in use."""
    return _in_use


def use_theme(theme: Theme) -> None:
    """Use another theme: the palette, and all that keeps colours of the one before."""
    global _in_use  # noqa: PLW0603 - as the application's palette, there is one
    _in_use = theme
    QApplication.setPalette(theme.palette())
    for control in _FRAMED:
        # A name of a class is text, whatever the stubs say.
        QApplication.setPalette(theme.control_palette(), cast("bytes", control))
    for window in filter(isValid, QApplication.topLevelWidgets()):
        for widget in (window, *window.findChildren(QWidget)):
            # Where one takes over the theme, those within may be made anew.
            if isinstance(widget, Themed) and isValid(widget):
                widget.restyle()


class Themed:
    """A mixin before a widget class: told when another theme comes into use.

    What is made of a theme's colours or of the application's font, and kept, is made in
    `restyle`; what is painted needs none of this.
    """

    def restyle(self) -> None:
        """Take over the theme in use, and the application's font as it is now."""
        raise NotImplementedError


def scaled(pixels: float) -> int:
    """A length in the visual language's pixels, larger where the application's font is."""
    return round(pixels * _scale_of(QApplication.font()))


@lru_cache(maxsize=4)
def _scale_of(chosen: QFont) -> float:
    """Kept, since a window asks some thousand times and a font is looked up in the system."""
    return max(QFontInfo(chosen).pixelSize() / 12, 0.5)


def font(pixels: float, *, bold: bool = False, tabular: bool = False) -> QFont:
    """The application's font in one of the visual language's sizes.

    Args:
        pixels: height at 96 dpi; 12 is the size of everything.
        bold: weight 600 instead of 400.
        tabular: digits of equal width, for columns of numbers.
    """
    chosen = QFont(QApplication.font())
    chosen.setPointSizeF(chosen.pointSizeF() * pixels / 12)
    if bold:
        chosen.setWeight(QFont.Weight.DemiBold)
    if tabular:
        chosen.setFeature(QFont.Tag("tnum"), 1)
    return chosen


def fixed_font(pixels: float = 11.5) -> QFont:
    """The system's fixed font, for text that is shown exactly as it is sent."""
    chosen = font(pixels)
    chosen.setFamilies(["JetBrains Mono", "DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
    chosen.setStyleHint(QFont.StyleHint.Monospace)
    chosen.setFixedPitch(True)
    # No ligatures: they would draw `<!--` and `->` as other signs than are sent.
    for tag in ("calt", "liga"):
        chosen.setFeature(QFont.Tag(tag), 0)
    return chosen
