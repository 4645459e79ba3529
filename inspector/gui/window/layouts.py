"""Layouts of the window, each made for a task, and the chooser for them."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QPushButton, QWidget

from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.segmented import Segmented
from inspector.gui.kit.theme import scaled
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.window.docks import Docks
from inspector.language import N_, _

_ROOMY = 1000
_LOW = 722
"""A screen of 720 pixels, or a window on it."""


@dataclass(frozen=True)
class Layout:
    """What stands in front for a task.

    Attributes:
        meaning: what the task is.
        table: the view at the left.
        below: the view under it; empty where these fold to their tabs.
        folds_timeline: whether the timeline shows its upper lanes alone.
        folds_below: whether it does so in a window that is lower than this, in pixels.
        is_stacked: whether the messages of the request stand beside the block.
    """

    meaning: str
    table: str
    below: str
    folds_timeline: bool = False
    folds_below: int = 0
    is_stacked: bool = False


LAYOUTS = {
    N_("Read"): Layout(
        _("Memories, why each is in or out, and the whole timeline"), "memories", "why"
    ),
    N_("Write"): Layout(
        _("One memory after the other with its sources, to be worded anew"),
        "rewrite",
        "",
        folds_timeline=True,
    ),
    N_("Debug"): Layout(
        _("The block, and what happens before it is sent"),
        "memories",
        "sending",
        folds_below=_LOW,
        is_stacked=True,
    ),
    N_("Context"): Layout(
        _("What shares the context, over the whole height"), "context", "", folds_timeline=True
    ),
}


class FindButton(QPushButton):
    """Where one looks for anything, with the keys that do the same."""

    def __init__(self, find: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self._find = find
        self.clicked.connect(find.trigger)
        find.changed.connect(self._name)
        self.setAutoDefault(False)
        self._name()

    def _name(self) -> None:
        keys = self._find.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.setText(f"{_('Find anything')}   {keys}".rstrip())
        self.setAccessibleName(_("Find anything"))


class Layouts(QObject):
    """Puts the views where a task wants them; the layout that was chosen last is remembered.

    Args:
        window: has the chooser in the corner of its menu bar.
        docks: the views.
        store: what the window remembers.
        fold_timeline: folds the timeline, or shows all of it.
        find: finds anything; it stands beside the chooser.
    """

    def __init__(
        self,
        window: QMainWindow,
        docks: Docks,
        store: PreferencesStore,
        fold_timeline: Callable[[bool], object],
        find: QAction,
    ) -> None:
        super().__init__(window)
        self._window, self._docks, self._store = window, docks, store
        self._fold_timeline = fold_timeline
        docks.room.is_stacked = LAYOUTS[store.preferences.layout_name].is_stacked
        self.chooser = Segmented(_("Layout"), window)
        self.chooser.set_choices(list(LAYOUTS))
        for name, layout in LAYOUTS.items():
            self.chooser.buttons[name].setToolTip(layout.meaning)
        self.chooser.choose(store.preferences.layout_name)
        self.chooser.chosen.connect(self.use)
        self.find_button = FindButton(find, window)
        self.corner = QWidget(window)
        hbox(self.corner, self.chooser, self.find_button, margins=(0, 2, 10, 2), spacing=8)
        self.corner.hide()
        window.menuBar().setCornerWidget(self.corner, Qt.Corner.TopRightCorner)

    def fit(self, width: int) -> None:
        """Leave the way to find anything to its key where the window is narrow; share its width."""
        self._docks.room.follow()
        self.find_button.setVisible(width >= scaled(_ROOMY))

    def use(self, name: str) -> None:
        """Lay the window out for a task."""
        layout = LAYOUTS[name]
        self._docks.unfill()
        is_low = self._window.height() < scaled(layout.folds_below)
        self._fold_timeline(layout.folds_timeline or is_low)
        self._docks.below.fold(folded=not layout.below)
        if layout.below:
            self._docks.show(layout.below)
        self._docks.show(layout.table)
        self._docks.below.fold(folded=not layout.below)
        self.chooser.choose(name)
        self._store.change(layout_name=name)
        self._docks.room.is_stacked = layout.is_stacked
        # Qt lays out what was shown or folded first, and then takes wishes.
        QTimer.singleShot(0, self, self._docks.room.share)
