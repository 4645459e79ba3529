"""Two blocks as rows of pairs: numbers, tokens, buckets, and what differs marked by word."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget
from typing_extensions import override

from inspector.analysis.compared_lines import Cause
from inspector.gui.kit.diff_view import DiffView, Geometry
from inspector.gui.kit.labels import Label, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, scaled
from inspector.gui.panels.compare.block_painting import (
    GUTTER,
    MIDDLE,
    STRIPE,
    paint_delta,
    paint_head,
    paint_numbers,
)
from inspector.gui.panels.compare.block_rows import BlockRow, folded, side_text
from inspector.language import _, ngettext

_GEOMETRY = Geometry(gutter=GUTTER, pad=6, gap=0, middle=MIDDLE, spacing=1.0)
_LEAST_TWO_COLUMNS = 620
_MOST_ROWS = 2_000


class BlockView(DiffView):
    """Paints both blocks, lets lines of one side be copied, and folds what is alike.

    Signals:
        memory_chosen: a line was clicked whose memory this chat holds (its index).
        memory_opened: it was double-clicked, or Enter was pressed on it.
    """

    memory_chosen = Signal(int)
    memory_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, text_font=fixed_font, geometry=_GEOMETRY)
        self._all: Sequence[BlockRow] = ()
        self._opened: set[int] = set()
        self._in_one = self._only_changes = False
        self._side = 0
        self._chosen: tuple[int, int] | None = None
        self._own = 1
        self._memories: Collection[int] = ()
        self.setAccessibleName(_("Both blocks"))

    @property
    def all_rows(self) -> Sequence[BlockRow]:
        """Every row, folded or not."""
        return self._all

    @property
    def folds(self) -> bool:
        """Whether only what differs is shown."""
        return self._only_changes or len(self._all) > _MOST_ROWS

    def show_block_rows(self, rows: Sequence[BlockRow], own_side: int) -> None:
        """Show these rows from their start.

        Args:
            rows: all of them.
            own_side: the side whose memories are those of the chat that is open.
        """
        self._all, self._own = rows, own_side
        self._opened.clear()
        self._chosen = None
        self._refresh()

    def show_in_one(self, in_one: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Show both sides in one column, or beside each other where there is the room."""
        self._in_one = in_one
        self._refresh()

    def show_only_changes(self, only: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Fold what is alike, or show all; what is long is folded in any case."""
        self._only_changes = only
        self._opened.clear()
        self._refresh()

    def show_memories(self, memories: Collection[int]) -> None:
        """Let the lines of the selected memories stand out."""
        self._memories = memories
        self.viewport().update()

    def show_memory(self, memory: int) -> None:
        """Bring the lines of a memory into sight."""
        for number, row in enumerate(self._block_rows):
            if row.memories[self._own] == memory:
                self.show_row(number)
                return

    def show_cause(self, cause: Cause) -> None:
        """Bring the next line that differs because of a cause to the top."""
        found = [number for number, row in enumerate(self._block_rows) if row.cause is cause]
        if found:
            later = [number for number in found if number > self.first_row]
            self.show_row((later or found)[0])

    def copy_side(self, side: int) -> str:
        """All text of one side, as it stands in the prompt."""
        return side_text(self._all, side)

    def chosen_text(self) -> str:
        """The lines that were chosen in one side; all of the side where none were."""
        if self._chosen is None:
            return self.copy_side(self._side)
        first, last = sorted(self._chosen)
        chosen = self._block_rows[first : last + 1]
        whole = [row for one in chosen for row in self._unfolded(one)]
        return side_text(whole, self._side)

    def _unfolded(self, row: BlockRow) -> Sequence[BlockRow]:
        return self._all[row.location : row.location + row.folds] if row.folds else (row,)

    @property
    def _block_rows(self) -> Sequence[BlockRow]:
        return cast("Sequence[BlockRow]", self.rows)

    def _refresh(self) -> None:
        if self._all:
            rows = folded(self._all, self._opened) if self.folds else self._all
            is_narrow = self.viewport().width() < scaled(_LEAST_TWO_COLUMNS)
            self.show_rows(rows, is_inline=self._in_one or is_narrow)

    @override
    def say(self, note: str) -> None:
        self._all = ()
        super().say(note)

    @override
    def paint_row(self, painter: QPainter, number: int, top: int, height: int) -> None:
        row = self._block_rows[number]
        if row.title:
            lefts = () if self.is_inline else (self.side(0)[0], self.side(1)[0])
            paint_head(painter, row, QRectF(0, top, self.viewport().width(), height), lefts)
            return
        for index in (0,) if self.is_inline else (0, 1):
            self._paint_side(painter, number, index, QRectF(0, top, 0, height))
        if row.delta:
            left, width = self.side(0)
            paint_delta(painter, row.delta, left + width, top)

    def _paint_side(self, painter: QPainter, number: int, index: int, rect: QRectF) -> None:
        row, theme = self._block_rows[number], current_theme()
        left, width = self.side(index)
        rect.setLeft(left)
        rect.setWidth(width)
        if row.tokens[index] is None and not self.is_inline:
            painter.setBrushOrigin(0, -self.verticalScrollBar().value())
            painter.fillRect(rect, QBrush(theme.line, Qt.BrushStyle.BDiagPattern))
            return
        bucket = row.buckets[index] or row.buckets[1 - index]
        colours = None if bucket is None else theme.bucket(bucket)
        stripe = QRectF(left + scaled(STRIPE), rect.top(), scaled(3), rect.height())
        if colours is not None:
            body = QRectF(rect)
            body.setLeft(stripe.left())
            painter.fillRect(body, colours.tint)
        if self._is_chosen(number, index) or self._is_selected(row):
            painter.fillRect(rect, theme.selection)
        painter.fillRect(stripe, theme.other_lines if colours is None else colours.strong)
        colour = theme.text_2 if self._is_selected(row) else theme.text_3
        paint_numbers(painter, self._numbers(row, index), rect.topLeft(), colour)
        self.paint_text(painter, number, index, round(rect.top()))

    def _numbers(self, row: BlockRow, index: int) -> tuple[int | None, int | None]:
        """Line and tokens of a side; in one column the lines of both."""
        if not self.is_inline:
            return (row.left, row.right)[index], row.tokens[index]
        lines = zip((row.left, row.right), row.tokens, strict=True)
        first, second = (None if tokens is None else line for line, tokens in lines)
        return first, second

    def _is_selected(self, row: BlockRow) -> bool:
        memory = row.memories[self._own]
        return memory is not None and memory in self._memories

    def _is_chosen(self, number: int, index: int) -> bool:
        if self._chosen is None or (index != self._side and not self.is_inline):
            return False
        first, last = sorted(self._chosen)
        return first < last and first <= number <= last

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.viewport().width() < scaled(_LEAST_TWO_COLUMNS)
        if self._all and self.is_inline is not (self._in_one or is_narrow):
            self._refresh()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.row_at(event.position().y())
        if number is None or event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        row = self._block_rows[number]
        if row.folds:
            self.open_fold(number)
            return
        is_more = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if is_more and self._chosen is not None:
            self._chosen = (self._chosen[0], number)
        else:
            self._side = self._side_at(event.position())
            self._chosen = (number, number)
            memory = row.memories[self._own]
            if memory is not None:
                self.memory_chosen.emit(memory)
        self.viewport().update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self.row_at(event.position().y())
        if number is not None and self._chosen is not None:
            self._chosen = (self._chosen[0], number)
            self.viewport().update()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self.row_at(event.position().y())
        memory = None if number is None else self._block_rows[number].memories[self._own]
        if memory is not None:
            self.memory_opened.emit(memory)

    def open_fold(self, number: int) -> None:
        """Show the lines that are folded in a row."""
        offset = self.verticalScrollBar().value()
        self._opened.add(self._block_rows[number].location)
        self._chosen = None
        self._refresh()
        self.verticalScrollBar().setValue(offset)

    def _side_at(self, point: QPointF) -> int:
        return 0 if self.is_inline else int(point.x() >= self.viewport().width() / 2)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self._all:
            QGuiApplication.clipboard().setText(self.chosen_text())
        elif event.matches(QKeySequence.StandardKey.SelectAll) and self.rows:
            self._chosen = (0, len(self.rows) - 1)
            self.viewport().update()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._all:
            self.copy_menu().exec(event.globalPos())

    def copy_menu(self) -> QMenu:
        """What can be copied."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        texts: tuple[tuple[str, Callable[[], str]], ...] = (
            (_("Copy the chosen lines"), self.chosen_text),
            (_("Copy all of A"), partial(self.copy_side, 0)),
            (_("Copy all of B"), partial(self.copy_side, 1)),
        )
        for words, text in texts:
            menu.addAction(words).triggered.connect(partial(_copy, text))
        return menu


def _copy(text: Callable[[], str]) -> None:
    QGuiApplication.clipboard().setText(text())


class Legend(Themed, QWidget):
    """What the marks and numbers of the lines mean, and how many lines there are.

    Args:
        view: the lines.
        parent: as for any widget.
    """

    def __init__(self, view: BlockView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._meaning = Label(self, Tone.QUIET, 11)
        self._counts = Label(self, Tone.QUIET, 11, tabular=True)
        self._meaning.setTextFormat(Qt.TextFormat.RichText)
        self._meaning.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        hbox(self, (self._meaning, 1), self._counts, margins=(10, 3, 10, 3))
        view.rows_changed.connect(self.restyle)
        self.restyle()

    def count(self, lines: tuple[int, int] | None) -> None:
        """Say how many lines each side has; nothing for None."""
        if lines is None:
            self._counts.setText("")
            return
        a, b = lines
        words = ngettext("{a:,} line in A, {b:,} in B", "{a:,} lines in A, {b:,} in B", a)
        self._counts.setText(words.format(a=a, b=b))

    @override
    def restyle(self) -> None:
        theme = current_theme()
        one = "<span style='background:{colour}'>&nbsp;{words}&nbsp;</span>&nbsp; "
        self._meaning.setText(
            one.format(colour=theme.removed_background.name(), words=_("only in A"))
            + one.format(colour=theme.added_background.name(), words=_("only in B"))
            + (
                _("numbers: line in A, line in B; at the right tokens, B − A")
                if self._view.is_inline
                else _("numbers: line, tokens; between them B − A")
            )
        )
