"""Cells that a person writes in."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from inspector.core.decoded import text
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.memories.cells.base import CellDelegate
from inspector.gui.panels.memories.columns import Place
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.tables.cell_editor import HINTS, Ending
from inspector.gui.tables.text_editor import TextCellEditor

Targets = Callable[[int | None], tuple[int, ...]]


class WrittenDelegate(CellDelegate):
    """Opens a `TextCellEditor` over the cell.

    The editor is closed with the hint `SubmitModelCache` after Enter and `EditNextItem` after
    Tab; where to go then is the table's affair.
    """

    def __init__(self, model: MemoryModel, look: PaintContext, targets: Targets) -> None:
        super().__init__(model, look)
        self._targets = targets

    @override
    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        memory = self.model.memory_at(index.row()).index
        others = len(self._targets(memory)) - 1
        is_summary = index.column() == Place.SUMMARY
        editor = TextCellEditor(self.look, parent, others, counts_words=is_summary)
        editor.finished.connect(partial(self._finish, editor))
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, TextCellEditor) and not editor.edit.is_modified:
            editor.load(text(self.model.data(index, Qt.ItemDataRole.EditRole)))

    @override
    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if isinstance(editor, TextCellEditor) and editor.edit.is_modified:
            model.setData(index, editor.edit.text)

    @override
    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if isinstance(editor, TextCellEditor):
            editor.stand_over(option.rect)

    def _finish(self, editor: TextCellEditor, ending: Ending) -> None:
        if ending is not Ending.REVERTED:
            self.commitData.emit(editor)
        self.closeEditor.emit(editor, HINTS[ending])
