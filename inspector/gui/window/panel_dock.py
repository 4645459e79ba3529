"""One dock of the window: a panel under a tab, or in a window of its own."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import cast

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QLabel,
    QLayout,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QWidget,
)
from shiboken6 import delete, isValid
from typing_extensions import override

from inspector.gui.kit.focus_order import order_focus
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.kit.visibility import WhenSeen, is_on_screen
from inspector.gui.tables.header import Header
from inspector.language import _, numeral

_LEAST_WIDTH_PX, _LEAST_HEIGHT_PX = 240, 60
_UNLIMITED = 16_777_215


def packed(state: QByteArray) -> str:
    """A state of Qt's as text to keep."""
    return bytes(state.toBase64().data()).decode("ascii")


def unpacked(state: str) -> QByteArray:
    """A state of Qt's from text that was kept."""
    return QByteArray.fromBase64(state.encode("ascii", "ignore"))


def _no_title(dock: QWidget) -> QWidget:
    """What stands in for a title bar and takes no room.

    An empty layout says so: Qt asks for the size thousands of times while it lays docks out.
    """
    bare = QWidget(dock)
    vbox(bare, margins=0, spacing=0)
    return bare


def _delete(panel: Panel) -> None:
    if isValid(panel):
        delete(panel)


class _Pane(QScrollArea):
    """Shows a panel in whatever room there is; where it is too small the panel scrolls.

    It is empty until it is populated: Qt looks up the style sheet's rules for every part of a panel
    that comes into a window, lays all of them out, and most views are never looked at.

    Args:
        parent: its dock.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def is_populated(self) -> bool:
        """Whether the panel stands in it."""
        return self.widget() is not None

    def populate(self, panel: Panel) -> None:
        """Take the panel in, at this place in the order of the focus."""
        self.setWidget(panel)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # else Qt would not take it for an order
        order_focus(panel, panel.title, after=self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        """Keep what has the focus in sight where a panel that scrolls gets lower."""
        super().resizeEvent(arg__1)
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            QTimer.singleShot(0, self, self._show_focused)

    def _show_focused(self) -> None:
        focused = QApplication.focusWidget()
        is_inside = focused is not None and self.isAncestorOf(focused)
        if focused is not None and is_inside and not is_on_screen(focused):
            self.ensureWidgetVisible(focused)

    @override
    def sizeHint(self) -> QSize:
        panel = self.widget()
        return self.minimumSizeHint() if panel is None else panel.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(_LEAST_WIDTH_PX), scaled(_LEAST_HEIGHT_PX))


class _KeptNote(QLabel):
    """Says in a corner of a panel that it shows what holds and not what is tried out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("◌ as it is, without the what-if"), parent)
        self.setObjectName("kept_note")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_over(self, room: QSize) -> None:
        """Stand in the lower right corner."""
        self.adjustSize()
        self.move(room.width() - self.width() - scaled(12), room.height() - self.height() - 4)
        self.show()
        self.raise_()


class PanelDock(QDockWidget):
    """A dock whose title is its tab while it is docked, and a window's title while it floats.

    Args:
        kind: what it shows.
        make: answers that panel, which is made when it is first asked for.
        parent: the window.

    Attributes:
        kind: the panel that it shows.
        name: what scripts and pictures call it.
        title: what its tab says, without a number.
        full_title: its title with the number behind it.
        is_kept: whether the panel shows what holds while something is tried out; it says so where
            it is seen.

    Signals:
        entered: a person goes to this dock, and so does the focus.
        escaped: Esc was pressed in it, and nothing in it had a use for it.
        titled: its tab may need more or less room than before, or have more or less.
    """

    titled = Signal()
    entered = Signal()
    escaped = Signal()

    def __init__(self, kind: type[Panel], make: Callable[[], Panel], parent: QMainWindow) -> None:
        super().__init__(kind.title, parent)
        self.setObjectName(f"dock_{kind.name}")
        self.kind, self.name = kind, kind.name
        self._make = make
        self.title = self.full_title = kind.title
        self._is_short = False
        self._kept: Mapping[str, str] = {}
        self._is_folded = self._is_narrow = False
        if kind.area is Area.TOP:
            self._pane, self._height = None, self.panel.sizeHint().height()
            self.setWidget(self.panel)
            self.setFixedHeight(self._height)
            self.order_focus()
        else:
            self._pane, self._height = _Pane(self), 0
            self.setWidget(self._pane)
            self.visibilityChanged.connect(self._follow_visibility)
            self._seen = WhenSeen(self._pane.viewport(), self.populate)
        self.note, self.is_kept = _KeptNote(self), False
        self._bare = _no_title(self)
        self.setTitleBarWidget(self._bare)
        self.topLevelChanged.connect(self._follow_floating)

    @property
    def panel(self) -> Panel:
        """What it shows, made when it is first asked for."""
        return self._make()

    def hold(self, panel: Panel) -> None:
        """Know the panel that was made; it comes into the window once it is needed."""
        panel.count_changed.connect(self.show_count)
        if self._pane is not None:
            panel.needed.connect(self.populate)
            # A widget that stands nowhere is deleted by nobody else.
            self._pane.destroyed.connect(partial(_delete, panel))

    @property
    def is_populated(self) -> bool:
        """Whether the panel stands in the window."""
        return self._pane is None or self._pane.is_populated

    def populate(self) -> None:
        """Have the panel stand in the window, unless it does."""
        if self._pane is not None and not self._pane.is_populated:
            self._seen.forget()
            self._pane.populate(self.panel)
            self.restore_parts(self._kept)

    def order_focus(self) -> None:
        """Let Tab go through the panel as one reads it, with what was made since."""
        if self.is_populated:
            order_focus(self.panel, self.panel.title)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        if self.isFloating():
            self.order_focus()
        return super().focusNextPrevChild(next)

    def parts(self) -> dict[str, str]:
        """How the panel's own splitters and columns stand, by name, as text to keep.

        Empty where it was never seen: they stand as they were kept.
        """
        if not self.is_populated:
            return {}
        return {
            **{name: packed(splitter.saveState()) for name, splitter in self._splitters()},
            **{name: header.layout_text() for name, header in self._headers()},
        }

    def restore_parts(self, states: Mapping[str, str]) -> None:
        """Put the panel's splitters and columns as they stood, once they have their room."""
        self._kept = states
        if not self.is_populated:
            return
        for name, splitter in self._splitters():
            if name in states:
                splitter.restoreState(unpacked(states[name]))
        for name, header in self._headers():
            if name in states:
                header.restore_layout(states[name])

    def _splitters(self) -> Iterator[tuple[str, QSplitter]]:
        for splitter in self.findChildren(QSplitter):
            if splitter.objectName():
                yield splitter.objectName(), splitter

    def _headers(self) -> Iterator[tuple[str, Header]]:
        """The columns of every table, apart from splitters of the same name."""
        for header in self.findChildren(Header):
            if header.objectName():
                yield f"columns of {header.objectName()}", header

    def enter(self) -> None:
        """Be the dock that a person goes to."""
        self.populate()
        self.entered.emit()

    def dock(self) -> None:
        """Stand in the window, which has the keys then, if it floats."""
        if self.isFloating():
            self.setFloating(False)
            self.window().activateWindow()

    def show_count(self, count: int | None) -> None:
        """Show a number behind the title, as on its tab where that has room for it."""
        title = self.title if not count else f"{self.title} {numeral(count)}"
        if title != self.full_title:
            self.full_title = title
            self._write_title()
            self.titled.emit()

    def set_short(self, *, short: bool) -> None:
        """Leave the number out of the tab, or show it again."""
        if short is not self._is_short:
            self._is_short = short
            self._write_title()

    def _write_title(self) -> None:
        self.setWindowTitle(self.title if self._is_short else self.full_title)

    def float_action(self) -> QAction:
        """An action that floats the dock or docks it again."""
        action = QAction(_("Float {title}").format(title=self.title), self)
        action.setCheckable(True)
        action.toggled.connect(self.setFloating)
        self.topLevelChanged.connect(action.setChecked)
        return action

    def mark_kept(self, *, kept: bool) -> None:
        """Say, or no longer say, that the panel shows what holds while something is tried out."""
        if kept == self.is_kept:
            return  # Seen or not: what comes to be seen shows it then.
        self.is_kept = kept
        if not kept:
            self.note.hide()
        elif is_on_screen(self):
            self._show_note()

    def _show_note(self) -> None:
        if self.is_kept and self.note.isHidden():
            self.note.show_over(self.size())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_note()
        if event.size().width() != event.oldSize().width():
            self.titled.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def set_height(self, height: int) -> None:
        """Be as high as this while docked, however much room there is."""
        self._height = height
        if not self.isFloating():
            self.setFixedHeight(height)

    def set_folded(self, *, folded: bool) -> None:
        """Take no height while docked, or as much as there is."""
        self._is_folded = folded
        self.setMinimumHeight(0)
        self._limit()

    def set_narrow(self, *, narrow: bool) -> None:
        """Take no width while docked, or as much as there is."""
        self._is_narrow = narrow
        self.setMinimumWidth(0)
        self._limit()

    def _limit(self) -> None:
        """What floats has a size of its own, whatever it gives up while docked."""
        floats = self.isFloating()
        self.setMaximumWidth(0 if self._is_narrow and not floats else _UNLIMITED)
        self.setMaximumHeight(0 if self._is_folded and not floats else _UNLIMITED)

    def _follow_visibility(self, seen: bool) -> None:  # noqa: FBT001 - a slot's signature
        # While docks are being arranged, each of them is visible for a moment.
        layout = cast("QLayout", self.window().layout())
        if seen:
            self._show_note()
        if seen and layout.isEnabled() and is_on_screen(self):
            self.populate()

    def _follow_floating(self, floating: bool) -> None:  # noqa: FBT001 - a slot's signature
        """A floating dock needs its own title bar to be moved by."""
        if self._height:
            self.setMinimumHeight(0 if floating else self._height)
            self.setMaximumHeight(_UNLIMITED if floating else self._height)
        else:
            self._limit()
        if floating:
            self._bare = _no_title(self)
            self.setTitleBarWidget(cast("QWidget", None))
        else:
            self.setTitleBarWidget(self._bare)
