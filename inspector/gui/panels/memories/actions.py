"""Does what mouse and keys on the table ask for, by asking for edits."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from inspector.gui.panels.memories.columns import COLUMNS, Location
from inspector.gui.panels.memories.copying import Copying
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.making import Making
from inspector.gui.panels.memories.menu import MemoryMenu
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.names_popup import NamesPopup, NamesQuestion
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.panels.memories.table_keys import Action

_IMPORTANCE = COLUMNS[Location.IMPORTANCE].field
_SECRET = COLUMNS[Location.SECRET].field


class MemoryActions(QObject):
    """Turns the table's signals into edits of the selection, copies and menus."""

    def __init__(
        self,
        table: MemoryTable,
        model: MemoryModel,
        controller: EditController,
        copying: Copying,
        making: Making,
    ) -> None:
        super().__init__(table)
        self._table = table
        self._model = model
        self._controller = controller
        self._popup: NamesPopup | None = None
        self._menu = MemoryMenu(controller, table, copying, making)
        self._doing: Mapping[Action, Callable[[], None]] = {
            Action.COPY: copying.copy_summaries,
            Action.DUPLICATE: making.duplicate,
            Action.SPLIT: making.split,
            Action.MERGE: making.merge,
            Action.DELETE: making.delete,
            Action.CHANGE: making.change_many,
        }
        model.change_requested.connect(self._change)
        table.importance_set.connect(self._on_importance)
        table.star_clicked.connect(self._on_star)
        table.flag_clicked.connect(self._on_flag)
        table.names_opened.connect(self.edit_names)
        table.action_requested.connect(self._do)
        table.customContextMenuRequested.connect(self._show_menu)

    def fill_menu(self, menu: QMenu) -> None:
        """Fill a menu with all that can be done to the selected memories."""
        self._menu.fill(menu)

    def edit_names(self, index: QModelIndex) -> None:
        """Open the editor of a cell's names, for the whole selection if its row is part of it."""
        spec = self._model.field_at(index.column())
        if spec is None or not self._table.cells.can_edit():
            return
        memories = self._controller.targets(self._model.memory_at(index.row()).index)
        question = NamesQuestion(self._controller.document, memories, spec)
        popup = NamesPopup(question, self._table.context, self._table)
        popup.kept.connect(self._controller.edit_requested)
        popup.closed.connect(self._on_closed)
        self._popup = popup
        cell = self._table.visualRect(index)
        popup.show_by(self._table.viewport().mapToGlobal(cell.topLeft()), cell.height())

    def close_popup(self) -> None:
        """Close an open editor of names without asking for anything."""
        if self._popup is not None:
            self._popup.revert()

    def take_refusal(self, _edit: object, reason: str) -> None:
        """Hear that an edit was refused; names that it was about stay where they were typed."""
        if self._popup is not None:
            self._popup.take_refusal(reason)

    def _on_closed(self) -> None:
        self._popup = None
        self._table.setFocus()

    def _change(self, memory: int, key: str, value: object) -> None:
        self._controller.set_value(key, value, memory)

    def _on_importance(self, importance: int) -> None:
        self._controller.set_value(_IMPORTANCE, importance)

    def _on_star(self, memory: int, importance: int) -> None:
        self._controller.set_value(_IMPORTANCE, importance, memory)

    def _on_flag(self, memory: int, key: str) -> None:
        self._controller.toggle(key, memory)

    def _do(self, action: Action) -> None:
        if action is Action.SECRET:
            self._controller.toggle(_SECRET)
        elif action in self._doing:
            self._doing[action]()

    def _show_menu(self, where: QPoint) -> None:
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(self._table.viewport().mapToGlobal(where))
