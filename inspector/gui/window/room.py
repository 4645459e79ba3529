"""How the window's width is shared between the views, until a person moves a border.

The widths are those of the visual language (`visual-next.md`, *Space*), in its pixels.
"""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMainWindow
from typing_extensions import override

from inspector.gui.kit.panel import Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.window.folding import FoldingBelow
from inspector.gui.window.panel_dock import PanelDock

_PROMPT, _OF = 590, 1440
"""So much of so wide a window the prompt has; narrower windows give it the same share."""
_MOST_PROMPT = 720
_LEAST_PROMPT = 240
_STACK_FROM = 1200
_ROOMY_STACK_FROM = 1400
_STACK, _SMALL_STACK = 224, 196
_BESIDE_FROM = 1150
_TABLE_SHARE = 0.61
_NEAR = 6


@dataclass(frozen=True)
class Widths:
    """What the views have of a window's width, in the visual language's pixels.

    Attributes:
        tables: the tables, and what stands below or beside them.
        prompt: the block, and the stack beside it.
        stack: what of that is the stack of the request's messages; 0 where it stands below.
        is_beside: whether the views below the tables stand beside these instead.
    """

    tables: int
    prompt: int
    stack: int
    is_beside: bool


def widths_of(window: int, *, stacked: bool) -> Widths:
    """How a window's width is shared.

    Args:
        window: its width.
        stacked: whether the stack of the request's messages stands beside the block.
    """
    prompt = min(_MOST_PROMPT, window * _PROMPT // _OF)
    stack = _STACK if window >= _ROOMY_STACK_FROM else _SMALL_STACK
    stack = stack if stacked and window >= _STACK_FROM else 0
    tables = window - prompt - stack
    return Widths(tables, prompt + stack, stack, is_beside=tables >= _BESIDE_FROM)


class RoomSharing(QObject):
    """Gives the docks their widths, and other ones when the window is made larger or smaller.

    Args:
        window: whose width it is.
        below: the views at the left.
        prompt: the view at the right.

    Attributes:
        is_stacked: whether the stack of the request's messages stands beside the block.

    Signals:
        stack_changed: the stack has another width; 0 where it stands below the block (int).
    """

    stack_changed = Signal(int)

    def __init__(self, window: QMainWindow, below: FoldingBelow, prompt: PanelDock) -> None:
        super().__init__(window)
        self._window, self._below, self._prompt = window, below, prompt
        self.is_stacked = False
        self._is_wide = False
        self._kept_prompt = 0
        self._given = Widths(0, 0, 0, is_beside=False)
        self._of_window = self._of_prompt = 0
        prompt.installEventFilter(self)
        below.moved.connect(self.share, Qt.ConnectionType.QueuedConnection)
        below.front_changed.connect(self._follow_front)
        prompt.entered.connect(partial(self._give, is_wide=False))

    def _follow_front(self, front: type[Panel]) -> None:
        self._give(is_wide=front.is_wide)

    def _give(self, *, is_wide: bool) -> None:
        """Give the prompt's width to the view in front, or back."""
        if is_wide is self._is_wide:
            return
        if is_wide:
            self._kept_prompt = self._prompt.width()
        self._is_wide = is_wide
        self._prompt.set_narrow(narrow=is_wide)
        if not is_wide:
            # Qt lays out the width that became possible first, and then takes wishes.
            QTimer.singleShot(0, self, self._give_back)

    def _give_back(self) -> None:
        if not self._is_wide:
            usable = self._kept_prompt >= scaled(_LEAST_PROMPT)
            kept = self._kept_prompt if usable else scaled(self._wanted.prompt)
            self._divide(self._window.width() - kept, kept)

    def _divide(self, tables: int, prompt: int) -> None:
        """Give the prompt its pixels, and the other ones to the views in front at the left."""
        table, below = self._below.front
        row, sizes = [self._prompt], [prompt]
        if below is not None and self._below.is_beside:
            row.insert(0, below)
            sizes.insert(0, round(tables * (1 - _TABLE_SHARE)))
        if table is not None:
            row.insert(0, table)
            sizes.insert(0, tables - sum(sizes[:-1]))
        # A window can be narrower than what one of them is to have: Qt takes no size below 1.
        self._window.resizeDocks(row, [max(1, one) for one in sizes], Qt.Orientation.Horizontal)

    def share(self) -> None:
        """Give every view its usual width, whatever a person made of it."""
        if self._is_wide:
            return
        found = self._given = self._wanted
        self._of_window = self._window.width()
        self.stack_changed.emit(scaled(found.stack))
        self._below.stand(beside=found.is_beside)
        self._divide(scaled(found.tables), scaled(found.prompt))

    def resume(self, width: int) -> None:
        """Take the widths as they stand; they are followed if they are the usual ones.

        They are shared anew where the window was of another width when they were kept: Qt takes
        what is missing from one view.

        Args:
            width: of the window then; 0 where that is not known.
        """
        if width and abs(self._window.width() - width) > scaled(_NEAR):
            QTimer.singleShot(0, self, self.share)
            return
        self._given = self._wanted
        self._of_window, self._of_prompt = self._window.width(), self._prompt.width()
        self.stack_changed.emit(scaled(self._given.stack))

    def follow(self) -> None:
        """Share another width of the window, unless a person chose how it is shared."""
        if self._is_wide:
            return
        has_moved = abs(self._of_prompt - scaled(self._given.prompt)) > scaled(_NEAR)
        if self._given.prompt and self._wanted != self._given and not has_moved:
            self.share()
        self._of_window = self._window.width()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt lays out another width of the window by itself before anybody hears of it.
        is_resize = event.type() == QEvent.Type.Resize and not self._is_wide
        if is_resize and self._window.width() == self._of_window:
            self._of_prompt = self._prompt.width()
        return False

    @property
    def _wanted(self) -> Widths:
        return widths_of(self._window.width() * 1000 // scaled(1000), stacked=self.is_stacked)
