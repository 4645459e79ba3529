"""The edits that were made, to go back to any of them."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QPainter, QUndoStack
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QUndoView
from typing_extensions import override

from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.sizes import ROW
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.state.view import View, ViewChanges
from inspector.language import _

_MARGIN_PX = 8


class _Rows(QStyledItemDelegate):
    """Gives rows the height of those of the tables, their line and their mark of what is chosen."""

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(super().sizeHint(option, index).width() + 2 * scaled(_MARGIN_PX), scaled(ROW))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, row = current_theme(), QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(row, theme.selection)
            painter.fillRect(row.left(), row.top(), 2, row.height(), theme.accent)
        painter.fillRect(row.left(), row.bottom(), row.width(), 1, theme.line)
        inner = QStyleOptionViewItem(option)
        inner.rect = row.adjusted(scaled(_MARGIN_PX), 0, -scaled(_MARGIN_PX), 0)
        super().paint(painter, inner, index)


class HistoryPanel(Panel):
    """The edits that were made, to go back to any of them."""

    name = "history"
    title = _("History")

    def __init__(self, stack: QUndoStack) -> None:
        super().__init__()
        self.list = QUndoView(stack, self)
        self.list.setEmptyLabel(_("As opened"))
        self.list.setAccessibleName(_("History of edits"))
        self.list.setItemDelegate(_Rows(self.list))
        vbox(self, self.list, margins=0)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        """The undo stack shows itself."""
