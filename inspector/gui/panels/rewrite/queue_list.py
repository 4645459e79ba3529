"""The queue as rows: each memory's number, stars, and its words or what its draft saves."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from inspector.analysis.lint import word_count
from inspector.core.document import Document
from inspector.core.tokens import Tokenizer
from inspector.gui.kit.text import one_line, plural, signed
from inspector.gui.panels.rewrite.queue import Queue


class QueueList(QListWidget):
    """Shows a queue."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Summaries to rewrite")
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_queue(
        self, queue: Queue, document: Document, tokenizer: Tokenizer | None, current: int | None
    ) -> int:
        """Show a queue.

        Args:
            queue: the memories, and what is decided.
            document: holds them.
            tokenizer: counts; None before the first answer.
            current: the memory that is worded.

        Returns:
            how many tokens all drafts together cost more; less than 0 where they save any.
        """
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.clear()
        difference = 0
        for memory in queue.memories:
            one = document.memories[memory]
            draft = queue.drafts.get(memory)
            state = "left" if memory in queue.left else plural(word_count(one.summary), "word")
            if draft is not None and tokenizer is not None:
                more = tokenizer.count(draft) - tokenizer.count(one.summary)
                difference += more
                state = f"✓ {signed(more)}"
            words = one_line(one.summary if draft is None else draft, 200)
            item = QListWidgetItem(f"{memory}  {'★' * one.importance}  {state}\n{words}")
            self.addItem(item)
            if memory == current:
                self.setCurrentItem(item)
        self.blockSignals(False)  # noqa: FBT003 - Qt's own signature
        return difference
