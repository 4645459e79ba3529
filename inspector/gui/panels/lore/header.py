"""The header of a table of lore: sorting, and who takes the room that is left."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.tables.titles import ARROW, HEIGHT, MARGIN, draw_title


class LoreHeader(QHeaderView):
    """Paints titles with the sort's direction; what a ruleset answers is hidden without one."""

    def __init__(self, model: LoreModel, look: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._lore = model
        self._look = look
        self._fitting = False
        self.setObjectName(f"lore_{model.kind}_columns")
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(scaled(24))
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.sectionResized.connect(self._on_resized)

    def set_up_columns(self) -> None:
        """Give every column its width."""
        metrics = QFontMetrics(self._look.font(11))
        for place, column in enumerate(self._lore.columns):
            title = metrics.horizontalAdvance(column.title)
            needed = title + scaled(2 * MARGIN + ARROW + 4)
            self.resizeSection(place, max(scaled(column.width), needed))
        self.show_derived(shown=False)

    def show_derived(self, *, shown: bool) -> None:
        """Show or hide what a ruleset answers."""
        for place, column in enumerate(self._lore.columns):
            if column.derived:
                self.setSectionHidden(place, not shown)
        self.fit()

    def fit(self) -> None:
        """Give one column the room that the others leave."""
        if self._fitting:
            return
        place = next(n for n, column in enumerate(self._lore.columns) if column.stretches)
        room = self.viewport().width() - (self.length() - self.sectionSize(place))
        self._fitting = True
        self.resizeSection(place, max(scaled(self._lore.columns[place].width), room))
        self._fitting = False

    def _on_resized(self, section: int, _before: int, _after: int) -> None:
        if not self._lore.columns[section].stretches:
            self.fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(HEIGHT))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        column = self._lore.columns[logicalIndex]
        draw_title(painter, rect, self, logicalIndex, column.title, self._look, right=column.right)
