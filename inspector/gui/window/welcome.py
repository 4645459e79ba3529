"""The page that stands where a chat will be: open one, go on with one, or try the sample."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.dragged_files import dragged_files
from inspector.gui.kit.layouts import hbox, nest, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import Themed, current_theme
from inspector.gui.window.open_from.card import FolderCard
from inspector.gui.window.welcome_parts import DropZone, Hints, SampleCard, label
from inspector.gui.window.welcome_recent import Recent, RecentList
from inspector.language import _

_LEFT_PX, _RIGHT_PX, _GAP_PX = 720, 268, 88
_NARROW_PX = 1040


class WelcomePage(Themed, QScrollArea):
    """What a person sees before a chat is open.

    Signals:
        open_requested: choose a chat to open.
        sample_requested: open the sample chat.
        tiers_requested: open the sample of two tiers.
        folder_requested: choose a chat out of SillyTavern's folder.
        recent_requested: open this chat again (str path).
        clear_recent_requested: forget the recent chats.
        files_dropped: open these files (list of paths).
    """

    open_requested = Signal()
    sample_requested = Signal()
    tiers_requested = Signal()
    folder_requested = Signal()
    recent_requested = Signal(str)
    clear_recent_requested = Signal()
    files_dropped = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grey: list[QLabel] = []
        self.drop_zone = DropZone()
        self.recent = RecentList()
        self.clear_button = QPushButton(_("Clear the list"))
        self.folder = FolderCard()
        self.sample = SampleCard()
        self.hints = Hints()
        self._recent_part = QWidget()
        self._lay_out()
        self.setAcceptDrops(True)
        self.drop_zone.open_button.clicked.connect(self.open_requested)
        self.folder.button.clicked.connect(self.folder_requested)
        self.sample.button.clicked.connect(self.sample_requested)
        self.sample.tiers_button.clicked.connect(self.tiers_requested)
        self.recent.opened.connect(self.recent_requested)
        self.clear_button.clicked.connect(self.clear_recent_requested)
        self.restyle()
        self.set_recent(())

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.text_2)
        for one in self._grey:
            one.setPalette(palette)

    def set_recent(self, rows: Sequence[Recent]) -> None:
        """Show the recent chats, newest first.

        Args:
            rows: of each its path, when it was open in words, whether the file is still
                there, and what else is known of it in words.
        """
        self.recent.set_rows(rows)
        self._recent_part.setVisible(bool(rows))

    def show_nothing(self) -> None:
        """Be an empty page while a chat is about to be shown."""
        self._page.hide()

    def show_all(self) -> None:
        """Be of use again."""
        self._page.show()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_files(event):
            self.drop_zone.set_dragged(dragged=True)
            event.acceptProposedAction()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_zone.set_dragged(dragged=False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_zone.set_dragged(dragged=False)
        paths = dragged_files(event)
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.viewport().width() < _NARROW_PX
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        self._columns.setSpacing(32 if narrow else _GAP_PX)
        self.hints.setMaximumWidth(_LEFT_PX if narrow else _RIGHT_PX)
        self.hints.set_ruled(ruled=not narrow)

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), current_theme().surface)
        painter.end()

    def _left_column(self) -> QWidget:
        title = label(_("Memory Inspector"), 24, bold=True)
        words = label(
            _(
                "See what a chat’s memory will put into the prompt, why each memory is in or out, "
                "and what a change would do. Before it is sent."
            ),
            14,
        )
        self._grey.append(words)
        set_role(self.clear_button, "link")
        self.clear_button.setCursor(Qt.CursorShape.PointingHandCursor)
        heading = hbox(None, (label(_("Recent"), 13, bold=True), 1), self.clear_button)
        recent = QVBoxLayout(self._recent_part)
        recent.setContentsMargins(0, 20, 0, 0)
        recent.setSpacing(6)
        nest(recent, heading)
        recent.addWidget(self.recent)
        left = QWidget()
        left.setMaximumWidth(_LEFT_PX)
        left.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(title)
        nest(column, _beside_room(words, 5, 1))
        column.addSpacing(12)
        column.addWidget(self.drop_zone)
        column.addWidget(self._recent_part)
        column.addSpacing(20)
        column.addWidget(label(_("Or start with"), 13, bold=True))
        nest(column, _side_by_side(self.folder, self.sample))
        column.addStretch(1)
        return left

    def _lay_out(self) -> None:
        self._page = page = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.addWidget(self._left_column(), 1)
        self._columns.addWidget(self.hints)
        outer = QHBoxLayout(page)
        outer.setContentsMargins(24, 24, 24, 24)
        outer.addStretch(1)
        middle = vbox(None, 2, self._columns, 3)
        nest(outer, middle, 1000)
        outer.addStretch(1)
        self.setWidget(page)
        page.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)


def _beside_room(widget: QWidget, share: int, room: int) -> QHBoxLayout:
    """A widget that takes a share of its row; a greatest width would miscount wrapped lines."""
    row = QHBoxLayout()
    row.addWidget(widget, share)
    row.addStretch(room)
    return row


def _side_by_side(*cards: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(12)
    for card in cards:
        row.addWidget(card, 1)
    return row
