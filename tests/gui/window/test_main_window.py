"""The window before its workbench is read: there at once, and of use at once."""

import subprocess
import sys

import pytest
from PySide6.QtGui import QAction

from inspector.gui.window.actions import MENUS
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences

HEAVY = ("numpy", "pyqtgraph", "tiktoken", "inspector.systems", "inspector.gui.window.panels")


@pytest.fixture
def window(qtbot):
    made = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(made)
    return made


def has_bench(window):
    return window._making.bench is not None


def test_the_welcome_page_needs_nothing_of_what_is_slow_to_read():
    code = (
        f"import sys, inspector.gui.window.app; print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "[]"


def test_the_menu_bar_is_whole_from_the_first_frame(window, qtbot):
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles == list(MENUS)
    assert not has_bench(window)
    assert window.bench.menus.recent is not None
    assert [action.text() for action in window.menuBar().actions()] == titles
    assert all(
        action.menu().actions()
        for action in window.menuBar().actions()
        if action.text() != "&Memory"
    )


def test_macos_moves_only_quit_and_about_out_of_their_menus(window):
    assert window.bench.menus.recent is not None
    entries = [one for menu in window.menuBar().actions() for one in menu.menu().actions()]
    roles = {one.objectName(): one.menuRole() for one in entries if one.objectName()}
    assert roles.pop("Quit") is QAction.MenuRole.QuitRole
    assert roles.pop("About Memory Inspector") is QAction.MenuRole.AboutRole
    assert "Go to settings" in roles
    assert set(roles.values()) == {QAction.MenuRole.NoRole}


def test_the_workbench_is_made_by_itself_once_the_window_is_seen(window, qtbot):
    window.show()
    qtbot.waitUntil(lambda: has_bench(window), timeout=10_000)
    assert window.welcome.isVisible()
    assert not window.bench.context.isVisible()
    window.close()


def test_it_can_be_closed_before_anything_else_is_read(window):
    window.show()
    assert window.close()
    assert not has_bench(window)
