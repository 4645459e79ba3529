"""What stands around the panels: title, the bar of the question, the status bar, dialogs."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.chat_service import ChatService
from inspector.gui.kit.edit_dialog import EditDialog
from inspector.gui.state.session import Session
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.context_bar import ContextBar
from inspector.gui.window.status import Status
from inspector.language import _


class Frame(QObject):
    """Shows the view around the panels."""

    at_once = Part.CHAT

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        context: ContextBar,
        status: Status,
        keeper: ChatKeeper,
        flow: ChatService,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._context, self._status = context, status
        self._keeper, self._flow = keeper, flow
        self._is_what_if = False
        flow.drafts.changed.connect(self._show_modified)

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Show a view; see `Viewer`."""
        if Part.CHAT in changes or Part.DOCUMENT in changes:
            self.show_title()
        is_other = Part.DOCUMENT in changes and (
            changes.edits.chat_replaced or changes.edits.went_on
        )
        if Part.QUESTION in changes or is_other:
            self._context.show_question(view.question, view.document)
        if Part.WHAT_IF in changes:
            if view.what_if is not None:
                self._status.show_answer(view.what_if)
            self._mark_what_if(is_what_if=view.what_if is not None)
        if Part.ANSWER in changes and view.answer is not None:
            self._status.show_answer(view.answer)

    def _mark_what_if(self, *, is_what_if: bool) -> None:
        """A step of a drag changes the block, and neither title nor mark."""
        if self._is_what_if is not is_what_if:
            self._is_what_if = is_what_if
            self.show_title()

    def show_title(self) -> None:
        """Show which chat is open and whether it has unsaved edits."""
        chat = self._keeper.chat
        if chat is None:
            self._status.show_nothing()
            return
        self._window.setWindowTitle(_("{name}[*] — Memory Inspector").format(name=chat.path.name))
        self._show_modified()
        self._status.show_file(
            _("the sample chat") if self._flow.is_sample else str(chat.path.absolute().parent)
        )

    def _show_modified(self) -> None:
        if self._keeper.chat is not None:
            modified = self._flow.is_modified or self._flow.drafts.are_there
            self._window.setWindowModified(modified)
            self._status.show_document(
                self._session.document, modified=modified, read_only=self._flow.read_only
            )
            if self._is_what_if:
                self._status.show_what_if()


class OpenDialogs(QObject):
    """Has every open dialog go with the chat, whoever opened it.

    Args:
        window: over which they stand.
    """

    # An edit is made of what the dialog knows then: it must not be of a former document.
    at_once = Part.CHAT | Part.DOCUMENT

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Close them where another chat is open, and hand them another document."""
        if Part.CHAT not in changes and Part.DOCUMENT not in changes:
            return
        for dialog in self._window.findChildren(EditDialog):
            if Part.CHAT in changes:
                dialog.leave_chat()
            elif dialog.isVisible():
                dialog.take_document(view.document)
