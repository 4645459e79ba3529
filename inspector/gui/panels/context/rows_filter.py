"""The controls that say which rows are wanted."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Label, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.context.ordering import Filter
from inspector.language import _


class RowsFilter(Themed, QWidget):
    """Which rows are wanted.

    Signals:
        changed: other rows are wanted.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.which = QComboBox(self)
        self.words = QLineEdit(self)
        self.count = Label(self, Tone.QUIET, 11, tabular=True)
        self.which.addItems([f"Show: {which.value}" for which in Filter])
        self.which.setAccessibleName(_("Show rows"))
        self.words.setPlaceholderText(_("Filter: words, a name, an id"))
        self.words.setAccessibleName(_("Filter rows"))
        self.words.setClearButtonEnabled(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.words.setMinimumWidth(scaled(70))
        hbox(self, self.which, (self.words, 1), self.count, margins=0, spacing=8)
        self.which.currentIndexChanged.connect(self._tell)
        self.words.textChanged.connect(self._tell)
        self.restyle()

    @property
    def filter(self) -> Filter:
        """All rows, those that are in, or those left out."""
        return list(Filter)[self.which.currentIndex()]

    @override
    def restyle(self) -> None:
        for one in (self.which, self.words):
            one.setFixedHeight(scaled(24))

    def clear(self) -> None:
        """Want all rows."""
        self.which.setCurrentIndex(0)
        self.words.clear()

    def _tell(self) -> None:
        self.changed.emit()
