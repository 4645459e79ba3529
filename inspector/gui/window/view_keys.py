"""The keys that belong to views: as they come, or as a person chose them.

A view acts on its usual keys. Where a person chose another one, the usual one is sent in its
place, so that no view has to know; shortcuts of Qt's own are given the other keys themselves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from inspector.gui.kit.panel import Panel
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.window.panels import Panels

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_WRITTEN = QLineEdit | QPlainTextEdit | QTextEdit | QAbstractSpinBox
_WITH_REDO = QLineEdit | QPlainTextEdit | QTextEdit
_REDO = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Y)
"""On some systems Qt leaves it to the window, which would redo an edit and not what is typed."""
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


@dataclass(frozen=True)
class ViewKey:
    """One key of one view.

    Attributes:
        panel: the view, by the class of its panel.
        usual: the key that it comes with, as Qt spells it.
        words: what it does.
    """

    panel: type[Panel]
    usual: str
    words: str

    @property
    def name(self) -> str:
        """What it is called in the preferences."""
        return f"{self.panel.name}: {self.usual}"


class ViewKeys(QObject):
    """Gives views the keys that are kept in the preferences.

    Args:
        panels: the views.
        store: keeps the keys that differ from those that the views come with.
        parent: as for any object.
    """

    def __init__(self, panels: Panels, store: PreferencesStore, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._panels = store, panels
        self.keys = tuple(
            ViewKey(panel, usual, words)
            for panel in panels.kinds
            for usual, words in panel.view_keys
        )
        self._by_panel = {
            panel: [one for one in self.keys if one.panel is panel] for panel in panels.kinds
        }
        self._focused: QWidget | None = None
        panels.when_made(Panel, self._give_chosen)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def _give_chosen(self, panel: Panel) -> None:
        for key in self._by_panel[type(panel)]:
            if not self.is_usual(key):
                _give_to_shortcuts(panel, key, QKeySequence(key.usual), self.held(key))

    def held(self, key: ViewKey) -> QKeySequence:
        """The keys that do it now; empty if there are none."""
        chosen = self._store.preferences.keys.get(key.name)
        return QKeySequence.fromString(key.usual if chosen is None else chosen, _PORTABLE)

    def is_usual(self, key: ViewKey) -> bool:
        """Whether it has the key that it comes with."""
        return key.name not in self._store.preferences.keys

    def owner(self, panel: type[Panel], keys: QKeySequence) -> ViewKey | None:
        """What these keys do in a view; None if nothing."""
        return next((one for one in self._by_panel[panel] if self.held(one) == keys), None)

    def change(self, key: ViewKey, keys: QKeySequence) -> None:
        """Give it other keys, or none; what had them in the same view loses them."""
        before = None if keys.isEmpty() else self.owner(key.panel, keys)
        if before is not None and before is not key:
            self._set(before, QKeySequence())
        self._set(key, keys)

    def reset(self, key: ViewKey | None = None) -> None:
        """Give it its usual key again; None for all keys of all views."""
        for one in self.keys if key is None else (key,):
            if not self.is_usual(one):
                self._give(one, QKeySequence(one.usual))
                kept = dict(self._store.preferences.keys)
                del kept[one.name]
                self._store.change(keys=kept)

    def _give(self, key: ViewKey, keys: QKeySequence) -> None:
        panel = self._panels.found(key.panel)
        if panel is not None:
            _give_to_shortcuts(panel, key, self.held(key), keys)

    def _set(self, key: ViewKey, keys: QKeySequence) -> None:
        self._give(key, keys)
        kept = dict(self._store.preferences.keys)
        kept[key.name] = keys.toString(_PORTABLE)
        self._store.change(keys=kept)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Hear the keys of what has the focus, and of nothing else."""
        # A widget loses the focus while it is being deleted, too.
        if self._focused is not None and isValid(self._focused):
            self._focused.removeEventFilter(self)
            self._focused.destroyed.disconnect(self._forget)
        self._focused = new
        if new is not None:
            new.installEventFilter(self)
            new.destroyed.connect(self._forget)

    def _forget(self) -> None:
        self._focused = None

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in kinds or not isinstance(event, QKeyEvent):
            return False
        if not isinstance(watched, QWidget):
            return False
        pressed = _combination(event)
        if pressed == _REDO and isinstance(watched, _WITH_REDO) and not watched.isReadOnly():
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                watched.redo()
            return event.type() == QEvent.Type.KeyPress
        is_written = isinstance(watched, _WRITTEN)
        if is_written and not pressed.keyboardModifiers() & _COMMANDS:
            return False
        keys = self._keys_around(watched)
        if all(map(self.is_usual, keys)):
            return False
        sequence = QKeySequence(pressed)
        meant = next((one for one in keys if self.held(one) == sequence), None)
        if meant is not None and not self.is_usual(meant):
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                _press(watched, QKeySequence(meant.usual), self)
            return event.type() == QEvent.Type.KeyPress
        lost = any(QKeySequence(one.usual) == sequence for one in keys)
        return lost and meant is None and event.type() == QEvent.Type.KeyPress

    def _keys_around(self, widget: QWidget) -> Sequence[ViewKey]:
        above: QWidget | None = widget
        while above is not None:
            if isinstance(above, Panel):
                return self._by_panel.get(type(above), ())
            above = above.parentWidget()
        return ()


def _combination(event: QKeyEvent) -> QKeyCombination:
    """What is pressed, wherever on the keyboard."""
    key = Qt.Key(event.key())
    key = Qt.Key.Key_Return if key == Qt.Key.Key_Enter else key
    return QKeyCombination(event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, key)


def _press(widget: QWidget, keys: QKeySequence, deaf: QObject) -> None:
    """Press keys in a widget without being heard by a filter."""
    # The stubs do not know that it is a sequence.
    combination = cast("Sequence[QKeyCombination]", keys)[0]
    text = keys.toString(_PORTABLE) if len(keys.toString(_PORTABLE)) == 1 else ""
    event = QKeyEvent(
        QEvent.Type.KeyPress, combination.key(), combination.keyboardModifiers(), text.lower()
    )
    widget.removeEventFilter(deaf)
    QApplication.sendEvent(widget, event)
    widget.installEventFilter(deaf)


def _give_to_shortcuts(
    panel: Panel, key: ViewKey, before: QKeySequence, after: QKeySequence
) -> None:
    """Give Qt's own shortcuts of a view other keys."""
    for shortcut in _shortcuts_in(panel):
        held = shortcut.key() if isinstance(shortcut, QShortcut) else shortcut.shortcut()
        if held == before and not before.isEmpty():
            shortcut.setProperty(_NAME, key.name)
        if shortcut.property(_NAME) != key.name:
            continue
        if isinstance(shortcut, QShortcut):
            shortcut.setKey(after)
        else:
            shortcut.setShortcut(after)


_NAME = "view_key"


def _shortcuts_in(panel: Panel) -> Iterator[QShortcut | QAction]:
    yield from panel.findChildren(QShortcut)
    for widget in (panel, *panel.findChildren(QWidget)):
        yield from widget.actions()
