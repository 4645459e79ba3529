"""The request's messages as a list; the first row is the whole request."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.core.request import RequestMessage
from inspector.gui.panels.context.words import amount
from inspector.gui.panels.messages.words import one_line

NUMBER, ROLE, TEXT, TOKENS = range(4)
HEADERS = ("#", "Role", "Text", "Tokens")
_MEANINGS = (
    "Its place in the request, from 0.",
    "Who says it, as the model is told.",
    "How it begins.",
    "Its exact count, as the chosen encoding has it.",
)
_EXCERPT = 200
_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_Qt = Qt.ItemDataRole


class RequestModel(QAbstractTableModel):
    """Rows of a request."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messages: Sequence[RequestMessage] = ()
        self._tokens = 0

    @property
    def tokens(self) -> int:
        """Of the whole request."""
        return self._tokens

    def show_messages(self, messages: Sequence[RequestMessage], tokens: int) -> None:
        """Show another request."""
        self.beginResetModel()
        self._messages, self._tokens = messages, tokens
        self.endResetModel()

    def message_at(self, row: int) -> RequestMessage | None:
        """The message of a row; None for the row of the whole request."""
        return self._messages[row - 1] if 0 < row <= len(self._messages) else None

    @override
    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() or not self._messages else len(self._messages) + 1

    @override
    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(HEADERS)

    @override
    def data(self, index: _Index, role: int = _Qt.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == _Qt.TextAlignmentRole:
            return _side(index.column())
        if role in (_Qt.DisplayRole, _Qt.AccessibleTextRole):
            message = self.message_at(index.row())
            if message is None:
                return self._whole(index.column())
            return self._words(message, index.row(), index.column())
        return None

    def _whole(self, column: int) -> str:
        words = {TEXT: "The whole request", TOKENS: amount(self._tokens)}
        return words.get(column, "")

    def _words(self, message: RequestMessage, row: int, column: int) -> str:
        match column:
            case 0:
                return str(row - 1)
            case 1:
                return message.role
            case 2:
                return one_line(message.text, _EXCERPT)
            case _:
                return amount(message.tokens)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Qt.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(HEADERS):
            return None
        if role == _Qt.DisplayRole:
            return HEADERS[section]
        if role == _Qt.TextAlignmentRole:
            return _side(section)
        return _MEANINGS[section] if role == _Qt.ToolTipRole else None


def _side(column: int) -> Qt.AlignmentFlag:
    is_number = column in (NUMBER, TOKENS)
    side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
