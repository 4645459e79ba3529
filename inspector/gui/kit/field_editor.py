"""What editors of one field of one or more things have in common, in forms of any panel."""

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.names_editor import NamesEditor
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.theme import font, scaled


class FieldEditor(QWidget):
    """Edits one field of things in a list; what is typed stays until it is kept or reverted.

    Attributes:
        indexes: which things it edits.
        is_submitting: whether an edit that it asks for is being made.
        column: where its widgets stand.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.indexes: tuple[int, ...] = ()
        self.is_submitting = False
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(scaled(3))

    @property
    def is_modified(self) -> bool:
        """Whether something is typed that is not kept yet."""
        return False

    def commit(self) -> None:
        """Ask for what is typed, if it differs; it stays typed if the edit is refused."""

    def revert(self) -> None:
        """Forget what is typed."""

    def set_indexes(self, indexes: tuple[int, ...]) -> bool:
        """Edit these things from now on.

        Returns:
            whether what they hold shall be shown; not over what is typed for the same ones.
        """
        if indexes == self.indexes and self.is_modified and not self.is_submitting:
            return False
        self.indexes = indexes
        return True

    def submit(self, emit: Callable[[], object]) -> None:
        """Ask for an edit; while it is made the new values replace what is typed."""
        if not self.is_submitting:
            self.is_submitting = True
            emit()
            self.is_submitting = False

    def written_edit(self, title: str, *, is_line: bool) -> PlainTextEdit:
        """An edit of text; leaving it keeps what is typed, Esc reverts."""
        edit = PlainTextEdit(self, enter_commits=is_line)
        edit.setFont(font(12))
        edit.setAccessibleName(title)
        edit.document().setDocumentMargin(scaled(4))
        edit.committed.connect(self.commit)
        edit.tabbed.connect(self.focusNextChild)
        edit.left.connect(self.commit)
        edit.reverted.connect(self.revert)
        return edit

    def names_editor(self, title: str) -> NamesEditor:
        """An editor of names as chips; what is changed is kept when the focus goes elsewhere."""
        editor = NamesEditor(title, self)
        editor.committed.connect(self.commit)
        editor.reverted.connect(self.revert)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._commit_when_left)
        return editor

    def _commit_when_left(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is None or now is None or not self.isAncestorOf(before):
            return
        if not self.isAncestorOf(now) and now.window() is self.window():
            self.commit()


class FlagBox(CheckBox):
    """A check box for several things; partly checked where they differ.

    Signals:
        chosen: whether all of them shall be flagged.
    """

    chosen = Signal(bool)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.clicked.connect(self._choose)

    def show_values(self, values: Collection[bool]) -> None:
        """Show what the things hold."""
        states = Qt.CheckState
        both = True in values and False in values
        self.setTristate(both)
        held = states.Checked if True in values else states.Unchecked
        self.setCheckState(states.PartiallyChecked if both else held)

    def _choose(self) -> None:
        is_set = self.checkState() != Qt.CheckState.Unchecked
        self.setTristate(False)
        self.chosen.emit(is_set)
