"""The table of versions; one or two of them are selected."""

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from inspector.gui.kit.sizes import ROW
from inspector.gui.kit.theme import font, scaled
from inspector.gui.panels.recaps.versions_model import COLUMNS, Place, VersionsModel

_WIDEST = {
    Place.MARK: "B",
    Place.VERSION: "v10 ● current",
    Place.SCENES: "scene gone",
    Place.TOKENS: "10,000",
    Place.CHANGE: "+1,000",
}
_FLAG = QItemSelectionModel.SelectionFlag


class VersionsTable(QTableView):
    """Shows versions; Ctrl selects a second one to compare with.

    Signals:
        chosen: places of the selected versions, ascending (tuple of int).
        delete_asked: Del was pressed.
        edit_asked: F2 was pressed.
        use_asked: Enter was pressed, or a row double-clicked.
    """

    chosen = Signal(object)
    delete_asked = Signal()
    edit_asked = Signal()
    use_asked = Signal()

    def __init__(self, model: VersionsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._versions = model
        self._leading = False
        self.setAccessibleName("Versions of the running recap")
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
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
        header.setMinimumSectionSize(scaled(20))
        metrics, titles = QFontMetrics(font(12, bold=True)), QFontMetrics(font(11))
        header.setFont(font(11))
        for place, widest in _WIDEST.items():
            title = titles.horizontalAdvance(COLUMNS[place].title)
            width = max(metrics.horizontalAdvance(widest), title)
            self.setColumnWidth(place, width + scaled(16))
        header.setSectionResizeMode(Place.MADE, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().selectionChanged.connect(self._tell)
        self.doubleClicked.connect(self.use_asked)

    def select_places(self, *places: int) -> None:
        """Select versions without saying that a person did."""
        self._leading = True
        selection = self.selectionModel()
        selection.clearSelection()
        for place in places:
            index = self._versions.index(self._versions.row_of(place), Place.VERSION)
            selection.select(index, _FLAG.Select | _FLAG.Rows)
            selection.setCurrentIndex(index, _FLAG.NoUpdate)
        self._leading = False

    def _tell(self) -> None:
        if self._leading:
            return
        rows = {index.row() for index in self.selectionModel().selectedRows()}
        self.chosen.emit(tuple(sorted(self._versions.at(row).place for row in rows)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Delete:
                self.delete_asked.emit()
            case Qt.Key.Key_F2:
                self.edit_asked.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.use_asked.emit()
            case _:
                super().keyPressEvent(event)
