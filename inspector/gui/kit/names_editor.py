"""Edits a list of names as chips, with completion from the chat's characters."""

from collections.abc import Callable, Sequence
from weakref import WeakSet

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QFrame, QWidget
from shiboken6 import isValid
from typing_extensions import override

from inspector.gui.kit.flow_layout import FlowLayout
from inspector.gui.kit.name_chip import NameChip, NameInput
from inspector.gui.kit.names_state import HeldName, NamesState, completed
from inspector.gui.kit.theme import Theme, Themed, current_theme, font, scaled
from inspector.language import _

_every: "WeakSet[NamesEditor]" = WeakSet()


def modified_names() -> "list[NamesEditor]":
    """All editors in which names are changed or typed, of whichever window; soon found."""
    return [one for one in [*_every] if isValid(one) and one.draft]


class NamesEditor(Themed, QFrame):
    """Chips and a line to type in; it holds what a person wants, and changes no document.

    Signals:
        changed: other names are added or removed than before.
        committed: Enter in the empty line, or Ctrl+Enter.
        reverted: Esc.
    """

    changed = Signal()
    committed = Signal()
    reverted = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _every.add(self)
        self._point_of_view = ""
        self._choices: Callable[[], Sequence[str]] = tuple
        self.state = NamesState()
        self._chips: list[NameChip] = []
        self._displayed: tuple[tuple[HeldName, ...], str, Theme] | None = None
        self.setObjectName("namesEditor")
        self.input = NameInput(self)
        self.input.setFont(font(12))
        self.input.setPlaceholderText(_("Add a name"))
        self.input.setAccessibleName(_("Add to {title}").format(title=title))
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
        self.input.named.connect(self._on_named)
        self.input.spelled.connect(self._on_spelled)
        self.input.entered.connect(self._set_choices)
        self.input.backed.connect(self._on_backed)
        self.input.committed.connect(self.committed)
        self.input.reverted.connect(self.reverted)
        completer.activated.connect(self._on_chosen, Qt.ConnectionType.QueuedConnection)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self.setStyleSheet(
            f"#namesEditor {{ border: 1px solid {theme.control_border.name()};"
            f" border-radius: 4px; background: {theme.surface.name()}; }}"
            " QLineEdit, QLineEdit:focus { border: none; padding: 0 2px;"
            " background: transparent;"
            f" min-height: {scaled(20)}px; max-height: {scaled(20)}px; }}"
        )
        self._show_chips()

    def set_point_of_view(self, name: str) -> None:
        """Let one character's chip stand out."""
        self._point_of_view = name
        self._show_chips()

    def set_choices(self, choices: Callable[[], Sequence[str]]) -> None:
        """Offer names; they are asked for when a person begins to type."""
        self._choices = choices
        self._set_choices()

    def load(self, held: Sequence[Sequence[str]]) -> None:
        """Show the names of one or more memories and forget what was changed."""
        self.state = NamesState(held)
        self.input.clear()
        self._show_chips()

    @property
    def is_modified(self) -> bool:
        """Whether a name is added or removed."""
        return bool(self.state.added or self.state.removed)

    @property
    def draft(self) -> str:
        """The names that are changed or being typed; empty if nothing is."""
        state = self.state
        return ", ".join(one for one in (*state.added, *state.removed, self.input.text()) if one)

    def take_typed(self) -> None:
        """Count what is typed as a name, as if Enter had been pressed."""
        self.input.take()

    def _on_named(self, name: str) -> None:
        self._on_spelled(completed(name, self._choices()))

    def _on_spelled(self, name: str) -> None:
        self.state.add(name)
        self._on_changed()

    def _on_chosen(self, name: str) -> None:
        self.input.clear()
        self._on_spelled(name)

    def _on_backed(self) -> None:
        self.state.remove_last()
        self._on_changed()

    def _on_removed(self, name: str) -> None:
        self.input.setFocus()
        self.state.remove(name)
        self._on_changed()

    def _on_changed(self) -> None:
        self._show_chips()
        self.changed.emit()

    def _show_chips(self) -> None:
        displayed = (self.state.names, self._point_of_view, current_theme())
        if displayed == self._displayed:
            return
        self._displayed = displayed
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for index, held in enumerate(self.state.names):
            stands_out = held.name == self._point_of_view
            chip = NameChip(held, stands_out=stands_out)
            chip.removed.connect(self._on_removed)
            self._flow.insert_widget(index, chip)
            chip.show()
            self._chips.append(chip)
        self._flow.activate()
        self.updateGeometry()
        self._set_choices()

    def _set_choices(self) -> None:
        if not self.input.hasFocus():
            return
        held = {name.name for name in self.state.names if name.by_all}
        self._known.setStringList([name for name in self._choices() if name not in held])
