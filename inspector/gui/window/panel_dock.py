"""One dock of the window: a panel under a tab, or in a window of its own."""

from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QLabel, QMainWindow, QScrollArea, QWidget
from typing_extensions import override

from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.theme import scaled
from inspector.language import _, numeral

_LEAST_WIDTH_PX, _LEAST_HEIGHT_PX = 240, 60
_UNLIMITED = 16_777_215


def _no_title(dock: QWidget) -> QWidget:
    """What stands in for a title bar and takes no room.

    An empty layout says so: Qt asks for the size thousands of times while it lays docks out.
    """
    bare = QWidget(dock)
    vbox(bare, margins=0, spacing=0)
    return bare


class _Pane(QScrollArea):
    """Shows a panel in whatever room there is; where it is too small the panel scrolls."""

    def __init__(self, panel: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._panel = panel
        self.setWidget(panel)

    @override
    def sizeHint(self) -> QSize:
        return self._panel.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(_LEAST_WIDTH_PX), scaled(_LEAST_HEIGHT_PX))


class _KeptNote(QLabel):
    """Says in a corner of a panel that it shows what holds and not what is tried out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("◌ as it is, without the what-if", parent)
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
        name: what scripts and pictures call it.
        title: what its tab says.
        panel: what it shows.
        parent: the window.
        height: of a panel that is always as high; 0 for one that takes what room there is.

    Signals:
        entered: a person goes to this dock, and so does the focus.
        escaped: Esc was pressed in it, and nothing in it had a use for it.
    """

    entered = Signal()
    escaped = Signal()

    def __init__(
        self, name: str, title: str, panel: Panel, parent: QMainWindow, height: int = 0
    ) -> None:
        super().__init__(title, parent)
        self.setObjectName(f"dock_{name}")
        self.name = name
        self.panel = panel
        self._title = title
        self._height = height
        self.setWidget(panel if height else _Pane(panel, self))
        if height:
            self.setFixedHeight(height)
        self.note = _KeptNote(self)
        self._bare = _no_title(self)
        self.setTitleBarWidget(self._bare)
        self.topLevelChanged.connect(self._follow_floating)

    def enter(self) -> None:
        """Be the dock that a person goes to."""
        self.entered.emit()

    def show_count(self, count: int | None) -> None:
        """Show a number behind the title, as on its tab."""
        self.setWindowTitle(self._title if not count else f"{self._title}  {numeral(count)}")

    def float_action(self) -> QAction:
        """An action that floats the dock or docks it again."""
        action = QAction(_("Float {title}").format(title=self._title), self)
        action.setCheckable(True)
        action.toggled.connect(self.setFloating)
        self.topLevelChanged.connect(action.setChecked)
        return action

    def mark_kept(self, *, kept: bool) -> None:
        """Say, or no longer say, that the panel shows what holds while something is tried out."""
        if kept and self.note.isHidden():
            self.note.show_over(self.size())
        elif not kept:
            self.note.hide()

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
        self.setMinimumHeight(0)
        self.setMaximumHeight(0 if folded and not self.isFloating() else _UNLIMITED)

    def set_narrow(self, *, narrow: bool) -> None:
        """Take no width while docked, or as much as there is."""
        self.setMinimumWidth(0)
        self.setMaximumWidth(0 if narrow and not self.isFloating() else _UNLIMITED)

    def _follow_floating(self, floating: bool) -> None:  # noqa: FBT001 - a slot's signature
        """A floating dock needs its own title bar to be moved by."""
        if self._height:
            self.setMinimumHeight(0 if floating else self._height)
            self.setMaximumHeight(_UNLIMITED if floating else self._height)
        if floating:
            self._bare = _no_title(self)
            self.setTitleBarWidget(cast("QWidget", None))
        else:
            self.setTitleBarWidget(self._bare)
