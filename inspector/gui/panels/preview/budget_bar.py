"""The token budget as a bar: what each part takes, what is free, and what is too much."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.text import plain
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.preview.figures import Figure, Total, colour_of
from inspector.language import _

_HEIGHT_PX = 8
_GAP_PX = 2
_INSET = 3
"""Left of the bar, so that it begins under the first count's swatch."""


class BudgetBar(QWidget):
    """Eight pixels high; its facts also stand in words above it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self._total = Total(0, 0)
        self.setFixedHeight(_HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Token budget"))

    def show_figures(self, figures: Sequence[Figure], total: Total) -> None:
        """Show these parts of this total."""
        self._figures, self._total = tuple(figures), total
        self.setVisible(total.limit is not None or bool(figures))
        if not self.isHidden():
            words = [f"{one.title} {plain(one.tokens)}" for one in figures]
            sum_words = _("{used} tokens") if total.limit is None else _("{used} of {limit} tokens")
            words.append(sum_words.format(used=plain(total.used), limit=plain(total.limit or 0)))
            self.setAccessibleDescription(", ".join(words))
            self.setToolTip("\n".join(words))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.translate(_INSET, 0)
        used, width = self._total.used, self.width() - _INSET
        limit = used if self._total.limit is None else self._total.limit
        scale = width / max(limit, used, 1)
        painter.fillRect(QRectF(0, 0, width, _HEIGHT_PX), theme.line)
        for left, right, colour in self._segments(scale):
            painter.fillRect(QRectF(left, 0, right - left, _HEIGHT_PX), theme.surface)
            seen = max(1.0, right - left - _GAP_PX)
            painter.fillRect(QRectF(left, 0, seen, _HEIGHT_PX), colour)
        if used > limit:
            over = QRectF(limit * scale, 0, width - limit * scale, _HEIGHT_PX)
            painter.fillRect(over, theme.warning_background)
            painter.fillRect(over, QBrush(theme.warning, Qt.BrushStyle.BDiagPattern))
            painter.fillRect(QRectF(over.left() - 1, 0, 2, _HEIGHT_PX), theme.warning)
        painter.end()

    def _segments(self, scale: float) -> list[tuple[float, float, QColor]]:
        """Left, right and colour of each part."""
        found: list[tuple[float, float, QColor]] = []
        start = 0.0
        for one in self._figures:
            if one.tokens > 0:
                found.append((start, start + one.tokens * scale, colour_of(one)))
                start += one.tokens * scale
        if not found and self._total.used:
            found.append((0.0, self._total.used * scale, current_theme().other_lines))
        return found
