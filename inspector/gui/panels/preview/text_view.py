"""The block's text: exact, read only, tinted by bucket and linked to the memories."""

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QPointF, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget
from typing_extensions import override

from inspector.gui.kit.clipboard import copyable
from inspector.gui.kit.finding import set_marks
from inspector.gui.kit.font_set import FontSet
from inspector.gui.kit.theme import Themed, current_theme, fixed_font
from inspector.gui.kit.wrapping import set_wrap_mode
from inspector.gui.panels.preview.characters import displayed
from inspector.gui.panels.preview.delivered import Fields
from inspector.gui.panels.preview.ghosts import Ghosts
from inspector.gui.panels.preview.marks import marks_in, paint_marks
from inspector.gui.panels.preview.rewrite import kept_top, rewrite
from inspector.gui.panels.preview.rows import MARGIN, Highlight, Row, paint_frames, paint_grounds
from inspector.gui.panels.preview.source import quiet_tags, selected_source
from inspector.gui.panels.preview.visible_rows import VisibleRows, rows_in
from inspector.gui.state.page import NO_PAGE, Ghost, Page
from inspector.language import _


class BlockText(Themed, QPlainTextEdit):
    """The text of one slot; `rows` says where its lines stand.

    Signals:
        rows_changed: what stands beside the rows in this part of the viewport (`QRect`) is to
            be painted anew.
    """

    rows_changed = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = NO_PAGE
        self._lines = [""]
        self._ghosts = Ghosts(self)
        self._highlight = Highlight()
        self._fields: Fields = {}
        self._rows = VisibleRows(self, self._ghosts)
        _prepare(self)
        self._letters = FontSet(QFont(self.font()))
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.updateRequest.connect(self._take_update)
        self.restyle()

    @property
    def page(self) -> Page:
        """What is shown."""
        return self._page

    @property
    def ghosts(self) -> tuple[Ghost, ...]:
        """The ghosts that are shown."""
        return self._ghosts.displayed

    @property
    def wraps(self) -> bool:
        """Whether long lines go on below."""
        return self.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth

    @override
    def restyle(self) -> None:
        _style(self)
        self._colour_tags()
        self._rows.forget(moved=True)
        self._update()

    def show_page(self, page: Page, ghosts: Sequence[Ghost]) -> None:
        """Show another page; the lines that stay do not move, and neither does the view."""
        if page.lines != self._page.lines:
            self._ghosts.clear()
            lines = displayed(page.texts) or [""]
            self._replace(lines, page)
        self._page = page
        self._ghosts.show(ghosts)
        self._colour_tags()
        self._update()

    def show_fields(self, fields: Fields) -> None:
        """Mark values that depend on the moment on the page that is shown next."""
        self._fields = fields

    def show_ghosts(self, ghosts: Sequence[Ghost]) -> None:
        """Show other ghosts on the same page."""
        self._ghosts.show(ghosts)
        self._update()

    def set_highlight(self, highlight: Highlight) -> None:
        """Say which memories stand out."""
        if highlight != self._highlight:
            self._highlight = highlight
            self._update()

    @property
    def highlight(self) -> Highlight:
        """Which memories stand out."""
        return self._highlight

    def set_wrap(self, wrap: bool) -> None:  # noqa: FBT001 (a slot for an action)
        """Let lines that do not fit go on below, or reach beyond the right edge."""
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if wrap else modes.NoWrap)
        self._ghosts.settle_all()
        self._rows.forget(moved=True)
        self._update()

    def scroll_to_line(self, line: int) -> None:
        """Bring a line into view, and the caret with it unless a text is selected."""
        block = self.document().findBlockByNumber(line)
        if not block.isValid():
            return
        if not self.textCursor().hasSelection():
            self.setTextCursor(QTextCursor(block))
        rows = [row for row in self.rows() if row.line == line]
        if not rows or rows[-1].top + rows[-1].height > self.viewport().height():
            page = max(1, self.viewport().height() // max(1, self.fontMetrics().lineSpacing()))
            self.verticalScrollBar().setValue(max(0, block.firstLineNumber() - page // 2))

    def scroll_to_top(self, line: int) -> None:
        """Bring a line to the top, as far as the text reaches."""
        block = self.document().findBlockByNumber(line)
        if block.isValid():
            self.verticalScrollBar().setValue(block.firstLineNumber())

    def rows(self) -> Sequence[Row]:
        """What is visible, from top to bottom."""
        return self._rows.all(self._page)

    def row_at(self, y: float) -> Row | None:
        """The row at a height of the viewport."""
        return next((row for row in self.rows() if row.top <= y < row.top + row.height), None)

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(copyable(selected_source(self.textCursor(), self._page.lines)))
        return data

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        rows = rows_in(self.rows(), e.rect())
        painter = QPainter(self.viewport())
        painter.fillRect(e.rect(), current_theme().surface)
        paint_grounds(painter, rows, self._page, self._highlight)
        self._paint_marks(painter, rows)
        painter.end()
        super().paintEvent(e)
        painter = QPainter(self.viewport())
        if self._letters.font != self.font():
            self._letters = FontSet(QFont(self.font()))
        paint_frames(painter, rows, self._page, MARGIN, self._letters)
        painter.end()

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self._ghosts.settle_all()
        self._rows.forget(moved=True)

    def _paint_marks(self, painter: QPainter, rows: Sequence[Row]) -> None:
        if not self._page.leaks and not self._fields:
            return
        left = self.contentOffset().x()
        for row in rows:
            marks = marks_in(self._page, self._fields, row.line) if row.ghost is None else ()
            if marks:
                block = self.document().findBlockByNumber(row.line)
                top = row.top - block.layout().lineAt(0).y()
                paint_marks(painter, block, QPointF(left, top), marks)

    def _replace(self, lines: list[str], page: Page) -> None:
        top = self.firstVisibleBlock()
        within = self.verticalScrollBar().value() - top.firstLineNumber()
        aside = self.horizontalScrollBar().value()
        kept = kept_top(self._page, page, top.blockNumber())
        set_wrap_mode(self.document(), lines)
        # Qt would paint all of the view for each line that comes or goes.
        with QSignalBlocker(self.document().documentLayout()):
            rewrite(self.document(), self._lines, lines)
        self._ghosts.fit_view()
        self._rows.forget(moved=False)
        self._lines = lines
        block = self.document().findBlockByNumber(kept)
        self.verticalScrollBar().setValue(block.firstLineNumber() + within)
        self.horizontalScrollBar().setValue(aside)

    def _colour_tags(self) -> None:
        tags = quiet_tags(self._page, self.document(), current_theme().text_2)
        with QSignalBlocker(self):  # no row moves
            set_marks(self, "page", tags)

    def _update(self) -> None:
        """Paint the rows that differ from what is on the screen."""
        changed = self._rows.update(self._page, self._fields, self._highlight)
        self.viewport().update(changed)
        self.rows_changed.emit(changed)

    def _take_update(self, part: QRect, scrolled: int) -> None:
        """Qt paints a part of the rows anew, or moves all of them by so many pixels."""
        self._rows.forget(moved=scrolled != 0)
        self.rows_changed.emit(self.viewport().rect() if scrolled else part)


def _prepare(view: QPlainTextEdit) -> None:
    """Make a text field show a block: exact, read only, in a fixed font."""
    view.setAccessibleName(_("Text of the block"))
    view.setReadOnly(True)
    view.setUndoRedoEnabled(False)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setFont(fixed_font())
    view.setTabStopDistance(QFontMetricsF(view.font()).horizontalAdvance(" ") * 4)
    view.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    view.document().setDocumentMargin(MARGIN)
    # The base direction is that of the prompt, or lines in Hebrew would leave the gutter.
    option = view.document().defaultTextOption()
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    view.document().setDefaultTextOption(option)
    set_wrap_mode(view.document(), ())


def _style(view: QPlainTextEdit) -> None:
    theme = current_theme()
    palette = QPalette()
    chosen = QColor(theme.accent)
    chosen.setAlphaF(0.32)
    palette.setColor(QPalette.ColorRole.Highlight, chosen)
    view.setPalette(palette)
    # The window's style sheet gives text fields a frame, which would part us from the gutter.
    bare = "border: none; padding: 0px; background: transparent;"
    foreground = f"color: {theme.text.name()}; selection-color: {theme.text.name()};"
    background = f"selection-background-color: {chosen.name(QColor.NameFormat.HexArgb)};"
    sheet = f"QPlainTextEdit, QPlainTextEdit:focus {{ {bare} {foreground} {background} }}"
    if sheet != view.styleSheet():
        view.setStyleSheet(sheet)
