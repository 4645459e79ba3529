"""Finished scenes as rows, and the open one behind them."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from inspector.core.recap import Scene
from inspector.gui.kit.theme import current_theme, font
from inspector.gui.panels.recaps.scene_text import current_version, versions
from inspector.systems import recap_keeper

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROLE = Qt.ItemDataRole


class Place(IntEnum):
    """Where each column stands."""

    NUMBER = 0
    NAME = 1
    MESSAGES = 2
    VERSION = 3
    TOKENS = 4


_TITLES = ("#", "Scene", "Messages", "Version", "Tokens")
_MEANINGS = (
    "The scene's number, from 1.",
    "Its title; double-click or F2 renames it.",
    "From its first message to its scene break, as the extension shows it.",
    "Which of its recap's versions is in use.",
    "What its recap costs in readable form.",
)
_RIGHT = (Place.NUMBER, Place.MESSAGES, Place.VERSION, Place.TOKENS)


class ScenesModel(QAbstractTableModel):
    """The table of scenes.

    Signals come from the base class only; a new name is asked for by `renamed`.

    Attributes:
        theme: the colours.
        renamed: told the message of a scene break and the scene's new name.
    """

    def __init__(
        self,
        tokens: Callable[[str], int | None],
        renamed: Callable[[int, str], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.renamed = renamed
        self._tokens = tokens
        self._scenes: tuple[Scene, ...] = ()

    def set_scenes(self, scenes: Sequence[Scene]) -> None:
        """Show these scenes."""
        if len(scenes) == len(self._scenes) and scenes:
            before, self._scenes = self._scenes, tuple(scenes)
            for row, (old, new) in enumerate(zip(before, scenes, strict=True)):
                if (old.name, old.visible) != (new.name, new.visible):
                    name = self.index(row, Place.NAME)
                    self.dataChanged.emit(name, name)
            self.refresh()
            return
        self.beginResetModel()
        self._scenes = tuple(scenes)
        self.endResetModel()

    def refresh(self) -> None:
        """Something about the rows is known now, names excepted: one may be being typed."""
        if self._scenes:
            corner = self.index(len(self._scenes) - 1, len(_TITLES) - 1)
            self.dataChanged.emit(self.index(0, Place.MESSAGES), corner)

    def at(self, row: int) -> Scene | None:
        """The scene of a row."""
        return self._scenes[row] if 0 <= row < len(self._scenes) else None

    @override
    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._scenes)

    @override
    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(_TITLES)

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == Place.NAME else flags

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(_TITLES):
            return None
        if role == _ROLE.DisplayRole:
            return _TITLES[section]
        if role == _ROLE.TextAlignmentRole:
            return _side(section)
        return _MEANINGS[section] if role == _ROLE.ToolTipRole else None

    @override
    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> object:
        theme = current_theme()
        scene = self.at(index.row()) if index.isValid() else None
        if scene is None:
            return None
        place = Place(index.column())
        if role == _ROLE.EditRole:
            return scene.name
        if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole):
            return self._words(index.row(), scene, place)
        if role == _ROLE.TextAlignmentRole:
            return _side(place)
        if role == _ROLE.FontRole:
            return font(12, tabular=place in _RIGHT)
        if role == _ROLE.ForegroundRole:
            quiet = place is not Place.NAME or not scene.name or not scene.visible
            return theme.text_2 if quiet else theme.text
        return None

    @override
    def setData(self, index: _Index, value: object, role: int = _ROLE.EditRole) -> bool:
        scene = self.at(index.row())
        if role != _ROLE.EditRole or scene is None or index.column() != Place.NAME:
            return False
        if str(value) != scene.name:
            self.renamed(scene.end, str(value))
        return True

    def _words(self, row: int, scene: Scene, place: Place) -> str:
        match place:
            case Place.NUMBER:
                return str(row + 1)
            case Place.NAME:
                name = scene.name.replace("\n", " ") or "no name"
                return name if scene.visible else f"{name} · break hidden"
            case Place.MESSAGES:
                return f"{scene.shown_start}–{scene.end}"
            case Place.VERSION:
                count = len(versions(scene.recap))
                return f"{current_version(scene.recap) + 1} of {count}" if count else "none"
            case Place.TOKENS:
                tokens = self._tokens(recap_keeper().readable(scene.recap.scene_recap))
                return "…" if tokens is None else f"{tokens:,}"


def _side(place: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if place in _RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
