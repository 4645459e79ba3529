"""A long walk through the window, with a SillyTavern that writes the same chat in between."""

import json
import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector import files
from inspector.core.edits import SetField
from inspector.files.backups import kept_backups
from inspector.gui.window.main_window import MainWindow
from inspector.loading import open_chat
from inspector.preferences import OpenTabChoice, Preferences
from tests.gui.window.conftest import forget_edits
from tests.server.loopback import ROBIN, running, stringify, user_folder
from tests.server.tab import open_tab

pytestmark = pytest.mark.usefixtures("replayed")

MEMORIES = 6


@pytest.fixture
def server(tmp_path):
    with running(user_folder(tmp_path).parent) as made:
        made.write_config()
        yield made


@pytest.fixture
def window(qtbot, server, sample):
    path = server.root / "default-user" / "chats" / ROBIN / "Robin - 1.jsonl"
    path.write_bytes(sample.read_bytes())
    made = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(made, before_close_func=forget_edits)
    made.show()
    with qtbot.waitSignal(made.bench.presenter.settled, timeout=20_000):
        made.bench.flow.open(str(path))
    return made


class Walk:
    """Both sides, and what each of them wants to find in the end."""

    def __init__(self, bench, qtbot, tell):
        self.bench, self.qtbot, self.tell = bench, qtbot, tell
        self.path = bench.keeper.chat.path
        self.wanted = {}
        self.replies, self.memories = [], []

    def edit(self, number):
        self.set(number % MEMORIES, "summary", f"mine {number}")

    def set(self, index, field, value):
        self.bench.commands.submit(SetField((index,), field, value))
        self.wanted.setdefault(self.bench.session.document.memories[index].id, {})[field] = value

    def edit_and_undo(self, number):
        self.set(number % MEMORIES, "importance", 1 + number % 5)
        self.bench.commands.submit(SetField((number % MEMORIES,), "summary", "never mind"))
        self.bench.commands.stack.undo()

    def save(self, _number):
        self.bench.flow.save()
        self.settle()

    def save_through(self, number):
        self.bench.file_services.open_tab.choice = OpenTabChoice(detect=True, way="through")
        self.save(number)
        self.bench.file_services.open_tab.choice = OpenTabChoice(detect=False)

    def reply(self, number):
        self.replies.append(f"reply {number}")
        assert self.tell(f"reply {number}") == "done"
        self.settle()

    def remember(self, number):
        self.replies.append(f"reply {number}")
        self.memories.append(f"theirs {number}")
        assert self.tell(f"remember {number}") == "done"
        self.settle()

    def reload(self, _number):
        self.tell("reload")

    def reply_while_saving(self, number):
        self.replies.append(f"reply {number}")
        self.edit(number)
        self.tell(f"reply {number}", wait=False)
        self.bench.flow.save()
        assert self.tell.answer() == "done"
        self.settle()

    def settle(self):
        """Wait until the window shows what the file holds; merge where it offers that."""

        def is_settled():
            for button in self.bench.notice.buttons:
                if button.text() in ("Merge", "Save directly, with a backup"):
                    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                    return False
            keeper = self.bench.keeper
            if keeper.is_busy or self.bench.file_services.open_tab.is_busy:
                return False
            return files.outside_state(keeper.chat.on_disk) is files.OutsideState.SAME

        self.qtbot.waitUntil(is_settled, timeout=30_000)


def assert_nothing_else_changed(before, after, walk):
    """What neither side touched is there to the byte, in its place."""
    header, *messages = before.rstrip(b"\n").split(b"\n")
    new_header, *new_messages = after.rstrip(b"\n").split(b"\n")
    assert new_messages[: len(messages)] == messages
    assert len(new_messages) == len(messages) + len(walk.replies)
    for memory in memories_of(header):
        wanted = memory | walk.wanted.get(memory["id"], {})
        assert stringify(wanted).encode() in new_header
    assert stringify(without_memories(header)) == stringify(without_memories(new_header))


def memories_of(header):
    return json.loads(header)["chat_metadata"]["openvault"]["memories"]


def without_memories(header):
    found = json.loads(header)
    del found["chat_metadata"]["openvault"]["memories"]
    return found


def test_nothing_of_either_side_is_lost(window, qtbot):
    chance = random.Random(14)
    path = window.bench.keeper.chat.path
    before = path.read_bytes()
    with open_tab(path) as tell:
        walk = Walk(window.bench, qtbot, tell)
        steps = [
            *[walk.edit, walk.edit, walk.edit_and_undo, walk.save, walk.save_through],
            *[walk.reply, walk.remember, walk.reload, walk.reply_while_saving],
        ] * 3
        chance.shuffle(steps)
        for number, step in enumerate(steps):
            step(number)
        walk.save(len(steps))
    assert not window.bench.flow.is_modified
    after = open_chat(path).document
    texts = [after.chat.message(index).text for index in range(len(after.chat))]
    summaries = [memory.summary for memory in after.memories]
    assert [text for text in texts if text.startswith("reply")] == walk.replies
    assert set(walk.memories) <= set(summaries)
    assert "never mind" not in summaries
    assert_nothing_else_changed(before, path.read_bytes(), walk)
    assert kept_backups(files.backup_folder(path))
    assert [one.name for one in path.parent.iterdir()] == [path.name]
