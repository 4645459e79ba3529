"""Every action of the menus in one list, as the palette and the sheet of keys show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from inspector.gui.kit.actions import WHY_NOT, plain_words
from inspector.language import _


@dataclass(frozen=True, slots=True)
class ListedAction:
    """One action as a person finds it.

    Attributes:
        action: does it.
        menu: title of the menu of the bar in which it stands.
        words: what it does, after the titles of the menus between.
        why_not: why it is disabled; empty if it is not.
    """

    action: QAction
    menu: str
    words: str
    why_not: str

    @property
    def keys(self) -> str:
        """Its first shortcut as a person reads it; empty without one."""
        return self.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def listed_actions(bar: QMenuBar) -> tuple[ListedAction, ...]:
    """Every action that can be reached in a menu bar, in its order; menus are filled for it."""
    return tuple(one for action in bar.actions() for one in _of(action, "", "", ()))


def _of(action: QAction, top: str, path: str, above: Sequence[QObject]) -> Iterator[ListedAction]:
    menu = action.menu()
    if not isinstance(menu, QMenu):
        return
    menu.aboutToShow.emit()
    top = top or plain_words(action)
    within = (*above, menu)
    for one in menu.actions():
        words = f"{path}{plain_words(one)}"
        if isinstance(one.menu(), QMenu):
            yield from _of(one, top, f"{words}: ", within)
        elif not one.isSeparator():
            is_enabled = one.isEnabled() and menu.isEnabled()
            yield ListedAction(
                one, top, words, "" if is_enabled else _why_not((one, *within[::-1]))
            )


def _why_not(objects: Sequence[QObject]) -> str:
    """What the innermost of an action and the menus around it says."""
    reasons = (one.property(WHY_NOT) for one in objects)
    return next((str(one) for one in reasons if one), _("not possible now"))
