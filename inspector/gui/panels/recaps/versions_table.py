"""The table of versions; one or two of them are selected."""

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.panels.recaps.state import VersionRow
from inspector.gui.panels.recaps.versions_model import Location, VersionsModel
from inspector.gui.tables.view import Table
from inspector.language import _

_FLAG = QItemSelectionModel.SelectionFlag


class VersionsTable(Table[VersionRow]):
    """Shows versions; Ctrl selects a second one to compare with.

    Signals:
        chosen: places of the selected versions, ascending (tuple of int).
        deletion_requested: Del was pressed.
        edit_requested: F2 was pressed.
        use_requested: Enter was pressed, or a row double-clicked.
    """

    chosen = Signal(object)
    deletion_requested = Signal()
    edit_requested = Signal()
    use_requested = Signal()

    def __init__(self, model: VersionsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _("Versions of the running recap"), "recap_versions", parent)
        self._versions = model
        self.selectionModel().selectionChanged.connect(self._tell)
        self.doubleClicked.connect(self.use_requested)

    def select_places(self, *places: int) -> None:
        """Select versions without saying that a person did."""
        self._is_leading = True
        selection = self.selectionModel()
        selection.clearSelection()
        for location in places:
            index = self._versions.index(self._versions.row_of(location), Location.VERSION)
            selection.select(index, _FLAG.Select | _FLAG.Rows)
            selection.setCurrentIndex(index, _FLAG.NoUpdate)
        self._is_leading = False

    def _tell(self) -> None:
        if self.is_leading:
            return
        rows = {index.row() for index in self.selectionModel().selectedRows()}
        self.chosen.emit(tuple(sorted(self._versions.at(row).location for row in rows)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Delete:
                self.deletion_requested.emit()
            case Qt.Key.Key_F2:
                self.edit_requested.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.use_requested.emit()
            case _:
                super().keyPressEvent(event)
