"""What macOS tells the application: a process of its own, since a process has one application."""

import os
import subprocess
import sys

OPENED = """
from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from inspector.gui.window.application import make_application

application = make_application()
told = []
application.files_opened.connect(told.append)
for name in ("/chats/ä b.jsonl", "/chats/c.jsonl"):
    assert QCoreApplication.sendEvent(application, QFileOpenEvent(name))
assert told == []
application.processEvents()
QCoreApplication.sendEvent(application, QFileOpenEvent("/chats/later.jsonl"))
application.processEvents()
print(ascii(told))
"""


def test_files_that_the_system_opens_are_handed_on_those_of_one_moment_together():
    result = subprocess.run(
        [sys.executable, "-c", OPENED], capture_output=True, text=True, check=False,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert (
        result.stdout
        == ascii([["/chats/ä b.jsonl", "/chats/c.jsonl"], ["/chats/later.jsonl"]]) + "\n"
    )
