"""Starts and stops listening, and brings what goes by to the panel and to the check."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import InspectorError
from inspector.gui.kit.panel import Worker
from inspector.gui.panels.listen.panel import ListenPanel
from inspector.gui.state.listening import HeardRequest, RequestListener
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.window.check_controller import CheckController
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.loading import OpenChat


class ListenController(QObject):
    """Joins the listener, its panel and the check; it ends with the window.

    Signals:
        kept_changed: how much of each request of the open chat stayed the same, oldest first
            (tuple of `TurnStability`).
    """

    kept_changed = Signal(object)

    def __init__(
        self,
        window: QObject,
        check: CheckController,
        settings: Path | None,
        store: PreferencesStore,
    ) -> None:
        super().__init__(window)
        self._store = store
        self._check = check
        self.listener = RequestListener(self)
        self.listener.settings = settings
        self.listener.changed.connect(self._show_requests)

    def follow(self, panels: Panels, docks: Docks) -> None:
        """Start hearing the panel."""
        self._panels, self._docks = panels, docks
        panels.when_made(ListenPanel, self._hear)

    def _hear(self, panel: ListenPanel) -> None:
        kept = self._store.preferences
        panel.form.show_last(kept.listen_endpoint, kept.listen_port)
        panel.started.connect(self._start)
        panel.stopped.connect(self._stop)
        panel.check_requested.connect(self._show_check)

    def show(self) -> None:
        """Bring the panel to the front."""
        self._docks.show("listen")

    def hold_chat(self, chat: OpenChat) -> None:
        """Look for requests of this chat first."""
        self.listener.open_chat = chat.path
        self._show_kept()

    @property
    def worker(self) -> Worker:
        """What checks requests."""
        return self.listener.worker

    def wait(self) -> None:
        """Stop listening and let running work end, before the program does."""
        self.listener.wait()

    def _start(self, endpoint: str, port: int, folder: Path | None) -> None:
        try:
            listening = self.listener.start(endpoint, port, folder)
        except InspectorError as error:
            self._panels.listen.form.refuse(str(error))
            return
        # A name, a password or a key may stand in an address; such a one is not kept.
        is_plain = not any(sign in endpoint for sign in "@?#")
        self._store.change(listen_endpoint=endpoint if is_plain else "", listen_port=port)
        self._panels.listen.show_requests(())
        self._panels.listen.show_state(listening)

    def _stop(self) -> None:
        if self.listener.listening is None:
            self._panels.listen.show_form()
            return
        self.listener.stop()
        self._panels.listen.show_state(None)

    def _show_requests(self) -> None:
        self._panels.listen.show_requests(self.listener.heard)
        self._show_kept()

    def _show_kept(self) -> None:
        chat = self.listener.open_chat
        own = [one for one in self.listener.heard if one.check and one.check.chat == chat]
        # A turn that was sent twice stands where it was sent last.
        rows = {one.kept.at: one.kept for one in reversed(own) if one.kept is not None}
        self.kept_changed.emit(tuple(rows[at] for at in sorted(rows)))

    def _show_check(self, heard: HeardRequest) -> None:
        chat = None if heard.check is None else heard.check.chat
        self._check.check_captured(heard.captured, heard.name, chat)
