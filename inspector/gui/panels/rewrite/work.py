"""Where a queue is worked through: rows, editor, sources, and the effect on the block."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSplitter, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import Stack, let_scroll, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import signed
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.rewrite.editor import RewriteEditor
from inspector.gui.panels.rewrite.foot import Foot
from inspector.gui.panels.rewrite.queue import Queue
from inspector.gui.panels.rewrite.queue_bar import QueueBar
from inspector.gui.panels.rewrite.queue_list import QueueList
from inspector.gui.panels.rewrite.sources import SourcesView
from inspector.language import _

_ROOMY_PX = 700
"""Narrower, the messages that a memory stands on would leave too little to write in."""

EMPTY = _("Nothing to rewrite; choose another source above.")


class _EditorRoom(QScrollArea):
    """The editor, which scrolls where even the least of it has no room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.editor = RewriteEditor(self)
        let_scroll(self, self.editor, see_through=True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        self.editor.fit(self.viewport().height())
        super().resizeEvent(arg__1)


class RewriteWork(QFrame):
    """Shows a queue and its current memory; the panel hears its parts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "surface")
        self.bar = QueueBar(self)
        self._pages = Stack(self)
        # The keys go from part to part in the order in which these are made.
        self._work = QWidget(self._pages)
        split = QSplitter(Qt.Orientation.Horizontal, self._work)
        self.list = QueueList(split)
        room = _EditorRoom(split)
        self.editor = room.editor
        self.sources = SourcesView(split)
        split.setObjectName("rewrite_parts")
        split.setChildrenCollapsible(False)
        for index, part in enumerate((self.list, room, self.sources)):
            split.addWidget(part)
            split.setStretchFactor(index, 4 if part is room else 2)
        split.setSizes([scaled(190), scaled(380), scaled(230)])
        vbox(self._work, (split, 1), margins=0, spacing=0)
        self.nothing = plain_label(EMPTY, tone=Tone.QUIET)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(self._work)
        self._pages.addWidget(self.nothing)
        self.foot = Foot(self)
        vbox(self, self.bar, (self._pages, 1), self.foot, margins=0, spacing=0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sources.setVisible(self.width() >= scaled(_ROOMY_PX))

    def show_queue(
        self, queue: Queue, document: Document, current: int | None, tokenizer: Tokenizer | None
    ) -> None:
        """Show a queue.

        Args:
            queue: the memories, and what is decided.
            document: holds them.
            current: the one that is worded; None for none.
            tokenizer: counts; None before the first answer.
        """
        self.list.show_rows(queue.rows(document, tokenizer), current)
        many = len(queue.memories)
        done = many - len(queue.open)
        more = 0 if tokenizer is None else queue.more(document, tokenizer)
        self.bar.show_counts(
            open_ones=len(queue.open),
            done=_("{done:,} of {many:,} done, {more} tokens").format(
                done=done, many=many, more=signed(more)
            )
            if many
            else "",
            can_read=tokenizer is not None,
        )
        self.foot.show_drafts(len(queue.edits(document)))
        memory = None if current is None else document.memories[current]
        self._show_page(is_empty=memory is None)
        heading = "" if memory is None else queue.heading(memory)
        self.editor.show_memory(document, memory, tokenizer, heading)
        self.sources.show_memory(document, memory, tokenizer)

    @property
    def first_control(self) -> QWidget:
        """What the keys reach first: where one types, or chooses what there is to type."""
        return self.bar.source if self._pages.currentWidget() is self.nothing else self.editor

    def _show_page(self, *, is_empty: bool) -> None:
        focused = QApplication.focusWidget()
        if is_empty and focused is not None and self._work.isAncestorOf(focused):
            self.bar.source.setFocus()
        self._pages.setCurrentWidget(self.nothing if is_empty else self._work)
