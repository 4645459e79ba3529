"""What every panel of the window is (`Panel`)."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import ClassVar, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from inspector.core.edits import Edit
from inspector.gui.kit.theme import current_theme
from inspector.gui.state.derivation import Answer
from inspector.gui.state.question_edits import QuestionEdit
from inspector.gui.state.view import NO_PART, Part, View, ViewChanges
from inspector.language import _

NO_ANSWER = _("There is no answer yet.")
"""What a panel says between a chat and the first answer about it, or after a refusal."""


class Area(Enum):
    """Where a panel's dock stands by default."""

    TOP = "above everything else, as high as the panel is"
    TABLES = "a tab at the left"
    PROMPT = "at the right"
    BELOW = "a tab below the tables"


class Worker(Protocol):
    """Work off the UI thread that a panel has done."""

    @property
    def is_busy(self) -> bool:
        """Whether a result is still to come."""
        ...

    def hold(self, held: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Pause while something more pressing is done."""
        ...

    def wait(self) -> None:
        """Drop everything and let running work end."""
        ...


class _OwnKey(QObject):
    """Has a panel's key act before the window's actions are asked."""

    def __init__(self, keys: str, act: Callable[[], object], panel: QWidget) -> None:
        super().__init__(panel)
        self._keys = QKeySequence(keys)
        self._act = act
        panel.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or QKeySequence(event.keyCombination()) != self._keys:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # The key comes as one that is pressed then.
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._act()
            return True
        return False


class Viewer(Protocol):
    """Whatever follows the view: panels, and what wires several of them."""

    @property
    def at_once(self) -> Part:
        """Which parts it shows before the block of the prompt is painted."""
        ...

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Show a view.

        Args:
            view: everything there is to show.
            changes: what of it this viewer has not shown yet.
        """
        ...


class Panel(QWidget):
    """One concern of the window. Panels know no other panel, and change nothing themselves.

    Attributes:
        name: what `--show`, menus and a kept layout call it.
        title: what its tab says.
        area: where it stands by default.
        view_keys: its own keys as Qt spells them, each with what it does there; a person may
            choose others (`window/view_keys.py`).
        shows_kept: whether it goes on showing what holds while something is tried out.
        has_surface: whether its own ground is the theme's surface, and not the window's.
        folds_below: whether it has no use for the views below it, which fold to their tabs.
        is_wide: whether it has a use for the width of the prompt as well, which gives way to it.
        at_once: see `Viewer`; what is not shown at once is shown when the block is.
        read_only: why the chat cannot be edited now; empty if it can.

    Signals:
        needed: it has to stand in the window, where a panel comes when it is first seen.
        count_changed: a number to stand behind the title, or None for none.
        keeping_changed: `keeps` may answer something else of what is tried out.
        edit_requested: an `Edit` of the document or a `QuestionEdit`.
        edits_requested: edits that are one step to undo, and what they do; empty for what the
            first of them does (tuple, str).
        memory_activated: a memory is to be brought to the front (its index).
        message_activated: a message is (its index).
        copy_requested: a text for the clipboard.
        copied: a part of the prompt is on the clipboard: its tokens, and what it is in words.
        announced: something that was done, or why not, for the status line.
        refused: an edit was refused: the edit, and why; a dialog over the panel hears it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    area: ClassVar[Area] = Area.BELOW
    view_keys: ClassVar[Sequence[tuple[str, str]]] = ()
    shows_kept: ClassVar[bool] = False
    has_surface: ClassVar[bool] = False
    folds_below: ClassVar[bool] = False
    is_wide: ClassVar[bool] = False
    at_once: Part = NO_PART
    read_only: str = ""

    needed = Signal()
    count_changed = Signal(object)
    keeping_changed = Signal()
    edit_requested = Signal(object)
    edits_requested = Signal(object, str)
    memory_activated = Signal(int)
    message_activated = Signal(int)
    copy_requested = Signal(str)
    copied = Signal(int, str)
    announced = Signal(str)
    refused = Signal(object, str)

    def prepare(self, view: View) -> Iterator[None]:
        """Work out what another chat's first view needs, a part a turn before it is shown."""
        yield from ()

    @classmethod
    def count_in(cls, view: View) -> int | None:
        """The number behind the title as long as the panel is not made; None for none."""
        return None

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """See `Viewer`."""
        raise NotImplementedError

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.has_surface:
            painter = QPainter(self)
            painter.fillRect(self.rect(), current_theme().surface)
            painter.end()

    def keeps(self, what_if: Answer) -> bool:
        """Whether it goes on showing what holds while this is tried out; see `shows_kept`."""
        return self.shows_kept

    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        """Say why an edit was refused, where this panel asks for edits of the kind."""

    def set_read_only(self, reason: str) -> None:
        """Know why the chat cannot be edited now; empty if it can."""
        self.read_only = reason

    def can_edit(self) -> bool:
        """Whether the chat can be edited now; says why not, before anybody types in vain."""
        if self.read_only:
            self.announced.emit(self.read_only)
        return not self.read_only

    def commit(self) -> None:
        """Ask for what is typed and not yet asked for, as before saving or leaving a chat."""

    def bind(self, keys: str, act: Callable[[], object]) -> None:
        """Let keys act while anything within the panel has the focus; name them in `view_keys`."""
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    def bind_over(self, keys: str, act: Callable[[], object]) -> None:
        """Let keys act within the panel that are an action's in the rest of the window.

        To Qt a shortcut would be ambiguous there, and neither would act.
        """
        _OwnKey(keys, act, self)

    def enter_window(self) -> None:
        """Stand in the window from now on, as whatever opens over it has to."""
        self.needed.emit()

    @property
    def workers(self) -> tuple[Worker, ...]:
        """The work that it has done off the UI thread."""
        return ()

    @override
    def heightForWidth(self, arg__1: int) -> int:
        """The least height, not the usual one: what scrolls a panel asks for this."""
        layout = self.layout()
        return layout.minimumHeightForWidth(arg__1) if isinstance(layout, QLayout) else -1

    def wait(self) -> None:
        """Let running work end, before the program does."""
        for worker in self.workers:
            worker.wait()
