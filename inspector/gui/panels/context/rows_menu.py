"""What can be done with a row, as a menu."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.gui.panels.context.rows_model import RowsModel
from inspector.language import _


@dataclass(frozen=True)
class RowActs:
    """What a table does with its rows.

    Attributes:
        open: shows what a row stands for.
        edit: lets a person set the score of a row.
        unpin: takes back the score that is set by hand under a name.
    """

    open: Callable[[int], None]
    edit: Callable[[int], None]
    unpin: Callable[[str], None]


def row_menu(parent: QWidget, model: RowsModel, row: int, acts: RowActs) -> QMenu:
    """The menu of one row."""
    menu = QMenu(parent)
    listed = model.listed(row)
    show = _("Show the message") if listed.row.message is not None else _("Show it")
    menu.addAction(show).triggered.connect(lambda: acts.open(row))
    if listed.item is not None:
        menu.addAction(_("Set the score… (F2)")).triggered.connect(lambda: acts.edit(row))
        name = model.pin_of(row)
        every = () if model.page is None else tuple(model.page.displayed.pinned)
        _add_unpin(menu, _("Unpin the score"), () if name is None else (name,), acts)
        _add_unpin(
            menu,
            _("Unpin all {n:,} scores").format(n=len(every)) if every else _("Unpin all"),
            every,
            acts,
        )
    copy = menu.addAction(_("Copy the id"))
    copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(listed.row.id))
    return menu


def _add_unpin(menu: QMenu, words: str, names: tuple[str, ...], acts: RowActs) -> None:
    action = menu.addAction(words)
    action.setEnabled(bool(names))

    def unpin() -> None:
        for name in names:
            acts.unpin(name)

    action.triggered.connect(unpin)
