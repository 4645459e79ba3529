"""Versions of the running recap as rows, the newest first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, font
from inspector.gui.panels.recaps.shown import VersionRow

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROLE = Qt.ItemDataRole


class Place(IntEnum):
    """Where each column stands."""

    MARK = 0
    VERSION = 1
    SCENES = 2
    TOKENS = 3
    CHANGE = 4
    MADE = 5


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its title, what it means, and the side its words stand at."""

    title: str
    meaning: str
    right: bool = False


COLUMNS = (
    Column("", "A and B are compared below."),
    Column("Version", "The number by which the extension finds it."),
    Column("Scenes", "The scenes that it covers."),
    Column("Tokens", "What its text costs, without the template.", right=True),
    Column("Change", "Tokens more or less than the version before it.", right=True),
    Column("Made", "When it was made, in local time."),
)


class VersionsModel(QAbstractTableModel):
    """The table of versions.

    Attributes:
        theme: the colours.
        compared: places of the versions A and B.
    """

    def __init__(self, tokens: Callable[[str], int | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.compared: tuple[int | None, int | None] = (None, None)
        self._tokens = tokens
        self._rows: tuple[VersionRow, ...] = ()

    def set_rows(self, rows: Sequence[VersionRow]) -> None:
        """Show these versions, given in stored order."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def refresh(self) -> None:
        """Something about the rows is known now, or they are compared otherwise."""
        if self._rows:
            corner = self.index(len(self._rows) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), corner)

    def at(self, row: int) -> VersionRow:
        """The version of a row."""
        return self._rows[len(self._rows) - 1 - row]

    def row_of(self, place: int) -> int:
        """The row of a version."""
        return len(self._rows) - 1 - place

    def change(self, one: VersionRow) -> str:
        """How its tokens differ from the version before it."""
        if one.place == 0:
            return "first"
        mine, before = self._tokens(one.text), self._tokens(self._rows[one.place - 1].text)
        if mine is None or before is None:
            return "…"
        difference = mine - before
        return f"{'+' if difference > 0 else '−' if difference else '±'}{abs(difference):,}"

    @override
    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == _ROLE.DisplayRole:
            return COLUMNS[section].title
        if role == _ROLE.TextAlignmentRole:
            return _side(COLUMNS[section])
        return COLUMNS[section].meaning if role == _ROLE.ToolTipRole else None

    @override
    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> object:
        theme = current_theme()
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        one, place = self.at(index.row()), Place(index.column())
        if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole):
            return self._words(one, place)
        if role == _ROLE.TextAlignmentRole:
            return _side(COLUMNS[place])
        if role == _ROLE.FontRole:
            strong = place is Place.MARK or (place is Place.VERSION)
            return font(12, bold=strong, tabular=COLUMNS[place].right)
        if role == _ROLE.ForegroundRole:
            quiet = place in (Place.CHANGE, Place.MADE)
            colour = theme.text_2 if quiet else theme.text
            return theme.accent if place is Place.MARK else colour
        if role == _ROLE.ToolTipRole and place is Place.SCENES:
            return one.reach or None
        return None

    def _words(self, one: VersionRow, place: Place) -> str:
        match place:
            case Place.MARK:
                old, new = self.compared
                return "B" if one.place == new else "A" if one.place == old else ""
            case Place.VERSION:
                return f"{one.name} ● current" if one.is_current else one.name
            case Place.SCENES:
                return one.scenes
            case Place.TOKENS:
                tokens = self._tokens(one.text)
                return "…" if tokens is None else f"{tokens:,}"
            case Place.CHANGE:
                return self.change(one)
            case Place.MADE:
                return one.made


def _side(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
