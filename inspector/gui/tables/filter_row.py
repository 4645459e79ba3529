"""The filter above the rows, what is wrong with it, and the count beside it."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.text import shortened
from inspector.gui.kit.theme import scaled
from inspector.gui.tables.filter_input import FilterInput
from inspector.gui.tables.filter_menu import FilterMenu
from inspector.language import _

_MOST_OF_A_TERM = 40


class FilterRow(QWidget):
    """The filter and what it lets through.

    Signals:
        changed: another text is looked for.
        left: the rows shall have the keys again.
    """

    changed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.input = FilterInput(self)
        self.input.setPlaceholderText(_("Filter: words of a summary, a name, an id"))
        self.input.setAccessibleName(_("Filter memories"))
        self.input.setClearButtonEnabled(True)
        self.input.setFixedHeight(scaled(24))
        self.input.textChanged.connect(self._change)
        self.input.left.connect(self._leave)
        self.count = Label(self, Tone.QUIET)
        self.chips = QWidget(self)
        self._chips = hbox(self.chips, margins=0, spacing=4)
        self.chips.hide()
        self.error = plain_label(tone=Tone.WARNING)
        self.error.hide()
        self.menu = FilterMenu(self.input.text, self.input.is_sound, self)
        self.menu.put.connect(self.input.setText)
        self.menu.hide()
        row = hbox(None, (self.input, 1), self.menu, self.count, spacing=10)
        vbox(self, row, self.chips, self.error, margins=(10, 4, 10, 4), spacing=2)

    def set_choices(self, ready: Mapping[str, str]) -> None:
        """Offer a menu of filters.

        Args:
            ready: terms of the language by what a person calls them.
        """
        self.menu.ready = ready
        self.menu.show()

    def show_counts(self, words: str) -> None:
        """Say how many rows there are, in words."""
        self.count.setText(words)

    def show_error(self, error: FilterError | None) -> None:
        """Say what is wrong with the filter, and where; None where nothing is."""
        self.input.show_fault(None if error is None else (error.start, error.end))
        self.error.setText("" if error is None else f"▲ {error}")
        self.error.setVisible(error is not None)

    def open_on_find(self, panel: QWidget) -> None:
        """Let the key for finding go to the filter, wherever in `panel` the keys are."""
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), panel)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self._focus)

    def _change(self, text: str) -> None:
        self.input.show_fault(None)
        self.error.hide()
        self._show_chips(text)
        self.changed.emit(text)

    def _show_chips(self, text: str) -> None:
        """One chip for each of several terms that must all hold; a click takes it away."""
        while (item := self._chips.takeAt(0)) is not None:
            chip = item.widget()
            if chip is not None:
                chip.hide()
                chip.deleteLater()
        try:
            wanted = None if self.input.fields is None else Filter(text, self.input.fields)
        except FilterError:
            wanted = None
        has_several = wanted is not None and bool(wanted.used) and len(wanted.terms) > 1
        self.chips.setVisible(has_several)
        if wanted is not None and has_several:
            self._add_chips(wanted)
        self._chips.addStretch(1)

    def _add_chips(self, wanted: Filter[Any]) -> None:
        for index, term in enumerate(wanted.terms):
            chip = QPushButton(f"{shortened(term, _MOST_OF_A_TERM)}  ×".replace("&", "&&"), self)
            chip.setToolTip(_("Take this term away"))
            chip.setAccessibleName(_("Take away {term}").format(term=term))
            chip.setAutoDefault(False)
            chip.clicked.connect(self._putting(wanted.without(index)))
            self._chips.addWidget(chip)

    def _leave(self) -> None:
        self.menu.remember()
        self.left.emit()

    def _putting(self, text: str) -> Callable[[], None]:
        return lambda: self.input.setText(text)

    def _focus(self) -> None:
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()
