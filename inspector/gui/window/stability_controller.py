"""Keeps what a prompt cache can keep in step with the chat, while somebody looks at it."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.stability.panel import StabilityPanel
from inspector.gui.state.session import Session
from inspector.gui.state.stability_reading import Stability, StabilityReader
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.controller import Controller
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.loading import OpenChat
from inspector.proof.stability import TurnStability, cache_problem


class StabilityController(QObject):
    """Works it out off the UI thread, and shows it in the panel and on the timeline.

    Signals:
        problem_found: what costs most turns their cache and what would help, a `Problem`; None
            where nothing does.
    """

    problem_found = Signal(object)

    at_once = Part.CHAT

    def __init__(self, window: QObject, session: Session) -> None:
        super().__init__(window)
        self._session = session
        self._chat: OpenChat | None = None
        self._rows: Sequence[TurnStability] = ()
        self._captured: Sequence[TurnStability] = ()
        self.reader = StabilityReader(self)
        self.reader.read.connect(self._show)
        # A dock is laid out after it says that it is visible.
        self._inspection = QTimer(self, singleShot=True, interval=0)
        self._inspection.timeout.connect(self._inspect)

    def follow(self, panels: Panels, docks: Docks, controller: Controller) -> None:
        """Start hearing the panel and its dock."""
        self._panels, self._timeline, self._docks = panels, panels.timeline, docks
        panels.when_made(StabilityPanel, self._hear)
        for name in ("stability", "listen"):
            docks[name].visibilityChanged.connect(self._look_later)

    def _hear(self, panel: StabilityPanel) -> None:
        self.reader.failed.connect(panel.say)
        panel.reading_requested.connect(self._ask)
        panel.elsewhere_chosen.connect(self._show_elsewhere)
        self._look_later()

    @property
    def is_busy(self) -> bool:
        """Whether anything of what is looked at is still to come."""
        return self.reader.worker.is_busy

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Follow the chat; see `Viewer`."""
        if Part.CHAT in changes:
            self.reader.clear()
            self._rows = ()
            self._timeline.set_kept(())
        if Part.DOCUMENT in changes or Part.QUESTION in changes:
            self._look_later()

    def hold_chat(self, chat: OpenChat) -> None:
        """Take another chat for the open one."""
        self._chat = chat
        self._look_later()

    def exchange_chat(self, chat: OpenChat) -> None:
        """Take another reading of the open chat's file."""
        self._chat = chat

    def hear(self, rows: Sequence[TurnStability]) -> None:
        """Take what stayed the same in captured requests; the lane shows it beside *Listen*."""
        self._captured = rows
        self._look_later()

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self.reader.wait()

    def _look_later(self) -> None:
        self._inspection.start()

    def _inspect(self) -> None:
        seen = is_on_screen(self._docks["stability"])
        listening = is_on_screen(self._docks["listen"]) and bool(self._captured)
        self._timeline.show_kept(displayed=seen or listening)
        if seen:
            self._timeline.set_kept(self._rows)
            self._ask()
        elif listening:
            self._timeline.set_kept(self._captured)

    def _ask(self) -> None:
        if self._chat is not None:
            panel = self._panels.stability
            self.reader.ask(self._chat, self._session.state, panel.last, panel.own)

    def _show(self, found: Stability) -> None:
        self._rows = found.rows
        self._timeline.set_kept(found.rows)
        self._panels.stability.show_stability(found)
        if found.is_whole:
            self.problem_found.emit(cache_problem(found.rows, dict(found.alternatives)))

    def _show_elsewhere(self, rows: Sequence[TurnStability]) -> None:
        self._timeline.set_kept(self._rows, rows)
