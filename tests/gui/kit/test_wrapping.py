"""Text fields show any text at once, and break lines at words where there are words."""

import time

import pytest
from PySide6.QtGui import QTextDocument, QTextOption

from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.wrapping import set_wrap_mode

MODES = QTextOption.WrapMode


@pytest.mark.parametrize(
    ("texts", "mode"),
    [
        ((), MODES.WrapAtWordBoundaryOrAnywhere),
        (("word " * 5000,), MODES.WrapAtWordBoundaryOrAnywhere),
        (("x" * 4999,), MODES.WrapAtWordBoundaryOrAnywhere),
        (("a b", "x" * 5000), MODES.WrapAnywhere),
    ],
)
def test_only_a_text_without_words_breaks_anywhere(qapp, texts, mode):
    document = QTextDocument()
    set_wrap_mode(document, texts)
    assert document.defaultTextOption().wrapMode() is mode
    set_wrap_mode(document, ())
    assert document.defaultTextOption().wrapMode() is MODES.WrapAtWordBoundaryOrAnywhere


@pytest.mark.speed
def test_a_text_without_words_is_ready_to_be_edited_at_once(qtbot):
    editor = PlainTextEdit()
    qtbot.addWidget(editor)
    editor.resize(400, 200)
    editor.show()
    start = time.perf_counter()
    editor.load("x" * 300_000)
    editor.grab()
    assert time.perf_counter() - start < 2
    assert editor.text == "x" * 300_000
