"""The table of messages."""

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from inspector.gui.kit.sizes import HEADER, MARGIN, ROW
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.panels.messages.columns import COLUMNS, Place
from inspector.gui.panels.messages.delegate import RowDelegate
from inspector.gui.panels.messages.model import MessagesModel

_ALWAYS = (Place.NUMBER, Place.STATUS, Place.NAME)
_IF_ROOM = (Place.RECAP, Place.MEMORIES, Place.DATE, Place.SWIPES)
_LEAST_TEXT = 130
_NO_UPDATE = QItemSelectionModel.SelectionFlag.NoUpdate
_FIXED = QHeaderView.ResizeMode.Fixed


class Titles(QHeaderView):
    """The header: titles over a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._widths: dict[Place, int] = {}
        self.has_recaps = False
        self.setObjectName("messages_columns")
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(scaled(24))

    def set_up(self) -> None:
        """Give every column its width; the text takes what is left."""
        titles, cells = QFontMetrics(font(11)), QFontMetrics(font(12, tabular=True))
        for place, column in zip(Place, COLUMNS, strict=True):
            title = titles.horizontalAdvance(column.title)
            needed = max(title, cells.horizontalAdvance(column.widest)) + scaled(2 * MARGIN + 2)
            self._widths[place] = max(scaled(column.width), needed)
            self.resizeSection(place, self._widths[place])
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setSectionResizeMode(Place.TEXT, QHeaderView.ResizeMode.Stretch)

    def fit(self, width: int) -> None:
        """Leave out what the reading pane says too where the text would have no room."""
        room = width - sum(self.sectionSize(place) for place in _ALWAYS)
        for place in _IF_ROOM:
            if place is Place.RECAP and not self.has_recaps:
                self.setSectionHidden(place, True)  # noqa: FBT003 - Qt's signature
                continue
            needed = self._widths[place]
            self.setSectionHidden(place, room - needed < scaled(_LEAST_TEXT))
            room -= needed

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(HEADER))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme = current_theme()
        column = COLUMNS[logicalIndex]
        painter.save()
        painter.fillRect(rect, theme.alt)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line)
        painter.setFont(font(11))
        painter.setPen(theme.text_2)
        inside = rect.adjusted(scaled(MARGIN), 0, -scaled(MARGIN), 0)
        title = QFontMetrics(painter.font()).elidedText(
            column.title, Qt.TextElideMode.ElideRight, inside.width()
        )
        side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(inside, int(side | Qt.AlignmentFlag.AlignVCenter), title)
        painter.restore()


class MessagesTable(QTableView):
    """Shows rows of messages; one is current.

    Signals:
        message_chosen: a person made a message the current one (int index).
        read_asked: a row was opened, to read it (Enter or double-click).
    """

    message_chosen = Signal(int)
    read_asked = Signal()

    def __init__(self, model: MessagesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages = model
        self._leading = False
        self.rows = RowDelegate(model)
        self.titles = Titles(self)
        self.setAccessibleName("Messages")
        self.setHorizontalHeader(self.titles)
        self.setModel(model)
        self.setItemDelegate(self.rows)
        self.titles.set_up()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(_FIXED)
        self.verticalHeader().setDefaultSectionSize(scaled(ROW))
        self.doubleClicked.connect(self.read_asked)
        self.clicked.connect(self._choose)

    def show_recaps(self, *, shown: bool) -> None:
        """Show the column of recaps, or give its room to the others."""
        self.viewport().update()
        if shown != self.titles.has_recaps:
            self.titles.has_recaps = shown
            self.titles.fit(self.viewport().width())

    def current_message(self) -> int | None:
        """The message of the current row."""
        index = self.currentIndex()
        return self._messages.message_at(index.row()) if index.isValid() else None

    def show_current(self, message: int | None, *, centre: bool = False) -> None:
        """Make a message's row the current one, without saying that a person chose it."""
        row = None if message is None else self._messages.row_of(message)
        index = QModelIndex() if row is None else self._messages.index(row, Place.TEXT)
        self._leading = True
        self.setCurrentIndex(index)
        if row is None:
            self.clearSelection()
        self._leading = False
        if row is not None and centre and not self._is_in_view(index):
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _is_in_view(self, index: QModelIndex) -> bool:
        return self.viewport().rect().contains(self.visualRect(index).adjusted(1, 0, -1, 0))

    @override
    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().currentChanged(current, previous)
        if not self._leading and current.isValid():
            self.message_chosen.emit(self._messages.message_at(current.row()))

    def _choose(self, index: QModelIndex) -> None:
        """Say that a row was clicked, be it the current one already."""
        self.message_chosen.emit(self._messages.message_at(index.row()))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._messages.rowCount():
            # A row that shows the focus; nobody chose its message yet.
            index = self._messages.index(max(self.rowAt(0), 0), Place.TEXT)
            self._leading = True
            self.selectionModel().setCurrentIndex(index, _NO_UPDATE)
            self._leading = False

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters looks for nothing here: it would decode every message."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows, key = self._messages.rowCount(), event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif rows and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row = 0 if key == Qt.Key.Key_Home else rows - 1
            self.setCurrentIndex(self._messages.index(row, Place.TEXT))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            message = self.current_message()
            if message is not None:
                self.message_chosen.emit(message)
                self.read_asked.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.titles.fit(self.viewport().width())
        current = self.currentIndex()
        if current.isValid() and self.visualRect(current).bottom() < event.oldSize().height():
            self.scrollTo(current)

    def _copy(self) -> None:
        message = self.current_message()
        if message is not None:
            words = self._messages.document.chat.message(message).text
            QGuiApplication.clipboard().setText(words)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return bool(super().viewportEvent(event))

    def _hover(self, row: int) -> None:
        before, self.rows.hovered = self.rows.hovered, row
        if before != row:
            for one in (before, row):
                if one >= 0:
                    top, height = self.rowViewportPosition(one), self.rowHeight(one)
                    self.viewport().update(0, top, self.viewport().width(), height)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.rows.forget_fonts()
            self.verticalHeader().setDefaultSectionSize(scaled(ROW))
            self.titles.set_up()
            self.titles.fit(self.viewport().width())
