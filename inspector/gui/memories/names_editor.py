"""Edits a list of names as chips, with completion from the chat's characters."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCompleter, QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.gui.memories.cells.look import scaled
from inspector.gui.memories.flow_layout import FlowLayout
from inspector.gui.memories.name_chip import NameChip, NameInput
from inspector.gui.memories.names_state import NamesState, completed
from inspector.gui.theme import Theme, font


class NamesEditor(QFrame):
    """Chips and a line to type in; it holds what a person wants, and changes no document.

    Signals:
        changed: other names are added or removed than before.
        committed: Enter in the empty line, or Ctrl+Enter.
        reverted: Esc.
    """

    changed = Signal()
    committed = Signal()
    reverted = Signal()

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._point_of_view = ""
        self._choices: Sequence[str] = ()
        self.state = NamesState()
        self._chips: list[NameChip] = []
        self.setObjectName("namesEditor")
        self.input = NameInput(self)
        self.input.setFont(font(12))
        self.input.setPlaceholderText("Add a name")
        self.input.setAccessibleName(f"Add to {title}")
        self.input.setMinimumWidth(scaled(90))
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.input.setCompleter(completer)
        self._flow = FlowLayout(self, scaled(4))
        margin = scaled(3)
        self._flow.setContentsMargins(margin, margin, margin, margin)
        self._flow.addWidget(self.input)
        self.setFocusProxy(self.input)
        self.input.typed.connect(self._on_typed)
        self.input.backed.connect(self._on_backed)
        self.input.committed.connect(self.committed)
        self.input.reverted.connect(self.reverted)
        completer.activated.connect(self._on_chosen, Qt.ConnectionType.QueuedConnection)
        self.set_theme(theme)
