"""A table of values that is read and chosen from; Qt's own delegate paints and edits it."""

from typing import Generic

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from inspector.gui.kit.sizes import ROW
from inspector.gui.kit.theme import Themed, font, scaled
from inspector.gui.tables.column import Row
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.plain_rows import set_up_plain_rows

_LEAST_COLUMN, _LEAST_HEIGHT, _CELL_PADDING = 20, 72, 16


class PlainTable(Themed, QTableView, Generic[Row]):
    """Shows a `TableModel`; columns are as wide as their widest text, one takes the rest."""

    def __init__(self, model: TableModel[Row], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.setObjectName("padded")
        set_up_plain_rows(self)
        if any(column.edit is not None for column in model.columns):
            trigger = QAbstractItemView.EditTrigger
            self.setEditTriggers(trigger.DoubleClicked | trigger.EditKeyPressed)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        for place, column in enumerate(model.columns):
            if column.width is None:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.restyle()

    @override
    def restyle(self) -> None:
        self.setMinimumHeight(scaled(_LEAST_HEIGHT))
        self.verticalHeader().setDefaultSectionSize(scaled(ROW))
        header = self.horizontalHeader()
        header.setFont(font(11))
        header.setMinimumSectionSize(scaled(_LEAST_COLUMN))
        titles = QFontMetrics(font(11))
        for place, column in enumerate(self._model.columns):
            if column.width is not None:
                cells = QFontMetrics(font(12, bold=column.is_bold, tabular=column.is_number))
                text, title = cells.horizontalAdvance(column.width), column.title
                width = max(text, titles.horizontalAdvance(title)) + scaled(_CELL_PADDING)
                self.setColumnWidth(place, width)
