"""Drafts: what is typed into the document and not kept yet."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget
from shiboken6 import isValid

from inspector.gui.kit.names_editor import NamesEditor
from inspector.gui.kit.plain_text import PlainTextEdit


class Drafts(QObject):
    """Knows whether a person has typed something that no edit holds yet.

    Signals:
        changed: there may be one more draft, or one less.
    """

    changed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._heard: PlainTextEdit | QLineEdit | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    @property
    def are_there(self) -> bool:
        """Whether anything is typed and not kept."""
        texts = self._window.findChildren(PlainTextEdit)
        names = self._window.findChildren(NamesEditor)
        return any(text.is_modified and not text.isReadOnly() for text in texts) or any(
            editor.is_modified or editor.input.text() for editor in names
        )

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Hear what a person begins to type into."""
        if self._heard is not None and isValid(self._heard):
            self._heard.textChanged.disconnect(self.changed)
        self._heard = new if isinstance(new, PlainTextEdit | QLineEdit) else None
        if self._heard is not None:
            self._heard.textChanged.connect(self.changed)
        # Once the editor that was left has said what becomes of its text.
        QTimer.singleShot(0, self, self.changed.emit)
