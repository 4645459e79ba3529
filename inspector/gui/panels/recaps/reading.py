"""The reading view of one text, which becomes an editor when asked."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from inspector.gui.kit.find_bar import FindBar
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.language import _


class Reading(Themed, QWidget):
    """Shows a text as it is stored; never as markup."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed: str | None = None
        self.edit = PlainTextEdit(self)
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.setObjectName("readingText")
        self.edit.setFont(font(12))
        self.edit.setMinimumHeight(scaled(50))
        self.edit.document().setDocumentMargin(10)
        vbox(self, FindBar(self.edit), (self.edit, 1), margins=0, spacing=0)
        self.restyle()
        self.end_editing()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, theme.surface)
        self.edit.setPalette(palette)

    def show_text(self, text: str) -> None:
        """Show another text; the same one keeps its place and selection."""
        if text != self._displayed:
            self._displayed = text
            self.edit.load(text)

    def start_editing(self, text: str, typed: str | None = None) -> None:
        """Let a person change the text.

        Args:
            text: as it is.
            typed: what they typed before, where that was refused.
        """
        self._displayed = None
        self.edit.load(text)
        self.edit.setReadOnly(False)
        if typed is not None:
            self.edit.type_over(typed)
        self.edit.setAccessibleName(_("Text of the new version; Ctrl+Enter keeps it, Esc does not"))

    def end_editing(self) -> None:
        """Only show the text."""
        self._displayed = None
        self.edit.setReadOnly(True)
        self.edit.setAccessibleName(_("Text of the version"))
