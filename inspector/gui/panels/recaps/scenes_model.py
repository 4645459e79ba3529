"""Finished scenes as rows, and the open one behind them."""

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from inspector.core.recap import Scene
from inspector.gui.kit.theme import Theme
from inspector.gui.panels.recaps.scene_text import current_version, versions
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.language import _, numeral
from inspector.systems import recap_keeper


class Location(IntEnum):
    """Where each column stands."""

    NUMBER = 0
    NAME = 1
    MESSAGES = 2
    VERSION = 3
    TOKENS = 4


class ScenesModel(TableModel[tuple[int, Scene]]):
    """The table of scenes; each row is a scene with its number from 1.

    Args:
        tokens: what a text costs; None while that is being counted.
        renamed: told the message of a scene break and the scene's new name.
        parent: as for any object.
    """

    def __init__(
        self,
        tokens: Callable[[str], int | None],
        renamed: Callable[[int, str], object],
        parent: QObject | None = None,
    ) -> None:
        self._tokens = tokens
        column = Column[tuple[int, Scene]]
        columns = (
            column(
                "#", _("The scene's number, from 1."), lambda row: str(row[0]), "100",
                is_number=True, colour=quiet,
            ),
            column(
                _("Scene"), _("Its title; double-click or F2 renames it."), _name,
                colour=_name_colour, edit=lambda row: row[1].name,
            ),
            column(
                _("Messages"),
                _("From its first message to its scene break, as the extension shows it."),
                lambda row: f"{row[1].shown_start}–{row[1].end}", "10000–10000",
                is_number=True, colour=quiet,
            ),
            column(
                _("Version"), _("Which of its recap's versions is in use."), _version,
                _("10 of 10"),
                is_number=True, colour=quiet,
            ),
            column(
                _("Tokens"), _("What its recap costs in readable form."), self._cost, "10,000",
                is_number=True, colour=quiet,
            ),
        )  # fmt: skip
        super().__init__(columns, parent)
        self._renamed = renamed
        self.edited.connect(self._rename)

    def at(self, row: int) -> Scene | None:
        """The scene of a row."""
        found = self.row_at(row)
        return None if found is None else found[1]

    def _rename(self, row: int, _column: int, name: object) -> None:
        self._renamed(self.rows[row][1].end, str(name))

    def _cost(self, row: tuple[int, Scene]) -> str:
        tokens = self._tokens(recap_keeper().readable(row[1].recap.scene_recap))
        return "…" if tokens is None else numeral(tokens)


def _name(row: tuple[int, Scene]) -> str:
    scene = row[1]
    name = scene.name.replace("\n", " ") or _("no name")
    return name if scene.visible else _("{name} · break hidden").format(name=name)


def _name_colour(row: tuple[int, Scene], theme: Theme) -> QColor:
    scene = row[1]
    return theme.text if scene.name and scene.visible else theme.text_2


def _version(row: tuple[int, Scene]) -> str:
    recap = row[1].recap
    count = len(versions(recap))
    return (
        _("{current_version} of {count}").format(
            current_version=current_version(recap) + 1, count=count
        )
        if count
        else _("none")
    )
