"""Opening and closing what stands beside the chat: lorebook, chronicle, card and scores."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from inspector.core.document import Document, sources_of
from inspector.core.errors import InspectorError
from inspector.core.lore import Lorebook
from inspector.files import OutsideState
from inspector.gui.files.chat_service import ChatService
from inspector.gui.files.conflicts import What, leave_as_is
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.lore_keeper import ReadFile
from inspector.gui.files.lore_readings import lore_of
from inspector.gui.files.pending_files import PendingFiles
from inspector.gui.files.save_jobs import LORE_FILTER
from inspector.gui.files.saving import Saving
from inspector.gui.kit.dialogs import ask_about_unsaved, show_error
from inspector.gui.kit.text import join_names
from inspector.language import _
from inspector.loading import OpenChat
from inspector.lore_files import Beside, FileKind, Lore, OpenLore, has
from inspector.sillytavern.data_root import CHARACTERS, WORLDS, folder_beside
from inspector.source_edits import PutBeside, TakeAway

_FILTERS = {FileKind.CARD: _("Character cards (*.png *.json);;All files (*)")}
_FOLDERS = {FileKind.LOREBOOK: WORLDS, FileKind.CARD: CHARACTERS}
OF_LORE = (FileKind.LOREBOOK, FileKind.CHRONICLE)


class LoreService(FileService):
    """The ways in and out for files beside the chat; each is one step to undo.

    Signals:
        opened: a file is now open beside the chat (`FileKind`).
    """

    opened = Signal(object)

    def __init__(
        self, context: FileContext, flow: ChatService, saving: Saving, pending: PendingFiles
    ) -> None:
        super().__init__(context)
        self._flow, self._saving, self._pending = flow, saving, pending
        self._lore.read.connect(self._take)
        self._lore.refused.connect(self._show_refusal)
        self._conflicts.reload_requested.connect(self._read_again)
        self._conflicts.careful_reload_requested.connect(self._read_again_carefully)
        self._deferred, self._awaited = Beside(), Path()
        self._chat: Path | None = None
        self._settled: dict[FileKind, Lore] = {}
        self._keeper.opening.connect(self._begin_reading)
        self._keeper.reading_ended.connect(self._end_reading)
        self._keeper.held.connect(self._start)
        self._session.opened.connect(self._hold)
        self._session.changed.connect(self._hold)

    def choose(self, kind: FileKind) -> None:
        """Let the person choose a file to open beside the chat."""
        chat = self._keeper.chat
        location = _FOLDERS.get(kind)
        start = folder_beside(chat.path, location) if chat is not None and location else None
        name, _rest = QFileDialog.getOpenFileName(
            self._window,
            _("Open a {kind}").format(kind=_(kind)),
            str(start or self._flow.folder),
            _FILTERS.get(kind, LORE_FILTER),
        )
        if name:
            self.open(kind, Path(name))

    def open(self, kind: FileKind, path: Path) -> None:
        """Open a file beside the chat, once unsaved edits of the present one are settled.

        Without a chat it waits for one, and while one is being read for that.
        """
        if self._keeper.reading is not None:
            self._deferred = self._deferred.with_file(kind, path)
        elif self._keeper.chat is None:
            self._pending.add(Beside().with_file(kind, path))
        else:
            self.settle(kind, lambda: self._lore.open(path, kind))

    def close(self, kind: FileKind) -> None:
        """Take something away from beside the chat, once its unsaved edits are settled."""
        self.settle(kind, partial(self._detach, kind))

    def settle(
        self,
        kind: FileKind,
        then: Callable[[], object],
        stay: Callable[[], object] | None = None,
    ) -> None:
        """Ask about unsaved edits of what stands beside the chat, and is about to go.

        Args:
            kind: of it.
            then: called once they are saved or given up.
            stay: called if the person goes back.
        """
        self._flow.collect_typed()
        lore = self.held(kind) if kind in OF_LORE else None
        readings = self._lore.readings
        reading = readings.of(lore)
        if lore is None or reading is None or lore not in readings.modified(self._document):
            then()
            return
        chat = self._chat
        with self._keeper.questions.one():
            answer = ask_about_unsaved(self._window, (reading.path.name,))
        if answer == "save":
            go_on = partial(self._go_on, kind, lore, then, stay)
            self._saving.save_lore(lore, lambda: go_on() if self._chat == chat else None)
        elif answer == "discard":
            self._settled[kind] = lore
            then()
        elif stay is not None:
            stay()

    def _go_on(
        self,
        kind: FileKind,
        saved: Lore,
        then: Callable[[], object],
        stay: Callable[[], object] | None,
    ) -> None:
        """Go on after a save; who went on editing meanwhile is asked about that, too."""
        if self.held(kind) is saved:
            self._settled[kind] = saved
            then()
        else:
            self.settle(kind, then, stay)

    def save_copy(self, kind: FileKind) -> None:
        """Save the lorebook or the chronicle under another name."""
        lore = self.held(kind)
        if lore is not None:
            self._flow.collect_typed()
            self._saving.save_copy(self.held(kind))

    def held(self, kind: FileKind) -> Lore | None:
        """The lorebook or the chronicle that stands beside the chat."""
        document = self._document
        return document.lorebook if kind is FileKind.LOREBOOK else document.chronicle

    def is_open(self, kind: FileKind) -> bool:
        """Whether something of the kind stands beside the chat."""
        return has(sources_of(self._document), kind)

    def _begin_reading(self, path: str) -> None:
        """Another chat is being read: what waited for the one before goes with it."""
        if Path(path) != self._awaited:
            self._deferred, self._awaited = Beside(), Path(path)

    def _end_reading(self) -> None:
        """Open what waited for the chat that is open now, and ask about what was for another."""
        if self._keeper.reading is not None or not self._deferred:
            return
        deferred, self._deferred = self._deferred, Beside()
        chat = self._keeper.chat
        if chat is None:
            self._pending.add(deferred)
        elif chat.path == self._awaited:
            self._open_all(deferred)
        else:
            self._notice.ask(
                _("{files} waited for a chat that is not open: {name}.").format(
                    files=join_names([path.name for path in deferred.paths]),
                    name=self._awaited.name,
                ),
                [
                    (
                        _("Open it beside {name}").format(name=chat.path.name),
                        partial(self._open_all, deferred),
                    ),
                    (_("Forget it"), leave_as_is),
                ],
            )

    def _open_all(self, named: Beside) -> None:
        for kind, path in named.files:
            self.open(kind, path)

    def _start(self, chat: OpenChat) -> None:
        if chat.path != self._chat:
            self._lore.cancel()  # what is read for the former one goes with it
        self._chat = chat.path
        self._lore.start(chat.document, self._keeper.beside.readings)
        for error in self._keeper.beside.refused:
            self._show_refusal(error)

    def _hold(self) -> None:
        self._lore.hold(self._document)

    @property
    def _document(self) -> Document:
        return self._session.document

    def _take(self, found: ReadFile) -> None:
        if self._keeper.reading is not None and self._keeper.reading == self._chat:
            self.open(found.kind, found.path)  # else it would not be there in the next reading
            return
        settled, put = self._settled.pop(found.kind, None), partial(self._put, found)
        if settled is not None and settled is self.held(found.kind):
            put()
        else:
            self.settle(found.kind, put)  # what was edited while it was read

    def _put(self, found: ReadFile) -> None:
        value = found.value.lore if isinstance(found.value, OpenLore) else found.value
        self._flow.use_folder(str(found.path.parent))
        text = _("{capital} {name} opened").format(
            capital=_capital(found.kind), name=found.path.name
        )
        self._commands.submit_all((PutBeside(value),), text)
        self._flow.say(_("Opened {name}").format(name=found.path.name))
        self.opened.emit(found.kind)

    def _detach(self, kind: FileKind) -> None:
        self._lore.give_up(kind)
        self._commands.submit_all(
            (TakeAway(kind),), _("{capitalize} closed").format(capitalize=_capital(kind))
        )

    def _read_again(self, what: What) -> None:
        """Read a file again; the person has just chosen to lose its edits."""
        reading = self._lore.readings.of(what)
        if reading is not None:
            kind = kind_of(reading.lore)
            if (given_up := self.held(kind)) is not None:
                self._settled[kind] = given_up
            self._lore.open(reading.path, kind)

    def _read_again_carefully(self, what: What) -> None:
        """Read a file again; who goes back is asked once more what to do."""
        reading = self._lore.readings.of(what)
        if reading is not None:
            kind, path = kind_of(reading.lore), reading.path
            again = partial(self._show_outside, reading, OutsideState.CHANGED)
            self.settle(kind, lambda: self._lore.open(path, kind), again)

    def _show_refusal(self, error: InspectorError) -> None:
        show_error(self._window, _("This cannot be opened"), str(error))

    def _show_outside(self, reading: OpenLore, state: OutsideState) -> None:
        for lore in lore_of(self._document):
            if lore.origin is reading.lore.origin:
                self._conflicts.show_outside(lore, reading.path, state)


def kind_of(lore: Lore) -> FileKind:
    """Which of the two it is."""
    return FileKind.LOREBOOK if isinstance(lore, Lorebook) else FileKind.CHRONICLE


def _capital(kind: FileKind) -> str:
    name = _(kind)
    return _("Scores") if kind is FileKind.SCORES else f"{name[:1].upper()}{name[1:]}"
