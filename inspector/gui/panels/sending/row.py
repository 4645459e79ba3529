"""One event: its number, what happens and why, how much it concerns, and the way to keep it."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.state.before_sending import EventRow
from inspector.language import _

_CIRCLE = 20


class EventWidget(QWidget):
    """Shows one row.

    Signals:
        kept: its event shall be made part of the file.
    """

    kept = Signal()

    def __init__(self, number: int, row: EventRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.row = row
        title = plain_label(row.title, bold=True)
        detail = plain_label(row.detail, 11, Tone.QUIET)
        amount = plain_label(row.amount, 11, Tone.QUIET)
        amount.setWordWrap(False)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(detail)
        self.keep = QPushButton(_("Keep in the file"), self)
        self.keep.setToolTip(_("Make this part of the file, as one step to undo"))
        self.keep.setAccessibleDescription(row.title)
        self.keep.setVisible(bool(row.edits))
        self.keep.clicked.connect(self.kept)
        hbox(self, (texts, 1), amount, self.keep, margins=(42, 5, 10, 6), spacing=10)
        self.setAccessibleName(f"{number}. {row.title}")
        self.setAccessibleDescription(f"{row.detail} {row.amount}")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = scaled(_CIRCLE)
        circle = QRectF(scaled(12), scaled(7), size, size)
        # What would happen is drawn dashed; it is not in the file.
        painter.setPen(QPen(theme.text_2, 1, Qt.PenStyle.DashLine))
        painter.drawEllipse(circle)
        painter.setPen(theme.text)
        painter.setFont(font(11))
        painter.drawText(circle, int(Qt.AlignmentFlag.AlignCenter), str(self._number))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.line)
        painter.end()
