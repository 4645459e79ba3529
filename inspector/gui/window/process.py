"""The process and the system: Ctrl+C ends the window, a crash leaves a file that is offered."""

import contextlib
import ctypes
import faulthandler
import gc
import logging
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TextIO

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from typing_extensions import override

from inspector.collecting import is_collector_paused
from inspector.folders import data_folder

_MOST_CHARS = 20_000
_ACTION = "- "
_ACTIONS = logging.getLogger("inspector.actions")
"""That of `state.commands`, which is not read before the first window is shown."""
_KEPT_ACTIONS, _MOST_ACTIONS = 40, 120
_COLLECTING_MS = 20
"""Milliseconds between two looks whether garbage is due: more of what a worker makes meanwhile
would be looked through at once, and the window waits for that."""
_QUIET_LOOKS = 100
"""So many looks without garbage: nothing is being done, and there is time to look for old one."""
_IDLE_LOOKS = 25
"""After so many, memory that was freed is given back to the system."""
_MOST_LOOKS = 100
"""After so many it is also where garbage is made all the time: less than a millisecond's work."""
_MOST_HEAPS = -8
"""`M_ARENA_MAX` of glibc."""
_MOST_PUT_OFF = 10
"""How many times over old garbage is due before it is looked for without such a time."""


def crash_folder() -> Path:
    """Where crash files lie: beside the backups."""
    return data_folder() / "crashes"


def spare_sources() -> None:
    """Keep PySide from reading the source of each module that is imported from now on.

    It looks there for the names of its switches, which nobody here uses: 0.1 s of a start, and
    13 MB of text that Python keeps. Where PySide has no such search, nothing is to be spared.
    """
    search = sys.modules.get("shibokensupport.feature")
    if search is not None and hasattr(search, "_mod_uses_pyside"):
        vars(search)["_mod_uses_pyside"] = _uses_no_switch


def _uses_no_switch(_module: object) -> bool:
    return False


class GuiCollector(QObject):
    """Has cyclic garbage collected on the thread of the window alone.

    Python collects on whichever thread happens to allocate. A widget or timer that a worker
    collects is destroyed there, where Qt does not allow it: the program crashes, now or later.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._quiet = self._looks = 0
        gc.disable()
        timer = QTimer(self, interval=_COLLECTING_MS)
        timer.timeout.connect(self._collect)
        timer.start()

    def _collect(self) -> None:
        if is_collector_paused():
            return
        was_due = collect_due(is_quiet=self._quiet >= _QUIET_LOOKS)
        self._quiet = 0 if was_due else self._quiet + 1
        self._looks += 1
        if self._quiet == _IDLE_LOOKS or (was_due and self._looks > _MOST_LOOKS):
            self._looks = 0
            give_memory_back()


def keep_one_heap() -> None:
    """Have all threads take memory from one heap, before any of them has taken some.

    Each would get one of its own from glibc, and what one of them frees nobody else can use:
    tens of megabytes, once workers have read and followed a large chat.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_MOST_HEAPS, 1)


def give_memory_back() -> None:
    """Give the system what was freed: glibc keeps it, in pieces, and a window stays open long."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def collect_due(*, is_quiet: bool = True) -> bool:
    """Collect the oldest generation that is due, as Python itself would have done by now.

    Args:
        is_quiet: whether there is time to look through all that there is; if not, that is put off.

    Returns:
        whether any was due.
    """
    generations = [*enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))]
    for generation, (count, most) in reversed(generations):
        is_all = generation == len(generations) - 1
        if count > (most * _MOST_PUT_OFF if is_all and not is_quiet else most):
            gc.collect(generation)
            return True
    return False


class CrashLog(logging.Handler):
    """This process's crash file: it is there while the program runs.

    It holds the last actions by their names, as `commands.ACTIONS` gets them, until the stacks of
    a crash follow. A folder that cannot be written is no reason not to start: then there is no
    file.
    """

    def __init__(self) -> None:
        super().__init__()
        self._recent: deque[str] = deque(maxlen=_KEPT_ACTIONS)
        self._written = 0
        self._file: TextIO | None = None
        self._path = crash_folder() / f"crash-{os.getpid()}.txt"

    def start(self) -> None:
        """Have fatal errors written there: the Python stacks of all threads, no chat text."""
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("w", encoding="utf-8")
            faulthandler.enable(self._file)
            _ACTIONS.addHandler(self)
            _ACTIONS.setLevel(logging.INFO)

    @override
    def emit(self, record: logging.LogRecord) -> None:
        """Write the name of an action."""
        now = datetime.now().astimezone()
        line = f"{_ACTION}{now:%H:%M:%S} {record.getMessage()}\n"
        self._recent.append(line)
        self._written += 1
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            if self._written > _MOST_ACTIONS:
                self._written = len(self._recent)
                self._file.seek(0)
                self._file.truncate()
                line = "".join(self._recent)
            self._file.write(line)
            self._file.flush()

    @property
    def actions(self) -> Sequence[str]:
        """What was done last, a line an action."""
        return tuple(self._recent)

    def stop(self) -> None:
        """The program ends as it should."""
        if self._file is not None:
            _ACTIONS.removeHandler(self)
            faulthandler.disable()
            self._file.close()
            self._file = None
            with contextlib.suppress(OSError):
                self._path.unlink()


def take_crashes() -> str:
    """What earlier processes wrote when they died, newest first; their files are removed.

    Empty if none did. What a process that still runs has open is left alone.
    """
    return "\n".join(text for text in _take() if _tells_of_a_crash(text))[:_MOST_CHARS]


def _tells_of_a_crash(text: str) -> bool:
    """Whether there is more than actions; a program that was killed says nothing else."""
    return any(line and not line.startswith(_ACTION) for line in text.splitlines())


def _take() -> Iterator[str]:
    with contextlib.suppress(OSError):
        found = sorted(crash_folder().glob("crash-*.txt"), reverse=True)
        for path in (one for one in found if not _is_running(one)):
            with contextlib.suppress(OSError):
                text = path.read_text("utf-8", "replace").strip()
                path.unlink()
                yield text


def _is_running(path: Path) -> bool:
    """Whether the process that a crash file belongs to may still be alive."""
    number = path.stem.rpartition("-")[2]
    if not number.isdecimal():
        return False
    if int(number) == os.getpid():
        return True
    if sys.platform == "win32":
        return False  # an open file cannot be removed there, so trying costs nothing
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


class Interrupt(QObject):
    """Calls back on Ctrl+C in the terminal that the program was started from.

    Python runs its handlers between bytecodes, and none run while Qt waits for events: here the
    system writes to a socket, which wakes Qt.

    Args:
        end: called for each Ctrl+C.
        parent: how long this is wanted.
    """

    def __init__(self, end: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._end = end
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)  # noqa: FBT003 - socket takes no keyword
        self._writer.setblocking(False)  # noqa: FBT003
        notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._wake)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, lambda _number, _frame: None)

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            if signal.SIGINT in self._reader.recv(64):
                self._end()
