"""The menu of filters: ready terms, those kept under names, and those that were used."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QPushButton, QWidget

from inspector.analysis.filters.filter import conjoined
from inspector.gui.kit.text import shortened, tooltip
from inspector.language import _

_MOST_FORMER, _LONGEST = 12, 60


class FilterMenu(QPushButton):
    """Offers filters for a line in which one is typed.

    Args:
        text: what is typed there.
        is_sound: whether that can be understood.
        parent: as for any widget.

    Attributes:
        ready: terms of the language by what a person calls them.
        named: filters that a person keeps under names.
        former: filters that were used, the newest first.

    Signals:
        put: this filter shall be typed (a text).
        named_changed: other filters are kept under names (all of them).
        used: a filter was used, and is worth to be remembered (all of them).
    """

    put = Signal(str)
    named_changed = Signal(object)
    used = Signal(object)

    def __init__(
        self, text: Callable[[], str], is_sound: Callable[[], bool], parent: QWidget
    ) -> None:
        super().__init__(_("Filters"), parent)
        self._text, self._is_sound = text, is_sound
        self.ready: Mapping[str, str] = {}
        self.named: Mapping[str, str] = {}
        self.former: tuple[str, ...] = ()
        self.setAccessibleName(_("Ready-made, kept and former filters"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(partial(self.fill, menu))
        self.setMenu(menu)

    def fill(self, menu: QMenu) -> None:
        """Offer all there is."""
        menu.clear()
        typed = self._text().strip()
        for title, term in self.ready.items():
            self._set_choices(menu, title, conjoined(typed, term))
        if self.named:
            menu.addSection(_("Kept"))
        for name, text in self.named.items():
            self._set_choices(menu, name, text)
        if self.former:
            menu.addSection(_("Used before"))
        for text in self.former:
            self._set_choices(menu, shortened(text, _LONGEST), text)
        menu.addSeparator()
        keep = menu.addAction(_("Keep this filter as…"), partial(self._ask_name, "", typed))
        keep.setEnabled(bool(typed) and self._is_sound())
        rename, delete = menu.addMenu(_("Rename")), menu.addMenu(_("Delete"))
        for one, do in ((rename, self._rename), (delete, self.delete)):
            one.setEnabled(bool(self.named))
            for name in self.named:
                one.addAction(_words(name), partial(do, name))

    def remember(self) -> None:
        """Remember what is typed as used."""
        text = self._text().strip()
        if text and self._is_sound():
            rest = (one for one in self.former if one != text)
            self.former = (text, *rest)[:_MOST_FORMER]
            self.used.emit(self.former)

    def keep(self, name: str, text: str, before: str = "") -> None:
        """Keep a filter under a name; another of that name goes, and `before` with it."""
        name = " ".join(name.split())
        if name:
            kept = {one: held for one, held in self.named.items() if one not in (name, before)}
            self._change({**kept, name: text})

    def delete(self, name: str) -> None:
        """Keep the filter of this name no longer."""
        self._change({one: text for one, text in self.named.items() if one != name})

    def _change(self, named: Mapping[str, str]) -> None:
        self.named = dict(sorted(named.items(), key=lambda item: item[0].casefold()))
        self.named_changed.emit(self.named)

    def _rename(self, name: str) -> None:
        self._ask_name(name, self.named[name])

    def _ask_name(self, before: str, text: str) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(_("Rename the filter") if before else _("Keep the filter"))
        dialog.setLabelText(shortened(text, _LONGEST))
        dialog.setTextValue(before)
        dialog.setOkButtonText(_("Rename") if before else _("Keep"))

        def keep(name: str) -> None:
            self.keep(name, text, before)

        dialog.textValueSelected.connect(keep)
        dialog.open()

    def _set_choices(self, menu: QMenu, title: str, text: str) -> None:
        action = menu.addAction(_words(title), partial(self.put.emit, text))
        action.setToolTip(tooltip(text))


def _words(name: str) -> str:
    return name.replace("&", "&&")
