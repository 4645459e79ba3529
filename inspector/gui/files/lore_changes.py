"""What others write into files beside the chat: followed, merged, asked about."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QTimer, Signal

from inspector.core.document import Document, sources_of
from inspector.core.edits import changes_between
from inspector.core.errors import InspectorError
from inspector.files import OutsideState
from inspector.gui.files.conflicts import What
from inspector.gui.files.drafts import Drafts
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.file_watch import Settling
from inspector.gui.files.lore_readings import lore_of
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.files.outside_changes import TYPING_MS, put_back_in_words
from inspector.gui.state.session import State
from inspector.gui.state.steps import History, replayed
from inspector.language import _
from inspector.loading import OpenChat
from inspector.lore_files import Lore, OpenLore, with_lore
from inspector.merging.chats import Merged
from inspector.merging.lore import LoreMerge
from inspector.systems import with_sources


@dataclass(frozen=True, eq=False)
class ReconciledLore:
    """A lorebook or a chronicle as its file is now, and what becomes of unsaved edits.

    Attributes:
        document: what was shown when the file was read.
        merge: of edits with what the file holds.
        merged: what came of it.
    """

    document: Document
    merge: LoreMerge
    merged: Merged

    @property
    def where(self) -> str:
        """What the one line of its effect begins with."""
        return self.merge.name

    @property
    def rewritten(self) -> tuple[int, ...]:
        """Messages that others changed: no file beside the chat holds any."""
        return ()

    @property
    def put_back_in_words(self) -> str:
        """What was saved here and the file did not have any more; empty if nothing."""
        return put_back_in_words(self.merge.put_back)


class LoreChanges(FileService):
    """Keeps what stands beside the chat in step with its files, as `OutsideChanges` the chat.

    Signals:
        followed: the window shows what others wrote (`ReconciledLore`).
    """

    followed = Signal(object)

    def __init__(self, context: FileContext, drafts: Drafts) -> None:
        super().__init__(context)
        self._drafts = drafts
        self._settling = Settling(self)
        self._settling.due.connect(self._read_torn)
        self._torn: OpenLore | None = None
        self._lore.outside_changed.connect(self._take)
        self._conflicts.merge_requested.connect(self.merge)

    def merge(self, what: What = None) -> None:
        """Read a file again and merge unsaved edits into it, after they were not saved."""
        reading = self._lore.readings.of(what)
        if reading is not None:
            self._read(reading)

    def bring_back(self, found: OpenLore, theirs: OpenLore, text: str) -> None:
        """Show unsaved edits that were brought back, as one step.

        Args:
            found: with the edits.
            theirs: what the file holds.
            text: what the step is called.
        """
        self._rebase(theirs, found, text)

    def _take(self, reading: OpenLore, state: OutsideState) -> None:
        if state is OutsideState.CHANGED:
            self._read(reading)
            return
        lore = self._displayed(reading)
        if lore is not None:
            self._conflicts.show_outside(lore, reading.path, state)

    def _displayed(self, reading: OpenLore) -> Lore | None:
        """What is shown of a reading, edits included; None if nothing is any more."""
        held = lore_of(self._session.document)
        return next((one for one in held if one.origin is reading.lore.origin), None)

    def _read(self, reading: OpenLore) -> None:
        lore, document = self._displayed(reading), self._session.document
        if lore is not None:
            self._lore.read_beside(
                reading,
                partial(_reconciled, reading, lore, document),
                self._show,
                partial(self._refuse, lore, reading),
            )

    def _read_torn(self) -> None:
        if self._torn is not None:
            self._read(self._torn)

    def _refuse(self, lore: Lore, reading: OpenLore, error: InspectorError) -> None:
        self._torn = reading
        if self._settling.is_over():
            self._conflicts.show_unreadable(lore, reading.path, error)

    def _show(self, found: ReconciledLore) -> None:
        self._settling.end()
        base = found.merge.base
        if self._lore.readings.at(base.lore.origin) is not base:
            self._lore.check_outside()
        elif self._session.document is not found.document:
            self._read(base)
        elif self._drafts.are_there:
            QTimer.singleShot(TYPING_MS, self, partial(self._show, found))
        elif found.merged.conflicts:
            self._ask(found)
        else:
            self._adopt(found, found.merged)

    def _ask(self, found: ReconciledLore) -> None:
        path, number = found.merge.base.path, len(found.merged.conflicts)
        open_dialog = partial(self._open_dialog, found)
        self._conflicts.ask_to_merge(found.merge.lore, path, number, open_dialog)

    def _open_dialog(self, found: ReconciledLore) -> None:
        dialog = MergeDialog(self._window, found.merge, found.merged, self._session.question)
        dialog.kept.connect(partial(self._keep, found))
        dialog.rejected.connect(partial(self._ask, found))
        dialog.open()

    def _keep(self, found: ReconciledLore, merged: Merged) -> None:
        if self._session.document is found.document:
            self._adopt(found, merged)
        else:
            self._read(found.merge.base)

    def _adopt(self, found: ReconciledLore, merged: Merged) -> None:
        merge = found.merge
        self._rebase(merge.theirs, merge.opened(merged), _("Merge edits into what others wrote"))
        self._conflicts.settle(merge.base.path)
        self.followed.emit(found)
        words = (
            _("{name} was written by somebody else").format(name=merge.name),
            found.put_back_in_words,
        )
        self.announced.emit("; ".join(one for one in words if one))

    def _rebase(self, theirs: OpenLore, opened: OpenLore, text: str) -> None:
        """Go over to another reading; unsaved edits, the chat's too, are steps on top of it.

        They stay the steps that they were where these come to what is shown; else they are one.
        """
        chat, document = self._keeper.chat, self._session.document
        if chat is None:
            return
        history = self._made_again(chat, theirs, opened)
        self._lore.exchange((theirs, opened))
        if history is None:
            edited = with_sources(document, with_lore(sources_of(document), opened.lore))
            state = State(self._saved(chat, edited), self._session.question)
            history = History.of_one(state, edited, text)
        self._commands.rebase(history)

    def _made_again(self, chat: OpenChat, theirs: OpenLore, opened: OpenLore) -> History | None:
        readings, history = self._lore.readings, self._commands.history
        is_edited = opened is not theirs

        def is_start(document: Document) -> bool:
            differing = [one.kind for one in map(readings.of, readings.modified(document)) if one]
            is_saved = not (is_edited and theirs.kind in differing)
            return is_saved and not changes_between(chat.saved, document).in_chat

        def carry(former: Document, document: Document) -> Document:
            lore = _held(document, theirs) if is_edited else theirs.lore
            return with_sources(former, with_lore(sources_of(former), lore))

        present = history.state.document
        reading = with_sources(present, with_lore(sources_of(present), theirs.lore))
        replay = replayed(history, is_start, reading, carry, undone=False)
        made = None if replay is None else replay.of(present)
        if replay is None or made is None:
            return None
        is_same = not is_edited or theirs.contents(_held(made, theirs)) == opened.file.data
        return replay.history(history) if is_same else None

    def _saved(self, chat: OpenChat, edited: Document) -> Document:
        """The chat and all that stands beside it, without unsaved edits."""
        readings, saved = self._lore.readings, edited
        for lore in readings.modified(edited):
            reading = readings.of(lore)
            if reading is not None:
                saved = with_sources(saved, with_lore(sources_of(saved), reading.saved))
        if changes_between(chat.saved, edited).in_chat:
            saved = with_sources(chat.saved, sources_of(saved))
        return saved


def _held(document: Document, reading: OpenLore) -> Lore:
    """What a document holds of the kind of a reading; what was read if it holds none."""
    own = type(reading.lore)
    return next((one for one in lore_of(document) if isinstance(one, own)), reading.lore)


def _reconciled(base: OpenLore, lore: Lore, document: Document, theirs: OpenLore) -> ReconciledLore:
    merge = LoreMerge(base, lore, theirs, document)
    merged = merge.merged()
    if merged.conflicts:
        _ = merge.added  # which the dialog lists
    return ReconciledLore(document, merge, merged)
