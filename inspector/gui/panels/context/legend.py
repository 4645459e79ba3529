"""The legend over the bar: every part with its tokens, share and counts, and the total."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.context.entries import Entry, Total, entries_of
from inspector.gui.panels.context.legend_painting import LINE, LegendFonts, LegendPainter
from inspector.gui.panels.context.part_focus import PartFocus
from inspector.gui.panels.context.state import ContextState
from inspector.language import _

_BETWEEN, _BELOW = 12, 6


class Legend(Themed, QWidget):
    """Names every part, in the bar's order; a click opens one."""

    def __init__(self, focus: PartFocus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._focus = focus
        self._fonts = LegendFonts.of_application()
        self._entries: Sequence[Entry] = ()
        self._total: Total | None = None
        self._places: list[QRect] = []
        self._settled: Sequence[Entry] = ()
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Parts of the context"))
        self._arrange()
        focus.changed.connect(self.update)

    @property
    def entries(self) -> Sequence[Entry]:
        """What is named."""
        return self._entries

    @property
    def total(self) -> Total | None:
        """What stands at the right."""
        return self._total

    @override
    def restyle(self) -> None:
        self._fonts = LegendFonts.of_application()
        self._arrange()

    def show_map(self, displayed: ContextState, before: ContextState | None = None) -> None:
        """Show a map; `before` is what holds while another is only tried out."""
        self._entries = entries_of(displayed, before)
        self._total = Total.of(displayed.map, before and before.map)
        wording = [f"{one.title} {one.tokens}, {one.below}" for one in self._entries]
        self.setAccessibleDescription("; ".join(wording))
        if before is None:
            self._settled = self._entries
        self._arrange()
        self.update()

    def rect_of(self, location: int) -> QRect:
        """Where the entry of a part stands."""
        both = zip(self._entries, self._places, strict=True)
        return next((rect for one, rect in both if one.segment.location == location), QRect())

    def _arrange(self) -> None:
        """Put the entries side by side.

        While something is tried out they stay in their lines, or the sliders would move away.
        """
        height = scaled(2 * LINE)
        lines = self._lines()
        left, before = 0, 0
        self._places = []
        for index, one in enumerate(self._entries):
            line = lines[min(index, len(lines) - 1)]
            left = left if line == before else 0
            top = line * (height + scaled(_BELOW))
            width = self._fonts.width_of(one)
            self._places.append(QRect(left, top, width, height))
            left, before = left + width + scaled(_BETWEEN), line
        bottom = max((rect.bottom() for rect in self._places), default=height)
        if self.height() != bottom + 3:
            self.setFixedHeight(bottom + 3)

    def _lines(self) -> list[int]:
        """In which line each entry of what holds stands, as the width allows."""
        reserved = 0 if self._total is None else self._fonts.width_of_total(self._total)
        room, left, line = self.width() - reserved, 0, 0
        found: list[int] = []
        for one in self._settled:
            width = self._fonts.width_of(one)
            if left and left + width > room:
                room, left, line = self.width(), 0, line + 1
            found.append(line)
            left += width + scaled(_BETWEEN)
        return found

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(400), self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(200), self.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        brush = LegendPainter(painter, self._fonts, self._focus)
        for entry, rect in zip(self._entries, self._places, strict=True):
            brush.entry(entry, rect)
        if self._total is not None:
            brush.total(self._total, self.width())
        painter.end()

    def _entry_at(self, at: QPoint) -> Entry | None:
        both = zip(self._entries, self._places, strict=True)
        return next((one for one, rect in both if rect.contains(at)), None)

    def _part_at(self, event: QMouseEvent) -> int | None:
        entry = self._entry_at(event.position().toPoint())
        return None if entry is None else entry.segment.location

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        location = self._part_at(event)
        self._focus.hover(location)
        pointing = Qt.CursorShape.PointingHandCursor
        self.setCursor(Qt.CursorShape.ArrowCursor if location is None else pointing)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._focus.hover(None)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        location = self._part_at(event)
        if event.button() == Qt.MouseButton.LeftButton and location is not None:
            self._focus.open(location)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            entry = self._entry_at(event.pos())
            words = "" if entry is None else entry.tooltip
            QToolTip.showText(event.globalPos(), tooltip(words), self)
            return True
        return super().event(event)
