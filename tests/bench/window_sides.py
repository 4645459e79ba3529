"""What is measured of the window: memory, frames, and how long its thread is ever blocked."""

import shutil
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt

_APPENDED = 200
_MOUSE_SECONDS = 1 / 60
"""From one step of a drag to the next, at least: what a person sees of a mouse's way."""


def now():
    return time.perf_counter()


def resident():
    """Bytes of memory that this process has in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


class Heartbeat:
    """Beats every 2 ms as far as the event loop lets it, and remembers the longest pause."""

    def __init__(self, parent):
        from PySide6.QtCore import QTimer  # noqa: PLC0415 - after the platform is chosen

        self.longest = 0.0
        self._last = now()
        self._timer = QTimer(parent, interval=2, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self):
        at = now()
        self.longest = max(self.longest, at - self._last)
        self._last = at

    def restart(self):
        self._last, self.longest = now(), 0.0


def _until(condition, seconds=60):
    """Let the event loop run as it does for a person, asleep when there is nothing to do."""
    from PySide6.QtCore import QEventLoop, QTimer  # noqa: PLC0415

    loop = QEventLoop()
    end = now() + seconds
    timer = QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: (condition() or now() > end) and loop.quit())
    timer.start()
    loop.exec()
    if not condition():
        raise TimeoutError


def first_window():
    """Time of the first painted window, by the clock of the one who started this process."""
    from PySide6.QtCore import QObject  # noqa: PLC0415

    from inspector.gui.window.application import make_application  # noqa: PLC0415
    from inspector.gui.window.main_window import MainWindow  # noqa: PLC0415
    from inspector.preferences import Preferences  # noqa: PLC0415

    application = make_application()
    window = MainWindow(Preferences(), keep_preferences=False)
    painted = []

    class Painted(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Paint:
                painted.append(time.time())
            return False

    watcher = Painted()
    window.welcome.installEventFilter(watcher)
    window.show()
    _until(lambda: painted)
    window.close()
    application.processEvents()
    return {"painted": painted[0]}


def _empty():
    """The application and its empty window, once that is up."""
    from inspector.gui.window.application import make_application  # noqa: PLC0415
    from inspector.gui.window.main_window import MainWindow  # noqa: PLC0415
    from inspector.preferences import Preferences  # noqa: PLC0415

    application = make_application()
    displayed = MainWindow(Preferences(), keep_preferences=False)
    displayed.show()
    _until(displayed.isVisible)
    displayed.bench.panels.timeline.load_plot()
    _idle(application, 1.5)  # the empty window reads the vocabulary once it is up
    return application, displayed


def _opened(path):
    """The same with a chat, once that is settled."""
    application, displayed = _empty()
    settled = []
    displayed.bench.presenter.settled.connect(lambda: settled.append(now()))
    displayed.bench.flow.open(path)
    _until(lambda: settled)
    return application, displayed


def _close(displayed):
    displayed.bench.wait()
    displayed.bench.keeper.chat = None  # nobody is there to be asked about unsaved edits
    displayed.close()


def window(path):
    """Memory growth, frames and stalls of the window on a large chat."""
    application, displayed = _empty()
    before = resident()
    heartbeat = Heartbeat(displayed)
    settled = []
    displayed.bench.presenter.settled.connect(lambda: settled.append(now()))
    start = now()
    displayed.bench.flow.open(path)
    _until(lambda: settled)
    opening, opening_stall = settled[0] - start, heartbeat.longest
    # At rest, as a window is most of the time: what works in the background is done, and the
    # file's bytes lie in a private file, of which the system keeps what it has room for.
    _idle(application, 8)
    growth = resident() - before
    heartbeat.restart()
    edits = [_edit(displayed, step * 37) for step in range(15)]
    edit_stall = heartbeat.longest
    _idle(application)
    heartbeat.restart()
    drags = _drag(displayed, "mid", 1)
    ends = _drag(displayed, "end", -1)
    drag_stall = heartbeat.longest
    _close(displayed)
    return {
        "growth": growth,
        "opening": opening,
        "opening_stall": opening_stall * 1000,
        "edit": statistics.median(edits) * 1000,
        "edit_stall": edit_stall * 1000,
        "drag": statistics.median(drags) * 1000,
        "end": statistics.median(ends) * 1000,
        "drag_stall": drag_stall * 1000,
    }


def follow(path):
    """How the window follows a large chat that another process appends to."""
    target = Path(path).with_name("followed.jsonl")
    shutil.copyfile(path, target)
    application, displayed = _opened(str(target))
    _idle(application, 6)  # what is worked out of the whole chat in the background
    before, length = resident(), len(displayed.bench.session.document.chat)
    latencies = []

    def note(answer):
        # Once every part of the window that is seen shows it, the block included.
        extra = answer.state.document.chat.records[-1]["extra"]
        latencies.append(time.time() - extra["written_at"])

    displayed.bench.presenter.displayed.connect(note)
    heartbeat = Heartbeat(displayed)
    command = [sys.executable, "-m", "tests.bench.appending", str(target), str(_APPENDED), "0.3"]
    with subprocess.Popen(command):
        _until(lambda: len(displayed.bench.session.document.chat) == length + _APPENDED, 600)
    stall = heartbeat.longest
    _idle(application, 2)
    chat = displayed.bench.session.document.chat
    texts = [chat.message(length + number).text for number in range(_APPENDED)]
    assert texts == [f"Appended {number}." for number in range(_APPENDED)]
    found = {
        "latency": statistics.median(latencies) * 1000,
        "stall": stall * 1000,
        "growth": resident() - before,
    }
    _close(displayed)
    return found


def _idle(application, seconds=0.6):
    end = now() + seconds
    while now() < end:
        application.processEvents()
        time.sleep(0.005)


def _answered(displayed, act, pause=0.05):
    """Time from an act until all that its answer changes in the window is painted.

    Args:
        displayed: the window.
        act: what asks for an answer.
        pause: seconds from the act to the next one, at least, in which the window may rest.
    """
    times = []

    def paint(_answer):
        # What Qt would do in its next turn: lay out, then paint what is out of date.
        for kind in (QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest):
            QCoreApplication.sendPostedEvents(None, kind.value)
        times.append(now())

    # Connected after the presenter: when this runs, the panels have been told.
    displayed.bench.deriver.answered.connect(paint)
    start = now()
    act()
    _until(lambda: times)
    displayed.bench.deriver.answered.disconnect(paint)
    _idle(QCoreApplication.instance(), start + pause - now())
    return times[0] - start


def _edit(displayed, memory):
    from inspector.core.edits import SetField  # noqa: PLC0415

    other = 1 + displayed.bench.session.document.memories[memory].importance % 5
    edit = SetField((memory,), "importance", other)
    return _answered(displayed, lambda: displayed.bench.commands.submit(edit))


def _drag(displayed, handle, pixels):
    """Times of the frames in which the mouse drags a handle of the timeline."""
    from PySide6.QtTest import QTest  # noqa: PLC0415 - not part of the first window

    from inspector.gui.panels.timeline.boundary import handle_box  # noqa: PLC0415
    from inspector.gui.panels.timeline.playhead import flag_box  # noqa: PLC0415

    chart = displayed.bench.panels.timeline.chart
    box = flag_box(chart.state) if handle == "end" else handle_box(chart.state, handle)
    spot = box.center().toPoint()
    canvas, button = chart.canvas.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(canvas, button, pos=spot)
    _idle(QCoreApplication.instance(), 0.1)
    times = []
    for _ in range(15):
        spot += QPoint(pixels, 0)
        move = partial(QTest.mouseMove, canvas, spot)
        times.append(_answered(displayed, move, _MOUSE_SECONDS))
    QTest.keyClick(chart.canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, button, pos=spot)
    _idle(QCoreApplication.instance(), 0.3)
    return times
