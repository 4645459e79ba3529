"""The button that says who is in the group, and its menu of members."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from inspector.core.document import Document
from inspector.language import _

SOLO = _("Solo chat")
_MOST_NAMES = 2
_LONGEST = 24


class GroupButton(QPushButton):
    """Shows the members of a group and asks for others; a chat without any is solo.

    Signals:
        members_requested: the names of all who shall be members (tuple of str).
    """

    members_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._members: tuple[str, ...] = ()
        self._names: Sequence[str] = ()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.setAccessibleName(_("Group"))
        self._write()

    @property
    def members(self) -> tuple[str, ...]:
        """Who is in the group; nobody in a solo chat."""
        return self._members

    def show_members(self, members: tuple[str, ...], document: Document) -> None:
        """Show who is in the group, and offer everybody whom the chat knows."""
        self._members = members
        self._names = tuple(dict.fromkeys((*members, *document.names)))
        self._write()

    def _write(self) -> None:
        count = len(self._members)
        displayed = [name[:_LONGEST] for name in self._members[:_MOST_NAMES]]
        more = f" +{count - _MOST_NAMES}" if count > _MOST_NAMES else ""
        # An ampersand would underline the next letter.
        text = (", ".join(displayed) + more).replace("&", "&&")
        self.setText(text or SOLO)
        self.setAccessibleDescription(", ".join(self._members) or SOLO)

    def _fill(self) -> None:
        self._menu.clear()
        solo = self._menu.addAction(SOLO)
        solo.setCheckable(True)
        solo.setChecked(not self._members)
        solo.triggered.connect(partial(self.members_requested.emit, ()))
        self._menu.addSeparator()
        for name in self._names:
            action = self._menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name in self._members)
            action.triggered.connect(partial(self._toggle, name))

    def _toggle(self, name: str) -> None:
        if name in self._members:
            members = tuple(other for other in self._members if other != name)
        else:
            members = (*self._members, name)
        self.members_requested.emit(members)
