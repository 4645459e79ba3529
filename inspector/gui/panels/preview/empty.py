"""What stands in the place of a block that is empty."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.language import _


class EmptyBlock(Themed, QWidget):
    """Says that nothing is injected, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fact = QLabel(self)
        self.reason = QLabel(self)
        self.fact.setFont(font(14, bold=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addStretch(2)
        for label in (self.fact, self.reason):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(3)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(palette.ColorRole.WindowText, theme.text_2)
        self.fact.setPalette(palette)
        self.reason.setPalette(palette)

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
