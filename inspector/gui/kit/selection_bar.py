"""The line under a table while several rows are selected: what they come to, and what to do."""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import scaled
from inspector.language import _

_HEIGHT_PX = 34


class SelectionBar(FilledWidget):
    """Says what the selected rows come to; there while there are several."""

    has_top_line = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sums, self.shared = OneLine(self, bold=True), OneLine(self, Tone.QUIET, 11)
        self._row = hbox(self, (self.sums, 3), (self.shared, 2), margins=(10, 0, 10, 0), spacing=8)
        self.setFixedHeight(scaled(_HEIGHT_PX))
        self.setAccessibleName(_("What is selected"))
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
