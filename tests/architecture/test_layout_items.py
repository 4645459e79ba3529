"""No layout item reaches PySide: Qt deletes it untold, and what takes its place crashes later."""

import os
import re
import subprocess
import sys
from pathlib import Path

GUI = Path(__file__).parents[2] / "inspector" / "gui"

ASKS_FOR_ITEMS = re.compile(r"\.(addLayout|insertLayout|itemAt|itemAtPosition)\(")
"""Of these, the first two ask for each item of a layout that is filled already."""


def test_layouts_are_nested_and_looked_through_by_the_kit_alone():
    asking = {
        path.relative_to(GUI).as_posix()
        for path in GUI.rglob("*.py")
        if ASKS_FOR_ITEMS.search(path.read_text("utf-8"))
    }
    assert asking == {"kit/layouts.py"}


NESTED = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.gui.kit.layouts import nest

app = QApplication([])
pane, row = QWidget(), QHBoxLayout()
buttons = [QPushButton() for _ in range(400)]
for button in buttons:
    row.addWidget(button)
nest(QVBoxLayout(pane), row)
for button in buttons:
    button.setParent(None)  # the items that placed them end
for _ in range(20):
    parent = QWidget()
    for _ in range(400):
        QTimer(parent), QWidget(parent)  # some of them where an item was
    del parent
"""


def test_what_is_made_where_a_layout_item_was_ends_without_a_crash():
    done = subprocess.run(
        [sys.executable, "-c", NESTED],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
