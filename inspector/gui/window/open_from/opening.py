"""Opens the dialog from the window, and hands on what is chosen in it."""

import os
from pathlib import Path

from PySide6.QtWidgets import QWidget

from inspector.gui.files.chat_service import ChatService
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.window.open_from.dialog import OpenFromDialog
from inspector.gui.window.open_from.scanner import FolderScanner

_LAYOUT = "columns of open_from"
"""Under which name the columns are kept."""


class OpenFrom:
    """*Open from SillyTavern…* of one window.

    Args:
        window: over which the dialog stands.
        flow: opens what is chosen.
        remembering: knows the folder that was used last.
    """

    def __init__(
        self, window: QWidget, flow: ChatService, preferences_store: PreferencesStore
    ) -> None:
        self._window = window
        self._flow = flow
        self._preferences_store = preferences_store
        self._scanner = FolderScanner(Path.home(), os.environ, window)
        self.dialog: OpenFromDialog | None = None

    def show(self) -> None:
        """Show the dialog; one at a time."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        folder = self._preferences_store.preferences.sillytavern
        dialog = OpenFromDialog(self._scanner, Path(folder) if folder else None, self._window)
        dialog.folder_used.connect(self._preferences_store.remember_sillytavern)
        dialog.chosen.connect(self._flow.open)
        dialog.finished.connect(self._forget)
        kept = self._preferences_store.preferences.parts
        dialog.table.header.restore_layout(kept.get(_LAYOUT, ""))
        self.dialog = dialog
        dialog.open()

    def stop(self) -> None:
        """Let running work end, before the program does."""
        self._scanner.stop()

    def _forget(self) -> None:
        if self.dialog is not None:
            kept = self._preferences_store.preferences.parts
            columns = self.dialog.table.header.layout_text()
            self._preferences_store.change(parts={**kept, _LAYOUT: columns})
            self.dialog.deleteLater()
            self.dialog = None
