"""Versions of the running recap as rows, the newest first."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from inspector.gui.kit.text import signed
from inspector.gui.panels.recaps.state import VersionRow
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.language import _, numeral


class Location(IntEnum):
    """Where each column stands."""

    MARK = 0
    VERSION = 1
    SCENES = 2
    TOKENS = 3
    CHANGE = 4
    MADE = 5


class VersionsModel(TableModel[VersionRow]):
    """The table of versions.

    Args:
        tokens: what a text costs; None while that is being counted.
        parent: as for any object.

    Attributes:
        compared: places of the versions A and B.
    """

    def __init__(self, tokens: Callable[[str], int | None], parent: QObject | None = None) -> None:
        self.compared: tuple[int | None, int | None] = (None, None)
        self._tokens = tokens
        self._stored: Sequence[VersionRow] = ()
        columns = (
            Column[VersionRow](
                "", _("A and B are compared below."), self._mark, "B", is_bold=True,
                name=_("Compared"), colour=lambda _, theme: theme.accent,
            ),
            Column[VersionRow](
                _("Version"), _("The number by which the extension finds it."), _name,
                _("v10 ● current"),
                is_bold=True, least=88,
            ),
            Column[VersionRow](
                _("Scenes"), _("The scenes that it covers."), lambda one: one.scenes,
                50,
                tooltip=lambda one: one.reach,
            ),
            Column[VersionRow](
                _("Tokens"), _("What its text costs, without the template."), self._cost, "10,000",
                is_number=True,
            ),
            Column[VersionRow](
                _("Change"), _("Tokens more or less than the version before it."), self.change,
                "+1,000",
                is_number=True, colour=quiet, need=3,
            ),
            Column[VersionRow](
                _("Made"), _("When it was made, in local time."), lambda one: one.made,
                colour=quiet, least=112,
            ),
        )  # fmt: skip
        super().__init__(columns, parent)

    def set_rows(self, rows: Sequence[VersionRow]) -> None:
        """Show these versions, given in stored order."""
        self._stored = tuple(rows)
        self.show_rows(self._stored[::-1])

    def at(self, row: int) -> VersionRow:
        """The version of a row."""
        return self.rows[row]

    def row_of(self, location: int) -> int:
        """The row of a version."""
        return len(self.rows) - 1 - location

    def change(self, one: VersionRow) -> str:
        """How its tokens differ from the version before it."""
        if one.location == 0:
            return _("first")
        mine, before = self._tokens(one.text), self._tokens(self._stored[one.location - 1].text)
        if mine is None or before is None:
            return "…"
        difference = mine - before
        return signed(difference)

    def _mark(self, one: VersionRow) -> str:
        old, new = self.compared
        return "B" if one.location == new else "A" if one.location == old else ""

    def _cost(self, one: VersionRow) -> str:
        tokens = self._tokens(one.text)
        return "…" if tokens is None else numeral(tokens)


def _name(one: VersionRow) -> str:
    return _("{name} ● current").format(name=one.name) if one.is_current else one.name
