"""The line that says where the selected memory came from, or why something cannot be done."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import OneLine
from inspector.gui.kit.sizes import STRIP
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.messages.sources import Run
from inspector.gui.panels.messages.words import runs_text
from inspector.language import _


class Strip(FilledWidget):
    """One line between the bar and the table; hidden while there is nothing to say.

    Signals:
        go_requested: to this message (int).
    """

    has_bottom_line = True

    go_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[Run, ...] = ()
        self._at = 0
        self.words = OneLine(self, pixels=11)
        self.words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.go = QPushButton(self)
        self.onward = QPushButton(_("Next part"), self)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 2, 10, 3)
        row.setSpacing(8)
        row.addWidget(self.words)
        for button in (self.go, self.onward):
            button.setAutoDefault(False)
            button.setFont(font(11))
            button.setFixedHeight(scaled(STRIP - 8))
            row.addWidget(button)
        row.addStretch(1)
        self.go.clicked.connect(lambda: self._step(0))
        self.onward.clicked.connect(lambda: self._step(self._at + 1))
        self.setFixedHeight(scaled(STRIP))
        self.hide()

    def say(self, notice: str) -> None:
        """Show a sentence."""
        self._show(notice, ())

    def show_memory(self, memory: int | None, runs: tuple[Run, ...], rest: int) -> None:
        """Say where a memory came from.

        Args:
            memory: its index, None to say nothing.
            runs: its messages.
            rest: how many more memories are selected.
        """
        if memory is None:
            self._show("", ())
            return
        words = (
            _("Memory {memory}: {runs_text}").format(memory=memory, runs_text=runs_text(runs))
            if runs
            else _("Memory {memory} names no message of this chat as its source.").format(
                memory=memory
            )
        )
        if rest:
            more = counted(rest, "{n} more memory", "{n} more memories")
            words = f"{words} · {_('{more_memorys} selected').format(more_memorys=more)}"
        self._show(words, runs)

    def _show(self, words: str, runs: tuple[Run, ...]) -> None:
        self._runs, self._at = runs, 0
        self.words.setText(words)
        self.go.setVisible(bool(runs))
        self.onward.setVisible(len(runs) > 1)
        if runs:
            self.go.setText(_("Go to {first}").format(first=runs[0].first))
            self.go.setAccessibleName(_("Go to message {first}").format(first=runs[0].first))
        self.setVisible(bool(words))

    def _step(self, at: int) -> None:
        self._at = at % len(self._runs)
        self.go_requested.emit(self._runs[self._at].first)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(0, 0, 3, self.height() - 1, current_theme().accent)
        painter.end()
