"""A text as it stands, with places of it marked."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from inspector.gui.kit.theme import Themed, current_theme, font

Span = tuple[int, int]


class MarkedText(Themed, QLabel):
    """Shows plain text that wraps; marked places have a ground and a line below."""

    def __init__(self, pixels: float = 12, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plain = ""
        self._spans: Sequence[Span] = ()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setFont(font(pixels))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    @property
    def marked(self) -> list[str]:
        """What is marked, in order."""
        return [self.plain[start:end] for start, end in self._spans]

    def show_text(self, text: str, spans: Sequence[Span] = ()) -> None:
        """Show a text.

        Args:
            text: nothing in it is taken for HTML.
            spans: what is marked, in code points, ascending.
        """
        self.plain, self._spans = text, tuple(spans)
        self.setAccessibleName(text)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme, parts, at = current_theme(), list[str](), 0
        style = f"background-color:{theme.warning_background.name()}; text-decoration:underline"
        for start, end in self._spans:
            parts.append(escape(self.plain[at:start]))
            parts.append(f'<span style="{style}">{escape(self.plain[start:end])}</span>')
            at = end
        parts.append(escape(self.plain[at:]))
        whole = "".join(parts).replace("\n", "<br/>")
        self.setText(f'<p style="white-space:pre-wrap; margin:0">{whole}</p>')
