"""The panel of details: all fields of the selected memories, to read and to edit."""

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit
from inspector.core.injection import Derivation
from inspector.core.memory import Memory
from inspector.gui.kit.labels import RefusalBar, StatusLabel, Tone
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.memories.detail_form import DetailForm
from inspector.gui.panels.memories.row import Verdicts
from inspector.gui.state.question_edits import QuestionEdit, is_of_chat
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _


class MemoryDetail(Panel):
    """Shows the current memory, or the selection with mixed values shown as such."""

    name = "details"
    title = _("Details")
    shows_kept = True
    at_once = Part.DOCUMENT

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = Document()
        self._verdicts = Verdicts()
        self._point_of_view = ""
        self._is_stale = True
        self.notice = RefusalBar(self)
        self.read_only_line = StatusLabel(self, Tone.QUIET)
        self.read_only_line.setContentsMargins(scaled(10), scaled(4), scaled(10), scaled(4))
        self._form = DetailForm(())
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        # Not the panel, which this covers, so that it is never painted itself.
        self._seen = WhenSeen(self._scroll.viewport(), self._show)
        top = (self.read_only_line, self.notice)
        vbox(self, *top, (self._scroll, 1), margins=0, spacing=0)
        selection.memories_changed.connect(self._on_selected)
        self.setAutoFillBackground(True)
        self._build()
        self._show()

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.set_document(view.document)
        elif Part.DOCUMENT in changes:
            self.refresh(view.document, changes.edits.memories_of(view.document))
        if Part.QUESTION in changes:
            self.set_point_of_view(view.point_of_view)
        if Part.ANSWER in changes and view.answer is not None:
            self.set_derivation(view.answer.of_memories)

    def set_document(self, document: Document | None) -> None:
        """Show the memories of another chat, None for no chat; what is typed is forgotten."""
        self.notice.say("")
        self._form.revert()
        self._document = document or Document()
        self._verdicts = Verdicts()
        self._show()

    def refresh(self, document: Document, indexes: frozenset[int]) -> None:
        """Show the same chat after an edit of the memories `indexes`."""
        self.notice.say("")
        self._document = document
        self._form.set_document(document)
        if indexes.intersection(self._selection.memories):
            # What was typed here and is kept now is none that waits to be kept.
            self._show(at_once=not self._is_stale)

    def set_derivation(self, derivation: Derivation | None) -> None:
        """Show the score of a new derivation."""
        self._verdicts = Verdicts(derivation)
        if not self._is_stale:
            self._form.show_facts(self._memories, self._verdicts)

    def set_point_of_view(self, name: str) -> None:
        """Let one character's chips stand out; empty for nobody's."""
        self._point_of_view = name
        self._form.set_point_of_view(name)

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        """Say why an edit was refused, until the next one succeeds."""
        if is_of_chat(edit):
            self.notice.say(reason)

    @override
    def set_read_only(self, reason: str) -> None:
        super().set_read_only(reason)
        self.read_only_line.say(reason)
        self._form.set_usable(usable=not reason)

    @override
    def commit(self) -> None:
        """Ask for what is typed and not kept yet, as before saving or opening a chat."""
        self._form.commit()

    @property
    def _memories(self) -> tuple[Memory, ...]:
        known = self._document.memories
        return tuple(known[index] for index in self._selection.memories if index < len(known))

    @property
    def form(self) -> DetailForm:
        """The fields, with what is selected; made and filled when they are seen, or asked for."""
        if self._form.fields != self._document.fields:
            self._build()
        if self._is_stale:
            self._is_stale = False
            self._form.show_memories(self._document, self._memories, self._verdicts)
        return self._form

    def _build(self) -> None:
        self._form = DetailForm(self._document.fields)
        self._form.edit_requested.connect(self.edit_requested)
        self._form.messages_requested.connect(self.message_activated)
        self._form.set_point_of_view(self._point_of_view)
        self._form.set_usable(usable=not self.read_only)
        self._scroll.setWidget(self._form)
        self._form.setAutoFillBackground(False)
        self._is_stale = True

    def _on_selected(self) -> None:
        """Keep what is typed, unless nothing is selected: then another chat may be open."""
        if self._selection.memories:
            self.commit()
        else:
            self._form.revert()
        self._show()

    def _show(self, *, at_once: bool = False) -> None:
        self._is_stale = True
        if self._seen.is_now() or at_once:
            _ = self.form
