"""Writes all files that hold unsaved edits: the chat's, and those of the lore beside it."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from inspector.core.errors import ChangedOutsideError, InspectorError
from inspector.files import Saved
from inspector.gui.files.conflicts import What
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.save_jobs import Job, SaveJobs, Way, together
from inspector.gui.kit.dialogs import show_error
from inspector.gui.kit.text import join_names
from inspector.language import _, ngettext
from inspector.lore_files import Lore

Then = Callable[[], object]
_JobsOf = Callable[[], list[Job] | None]
Gate = Callable[[Then | None], object]
"""Called with what comes after a save; has `Saving.save_by` save, now or later or never."""


@dataclass
class _Round:
    """Files that are written together.

    Attributes:
        then: what to do once all of them are.
        pending: how many are still to come.
        way: who writes the chat's own file.
        saved: what was written.
        failed: names of those that were not.
    """

    then: Then | None
    pending: int
    way: Way
    saved: list[Saved] = field(default_factory=list[Saved])
    failed: list[str] = field(default_factory=list[str])

    @property
    def in_words(self) -> str:
        """What was written, what was not, and where the backups are."""
        names = sorted(saved.on_disk.path.name for saved in self.saved)
        folders = dict.fromkeys(str(one.backup.parent) for one in self.saved if one.backup)
        parts = [_("Saved {names}").format(names=join_names(names))] if names else []
        if self.failed:
            parts.append(
                f"{_('not saved') if parts else _('Not saved')}: {join_names(self.failed)}"
            )
        if folders:
            words = ngettext("backup in {list}", "backups in {list}", len(folders))
            parts.append(words.format(list=join_names(list(folders))))
        parts += dict.fromkeys(note for one in self.saved for note in one.notes)
        if self.way.remark and any(one.backup for one in self.saved):
            parts.append(self.way.remark)
        return "; ".join(parts)


class Saving(FileService):
    """Saves, and goes on only once everything that was to be written is.

    Attributes:
        jobs: what has to be written.
        gate: says who writes the chat's own file.

    Signals:
        route_refused: the `InspectorError` for which a running SillyTavern did not write the chat,
            and what was to come after the save.
        folder_used: the folder of a name that was chosen.
    """

    route_refused = Signal(object, object)
    folder_used = Signal(str)

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self.jobs = SaveJobs(context, self.folder_used.emit)
        self.gate: Gate = partial(self.save_by, Way())
        self._round: _Round | None = None
        self._next: deque[tuple[_JobsOf, Then | None, Way]] = deque()
        self._keeper.held.connect(self._forget)
        for signal in (self._keeper.held, self._keeper.saved):
            signal.connect(self._conflicts.forget_only_copy)
        self._keeper.saved.connect(self._take_saved)
        self._keeper.not_saved.connect(self._take_chat_refusal)
        self._keeper.conflict.connect(self._take_chat_conflict)
        self._lore.saved.connect(self._take_saved_lore)
        self._lore.not_saved.connect(self._take_lore_refusal)
        self._conflicts.copy_requested.connect(self.save_copy)
        self._conflicts.overwrite_requested.connect(self.overwrite)

    @property
    def modified_names(self) -> tuple[str, ...]:
        """The files that hold something else than the document."""
        paths = (self.jobs.path(one) for one in self.jobs.modified)
        return tuple(path.name for path in paths if path is not None)

    def save(self, then: Then | None = None) -> None:
        """Write every file with unsaved edits in place; what ships with the program as a copy.

        The chat is also written if nothing has any.

        Args:
            then: called once all is written; not if a file is not, or no name is chosen.
        """
        self._conflicts.forget()
        if self._commands.read_only and not self.jobs.modified:
            self.announced.emit(self._commands.read_only)
            return
        self.gate(then)

    def save_by(self, way: Way, then: Then | None = None) -> None:
        """The same, once it is decided who writes the chat's own file."""
        self._begin(partial(self._all_by, way), then, way)

    def save_lore(self, lore: Lore, then: Then | None = None) -> None:
        """Write a lorebook or a chronicle alone."""
        self._begin(lambda: together([self.jobs.in_place(lore)]), then)

    def save_copy(self, what: What = None) -> None:
        """Save the chat, a lorebook or a chronicle under another name."""
        self._begin(lambda: together([self.jobs.copy(what)]), None)

    @property
    def only_here(self) -> str:
        """The name of the chat's file, where what is shown is the only whole copy of it."""
        path = self._conflicts.only_here
        if path is None or self._keeper.chat is None:
            return ""
        # Where it is read-only another window has it as well.
        return "" if self._commands.read_only else path.name

    @property
    def modified_beside(self) -> tuple[str, ...]:
        """The modified files that stand beside the chat."""
        paths = (self.jobs.path(one) for one in self.jobs.modified if one is not None)
        return tuple(path.name for path in paths if path is not None)

    def put_back(self, then: Then) -> None:
        """Write the chat whatever its file holds now, and all that stands beside it."""
        self._begin(
            lambda: together([self.jobs.in_place(None, overwrite=True), *self._jobs_beside]), then
        )

    def save_beside(self, then: Then) -> None:
        """Write all that stands beside the chat."""
        self._begin(lambda: together(self._jobs_beside), then)

    @property
    def _jobs_beside(self) -> list[Job | None]:
        return [self.jobs.in_place(one) for one in self.jobs.modified if one is not None]

    def overwrite(self, what: What = None) -> None:
        """Save over what somebody else wrote; that is backed up like any former contents."""
        if what is None and self._commands.read_only:
            self.announced.emit(self._commands.read_only)
            return
        self._begin(lambda: together([self.jobs.in_place(what, overwrite=True)]), None)

    def _all_by(self, way: Way) -> list[Job] | None:
        self.jobs.way = way
        return self.jobs.all()

    def _begin(self, jobs_of: _JobsOf, then: Then | None, way: Way | None = None) -> None:
        """Start a round; after the one that runs, since that changes what the files hold."""
        way = way or Way()
        if self._round is not None:
            self._next.append((jobs_of, then, way))
            return
        jobs = jobs_of()
        if jobs:
            self._round = _Round(then, len(jobs), way)
            for job in jobs:
                job()
        self._begin_next()

    def _forget(self) -> None:
        """Another chat is open: what waits is of the one before."""
        self._next.clear()
        self._conflicts.forget()

    def _begin_next(self) -> None:
        if self._round is None and self._next:
            self._begin(*self._next.popleft())

    def _take_saved(self, saved: Saved, in_place: bool) -> None:  # noqa: FBT001 - a slot
        if in_place:
            self._conflicts.settle(saved.on_disk.path)
        self._count(saved=saved)

    def _take_saved_lore(self, _lore: Lore, saved: Saved, in_place: bool) -> None:  # noqa: FBT001
        self._take_saved(saved, in_place)

    def _take_chat_refusal(self, error: InspectorError) -> None:
        path = self.jobs.path(None)
        name = path.name if path else _("The chat")
        if self._round is not None and self._round.way.route is not None:
            self.route_refused.emit(error, self._round.then)
            self._count(failed=name)
        else:
            self._refuse(name, error)

    def _take_chat_conflict(self, error: ChangedOutsideError) -> None:
        self._conflicts.add(None, Path(error.path), error)
        self._count(failed=Path(error.path).name)

    def _take_lore_refusal(self, lore: Lore, error: InspectorError) -> None:
        origin = lore.origin
        path = Path("" if origin is None else origin.path)
        if isinstance(error, ChangedOutsideError) and self.jobs.path(lore) is not None:
            self._conflicts.add(lore, path, error)
            self._count(failed=path.name)
        else:
            self._refuse(path.name, error)

    def _refuse(self, name: str, error: InspectorError) -> None:
        show_error(self._window, _("{name} is not saved").format(name=name), str(error))
        self._count(failed=name)

    def _count(self, saved: Saved | None = None, failed: str | None = None) -> None:
        running = self._round
        if running is None:
            return
        running.pending -= 1
        running.saved += [] if saved is None else [saved]
        running.failed += [] if failed is None else [failed]
        if running.pending == 0:
            self._round = None
            self._end(running)

    def _end(self, ended: _Round) -> None:
        self.announced.emit(ended.in_words)
        self._conflicts.ask_next()
        if ended.then is not None and not ended.failed:
            ended.then()
        self._begin_next()
