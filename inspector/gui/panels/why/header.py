"""The sentence above the steps: the verdict, what it is about, and what happened to that."""

from html import escape

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from inspector.gui.kit.glyphs import draw_check, draw_ring
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.why.explanation import SubjectExplanation


class _Glyph(QWidget):
    """A check mark, or a hollow circle."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.in_block = False
        self.setFixedSize(scaled(14), scaled(16))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        middle = QRectF(self.rect()).center()
        if self.in_block:
            draw_check(painter, middle, scaled(11), theme.verdict_in)
        else:
            draw_ring(painter, middle, scaled(11), theme.verdict_out)
        painter.end()


class Header(Themed, QWidget):
    """Glyph, verdict in two words, and the facts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = _Glyph(self)
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.RichText)
        self._mentioned: SubjectExplanation | None = None
        row = hbox(self, margins=(12, 10, 12, 10), spacing=4)
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self.restyle()

    @property
    def sentence(self) -> str:
        """What it says, without marks of form."""
        mentioned = self._mentioned
        return "" if mentioned is None else f"{mentioned.lead}. {mentioned.facts}"

    @override
    def restyle(self) -> None:
        self._words.setFont(font(12))
        self._words.setPalette(QPalette())
        self.show_explanation(self._mentioned)

    def show_explanation(self, mentioned: SubjectExplanation | None) -> None:
        """Say what is told; every part of it is escaped, none is markup."""
        theme = current_theme()
        self._mentioned = mentioned
        if mentioned is None:
            self._words.clear()
            return
        self._glyph.in_block = mentioned.in_block
        colour = theme.verdict_in if mentioned.in_block else theme.verdict_out
        lead = f'<b style="color: {colour.name()}">{escape(mentioned.lead)}</b>'
        name = escape(mentioned.name)
        facts = escape(mentioned.facts).replace(name, f"<b>{name}</b>", 1)
        self._words.setText(f"{lead}&nbsp;&nbsp; {facts}")
        self._words.setAccessibleName(self.sentence)
        self._glyph.update()
