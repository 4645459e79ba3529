"""Opening, saving and leaving chats, as menus and drops ask for it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from inspector.core.document import Document, sources_of
from inspector.core.errors import InspectorError
from inspector.files import OutsideState
from inspector.gui.files.conflicts import What
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.leaving import Leaving
from inspector.gui.files.sample import is_sample, is_shipped, sample_beside
from inspector.gui.files.save_jobs import CHAT_FILTER
from inspector.gui.files.saving import Saving
from inspector.gui.kit.dialogs import show_error
from inspector.language import _
from inspector.lore_files import Beside
from inspector.shipped import sample_chat, sample_of_tiers


class ChatService(FileService):
    """The ways into and out of a chat.

    Attributes:
        pending: what shall be opened beside the next chat.
        drafts: what is typed and not kept.

    Signals:
        about_to_leave: the document will be written or given up: typed text has to be in it.
        folder_used: the folder of a file that was chosen.
    """

    about_to_leave = Signal()
    folder_used = Signal(str)

    def __init__(self, context: FileContext, saving: Saving) -> None:
        super().__init__(context)
        self._saving = saving
        self.pending = Beside()
        self._coming = Beside()
        self._leaving = Leaving(
            self._window, self._session, self._keeper, saving, self.collect_typed
        )
        self.drafts = self._leaving.drafts
        self._keeper.let_in = self._leaving.let_in
        self._keeper.opened.connect(self._forget_waiting)
        self._keeper.refused.connect(self._show_refusal)
        self._conflicts.reload_requested.connect(self._reload_chat_without_asking)
        self._conflicts.careful_reload_requested.connect(self._reload_chat)
        saving.announced.connect(self.announced)
        saving.folder_used.connect(self.use_folder)

    def collect_typed(self) -> None:
        """Have what is typed become part of the document, before it is written or given up."""
        self.about_to_leave.emit()

    def use_folder(self, folder: str) -> None:
        """Remember the folder of a file that was chosen."""
        self.folder = folder
        self.folder_used.emit(folder)

    def say(self, text: str) -> None:
        """Say something for a moment."""
        self.announced.emit(text)

    @property
    def folder(self) -> str:
        """The folder in which a person chose a file last."""
        return self._saving.jobs.folder

    @folder.setter
    def folder(self, folder: str) -> None:
        self._saving.jobs.folder = folder

    @property
    def is_modified(self) -> bool:
        """Whether the chat's file, or one beside it, holds something else than the document."""
        return bool(self._saving.modified_names)

    @property
    def read_only(self) -> str:
        """Why the chat cannot be edited here now; empty if it can."""
        return self._commands.read_only

    @property
    def is_sample(self) -> bool:
        """Whether the open chat is the one that ships with the program."""
        chat = self._keeper.chat
        return chat is not None and is_shipped(chat.path)

    def choose_and_open(self) -> None:
        """Let the person choose a chat to open."""
        name, _rest = QFileDialog.getOpenFileName(
            self._window, _("Open a chat"), self.folder, CHAT_FILTER
        )
        if name:
            self.open(name)

    def open_sample(self) -> None:
        """Open the chat that ships with the program."""
        self.open(str(sample_chat()))

    def open_sample_of_tiers(self) -> None:
        """Open the short chat that ships with the program, of MessageSummarize and Summarize."""
        self.open(str(sample_of_tiers()))

    def open(self, name: str, beside: Beside | None = None) -> None:
        """Open a chat, once unsaved edits of the present one are settled.

        Args:
            name: its file.
            beside: what shall stand beside it, over what waits for a chat.
        """
        self._leaving.settle(partial(self._open, Path(name), beside or Beside()))

    def open_many(self, names: list[str], beside: Beside | None = None) -> None:
        """Open the first of several files that were dropped or named."""
        if names:
            self.open(names[0], beside)
        if len(names) > 1:
            self.say(_("{n:,} files given; the first is open.").format(n=len(names)))

    def save(self) -> None:
        """Save all that has unsaved edits; what ships with the program as a copy."""
        self.collect_typed()
        self._saving.save()

    def overwrite(self) -> None:
        """Save over what somebody else wrote; that is backed up like any former contents."""
        self._saving.overwrite()

    def save_copy(self) -> None:
        """Save the chat under another name."""
        self.collect_typed()
        self._saving.save_copy()

    def reload(self) -> None:
        """Read chat and lore again, once unsaved edits are settled."""
        self._leaving.settle(self._read_again)

    def reload_without_asking(self) -> None:
        """Read the chat again; the person has just chosen to. What stands beside it stays."""
        chat = self._keeper.chat
        if chat is not None:
            self._leaving.give_up()
            self._keeper.open(chat.path, Beside(rest=sources_of(self._session.document)))

    def may_leave(self, then: Callable[[], object]) -> bool:
        """Whether nothing unsaved would be lost; see `Leaving.may_leave`."""
        return self._leaving.may_leave(then)

    def _open(self, path: Path, beside: Beside) -> None:
        known = self._coming if path == self._keeper.reading else Beside()
        beside = self.pending.over(known).over(beside)
        self._coming = beside or (sample_beside() if is_sample(path) else beside)
        self._keeper.open(path, self._coming)

    def _read_again(self) -> None:
        chat = self._keeper.chat
        if chat is not None:
            self._keeper.open(chat.path, from_disk(self._session.document))

    def _reload_chat(self, what: What) -> None:
        """Read the chat again; who goes back is asked once more what to do."""
        if what is None:
            self._leaving.settle(
                self._read_again, partial(self._show_outside, OutsideState.CHANGED)
            )

    def _reload_chat_without_asking(self, what: What) -> None:
        if what is None:
            self.reload_without_asking()

    def _forget_waiting(self) -> None:
        self.pending = Beside()

    def _show_refusal(self, error: InspectorError) -> None:
        show_error(self._window, _("This cannot be done"), str(error))

    def _show_outside(self, state: OutsideState) -> None:
        if self._keeper.chat is not None:
            self._conflicts.show_outside(None, self._keeper.chat.path, state)


def from_disk(document: Document) -> Beside:
    """What stands beside a chat, to be read again where it stands in a file of its own."""
    lorebook, chronicle = document.lorebook, document.chronicle
    read = (one.origin if one is not None else None for one in (lorebook, chronicle))
    paths = [None if origin is None else Path(origin.path) for origin in read]
    return Beside(lorebook=paths[0], chronicle=paths[1], rest=sources_of(document))
