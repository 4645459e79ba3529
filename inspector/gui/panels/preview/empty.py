"""What stands in the place of a block that is empty."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.gui.kit.labels import Tone, plain_label
from inspector.language import _


class EmptyBlock(QWidget):
    """Says that nothing is injected, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fact = plain_label(pixels=14, tone=Tone.QUIET, bold=True)
        self.reason = plain_label(tone=Tone.QUIET)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addStretch(2)
        for label in (self.fact, self.reason):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addStretch(3)

    def show_reason(self, reason: str, *, is_open: bool, refusal: str = "") -> None:
        """Say why.

        Args:
            reason: why the block is empty.
            is_open: False where no block is known yet; then nothing is said.
            refusal: why nothing at all is sent; empty where something is.
        """
        fact = _("Nothing is sent.") if refusal else _("Nothing is injected.")
        reason = refusal or reason
        self.fact.setText(fact if is_open else "")
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
