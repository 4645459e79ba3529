"""The table of scenes; one is chosen, and its name is edited in place."""

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.gui.kit.sizes import ROW
from inspector.gui.kit.theme import font, scaled
from inspector.gui.panels.recaps.scenes_model import Place, ScenesModel

_WIDEST = {
    Place.NUMBER: "100",
    Place.MESSAGES: "10000–10000",
    Place.VERSION: "10 of 10",
    Place.TOKENS: "10,000",
}


class ScenesTable(QTableView):
    """Shows finished scenes."""

    def __init__(self, model: ScenesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName("Scenes")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setObjectName("padded")
        self.setMinimumHeight(scaled(72))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(ROW))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setFont(font(11))
        metrics = QFontMetrics(font(12, tabular=True))
        for place, widest in _WIDEST.items():
            self.setColumnWidth(place, metrics.horizontalAdvance(widest) + scaled(16))
        header.setSectionResizeMode(Place.NAME, QHeaderView.ResizeMode.Stretch)
