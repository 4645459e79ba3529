"""The button *Not a leak…*: says how the reader knows of it after all."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from inspector.analysis.leak_report import ways_to_know
from inspector.core.document import Document
from inspector.gui.kit.explaining import explain
from inspector.gui.panels.leaks.words import way_words
from inspector.language import _


class KeepButton(QPushButton):
    """Offers what makes the current leak none.

    Signals:
        edits_requested: edits to be made as one step, and what they do in words.
    """

    edits_requested = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Not a leak…"), parent)
        self._document = Document()
        self._memory: int | None = None
        self._reader = ""
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.fill)
        self.setMenu(self._menu)
        explain(self, _("Say how the current one is known after all."))

    def show_leak(self, document: Document, memory: int | None, reader: str) -> None:
        """Offer this for a memory; None for none."""
        self._document, self._memory, self._reader = document, memory, reader
        self.setEnabled(memory is not None)

    def fill(self) -> QMenu:
        """Fill the menu with what the chat can keep."""
        self._menu.clear()
        if self._memory is None or self._memory >= len(self._document.memories):
            return self._menu
        memory = self._document.memories[self._memory]
        for way, edit in ways_to_know(self._document, memory, self._reader).items():
            action = self._menu.addAction(way_words(way, self._reader).replace("&", "&&"))
            step = _("Not a leak: #{index}").format(index=memory.index)
            action.triggered.connect(partial(self.edits_requested.emit, (edit,), step))
        return self._menu
