"""Cells that a person writes in."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtWidgets import QAbstractItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from inspector.core.decoded import text
from inspector.gui.memories.cells.base import CellDelegate
from inspector.gui.memories.columns import Place
from inspector.gui.memories.look import Look
from inspector.gui.memories.model import MemoryModel
from inspector.gui.memories.text_editor import Ending, TextCellEditor, place_editor

Targets = Callable[[int | None], tuple[int, ...]]

_HINTS = {
    Ending.ENTER: QAbstractItemDelegate.EndEditHint.SubmitModelCache,
    Ending.TAB: QAbstractItemDelegate.EndEditHint.EditNextItem,
    Ending.LEFT: QAbstractItemDelegate.EndEditHint.NoHint,
    Ending.REVERTED: QAbstractItemDelegate.EndEditHint.RevertModelCache,
}


class WrittenDelegate(CellDelegate):
    """Opens a `TextCellEditor` over the cell.

    The editor is closed with the hint `SubmitModelCache` after Enter and `EditNextItem` after
    Tab; where to go then is the table's affair.
    """

    def __init__(self, model: MemoryModel, look: Look, targets: Targets) -> None:
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
        editor.resized.connect(partial(_put, editor))
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
            editor.cell = QRect(option.rect)
            _put(editor)

    def _finish(self, editor: TextCellEditor, ending: Ending) -> None:
        if ending is not Ending.REVERTED:
            self.commitData.emit(editor)
        self.closeEditor.emit(editor, _HINTS[ending])


def _put(editor: TextCellEditor) -> None:
    parent = editor.parentWidget()
    if parent is not None:
        editor.setGeometry(place_editor(editor, editor.cell, parent.rect()))
