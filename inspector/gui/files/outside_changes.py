"""What others write into the open chat: it is followed, merged with edits, or asked about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path

from PySide6.QtCore import QTimer, Signal

from inspector.core.document import Document, sources_of
from inspector.core.edits import Edit, apply, changes_between
from inspector.core.errors import EditError, InspectorError
from inspector.core.readings import memory_places, message_place
from inspector.files import OutsideState
from inspector.files.disk import Identity
from inspector.gui.files.conflicts import What
from inspector.gui.files.drafts import Drafts
from inspector.gui.files.file_service import FileContext, FileService
from inspector.gui.files.file_watch import Settling
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.kit.text import counted
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import State
from inspector.gui.state.steps import History, Replay, replayed
from inspector.jsonbytes.pieces import Pieces, are_same
from inspector.language import _, ngettext
from inspector.loading import OpenChat
from inspector.merging.chats import Merged, ValueDifference
from inspector.merging.opened import ChatMerge
from inspector.systems import with_sources

_MOST_DELETED, _FEW = 20, 5
"""Messages that a person deletes at most, and that are few also of a short chat."""

TYPING_MS = 1000
"""After which it is looked again whether a person still types."""


@dataclass(frozen=True, eq=False)
class Reconciled:
    """The chat as its file is now, and what becomes of unsaved edits.

    Attributes:
        base: the open chat when the file was read.
        document: its document then.
        theirs: what the file holds.
        rewritten: indexes of messages that others changed.
        merge: of edits with that.
        merged: what came of it.
        missing: how many messages the file does not have any more.
        replay: the edits made again on what the file holds, where that comes to the same as the
            merge; None where it does not.
        opened: the chat with what was merged; None where there is a replay, nothing was merged, or
            a person has to decide first.
    """

    base: OpenChat
    document: Document
    theirs: OpenChat
    rewritten: tuple[int, ...]
    merge: ChatMerge
    merged: Merged
    missing: int
    replay: Replay | None
    opened: OpenChat | None

    @property
    def is_cut(self) -> bool:
        """Whether the end of the file is no whole message, and was one before."""
        return _is_cut(self.theirs) and not _is_cut(self.base.own)

    @property
    def is_loss(self) -> bool:
        """Whether so much is gone that a person has to decide: the window alone still has it.

        In SillyTavern a person deletes a message or a few, and its file never ends within one. A
        loss is a file that does, one without any message, one that lacks more than 20, or half of
        them where that is more than 5.
        """
        messages = len(self.base.saved.chat)
        is_much = self.missing > min(_MOST_DELETED, max(messages // 2, _FEW))
        return self.is_cut or is_much or (self.missing > 0 and not len(self.theirs.document.chat))

    @property
    def loss_in_words(self) -> str:
        """What of the chat the file does not have any more, in sentences."""
        name, before = self.theirs.path.name, len(self.base.saved.chat)
        if not self.missing:
            return _("{name} ends in the middle of a message.").format(name=name)
        if self.missing == before and len(self.theirs.document.chat):
            return _(
                "{name} holds another chat now, with none of the messages of this one."
            ).format(name=name)
        lost = ngettext(
            "{name} lost {gone:,} of {n:,} message.",
            "{name} lost {gone:,} of {n:,} messages.",
            before,
        ).format(name=name, gone=self.missing, n=before)
        return f"{lost} {_('It ends in the middle of one.')}" if self.is_cut else lost

    @property
    def is_torn(self) -> bool:
        """Whether the file looks as if whoever writes it were not done yet."""
        return _is_cut(self.theirs) or len(self.theirs.document.chat) < len(self.document.chat)

    @property
    def where(self) -> str:
        """What the one line of its effect begins with; empty for the messages themselves."""
        return ""

    @property
    def put_back_in_words(self) -> str:
        """What was saved here and the file did not have any more; empty if nothing."""
        return put_back_in_words(self.merge.put_back)


def _is_cut(chat: OpenChat) -> bool:
    lines = len(chat.file.lines)
    return any(one.line in (lines, lines - 1) for one in chat.file.problems)


def put_back_in_words(put_back: Sequence[ValueDifference]) -> str:
    """What was saved here and a file did not have any more; empty if nothing."""
    if not put_back:
        return ""
    number = counted(len(put_back), "{n} saved change", "{n} saved changes")
    return _("{number} that it did not know put back here, not saved yet").format(number=number)


class OutsideChanges(FileService):
    """Keeps the open chat in step with its file; asks only where both changed one value.

    Signals:
        followed: the chat shows what others wrote (`Reconciled`).
    """

    followed = Signal(object)

    def __init__(self, context: FileContext, drafts: Drafts) -> None:
        super().__init__(context)
        self._drafts = drafts
        self.selection: Selection | None = None
        self._settling = Settling(self)
        self._settling.due.connect(self.merge)
        self._accepted: Identity | None = None
        self._moved_to: Path | None = None
        self._keeper.outside_changed.connect(self._take)
        self._conflicts.merge_requested.connect(self.merge)

    def merge(self, what: What = None) -> None:
        """Read the chat again and merge unsaved edits into it, after they were not saved."""
        if what is None:
            self._read(self._moved_to)

    def _take(self, state: OutsideState) -> None:
        chat, self._moved_to = self._keeper.chat, None
        if chat is None:
            return
        if state is OutsideState.CHANGED:
            self._read()
        elif state is OutsideState.DELETED:
            self._keeper.find_renamed(partial(self._take_renamed, chat))
        else:
            self._conflicts.show_outside(None, chat.path, state)

    def _take_renamed(self, chat: OpenChat, path: Path | None) -> None:
        """Follow a chat to its new name; ask where there is none."""
        if self._keeper.chat is not chat:
            return
        if path is None:
            self._conflicts.show_outside(None, chat.path, OutsideState.DELETED)
        else:
            self._moved_to = path
            self._read(path)

    def _read(self, path: Path | None = None) -> None:
        chat = self._keeper.chat
        if chat is not None:
            self._keeper.read_beside(
                partial(_reconciled, chat, self._commands.history),
                self._show,
                partial(self._refuse, path or chat.path),
                path,
            )

    def _refuse(self, path: Path, error: InspectorError) -> None:
        if not self._settling.is_over():
            return
        if not path.exists():
            # It was renamed or removed between two looks at it.
            self._take(OutsideState.DELETED)
        else:
            self._conflicts.show_unreadable(None, path, error)

    def _show(self, found: Reconciled) -> None:
        if self._keeper.chat is not found.base:
            self._keeper.check_outside()
            return
        if self._session.document is not found.document:
            self._read(found.theirs.path)
            return
        if found.is_torn and not self._settling.is_over():
            return
        self._settling.end()
        if self._drafts.are_there:
            QTimer.singleShot(TYPING_MS, self, partial(self._show, found))
        elif found.is_loss and found.theirs.on_disk.identity != self._accepted:
            self._conflicts.ask_about_loss(
                found.theirs.path, found.loss_in_words, partial(self._accept, found)
            )
        elif found.merged.conflicts:
            self._ask(found)
        else:
            self._adopt(found, found.merged)

    def _accept(self, found: Reconciled) -> None:
        """Follow a file that lost much, as a person decided."""
        self._accepted = found.theirs.on_disk.identity
        self._show(found)

    def _ask(self, found: Reconciled) -> None:
        path, number = found.base.path, len(found.merged.conflicts)
        self._conflicts.ask_to_merge(None, path, number, partial(self._open_dialog, found))

    def _open_dialog(self, found: Reconciled) -> None:
        dialog = MergeDialog(self._window, found.merge, found.merged, self._session.question)
        dialog.kept.connect(partial(self._keep, found))
        dialog.rejected.connect(partial(self._ask, found))
        dialog.open()

    def _keep(self, found: Reconciled, merged: Merged) -> None:
        if self._keeper.chat is found.base and self._session.document is found.document:
            self._adopt(found, merged)
        else:
            self._read()

    def _adopt(self, found: Reconciled, merged: Merged) -> None:
        """Show what the file holds, and edits that it lacks on top of it.

        They stay the steps that they were where these come to the same as the merge; else they
        are one.
        """
        self._moved_to = None
        replay = found.replay if merged is found.merged else None
        history = None if replay is None else replay.history(self._commands.history)
        if history is not None:
            self._rebase(found.theirs, found.theirs.saved, history)
        elif merged.accepted or merged.conflicts or found.merge.put_back:
            opened = found.opened if merged is found.merged else None
            chat = found.merge.opened(merged) if opened is None else opened
            self.bring_back(chat, found.theirs, _("Merge edits into what others wrote"))
        else:
            self.show_reading(found.theirs)
        self._conflicts.settle(found.base.path)
        self.followed.emit(found)
        self.announced.emit(_in_words(found))

    def bring_back(
        self,
        chat: OpenChat,
        theirs: OpenChat,
        text: str,
        more: Sequence[Edit] = (),
        replay: Replay | None = None,
    ) -> None:
        """Show unsaved edits of the open chat that were brought back, as one step.

        Args:
            chat: as `merging.opened.opened_over` makes it.
            theirs: what the file holds.
            text: what the step is called.
            more: edits that are made with them, in the same step.
            replay: edits made here before, on what the file holds, as `replayed_on` makes it; they
                stay steps before that one.
        """
        beside = sources_of(self._session.document)
        saved = with_sources(theirs.saved, beside)
        edited = reduce(apply, more, saved if chat.other is None else chat.document)
        before = None if replay is None else replay.history(self._commands.history)
        if before is None:
            state = State(saved, self._session.question)
            self._rebase(chat, theirs.saved, History.of_one(state, edited, text))
        else:
            self._rebase(chat, theirs.saved, before.then(edited, text))

    def show_reading(self, chat: OpenChat) -> None:
        """Show another reading of the open chat, with nothing unsaved."""
        saved = with_sources(chat.saved, sources_of(self._session.document))
        self._rebase(chat, chat.saved, History(State(saved, self._session.question)))

    def _rebase(self, chat: OpenChat, saved: Document, history: History) -> None:
        before, selection = self._session.document, self.selection
        chosen = None if selection is None else _Chosen.of(selection)
        saved = with_sources(saved, sources_of(before))
        question = self._session.question
        if question.moment.at is not None and question.moment.at == len(before.chat) - 1:
            question = question.with_moment(replace(question.moment, at=None))
        self._keeper.exchange(replace(chat, saved=saved))
        self._commands.rebase(history.with_question(question))
        if selection is not None and chosen is not None:
            chosen.select(selection, before, self._session.document)


def replayed_on(
    theirs: OpenChat, chat: OpenChat, history: History, edited: Pieces, *, undone: bool
) -> Replay | None:
    """The unsaved edits of a chat made again on another reading of its file.

    Args:
        theirs: that reading.
        chat: the one that was edited.
        history: what was done.
        edited: the bytes that have to come of it.
        undone: see `replayed`.

    Returns:
        None where other bytes come of it.
    """
    replay = replayed(
        history,
        lambda document: not changes_between(chat.saved, document).in_chat,
        theirs.document,
        lambda former, document: with_sources(document, sources_of(former)),
        undone=undone,
    )
    document = None if replay is None else replay.of(history.state.document)
    if document is None:
        return None
    try:
        return replay if are_same(theirs.draft(document).pieces, edited) else None
    except EditError:
        return None


def _in_words(found: Reconciled) -> str:
    """What happened to the chat."""
    more = len(found.theirs.document.chat) - len(found.document.chat)
    former, name = found.base.path, found.theirs.path
    parts = [
        _("{name} was written by somebody else").format(name=name.name)
        if former == name
        else _("{name} is now called {name2}").format(name=former.name, name2=name.name)
    ]
    if more:
        parts.append(
            counted(more, "{n} message more", "{n} messages more")
            if more > 0
            else counted(-more, "{n} message fewer", "{n} messages fewer")
        )
    parts += filter(None, [found.put_back_in_words])
    return "; ".join(parts)


@dataclass(frozen=True)
class _Chosen:
    """What is selected in one reading of the file, to be selected in the next."""

    memories: tuple[int, ...]
    current: int | None
    message: int | None

    @classmethod
    def of(cls, selection: Selection) -> "_Chosen":
        return cls(selection.memories, selection.current, selection.message)

    def select(self, selection: Selection, before: Document, after: Document) -> None:
        """Select the same, wherever it stands now."""
        if after.memories is not before.memories:
            places = memory_places(before, after)
            found = [places[one] for one in self.memories if one in places]
            selection.select(found, None if self.current is None else places.get(self.current))
        message = self.message
        if message is not None and message < len(before.chat):
            message = message_place(before.chat, message, after.chat)
        if message != selection.message:
            selection.select_message(message)


def _reconciled(base: OpenChat, history: History, theirs: OpenChat) -> Reconciled:
    document = history.state.document
    displayed = with_sources(theirs.document, sources_of(document))
    _ = displayed.names  # which every view reads
    theirs = replace(theirs, document=displayed, saved=displayed)
    # What another window has not saved is no edit of this one.
    own = base.own
    mine = document if own is base else with_sources(own.saved, sources_of(document))
    merge = ChatMerge(own, mine, theirs)
    merged = merge.merged()
    replay = None
    if not changes_between(own.saved, mine).in_chat:
        merged = replace(merged, conflicts=())
    elif own is base:
        undone = _is_where_it_was(own.saved, displayed)
        replay = replayed_on(theirs, own, history, merged.pieces, undone=undone)
    if merged.conflicts:
        _ = merge.added  # which the dialog lists
    is_shown = replay is None and not merged.conflicts and (merged.accepted or merge.put_back)
    return Reconciled(
        base=base,
        document=document,
        theirs=theirs,
        rewritten=merge.rewritten,
        merge=merge,
        merged=merged,
        missing=merge.missing,
        replay=replay,
        opened=merge.opened(merged) if is_shown else None,
    )


def _is_where_it_was(before: Document, after: Document) -> bool:
    """Whether what an edit names by its place stands there in a later reading too."""
    last = len(before.chat) - 1
    is_in_place = last < 0 or message_place(before.chat, last, after.chat) == last
    return is_in_place and changes_between(before, after).went_on
