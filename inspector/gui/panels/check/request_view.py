"""The request as it was sent: heads of its messages, its lines tinted by source, folded runs."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.kind_colours import colours_of
from inspector.gui.kit.text import one_line, plain, tooltip
from inspector.gui.kit.theme import Theme, Themed, current_theme, fixed_font, font, scaled
from inspector.gui.panels.check.rows import Fold, RequestRow
from inspector.gui.tables.cells import MOST_DRAWN, draw_line
from inspector.gui.tables.row_list import Index, RowList
from inspector.language import _
from inspector.proof.sent_parts import PartLine, Verdict

_ROW_PX = 20
_NUMBER, _ROLE, _TOKENS, _VERDICT = 34, 66, 56, 120
_TEXT = _NUMBER + 10
_ROLE_OF_ROW = Qt.ItemDataRole.UserRole


def verdict_in_words(verdict: Verdict) -> str:
    """A verdict with its sign."""
    sign = {
        Verdict.DIFFERS: "▲",
        Verdict.NEW: "▲",
        Verdict.UNKNOWN: "?",
    }.get(verdict, "✓")
    return f"{sign} {_(verdict)}"


def verdict_colour(verdict: Verdict, theme: Theme) -> QColor:
    """The colour of a verdict's words."""
    if verdict in (Verdict.DIFFERS, Verdict.NEW):
        return theme.warning
    return theme.text_2 if verdict is Verdict.UNKNOWN else theme.verdict_in


class RequestModel(RowList[RequestRow]):
    """The rows of one request."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == _ROLE_OF_ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.title, MOST_DRAWN)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            verdict = "" if row.verdict is None else f", {_(row.verdict)}"
            return f"{row.role} {one_line(row.title, MOST_DRAWN)}{verdict}".strip()
        if role == Qt.ItemDataRole.ToolTipRole and row.kind == "line":
            return tooltip(row.title[:2000])
        return None


class _RequestDelegate(QStyledItemDelegate):
    """Paints the rows."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(scaled(100), max(scaled(_ROW_PX), QFontMetrics(font(12)).height() + 4))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme = index.data(_ROLE_OF_ROW), current_theme()
        if not isinstance(row, RequestRow):
            return
        rect = QRect(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.selection)
        elif row.kind == "message":
            painter.fillRect(rect, theme.alt)
        match row.kind:
            case "message" | "part":
                self._paint_head(painter, rect, row, theme)
            case "line":
                self._paint_line(painter, rect, row, theme, chosen=chosen)
            case "fold":
                self._paint_fold(painter, rect, row, theme)
        if chosen:
            painter.fillRect(rect.left(), rect.top(), scaled(2), rect.height(), theme.accent)
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRect, row: RequestRow, theme: Theme) -> None:
        left, right = rect.left(), rect.right() - scaled(8)
        if row.kind == "message":
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, theme.line)
            painter.setFont(font(11, tabular=True))
            number = QRect(left, rect.top(), scaled(_NUMBER), rect.height())
            draw_line(painter, number, str(row.message), theme.text_2, Qt.AlignmentFlag.AlignRight)
            left += scaled(_TEXT)
            draw_line(
                painter,
                QRect(left, rect.top(), scaled(_ROLE), rect.height()),
                row.role,
                theme.text_2,
            )
            left += scaled(_ROLE + 4)
        else:
            left += scaled(_TEXT + 8)
            if row.part is not None:
                stripe = colours_of(row.part.kind, theme).stripe
                at = rect.left() + scaled(_NUMBER)
                painter.fillRect(at, rect.top(), scaled(3), rect.height(), stripe)
        painter.setFont(font(11, tabular=True))
        if row.tokens is not None:
            location = QRect(right - scaled(_TOKENS), rect.top(), scaled(_TOKENS), rect.height())
            draw_line(
                painter, location, plain(row.tokens), theme.text_2, Qt.AlignmentFlag.AlignRight
            )
        right -= scaled(_TOKENS + 6)
        if row.verdict is not None:
            words = verdict_in_words(row.verdict)
            width = min(scaled(_VERDICT), QFontMetrics(painter.font()).horizontalAdvance(words) + 2)
            location = QRect(right - width, rect.top(), width, rect.height())
            draw_line(painter, location, words, verdict_colour(row.verdict, theme))
            right -= width + scaled(8)
        painter.setFont(font(12 if row.kind == "message" else 11, bold=True))
        title = QRect(left, rect.top(), max(right - left, 0), rect.height())
        draw_line(painter, title, row.title, theme.text)

    def _paint_line(
        self, painter: QPainter, rect: QRect, row: RequestRow, theme: Theme, *, chosen: bool
    ) -> None:
        part, line = row.part, row.line
        if part is None or line is None:
            return
        colours = colours_of(part.kind, theme)
        at = rect.left() + scaled(_NUMBER)
        if not chosen:
            painter.fillRect(rect.adjusted(scaled(_NUMBER), 0, 0, 0), colours.background)
        painter.fillRect(at, rect.top(), scaled(3), rect.height(), colours.stripe)
        painter.setFont(fixed_font(11.5))
        room = rect.adjusted(scaled(_TEXT), 0, -scaled(8), 0)
        text = line.text[:MOST_DRAWN].replace("\t", " ").replace("\r", " ")
        text, shift = _in_sight(text, line, QFontMetrics(painter.font()), room.width())
        _mark(painter, room, text, shift, line, theme)
        draw_line(painter, room, text, theme.text)

    def _paint_fold(self, painter: QPainter, rect: QRect, row: RequestRow, theme: Theme) -> None:
        left = scaled(_TEXT)
        if row.part is not None:
            colours = colours_of(row.part.kind, theme)
            at = rect.left() + scaled(_NUMBER)
            painter.fillRect(at, rect.top(), scaled(3), rect.height(), colours.stripe)
        else:
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, theme.line)
        painter.setFont(font(11))
        room = rect.adjusted(left, 0, -scaled(_TOKENS + 14), 0)
        draw_line(painter, room, f"▸ {row.title}", theme.text_2)
        if row.tokens is not None:
            painter.setFont(font(11, tabular=True))
            right = rect.right() - scaled(8)
            location = QRect(right - scaled(_TOKENS), rect.top(), scaled(_TOKENS), rect.height())
            draw_line(
                painter, location, plain(row.tokens), theme.text_2, Qt.AlignmentFlag.AlignRight
            )


def _in_sight(text: str, line: PartLine, metrics: QFontMetrics, room: int) -> tuple[str, int]:
    """The text from where its first change can be seen, and how much that leaves out."""
    marks = [one for one, _ in (*line.changed, *line.fields)] + list(line.lost)
    first = min(marks, default=0)
    if not first or metrics.horizontalAdvance(text[: first + 12]) <= room:
        return text, 0
    start = max(0, first - 20)
    return f"…{text[start:]}", start - 1


def _mark(
    painter: QPainter, room: QRect, text: str, shift: int, line: PartLine, theme: Theme
) -> None:
    """Lay a ground under what was not predicted, a frame around what macros were filled in with."""
    metrics = QFontMetrics(painter.font())

    def x(index: int) -> int:
        return room.left() + metrics.horizontalAdvance(text[: max(index - shift, 0)])

    top, height = room.top() + scaled(2), room.height() - scaled(4)
    for start, end in line.changed:
        painter.fillRect(x(start), top, x(end) - x(start), height, theme.added_background)
        painter.fillRect(x(start), top + height - 1, x(end) - x(start), 1, theme.verdict_in)
    for index in line.lost:
        painter.fillRect(x(index) - 1, top, scaled(2), height, theme.error)
    for start, end in line.fields:
        box = QRect(x(start) - 1, top, x(end) - x(start) + 2, height)
        painter.fillRect(box, theme.warning_background)
        painter.setPen(QPen(theme.text_2, 1, Qt.PenStyle.DotLine))
        painter.drawRect(box)


class RequestView(Themed, QListView):
    """The rows of a request; Enter and a double click go to what a row is of.

    Signals:
        opened: a row (`RequestRow`) that a person wants to go to.
        unfolded: a `Fold` that is to be unfolded.
        chosen: the row (`RequestRow`) that is current now.
    """

    opened = Signal(object)
    unfolded = Signal(object)
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = RequestModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_RequestDelegate(self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("The request as it was sent"))
        self.selectionModel().currentRowChanged.connect(self._choose)
        self.restyle()

    @override
    def restyle(self) -> None:
        self.viewport().update()

    @property
    def current_row(self) -> RequestRow | None:
        """The row that the view stands on."""
        return self._row(self.currentIndex())

    def show_rows(self, rows: Sequence[RequestRow]) -> None:
        """Show other rows; the place in the request stays as far as it can."""
        location = self.verticalScrollBar().value()
        current = self.currentIndex().row()
        self.rows.show_rows(rows)
        self.verticalScrollBar().setValue(location)
        if 0 <= current < len(rows):
            self.setCurrentIndex(self.rows.index(current))

    def show_part(self, number: int) -> None:
        """Go to where a part stands, to its first line that differs if there is one."""
        own = [
            location
            for location, row in enumerate(self.rows.rows)
            if row.part is not None and row.part.number == number
        ]
        lines = self.rows.rows
        off = (n for n in own if (line := lines[n].line) is not None and not line.is_same)
        location = next(off, own[0] if own else None)
        if location is not None:
            index = self.rows.index(location)
            self.setCurrentIndex(index)
            self.scrollTo(index, QListView.ScrollHint.PositionAtCenter)

    def _row(self, index: QModelIndex) -> RequestRow | None:
        return self.rows.rows[index.row()] if index.isValid() else None

    def _choose(self, index: QModelIndex) -> None:
        row = self._row(index)
        if row is not None:
            self.chosen.emit(row)

    def _open(self, index: QModelIndex) -> None:
        row = self._row(index)
        if row is None:
            return
        if isinstance(row.fold, Fold):
            self.unfolded.emit(row.fold)
        else:
            self.opened.emit(row)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self._row(self.indexAt(event.position().toPoint()))
        if row is not None and row.fold is not None:
            self.unfolded.emit(row.fold)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        row = self._row(self.indexAt(event.position().toPoint()))
        if row is not None and row.fold is None:
            self.opened.emit(row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            row = self.current_row
            if row is not None and row.part is not None:
                put_on_clipboard(row.part.text)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)
