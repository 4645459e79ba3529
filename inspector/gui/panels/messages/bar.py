"""The row above the table: find, filter, go to."""

from enum import Enum

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.filters.grammar import FilterError
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.layouts import nest
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.gui.tables.filter_input import FilterInput
from inspector.gui.tables.filter_menu import FilterMenu
from inspector.language import _

FIND_HELP = _("Enter goes to the next message that holds it, Shift+Enter back.")
_PAD_PX = 8
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindField(FilterInput):
    """Takes a text to look for.

    Signals:
        step_requested: to the next match (1) or the previous one (-1).
        escaped: Esc.
    """

    step_requested = Signal(int)
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = ""
        self.setTextMargins(4, 0, 0, 0)
        self.setPlaceholderText(_("Find words, or: name == Nell and not hidden"))
        self.setAccessibleName(_("Find in names and texts"))
        self.setToolTip(FIND_HELP)

    def show_note(self, note: str) -> None:
        """Say at the right what came of it."""
        if note != self.note:
            self.note = note
            self.setAccessibleDescription(note)
            width = QFontMetrics(font(11)).horizontalAdvance(note)
            self.setTextMargins(4, 0, width + scaled(_PAD_PX) if note else 0, 0)
            self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not self.is_proposing
        if event.key() in _ENTER and is_plain:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_requested.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape and is_plain:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.note:
            painter = QPainter(self)
            painter.setFont(font(11, tabular=True))
            painter.setPen(current_theme().text_2)
            where = QRect(self.rect()).adjusted(0, 0, -scaled(_PAD_PX), 0)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(where, int(flags), self.note)
            painter.end()


READY = {
    _("Hidden from the prompt"): "hidden",
    _("Sent"): "not hidden",
    _("Of the user"): "user",
    _("With memories"): "memory",
    _("Over 200 words"): "words > 200",
}
"""Terms that the menu of filters puts together."""
_STOP_AFTER_MS = 150
_LEAST_FIND_PX, _ROOMY_FIND_PX = 170, 360
"""Room of the field and the menu beside it; roomier, the menu says what it is."""


class Show(Enum):
    """Which messages have rows."""

    ALL = "all"
    SENT = "sent"
    HIDDEN = "hidden"
    WITH_MEMORIES = "with memories"


_SHOW = {
    Show.ALL: _("Show: all"),
    Show.SENT: _("Show: sent"),
    Show.HIDDEN: _("Show: hidden"),
    Show.WITH_MEMORIES: _("Show: with memories"),
}


class Bar(FilledWidget):
    """Everything that says which messages to show; two rows where room is short.

    Signals:
        find_requested: look for this text (str).
        step_requested: to the next match (1) or the previous one (-1).
        filter_changed: other messages are wanted.
        stop_requested: end the search.
        go_requested: what was typed as a message's number (str).
        escaped: Esc in the field to find.
    """

    fill = "surface"
    has_bottom_line = True

    find_requested = Signal(str)
    step_requested = Signal(int)
    filter_changed = Signal()
    stop_requested = Signal()
    go_requested = Signal(str)
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._narrow: bool | None = None
        self.field = FindField(self)
        self.menu = FilterMenu(self.field.text, self.field.is_sound, self)
        self.menu.ready = READY
        self.menu.setToolTip(_("Filters: ready-made, kept and used before"))
        self.stop = QPushButton(_("Stop"), self)
        self.previous = QPushButton(_("Previous"), self)
        self.next = QPushButton(_("Next"), self)
        self.only_matches = QCheckBox(_("Only matches"), self)
        self.show_which = QComboBox(self)
        self.go_to = LineEdit(self)
        self._stop_soon = QTimer(self)
        self._apply_style()
        self._connect()
        self._lay_out()
        self._arrange()

    @property
    def which(self) -> Show:
        """Which messages are to be shown."""
        return list(Show)[self.show_which.currentIndex()]

    def lift_filters(self) -> None:
        """Show all messages."""
        self.show_which.setCurrentIndex(0)
        self.only_matches.setChecked(False)

    def show_fault(self, error: FilterError | None) -> None:
        """Say what is wrong with what is typed, and where; None where nothing is."""
        self.field.show_fault(None if error is None else (error.start, error.end))
        self.field.setToolTip(FIND_HELP if error is None else tooltip(str(error)))

    def show_search(self, note: str, *, can_step: bool, running: bool) -> None:
        """Say what came of the search."""
        self.field.show_note(note)
        self.previous.setEnabled(can_step)
        self.next.setEnabled(can_step)
        if not running:
            self._stop_soon.stop()
            self.stop.hide()
        elif not self.stop.isVisible() and not self._stop_soon.isActive():
            self._stop_soon.start(_STOP_AFTER_MS)

    def _apply_style(self) -> None:
        self.stop.hide()
        self.stop.setToolTip(_("End the search and keep what was found."))
        self.previous.setToolTip(_("The match before (Shift+F3)"))
        self.next.setToolTip(_("The next match (F3)"))
        self.only_matches.setToolTip(_("Show only messages that hold what is looked for."))
        self.show_which.setAccessibleName(_("Show messages"))
        self.show_which.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.show_which.setMinimumWidth(scaled(90))
        self.show_which.addItems([_SHOW[which] for which in Show])
        self.go_to.setTextMargins(4, 0, 0, 0)
        self.go_to.setPlaceholderText(_("Go to message…"))
        self.go_to.setAccessibleName(_("Go to message"))
        self.go_to.setToolTip(_("A message's number, then Enter (Ctrl+G)"))
        words = self.go_to.fontMetrics().horizontalAdvance(self.go_to.placeholderText())
        self.go_to.setFixedWidth(words + scaled(30))
        self.field.setMinimumWidth(scaled(120))
        self.field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for button in (self.stop, self.previous, self.next, self.menu):
            button.setAutoDefault(False)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for one in self._all:
            one.setFixedHeight(scaled(25))

    @property
    def _all(self) -> tuple[QWidget, ...]:
        search = (self.field, self.menu, self.stop, self.previous, self.next, self.only_matches)
        return (*search, self.show_which, self.go_to)

    def _connect(self) -> None:
        self.field.textChanged.connect(self.find_requested)
        self.field.step_requested.connect(self.step_requested)
        self.field.escaped.connect(self.escaped)
        self.field.step_requested.connect(self.menu.remember)
        self.menu.put.connect(self.field.setText)
        self.stop.clicked.connect(self._tell_stop)
        self.previous.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next.clicked.connect(lambda: self.step_requested.emit(1))
        self.only_matches.toggled.connect(self._tell_filter)
        self.show_which.currentIndexChanged.connect(self._tell_filter)
        self.go_to.returnPressed.connect(lambda: self.go_requested.emit(self.go_to.text()))
        self._stop_soon.setSingleShot(True)
        self._stop_soon.timeout.connect(self.stop.show)

    def _tell_stop(self) -> None:
        self.stop_requested.emit()

    def _tell_filter(self) -> None:
        self.filter_changed.emit()

    def _lay_out(self) -> None:
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 5, 10, 5)
        column.setSpacing(4)
        for row in (self._upper, self._lower):
            row.setSpacing(8)
            nest(column, row)
        self._lower.addStretch(1)
        for one in self._all[:5]:
            self._upper.addWidget(one)

    def _arrange(self) -> None:
        rest = sum(one.sizeHint().width() + 8 for one in self._all[3:])
        room = self.width() - rest - 20
        narrow = room < scaled(_LEAST_FIND_PX)
        self._name_menu(is_named=narrow or room >= scaled(_ROOMY_FIND_PX))
        if narrow == self._narrow:
            return
        self._narrow = narrow
        before, after = (self._upper, self._lower) if narrow else (self._lower, self._upper)
        for one in self._all[5:]:
            before.removeWidget(one)
            after.addWidget(one)

    def _name_menu(self, *, is_named: bool) -> None:
        words = _("Filters") if is_named else ""
        if self.menu.text() != words or not self.menu.minimumWidth():
            self.menu.setText(words)
            self.menu.setFixedWidth(self.menu.sizeHint().width() if is_named else scaled(32))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(320), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
