"""The reading pane: one message in full, and the memories that came from it."""

from collections.abc import Sequence

from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.chat import Chat
from inspector.core.memory import Memory
from inspector.gui.kit.find_bar import FindBar
from inspector.gui.kit.labels import Label, OneLine, Tone
from inspector.gui.kit.layouts import nest, vbox
from inspector.gui.kit.text import counted
from inspector.gui.kit.text_view import TextView
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.messages.kept_strip import KeptStrip
from inspector.gui.panels.messages.memory_list import MemoryList
from inspector.gui.panels.messages.row import MessageRow
from inspector.gui.panels.messages.words import heading, memories_tooltip
from inspector.language import _

_SIDE_PX = 280
_LEAST = 460
"""Pixels below which the text needs all the room there is."""


class Reader(Themed, QWidget):
    """Shows a message's text as it is stored, macros included."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed: tuple[Chat, int] | None = None
        self._has_memories = False
        self.number = Label(self, bold=True)
        self.about = OneLine(self, Tone.QUIET)
        self.came_from = OneLine(self, pixels=11, bold=True)
        self.count = Label(self, pixels=11)
        self.text = TextView(self)
        self.memories = MemoryList(self)
        self.kept = KeptStrip(self)
        self._side = QWidget(self)
        self._lay_out()
        self.restyle()
        self.show_nothing("")

    @property
    def heading(self) -> str:
        """The line above the text."""
        return " · ".join(
            label.text() for label in (self.number, self.about) if not label.isHidden()
        )

    @override
    def restyle(self) -> None:
        theme = current_theme()
        background = QPalette()
        background.setColor(background.ColorRole.Base, theme.alt)
        self.memories.setPalette(background)

    def show_nothing(self, words: str) -> None:
        """Say in words that there is no message to read."""
        self._displayed = None
        self.number.hide()
        self.about.setText(words)
        self.text.hide()
        self.kept.show_nothing()
        self.show_memories((), ())

    def show_message(self, chat: Chat, row: MessageRow, *, displayed: bool) -> None:
        """Show a message; what is shown already keeps its place and selection.

        Args:
            chat: the message's chat.
            row: what is known of the message.
            displayed: whether the table has a row of it.
        """
        index = row.index
        message = chat.message(index)
        number, about = heading(
            chat, message, later=row.is_later, displayed=displayed, removed=row.is_removed
        )
        self.number.setText(number)
        self.number.show()
        self.about.setText(about)
        self.text.show()
        if self._displayed is None or self._displayed[0] is not chat or self._displayed[1] != index:
            self.text.show_text(message.text)
        self._displayed = chat, index

    def show_memories(self, memories: Sequence[Memory], selected: Sequence[int]) -> None:
        """Show the memories that came from the message."""
        self.memories.memories.show_memories(memories)
        self.memories.set_selected(selected)
        self.came_from.setText(
            _("{memorys} came from it").format(
                memorys=counted(len(memories), "{n} memory", "{n} memories")
            )
        )
        self.count.setText(counted(len(memories), "{n} memory", "{n} memories"))
        self.count.setToolTip(memories_tooltip(memories, len(memories)))
        self._has_memories = bool(memories)
        self._show_side()

    def _show_side(self) -> None:
        """The memories beside the text; their number alone where there is no room for them."""
        is_narrow = self.width() < scaled(_LEAST)
        self._side.setVisible(self._has_memories and not is_narrow)
        self.count.setVisible(self._has_memories and is_narrow)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(10, 6, 10, 2)
        head.setSpacing(8)
        head.addWidget(self.number)
        head.addWidget(self.about, 1)
        head.addWidget(self.count)
        main = vbox(None, head, FindBar(self.text), (self.text, 1), 0, self.kept, spacing=0)
        side = QVBoxLayout(self._side)
        side.setContentsMargins(1, 0, 0, 0)
        side.setSpacing(4)
        self.came_from.setContentsMargins(scaled(10), scaled(7), 0, 0)
        side.addWidget(self.came_from)
        side.addWidget(self.memories, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 1, 0, 0)
        row.setSpacing(0)
        nest(row, main, 1)
        row.addWidget(self._side)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._side.setFixedWidth(min(scaled(_SIDE_PX), round(self.width() * 0.42)))
        self._show_side()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        if not self._side.isHidden():
            side = self._side.geometry()
            painter.fillRect(side, theme.alt)
            painter.fillRect(side.left(), 0, 1, self.height(), theme.line)
        painter.fillRect(0, 0, self.width(), 1, theme.strong_line)
        painter.end()
