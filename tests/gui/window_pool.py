"""Whole windows that tests use one after the other: to make one takes longer than most tests."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QDialog,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from inspector.gui.state.session import Question
from inspector.gui.tables.filter_input import FilterInput
from inspector.gui.window.main_window import MainWindow
from inspector.lore_files import Beside
from inspector.preferences import Preferences
from tests.gui.settling import settle, take_turn
from tests.gui.window_state import DIRECT, WindowState

LONGEST_WAIT_MS = 60_000
MOST_IDLE = 3
MOST_POPUPS = 9


@dataclass(frozen=True)
class Use:
    """What a test wants to find in a window.

    Attributes:
        question: asked of the chat.
        name: of the chat's file.
        content: its bytes.
        beside: what is open beside it; None for nothing.
    """

    question: Question
    name: str
    content: bytes
    beside: Beside | None


class PooledWindow:
    """A window with a chat in it.

    Args:
        use: what for.
        folder: where the chat lies.
    """

    def __init__(self, use, folder):
        self.use = use
        self._path = folder / use.name
        self._path.write_bytes(use.content)
        self.window = MainWindow(Preferences(), use.question, keep_preferences=False)
        self.window.show()
        self._bench = self.window.bench
        self._open()
        self._preferences = self._bench.preferences_store.preferences
        self._size, self._layout = self.window.size(), self._bench.docks.state()
        self._focus = self.window.focusWidget()
        views = self.window.findChildren(QAbstractItemView)
        self._places = {one: place_in(one) for one in views if one.model() is not None}
        own = self.window.findChildren(QTabBar, options=DIRECT)
        bars = [one for one in self.window.findChildren(QTabBar) if one not in own]
        self._tabs = {one: one.currentIndex() for one in bars}
        buttons = self.window.findChildren(QAbstractButton)
        self._chosen = [
            one for one in buttons if one.isChecked() and not isinstance(one, QCheckBox)
        ]
        self._fresh = WindowState(self.window)

    def restore(self):
        """Undo what a test did; answers whether the window is as new."""
        if not isValid(self.window) or not self.window.isVisible():
            return False
        if not close_what_is_over(self.window):
            return False
        bench = self._bench
        bench.flow.collect_typed()
        bench.commands.stack.setIndex(0)
        bench.commands.stack.clear()
        if bench.flow.drafts.are_there:
            return False
        if not self._holds_the_chat():
            self._path.write_bytes(self.use.content)
            self._open()
        return self._is_as_new()

    def close(self):
        """Throw it away, whatever was done in it: nobody is asked about that."""
        if isValid(self.window):
            self._bench.wait()
            self._bench.keeper.chat = None
            self.window.hide()
            self.window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _open(self):
        """Open the chat as it lies on the disk."""
        bench, loop = self._bench, QEventLoop()
        bench.file_services.unsaved.end()
        bench.keeper.chat = None
        bench.presenter.settled.connect(loop.quit)
        QTimer.singleShot(LONGEST_WAIT_MS, loop.quit)
        bench.flow.open(str(self._path), self.use.beside)
        loop.exec()
        bench.presenter.settled.disconnect(loop.quit)
        bench.notice.close_notice()
        settle(self.window)
        self._state = bench.session.state

    def _is_as_new(self):
        """Put back what can be; answers whether nothing else is left of a test."""
        bench = self._bench
        bench.preferences_store.preferences = self._preferences
        bench.selection.clear()
        bench.status.clearMessage()
        self.window.resize(self._size)
        if bench.docks.state() != self._layout:
            bench.docks.restore(self._layout)
        settle(self.window)
        self._put_back()
        settle(self.window)
        return not self._fresh.differences(WindowState(self.window))

    def _holds_the_chat(self):
        chat, state = self._bench.keeper.chat, self._bench.session.state
        is_open = chat is not None and chat.path == self._path and state == self._state
        return is_open and self._path.exists() and self._path.read_bytes() == self.use.content

    def _put_back(self):
        """Clear filters, and have chosen, current, focused and scrolled to what was it."""
        for one in self.window.findChildren(FilterInput):
            one.clear()
        for bar, index in self._tabs.items():
            if isValid(bar):
                bar.setCurrentIndex(index)
        for one in self._chosen:
            if isValid(one) and not one.isChecked():
                one.click()
        for view, (row, column, x, y) in self._places.items():
            if isValid(view) and place_in(view) != (row, column, x, y):
                view.setCurrentIndex(view.model().index(row, column))
                view.horizontalScrollBar().setValue(x)
                view.verticalScrollBar().setValue(y)
        if self._focus is not None:
            self._focus.setFocus()
        elif (focus := self.window.focusWidget()) is not None:
            focus.clearFocus()


class WindowPool:
    """Lends windows, and takes them back where they are as new.

    Args:
        make_folder: makes a folder for a window's chat.
    """

    def __init__(self, make_folder):
        self._make_folder = make_folder
        self._idle = []

    def lend(self, use):
        """A window for such a use."""
        found = next((one for one in self._idle if one.use == use), None)
        if found is None:
            return PooledWindow(use, self._make_folder())
        self._idle.remove(found)
        found.window.show()
        return found

    def take_back(self, pooled):
        """Keep a window for a further test, if it is as new; close it otherwise."""
        if pooled.restore():
            put_away(pooled.window)
            self._idle.insert(0, pooled)
        else:
            pooled.close()
        while len(self._idle) > MOST_IDLE:
            self._idle.pop().close()

    def close(self):
        """Close all windows, before the program ends."""
        while self._idle:
            self._idle.pop().close()


def place_in(view):
    """The current row and column of a table or list, and how far it is scrolled."""
    current = view.currentIndex()
    across, down = view.horizontalScrollBar(), view.verticalScrollBar()
    return current.row(), current.column(), across.value(), down.value()


def close_what_is_over(window):
    """Close lists and dialogs that a test left open; answers whether they went."""
    for _ in range(MOST_POPUPS):
        if (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
    for dialog in window.findChildren(QDialog):
        dialog.close()
    return QApplication.activePopupWidget() is None


def put_away(window):
    """Hide a window, another one being active: the platform without a display activates none that
    was active until it was hidden."""
    other = QWidget()
    other.show()
    other.activateWindow()
    take_turn()
    window.hide()
    other.close()
    other.deleteLater()
