"""What new wordings would do to the block, asked for while one types."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.edits import SetField
from inspector.core.injection import Derivation
from inspector.gui.state.view import Part, View, ViewChanges

_AFTER_MS = 80
"""Milliseconds without a key, after which the block is asked for."""


class Trial(QObject):
    """Has edits tried out as a what-if of the whole window, and takes them back.

    Args:
        edits: says what is to be tried; none for nothing.
        parent: as for any object.

    Signals:
        tried: edits whose effect on the block is wanted (a tuple); none for no longer.
    """

    tried = Signal(object)

    def __init__(self, edits: Callable[[], Sequence[SetField]], parent: QObject) -> None:
        super().__init__(parent)
        self._edits = edits
        self._view = View()
        self._running: tuple[SetField, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=_AFTER_MS)
        self._soon.timeout.connect(self._try)

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Take over what holds; what is tried is asked for anew after each answer to it.

        It is so after each document as well: where an edit is undone before its answer comes, the
        answer to what holds is the one before, and no other follows.
        """
        self._view = view
        if Part.CHAT in changes or Part.DOCUMENT in changes or Part.ANSWER in changes:
            self._running = ()
        if Part.DOCUMENT in changes or Part.ANSWER in changes:
            self.ask_soon()

    def ask_soon(self) -> None:
        """Ask, once nothing is typed for a moment."""
        self._soon.start()

    def end(self) -> None:
        """Show what holds again."""
        self._soon.stop()
        if self._running:
            self._running = ()
            self.tried.emit(())

    @property
    def before(self) -> Derivation | None:
        """What holds; None before the first answer."""
        return None if self._view.answer is None else self._view.answer.of_memories

    @property
    def after(self) -> Derivation | None:
        """What would hold; None where nothing differs, or it is not known yet."""
        answer = self._view.what_if
        is_other = answer is None or answer.state.document is self._view.document
        return None if answer is None or is_other or not self._running else answer.of_memories

    def _try(self) -> None:
        answer, view = self._view.answer, self._view
        # What holds comes first: a newer request would overtake it.
        if answer is None or answer.state.document is not view.document:
            return
        if answer.state.question != view.question:
            return
        edits = tuple(self._edits())
        if edits != self._running:
            self._running = edits
            self.tried.emit(edits)
