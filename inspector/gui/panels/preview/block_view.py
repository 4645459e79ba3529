"""Linking the block's lines to the one selection: pointer and keys in, highlight out."""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.panels.preview.rows import Highlight
from inspector.gui.panels.preview.text_view import BlockText
from inspector.gui.state.page import Page
from inspector.gui.state.selection import Selection

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BlockView(BlockText):
    """The block's text, whose memory lines select and are selected.

    Signals:
        edit_jump_requested: a memory's line was opened, to edit it (int index).
        menu_requested: the context menu is asked for at a global place (QPoint).
        focus_changed: the keyboard came or went.
    """

    edit_jump_requested = Signal(int)
    menu_requested = Signal(QPoint)
    focus_changed = Signal()

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        selection.memories_changed.connect(self._highlight_selection)
        selection.hovered_changed.connect(self._highlight_selection)
        self._highlight_selection()

    def memory_of_caret(self) -> int | None:
        """The memory whose line the caret stands in."""
        lines, line = self.page.lines, self.textCursor().blockNumber()
        return lines[line].memory if line < len(lines) else None

    def hover_at(self, y: float | None) -> None:
        """Say what is under the pointer at a height of the viewport; None: nothing."""
        row = None if y is None else self.row_at(y)
        self._selection.hover(row.memory if row else None)

    def click_at(self, y: float, *, toggle: bool = False) -> None:
        """Select the memory of the row at a height of the viewport."""
        row = self.row_at(y)
        if row is None or row.memory is None:
            return
        if toggle:
            self._selection.select({*self._selection.memories} ^ {row.memory})
        else:
            self._selection.select([row.memory])

    def open_at(self, y: float) -> None:
        """Ask to edit the memory of the row at a height of the viewport."""
        row = self.row_at(y)
        if row is not None and row.memory is not None:
            self.edit_jump_requested.emit(row.memory)

    def reveal(self, page: Page) -> None:
        """Scroll to the current memory's line, or to its ghost."""
        current = self._selection.current
        if current is None:
            return
        line = page.line_of.get(current)
        if line is None:
            line = next((one.before for one in self.ghosts if one.memory == current), None)
        if line is not None:
            self.scroll_to_line(min(line, self.blockCount() - 1))

    @override
    def mouseMoveEvent(self, e: QMouseEvent) -> None:
        super().mouseMoveEvent(e)
        self.hover_at(e.position().y())

    @override
    def mouseReleaseEvent(self, e: QMouseEvent) -> None:
        super().mouseReleaseEvent(e)
        if e.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            toggle = bool(e.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.click_at(e.position().y(), toggle=toggle)

    @override
    def mouseDoubleClickEvent(self, e: QMouseEvent) -> None:
        # On a memory's line this means *edit it*; elsewhere it selects a word as always.
        row = self.row_at(e.position().y())
        if row is None or row.memory is None or e.button() is not Qt.MouseButton.LeftButton:
            super().mouseDoubleClickEvent(e)
        else:
            self.edit_jump_requested.emit(row.memory)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self.hover_at(None)
        return super().viewportEvent(event)

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        memory = self.memory_of_caret()
        if e.key() in _ENTER and not e.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if memory is not None:
                self.edit_jump_requested.emit(memory)
            return
        super().keyPressEvent(e)
        after = self.memory_of_caret()
        if after is not None and after != memory and not self.textCursor().hasSelection():
            self._selection.select([after])

    @override
    def focusInEvent(self, e: QFocusEvent) -> None:
        super().focusInEvent(e)
        self.focus_changed.emit()

    @override
    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        self.focus_changed.emit()

    @override
    def contextMenuEvent(self, e: QContextMenuEvent) -> None:
        self.menu_requested.emit(e.globalPos())

    def _highlight_selection(self) -> None:
        selection = self._selection
        self.set_highlight(Highlight(frozenset(selection.memories), selection.hovered))
