"""Waiting until a window of a process of its own has nothing left to do."""

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer

from inspector.gui.state.workers import LatestWorker, WorkQueue

LONGEST_PAUSE_MS = 1000
"""Timers beyond it only take something away again: a message of the status bar."""

TURNS = 3


def settle(window):
    """Run until nothing is worked out, no timer is about to fire, and every event is handled."""
    quiet = 0
    while quiet < TURNS:
        loop = QEventLoop()
        QTimer.singleShot(1, loop.quit)
        loop.exec()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        quiet = 0 if is_busy(window) else quiet + 1


def is_busy(window):
    """Whether something is still to come."""
    working = any(one.is_busy for one in window.findChildren(LatestWorker))
    queued = any(one.is_busy for one in window.findChildren(WorkQueue))
    return (
        working
        or queued
        or any(
            timer.isActive() and timer.isSingleShot() and timer.interval() <= LONGEST_PAUSE_MS
            for timer in window.findChildren(QTimer)
        )
    )


def open_sample(window):
    """Open the sample as a person does, and select a memory."""
    loop = QEventLoop()
    window.bench.presenter.settled.connect(loop.quit)
    window.bench.flow.open_sample()
    loop.exec()
    window.bench.notice.close_notice()
    window.bench.selection.select((31,))
    settle(window)
