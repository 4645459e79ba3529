"""What windows that kept a test waiting are doing, to be told with its failure."""

import sys
import threading
import traceback

from PySide6.QtCore import QEventLoop, QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication

from inspector.gui.kit.panel import Panel
from inspector.gui.kit.visibility import WhenSeen, is_on_screen
from inspector.gui.state.workers import LatestWorker, WorkQueue
from inspector.gui.window.presenter import Presenter

_FRAMES = 12
"""Innermost frames of a thread's stack that are told."""


def what_goes_on(rest_ms=1000):
    """What all windows and threads are doing, a line each.

    The windows are told of twice: what comes once all of them were painted was never asked for,
    since nothing was painted; what does not come even then got lost.

    Args:
        rest_ms: so long there is between the two.
    """
    before = [*_of_windows()]
    for window in QApplication.topLevelWidgets():
        window.repaint()
    loop = QEventLoop()
    QTimer.singleShot(rest_ms, loop.quit)
    loop.exec()
    after = ["Some time after all of them were painted again:", *_of_windows()]
    return "\n".join(("In the windows:", *before, *after, *_of_threads()))


def _of_windows():
    # A view that was never seen stands in no window, and is one that is hidden.
    for window in QApplication.topLevelWidgets():
        parts = [line for line in map(_of_part, window.findChildren(QObject)) if line]
        if window.isVisible() or parts:
            is_shown = "visible" if window.isVisible() else "hidden"
            is_painted = "" if window.updatesEnabled() else ", not to be painted"
            yield f"  {_named(window)}: {is_shown}{is_painted}"
            yield from (f"    {line}" for line in parts)


def _of_part(part):
    """A line about what may have something to do; empty for anything else."""
    of_kind = next((tell for kind, tell in _KINDS.items() if isinstance(part, kind)), None)
    words = "" if of_kind is None else of_kind(part)
    return f"{type(part).__name__} of {_named(part.parent())}: {words}" if words else ""


def _of_latest(worker):
    return f"an answer is to come{', late' * worker.is_slow}" if worker.is_busy else ""


def _of_queue(queue):
    pieces = ["cancelled" if token.is_over else "wanted" for token in queue._listeners]
    if not pieces:
        return ""
    held = ", held" if queue._held.is_set() else ""
    return f"pieces {pieces}, {queue._pool.activeThreadCount()} at work{held}"


def _of_seen(seen):
    widget = seen._widget
    # Of docks behind tabs, which Qt calls visible, those that were looked at have a view in them.
    if not (is_on_screen(widget) or (widget.isVisible() and isinstance(widget, Panel))):
        return ""
    place, size = widget.mapTo(widget.window(), QPoint()).toTuple(), widget.size().toTuple()
    is_seen = "seen" if is_on_screen(widget) else "not seen"
    is_painted = "" if widget.updatesEnabled() else ", not to be painted"
    is_due = "due" if seen._is_due else "not due"
    return f"at {place}, {size} large, {is_seen}{is_painted}, {is_due}"


def _of_presenter(presenter):
    viewers = zip(presenter._viewers, presenter._late, strict=True)
    late = [_named(viewer) for viewer, changes in viewers if changes]
    flags = ("is_behind", "_is_checked", "_is_seen_behind", "_is_stepping")
    said = [name for name in flags if getattr(presenter, name)]
    return f"{len(presenter._opening)} to be opened, late {late}, {said}"


def _of_timer(timer):
    if not (timer.isActive() and timer.isSingleShot()):
        return ""
    return f"{timer.remainingTime()} of {timer.interval()} ms left"


_KINDS = {
    LatestWorker: _of_latest,
    WorkQueue: _of_queue,
    WhenSeen: _of_seen,
    Presenter: _of_presenter,
    QTimer: _of_timer,
}


def _named(part):
    name = getattr(part, "name", None)
    return f"{type(part).__name__} {name}" if isinstance(name, str) else type(part).__name__


def _of_threads():
    names = {one.ident: one.name for one in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        if ident != threading.get_ident():
            yield f"On the thread {names.get(ident, ident)}:"
            stack = traceback.format_stack(frame)[-_FRAMES:]
            yield from (f"  {line}" for entry in stack for line in entry.rstrip().splitlines())
