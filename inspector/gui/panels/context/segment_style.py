"""How the parts of a context look: a ground, a strong line on top, a pattern for kinds of item."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QColor, QPainter

from inspector.analysis.context_map import Share
from inspector.core.items import ItemKind
from inspector.gui.kit.theme import BucketColours, current_theme
from inspector.gui.panels.context.segments import Segment

_PATTERNS: Mapping[ItemKind, Qt.BrushStyle] = {
    ItemKind.CONSTANT: Qt.BrushStyle.NoBrush,
    ItemKind.LOREBOOK: Qt.BrushStyle.BDiagPattern,
    ItemKind.CHRONICLE: Qt.BrushStyle.Dense6Pattern,
    ItemKind.CHAT: Qt.BrushStyle.DiagCrossPattern,
}
_FAINT = 0.4


@dataclass(frozen=True)
class SegmentStyle:
    """The look of one piece."""

    background: QColor
    strong: QColor
    foreground: QColor
    pattern: Qt.BrushStyle = Qt.BrushStyle.NoBrush


def style_of(segment: Segment) -> SegmentStyle:
    """What is the person's own is grey, what is remembered violet or green, history blue."""
    theme = current_theme()
    match segment.share:
        case Share.HEAD:
            return SegmentStyle(theme.line, theme.other_lines, theme.text)
        case Share.CURRENT:
            return SegmentStyle(theme.hover, theme.text, theme.text)
        case Share.ITEMS:
            if segment.kind is not None:
                return kind_style(segment.kind)
            return _style(theme.old)
        case Share.INJECTIONS:
            return _style((theme.mid, theme.old)[segment.number % 2])
        case Share.HISTORY:
            return _style(theme.recent)
        case None:
            return SegmentStyle(theme.surface, theme.strong_line, theme.text_2)


def _style(colours: BucketColours, pattern: Qt.BrushStyle = Qt.BrushStyle.NoBrush) -> SegmentStyle:
    return SegmentStyle(colours.header, colours.strong, colours.text, pattern)


def kind_style(kind: ItemKind) -> SegmentStyle:
    """The look of a kind of item: the items' colour, and a pattern of its own."""
    theme = current_theme()
    return _style(theme.old, _PATTERNS[kind])


def paint_piece(painter: QPainter, rect: QRect, style: SegmentStyle, top: int) -> None:
    """Fill a rectangle; `top` pixels of it are the strong line."""
    painter.fillRect(rect, style.background)
    if style.pattern != Qt.BrushStyle.NoBrush:
        foreground = QColor(style.strong)
        foreground.setAlphaF(_FAINT)
        painter.setBrushOrigin(rect.topLeft())
        painter.fillRect(rect, QBrush(foreground, style.pattern))
    painter.fillRect(rect.left(), rect.top(), rect.width(), top, style.strong)


def paint_swatch(painter: QPainter, rect: QRect, style: SegmentStyle) -> None:
    """The sign of a piece beside its name: its strong colour, or an empty box for what is free."""
    if style.strong != style.background and style.pattern == Qt.BrushStyle.NoBrush:
        painter.fillRect(rect, style.strong)
        return
    painter.fillRect(rect, style.strong)
    inside = rect.adjusted(1, 1, -1, -1)
    painter.fillRect(inside, style.background)
    painter.setBrushOrigin(rect.topLeft())
    painter.fillRect(inside, QBrush(style.strong, style.pattern))
