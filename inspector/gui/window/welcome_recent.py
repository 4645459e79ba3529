"""The recent chats as a list of rows."""

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, font
from inspector.language import _

Recent = tuple[str, str, bool, str]
"""Path, when it was open in words, whether the file is there, and what else is known."""

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROW_PX = 44
_PAD_PX = 10
_WHEN_PX = 110
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RecentModel(QAbstractListModel):
    """One row a chat."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Recent, ...] = ()

    def set_rows(self, rows: Sequence[Recent]) -> None:
        """Show other chats."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        path, when, exists, detail = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return PurePath(path).name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (path, detail if exists else _("not found"), when)))
        return None


class _Delegate(QStyledItemDelegate):
    """Name over folder; what is known and when at the right."""

    def __init__(self, model: RecentModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = QFontMetricsF(font(12)).height() + QFontMetricsF(font(11)).height()
        return QSize(0, max(_ROW_PX, round(lines) + 14))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = current_theme(), QRectF(option.rect)
        path, when, exists, detail = self._model.rows[index.row()]
        states = QStyle.StateFlag
        chosen = bool(option.state & states.State_Selected and option.state & states.State_HasFocus)
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.selection)
            painter.fillRect(QRectF(rect.left(), rect.top(), 2, rect.height()), theme.accent)
        elif option.state & states.State_MouseOver:
            painter.fillRect(rect, theme.hover)
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        room = rect.adjusted(_PAD_PX, 6, -_PAD_PX, -7)
        words = _("▲ not found") if not exists else detail
        aside = QFontMetricsF(font(12)).horizontalAdvance(words) + 24 if words else 0
        left = room.adjusted(0, 0, -_WHEN_PX - aside, 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.setFont(font(12))
        painter.setPen(theme.text_2)
        painter.drawText(room, int(middle), when)
        painter.setPen(theme.text_2 if exists else theme.warning)
        painter.drawText(room.adjusted(0, 0, -_WHEN_PX, 0), int(middle), words)
        painter.setFont(font(12, bold=exists))
        painter.setPen(theme.text if exists else theme.text_3)
        self._line(painter, left, PurePath(path).name, Qt.AlignmentFlag.AlignTop)
        painter.setFont(font(11))
        painter.setPen(theme.text_2 if exists else theme.text_3)
        self._line(painter, left, str(PurePath(path).parent), Qt.AlignmentFlag.AlignBottom)
        painter.restore()

    def _line(self, painter: QPainter, rect: QRectF, words: str, where: Qt.AlignmentFlag) -> None:
        metrics = QFontMetricsF(painter.font())
        elided = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, rect.width())
        painter.drawText(rect, int(where | Qt.AlignmentFlag.AlignLeft), elided)


class RecentList(QListView):
    """Opens a chat on a click or Enter; one that is not found opens nothing.

    Signals:
        opened: path of the chat to open.
    """

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = RecentModel()
        self._delegate = _Delegate(self._rows, self)
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(_("Recent chats"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._open)

    def set_rows(self, rows: Sequence[Recent]) -> None:
        """Show these chats; all rows fit, the page scrolls."""
        self._rows.set_rows(rows)
        row = self._delegate.sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        self.setFixedHeight(row * max(1, len(rows)) + 2)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._rows.rows:
            self.setCurrentIndex(self._rows.index(0))

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            path, _, exists, _ = self._rows.rows[index.row()]
            if exists:
                self.opened.emit(path)
