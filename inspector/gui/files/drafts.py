"""Drafts: what is typed into the document and not kept yet."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget
from shiboken6 import isValid

from inspector.files.unsaved import Draft
from inspector.gui.kit.edit_dialog import EditDialog
from inspector.gui.kit.field_editor import FieldEditor, modified_settings
from inspector.gui.kit.names_editor import NamesEditor, modified_names
from inspector.gui.kit.plain_text import PlainTextEdit, all_typing, modified_texts

if TYPE_CHECKING:
    from inspector.gui.kit.writer_plans import WriterPlans
    from inspector.gui.panels.lore.panel import LorePanel
    from inspector.gui.panels.rewrite.panel import RewritePanel


class Drafts(QObject):
    """Knows whether a person has typed something that no edit holds yet.

    Signals:
        changed: there may be one more draft, or one less, or another one.
    """

    changed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._heard: QLineEdit | None = None
        self._more: list[Callable[[], Sequence[Draft]]] = []
        all_typing.changed.connect(self.changed)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def hear(self, holder: "LorePanel | RewritePanel | WriterPlans") -> None:
        """Know what waits there for a decision as well: wordings, proposals, or answers."""
        self._more.append(holder.unkept)
        holder.drafts_changed.connect(self.changed)

    @property
    def are_there(self) -> bool:
        """Whether anything is typed into the document and not kept; soon said, of each letter."""
        return next(chain(self._typed_texts, self._typed_names), None) is not None

    @property
    def texts(self) -> tuple[str, ...]:
        """All of `unkept`, as a person is asked about it."""
        return tuple(one.text for one in self.unkept)

    @property
    def unkept(self) -> tuple[Draft, ...]:
        """All that would be lost with the chat, or with the program, whatever it was typed into."""
        settings = (one for one in modified_settings() if self._is_own(one))
        return (
            *(Draft(one.accessibleName(), one.text, one.target) for one in self._typed_texts),
            *(Draft(one.input.accessibleName(), one.draft) for one in self._typed_names),
            *(Draft(one.name, one.draft) for one in settings),
            *self._of_dialog,
            *chain.from_iterable(unkept() for unkept in self._more),
        )

    @property
    def _typed_texts(self) -> Iterator[PlainTextEdit]:
        return (one for one in modified_texts() if _edits_document(one) and self._is_own(one))

    @property
    def _typed_names(self) -> Iterator[NamesEditor]:
        return (one for one in modified_names() if self._is_own(one))

    @property
    def _of_dialog(self) -> tuple[Draft, ...]:
        """What is typed into the named lines of the dialog that waits for a person."""
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, EditDialog) or not self._is_own(dialog):
            return ()
        lines = (one for one in dialog.findChildren(QLineEdit) if one.accessibleName())
        return tuple(
            Draft(one.accessibleName(), one.text())
            for one in lines
            if one.isModified() and one.text()
        )

    def _is_own(self, edit: QWidget) -> bool:
        """Whether it stands in this window, or in a dialog over it."""
        around: QObject | None = edit
        while around is not None and around is not self._window:
            around = around.parent()
        return around is not None

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Hear the line that a person begins to type into."""
        if self._heard is not None and isValid(self._heard):
            self._heard.textChanged.disconnect(self.changed)
        self._heard = new if isinstance(new, QLineEdit) else None
        if self._heard is not None:
            self._heard.textChanged.connect(self.changed)
        # Once the editor that was left has said what becomes of its text.
        QTimer.singleShot(0, self, self.changed.emit)


def _edits_document(edit: QWidget) -> bool:
    """Whether what is typed into it is none of a setting's."""
    around = edit.parentWidget()
    while around is not None and not isinstance(around, FieldEditor):
        around = around.parentWidget()
    return around is None or around.edits_document
