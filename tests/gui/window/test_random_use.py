"""Somebody who clicks, drags and types at random, while another program writes the chat."""

import json
import random

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QDesktopServices, QInputMethodEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QWidget,
)
from shiboken6 import isValid

from inspector.gui.window.action_list import listed_actions
from inspector.gui.window.process import collect_due
from inspector.jsonbytes.pieces import joined
from tests.gui.settling import settle, take_turn

STEPS = 600
KEY, BUTTON, KEYS = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
NONE, CONTROL, SHIFT, ALT = (
    KEYS.NoModifier,
    KEYS.ControlModifier,
    KEYS.ShiftModifier,
    KEYS.AltModifier,
)
PRESSED = [
    *(KEY.Key_Up, KEY.Key_Down, KEY.Key_Left, KEY.Key_Right, KEY.Key_Home, KEY.Key_End),
    *(KEY.Key_PageUp, KEY.Key_PageDown, KEY.Key_Return, KEY.Key_Escape, KEY.Key_Tab),
    *(KEY.Key_Backtab, KEY.Key_Space, KEY.Key_Backspace, KEY.Key_Delete, KEY.Key_Menu),
    *(KEY.Key_1, KEY.Key_5, KEY.Key_X, KEY.Key_F2, KEY.Key_F6, KEY.Key_F8, KEY.Key_F11),
    *(KEY.Key_A, KEY.Key_C, KEY.Key_F, KEY.Key_N, KEY.Key_V, KEY.Key_Y, KEY.Key_Z),
]
TYPED = ["abc", "钟 😀", "importance >= 3", '"', "12", "-1", "99999999999", "{{user}}", "\u2028"]
ENDS_THE_WALK = ("Quit",)


def answer(hands):
    """What a box that asks is answered."""

    def press(box):
        hands.choose([one for one in box.buttons() if one.isEnabled()]).click()
        return 0

    return press


def entry(hands):
    """What is chosen in a menu that opens."""

    def choose(menu, *_where):
        entries = [one for one in menu.actions() if one.isEnabled() and one.menu() is None]
        if entries and hands.dice.random() < 0.5:
            chosen = hands.choose(entries)
            hands.done.append(chosen.text())
            chosen.trigger()

    return choose


class Hands:
    """All that a person and another program can do, of which one is done a step."""

    def __init__(self, window, seed):
        self.window, self.bench = window, window.bench
        self.dice = random.Random(seed)
        self.path = self.bench.keeper.chat.path
        self.done = []

    def choose(self, among):
        return self.dice.choice(among)

    def step(self):
        own = [self.click] * 5 + [self.press_button] * 4 + [self.press_key] * 6 + [self.type] * 2
        own += [self.drag] * 2 + [self.act] * 4 + [self.pick] * 4
        is_other = self.dice.random() < 0.01
        act = self.choose([self.append, self.rewrite] if is_other else own)
        self.done.append(f"{act.__name__} in {type(self.focused()).__name__}")
        act()
        take_turn()
        collect_due()

    @property
    def front(self):
        """The window in which something can be done."""
        topmost = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        floating = [one for one in self.bench.docks.all if one.isFloating() and one.isVisible()]
        return topmost or self.choose([self.window] * 3 + floating)

    def seen(self, kind):
        within = [one for one in self.front.findChildren(kind) if isValid(one)]
        return [one for one in within if one.isVisible() and one.isEnabled()]

    def point(self, widget):
        size = widget.size()
        return self.choose(range(size.width())), self.choose(range(size.height()))

    def widget(self):
        seen = self.seen(QWidget)
        return self.choose([one for one in seen if one.width() > 1 < one.height()] or [self.front])

    def focused(self):
        return QApplication.focusWidget() or self.window

    def click(self):
        widget = self.widget()
        button = self.choose([BUTTON.LeftButton] * 6 + [BUTTON.RightButton])
        held = self.choose([NONE] * 6 + [CONTROL, SHIFT])
        x, y = self.point(widget)
        QTest.mouseClick(widget, button, held, QPointF(x, y).toPoint())

    def press_button(self):
        if buttons := self.seen(QAbstractButton):
            button = self.choose(buttons)
            self.done.append(button.text() or button.accessibleName())
            QTest.mouseClick(button, BUTTON.LeftButton)

    def press_key(self):
        held = self.choose([NONE] * 5 + [CONTROL] * 3 + [SHIFT, ALT])
        key = self.choose(PRESSED)
        self.done.append(f"{held.name} {key.name}")
        QTest.keyClick(self.focused(), key, held)

    def type(self):
        """Type what is typed by keys where these lead to text, and as an input method does."""
        focused, text = self.focused(), self.choose(TYPED)
        if focused.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):
            event = QInputMethodEvent()
            event.setCommitString(text)
            QApplication.sendEvent(focused, event)
        elif text.isascii():
            QTest.keyClicks(focused, text)

    def drag(self):
        widget = self.widget()
        start, end = (QPointF(*self.point(widget)) for _ in range(2))
        QTest.mousePress(widget, BUTTON.LeftButton, NONE, start.toPoint())
        for share in (0.3, 0.6, 1):
            if isValid(widget):
                at = start + (end - start) * share
                kind = QEvent.Type.MouseMove
                moved = QMouseEvent(
                    kind, at, widget.mapToGlobal(at), BUTTON.NoButton, BUTTON.LeftButton, NONE
                )
                QApplication.sendEvent(widget, moved)
                take_turn()
        if isValid(widget):
            QTest.mouseRelease(widget, BUTTON.LeftButton, NONE, end.toPoint())

    def act(self):
        """Choose something in the menus, for which whatever popped up goes."""
        self.close_popups()
        self.bench.palette_controller.palette.close_now()
        if QApplication.activeModalWidget() is None:
            listed = listed_actions(self.window.menuBar())
            possible = [one for one in listed if not one.why_not and one.words not in ENDS_THE_WALK]
            chosen = self.choose(possible)
            self.done.append(chosen.words)
            chosen.action.trigger()

    def pick(self):
        """Click a row of a table or list."""
        views = [one for one in self.seen(QAbstractItemView) if one.model() is not None]
        view = self.choose(views) if views else None
        first = view and view.model().index(0, 0)
        if first and first.isValid():
            row = first.siblingAtRow(self.choose(range(view.model().rowCount(first.parent()))))
            spot = view.visualRect(row).center()
            if view.viewport().rect().contains(spot):
                QTest.mouseClick(view.viewport(), BUTTON.LeftButton, NONE, spot)

    def append(self):
        """SillyTavern writes a reply."""
        reply = {"name": "Rufus", "is_user": False, "send_date": "z", "mes": str(self.dice)}
        with self.path.open("ab") as file:
            file.write(b"\n" + json.dumps(reply).encode())

    def rewrite(self):
        """SillyTavern saves a chat in which a message was deleted."""
        lines = self.path.read_bytes().split(b"\n")
        del lines[self.choose(range(1, len(lines)))]
        self.path.write_bytes(b"\n".join(lines))

    def close_popups(self):
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()

    def leave_dialogs(self):
        self.close_popups()
        for one in self.window.findChildren(QDialog):
            if one.isVisible():
                one.reject()


# What Qt tells where something leads to nothing.
@pytest.mark.qt_log_ignore("Mouse event", "Keyboard event", "edit: editing failed", extend=True)
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_nothing_fails_and_what_is_saved_is_on_the_disk(
    seed, window, monkeypatch, qtlog
):
    hands = Hands(window, seed)
    monkeypatch.setattr(QMessageBox, "exec", answer(hands))
    monkeypatch.setattr(QMenu, "exec", entry(hands))
    monkeypatch.setattr(QDialog, "exec", lambda _dialog: 0)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames"):
        monkeypatch.setattr(QFileDialog, name, lambda *_given, **_named: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_given, **_named: "")
    for number in range(STEPS):
        hands.step()
        told = [
            one.message for one in qtlog.records if not one.ignored and one.log_type_name != "D"
        ]
        assert not told, "; ".join(hands.done[-12:])
        if number % 50 == 0:
            hands.leave_dialogs()
    hands.leave_dialogs()
    settle(window)
    chat = window.bench.keeper.chat
    if chat is not None and not window.bench.flow.is_modified and not window.bench.notice.text:
        written = joined(chat.contents(window.bench.session.document))
        assert written == chat.path.read_bytes()
        assert all(json.loads(line) for line in written.splitlines() if line.strip())
