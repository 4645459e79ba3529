"""Waiting until a window has nothing left to do."""

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from inspector.gui.state.workers import LatestWorker, WorkQueue

LONGEST_PAUSE_MS = 500
"""Timers beyond it take something away again, or read once more what is known to be unchanged."""

TURNS = 3


def settle(window):
    """Run until nothing is worked out, no timer is about to fire, and every event is handled."""
    quiet = 0
    while quiet < TURNS:
        take_turn()
        running = busy_parts(window)
        quiet = 0 if running else quiet + 1
        # To look through the whole window at each turn would take longer than what runs.
        while any(map(is_busy, running)):
            take_turn()


def take_turn():
    """Handle what has come, and what comes within a moment."""
    loop = QEventLoop()
    QTimer.singleShot(1, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    for one in QApplication.topLevelWidgets():
        if one.isVisible():  # what is due is painted now, and not a few milliseconds later
            QCoreApplication.sendEvent(one, QEvent(QEvent.Type.UpdateRequest))


def busy_parts(window):
    """The workers and timers from which something is still to come."""
    return [
        one
        for kind in (LatestWorker, WorkQueue, QTimer)
        for one in window.findChildren(kind)
        if is_busy(one)
    ]


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
