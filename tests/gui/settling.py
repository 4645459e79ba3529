"""Waiting until a window has nothing left to do."""

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from inspector.gui.state.workers import WorkQueue

LONGEST_PAUSE_MS = 500
"""Timers beyond it take something away again, or read once more what is known to be unchanged."""

TURNS = 3


def settle(window):
    """Run until nothing is worked out, no timer is about to fire, and every event is handled."""
    known, quiet = working_parts(window), 0
    while quiet < TURNS:
        take_turn()
        # To look through the whole window takes as long as a turn does: once, and at the end.
        if quiet == TURNS - 1:
            known = working_parts(window)
        quiet = 0 if any(map(is_busy, known)) else quiet + 1


def take_turn():
    """Handle what has come, and what comes within a moment."""
    loop = QEventLoop()
    QTimer.singleShot(1, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    for one in QGuiApplication.topLevelWindows():
        widget = QWidget.find(one.winId()) if one.isVisible() else None
        if widget is not None:  # what is due is painted now, and not a few milliseconds later
            QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.UpdateRequest))


def working_parts(window):
    """The workers and timers from which something can come.

    A `LatestWorker` is busy no longer than its queue.
    """
    return [*window.findChildren(WorkQueue), *window.findChildren(QTimer)]


def is_busy(part):
    """Whether a worker runs, or a timer is about to fire once."""
    if not isValid(part):
        return False
    if not isinstance(part, QTimer):
        return part.is_busy
    return part.isActive() and part.isSingleShot() and part.interval() <= LONGEST_PAUSE_MS


def open_sample(window):
    """Open the sample as a person does, and select a memory."""
    loop = QEventLoop()
    window.bench.presenter.settled.connect(loop.quit)
    window.bench.flow.open_sample()
    loop.exec()
    window.bench.notice.close_notice()
    window.bench.selection.select((31,))
    settle(window)
