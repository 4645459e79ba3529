"""The rewriting queue: one summary after another, by hand or with a model of one's own."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.edits import Edit, SetField
from inspector.core.readings import memory_places
from inspector.core.tokens import Tokenizer
from inspector.files.unsaved import Draft
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.panels.rewrite.exchange import Exchange
from inspector.gui.panels.rewrite.pasted import PastedTable
from inspector.gui.panels.rewrite.queue import Queue, Source, found_by_lint
from inspector.gui.panels.rewrite.trial import Trial
from inspector.gui.panels.rewrite.work import RewriteWork
from inspector.gui.state.derivation import Answer
from inspector.gui.state.question_edits import QuestionEdit
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _, ngettext

_VIEW_KEYS = (
    (_("Return"), _("Keep, and go on")),
    ("Alt+Down", _("Leave it as it is")),
    ("Alt+Up", _("Go back")),
    ("Ctrl+Return", _("A new line")),
    ("Ctrl+1", _("Set its importance to 1")),
    ("Ctrl+2", _("Set its importance to 2")),
    ("Ctrl+3", _("Set its importance to 3")),
    ("Ctrl+4", _("Set its importance to 4")),
    ("Ctrl+5", _("Set its importance to 5")),
)


class RewritePanel(Panel):
    """A queue of summaries, one of which is worded anew; nothing changes before all are kept.

    Signals:
        split_requested: a memory shall be parted in two (its index).
        drafts_changed: another wording is kept or proposed, or one less.
    """

    name = "rewrite"
    title = _("Rewrite")
    area = Area.TABLES
    view_keys, folds_below = _VIEW_KEYS, True
    # What is selected, or found by a filter, is told by places of the newest document.
    at_once = Part.DOCUMENT

    split_requested = Signal(int)
    drafts_changed = Signal()

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self.queue = Queue()
        self._view = View()
        self._tokenizer: Tokenizer | None = None
        self._candidates: dict[Source, tuple[int, ...]] = dict.fromkeys(Source, ())
        self._current: int | None = None
        self._dropped = Queue()
        self._is_seen = False
        self._is_refused = False
        self._is_behind = False
        self.trial = Trial(self._wordings, self)
        self.work = RewriteWork(self)
        self.bar, self.editor = self.work.bar, self.work.editor
        self.pasted = PastedTable(self)
        self.exchange = Exchange(lambda: self.queue, lambda: self._worded, self.pasted)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.work)
        self._stack.addWidget(self.pasted)
        self._wire()
        self.set_filtered(selection.matches)
        self._take_selected()
        self._show_all()

    def _wire(self) -> None:
        self.bar.source.currentIndexChanged.connect(self._take_source)
        self.work.list.row_chosen.connect(self._choose_row)
        self.work.list.row_activated.connect(self.editor.setFocus)
        self.editor.kept.connect(self.keep_current)
        self.editor.left.connect(self.leave_current)
        self.editor.typed.connect(self.trial.ask_soon)
        self.editor.edit.importance_set.connect(self._set_importance)
        self.editor.split_button.clicked.connect(self._split)
        self.work.sources.message_requested.connect(self.message_activated)
        self.exchange.copy_requested.connect(self.copy_requested)
        self.bar.ask_button.clicked.connect(self.exchange.ask_or_stop)
        self.bar.copy_button.clicked.connect(self.exchange.copy)
        self.bar.paste_button.clicked.connect(
            lambda: self.exchange.paste(QGuiApplication.clipboard().text())
        )
        self.work.foot.keep_button.clicked.connect(self.keep_all)
        self.work.foot.drop_button.clicked.connect(self.drop_all)
        self.work.foot.restore_button.clicked.connect(self.restore_dropped)
        self.bar.answer_button.clicked.connect(self.open_answer)
        self.exchange.came.connect(self._hear_answer)
        self.exchange.running_changed.connect(self.bar.show_running)
        self.exchange.refused.connect(self.announced)
        self.pasted.accepted.connect(self._take_pasted)
        self.pasted.closed.connect(self._end_answer)
        self.bind("Alt+Down", lambda: self._is_at_work and self.leave_current())
        self.bind("Alt+Up", lambda: self._is_at_work and self.go_back())
        self._selection.matches_changed.connect(self.set_filtered)
        self._selection.memories_changed.connect(self._take_selected)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        former, self._view = self._view.document, view
        if Part.CHAT in changes:
            self._forget()
        elif changes.edits.chat_replaced:
            self._move(former, view.document)
        self.trial.show_view(view, changes)
        if Part.ANSWER in changes and view.answer is not None:
            self._tokenizer = view.answer.query().tokenizer
        self.exchange.hold(view.document, self._tokenizer)
        if Part.CHAT in changes or Part.PROBLEMS in changes:
            self._set_choices(Source.FOUND, found_by_lint(view.problems))
        if Part.CHAT in changes:
            self._begin(self.queue)
        elif changes.of(~Part.WHAT_IF):
            self._load_again()
            self._show_all()
        self.work.foot.show_effect(self._current, self.trial.before, self.trial.after)

    @override
    def keeps(self, what_if: Answer) -> bool:
        """Whether something else than wordings is tried out."""
        return what_if.state.document is self._view.document

    def set_seen(self, seen: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Say whether anybody looks at it: what is typed shows in the block only then."""
        self._is_seen = seen
        if seen:
            self._show_all()
            self._reach()
            self.trial.ask_soon()
        else:
            self.trial.end()

    def set_filtered(self, memories: frozenset[int] | None) -> None:
        """What the filter of the table finds can be rewritten; None without a filter."""
        self._set_choices(Source.FILTERED, () if memories is None else tuple(sorted(memories)))

    def _take_selected(self) -> None:
        """What is selected can be rewritten; where the queue itself goes does not count."""
        chosen = self._selection.memories
        if chosen != (self._current,):
            self._set_choices(Source.SELECTED, chosen)

    def rewrite_selected(self) -> None:
        """Let the queue be of what is selected; where not several are, of what a filter finds."""
        is_filtered = len(self._selection.memories) < 2 and self._candidates[Source.FILTERED]
        source = Source.FILTERED if is_filtered else Source.SELECTED
        self.bar.source.setCurrentIndex(list(Source).index(source))

    def keep_current(self) -> None:
        """Keep the new wording of the current memory and go on with the next."""
        if self._current is not None and self.editor.wording:
            self.queue = self._with_typed
            self._go_on(self._current)

    @override
    def commit(self) -> None:
        """Ask for all that is worded anew, kept or only typed, as before a chat is left."""
        self._hold_typed()
        if self.queue.edits(self._view.document):
            self.keep_all()

    def leave_current(self) -> None:
        """Leave the current memory as it is, its wording laid aside, and go on with the next."""
        if self._current is not None:
            self._hold_typed()
            self.queue = self.queue.leaving(self._current)
            self._load()  # what was typed is decided
            self._go_on(self._current)

    def go_back(self) -> None:
        """Go to the memory before this one."""
        if self._current is not None:
            self._go_to(self.queue.step(self._current, -1))

    def keep_all(self) -> None:
        """Ask for all new wordings, kept or only typed, as one step to undo."""
        self._hold_typed()
        edits = self.queue.edits(self._view.document)
        self.trial.end()
        self._is_refused = bool(edits) and not self.can_edit()
        if edits and not self._is_refused:
            n = len(edits)
            words = ngettext("{n:,} summary rewritten", "{n:,} summaries rewritten", n).format(n=n)
            self.edits_requested.emit(edits, words)
        if not self._is_refused:
            self._begin(self.queue.without_drafts())

    def drop_all(self) -> None:
        """Begin anew, without the new wordings, until they are restored."""
        self._hold_typed()
        self._drop(self.queue)
        self._begin(Queue())

    def restore_dropped(self) -> None:
        """Have the wordings back that were dropped; what they replace is dropped in turn."""
        dropped, self._dropped = self._dropped, Queue()
        self._hold_typed()
        self._drop(self.queue.replaced_by(dropped))
        self._begin(self.queue.with_dropped(dropped))

    def _drop(self, dropped: Queue) -> None:
        """Let wordings be restored."""
        self._dropped = self._dropped.with_dropped(dropped)

    def open_answer(self) -> None:
        """Show the answer that waits, in the place of the queue, and give it the keys."""
        self.exchange.renew()
        self._stack.setCurrentWidget(self.pasted)
        self.pasted.setFocus()
        self._show_all()

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        self._is_refused = True

    def unkept(self) -> tuple[Draft, ...]:
        """What is kept here and is no edit yet, and answers on which nobody has decided.

        The wording that is being typed is not among them.
        """
        memories = self._view.document.memories
        kept = tuple(
            Draft(
                _("New wording of memory {memory}").format(memory=memory),
                text,
                _target(one.id) if memory in self.queue.drafts else (),
            )
            for memory, text in self.queue.worded.items()
            if memory < len(memories)
            and (one := memories[memory]).summary != text
            and not (memory == self._current and self.editor.is_typed)
        )
        words = _("New wording of a memory that is gone")
        return (
            *kept,
            *(Draft(words, text, _target(of)) for of, text in self.queue.parted.items()),
            # Of no target: what a model wrote becomes no edit by itself.
            *(
                Draft(_("Proposed wording of memory {memory}").format(memory=one.memory), one.after)
                for one in self.exchange.undecided
            ),
        )

    def _take_pasted(self, drafts: dict[int, str]) -> None:
        self._hold_typed()
        self._drop(self.queue.replaced_by(Queue(drafts=drafts)))
        self.queue = self.queue.with_drafts(drafts)
        self._load()  # else Enter would keep what stood there before
        self._end_answer()
        self._go_to(next(iter(self.queue.open), self._current))
        if self._is_at_work:
            self.editor.setFocus()

    @property
    def _is_at_work(self) -> bool:
        """Whether the queue is shown, and not an answer in its place."""
        return self._stack.currentWidget() is self.work

    def _hear_answer(self, is_awaited: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Show an answer, but take the keys from nobody who may be typing.

        A person who has the keys in the editor goes on there; the bar offers the answer.
        """
        focused = QApplication.focusWidget()
        is_here = focused is not None and self.isAncestorOf(focused)
        if is_awaited or (is_here and self._is_at_work and focused is not self.editor.edit):
            self.open_answer()
        elif self._is_at_work:
            if focused is not self.editor.edit:
                self._stack.setCurrentWidget(self.pasted)
            self.announced.emit(_("Rewrite has an answer of your model to look at."))
        self._show_all()

    def _end_answer(self) -> None:
        """Show the next answer, else the queue again, which follows what was chosen meanwhile."""
        if not self.exchange.go_on():
            self._show_work()

    def _show_work(self) -> None:
        self._stack.setCurrentWidget(self.work)
        is_behind, self._is_behind = self._is_behind, False
        if is_behind:
            self._follow()
        self._show_all()

    def _set_choices(self, source: Source, memories: tuple[int, ...]) -> None:
        self._candidates[source] = memories
        if source is self.bar.chosen:
            self._follow()

    def _follow(self) -> None:
        """Go on with what the source has now, where nothing is decided or typed.

        An answer stays until it is taken or refused; the queue follows after that.
        """
        self._is_behind = not self._is_at_work
        if not (self._is_behind or self.queue.is_begun or self.editor.is_typed):
            self._take_source()

    def _take_source(self) -> None:
        """Go on with the memories of the chosen source; what is worded already stays."""
        self._hold_typed()
        self._begin(self.queue)

    def _begin(self, queue: Queue) -> None:
        """Begin with the first memory of the chosen source; the drafts of a queue stay."""
        count = len(self._view.document.memories)
        chosen = tuple(one for one in self._candidates[self.bar.chosen] if one < count)
        self.queue = queue.of(chosen)
        self._go_to_first()

    def _forget(self) -> None:
        """Be done with a chat: its queue, answers and wordings are of no memories of another."""
        self.queue, self._dropped, self._current = Queue(), Queue(), None
        self._tokenizer, self._is_behind = None, False
        self._load()
        self.exchange.clear()
        self._stack.setCurrentWidget(self.work)

    def _move(self, former: Document, document: Document) -> None:
        """Follow the memories of the queue to where they stand in another document."""
        places, current = memory_places(former, document), self._current
        following = None if current is None else places.get(current)
        if following is None:
            self._hold_typed()
        self.queue = self.queue.moved(places, former, document)
        self._dropped = self._dropped.moved(places, former, document)
        self.exchange.move(places)
        if following is not None and following in self.queue.memories:
            self._current = following
        else:
            self._go_to_first()
        if not self._is_at_work and not self.exchange.is_answered:
            self._show_work()

    def _go_to_first(self) -> None:
        """Go to the first memory of which nothing is decided, else to the first of all."""
        self._current = None
        self._go_to(next(iter(self.queue.open), next(iter(self.queue.memories), None)))

    def _go_on(self, memory: int) -> None:
        after = self.queue.after(memory)
        self._go_to(memory if after is None else after)

    def _go_to(self, memory: int | None) -> None:
        if memory != self._current:
            self._hold_typed()
            self._current = memory
            self._load()
            self._reach()
        self._show_all()

    def _reach(self) -> None:
        if self._current is not None and self._is_seen:
            self._selection.select((self._current,))

    def _load_again(self) -> None:
        """Begin with what holds now, where that is another wording and nothing is typed."""
        if not self.editor.is_typed and self.editor.edit.text != self._beginning:
            self._load()

    @property
    def _beginning(self) -> str:
        """The wording that the editor begins with: what the queue holds, else the memory's."""
        current = self._current
        if current is None:
            return ""
        return self.queue.worded.get(current, self._view.document.memories[current].summary)

    def _load(self) -> None:
        current = self._current
        self.editor.load(self._beginning)
        memories = self._view.document.memories
        self.editor.edit.target = () if current is None else _target(memories[current].id)

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self.queue.memories):
            self._go_to(self.queue.memories[row])

    def _set_importance(self, importance: int) -> None:
        if self._current is not None:
            self.edit_requested.emit(SetField((self._current,), "importance", importance))

    def _split(self) -> None:
        if self._current is not None:
            self.split_requested.emit(self._current)

    def _hold_typed(self) -> None:
        """Let the queue hold what is typed, before the editor shows another wording."""
        if self.editor.is_typed:
            self.queue = self._with_typed

    @property
    def _with_typed(self) -> Queue:
        """The queue as if what is typed were kept."""
        current, text = self._current, self.editor.wording
        return (
            self.queue if current is None or not text else self.queue.with_drafts({current: text})
        )

    @property
    def _worded(self) -> Mapping[int, str]:
        """What a person worded and no edit holds: kept, laid aside, or only typed."""
        current, text = self._current, self.editor.wording
        if current is None or not text or not self.editor.is_typed:
            return self.queue.worded
        return {**self.queue.worded, current: text}

    def _wordings(self) -> Sequence[SetField]:
        """What makes all wordings, kept or typed, while they are seen."""
        return self._with_typed.edits(self._view.document) if self._is_seen else ()

    def _show_all(self) -> None:
        # A wording is compared with those of all memories: not where nobody looks.
        tokenizer = self._tokenizer if self._is_seen else None
        self.work.show_queue(self.queue, self._view.document, self._current, tokenizer)
        self.bar.show_exchange(
            is_copied=self.exchange.is_copied, is_answered=self.exchange.is_answered
        )
        self.work.foot.restore_button.setVisible(self._dropped.is_worded)
        self.setFocusProxy(self.work.first_control if self._is_at_work else self.pasted)
        self.drafts_changed.emit()
        self.work.foot.show_effect(self._current, self.trial.before, self.trial.after)


def _target(memory: str) -> tuple[str, ...]:
    """What a wording is of, as `files.unsaved.Draft` names it.

    Args:
        memory: its stored id.
    """
    return ("memory", "summary", memory)
