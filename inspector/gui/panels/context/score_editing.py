"""Setting an item's score by hand, in its cell."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

_PLACES = 3
_Index = QModelIndex | QPersistentModelIndex


class ScoreEditing(QStyledItemDelegate):
    """A delegate whose cells are edited as scores from 0 to 1."""

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        editor = QDoubleSpinBox(parent)
        editor.setRange(0, 1)
        editor.setDecimals(_PLACES)
        editor.setSingleStep(0.05)
        editor.setFrame(False)
        editor.setAccessibleName("Score from 0 to 1")
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, QDoubleSpinBox):
            editor.setValue(_score(index))
            editor.selectAll()

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        if isinstance(editor, QDoubleSpinBox):
            editor.interpretText()
            if editor.value() != round(_score(index), _PLACES):
                model.setData(index, editor.value())


def _score(index: _Index) -> float:
    return float(index.data(Qt.ItemDataRole.EditRole) or 0)
