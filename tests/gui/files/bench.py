"""What opens, edits, follows and saves a chat, without the views that show it: quick to make.

`python -m tests.gui.files.bench CHAT` edits a chat until it is killed.
"""

import re
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from inspector.core.edits import SetField
from inspector.files import unsaved
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.services import make_file_services
from inspector.gui.kit.notice import Notice
from inspector.gui.state.commands import Commands
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, Session, State


class Bench:
    """A window with nothing in it.

    Attributes:
        choices: what was chosen about an open tab of SillyTavern.
        announced: what was said for a moment.
    """

    def __init__(self):
        self.window = QMainWindow()
        self.session = Session(self.window)
        self.commands = Commands(self.session, self.window)
        self.keeper = ChatKeeper(self.window)
        self.notice = Notice(self.window)
        self.file_services = make_file_services(
            self.window, self.keeper, self.session, self.commands, self.notice
        )
        self.flow, self.tab = self.file_services.chat, self.file_services.open_tab
        self.selection = self.file_services.outside.selection = Selection(self.window)
        self.choices, self.announced = [], []
        self.tab.chosen.connect(self.choices.append)
        self.flow.announced.connect(self.announced.append)
        self.keeper.arrived.connect(self._open)

    def _open(self, chat):
        self.commands.stack.clear()
        self.keeper.hold(chat)
        self.session.open(State(chat.document, Question()))

    def wait(self, *_):
        services = self.file_services
        for one in (
            self.tab,
            services.restoring,
            services.other_window,
            services.spilling,
            self.keeper,
            services.lore,
        ):
            one.wait()
        self.file_services.unsaved.end()


def without_a_chat(qtbot):
    """One with nothing open; it ends with the test."""
    made = Bench()
    qtbot.addWidget(made.window, before_close_func=made.wait)
    made.window.show()
    return made


def opened(path, qtbot):
    """One with a chat open; it ends with the test."""
    made = without_a_chat(qtbot)
    with qtbot.waitSignal(made.keeper.opened, timeout=20_000):
        made.flow.open(str(path))
    return made


def edit_until_killed(path):
    """Edit a chat every few milliseconds.

    Prints `edit N TIME` for each, and `kept N` once the disk holds that edit, the newest of all.
    """
    application = QApplication([])
    made = Bench()
    timer = QTimer(interval=20)
    number = 0

    def edit():
        nonlocal number
        number += 1
        if number % 40 == 0:
            made.flow.save()
        made.commands.submit(SetField((number % 5,), "summary", f"edit {number}"))
        print("edit", number, time.monotonic(), flush=True)

    def tell_kept():
        found = [unsaved.read_unsaved(folder) for folder in unsaved.unsaved_folder().glob("*")]
        words = [str(one) for each in found if each is not None for one in each.state.values()]
        numbers = [int(one) for word in words for one in re.findall(r"'edit (\d+)'", word)]
        print("kept", max(numbers, default=0), flush=True)

    made.file_services.unsaved._queue.idle.connect(tell_kept)
    timer.timeout.connect(edit)
    made.keeper.opened.connect(timer.start)
    made.flow.open(path)
    application.exec()


if __name__ == "__main__":
    edit_until_killed(sys.argv[1])
