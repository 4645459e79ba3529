"""What is offered to be sent after a crash names the program's own parts, and nobody's chat."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from inspector.core.edits import SetField, apply
from inspector.gui.window.about import details
from inspector.gui.window.crash_report import (
    redacted,
    report_of,
    show_crash_report,
    show_unforeseen,
)
from inspector.loading import open_chat

SENTENCE = "Mira hid the key under the mill stone"


def raised_from(act):
    try:
        act()
    except Exception as error:  # noqa: BLE001 - whatever it raises is looked at
        return error
    raise AssertionError("nothing was raised")


def in_a_chain():
    try:
        in_json()
    except ValueError as error:
        error.add_note(SENTENCE)
        raise RuntimeError(f"not {SENTENCE}") from error


def in_a_group():
    raise ExceptionGroup(SENTENCE, [ValueError(SENTENCE)])


def in_a_lookup():
    return {}[SENTENCE]


def in_compiled_text():
    code = compile(f"raise KeyError({SENTENCE!r})", f"/home/mira/{SENTENCE}", "exec")
    exec(code)  # noqa: S102 - a file of such a name


def in_json():
    json.loads(f"{{{SENTENCE}")


def in_a_file_of_a_person():
    Path(f"/home/mira/chats/{SENTENCE}/{SENTENCE}.jsonl").read_bytes()


@pytest.mark.parametrize(
    "act",
    [in_a_chain, in_a_group, in_a_lookup, in_compiled_text, in_json, in_a_file_of_a_person],
)
def test_the_report_of_an_error_quotes_nothing(act):
    error = raised_from(act)
    text = report_of(error, ["- 12:00:00 SetField\n"])
    assert type(error).__name__ in text
    assert "test_crash_report.py" in text
    assert "- 12:00:00 SetField" in text
    assert_tells_nothing(text)


def test_an_error_of_the_program_itself_names_places_from_the_package_on(sample):
    document = open_chat(sample).document
    error = raised_from(lambda: apply(document, SetField((0,), SENTENCE, SENTENCE)))
    text = report_of(error)
    assert_tells_nothing(text)
    assert re.search(r'^  File "inspector/core/\w+\.py", line \d+ in \w+$', text, re.MULTILINE)


def assert_tells_nothing(text):
    for word in ("Mira", "mira", "mill", "stone", "home/", "root/", "/work", "Users"):
        assert word not in text


def test_a_crash_file_loses_folders_and_what_nobody_knows():
    text = "\n".join(
        [
            "- 12:00:00 SetField, SetHidden",
            f"- 12:00:01 {SENTENCE}",
            f"{SENTENCE}",
            "Fatal Python error: Segmentation fault",
            "",
            "Current thread 0x00007f5d (most recent call first):",
            '  File "/home/mira/src/inspector/gui/state/workers.py", line 3 in run',
            '  File "C:\\Users\\mira\\inspector\\gui\\kit\\text.py", line 3 in words',
            '  File "/home/mira/.venv/lib/python3.11/site-packages/numpy/core.py", line 4 in dot',
            '  File "/usr/lib/python3.11/threading.py", line 5 in <lambda>',
            f'  File "/home/mira/{SENTENCE}.py", line 6 in {"x"}',
            '  File "/home/mira/own.py", line 7 in main',
            f'  File "<{SENTENCE}>", line 8 in main',
            "",
            "Extension modules: numpy.core, PySide6.QtCore (total: 2)",
            f"QObject: {SENTENCE}",
        ]
    )
    assert redacted(text).split("\n") == [
        "- 12:00:00 SetField, SetHidden",
        "(a line that is left out)",
        "Fatal Python error: Segmentation fault",
        "",
        "Current thread 0x00007f5d (most recent call first):",
        '  File "inspector/gui/state/workers.py", line 3 in run',
        '  File "inspector/gui/kit/text.py", line 3 in words',
        '  File "numpy/core.py", line 4 in dot',
        '  File "python3.11/threading.py", line 5 in <lambda>',
        '  File "?", line 6 in x',
        '  File "own.py", line 7 in main',
        '  File "?", line 8 in main',
        "",
        "Extension modules: numpy.core, PySide6.QtCore (total: 2)",
        "(a line that is left out)",
    ]


def test_a_real_crash_is_still_readable(tmp_path):
    path = tmp_path / "mira.txt"
    died = subprocess.run(
        [
            sys.executable, "-c",
            "import faulthandler, sys\n"
            "file = open(sys.argv[1], 'w')\n"
            "faulthandler.enable(file)\n"
            "import numpy\n"
            "def deep(n):\n"
            "    return deep(n - 1) if n else faulthandler._sigabrt()\n"
            "deep(3)\n",
            str(path),
        ],
        check=False, capture_output=True,
    )  # fmt: skip
    assert died.returncode != 0
    text = redacted(path.read_text())
    assert "left out" not in text
    assert text.startswith("Fatal Python error: Aborted\n")
    assert text.count('File "<string>", line 6 in deep') >= 3


def test_the_c_stack_of_python_3_14_tells_no_folder():
    header = "Current thread's C stack trace (most recent call first):"
    lines = [
        '  Binary file "/home/mira/my secret/.venv/bin/python", at _Py_DumpStack+0x4a [0x49b2f9]',
        '  Binary file "/usr/lib/libc.so.6", at +0x406b0 [0x7f3341df76b0]',
        '  Binary file "C:\\Users\\Mira\\python314.dll" [0x53d28e]',
    ]
    assert redacted("\n".join([header, *lines])).splitlines() == [
        header,
        '  Binary file "python", at _Py_DumpStack+0x4a [0x49b2f9]',
        '  Binary file "libc.so.6", at +0x406b0 [0x7f3341df76b0]',
        '  Binary file "python314.dll" [0x53d28e]',
    ]
    assert "mira" not in redacted('  Binary file "/home/mira/my love" [0x53d28e]')


def button(widget, words):
    return next(one for one in widget.findChildren(QPushButton) if one.text() == words)


def test_both_reports_are_read_and_copied_with_the_versions(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    report = show_crash_report(parent, f"Fatal Python error: Aborted\n{SENTENCE}")
    displayed = report.findChild(QPlainTextEdit).toPlainText()
    button(report, "Copy the report").click()
    assert QGuiApplication.clipboard().text() == displayed
    assert displayed.startswith(f"{details()}\n\nFatal Python error: Aborted")
    assert_tells_nothing(displayed.removeprefix(details()))
    report.reject()
    box = show_unforeseen(parent, raised_from(in_a_chain), ["- 12:00:00 SetField\n"])
    button(box, "Copy the report").click()
    assert QGuiApplication.clipboard().text() == box.detailedText()
    assert box.isVisible()
    assert box.detailedText().startswith(details())
    for text in (box.text(), box.informativeText(), box.detailedText().removeprefix(details())):
        assert_tells_nothing(text)
    box.close()
