"""Offers to bring unsaved edits back that a killed program left behind."""

import contextlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QListWidget,
    QMainWindow,
    QPushButton,
    QVBoxLayout,
)

from inspector import files
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.files.unsaved import Unsaved, found_unsaved
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.outside_changes import OutsideChanges
from inspector.gui.kit.dialogs import show_error
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.notice import Notice
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.gui.state.session import Session
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.loading import OpenChat
from inspector.merging.chats import Merged, Take
from inspector.merging.opened import opened_over
from inspector.merging.words import change_in_words, row_title
from inspector.recovery import LORE, Recovery, recovery_of

_WIDTH, _HEIGHT = 640, 420


class Recovering(QObject):
    """Looks for unsaved edits when the program starts, and asks what becomes of them.

    Signals:
        open_requested: this file shall be opened, so that its edits can be brought back (its path).
        said: something to say for a moment.
    """

    open_requested = Signal(str)
    said = Signal(str)

    def __init__(
        self,
        window: QMainWindow,
        keeper: ChatKeeper,
        session: Session,
        outside: OutsideChanges,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._keeper = window, keeper
        self._session, self._outside, self._notice = session, outside, notice
        self._queue = WorkQueue(self)
        self._left: list[Unsaved] = []
        self._wanted: Unsaved | None = None
        keeper.opened.connect(self._take_opened)

    def look(self) -> None:
        """See whether a killed program left edits behind."""
        self._queue.start(lambda _: list(_wanted()), self._take_found)

    def wait(self) -> None:
        """Let running work end."""
        self._queue.wait()

    def _take_found(self, found: Sequence[Unsaved]) -> None:
        self._left = list(found)
        self._ask_next()

    def _ask_next(self) -> None:
        if not self._left:
            return
        unsaved = self._left[0]
        name = unsaved.path.name
        if unsaved.problem:
            self._notice.ask(
                f"There are unsaved edits of {name} that cannot be brought back here: "
                f"{unsaved.problem}.",
                [("Keep them", self._put_off), ("Discard", partial(self._discard, unsaved))],
                unsaved.folder,
            )
            return
        number = counted(len(unsaved.edits), "edit")
        self._notice.ask(
            f"{number} of {name} were not saved when the program ended."
            if len(unsaved.edits) != 1
            else f"1 edit of {name} was not saved when the program ended.",
            [
                ("Bring back…", partial(self._show, unsaved)),
                ("Later", self._put_off),
                ("Discard", partial(self._discard, unsaved)),
            ],
            unsaved.folder,
        )

    def _put_off(self) -> None:
        self._left = self._left[1:]
        self._ask_next()

    def _discard(self, unsaved: Unsaved) -> None:
        unsaved.discard()
        self._left = [one for one in self._left if one is not unsaved]
        self._ask_next()

    def _show(self, unsaved: Unsaved) -> None:
        def work(_token: CancelToken) -> tuple[Recovery, Merged]:
            recovery = recovery_of(unsaved)
            return recovery, recovery.merged(otherwise=Take.MINE)

        self._queue.start(work, partial(self._open_dialog, unsaved), self._refuse)

    def _open_dialog(self, unsaved: Unsaved, found: tuple[Recovery, Merged]) -> None:
        recovery, merged = found
        chat = self._keeper.chat
        is_open = chat is not None and chat.path.absolute() == unsaved.path
        document = self._session.document if is_open else Document()
        dialog = RecoveryDialog(self._window, unsaved, recovery, merged, document)
        dialog.accepted.connect(partial(self._bring_back, unsaved, recovery, merged))
        dialog.rejected.connect(self._ask_next)
        dialog.open()

    def _bring_back(self, unsaved: Unsaved, recovery: Recovery, merged: Merged) -> None:
        if recovery.is_gone or unsaved.kind == LORE:
            self._save_elsewhere(unsaved, merged)
            return
        self._wanted = unsaved
        chat = self._keeper.chat
        if chat is not None and chat.path.absolute() == unsaved.path:
            self._take_opened(chat)
        else:
            self.open_requested.emit(str(unsaved.path))

    def _save_elsewhere(self, unsaved: Unsaved, merged: Merged) -> None:
        """Write the whole edited file: where it was, or where a person wants it."""
        title = f"Save {unsaved.path.name} with its edits"
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(unsaved.path))
        if not name:
            self._ask_next()
            return
        try:
            files.save(Path(name), merged.pieces)
        except InspectorError as error:
            self._refuse(error)
            return
        self._discard(unsaved)
        if unsaved.kind == LORE:
            self.said.emit(f"Saved {name}")
        else:
            self.open_requested.emit(name)

    def _take_opened(self, chat: OpenChat) -> None:
        """The chat whose edits are wanted is open, or one that has some is."""
        wanted = self._wanted
        if wanted is None or chat.path.absolute() != wanted.path:
            # Whoever shows a chat closes the notices of the one before.
            QTimer.singleShot(0, self, self._ask_next)
            return
        self._wanted = None
        around = self._session.document

        def work(_token: CancelToken) -> OpenChat:
            merged = recovery_of(wanted).merged(otherwise=Take.MINE)
            return opened_over(chat, merged.pieces, around)

        self._queue.start(work, partial(self._adopt, wanted, chat), self._refuse)

    def _adopt(self, unsaved: Unsaved, theirs: OpenChat, edited: OpenChat) -> None:
        if self._keeper.chat is not theirs or self._session.document is not theirs.document:
            self._ask_next()
            return
        unsaved.discard()
        self._left = [one for one in self._left if one is not unsaved]
        number = counted(len(unsaved.edits), "edit")
        self._outside.bring_back(edited, theirs, f"Bring back {number}")
        self.said.emit(f"{number} brought back, not saved yet.")
        self._ask_next()

    def _refuse(self, error: InspectorError) -> None:
        show_error(self._window, "The edits cannot be brought back", str(error))
        self._put_off()


def _wanted() -> Iterator[Unsaved]:
    """What was left behind, without what the file holds already."""
    for unsaved in found_unsaved():
        is_saved = False
        with contextlib.suppress(InspectorError):
            is_saved = not unsaved.problem and recovery_of(unsaved).is_saved
        if is_saved:
            unsaved.discard()
        else:
            yield unsaved


class RecoveryDialog(QDialog):
    """The edits that can be brought back, and what they meet in the file as it is now.

    Args:
        parent: over which window.
        unsaved: as they were found.
        recovery: of them.
        merged: what comes of it.
        document: the chat, which knows what its memories and fields are called; empty where
            it is not open.
    """

    def __init__(
        self,
        parent: QMainWindow,
        unsaved: Unsaved,
        recovery: Recovery,
        merged: Merged,
        document: Document,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Unsaved edits — {unsaved.path.name}")
        column = QVBoxLayout(self)
        number = counted(len(unsaved.edits), "edit")
        column.addWidget(plain_label(f"Bring back {number} to {unsaved.path.name}", 15, bold=True))
        column.addWidget(plain_label(_circumstances(recovery, merged)))
        edits = QListWidget()
        edits.setAccessibleName("Edits that were not saved")
        edits.addItems([f"{one.time[11:16]}  {one.text}" for one in unsaved.edits])
        column.addWidget(edits, 1)
        values = QListWidget()
        values.setAccessibleName("What they change in the file as it is now")
        for start, found in (("Both changed ", merged.conflicts), ("", merged.taken)):
            rows = ((row_title(one, document), change_in_words(one)) for one in found)
            values.addItems([f"{start}{title}: {words}" for title, words in rows])
        values.setVisible(values.count() > 0)
        column.addWidget(values, 1)
        buttons = QDialogButtonBox()
        buttons.addButton("Not now", QDialogButtonBox.ButtonRole.RejectRole)
        bring = QPushButton("Bring back")
        bring.setDefault(True)
        bring.setProperty("primary", True)  # noqa: FBT003 - a property of the style sheet
        buttons.addButton(bring, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(scaled(_WIDTH), scaled(_HEIGHT))


def _circumstances(recovery: Recovery, merged: Merged) -> str:
    lost = " The very last one was cut off and is lost." if recovery.unsaved.cut_off else ""
    if recovery.is_gone:
        return (
            "The file is gone, or no chat any more; it is brought back whole, with the edits, "
            f"under a name that you choose.{lost}"
        )
    if recovery.is_unchanged:
        return (
            f"The file is what it was. Nothing is written until you save; one step to undo.{lost}"
        )
    if merged.conflicts:
        values = counted(len(merged.conflicts), "value")
        return (
            "The file was written since. What that changed stays, but for "
            f"{values} that both changed, where yours is brought back.{lost}"
        )
    return f"The file was written since. What that changed stays; your edits are put into it.{lost}"
