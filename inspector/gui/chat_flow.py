"""Opening, saving and leaving chats: what is asked of the person, and when."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMainWindow

from inspector.core.errors import ChangedOutsideError, InspectorError
from inspector.files import OutsideState, Saved
from inspector.gui.chat_keeper import ChatKeeper
from inspector.gui.dialogs import ask_about_unsaved, show_error
from inspector.gui.notice import Notice
from inspector.gui.session import Session
from inspector.shipped import shipped

_FILTER = "Chats (*.jsonl);;All files (*)"


class ChatFlow(QObject):
    """The ways into and out of a chat.

    Signals:
        about_to_leave: the document will be written or given up: typed text has to be in it.
        said: something to say for a moment.
        folder_used: the folder of a file that was chosen.
    """

    about_to_leave = Signal()
    said = Signal(str)
    folder_used = Signal(str)

    def __init__(
        self, window: QMainWindow, keeper: ChatKeeper, session: Session, notice: Notice
    ) -> None:
        super().__init__(window)
        self._window = window
        self._keeper = keeper
        self._session = session
        self._notice = notice
        self._after_save: Callable[[], object] | None = None
        self.folder = ""
        keeper.refused.connect(self._show_refusal)
        keeper.conflict.connect(self._show_conflict)
        keeper.outside_changed.connect(self._show_outside)
        keeper.saved.connect(self._say_saved)

    @property
    def is_modified(self) -> bool:
        """Whether the document differs from what the file holds."""
        chat = self._keeper.chat
        return chat is not None and self._session.document is not chat.saved

    @property
    def is_sample(self) -> bool:
        """Whether the open chat is the one that ships with the program."""
        chat = self._keeper.chat
        if chat is None:
            return False
        samples = Path(str(shipped())).resolve()
        return chat.path.resolve().is_relative_to(samples)

    def choose_and_open(self) -> None:
        """Let the person choose a chat to open."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open a chat", self.folder, _FILTER)
        if name:
            self.open(name)

    def open_sample(self) -> None:
        """Open the chat that ships with the program."""
        self.open(str(sample_path()))

    def open(self, name: str) -> None:
        """Open a chat, once unsaved edits of the present one are settled."""
        self._settle(lambda: self._keeper.open(Path(name)))

    def open_many(self, names: list[str]) -> None:
        """Open the first of several files that were dropped or named."""
        if names:
            self.open(names[0])
        if len(names) > 1:
            self.said.emit(f"{len(names)} files given; the first is open.")

    def save(self) -> None:
        """Save the chat in place; the sample as a copy."""
        self.about_to_leave.emit()
        if self.is_sample:
            self.save_copy()
        elif not self._keeper.is_busy:
            self._keeper.save(self._session.document)

    def overwrite(self) -> None:
        """Save over what somebody else wrote; that is backed up like any former contents."""
        self._keeper.save(self._session.document, overwrite=True)

    def save_copy(self) -> None:
        """Save the chat under another name."""
        chat = self._keeper.chat
        if chat is None:
            return
        self.about_to_leave.emit()
        suggested = Path(self.folder or Path.home()) / f"{chat.path.stem} (edited).jsonl"
        name, _ = QFileDialog.getSaveFileName(self._window, "Save a copy", str(suggested), _FILTER)
        if name:
            self.folder_used.emit(str(Path(name).parent))
            self._keeper.save_copy(Path(name), self._session.document)

    def reload(self) -> None:
        """Read the file again, once unsaved edits are settled."""
        chat = self._keeper.chat
        if chat is not None:
            self._settle(lambda: self._keeper.open(chat.path))

    def reload_without_asking(self) -> None:
        """Read the file again; the person has just chosen to."""
        if self._keeper.chat is not None:
            self._keeper.open(self._keeper.chat.path)

    def may_leave(self, then: Callable[[], object]) -> bool:
        """Whether nothing unsaved would be lost; asks if so, and saves first if wanted.

        Args:
            then: called after a save that the person asked for; not if they stay.
        """
        self.about_to_leave.emit()
        if not self.is_modified:
            return True
        chat = self._keeper.chat
        answer = ask_about_unsaved(self._window, chat.path.name if chat else "This chat")
        if answer == "save":
            self._after_save = then
            self.save()
        return answer == "discard"

    def _settle(self, then: Callable[[], object]) -> None:
        if self.may_leave(then):
            then()

    def _say_saved(self, saved: Saved, in_place: bool) -> None:  # noqa: FBT001 - a slot
        backup = f"; backup in {saved.backup.parent}" if saved.backup else ""
        self.said.emit(f"Saved {saved.on_disk.path.name}{backup}")
        then, self._after_save = self._after_save, None
        if in_place:
            self._notice.close_notice()
        if then is not None:
            then()

    def _show_refusal(self, error: InspectorError) -> None:
        self._after_save = None
        show_error(self._window, "This cannot be done", str(error))

    def _show_conflict(self, error: ChangedOutsideError) -> None:
        self._after_save = None
        self._notice.ask(
            f"Not saved: {error.why}. Your edits are still here.",
            [
                ("Reload, losing the edits", self.reload_without_asking),
                ("Save a copy…", self.save_copy),
                ("Overwrite, with a backup", self.overwrite),
            ],
        )

    def _show_outside(self, state: OutsideState) -> None:
        if state is OutsideState.SAME:
            self._notice.close_notice()
        elif state is OutsideState.DELETED:
            self._notice.ask(
                "The file is no longer where it was opened. What is shown here is still whole.",
                [("Save a copy…", self.save_copy), ("Keep working", lambda: None)],
            )
        else:
            self._notice.ask(
                "Somebody else, SillyTavern perhaps, has written this file.",
                [
                    ("Reload", self.reload),
                    ("Save a copy…", self.save_copy),
                    ("Keep what is shown", lambda: None),
                ],
            )


def sample_path() -> Path:
    """The chat that ships with the program."""
    samples = shipped().joinpath("samples").iterdir()
    return Path(str(next(one for one in samples if one.name.endswith(".jsonl"))))
