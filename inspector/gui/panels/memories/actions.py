"""Does what mouse and keys on the table ask for, by asking for edits."""

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.memories.columns import COLUMNS, Place
from inspector.gui.panels.memories.copying import Copying
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.menu import MemoryMenu
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.names_popup import NamesPopup, NamesQuestion
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.panels.memories.table_keys import Deed

_IMPORTANCE = COLUMNS[Place.IMPORTANCE].field
_SECRET = COLUMNS[Place.SECRET].field


class MemoryActions(QObject):
    """Turns the table's signals into edits of the selection, copies and menus."""

    def __init__(
        self,
        table: MemoryTable,
        model: MemoryModel,
        look: PaintContext,
        controller: EditController,
        copying: Copying,
    ) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self._look = look
        self._asking = controller
        self._copying = copying
        self._popup: NamesPopup | None = None
        self._menu = MemoryMenu(controller, table, copying)
        model.asked.connect(self._on_asked)
        table.importance_set.connect(self._on_importance)
        table.star_clicked.connect(self._on_star)
        table.flag_clicked.connect(self._on_flag)
        table.names_opened.connect(self.edit_names)
        table.done.connect(self._on_deed)
        table.customContextMenuRequested.connect(self._show_menu)

    def fill_menu(self, menu: QMenu) -> None:
        """Fill a menu with all that can be done to the selected memories."""
        self._menu.fill(menu)

    def edit_names(self, index: QModelIndex) -> None:
        """Open the editor of a cell's names, for the whole selection if its row is part of it."""
        spec = self._model.field_at(index.column())
        if spec is None:
            return
        memories = self._asking.targets(self._model.memory_at(index.row()).index)
        question = NamesQuestion(self._asking.document, memories, spec)
        popup = NamesPopup(question, self._look, self._table)
        popup.kept.connect(self._asking.edit_requested)
        popup.closed.connect(self._on_closed)
        self._popup = popup
        cell = self._table.visualRect(index)
        popup.show_by(self._table.viewport().mapToGlobal(cell.topLeft()), cell.height())

    def close_popup(self) -> None:
        """Close an open editor of names without asking for anything."""
        if self._popup is not None:
            self._popup.revert()

    def _on_closed(self) -> None:
        self._popup = None
        self._table.setFocus()

    def _on_asked(self, memory: int, key: str, value: object) -> None:
        self._asking.set_value(key, value, memory)

    def _on_importance(self, importance: int) -> None:
        self._asking.set_value(_IMPORTANCE, importance)

    def _on_star(self, memory: int, importance: int) -> None:
        self._asking.set_value(_IMPORTANCE, importance, memory)

    def _on_flag(self, memory: int, key: str) -> None:
        self._asking.toggle(key, memory)

    def _on_deed(self, deed: Deed) -> None:
        if deed is Deed.SECRET:
            self._asking.toggle(_SECRET)
        elif deed is Deed.COPY:
            self._copying.copy_summaries()

    def _show_menu(self, where: QPoint) -> None:
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(self._table.viewport().mapToGlobal(where))
