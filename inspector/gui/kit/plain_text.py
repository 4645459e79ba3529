"""A multi-line editor that gives back exactly the text that was not touched."""

from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from shiboken6 import isValid
from typing_extensions import override

from inspector.gui.kit.dragged_files import leave_files
from inspector.gui.kit.wrapping import set_wrap_mode

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEEPING_REASONS = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


_every: "WeakSet[PlainTextEdit]" = WeakSet()


class _Typing(QObject):
    """Hears of whatever is typed or dragged into an editor, be it without the keys.

    Signals:
        changed: in one of them something else is typed than before, or nothing any more.
    """

    changed = Signal()

    def tell(self, document: QTextDocument) -> None:
        """Say so where an editor's text is typed; what is loaded is none."""
        if document.isModified():
            self.changed.emit()


all_typing = _Typing()
"""Of all editors, of whichever window."""


def leaves(event: QFocusEvent) -> bool:
    """Whether a person really goes elsewhere: not to a menu, nor to another window."""
    return event.reason() not in _KEEPING_REASONS


def modified_texts() -> "list[PlainTextEdit]":
    """All editors in which something is typed, of whichever window; soon found."""
    return [one for one in [*_every] if isValid(one) and one.is_modified and not one.isReadOnly()]


class PlainTextEdit(QPlainTextEdit):
    """Edits one text; Tab goes on, as in a form.

    Attributes:
        target: what the text is of, as `files.unsaved.Draft` names it; empty where nobody says.

    Signals:
        committed: Ctrl+Enter, or Enter where `enter_commits`.
        tabbed: Tab where `enter_commits`.
        reverted: Esc.
        left: the focus went elsewhere.
    """

    committed = Signal()
    tabbed = Signal()
    reverted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None, *, enter_commits: bool = False) -> None:
        super().__init__(parent)
        _every.add(self)
        self._enter_commits = enter_commits
        self._loaded = ""
        self.target: tuple[str, ...] = ()
        self.setTabChangesFocus(True)
        self.document().modificationChanged.connect(all_typing.changed)
        self.textChanged.connect(self._tell_typed)

    def load(self, text: str) -> None:
        """Show a text and forget what was typed."""
        self._loaded = text
        set_wrap_mode(self.document(), (text,))
        self.setPlainText(text)
        self.document().setModified(False)

    def type_over(self, text: str) -> None:
        """Let a text stand there as if a person had typed it."""
        self.selectAll()
        self.insertPlainText(text)

    def restore(self) -> None:
        """Show the text as it was loaded."""
        self.load(self._loaded)

    def accept(self) -> None:
        """Take what is typed as the text that was loaded: it is in force."""
        self._loaded = self.text
        self.document().setModified(False)

    @property
    def is_modified(self) -> bool:
        """Whether something was typed that makes a difference."""
        return self.document().isModified() and self.text != self._loaded

    @property
    def text(self) -> str:
        """The text; as loaded where nothing was typed.

        `toPlainText` would turn no-break spaces into spaces, and every line end into LF.
        """
        if not self.document().isModified():
            return self._loaded
        raw = self.document().toRawText().replace("\u2029", "\n")
        return raw.replace("\n", "\r\n") if "\r\n" in self._loaded else raw

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if key == Qt.Key.Key_Escape:
            self.reverted.emit()
        elif key in _ENTER and self._commits(modifiers):
            self.committed.emit()
        elif key in _ENTER and modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
        else:
            super().keyPressEvent(event)

    @override
    def dragEnterEvent(self, e: QDragEnterEvent) -> None:
        if not leave_files(e):
            super().dragEnterEvent(e)

    @override
    def dragMoveEvent(self, e: QDragMoveEvent) -> None:
        if not leave_files(e):
            super().dragMoveEvent(e)

    @override
    def dropEvent(self, e: QDropEvent) -> None:
        if not leave_files(e):
            super().dropEvent(e)

    def _tell_typed(self) -> None:
        all_typing.tell(self.document())

    def _commits(self, modifiers: Qt.KeyboardModifier) -> bool:
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            return True
        return self._enter_commits and not modifiers & Qt.KeyboardModifier.ShiftModifier

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        if next and self._enter_commits:
            self.tabbed.emit()
            return True
        return super().focusNextPrevChild(next)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if leaves(event):
            self.left.emit()
