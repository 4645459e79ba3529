import pytest
from PySide6.QtCore import Qt

from inspector.gui.kit.plain_text import PlainTextEdit


@pytest.fixture
def edit(qtbot):
    made = PlainTextEdit()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    "text", ["a\r\nb", "no\u00a0break", "line\u2028end", "张伟 🗝", "a\rb", "\tx"]
)
def test_a_text_that_nobody_touched_is_the_same(edit, text):
    edit.load(text)
    assert edit.text == text
    assert not edit.is_modified


def test_typing_keeps_what_stands_around(qtbot, edit):
    edit.load("no\u00a0break\r\nnext")
    qtbot.keyClicks(edit, "X")
    assert edit.text == "Xno\u00a0break\r\nnext"
    assert edit.is_modified


def test_typing_and_taking_back_is_no_change(qtbot, edit):
    edit.load("words")
    qtbot.keyClicks(edit, "X")
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    assert not edit.is_modified


def test_shift_enter_breaks_the_line_where_enter_commits(qtbot):
    edit = PlainTextEdit(enter_commits=True)
    qtbot.addWidget(edit)
    edit.load("")
    qtbot.keyClicks(edit, "a")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(edit, "b")
    assert edit.text == "a\nb"
    with qtbot.waitSignal(edit.committed):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
