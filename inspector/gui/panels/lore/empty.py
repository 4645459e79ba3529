"""What a page says while no file is open on it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.core.lore import LoreKind
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.theme import scaled
from inspector.language import _

_WORDS = {
    LoreKind.LOREBOOK: (
        _("No lorebook is open beside this chat."),
        _(
            "SillyTavern's world info, Scribe's minimal form, or a saved answer of its server. "
            "Scribe's rulesets retrieve its entries."
        ),
    ),
    LoreKind.CHRONICLE: (
        _("No chronicle is open beside this chat."),
        _("The list of events that Scribe's server answers. Scribe's rulesets retrieve them."),
    ),
}
_OPEN = {LoreKind.LOREBOOK: _("Open lorebook…"), LoreKind.CHRONICLE: _("Open chronicle…")}


class NoLore(QWidget):
    """Says what could stand here, and opens it.

    Signals:
        open_requested: a file is to be chosen (`LoreKind`).
    """

    open_requested = Signal(object)

    def __init__(self, kind: LoreKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, words = _WORDS[kind]
        self._words = plain_label(words, tone=Tone.QUIET)
        self.buttons = [QPushButton(_OPEN[one], self) for one in LoreKind]
        row = QHBoxLayout()
        row.addStretch(1)
        for one, button in zip(LoreKind, self.buttons, strict=True):
            button.clicked.connect(
                lambda _checked=False, which=one: self.open_requested.emit(which)
            )
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        margin = scaled(16)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(scaled(8))
        column.addStretch(2)
        for label in (plain_label(title, 13, bold=True), self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addLayout(row)
        column.addStretch(3)
