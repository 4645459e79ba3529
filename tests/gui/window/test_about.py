"""About: every library with version and licence, and details that tell no secrets."""

import re
from importlib.metadata import version

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QTableWidget, QWidget

from inspector import files
from inspector.gui.window.about import (
    backups_in_words,
    details,
    libraries,
    show_about,
)


def test_every_declared_library_stands_with_version_and_licence():
    rows = {name.lower(): (number, licence) for name, number, licence in libraries()}
    for name in ("PySide6-Essentials", "pyqtgraph", "tiktoken", "pydantic", "msgspec", "numpy"):
        assert rows[name.lower()][0] == version(name)
    assert all(licence != "see its documentation" for _, licence in rows.values())


def test_what_libraries_stand_on_is_listed_too():
    names = [name.lower() for name, _number, _licence in libraries()]
    assert {"h11", "shiboken6", "pydantic-core", "requests", "urllib3"} <= set(names)
    assert "memory-inspector" not in names
    assert len(set(names)) == len(names)


def test_details_name_versions_and_no_folder_of_a_person(home, qapp):
    text = details()
    assert re.match(r"Memory Inspector \d", text)
    assert f"pyqtgraph {version('pyqtgraph')}" in text
    assert str(home) not in text


def button(dialog, words):
    return next(one for one in dialog.findChildren(QPushButton) if one.text() == words)


def test_a_click_copies_the_details(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    about = show_about(parent)
    copy = button(about, "Copy details for a report")
    copy.click()
    assert copy.text() == "Copied"
    assert QGuiApplication.clipboard().text() == details()


def test_about_says_how_much_backups_take_and_may_take(tmp_path, qtbot):
    assert backups_in_words().startswith("Backups take nothing of at most 2.1 GB, in ")
    files.save(tmp_path / "chat", [b"x" * 5_000_000])
    files.save(tmp_path / "chat", [b"y"])
    assert backups_in_words().startswith("Backups take 5.0 MB of")
    parent = QWidget()
    qtbot.addWidget(parent)
    labels = [one.text() for one in show_about(parent).findChildren(QLabel)]
    assert backups_in_words() in labels


def test_tab_goes_on_from_the_libraries_to_the_buttons(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    about = show_about(parent)
    table = about.findChild(QTableWidget)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Tab)
    assert isinstance(about.focusWidget(), QPushButton)
