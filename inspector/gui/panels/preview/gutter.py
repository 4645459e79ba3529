"""The gutter beside the block: line number, mark, tokens and the bucket's stripe."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from inspector.gui.kit.font_set import FontSet, font_set
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, fixed_font
from inspector.gui.panels.preview.block_view import BlockView
from inspector.gui.panels.preview.rows import Row, bucket_of
from inspector.gui.panels.preview.visible_rows import rows_in
from inspector.gui.state.page import ENTERS, LEAKS, LEFT_OUT
from inspector.language import _

STRIPE = 3
_GAP_PX = 4
_MARK_PX = 22


class Gutter(QWidget):
    """Stands left of the text and follows its rows.

    Args:
        view: the text.
        explain: says what a row takes.
        parent: its parent.
    """

    def __init__(
        self, view: BlockView, explain: Callable[[Row], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._explain = explain
        self._width = 0
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(_("Line numbers and tokens"))
        self._fitted: object = None
        view.rows_changed.connect(self._follow)
        self._measure()
        self._follow(view.viewport().rect())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width, 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.surface)
        plain, bold = self._fonts
        # Digits and signs of a fixed font are of one width.
        numbers, tokens = self._columns(plain.width("0"))
        for row in rows_in(self._view.rows(), event.rect()):
            chosen = row.ghost is None and row.memory in self._view.highlight.selected
            background = self._view.highlight.background(row)
            if background is not None:
                painter.fillRect(QRectF(0, row.top, self.width(), row.height), background)
            base = row.top + row.ascent
            letters = bold if chosen else plain
            wide = letters.width("0")
            if row.ghost is None:
                words, colour = str(row.line + 1), theme.text if chosen else theme.text_3
                letters.write(painter, numbers - wide * len(words), base, words, colour)
            words, colour = self._tokens(row), theme.text if chosen else theme.text_2
            letters.write(painter, tokens - wide * len(words), base, words, colour)
            self._paint_mark(painter, row, numbers + _GAP_PX, base)
            painter.fillRect(
                QRectF(self.width() - STRIPE, row.top, STRIPE, row.height), self._stripe(row)
            )
            if chosen:
                painter.fillRect(QRectF(0, row.top, 2, row.height), theme.accent)
        painter.end()

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            row = self._view.row_at(self._height_in_view(event.pos()))
            words = "" if row is None else tooltip(self._explain(row))
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._view.hover_at(self._height_in_view(event.position().toPoint()))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        toggle = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self._view.click_at(self._height_in_view(event.position().toPoint()), toggle=toggle)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._view.open_at(self._height_in_view(event.position().toPoint()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._view.hover_at(None)

    def _height_in_view(self, location: QPoint) -> float:
        return self._view.viewport().mapFromGlobal(self.mapToGlobal(location)).y()

    def _tokens(self, row: Row) -> str:
        if row.ghost is None:
            return str(self._view.page.lines[row.line].tokens)
        return f"({row.ghost.tokens})" if row.ghost.mark == LEFT_OUT else f"−{row.ghost.tokens}"

    def _paint_mark(self, painter: QPainter, row: Row, left: float, base: float) -> None:
        theme = current_theme()
        page = self._view.page
        if row.ghost:
            mark = row.ghost.mark
            colour = theme.text_2 if mark == LEFT_OUT else theme.accent
        elif row.line in page.changes:
            mark, colour = page.changes[row.line], theme.accent
        elif page.lines[row.line].memory in page.leaks:
            mark, colour = LEAKS, theme.warning
        elif page.lines[row.line].memory in page.sent_only:
            mark, colour = ENTERS, theme.verdict_in
        elif row.line in page.letters:
            mark = page.letters[row.line]
            bucket = page.buckets[row.line]
            colour = theme.bucket(bucket).text if bucket else theme.text_2
        else:
            return
        letters = font_set(11, bold=True)
        x = left + (_MARK_PX - _GAP_PX - letters.width(mark)) / 2
        letters.write(painter, x, base, mark, colour)

    def _stripe(self, row: Row) -> QColor:
        theme = current_theme()
        bucket = bucket_of(row, self._view.page)
        return theme.bucket(bucket).strong if bucket else theme.other_lines

    def _measure(self) -> None:
        """Take over the size of the text's font."""
        self._measured = self._view.font()
        scale = self._measured.pointSizeF() / fixed_font().pointSizeF()
        plain = fixed_font(10.5 * scale)
        bold = QFont(plain)
        bold.setWeight(QFont.Weight.Bold)
        self._fonts = FontSet(plain), FontSet(bold)

    def _columns(self, digit: float) -> tuple[float, float]:
        """Right edges of the line numbers and of the tokens, where a digit is so wide."""
        page = self._view.page
        ghosts = max((ghost.tokens for ghost in self._view.ghosts), default=0)
        places = max(3, len(str(len(page.lines))))
        wide = max(4, len(str(page.dearest)), len(str(ghosts)) + 2)
        numbers = _GAP_PX + digit * places
        return numbers, numbers + _MARK_PX + digit * wide

    def _follow(self, part: QRect) -> None:
        """Paint beside a part of the viewport, as wide as numbers and tokens need it."""
        if self._view.font() != self._measured:
            self._measure()
            self._fitted = None
        displayed = self._view.page, self._view.ghosts
        if displayed != self._fitted:
            self._fitted = displayed
            width = round(self._columns(self._fonts[0].width("0"))[1]) + _GAP_PX + STRIPE
            if width != self._width:
                self._width = width
                self.setFixedWidth(width)
                self.update()
        self.update(0, part.top(), self._width, part.height())
