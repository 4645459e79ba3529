"""The field in which one types what to look for; it shows how many messages hold it.

It is the line of all filters, but that Enter goes from match to match: what is typed marks
messages, and need not leave any out.
"""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.tables.filter_input import FilterInput
from inspector.language import _

FIND_HELP = _("Enter goes to the next message that holds it, Shift+Enter back.")
_PAD = 8
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindField(FilterInput):
    """Takes a text to look for.

    Signals:
        step_asked: to the next match (1) or the previous one (-1).
        escaped: Esc.
    """

    step_requested = Signal(int)
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = ""
        self.setTextMargins(4, 0, 0, 0)
        self.setPlaceholderText(_("Find words, or: name == Nell and not hidden"))
        self.setAccessibleName(_("Find in names and texts"))
        self.setToolTip(FIND_HELP)

    def show_note(self, note: str) -> None:
        """Say at the right what came of it."""
        if note != self.note:
            self.note = note
            self.setAccessibleDescription(note)
            width = QFontMetrics(font(11)).horizontalAdvance(note)
            self.setTextMargins(4, 0, width + scaled(_PAD) if note else 0, 0)
            self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not self.is_proposing
        if event.key() in _ENTER and is_plain:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_requested.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape and is_plain:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.note:
            painter = QPainter(self)
            painter.setFont(font(11, tabular=True))
            painter.setPen(current_theme().text_2)
            where = QRect(self.rect()).adjusted(0, 0, -scaled(_PAD), 0)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(where, int(flags), self.note)
            painter.end()
