"""A chat with files to open beside it, and the window over them."""

import shutil
from pathlib import Path

import pytest

from inspector.gui.files import leaving, lore_service
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.lore_files import FileKind
from inspector.preferences import Preferences
from tests.gui.panels.lore.desk import MINIMAL, STORY, WORLD, Desk, LoreBench, whole_desk_of


@pytest.fixture
def world(tmp_path):
    path = tmp_path / "world.json"
    path.write_bytes(WORLD)
    return path


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.json"
    path.write_bytes(STORY)
    return path


@pytest.fixture
def minimal(tmp_path):
    path = tmp_path / "minimal.json"
    path.write_bytes(MINIMAL)
    return path


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path / "chat.jsonl"))


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    for worker in (window.bench.keeper, window.bench.lore, window.bench.deriver):
        worker.wait()
    for page in window.bench.panels.lore.pages.values():
        page.table.finish_editing(keep=False)
        page.detail.revert()
    proposed = window.bench.panels.lore.proposed
    proposed.table.selectAll()
    proposed.leave_button.click()
    window.bench.keeper.chat = None


@pytest.fixture
def make_window(qtbot):
    def make(beside=None, ruleset="scribe/design"):
        window = MainWindow(Preferences(), Question(ruleset=ruleset), beside=beside)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        return window

    return make


@pytest.fixture
def bare_desk(qtbot):
    """The dock of lore alone in a window, and what opens, edits and saves."""
    bench = LoreBench(Question(ruleset="scribe/design"))
    qtbot.addWidget(bench.window, before_close_func=bench.wait)
    bench.window.show()
    qtbot.waitExposed(bench.window)
    return Desk(bench.window, bench, bench.panel, bench.presenter.displayed, qtbot)


@pytest.fixture
def desk(bare_desk, chat):
    """The same with a chat."""
    bare_desk.open_chat(chat)
    return bare_desk


@pytest.fixture
def lore_desk(desk, world, story):
    """The same with a chat, a lorebook and a chronicle."""
    return with_lore(desk, world, story)


@pytest.fixture
def whole_desk(make_window, chat, qtbot):
    """The whole window with a chat."""
    desk = whole_desk_of(make_window(), qtbot)
    desk.open_chat(chat)
    return desk


@pytest.fixture
def whole_lore_desk(whole_desk, world, story):
    """The whole window with a chat, a lorebook and a chronicle."""
    return with_lore(whole_desk, world, story)


def with_lore(desk, world, story):
    desk.open(FileKind.LOREBOOK, world)
    desk.open(FileKind.CHRONICLE, story)
    return desk


@pytest.fixture
def requested(monkeypatch):
    """What was asked about unsaved edits; the test sets the answer."""

    class Query:
        answer = "stay"

        def __init__(self):
            self.names = []

        def ask(self, _parent, names):
            self.names.append(tuple(names))
            return self.answer

        def about_only_copy(self, answer):
            monkeypatch.setattr(leaving, "ask_about_only_copy", lambda *_: answer)

    made = Query()
    monkeypatch.setattr(leaving, "ask_about_unsaved", made.ask)
    monkeypatch.setattr(lore_service, "ask_about_unsaved", made.ask)
    return made
