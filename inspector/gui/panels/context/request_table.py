"""The table of the request's messages."""

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.gui.kit.theme import font, scaled
from inspector.gui.panels.context.request_model import (
    HEADERS,
    NUMBER,
    ROLE,
    TEXT,
    TOKENS,
    RequestModel,
)
from inspector.gui.panels.context.words import amount

_ROW = 22


class RequestTable(QTableView):
    """Shows a request; one row is current."""

    def __init__(self, model: RequestModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages = model
        self.setObjectName("padded")
        self.setAccessibleName("Messages of the request")
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(scaled(24))
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        self.setMinimumSize(scaled(180), scaled(40))
        model.modelReset.connect(self._fit)

    def dress(self) -> None:
        """Take the application's font as it is now."""
        self.setFont(font(12, tabular=True))
        self.horizontalHeader().setFont(font(11))
        self.verticalHeader().setDefaultSectionSize(scaled(_ROW))
        self._fit()

    def _fit(self) -> None:
        """Give the columns the room that their widest texts need."""
        cells, titles = QFontMetrics(font(12, tabular=True)), QFontMetrics(font(11))
        last, cost = max(self._messages.rowCount() - 2, 0), self._messages.tokens
        for column, widest in (NUMBER, f"{last}"), (ROLE, "assistant"), (TOKENS, amount(cost)):
            title = titles.horizontalAdvance(HEADERS[column])
            needed = max(cells.horizontalAdvance(widest), title)
            self.setColumnWidth(column, needed + scaled(18))
