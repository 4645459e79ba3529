"""Where a person would have slots stand: which, beside the main prompt or at a depth."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSpinBox, QWidget

from inspector.gui.kit.theme import scaled
from inspector.language import _
from inspector.proof.source_words import SLOT, source_in_words
from inspector.proof.stability import USUAL_DEPTH, Placing
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT

_PLACES = (
    (_("in the chat, at depth"), IN_CHAT),
    (_("after the main prompt"), IN_PROMPT),
    (_("before the main prompt"), BEFORE_PROMPT),
)
_DEEPEST, _SHORTEST = 999, 6


class PlacingChooser(QWidget):
    """A row of fields and the button that tries what they say.

    Signals:
        tried: a `Placing`.
    """

    tried = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slot, self.location, self.chat_depth = QComboBox(self), QComboBox(self), QSpinBox(self)
        self.slot.setAccessibleName(_("Slot that would stand elsewhere"))
        self.location.setAccessibleName(_("Where it would stand"))
        self.chat_depth.setAccessibleName(_("Depth in the chat"))
        for box in (self.slot, self.location):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_SHORTEST)
        for words, position in _PLACES:
            self.location.addItem(words, position)
        self.chat_depth.setRange(0, _DEEPEST)
        self.chat_depth.setValue(USUAL_DEPTH)
        button = QPushButton(_("Try"))
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(12), scaled(5), scaled(12), scaled(8))
        for widget, share in (
            (self.slot, 2),
            (self.location, 3),
            (self.chat_depth, 0),
            (button, 0),
        ):
            row.addWidget(widget, share)
        self.location.currentIndexChanged.connect(self._follow_place)
        button.clicked.connect(self._try)

    def show_slots(self, slots: Sequence[str]) -> None:
        """Offer these slots, by key, and all of them together."""
        self.slot.clear()
        for key in slots:
            self.slot.addItem(source_in_words(f"{SLOT}{key}"), (key,))
        if len(slots) > 1:
            self.slot.addItem(_("All slots"), tuple(slots))

    def _follow_place(self) -> None:
        self.chat_depth.setEnabled(self.location.currentData() == IN_CHAT)

    def _try(self) -> None:
        slots = self.slot.currentData()
        if slots:
            position = int(self.location.currentData())
            depth = self.chat_depth.value() if position == IN_CHAT else 0
            self.tried.emit(Placing(tuple(slots), position, depth))
