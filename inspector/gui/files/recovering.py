"""Offers to bring unsaved edits back that a killed program left behind."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from inspector import files
from inspector.core.document import Document
from inspector.core.edits import changes_between
from inspector.core.errors import InspectorError
from inspector.core.lore import LoreKind
from inspector.files.unsaved import Unsaved, found_unsaved
from inspector.gui.files.block_effect import BlockEffect
from inspector.gui.files.brought_drafts import BroughtDrafts, edits_of, to_clipboard
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.lore_changes import LoreChanges
from inspector.gui.files.lore_service import LoreService, kind_of
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.files.outside_changes import OutsideChanges
from inspector.gui.files.recovery_dialog import (
    FoundEdits,
    RecoveryDialog,
    number_of_edits,
    what_was_left,
)
from inspector.gui.files.unsaved_keeper import UnsavedKeeper
from inspector.gui.kit.dialogs import show_error
from inspector.gui.state.secondary import starting_question
from inspector.gui.state.session import Question
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.jsonbytes.pieces import joined
from inspector.language import _
from inspector.loading import OpenChat, open_chat, with_surroundings
from inspector.lore_files import FileKind, Lore, OpenLore, load_lore, what_is
from inspector.merging.chats import Merged, Take
from inspector.recovery import LORE, Recovery, RecoveryMerge, recovery_of


class Recovering(FileService):
    """Looks for unsaved edits when the program starts, and asks what becomes of them.

    Signals:
        open_requested: this file shall be opened, so that its edits can be brought back (its path).
    """

    open_requested = Signal(str)

    def __init__(
        self,
        context: FileContext,
        outside: OutsideChanges,
        lore_changes: LoreChanges,
        beside: LoreService,
        keeper: UnsavedKeeper,
    ) -> None:
        super().__init__(context)
        self._outside, self._lore_changes = outside, lore_changes
        self._beside = beside
        self._unsaved = keeper
        self._drafts = BroughtDrafts(context)
        self._queue = WorkQueue(self)
        self._left: list[Unsaved] = []
        self._brought: set[str] = set()
        self._wanted: Unsaved | None = None
        self._keeper.opened.connect(self._take_opened)
        self._keeper.reading_ended.connect(self._take_missing)

    def inspect(self) -> None:
        """See whether a killed program left edits behind."""
        self._queue.start(lambda _: list(_wanted()), self._take_found)

    def wait(self) -> None:
        """Let running work end."""
        self._queue.wait()

    def _take_found(self, found: Sequence[Unsaved]) -> None:
        self._left = [one for one in found if one.edits_sum not in self._brought]
        self._ask_next()

    def _ask_next(self) -> None:
        if not self._left:
            return
        unsaved = self._left[0]
        discard = (_("Discard"), partial(self._discard, unsaved))
        if unsaved.problem:
            ways = [(_("Keep them"), self._put_off), discard]
        else:
            bring_back = (_("Bring back…"), partial(self._show, unsaved))
            ways = [bring_back, (_("Later"), self._put_off), discard]
        self._notice.ask(_question(unsaved), ways, unsaved.folder)

    def _put_off(self) -> None:
        self._left = self._left[1:]
        self._ask_next()

    def _discard(self, unsaved: Unsaved) -> None:
        unsaved.discard()
        self._forget(unsaved)
        self._ask_next()

    def _show(self, unsaved: Unsaved) -> None:
        chat, displayed = self._keeper.chat, self._displayed
        is_open = chat is not None and _is_of(unsaved, chat)
        question = self._session.question if is_open or unsaved.kind == LORE else None
        self._queue.start(
            lambda _: _found(unsaved, displayed, question),
            partial(self._open_dialog, unsaved),
            self._refuse,
        )

    def _open_dialog(self, unsaved: Unsaved, found: FoundEdits) -> None:
        dialog = RecoveryDialog(self._window, found)
        dialog.accepted.connect(partial(self._bring_back, unsaved, found))
        dialog.rejected.connect(self._ask_next)
        dialog.open()

    def _bring_back(self, unsaved: Unsaved, found: FoundEdits) -> None:
        chat = self._keeper.chat
        if self._commands.read_only and chat is not None and _is_of(unsaved, chat):
            self.announced.emit(self._commands.read_only)
            self._ask_next()
        elif found.recovery is None:
            self._bring_drafts_alone(unsaved, chat)
        elif found.recovery.is_gone or (unsaved.kind == LORE and chat is None):
            self._save_elsewhere(unsaved, found.merged)
        elif chat is not None and isinstance(found.whole, Lore):
            merge = partial(self._merge, unsaved, chat)
            if unsaved.path in self._displayed.edited_lore:
                merge()
            else:
                self._beside.settle(kind_of(found.whole), merge, self._ask_next)
        elif chat is not None and _is_of(unsaved, chat):
            self._merge(unsaved, chat)
        else:
            self._open_first(unsaved)

    @property
    def _displayed(self) -> "_Displayed":
        document, readings = self._session.document, self._lore.readings
        edited = ((readings.of(lore), lore) for lore in readings.modified(document))
        lore = {one.path.absolute(): (one, lore) for one, lore in edited if one is not None}
        return _Displayed(self._keeper.chat, document, lore)

    def _open_first(self, unsaved: Unsaved) -> None:
        self._wanted = unsaved
        self.open_requested.emit(str(unsaved.path))

    def _bring_drafts_alone(self, unsaved: Unsaved, chat: OpenChat | None) -> None:
        is_open = chat is not None and _is_of(unsaved, chat)
        if not is_open and unsaved.path.exists():
            self._open_first(unsaved)
            return
        self._forget(unsaved)
        document = self._session.document if is_open else Document()
        self.announced.emit(self._drafts.bring_back(unsaved.drafts, document, self._ask_next))
        self._take_away_once_kept(unsaved)

    def _forget(self, unsaved: Unsaved) -> None:
        self._left = [one for one in self._left if one is not unsaved]

    def _take_away_once_kept(self, unsaved: Unsaved) -> None:
        """Let the disk have as edits of this window first what it loses as left behind."""
        self._brought.add(unsaved.edits_sum)
        self._unsaved.keep_now(lambda: self._queue.start(lambda _: unsaved.discard()))

    def _save_elsewhere(self, unsaved: Unsaved, merged: Merged) -> None:
        """Write the whole edited file: where it was, or where a person wants it."""
        title = _("Save {name} with its edits").format(name=unsaved.path.name)
        name, _rest = QFileDialog.getSaveFileName(self._window, title, str(unsaved.path))
        if not name:
            self._ask_next()
            return
        try:
            files.save(Path(name), merged.pieces)
        except InspectorError as error:
            self._refuse(error)
            return
        to_clipboard(unsaved.drafts)
        self._discard(unsaved)
        if unsaved.kind == LORE:
            self.announced.emit(_("Saved {name}").format(name=name))
        else:
            self.open_requested.emit(name)

    def _take_opened(self, chat: OpenChat) -> None:
        """The chat whose edits are wanted is open, or one that has some is."""
        wanted, self._wanted = self._wanted, None
        if wanted is None or chat.path.absolute() != wanted.path:
            # Whoever shows a chat closes the notices of the one before.
            QTimer.singleShot(0, self, self._ask_next)
        elif wanted.has_edits:
            self._merge(wanted, chat)
        else:
            # Once every view shows the chat.
            QTimer.singleShot(0, self, partial(self._bring_drafts_alone, wanted, chat))

    def _take_missing(self) -> None:
        """The chat whose edits are wanted does not come: they are offered again."""
        if self._wanted is not None and self._keeper.reading is None:
            self._wanted = None
            self._ask_next()

    def _merge(self, unsaved: Unsaved, chat: OpenChat) -> None:
        """Put the edits into what is open; what both changed is decided by the person."""
        work = partial(_merged, unsaved, chat, self._displayed)
        self._queue.start(work, partial(self._decide, unsaved, chat), self._refuse)

    def _decide(
        self, unsaved: Unsaved, chat: OpenChat, found: tuple[RecoveryMerge, Merged]
    ) -> None:
        merge, merged = found
        if not merged.conflicts:
            self._open(unsaved, chat, merge, merged)
            return
        dialog = MergeDialog(self._window, merge, merged, self._session.question)
        dialog.kept.connect(partial(self._open, unsaved, chat, merge))
        dialog.rejected.connect(self._ask_next)
        dialog.open()

    def _open(self, unsaved: Unsaved, chat: OpenChat, merge: RecoveryMerge, merged: Merged) -> None:
        self._queue.start(
            lambda _: merge.opened(merged),
            partial(self._adopt, unsaved, chat, merge),
            self._refuse,
        )

    def _adopt(
        self, unsaved: Unsaved, chat: OpenChat, merge: RecoveryMerge, edited: OpenChat | OpenLore
    ) -> None:
        if self._keeper.chat is not chat or self._session.document is not merge.document:
            self._ask_next()
            return
        self._forget(unsaved)
        document = edited.document if isinstance(edited, OpenChat) else merge.document
        typed = edits_of(unsaved.drafts, document)
        number = what_was_left(replace(unsaved, drafts=unsaved.drafts[: len(typed.edits)]))
        text = _("Bring back {number}").format(number=number)
        if isinstance(edited, OpenChat):
            self._outside.bring_back(edited, chat, text, typed.edits)
        elif isinstance(merge.theirs, OpenLore):
            self._lore_changes.bring_back(edited, merge.theirs, text)
        self._take_away_once_kept(unsaved)
        words = _("{number} brought back, not saved yet.").format(number=number)
        self.announced.emit(f"{words} {to_clipboard(typed.rest)}".rstrip())
        self._drafts.ask_about(typed, self._ask_next)

    def _refuse(self, error: InspectorError) -> None:
        show_error(self._window, _("The edits cannot be brought back"), str(error))
        self._put_off()


def _question(unsaved: Unsaved) -> str:
    if unsaved.problem:
        return _(
            "There are unsaved edits of {name} that cannot be brought back here: {problem}."
        ).format(name=unsaved.path.name, problem=unsaved.problem)
    one = _("{what} of {name} was not saved when the program ended.")
    several = _("{what} of {name} were not saved when the program ended.")
    is_one = number_of_edits(unsaved) + len(unsaved.drafts) == 1
    question = one if is_one else several
    return question.format(what=what_was_left(unsaved), name=unsaved.path.name)


def _wanted() -> Iterator[Unsaved]:
    """What was left behind, without what the file holds already."""
    for unsaved in found_unsaved():
        is_saved = False
        with contextlib.suppress(InspectorError):
            is_kept = unsaved.problem or unsaved.drafts
            is_saved = not is_kept and recovery_of(unsaved).is_saved
        if is_saved:
            unsaved.discard()
        else:
            yield unsaved


def _is_of(unsaved: Unsaved, chat: OpenChat) -> bool:
    return chat.path.absolute() == unsaved.path


@dataclass(frozen=True, eq=False)
class _Displayed:
    """What the window shows, whose own unsaved edits stay.

    Attributes:
        chat: the open chat; None without one.
        document: with all edits.
        edited_lore: each lorebook and chronicle that has some, with its reading, by its file.
    """

    chat: OpenChat | None
    document: Document
    edited_lore: Mapping[Path, tuple[OpenLore, Lore]]

    def recovery(self, unsaved: Unsaved) -> Recovery:
        """Edits that were left behind, over this window's own of the same file."""
        return recovery_of(unsaved, self._contents(unsaved))

    def _contents(self, unsaved: Unsaved) -> bytes | None:
        """The file with this window's own edits; None without any."""
        if unsaved.kind == LORE:
            found = self.edited_lore.get(unsaved.path)
            return None if found is None else found[0].contents(found[1])
        chat = self.chat
        if chat is None or not _is_of(unsaved, chat):
            return None
        is_edited = changes_between(chat.saved, self.document).in_chat
        return joined(chat.contents(self.document)) if is_edited else None

    def lore_at(self, path: Path) -> OpenLore:
        """A lorebook or a chronicle as its file is, or was when the own edits were made of it.

        Raises:
            InspectorError: it cannot be read, or is none.
        """
        if found := self.edited_lore.get(path):
            on_disk = found[0].on_disk
            return load_lore(found[0].kind, joined(on_disk.pieces), on_disk)
        data, on_disk = files.read(path)
        is_book = what_is(data, str(path)) is FileKind.LOREBOOK
        return load_lore(LoreKind.LOREBOOK if is_book else LoreKind.CHRONICLE, data, on_disk)


def _merged(
    unsaved: Unsaved, chat: OpenChat, displayed: _Displayed, _token: CancelToken
) -> tuple[RecoveryMerge, Merged]:
    """Edits that were left behind, merged into what is open; called on the worker."""
    theirs = chat if unsaved.kind != LORE else displayed.lore_at(unsaved.path)
    merge = RecoveryMerge(displayed.recovery(unsaved), theirs, displayed.document)
    return merge, merge.merged()


def _found(unsaved: Unsaved, displayed: _Displayed, question: Question | None) -> FoundEdits:
    """What can be brought back, and what it does; mine stands for what both changed, as yet.

    Args:
        unsaved: the edits.
        displayed: what the window shows.
        question: by which the block is worked out; None for what is usual for the chat.
    """
    if not unsaved.has_edits:
        return FoundEdits(unsaved)
    recovery, document = displayed.recovery(unsaved), displayed.document
    merged = recovery.merged(otherwise=Take.MINE)
    if recovery.is_gone or (unsaved.kind == LORE and displayed.chat is None):
        return FoundEdits(unsaved, recovery, merged)
    if unsaved.kind == LORE:
        theirs: OpenChat | OpenLore = displayed.lore_at(unsaved.path)
    else:
        theirs = with_surroundings(open_chat(unsaved.path))
        document = theirs.document
    merge = RecoveryMerge(recovery, theirs, document)
    if question is None and isinstance(theirs, OpenChat):
        question = starting_question(Question().taking(theirs.around), merge.document, {})
    now = merge.displayed(Merged((recovery.displayed or recovery.now or b"",)))
    effect = BlockEffect.of(now, merge.displayed(merged), question or Question())
    return FoundEdits(unsaved, recovery, merged, merge.whole, effect)
