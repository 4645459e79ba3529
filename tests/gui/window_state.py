"""What can be told of a window: whether one that a test has used is as new."""

from collections import Counter, deque
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QSplitter,
    QStatusBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from inspector.gui.state.host_settings import HostSettings

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
SIMPLE = (str, int, float, bool, bytes, type(None), Enum, Path)
NOT_COMPARED = ("dock_focus", "view_keys")
"""What has the focus is told by who has it."""


@dataclass(frozen=True)
class Seen:
    """What there is to tell of a widget.

    Attributes:
        chosen: what a person chose or wrote there, seen or not; empty where that cannot be yet.
        shown: what is seen of it, and where; None while nothing is.
    """

    chosen: tuple[object, ...]
    shown: tuple[object, ...] | None

    def is_as(self, other):
        """Whether it is the same; in a view that is not filled yet there is nothing to choose."""
        is_filled = self.chosen and other.chosen
        return self.shown == other.shown and (self.chosen == other.chosen or not is_filled)


NOTHING = Seen((), None)


class WindowState:
    """A window at a moment, to be compared with what tests made of it.

    What a panel that nobody sees has shown before is no difference: it is brought up to date when
    it is seen.
    """

    def __init__(self, window):
        self.seen = dict(seen_of(window))
        self.held = dict(held_by(window, window.bench))

    def differences(self, other):
        """What differs in a later state, each by its name, before and after."""
        names = self.seen.keys() | other.seen.keys()
        pairs = {
            name: (self.seen.get(name, NOTHING), other.seen.get(name, NOTHING)) for name in names
        }
        found = {name: pair for name, pair in pairs.items() if not pair[0].is_as(pair[1])}
        names = self.held.keys() | other.held.keys()
        pairs = {name: (self.held.get(name), other.held.get(name)) for name in names}
        return found | {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def seen_of(widget, name="window"):
    """Every widget in a window by its place there.

    From above: asking a widget for its parent would have Shiboken let go of widgets of others.
    """
    numbers = Counter()
    for one in widget.findChildren(QWidget, options=DIRECT):
        part = f"{type(one).__name__} {one.objectName()}"
        numbers[part] += 1
        path = f"{name}/{part} {numbers[part]}"
        # The labels of the status bar keep a width that they had; the button that clears a field
        # fades.
        is_placed = not isinstance(widget, QStatusBar)
        is_seen = one.isVisible() and not isinstance(widget, QLineEdit)
        is_seen = is_seen and not one.visibleRegion().isEmpty()
        place = one.geometry().getRect() if is_placed else ()
        yield path, Seen(tuple(chosen_in(one)), (place, *shown_by(one)) if is_seen else None)
        yield from seen_of(one, path)


def chosen_in(widget):
    match widget:
        case QLineEdit():
            yield widget.text()
        case QAbstractButton() if widget.isCheckable() and not isinstance(widget, QCheckBox):
            yield widget.isChecked()
        case QComboBox() if widget.count():
            yield widget.currentText()
        case QSpinBox():
            yield widget.text()
        case QHeaderView() if widget.count():
            yield widget.sortIndicatorSection(), widget.sortIndicatorOrder()
        case QTabBar():
            yield widget.currentIndex()


def shown_by(widget):
    yield widget.isEnabled()
    yield widget.toolTip()
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QPlainTextEdit() | QTextEdit():
            yield widget.toPlainText()
        case QHeaderView() | QSplitter():
            yield bytes(widget.saveState().data())
        case QTabBar():
            yield tuple(widget.tabText(index) for index in range(widget.count()))
        case QAbstractItemView() if widget.model() is not None:
            yield widget.model().rowCount(), len(widget.selectionModel().selectedRows())
        case _:
            pass


def held_by(window, bench):
    """What the parts that are no views hold, as far as it is simple."""
    yield "window", (window.windowTitle(), window.isWindowModified(), window.styleSheet())
    yield "docks", bytes(window.saveState().data())
    yield "question", replace(bench.session.question, host_settings=HostSettings())
    yield "stack", (bench.commands.stack.count(), bench.commands.stack.isClean())
    for name, part in vars(bench).items():
        if name in NOT_COMPARED:
            continue
        for key, value in vars(part).items() if hasattr(part, "__dict__") else ():
            if isinstance(value, SIMPLE):
                yield f"{name}.{key}", value
            elif isinstance(value, list | tuple | dict | set | frozenset | deque):
                yield f"{name}.{key}", len(value)
