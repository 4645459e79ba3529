"""The workbench is read and made once the window is seen (`Making`), a part a turn.

What has no widget is read on a thread; what defines Qt's classes there, or makes its objects,
could crash the event loop beside it, and is read on the window's thread.
"""

import contextlib
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from threading import Thread
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from inspector.gui.window.workbench import Workbench

_PANELS = "inspector.gui.panels"
_CORE = (
    "numpy",
    "inspector.systems",
    "inspector.loading",
    "inspector.lore_files",
    "inspector.predicting",
    "inspector.recovery",
    "inspector.merging.restoring",
    "inspector.server.tab",
    "inspector.analysis.comparison",
    "inspector.analysis.leak_report",
    "inspector.analysis.lint",
    "inspector.analysis.filters.completion",
    "inspector.analysis.request_map",
    "inspector.analysis.smallest_change",
    "inspector.analysis.summed_history",
    "inspector.proof.report",
    "inspector.listening.saving",
    "inspector.llm.enrichment.agent",
    "inspector.llm.recaps",
    "inspector.llm.rewriting",
    "inspector.retrieval.installed",
)
"""What the views are made on, and takes longest to read."""
_BEFORE_THE_PANELS = (
    "inspector.gui.state.before_sending",
    "inspector.gui.state.commands",
    "inspector.gui.state.listening",
    "inspector.gui.state.request_rows",
    "inspector.gui.kit.choosing",
    "inspector.gui.kit.diff_view",
    "inspector.gui.kit.writer_dialog",
    "inspector.gui.tables.arranged_model",
    "inspector.gui.tables.editable_table",
    "inspector.gui.tables.filter_row",
    "inspector.gui.files.save_jobs",
    "inspector.gui.files.outside_changes",
    "inspector.gui.files.services",
)
"""Each of these would be read with the first module that needs it, and take too long there."""
_AFTER_THE_PANELS = (
    "inspector.gui.window.docks",
    "inspector.gui.window.menus",
    "inspector.gui.window.open_from.opening",
    "inspector.gui.window.palette.controller",
    "inspector.gui.window.context_controller",
    "inspector.gui.window.explanation_controller",
    "inspector.gui.window.writing_controllers",
    "inspector.gui.window.workbench",
)
_UNDER_THE_CHART = (
    "numpy.ma",
    "multiprocessing.shared_memory",
    "pydoc",
    "xml.etree.ElementTree",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtSvg",
    "PySide6.QtTest",
)
"""What pyqtgraph reads besides its own modules."""
_NAMES_A_STEP = 60
_LOOK_MS = 15
"""Milliseconds between two looks whether all without a widget has been read."""


class Making(QObject):
    """Reads and makes the workbench, a part a turn of the event loop, which breathes between them.

    Args:
        make: makes it of what has been read, a part a step.
        parent: the window.

    Attributes:
        bench: the workbench; None until all of it is there.
        has_begun: whether any of it is read.
    """

    def __init__(
        self, make: "Callable[[], Generator[None, None, Workbench]]", parent: QObject
    ) -> None:
        super().__init__(parent)
        self.bench: Workbench | None = None
        self.has_begun = False
        self._make = make
        self._wanted: list[Callable[[Workbench], object]] = []
        self._is_stopped = False
        self._thread = Thread(target=self._read_core, daemon=True)
        self._steps = self._all_steps()
        # Not `QTimer.singleShot`, which Qt serves before painting and input.
        self._turn = QTimer(self, interval=_LOOK_MS)
        self._turn.timeout.connect(self._take_turn)

    def begin(self) -> None:
        """Read and make it from now on."""
        self.has_begun = True
        self._thread.start()
        self._turn.start()

    def finish(self) -> "Workbench":
        """Read and make at once what of it is not there yet; what is wanted before is done."""
        while self.bench is None:
            next(self._steps)
        self._do_what_is_wanted()
        return self.bench

    def stop(self) -> None:
        """Make no more of it: the window is closed.

        Waits for what is being read: Python must not end in the middle of it.
        """
        self._is_stopped = True
        self._turn.stop()
        if self._thread.is_alive():
            self._thread.join()

    def when_made(self, act: "Callable[[Workbench], object]") -> None:
        """Do something with it as soon as it is there, in the order of the calls."""
        self._wanted.append(act)
        self._do_what_is_wanted()

    def _take_turn(self) -> None:
        if self.bench is None and self._thread.is_alive():
            return
        self._turn.setInterval(0)
        if next(self._steps, self) is self:
            self._turn.stop()
        self._do_what_is_wanted()

    def _do_what_is_wanted(self) -> None:
        while self.bench is not None and self._wanted:
            self._wanted.pop(0)(self.bench)

    def _read_core(self) -> None:
        """Read all that has no widget; for a thread of its own."""
        for name in _CORE:
            if not self._is_stopped:
                import_module(name)

    def _all_steps(self) -> Iterator[None]:
        yield from _read_views()
        self.bench = yield from self._make()
        yield
        yield from _read_chart()
        self.bench.panels.timeline.load_plot()


def _read_views() -> Iterator[None]:
    """Read everything else that a workbench is made of."""
    panels = (f"{_PANELS}.{name}.panel" for name in _package_names(_PANELS))
    for name in (*_BEFORE_THE_PANELS, *panels, *_AFTER_THE_PANELS):
        import_module(name)
        yield


def _read_chart() -> Iterator[None]:
    """Read pyqtgraph and what is painted with it, so that no chat need wait for it.

    It looks at every name that Qt has; Qt makes a class for each of them only then.
    """
    for part in (QtCore, QtGui, QtWidgets):
        for number, name in enumerate(dir(part), start=1):
            getattr(part, name)
            if number % _NAMES_A_STEP == 0:
                yield
    for name in _UNDER_THE_CHART:
        with contextlib.suppress(ImportError):  # pyqtgraph does without as well
            import_module(name)
        yield
    for name in ("pyqtgraph", "inspector.gui.panels.timeline.chart"):
        import_module(name)
        yield


def _package_names(package: str) -> list[str]:
    found = find_spec(package)
    folders = None if found is None else found.submodule_search_locations
    return [one.name for one in iter_modules(folders) if one.ispkg]
