"""The editor of a text cell: over its row, as high as its text needs, with a word count."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.analysis.lint import word_count
from inspector.gui.kit.memory_words import length_advice
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.tables.cell_editor import CellEditor, Ending
from inspector.language import _

LEAST_WIDTH, MOST_LINES, MOST_MEASURED = 360, 8, 4000


class TextCellEditor(CellEditor):
    """A frame with the text and, below it, what a person should know while typing.

    Attributes:
        cell: the cell that it stands over, in its parent's pixels.
    """

    def __init__(
        self,
        context: PaintContext,
        parent: QWidget,
        *,
        counts_words: bool,
        goes_to: str = "",
    ) -> None:
        super().__init__(parent)
        self._counts_words = counts_words
        self._goes_to = goes_to
        self.cell = QRect()
        self.edit = PlainTextEdit(self, enter_commits=True)
        self.edit.setFont(context.font())
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.document().setDocumentMargin(scaled(3))
        self._hint = QLabel(self)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setWordWrap(True)
        self._hint.setFont(context.font(11))
        self._hint.setContentsMargins(scaled(4), 0, scaled(4), scaled(2))
        theme = current_theme()
        self.setObjectName("textCellEditor")
        self.setStyleSheet(
            f"#textCellEditor {{ background: {theme.surface.name()};"
            f" border: 1px solid {theme.accent.name()}; }}"
            " QPlainTextEdit, QPlainTextEdit:focus { border: none; padding: 0; }"
            f" QLabel {{ color: {theme.text_2.name()}; }}"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.edit)
        layout.addWidget(self._hint)
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.committed.connect(lambda: self.end(Ending.ENTER))
        self.edit.tabbed.connect(lambda: self.end(Ending.TAB))
        self.edit.reverted.connect(lambda: self.end(Ending.REVERTED))
        self.edit.left.connect(lambda: self.end(Ending.LEFT))

    @override
    def end(self, ending: Ending) -> None:
        """Let editing be over; what is typed is then no draft any more."""
        super().end(ending)
        if self._is_over:
            self.edit.accept()

    @override
    def let_go(self) -> None:
        super().let_go()
        self.edit.accept()

    @property
    def hint(self) -> str:
        """What the line below the text says."""
        return self._hint.text()

    def load(self, value: str) -> None:
        """Show a text, all of it selected."""
        self.edit.load(value)
        self.edit.selectAll()
        self._on_text_changed()

    def height_for(self, width: int) -> int:
        """The height that text and hint need; more than `MOST_LINES` lines scroll."""
        metrics = QFontMetrics(self.edit.font())
        line = metrics.lineSpacing()
        room = QRect(0, 0, width - 2 * scaled(5), 0)
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere)
        text = metrics.boundingRect(room, flags, self.edit.text[:MOST_MEASURED])
        needed = max(round(text.height() / line), 1)
        policy = Qt.ScrollBarPolicy
        is_long = needed > MOST_LINES
        self.edit.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_long else policy.ScrollBarAlwaysOff
        )
        hint = max(self._hint.heightForWidth(width - 2), self._hint.fontMetrics().height())
        return min(needed, MOST_LINES) * line + 2 * scaled(5) + hint

    def _on_text_changed(self) -> None:
        typed = self.edit.text
        parts = [counted(word_count(typed), "{n} word", "{n} words")] if self._counts_words else []
        if self._counts_words and (advice := length_advice(typed)):
            parts.append(advice)
        if self._goes_to:
            parts.append(self._goes_to)
        parts.append(_("Enter keeps, Esc reverts"))
        self._hint.setText(" · ".join(parts))
        self._fit()

    def stand_over(self, cell: QRect) -> None:
        """Stand over a cell, given in the parent's pixels."""
        self.cell = QRect(cell)
        self._fit()

    def _fit(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(_location(self, self.cell, parent.rect()))

    def refuse(self, why: str) -> None:
        """Say why what is typed is refused."""
        self.refusal = why
        self._hint.setText(f"✕ {why}")
        self._fit()


def _location(editor: TextCellEditor, cell: QRect, room: QRect) -> QRect:
    """Where an editor goes: over its cell, moved so that all of it is inside `room`."""
    width = min(max(cell.width(), scaled(LEAST_WIDTH)), room.width())
    height = min(max(cell.height(), editor.height_for(width)), room.height())
    left = min(cell.left(), room.right() - width + 1)
    top = min(cell.top(), room.bottom() - height + 1)
    return QRect(max(left, room.left()), max(top, room.top()), width, height)
