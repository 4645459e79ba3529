"""The chats of a SillyTavern folder as a table."""

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QObject
from typing_extensions import override

from inspector.gui.state.file_words import size_in_words, when_changed
from inspector.gui.tables.arranged_model import ArrangedModel
from inspector.gui.tables.column import Column
from inspector.gui.window.open_from.rows import Row
from inspector.language import _


class Location(IntEnum):
    """Which columns are called by their place; it is that before a person moves any."""

    CHAT = 0
    OWNER = 1
    CHANGED = 2
    MESSAGES = 3
    SYSTEMS = 4
    SIZE = 5


def _path(row: Row) -> str:
    return str(row.entry.path)


def _name(row: Row) -> str:
    return row.entry.name.casefold()


def _systems_key(row: Row) -> str:
    """Those without any come last."""
    return row.systems if row.contents and row.contents.systems else "\x7f"


_column = Column[Row]

COLUMNS = (
    _column(
        _("Chat"), "", lambda row: row.entry.name, least=120, key=lambda row: (_name(row),),
        tooltip=_path,
    ),
    _column(
        _("Character or group"), "", lambda row: row.owner.title, 140,
        key=lambda row: (row.owner.title.casefold(),), tooltip=_path,
    ),
    _column(
        _("Changed"), "", lambda row: when_changed(row.entry.modified), 104,
        key=lambda row: (row.entry.modified, _name(row)), tooltip=_path,
    ),
    _column(
        _("Messages"), "", lambda row: row.messages, 76, is_number=True, tooltip=_path,
        key=lambda row: (row.contents.messages if row.contents else -1, _name(row)),
    ),
    _column(
        _("Memory systems"), "", lambda row: row.systems, 170,
        key=lambda row: (_systems_key(row),), tooltip=_path,
    ),
    _column(
        _("Size"), "", lambda row: size_in_words(row.entry.size), 76, is_number=True,
        key=lambda row: (row.entry.size, _name(row)), tooltip=_path,
    ),
)  # fmt: skip


class ChatsModel(ArrangedModel[Row, Row]):
    """One row a chat, sorted by any column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, _name, parent)

    def scan_again(self, rows: Sequence[Row], *, settled: bool) -> None:
        """Show what has been seen since in the same chats.

        Args:
            rows: the same chats.
            settled: whether no more is to come; until then the order stays as it is.
        """
        by_path = {row.entry.path: row for row in rows}
        items = [by_path.get(row.entry.path, row) for row in self.items]
        self.replace_items(items, range(len(items)))
        if settled:
            self.refresh_all(sorts=True)

    def path_at(self, number: int) -> Path | None:
        """The chat in a row; None if there is no such row."""
        row = self.row_at(number)
        return None if row is None else row.entry.path

    def row_of(self, path: Path | None) -> int | None:
        """Where a chat stands; None if it is not shown."""
        return next((one for one in range(self.count) if self.path_at(one) == path), None)

    @override
    def make_row(self, item: Row) -> Row:
        return item
