"""The rewriting queue: one summary after another, by hand or with a model of one's own."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.rewriting.request import rewriting_request
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.text import plural, signed
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.rewrite.editor import RewriteEditor
from inspector.gui.panels.rewrite.pasted import PastedTable
from inspector.gui.panels.rewrite.queue import Queue, Source, found_by_lint
from inspector.gui.panels.rewrite.queue_bar import QueueBar
from inspector.gui.panels.rewrite.queue_list import QueueList
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.llm.rewriting import Proposal

EMPTY = "Nothing to rewrite: choose another source above, or filter the memories."
_VIEW_KEYS = (
    ("Enter", "Keep, and go on"),
    ("Alt+↓, Alt+↑", "Leave it, go back"),
    ("Ctrl+Enter", "A new line"),
)


class RewritePanel(Panel):
    """A queue of summaries, one of which is worded anew; nothing changes before all are kept.

    Signals:
        edits_requested: edits and what they do, as one step (a tuple and a text).
        copy_requested: a text for the clipboard.
        model_requested: a model shall word these memories anew (a tuple of indexes).
        memory_activated: a person wants to see a memory (its index).
    """

    name = "rewrite"
    title = "Rewrite"
    area = Area.TABLES
    view_keys, folds_below = _VIEW_KEYS, True

    edits_requested = Signal(object, str)
    copy_requested = Signal(str)
    model_requested = Signal(object)
    memory_activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.queue = Queue()
        self._document = Document()
        self._tokenizer: Tokenizer | None = None
        self._candidates: dict[Source, tuple[int, ...]] = dict.fromkeys(Source, ())
        self._current: int | None = None
        self._asked: tuple[int, ...] = ()
        self.bar = QueueBar(self)
        self.list = QueueList(self)
        self.editor = RewriteEditor(self)
        self.pasted = PastedTable(self)
        self._lay_out()
        self._wire()
        self._show_all()

    def _wire(self) -> None:
        self.bar.source.currentIndexChanged.connect(self._take_source)
        self.list.currentRowChanged.connect(self._choose_row)
        self.list.itemActivated.connect(self.editor.setFocus)
        self.editor.kept.connect(self.keep_current)
        self.editor.left.connect(self.leave_current)
        self.bar.ask_button.clicked.connect(self.ask_model)
        self.bar.copy_button.clicked.connect(self.copy_request)
        self.bar.paste_button.clicked.connect(
            lambda: self.paste(QGuiApplication.clipboard().text())
        )
        self.bar.keep_button.clicked.connect(self.keep_all)
        self.bar.drop_button.clicked.connect(self._take_source)
        self.pasted.taken.connect(self._take_pasted)
        self.pasted.closed.connect(lambda: self._stack.setCurrentIndex(0))
        for keys, slot in (("Alt+Down", self.leave_current), ("Alt+Up", self.go_back)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self.setFocusProxy(self.editor)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        replaced = Part.CHAT in changes or changes.edits.chat_replaced
        if Part.CHAT in changes or Part.DOCUMENT in changes:
            self._document = view.document
        if Part.ANSWER in changes and view.answer is not None:
            self._tokenizer = view.answer.query().tokenizer
        if Part.PROBLEMS in changes:
            self._offer(Source.FOUND, found_by_lint(view.problems))
        if replaced:
            self._take_source()
        else:
            self._show_all()

    def set_filtered(self, memories: frozenset[int] | None) -> None:
        """What the filter of the table finds can be rewritten; None without a filter."""
        self._offer(Source.FILTERED, () if memories is None else tuple(sorted(memories)))

    def set_selected(self, memories: Iterable[int]) -> None:
        """What is selected can be rewritten."""
        self._offer(Source.SELECTED, tuple(memories))

    def keep_current(self) -> None:
        """Keep the new wording of the current memory and go on with the next."""
        text, current = self.editor.wording, self._current
        if current is not None and text:
            self.queue = self.queue.with_drafts({current: text})
            self._go_on(current)

    def leave_current(self) -> None:
        """Leave the current memory as it is and go on with the next."""
        if self._current is not None:
            self.queue = self.queue.leaving(self._current)
            self._go_on(self._current)

    def go_back(self) -> None:
        """Go to the memory before this one."""
        if self._current is not None:
            self._go_to(self.queue.step(self._current, -1))

    def keep_all(self) -> None:
        """Ask for all new wordings as one step to undo."""
        edits = self.queue.edits(self._document)
        if edits:
            self.edits_requested.emit(edits, f"{plural(len(edits), 'summary')} rewritten")
        self._take_source()

    def copy_request(self) -> None:
        """Copy the request for all of which nothing is decided."""
        self._asked = self.queue.open
        if self._asked:
            self.copy_requested.emit(rewriting_request(self._summaries(self._asked)))

    def ask_model(self) -> None:
        """Have a model word all of which nothing is decided."""
        self._asked = self.queue.open
        if self._asked:
            self.model_requested.emit(self._asked)

    def show_proposals(self, proposals: Sequence[Proposal], *, is_done: bool) -> None:
        """Lay what a model has proposed so far beside what is.

        Args:
            proposals: in the order in which they were asked for.
            is_done: whether no more come.
        """
        self.pasted.show_proposals(proposals, len(self._asked), is_done=is_done)
        self._stack.setCurrentIndex(1)

    def paste(self, text: str) -> None:
        """Lay a model's answer beside what is."""
        asked = self._asked or self.queue.open
        if self._tokenizer is None or not asked:
            return
        self.pasted.show_text(text, self._document, asked, self._tokenizer)
        self._stack.setCurrentIndex(1)

    def _take_pasted(self, drafts: dict[int, str]) -> None:
        self.queue = self.queue.with_drafts(drafts)
        self._stack.setCurrentIndex(0)
        self._go_to(next(iter(self.queue.open), self._current))

    def _summaries(self, memories: Sequence[int]) -> list[str]:
        return [self._document.memories[one].summary for one in memories]

    def _offer(self, source: Source, memories: tuple[int, ...]) -> None:
        self._candidates[source] = memories
        if source is self.bar.chosen and not self.queue.drafts and not self.queue.left:
            self._take_source()

    def _take_source(self) -> None:
        count = len(self._document.memories)
        memories = [one for one in self._candidates[self.bar.chosen] if one < count]
        self.queue, self._asked = Queue(tuple(memories)), ()
        self._stack.setCurrentIndex(0)
        self._current = None
        self._go_to(memories[0] if memories else None)

    def _go_on(self, memory: int) -> None:
        after = self.queue.after(memory)
        self._go_to(memory if after is None else after)

    def _go_to(self, memory: int | None) -> None:
        if memory != self._current:
            self._current = memory
            self._load()
        self._show_all()

    def _load(self) -> None:
        current = self._current
        summary = "" if current is None else self._document.memories[current].summary
        self.editor.load(summary if current is None else self.queue.drafts.get(current, summary))

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self.queue.memories):
            self._go_to(self.queue.memories[row])

    # What is shown

    def _show_all(self) -> None:
        queue, many = self.queue, len(self.queue.memories)
        more = self.list.show_queue(queue, self._document, self._tokenizer, self._current)
        done = many - len(queue.open)
        self.bar.show_counts(
            open_ones=len(queue.open),
            done=f"{done} of {many} done, {signed(more)} tokens" if many else "",
            has_drafts=bool(queue.edits(self._document)),
            can_read=self._tokenizer is not None,
        )
        memory = None if self._current is None else self._document.memories[self._current]
        heading = EMPTY if memory is None else queue.heading(memory)
        self.editor.show_memory(self._document, memory, self._tokenizer, heading)

    def _lay_out(self) -> None:
        work = _work_splitter(self.list, self.editor, self.editor.sources)
        column = QVBoxLayout(whole := QWidget(self))
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(work, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(whole)
        self._stack.addWidget(self.pasted)


def _work_splitter(*parts: QWidget) -> QSplitter:
    work = QSplitter(Qt.Orientation.Horizontal)
    work.setObjectName("rewrite_parts")
    work.setChildrenCollapsible(False)
    for place, (part, share) in enumerate(zip(parts, (2, 4, 2), strict=True)):
        work.addWidget(part)
        work.setStretchFactor(place, share)
    work.setSizes([scaled(200), scaled(380), scaled(220)])
    return work
