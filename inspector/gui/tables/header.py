"""The one header: titles and sorting, and which columns are shown, where, and how wide."""

from typing import Any

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QShowEvent
from PySide6.QtWidgets import QMenu, QTableView
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_triangle
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.sizes import HEADER
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.tables.cells import draw_line
from inspector.gui.tables.column import Column
from inspector.gui.tables.column_menu import ChoosableHeader
from inspector.gui.tables.layout import ColumnLayout
from inspector.gui.tables.model import TableModel

_ARROW_PX, _LEAST, _LEAST_REST = 8, 20, 60
_ASCENDING, _DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


class Header(ChoosableHeader):
    """Titles with the sort's direction; one column takes the room that the others leave.

    Args:
        model: whose columns they are.
        context: fonts.
        margin: at both sides of a cell, in the visual language's pixels.
        name: under which the layout is kept over a restart; empty where it is not.
        table: whose header it is.

    Signals:
        lines_changed: rows have another number of lines (int).
    """

    lines_changed = Signal(int)

    def __init__(
        self,
        model: TableModel[Any],
        context: PaintContext,
        margin: int,
        name: str,
        table: QTableView,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self._columns = model
        self._context, self._margin = context, margin
        self._layout = ColumnLayout()
        self._widest: dict[str, str] = {}
        self._is_arranging = False
        self.setObjectName(name)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, _ASCENDING)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self.show_menu)
        self.sectionResized.connect(self._on_resized)
        self.sectionMoved.connect(self._on_moved)

    def arrange(self) -> None:
        """Put every column where it belongs, as wide as it has to be."""
        columns = self._columns.columns
        if self.count() != len(columns):
            return
        self.setSectionsClickable(any(column.key is not None for column in columns))
        self._is_arranging = True
        self.setMinimumSectionSize(scaled(_LEAST))
        for visual, index in enumerate(self._layout.places_in_order(columns)):
            self.moveSection(self.visualIndex(index), visual)
        self._is_arranging = False
        self.fit()

    def fit(self) -> None:
        """Leave out what is needed least where the room is short; give one column the rest.

        A table that nobody can see yet does so when it is shown.
        """
        columns = self._columns.columns
        is_late = not self._table.isVisible()
        if self._is_arranging or is_late or self.count() != len(columns):
            return
        room, widths = (
            self._table.viewport().width(),
            [self._width_of(column) for column in columns],
        )
        rest = next((index for index, one in enumerate(columns) if one.width is None), None)
        least = 0 if rest is None else scaled(columns[rest].least or _LEAST_REST)
        visible = self._layout.visible(columns, widths, room, least)
        lowest = [
            max(_title_width(one, self._context, self._margin), scaled(one.least))
            for one in columns
        ]
        widths = self._layout.shrunk(columns, widths, lowest, visible, room - least)
        self._is_arranging = True
        for index, width in enumerate(widths):
            self.setSectionHidden(index, index not in visible)
            if index in visible and index != rest:
                self.resizeSection(index, width)
        if rest in visible:
            left = room - sum(widths[one] for one in visible)
            self.resizeSection(rest, max(least, left))
        self._is_arranging = False

    def widen(self, label: str, text: str) -> None:
        """Make a column wide enough for a text, unless a person said how wide it is."""
        if self._widest.get(label) != text:
            self._widest[label] = text
            self.fit()

    def set_available(self, label: str, *, available: bool) -> None:
        """Say whether a column has anything to show at the moment."""
        unavailable = self._layout.unavailable
        if available == (label in unavailable):
            unavailable ^= {label}
            self.fit()

    @override
    def show_column(self, index: int, *, visible: bool) -> None:
        """Show or hide a column, as a person wants it."""
        self._layout.choices[self._columns.columns[index].label] = visible
        self.fit()

    @property
    def first(self) -> int:
        """The column at the left edge; -1 if none is shown."""
        places = map(self.logicalIndex, range(self.count()))
        return next((location for location in places if not self.isSectionHidden(location)), -1)

    @property
    @override
    def lines(self) -> int:
        """How many lines a row has."""
        return self._layout.lines

    @override
    def set_two_lines(self, two: bool) -> None:
        """Give rows two lines, or one."""
        lines = 2 if two else 1
        if lines != self._layout.lines:
            self._layout.lines = lines
            self.lines_changed.emit(lines)

    @override
    def reset_columns(self) -> None:
        """Forget widths, order and choice of the columns."""
        self._layout.reset()
        self.arrange()

    def layout_text(self) -> str:
        """Widths, order and choice of the columns, and what is sorted by, to be kept."""
        section = self.sortIndicatorSection()
        columns = self._columns.columns
        label = columns[section].label if 0 <= section < len(columns) else None
        is_descending = self.sortIndicatorOrder() is _DESCENDING
        return self._layout.as_json(label, descending=is_descending)

    def restore_layout(self, text: str) -> None:
        """Put the columns as they were kept; what cannot be read is left alone."""
        label, descending = self._layout.read_json(text)
        self.lines_changed.emit(self.lines)
        self.arrange()
        labels = [column.label for column in self._columns.columns]
        if label in labels and self.sectionsClickable():
            self.setSortIndicator(labels.index(label), _DESCENDING if descending else _ASCENDING)

    @override
    def column_menu(self) -> QMenu:
        """A menu that shows and hides columns, and puts them back."""
        return self.menu_of(self._columns.columns, self._layout.unavailable)

    def _width_of(self, column: Column[Any]) -> int:
        """In pixels; of the column that takes the rest nothing."""
        if column.width is None:
            return 0
        if column.label in self._layout.widths:
            return self._layout.widths[column.label]
        cells = QFontMetrics(self._context.font(12, bold=column.is_bold, tabular=column.is_number))
        texts = [self._widest.get(column.label, "")]
        texts += [column.width] if isinstance(column.width, str) else []
        needed = max(map(cells.horizontalAdvance, texts)) + scaled(2 * self._margin + 4)
        if column.sign is None:
            needed = max(needed, _title_width(column, self._context, self._margin))
        least = scaled(column.width) if isinstance(column.width, int) else 0
        return min(max(needed, least), scaled(column.most))

    def _on_resized(self, section: int, _before: int, size: int) -> None:
        columns = self._columns.columns
        if self._is_arranging or not size or section >= len(columns):
            return
        if columns[section].width is not None:
            self._layout.widths[columns[section].label] = size
        self.fit()

    def _on_moved(self) -> None:
        if not self._is_arranging:
            columns = self._columns.columns
            places = map(self.logicalIndex, range(self.count()))
            self._layout.order = [columns[index].label for index in places]

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    @override
    def sizeHint(self) -> QSize:
        # Qt's own answer asks the model for hundreds of sections; a table uses the height alone.
        return QSize(self.length(), scaled(HEADER))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        is_sorted = self.sortIndicatorSection() == logicalIndex
        order = self.sortIndicatorOrder() if is_sorted else None
        painter.save()
        painter.setFont(self._context.font(11))
        _paint_section(painter, rect, self._columns.columns[logicalIndex], self._margin, order)
        painter.restore()


def _title_width(column: Column[Any], context: PaintContext, margin: float) -> int:
    """What a column's title needs, with room for the direction of a sort."""
    title = QFontMetrics(context.font(11)).horizontalAdvance(column.title)
    arrow = scaled(_ARROW_PX) if column.key is not None else 0
    return title + arrow + scaled(2 * margin + 4)


def _paint_section(
    painter: QPainter,
    rect: QRect,
    column: Column[Any],
    margin: float,
    order: Qt.SortOrder | None,
) -> None:
    """A column's head in the painter's font, and in which order the column is sorted by."""
    theme = current_theme()
    painter.fillRect(rect, theme.alt)
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
    colour = theme.text_2 if order is None else theme.text
    if column.sign is not None:
        column.sign(painter, QPointF(rect.center()), scaled(11), colour)
        return
    inner = rect.adjusted(scaled(margin), 0, -scaled(margin), 0)
    _draw_title(painter, inner, column, colour, order)


def _draw_title(
    painter: QPainter,
    rect: QRect,
    column: Column[Any],
    colour: QColor,
    order: Qt.SortOrder | None,
) -> None:
    """A title, with the direction of the sort where it is sorted by."""
    arrow = 0 if order is None else scaled(_ARROW_PX + 4)
    width = QFontMetrics(painter.font()).horizontalAdvance(column.title)
    width = min(width, rect.width() - arrow)
    left = rect.right() - width - arrow + 1 if column.is_number else rect.left()
    draw_line(painter, QRect(left, rect.top(), width + 1, rect.height()), column.title, colour)
    if order is not None:
        centre = QPointF(left + width + arrow - scaled(_ARROW_PX) / 2, rect.center().y())
        draw_triangle(painter, centre, scaled(_ARROW_PX) - 1, colour, up=order == _ASCENDING)
