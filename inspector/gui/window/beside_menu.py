"""The menu of what stands beside the chat: open, close, and save copies."""

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from inspector.gui.files.lore_service import OF_LORE, LoreService
from inspector.gui.kit.actions import WHY_NOT
from inspector.gui.window.actions import Actions
from inspector.language import _
from inspector.lore_files import FileKind

_KINDS = {
    FileKind.LOREBOOK: "lorebook",
    FileKind.CHRONICLE: "chronicle",
    FileKind.CARD: _("character card"),
    FileKind.SCORES: "scores",
}


class BesideMenu(QMenu):
    """*Beside the chat*: what is not open cannot be closed."""

    def __init__(self, window: QMainWindow, actions: Actions, flow: LoreService) -> None:
        super().__init__("Beside the chat", window)
        self._flow = flow
        self._needs: list[tuple[QAction, FileKind]] = []
        for kind, words in _KINDS.items():
            self.addAction(
                actions.make(_("Open {words}…").format(words=words), partial(flow.choose, kind))
            )
        self.addSeparator()
        for kind in OF_LORE:
            words = _("Save a copy of the {KINDS}…").format(KINDS=_KINDS[kind])
            self._add(actions.make(words, partial(flow.save_copy, kind)), kind)
        self.addSeparator()
        for kind, words in _KINDS.items():
            self._add(
                actions.make(_("Close {words}").format(words=words), partial(flow.close, kind)),
                kind,
            )
        self.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Enable what can be done."""
        for action, kind in self._needs:
            action.setEnabled(self._flow.is_open(kind))

    def _add(self, action: QAction, kind: FileKind) -> None:
        action.setProperty(WHY_NOT, f"no {_KINDS[kind]} is open")
        self._needs.append((action, kind))
        self.addAction(action)
