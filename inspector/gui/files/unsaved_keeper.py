"""Keeps unsaved edits on the disk, from shortly after they are made until they are saved."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal

from inspector.core.document import Document
from inspector.core.edits import changes_between
from inspector.core.errors import EditError, InspectorError
from inspector.core.lore import Origin
from inspector.files import Copy
from inspector.files.unsaved import Draft, State
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.gui.files.drafts import Drafts
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.lore_readings import lore_of
from inspector.gui.state.commands import ChangeCommand
from inspector.gui.state.session import StateChange
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.jsonbytes.pieces import Pieces
from inspector.language import _
from inspector.loading import OpenChat
from inspector.lore_files import Lore, OpenLore
from inspector.recovery import CHAT, LORE, chat_state, lore_state, marked, saved_state
from inspector.small_files import why

_DELAY_MS = 80
"""After an edit, so that its block is painted first; on the disk it is within 200 ms."""


@dataclass(frozen=True, eq=False)
class _Subject:
    """What is unsaved of one file.

    Attributes:
        path: the file.
        kind: of the file, as `recovery` calls it.
        read: the reading of the file.
        origin: the file as it was first read.
        on_disk: what it holds.
        states: gives what is unsaved, and what the file holds, as `UnsavedEdits.record` takes them.
        is_edited_by: whether a command edits it.
    """

    path: Path
    kind: str
    read: object
    origin: Pieces
    on_disk: Pieces
    states: Callable[[], tuple[State, State | None]]
    is_edited_by: Callable[[ChangeCommand], bool]


class UnsavedKeeper(FileService):
    """Writes every edit of the chat, and of the lore beside it, into our own state folder.

    What is typed and is no edit yet goes with the chat's.

    Signals:
        failed: unsaved edits of a file cannot be kept; a sentence that says why.
    """

    failed = Signal(str)

    def __init__(self, context: FileContext, drafts: Drafts) -> None:
        super().__init__(context)
        self._drafts = drafts
        self._drafts.changed.connect(self._take_typed)
        self._typed: tuple[Draft, ...] = ()
        self._queue = WorkQueue(self)
        self._queue.idle.connect(self._keep_latest)
        self._is_behind = False
        self._kept: dict[Path, tuple[object, UnsavedEdits]] = {}
        self._ending: list[UnsavedEdits] = []
        self._begun = self._failures = 0
        self._mentioned: set[Path] = set()
        self._saved_at: dict[Path, int] = {}  # of the undo stack; where nothing stands, 0
        self._due = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._due.timeout.connect(self._keep)
        self._session.changed.connect(self._take_change)
        self._session.opened.connect(self._take_opened)
        self._commands.rebased.connect(self._saved_at.clear)
        self._keeper.saved.connect(self._take_saved_chat)
        self._lore.saved.connect(self._take_saved_lore)
        self._keeper.copy_of = self._lore.copy_of = self._copy_of

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where it keeps them now, with those that it is just taking away."""
        kept = (kept for _read, kept in self._kept.values())
        return tuple(one.folder for one in (*kept, *self._ending))

    @property
    def begun(self) -> int:
        """How many folders it has begun to keep so far."""
        return self._begun

    def keep_now(self, then: Callable[[], object]) -> None:
        """Keep at once what is unsaved.

        Args:
            then: called when the disk has it; not if it cannot be kept.
        """
        failures = self._failures
        self._start_keeping()
        self._queue.start(lambda _: None, lambda _: then() if self._failures == failures else None)

    def end(self) -> None:
        """Give up what is not saved, as the person decided, and let running work end."""
        self._start_over()
        self._end_all_but(())
        self._queue.wait()

    def _take_change(self, change: StateChange) -> None:
        # The timer of an earlier edit runs on, so that none waits longer for those after it.
        if (change.document.in_chat or change.document.lore) and not self._due.isActive():
            self._due.start()

    def _take_typed(self) -> None:
        if not self._due.isActive() and self._drafts.unkept != self._typed:
            self._due.start()

    def _take_saved_chat(self, _saved: object, in_place: bool) -> None:  # noqa: FBT001 - a slot
        if in_place and self._keeper.chat is not None:
            self._take_saved(self._keeper.chat.path)

    def _take_saved_lore(self, lore: Lore, _saved: object, in_place: bool) -> None:  # noqa: FBT001 - a slot
        reading = self._lore.readings.of(lore)
        if in_place and reading is not None:
            self._take_saved(reading.path)

    def _take_saved(self, path: Path) -> None:
        self._saved_at[path] = self._commands.stack.index()
        self._keep()

    def _start_over(self) -> None:
        self._due.stop()
        self._is_behind = False
        self._saved_at.clear()
        self._typed = ()
        self._mentioned.clear()

    def _take_opened(self) -> None:
        """Another chat is open, or the same once more; lore may stay beside it with its edits."""
        is_due = self._due.isActive() or self._is_behind
        self._start_over()
        left = [one.path for one in self._subjects(())]
        self._end_all_but(left)
        if left and is_due:
            self._due.start()

    def _end_all_but(self, left: Collection[Path]) -> None:
        for path in [path for path in self._kept if path not in left]:
            self._take_away(path)

    def _take_away(self, path: Path) -> None:
        _read, kept = self._kept.pop(path)
        self._ending.append(kept)
        self._queue.start(partial(_ended, kept), lambda _: self._ending.remove(kept))

    def _keep(self) -> None:
        """Keep what is unsaved, after what is being kept: on a slow disk none piles up."""
        self._is_behind = self._queue.is_busy
        if not self._is_behind:
            self._start_keeping()

    def _keep_latest(self) -> None:
        if self._is_behind:
            self._keep()

    def _start_keeping(self) -> None:
        drafts = self._drafts.unkept
        document = self._session.document
        self._typed = drafts
        subjects = {one.path: one for one in self._subjects(drafts)}
        for subject in subjects.values():
            typed = drafts if subject.kind == CHAT else ()
            saved_at = self._saved_at.get(subject.path, 0)
            edits = self._commands.edits_since(saved_at, subject.is_edited_by)
            self._queue.start(
                partial(_recorded, self._kept_of(subject), edits, subject, typed, document),
                refused=partial(self._tell, subject.path),
            )
        # After that: of a chat that was renamed they are under its new name by then.
        self._end_all_but(subjects)

    def _subjects(self, drafts: Sequence[Draft]) -> list[_Subject]:
        """All that is unsaved; what is typed is kept with the chat."""
        chat, document = self._keeper.chat, self._session.document
        if chat is None:
            return []
        found = [_of_lore(one, self._lore.readings.of(one)) for one in self._modified(document)]
        if drafts or changes_between(chat.saved, document).in_chat:
            found.insert(0, _of_chat(chat, document))
        return [one for one in found if one is not None]

    def _modified(self, document: Document) -> Sequence[Lore]:
        return self._lore.readings.modified(document)

    def _kept_of(self, subject: _Subject) -> UnsavedEdits:
        read, kept = self._kept.get(subject.path, (None, None))
        if kept is None:
            kept = UnsavedEdits(subject.path, subject.kind, subject.origin)
            self._begun += 1
        elif read is not subject.read:
            self._queue.start(partial(_moved, kept, subject.origin))
        self._kept[subject.path] = subject.read, kept
        return kept

    def _copy_of(self, path: Path) -> Copy | None:
        """A copy of what a file holds, made with its first unsaved edit."""
        _read, kept = self._kept.get(path, (None, None))
        return None if kept is None else kept.copy

    def _tell(self, path: Path, error: InspectorError) -> None:
        self._failures += 1
        if path not in self._mentioned:
            self._mentioned.add(path)
            self.failed.emit(str(error))


def _of_chat(chat: OpenChat, document: Document) -> _Subject | None:
    try:
        reading = chat.reading_of(document)
    except EditError:
        return None
    return _Subject(
        chat.path,
        CHAT,
        reading.file,
        reading.file.lines.pieces,
        chat.on_disk.pieces,
        lambda: (chat_state(chat, document), saved_state(chat, document)),
        lambda command: command.changes.in_chat,
    )


def _of_lore(lore: Lore, reading: OpenLore | None) -> _Subject | None:
    if reading is None:
        return None
    on_disk = reading.on_disk.pieces
    return _Subject(
        reading.path,
        LORE,
        reading.file,
        (reading.file.data,),
        on_disk,
        lambda: (lore_state(reading, lore), _saved_lore(reading)),
        partial(_edits, lore.origin),
    )


def _edits(origin: Origin | None, command: ChangeCommand) -> bool:
    """Whether a command edits what was read there, and neither opens it nor takes it away."""
    both = [
        next((one for one in lore_of(state.document) if one.origin is origin), None)
        for state in (command.step.before, command.step.after)
    ]
    return None not in both and both[0] is not both[1]


def _saved_lore(reading: OpenLore) -> State | None:
    """What the file holds; None where that is no state of what this reading is of."""
    is_own = reading.saved.origin is reading.lore.origin
    return lore_state(reading, reading.saved) if is_own else None


def _recorded(
    kept: UnsavedEdits,
    edits: Sequence[str],
    subject: _Subject,
    drafts: Sequence[Draft],
    document: Document,
    _token: CancelToken,
) -> None:
    try:
        state, saved = subject.states()
        kept.record(edits, state, saved, subject.on_disk, marked(drafts, document))
    except OSError as error:
        raise InspectorError(
            _(
                "Unsaved edits of {name} cannot be kept should the program end unasked: {why}."
            ).format(name=subject.path.name, why=why(error))
        ) from error


def _ended(kept: UnsavedEdits, _token: CancelToken) -> None:
    kept.end()


def _moved(kept: UnsavedEdits, origin: Pieces, _token: CancelToken) -> None:
    kept.move(origin)
