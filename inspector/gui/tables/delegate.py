"""The one delegate: ground, hover, selection and focus of every cell, and its editor."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from inspector.gui.kit.paint import frame
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.sizes import ROW
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.tables.cell_editor import HINTS, Ending
from inspector.gui.tables.cells import LEFT, RIGHT, Cell
from inspector.gui.tables.column import Column
from inspector.gui.tables.model import Index, TableModel
from inspector.gui.tables.text_editor import TextCellEditor

_SELECTED = QStyle.StateFlag.State_Selected.value
_FOCUS = QStyle.StateFlag.State_HasFocus.value

Background = Callable[[Any], QColor | None]
"""The colour behind a row; None for the table's own."""

PaintOver = Callable[[Cell[Any]], None]
"""Paints over a cell, as a mark of its row."""

EditorMaker = Callable[[QWidget, Index], QWidget | None]
"""Makes the editor of a cell; None for Qt's own."""


class CellDelegate(QStyledItemDelegate):
    """Paints cells as their columns say, and opens their editors.

    Args:
        model: what is shown.
        context: fonts, and what else the table keeps for painting.
        margin: at both sides of a cell, in the visual language's pixels.
        make_editor: makes the editors.

    Attributes:
        leading: says at the left edge of which column a selected row has its bar.
        background: behind a row that is neither selected nor under the pointer.
        paint_over: over every cell, if set.
        can_edit: asked before an editor opens; says why where none may.
        editor: the text editor that is open.

    Signals:
        left_refused: a person left a cell whose text was refused; a sentence that says why.
    """

    left_refused = Signal(str)

    def __init__(
        self,
        model: TableModel[Any],
        context: PaintContext,
        margin: int,
        make_editor: EditorMaker,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._context = context
        self._margin = margin
        self._make_editor = make_editor
        self.leading: Callable[[], int] = int
        self.background: Background | None = None
        self.paint_over: PaintOver | None = None
        self.can_edit: Callable[[], bool] = lambda: True
        self.editor: TextCellEditor | None = None

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        number, location = index.row(), index.column()
        row = self._model.row_at(number)
        if row is None:
            return
        theme, state = current_theme(), option.state
        rect = QRect(option.rect)
        is_selected = bool(state.value & _SELECTED)
        if is_selected:
            background = theme.selection
        elif number == self._context.hovered:
            background = theme.hover
        else:
            background = None if self.background is None else self.background(row)
        if background is not None:
            painter.fillRect(rect, background)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        margin = self._context.length(self._margin)
        above = rect.adjusted(0, 0, 0, -1)
        inner = above.adjusted(margin, 0, -margin, 0)
        column = self._model.columns[location]
        cell = Cell(painter, above, inner, row, number, location, is_selected, self._context)
        if is_selected and location == self.leading():
            painter.fillRect(rect.left(), rect.top(), 2, rect.height(), theme.accent)
        # Keeping the painter's state and clipping cost as much as a line of text.
        if column.paint is None:
            write_text(cell, column)
        elif column.is_lines:
            column.paint(cell)
        else:
            painter.save()
            painter.setClipRect(rect)
            column.paint(cell)
            painter.restore()
        if self.paint_over is not None:
            self.paint_over(cell)
        if state.value & _FOCUS:
            frame(painter, rect, theme.accent)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(60), scaled(ROW))

    # Editing

    @override
    def createEditor(  # pyright: ignore[reportIncompatibleMethodOverride] - Qt opens none then
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget | None:
        if not self.can_edit():
            return None
        editor, label = self._make_editor(parent, index), self._model.columns[index.column()].label
        if isinstance(editor, TextCellEditor):
            editor.finished.connect(partial(self._finish, editor))
            editor.edit.setAccessibleName(label)
            self.editor = editor
            return editor
        if editor is None:
            editor = super().createEditor(parent, option, index)
            editor.setAccessibleName(label)
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if not isinstance(editor, TextCellEditor):
            super().setEditorData(editor, index)
        elif not editor.edit.is_modified:
            editor.load(str(self._model.data(index, Qt.ItemDataRole.EditRole)))

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if not isinstance(editor, TextCellEditor):
            super().setModelData(editor, model, index)
        elif editor.edit.is_modified:
            model.setData(index, editor.edit.text)

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        if isinstance(editor, TextCellEditor):
            editor.stand_over(option.rect)
        else:
            super().updateEditorGeometry(editor, option, index)

    def let_go(self, editor: QWidget) -> None:
        """Know that the table closes an editor, whoever ended it; tell what it refused.

        Where another row becomes the current one, Qt keeps what is typed and closes the editor
        before that loses the focus; it must not be ended once more then.
        """
        if not isinstance(editor, TextCellEditor):
            return
        if self.editor is editor:
            self.editor = None
        if editor.refusal:
            self.left_refused.emit(editor.refusal)
        editor.let_go()

    def _finish(self, editor: TextCellEditor, ending: Ending) -> None:
        """Keep what is typed; where it is refused on Enter or Tab, the editor stays."""
        if ending is not Ending.REVERTED:
            self.commitData.emit(editor)
        if editor.refusal and ending is not Ending.LEFT:
            editor.go_on()
            return
        self.closeEditor.emit(editor, HINTS[ending])


def write_text(cell: Cell[Any], column: Column[Any]) -> None:
    """A cell's text, as its column has it."""
    text = column.text(cell.row)
    if not text:
        return
    theme = current_theme()
    colour = theme.text if column.colour is None else column.colour(cell.row, theme)
    if cell.is_selected and colour is theme.text_3:
        colour = theme.text_2
    side = RIGHT if column.is_number else LEFT
    font = cell.context.font(bold=column.is_bold, tabular=column.is_number)
    cell.write(cell.inner, text, colour, side, font)
