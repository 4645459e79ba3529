"""The dialog that parts a summary: at the cursor, or after every sentence."""

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.lint import word_count
from inspector.core.document import Document
from inspector.core.memory_edits import sentence_cuts
from inspector.core.readings import memory_places
from inspector.core.tokens import utf16_length
from inspector.gui.kit.edit_dialog import EditDialog
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import font, scaled
from inspector.language import _

_HELP = _("Put the cursor between two words; what follows becomes a memory of its own.")


def code_points(text: str, utf16: int) -> int:
    """A place in code points, of one in UTF-16 units, which is how Qt counts."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * utf16].decode("utf-16-le", "ignore"))


class SplitDialog(EditDialog):
    """Shows what the parts would be while the cursor moves.

    Signals:
        split_requested: which memory, and places in code points (an index and a list of int).
    """

    split_requested = Signal(int, object)

    def __init__(self, document: Document, memory: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._summary = ""
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.text.setFont(font(13))
        self.text.setAccessibleName(_("Summary to be split"))
        self.text.setMinimumHeight(scaled(90))
        self.parts = plain_label("", 12)
        self.here = QPushButton(_("Split here"), self)
        self.sentences = QPushButton(_("Split by sentence"), self)
        cancel = QPushButton(_("Cancel"), self)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (cancel, self.sentences, self.here):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        self.here.setDefault(True)
        vbox(self, plain_label(_HELP, 11), self.text, self.parts, self.trouble, buttons, spacing=8)
        self.setMinimumWidth(scaled(460))
        self.text.cursorPositionChanged.connect(self._show_parts)
        self.here.clicked.connect(lambda: self._split([self.cut]))
        self.sentences.clicked.connect(lambda: self._split(sentence_cuts(self._summary)))
        cancel.clicked.connect(self.reject)
        self._show_memory(document, memory)

    @override
    def follow(self, document: Document) -> None:
        """Split the same memory, wherever it stands there."""
        following = memory_places(self._document, document).get(self._memory)
        former = self._summary
        if following is not None:
            self._show_memory(document, following)
            if self._summary != former:
                self.show_trouble(_("Others have reworded it: look again where to split."))
            return
        self.here.setEnabled(False)
        self.sentences.setEnabled(False)
        self.show_trouble(_("Others wrote the chat, and this memory is gone."))

    def _show_memory(self, document: Document, memory: int) -> None:
        self._document, self._memory = document, memory
        self.setWindowTitle(_("Split memory {index}").format(index=memory))
        summary = document.memories[memory].summary
        if summary != self._summary:
            self._summary = summary
            self.text.setPlainText(summary)
            self.sentences.setEnabled(bool(sentence_cuts(summary)))
            self._go_to_start()

    @property
    def cut(self) -> int:
        """Where the cursor stands, in code points."""
        return code_points(self._summary, self.text.textCursor().position())

    def _go_to_start(self) -> None:
        """Begin behind the first sentence, else in the middle between two words."""
        cuts = sentence_cuts(self._summary)
        middle = self._summary.find(" ", len(self._summary) // 2)
        index = cuts[0] if cuts else max(middle, 0)
        cursor = self.text.textCursor()
        cursor.setPosition(utf16_length(self._summary[:index]))
        self.text.setTextCursor(cursor)
        self._show_parts()

    def _show_parts(self) -> None:
        places = (0, self.cut, len(self._summary))
        parts = [self._summary[a:b].strip() for a, b in pairwise(places)]
        lines = [
            "  ·  ".join(
                (
                    f"{number}. {part or _('(nothing)')}",
                    counted(word_count(part), "{n} word", "{n} words"),
                )
            )
            for number, part in enumerate(parts, 1)
        ]
        self.parts.setText("\n".join(lines))
        self.here.setEnabled(all(parts))

    def _split(self, cuts: list[int]) -> None:
        self.finish(lambda: self.split_requested.emit(self._memory, cuts))
