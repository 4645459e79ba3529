"""The table's model: rows are message indexes, a message is decoded when its row is painted."""

from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from typing_extensions import override

from inspector.core.document import Document
from inspector.gui.panels.messages.columns import COLUMNS
from inspector.gui.panels.messages.row import ChatFacts, MessageRow, make_row
from inspector.gui.tables.model import NOWHERE, TableModel


class MessagesModel(TableModel[MessageRow]):
    """Rows of a chat; which ones, is said by `set_rows`.

    Attributes:
        facts: what rows show besides what messages say.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self.facts = ChatFacts()
        self._messages: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._row = lru_cache(maxsize=512)(partial(make_row, self.facts))

    @property
    def document(self) -> Document:
        """The document whose messages are shown."""
        return self.facts.document

    @property
    @override
    def count(self) -> int:
        return len(self._messages)

    @override
    def row_at(self, number: int) -> MessageRow | None:
        return self._row(int(self._messages[number])) if 0 <= number < self.count else None

    def set_document(self, document: Document, rows: NDArray[np.int64]) -> None:
        """Show another chat."""
        self.beginResetModel()
        self.facts.document, self._messages = document, rows
        self.facts.marked = np.zeros(len(document.chat), dtype=np.bool_)
        self._row.cache_clear()
        self.endResetModel()

    def update_document(self, document: Document) -> None:
        """Take over an edited document of the same chat, or one with which others went on."""
        is_read_again = self.facts.document.chat is not document.chat
        self.facts.document = document
        if is_read_again and self.count:
            self._row.cache_clear()
            self.refresh_rows(range(self.count))

    def set_rows(self, rows: NDArray[np.int64]) -> bool:
        """Show these messages; answers whether other ones were shown before."""
        before = self.count
        if np.array_equal(rows, self._messages):
            return False
        if 0 < before < len(rows) and np.array_equal(rows[:before], self._messages):
            self.beginInsertRows(NOWHERE, before, len(rows) - 1)
            self._messages = rows
            self.endInsertRows()
            return True
        self.beginResetModel()
        self._messages = rows
        self.endResetModel()
        return True

    def set_needle(self, needle: str) -> None:
        """Show excerpts around another text."""
        self.facts.needle = needle
        self._row.cache_clear()

    def message_at(self, row: int) -> int:
        """The message of a row."""
        return int(self._messages[row])

    def row_of(self, message: int) -> int | None:
        """The row of a message, or None if it is not shown."""
        row = int(np.searchsorted(self._messages, message))
        return row if row < self.count and self._messages[row] == message else None
