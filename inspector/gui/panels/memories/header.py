"""The header of the table: sorting, and which columns are shown."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_lock
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.tables.titles import ARROW, HEIGHT, MARGIN, draw_title

LEAST_SUMMARY = 180


class Header(QHeaderView):
    """Paints titles with the sort's direction; the summary takes the room that is left."""

    def __init__(self, look: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._look = look
        self._fitting = False
        self.setObjectName("memories_columns")
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(scaled(24))
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.sectionResized.connect(self._on_resized)

    def set_up_columns(self) -> None:
        """Give every column its width, and hide those that are not shown at first."""
        metrics = QFontMetrics(self._look.font(11))
        for place in Place:
            title = "" if place is Place.SECRET else COLUMNS[place].title
            needed = metrics.horizontalAdvance(title) + scaled(2 * MARGIN + ARROW + 4)
            self.resizeSection(place, max(scaled(COLUMNS[place].width), needed if title else 0))
            self.setSectionHidden(place, not COLUMNS[place].shown)
        self.fit()

    def widen(self, place: Place, text: str) -> None:
        """Make a column wide enough for a text."""
        metrics = QFontMetrics(self._look.font(tabular=True))
        needed = metrics.horizontalAdvance(text) + scaled(2 * MARGIN)
        if not self.isSectionHidden(place) and needed > self.sectionSize(place):
            self.resizeSection(place, needed)

    def fit(self) -> None:
        """Give the summary the room that the other columns leave."""
        if self._fitting or self.isSectionHidden(Place.SUMMARY):
            return
        others = self.length() - self.sectionSize(Place.SUMMARY)
        self._fitting = True
        room = self.viewport().width() - others
        self.resizeSection(Place.SUMMARY, max(scaled(LEAST_SUMMARY), room))
        self._fitting = False

    def show_column(self, place: Place, *, shown: bool) -> None:
        """Show or hide a column."""
        self.setSectionHidden(place, not shown)
        self.fit()

    def column_menu(self) -> QMenu:
        """A menu that shows and hides columns."""
        menu = QMenu(self)
        for place in Place:
            action = menu.addAction(COLUMNS[place].title.replace("#", "Bucket and number"))
            action.setCheckable(True)
            action.setChecked(not self.isSectionHidden(place))
            action.setEnabled(place is not Place.SUMMARY)
            action.triggered.connect(self._toggler(place))
        menu.addSeparator()
        stored = menu.addAction("Stored order")
        stored.setEnabled(self.sortIndicatorSection() >= 0)
        stored.triggered.connect(lambda: self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder))
        return menu

    def _toggler(self, place: Place) -> Callable[[], None]:
        def toggle() -> None:
            self.show_column(place, shown=self.isSectionHidden(place))

        return toggle

    def _show_menu(self, where: QPoint) -> None:
        menu = self.column_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(where))

    def _on_resized(self, section: int, _before: int, _after: int) -> None:
        if section != Place.SUMMARY:
            self.fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(HEIGHT))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        place = Place(logicalIndex)
        title = "" if place is Place.SECRET else COLUMNS[place].title
        draw_title(painter, rect, self, place, title, self._look, right=COLUMNS[place].right)
        if place is Place.SECRET:
            draw_lock(painter, QPointF(rect.center()), scaled(11), current_theme().text_2)
