"""The table's model: rows are message indexes, a message is decoded when its row is painted."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.recap_verdict import MessageVerdict
from inspector.gui.kit.text import one_line, tooltip
from inspector.gui.panels.messages.columns import COLUMNS, Place
from inspector.gui.panels.messages.recap_words import reason_text, state_text
from inspector.gui.panels.messages.searching import excerpt
from inspector.gui.panels.messages.sources import Sources
from inspector.gui.panels.messages.words import (
    date_text,
    memories_tooltip,
    status_text,
    stored_date,
)

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROLE = Qt.ItemDataRole
_MOST_OF_A_NAME = 80


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows of its message."""

    index: int
    hidden: bool
    name: str
    text: str
    date: str
    swipes: int


class MessagesModel(QAbstractTableModel):
    """Rows of a chat; which ones, is said by `set_rows`.

    Attributes:
        sources: which memories name which messages.
        marked: for each message, whether a selected memory names it.
        needle: the text that is looked for.
        playhead: messages after this one are after the moment; None for none.
        recaps: verdicts on the messages' recaps.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = Document()
        self._rows: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._row = lru_cache(maxsize=512)(self._make_row)
        self.sources = Sources()
        self.marked: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self.needle = ""
        self.playhead: int | None = None
        self.recaps: Sequence[MessageVerdict] = ()

    @property
    def document(self) -> Document:
        """The document whose messages are shown."""
        return self._document

    def set_document(self, document: Document, rows: NDArray[np.int64]) -> None:
        """Show another chat."""
        self.beginResetModel()
        self._document, self._rows = document, rows
        self.marked = np.zeros(len(document.chat), dtype=np.bool_)
        self._row.cache_clear()
        self.endResetModel()

    def update_document(self, document: Document) -> None:
        """Take over an edited document of the same chat."""
        self._document = document

    def set_rows(self, rows: NDArray[np.int64]) -> bool:
        """Show these messages; answers whether other ones were shown before."""
        if np.array_equal(rows, self._rows):
            return False
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def set_needle(self, needle: str) -> None:
        """Show excerpts around another text."""
        self.needle = needle
        self._row.cache_clear()

    def row_at(self, row: int) -> Row:
        """What a row shows."""
        return self._row(int(self._rows[row]))

    def message_at(self, row: int) -> int:
        """The message of a row."""
        return int(self._rows[row])

    def row_of(self, message: int) -> int | None:
        """The row of a message, or None if it is not shown."""
        row = int(np.searchsorted(self._rows, message))
        return row if row < len(self._rows) and self._rows[row] == message else None

    def is_marked(self, message: int) -> bool:
        """Whether a selected memory names the message."""
        return message < len(self.marked) and bool(self.marked[message])

    def is_later(self, message: int) -> bool:
        """Whether the message comes after the moment."""
        return self.playhead is not None and message > self.playhead

    def _make_row(self, index: int) -> Row:
        message = self._document.chat.message(index)
        return Row(
            index,
            message.hidden,
            one_line(message.name, _MOST_OF_A_NAME),
            excerpt(message.text, self.needle),
            date_text(message.send_date),
            message.swipes,
        )

    @override
    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        place = Place(index.column())
        if role == _ROLE.DisplayRole:
            return self.text(self.row_at(index.row()), place)
        if role == _ROLE.ToolTipRole:
            return self._tooltip(self.message_at(index.row()), place) or None
        if role == _ROLE.AccessibleTextRole:
            return self._spoken(self.row_at(index.row()), place)
        if role == _ROLE.TextAlignmentRole:
            side = (
                Qt.AlignmentFlag.AlignRight if COLUMNS[place].right else Qt.AlignmentFlag.AlignLeft
            )
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == _ROLE.DisplayRole:
            return COLUMNS[section].title
        return COLUMNS[section].meaning if role == _ROLE.ToolTipRole else None

    def text(self, row: Row, place: Place) -> str:
        """What a cell says."""
        match place:
            case Place.NUMBER:
                return str(row.index)
            case Place.STATUS:
                return status_text(hidden=row.hidden)
            case Place.NAME:
                return row.name
            case Place.TEXT:
                return row.text
            case Place.DATE:
                return row.date
            case Place.SWIPES:
                return str(row.swipes) if row.swipes > 1 else ""
            case Place.MEMORIES:
                count = self.sources.count(row.index)
                return str(count) if count else ""
            case Place.RECAP:
                verdict = self.recap_of(row.index)
                return state_text(verdict) if verdict else ""

    def recap_of(self, message: int) -> MessageVerdict | None:
        """The verdict on a message's recap; None if there is none at the moment."""
        return self.recaps[message] if message < len(self.recaps) else None

    def _tooltip(self, message: int, place: Place) -> str:
        if place is Place.MEMORIES:
            named = self.sources.of_message(message)
            memories = self._document.memories
            known = (memories[one] for one in named if one < len(memories))
            return memories_tooltip(known, len(named))
        if place is Place.DATE:
            return tooltip(stored_date(self._document.chat.send_dates[message]))
        if place is Place.RECAP and (verdict := self.recap_of(message)) is not None:
            words = "\n".join(filter(None, (reason_text(verdict), verdict.recap)))
            return tooltip(words)
        if place is Place.NUMBER:
            return " ".join(self._remarks(message))
        return ""

    def _spoken(self, row: Row, place: Place) -> str:
        match place:
            case Place.NUMBER:
                return " ".join((f"Message {row.index}.", *self._remarks(row.index)))
            case Place.STATUS:
                return "hidden" if row.hidden else "sent"
            case Place.RECAP:
                verdict = self.recap_of(row.index)
                return f"Recap: {verdict.state}. {reason_text(verdict)}" if verdict else ""
            case _:
                return self.text(row, place)

    def _remarks(self, message: int) -> tuple[str, ...]:
        marked = "A selected memory came from it." if self.is_marked(message) else ""
        later = "It comes after the moment." if self.is_later(message) else ""
        return tuple(remark for remark in (marked, later) if remark)
