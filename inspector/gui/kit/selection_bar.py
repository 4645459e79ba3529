"""The line under a table while several rows are selected: what they come to, and what to do."""

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.one_line import OneLine
from inspector.gui.kit.theme import Themed, current_theme, font, scaled

_HEIGHT = 34


class SelectionBar(Themed, QWidget):
    """Says what the selected rows come to; there while there are several."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sums, self.shared = OneLine(self), OneLine(self)
        self._row = hbox(self, (self.sums, 3), (self.shared, 2), margins=(10, 0, 10, 0), spacing=8)
        self.setFixedHeight(scaled(_HEIGHT))
        self.setAccessibleName("What is selected")
        self.restyle()
        self.hide()

    def set_choices(self, title: str, do: Callable[[], object], tip: str) -> QPushButton:
        """A button for what can be done to all of them.

        Args:
            title: what it says.
            do: called when it is pressed.
            tip: what it does, in a sentence.
        """
        button = QPushButton(title, self)
        button.setToolTip(tip)
        button.clicked.connect(lambda _checked=False: do())
        self._row.addWidget(button)
        return button

    def show_sums(self, sums: str, shared: str = "") -> None:
        """Say this; empty where not several are selected.

        Args:
            sums: how many they are and what they cost.
            shared: what holds of all of them.
        """
        self.sums.setText(sums)
        self.shared.setText(shared)
        self.setAccessibleDescription(f"{sums} {shared}".strip())
        self.setVisible(bool(sums))

    @override
    def restyle(self) -> None:
        self.sums.setFont(font(12, bold=True))
        self.shared.setFont(font(11))
        quiet = QPalette()
        quiet.setColor(QPalette.ColorRole.WindowText, current_theme().text_2)
        self.shared.setPalette(quiet)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.alt)
        painter.fillRect(0, 0, self.width(), 1, theme.line)
        painter.end()
