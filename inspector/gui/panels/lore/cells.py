"""How the cells of both tables are painted, and the editor over a cell."""

from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from inspector.core.lore import LoreFieldKind, LoreKind
from inspector.gui.kit.check_box import BOX
from inspector.gui.kit.glyphs import draw_check, draw_ring
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.theme import Theme, current_theme, scaled
from inspector.gui.panels.lore.boxes import draw_box
from inspector.gui.panels.lore.columns import Column
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.panels.lore.verdicts import Item
from inspector.gui.state.edit_words import NOUNS
from inspector.gui.tables.cell_editor import HINTS, Ending
from inspector.gui.tables.cells import draw_line
from inspector.gui.tables.editing_table import ROW_HEIGHT
from inspector.gui.tables.text_editor import TextCellEditor

Index = QModelIndex | QPersistentModelIndex
MARGIN = 4


class LoreDelegate(QStyledItemDelegate):
    """Paints every kind of cell, and opens a `TextCellEditor` over those that are written in.

    Attributes:
        editor: the editor that is open.
        chosen: how many items an edit would concern.

    Signals:
        left_refused: a person left a cell whose text was refused; a sentence that says why.
    """

    left_refused = Signal(str)

    def __init__(self, model: LoreModel, look: PaintContext) -> None:
        super().__init__(model)
        self.model = model
        self.look = look
        self.editor: TextCellEditor | None = None
        self.chosen = 0

    @property
    def theme(self) -> Theme:
        """The colours."""
        return current_theme()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = self.model.item_at(index.row())
        place, theme = QRect(option.rect), self.theme
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(place, theme.selection)
        elif self.look.hovered == item.index:
            painter.fillRect(place, theme.hover)
        painter.fillRect(place.left(), place.bottom(), place.width(), 1, theme.line)
        painter.save()
        painter.setClipRect(place)
        cell = place.adjusted(0, 0, 0, -1)
        if selected and index.column() == 0:
            painter.fillRect(cell.left(), cell.top(), 2, cell.height() + 1, theme.accent)
        self._draw(painter, cell, item, self.model.columns[index.column()], selected=selected)
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.accent)
            painter.drawRect(place.adjusted(0, 0, -1, -1))

    def _draw(
        self, painter: QPainter, cell: QRect, item: Item, column: Column, *, selected: bool
    ) -> None:
        row = self.model.verdicts.of(item.index)
        quiet = self.theme.text_2 if selected else self.theme.text_3
        if column.field is not None and column.field.kind is LoreFieldKind.FLAG:
            checked = bool(getattr(item, column.field.key))
            usable = self.model.stored(column.field) is not None
            x = cell.left() + scaled(MARGIN + BOX / 2)
            centre = QPointF(x, QRectF(cell).center().y())
            draw_box(painter, centre, checked=checked, usable=usable)
            return
        text = column.text(item, row)
        inside = cell.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), 0)
        if column.title == "Verdict" and text:
            self._draw_verdict(painter, inside, text, kept=row is not None and row.kept)
            return
        is_main = column is self.model.columns[0] or column.stretches
        left_out = row is not None and not row.kept
        is_off = not getattr(item, "enabled", True)
        colour = quiet if left_out or is_off or not is_main else self.theme.text
        if self.model.kind is LoreKind.LOREBOOK and column.stretches:
            colour = quiet
        painter.setFont(self.look.font(tabular=column.right))
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        draw_line(painter, inside, text, colour, side)

    def _draw_verdict(self, painter: QPainter, place: QRect, word: str, *, kept: bool) -> None:
        centre = QPointF(place.left() + scaled(5), QRectF(place).center().y())
        colour = self.theme.verdict_in if kept else self.theme.verdict_out
        if kept:
            draw_check(painter, centre, scaled(9), colour)
        else:
            draw_ring(painter, centre, scaled(10), colour)
        painter.setFont(self.look.font(bold=kept))
        draw_line(painter, place.adjusted(scaled(14), 0, 0, 0), word, colour)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(60), scaled(ROW_HEIGHT))

    # Editing

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        noun = NOUNS[self.model.kind][0]
        others = max(0, self.chosen - 1)
        editor = TextCellEditor(self.look, parent, others, counts_words=False, noun=noun)
        editor.finished.connect(partial(self._finish, editor))
        self.editor = editor
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, TextCellEditor) and not editor.edit.is_modified:
            editor.load(str(self.model.data(index, Qt.ItemDataRole.EditRole)))

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, TextCellEditor) and editor.edit.is_modified:
            model.setData(index, editor.edit.text)

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        if isinstance(editor, TextCellEditor):
            editor.stand_over(option.rect)

    def _finish(self, editor: TextCellEditor, ending: Ending) -> None:
        """Keep what is typed; where it is refused on Enter or Tab, the editor stays."""
        if ending is not Ending.REVERTED:
            self.commitData.emit(editor)
        if editor.refusal and ending is not Ending.LEFT:
            editor.go_on()
            return
        if editor.refusal:
            self.left_refused.emit(editor.refusal)
        self.editor = None
        self.closeEditor.emit(editor, HINTS[ending])
