"""The list of problems: its rows as they are painted, and its keys."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget
from typing_extensions import override

from inspector.core.problems import Severity
from inspector.gui.kit.theme import current_theme, font
from inspector.gui.panels.problems.model import SEVERITY, SEVERITY_ROLE, TEXT

PAD = 8
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ProblemsDelegate(QStyledItemDelegate):
    """Paints groups and problems; text is text, and never wraps."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = current_theme()
        rect = QRectF(option.rect)
        state = option.state
        is_group = not index.flags() & Qt.ItemFlag.ItemIsSelectable
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        ground = theme.alt if is_group else theme.selection if chosen else theme.surface
        if not is_group and not chosen and state & QStyle.StateFlag.State_MouseOver:
            ground = theme.hover
        painter.save()
        painter.fillRect(rect, ground)
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(font(11 if is_group or index.column() != TEXT else 12, bold=is_group))
        severity = index.data(SEVERITY_ROLE)
        colours = {Severity.ERROR: theme.error, Severity.WARNING: theme.warning}
        colour = theme.text if index.column() == TEXT else theme.text_2
        if index.column() == SEVERITY:
            colour = colours.get(severity, theme.text_2)
        painter.setPen(colour)
        words = str(index.data() or "").replace("\n", " ")
        room = rect.adjusted(PAD, 0, -PAD, 0)
        mode = Qt.TextElideMode.ElideRight
        elided = painter.fontMetrics().elidedText(words, mode, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), elided)
        if chosen and index.column() == SEVERITY:
            painter.fillRect(QRectF(rect.left(), rect.top(), 2, rect.height()), theme.accent)
        painter.restore()


class ProblemsTable(QTableView):
    """Opens the current problem on Enter."""

    opened = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.opened.emit()
        else:
            super().keyPressEvent(event)
