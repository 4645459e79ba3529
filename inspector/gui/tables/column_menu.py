"""The menu of a header: which columns are shown, stored order, lines of a row."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHeaderView, QMenu

from inspector.gui.tables.column import Column
from inspector.language import _


class ChoosableHeader(QHeaderView):
    """A header whose columns a person chooses from a menu."""

    @property
    def lines(self) -> int:
        """How many lines a row has."""
        raise NotImplementedError

    def show_column(self, index: int, *, visible: bool) -> None:
        """Show or hide a column, as a person wants it."""
        raise NotImplementedError

    def set_two_lines(self, two: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Give rows two lines, or one."""
        raise NotImplementedError

    def reset_columns(self) -> None:
        """Forget widths, order and choice of the columns."""
        raise NotImplementedError

    def column_menu(self) -> QMenu:
        """A menu that shows and hides columns, and puts them back."""
        raise NotImplementedError

    def show_menu(self, where: QPoint) -> None:
        """Open that menu at a place of the header."""
        menu = self.column_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(where))

    def menu_of(self, columns: Sequence[Column[Any]], unavailable: Collection[str]) -> QMenu:
        """A menu with all that can be chosen.

        Args:
            columns: all of them.
            unavailable: labels of those that have nothing to show at the moment.
        """
        menu = QMenu(self)
        for index, column in enumerate(columns):
            if column.label in unavailable:
                continue
            action = menu.addAction(column.label.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(not self.isSectionHidden(index))
            action.setEnabled(column.width is not None)
            action.triggered.connect(partial(self._toggle, index))
        menu.addSeparator()
        if self.sectionsClickable():
            stored = menu.addAction(_("Stored order"))
            stored.setEnabled(self.sortIndicatorSection() >= 0)
            order = Qt.SortOrder.AscendingOrder
            stored.triggered.connect(lambda: self.setSortIndicator(-1, order))
        if any(column.wraps for column in columns):
            two = menu.addAction(_("Two lines a row"))
            two.setCheckable(True)
            two.setChecked(self.lines == 2)
            two.toggled.connect(self.set_two_lines)
        menu.addAction(_("Reset columns")).triggered.connect(self.reset_columns)
        return menu

    def _toggle(self, location: int) -> None:
        self.show_column(location, visible=self.isSectionHidden(location))
