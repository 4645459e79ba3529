"""The palette itself: a line to type in, what is found, and keys for all of it."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, nest
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.segmented import Segmented
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import font, scaled
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.window.palette.found import PREFIXES, Group, Location
from inspector.gui.window.palette.rows import PaletteList, PaletteModel
from inspector.language import _

_WIDTH, _HEIGHT, _MARGIN_PX, _SIDE_PX = 574, 560, 8, 9
_LEAST_WIDTH_PX, _LEAST_HEIGHT_PX = 400, 320
_ALL = _("All")
_FOOT = _("Enter go there    Tab next group    Ctrl+Enter filter the memories by it    Esc close")


class _Input(LineEdit):
    """Where it is typed; its keys move through what is found below.

    Signals:
        stepped: to the next place, or the one before (+1 or -1).
        turned: to the next group, or the one before (+1 or -1).
        entered: Enter.
        entered_with_control: Ctrl+Enter.
        left: Esc.
    """

    stepped = Signal(int)
    turned = Signal(int)
    entered = Signal()
    entered_with_control = Signal()
    left = Signal()

    @override
    def event(self, event: QEvent) -> bool:
        """Tab turns to another group; Qt would give the keys to another widget first."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            turn = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()))
            if turn is not None:
                self.turned.emit(turn)
                return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            with_control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            (self.entered_with_control if with_control else self.entered).emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Palette(QFrame):
    """Stands over the window while something is looked for, and goes when the keys leave it.

    Attributes:
        places: answers what holds a text, by group.

    Signals:
        searched: another text is looked for (without the prefix).
        chosen: a `Place` that a person wants to go to.
        filter_requested: the text is to filter the memories.
        closed: it went, and the keys are to go back.
    """

    searched = Signal(str)
    chosen = Signal(object)
    filter_requested = Signal(str)
    closed = Signal()

    def __init__(
        self,
        window: QMainWindow,
        places: Callable[[str], Mapping[Group, Sequence[Location]]],
        over: QWidget,
    ) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self.setAccessibleName(_("Palette"))
        self._window, self._over = window, over
        self.places = places
        self._found: Mapping[Group, Sequence[Location]] = {}
        self.input = _Input(self)
        self.input.setPlaceholderText(_("Find an action, a memory, a message, a setting…"))
        self.input.setAccessibleName(_("Find anything"))
        self.count = Label(self, Tone.QUIET, 11)
        self.groups = Segmented(_("What is looked through"), self)
        self.groups.set_choices([_ALL, *(group.value for group in Group)])
        self.model = PaletteModel(self)
        self.list = PaletteList(self.model, self)
        self.nothing = plain_label(tone=Tone.QUIET)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.foot = plain_label(_FOOT, 11, Tone.QUIET)
        self._lay_out()
        self.input.textChanged.connect(self._search)
        self.input.stepped.connect(self.list.step)
        self.input.turned.connect(self._turn_group)
        self.input.entered.connect(self._go)
        self.input.entered_with_control.connect(self._filter)
        self.input.left.connect(self.close_now)
        self.list.clicked.connect(self._go)
        self.groups.chosen.connect(self._choose_group)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)
        window.installEventFilter(self)
        self.hide()

    def open(self, text: str = "") -> None:
        """Come up with a text in the line, all of it selected."""
        self.groups.choose(_ALL)
        self.input.setText(text)
        self._search()
        self._location()
        self.show()
        self.raise_()
        self.input.setFocus(Qt.FocusReason.PopupFocusReason)
        self.input.selectAll()

    def close_now(self) -> None:
        """Go, and give the keys back."""
        if self.isVisible():
            self.hide()
            self.searched.emit("")
            self.closed.emit()

    def refresh(self) -> None:
        """Show what is found by now; what a person stands on stays."""
        chosen = self.list.location
        self._found = self.places(self.needle)
        self._show()
        self.list.stand_on(self.model.row_like(chosen))

    @property
    def group(self) -> Group | None:
        """The one group that is looked through; None for all."""
        if self.input.text()[:1] in PREFIXES:
            return PREFIXES[self.input.text()[:1]]
        name = self.groups.current
        return None if name == _ALL else Group(name)

    @property
    def needle(self) -> str:
        """What is looked for."""
        text = self.input.text()
        return (text[1:] if text[:1] in PREFIXES else text).strip()

    def _search(self) -> None:
        self.searched.emit(self.needle)
        self._found = self.places(self.needle)
        self._show()
        self.list.stand_on(self.model.step(-1, 1))

    def _show(self) -> None:
        group = self.group
        self.groups.choose(_ALL if group is None else group.value)
        self.model.show_places(self._found, group)
        held = [one for key, one in self._found.items() if group in (None, key)]
        self.count.setText(
            counted(sum(map(len, held)), "{n} place", "{n} places") if self.needle else ""
        )
        self.nothing.setText(_("Nothing says “{needle}”.").format(needle=self.needle))
        self.nothing.setVisible(not self.model.rows)
        self.list.setVisible(bool(self.model.rows))

    def _choose_group(self, name: str) -> None:
        if self.input.text()[:1] in PREFIXES:
            self.input.setText(self.needle)
        self.groups.choose(name)
        self._search()
        self.input.setFocus()

    def _turn_group(self, by: int) -> None:
        """Go to the next group that holds something, and behind the last to all of them."""
        names = [_ALL, *(group.value for group, held in self._found.items() if held)]
        now = self.groups.current
        index = names.index(now) if now in names else 0
        self._choose_group(names[(index + by) % len(names)])

    def _go(self) -> None:
        location = self.list.location
        if location is not None and not location.why_not:
            self.close_now()
            self.chosen.emit(location)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and self.isVisible():
            self._location()
        return super().eventFilter(watched, event)

    def _filter(self) -> None:
        self.close_now()
        self.filter_requested.emit(self.needle)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.isVisible() and new is not None and not self.isAncestorOf(new):
            self.close_now()

    def _location(self) -> None:
        """Stand over the preview, so that table and timeline stay in sight."""
        room, margin = self._window.size(), scaled(_MARGIN_PX)
        groups = self.groups.sizeHint().width() + 2 * scaled(_SIDE_PX)
        least, widest = max(scaled(_LEAST_WIDTH_PX), groups), max(scaled(_WIDTH), groups)
        over = self._over
        if over.window() is self._window and is_on_screen(over):
            corner = over.mapTo(self._window, over.rect().topLeft())
            inside = QRect(corner, over.size()).adjusted(margin, margin, -margin, -margin)
            if inside.width() >= least and inside.height() >= scaled(_LEAST_HEIGHT_PX):
                inside.setLeft(max(inside.left(), inside.right() - widest))
                inside.setHeight(min(inside.height(), scaled(_HEIGHT)))
                self.setGeometry(inside)
                return
        width = min(widest, room.width() - 2 * _MARGIN_PX)
        top = min(scaled(90), room.height() // 6)
        height = min(scaled(_HEIGHT), room.height() - top - scaled(40))
        self.setGeometry(room.width() - width - _MARGIN_PX, top, width, height)

    def _lay_out(self) -> None:
        self.input.setFixedHeight(scaled(34))
        self.input.setFont(font(14))
        self.foot.setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6))
        head = hbox(None, (self.input, 1), self.count, margins=(8, 8, 12, 0), spacing=10)
        groups = hbox(None, self.groups, 1, margins=(8, 8, 8, 8))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        nest(column, head)
        nest(column, groups)
        column.addWidget(self.list, 1)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.foot)
