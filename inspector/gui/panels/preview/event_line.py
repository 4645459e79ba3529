"""The line above the block: what happens before the request, with a link to all of it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from typing_extensions import override

from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import OneLine
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.language import _

_HEIGHT_PX = 28


class EventLine(Themed, FilledWidget):
    """Says in one line what happens before sending.

    Signals:
        opened: all of it is to be shown.
    """

    has_bottom_line = True

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(_("Before sending:"), self)
        self.words = OneLine(self)
        self.link = QToolButton(self)
        self.link.setAutoRaise(True)
        set_role(self.link, "flat")
        self.link.setCursor(Qt.CursorShape.PointingHandCursor)
        self.link.clicked.connect(self.opened)
        hbox(self, self._title, (self.words, 1), self.link, margins=(10, 0, 6, 0), spacing=6)
        self.setFixedHeight(scaled(_HEIGHT_PX))
        self.restyle()
        self.hide()

    def show_events(self, count: int | None, words: str) -> None:
        """Say this of so many events; None where the file as it lies is shown."""
        self.setVisible(count is not None)
        self.words.setText(words)
        self.link.setText(counted(count, "{n} event", "{n} events") if count else _("Details"))
        self.setAccessibleName(_("Before sending: {words}").format(words=words))

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self._title.setFont(font(11, bold=True))
        self.words.setFont(font(11, tabular=True))
        self.link.setFont(font(11))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.ButtonText, theme.accent)
        self.link.setPalette(palette)
        self.link.setStyleSheet(f"QToolButton {{ color: {theme.accent.name()}; }}")
