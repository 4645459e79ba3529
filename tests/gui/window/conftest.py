"""The whole window with the sample chat in it, as tests of its behaviour start."""

import shutil

import pytest

from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences


@pytest.fixture
def window(qtbot, sample, tmp_path):
    made = window_on(shutil.copy(sample, tmp_path), qtbot)
    qtbot.waitUntil(lambda: made.bench.panels.timeline.chart is not None)
    return made


def window_on(chat, qtbot):
    """An active window with a chat in it."""
    made = active_window(qtbot)
    with qtbot.waitSignal(made.bench.presenter.settled, timeout=20_000):
        made.bench.flow.open(str(chat))
    return made


def active_window(qtbot):
    """A window without a chat, as large as a screen of 1366×768 has room for, with the keys."""
    made = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(made, before_close_func=forget_edits)
    made.resize(1366, 731)
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    return made


def forget_edits(window):
    """Close without a question about what a test leaves open."""
    window.bench.wait()
    rewrite = window.bench.panels.found(RewritePanel)
    if rewrite is not None:
        rewrite.exchange.clear()
    window.bench.keeper.chat = None
