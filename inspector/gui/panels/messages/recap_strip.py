"""A message's recap: its state with the reason, its text to edit, and whether it is left out."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.recap import Recaps
from inspector.core.recap_edits import SetExclude, SetMessageRecap
from inspector.core.recap_verdict import MessageVerdict
from inspector.gui.kit.one_line import OneLine
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.messages.recap_words import reason_text, state_colour, state_text

_LINES = 3


class RecapStrip(Themed, QWidget):
    """Shows what is kept about one message and asks for edits of it.

    Signals:
        edit_requested: a `core.edits.Edit`.
    """

    edit_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: int | None = None
        self._verdict: MessageVerdict | None = None
        self.state = QLabel(self)
        self.reason = OneLine(self)
        self.exclude = QCheckBox("Leave out", self)
        self.edit = PlainTextEdit(self)
        self._lay_out()
        self.exclude.toggled.connect(self._ask_exclude)
        for done in (self.edit.left, self.edit.committed):
            done.connect(self.commit)
        self.edit.reverted.connect(self.edit.restore)
        self.hide()

    @override
    def restyle(self) -> None:
        self._show_state()

    def show_nothing(self) -> None:
        """There is no message, or no recap in this chat."""
        self.commit()
        self._message = None
        self.hide()

    def show_message(self, message: int, verdict: MessageVerdict | None, recaps: Recaps) -> None:
        """Show a message's recap.

        Args:
            message: its index.
            verdict: what the ruleset says; None where it does not see the message.
            recaps: all that is kept.
        """
        if message != self._message:
            self.commit()
        is_other = message != self._message
        self._message, self._verdict = message, verdict
        kept = recaps.at(message)
        held = kept[0].text if kept else ""
        if is_other or (self.edit.text != held and not self.edit.is_modified):
            self.edit.load(held)
        blocker = QSignalBlocker(self.exclude)
        self.exclude.setChecked(any(one.is_excluded for one in kept))
        blocker.unblock()
        self._show_state()
        self.show()

    def commit(self) -> None:
        """Ask for what is typed."""
        if self._message is not None and self.edit.is_modified:
            words = self.edit.text
            self.edit.load(words)
            self.edit_requested.emit(SetMessageRecap(self._message, words))

    def _ask_exclude(self, exclude: bool) -> None:  # noqa: FBT001 - a slot's signature
        if self._message is not None:
            self.edit_requested.emit(SetExclude((self._message,), exclude))

    def _show_state(self) -> None:
        theme, verdict = current_theme(), self._verdict
        words = state_text(verdict) if verdict else ""
        why = reason_text(verdict) if verdict else "It comes after the moment."
        self.state.setText(words)
        self.reason.setText(why)
        self.reason.setToolTip("")
        self.setAccessibleDescription(f"{words}. {why}")
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.text_2)
        self.reason.setPalette(palette)
        if verdict is not None:
            ink = state_colour(verdict.state, theme.text_2)
            palette.setColor(QPalette.ColorRole.WindowText, ink)
        self.state.setPalette(palette)

    def _lay_out(self) -> None:
        self.setAccessibleName("Recap of the message")
        title = QLabel("Recap", self)
        title.setFont(font(11, bold=True))
        self.state.setFont(font(11, bold=True))
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setFont(font(11))
        self.exclude.setFont(font(11))
        self.exclude.setToolTip("Leave this message out of short-term memory")
        self.edit.setAccessibleName("Text of the message's recap")
        self.edit.setPlaceholderText("No recap")
        self.edit.setFont(font(12))
        height = self.edit.fontMetrics().lineSpacing() * _LINES + scaled(14)
        self.edit.setFixedHeight(height)
        head = QHBoxLayout()
        head.setSpacing(8)
        for part in (title, self.state):
            head.addWidget(part)
        head.addWidget(self.reason, 1)
        head.addWidget(self.exclude)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 5, 10, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.edit)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.alt)
        painter.fillRect(0, 0, self.width(), 1, theme.line)
        painter.end()
