import time

import pytest
from PySide6.QtGui import QFontDatabase, QTextCursor, QTextLayout

from inspector.gui.kit.text_view import TextView
from inspector.gui.kit.theme import fixed_font
from inspector.shipped import shipped


@pytest.fixture
def view(qtbot):
    made = TextView()
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    return made


@pytest.mark.parametrize(
    "text",
    [
        "one\ntwo\n\nthree",
        "word " * 40_000,
        "x" * 200_000,
        "海龟🐢" * 3000 + "\nend",
        "no-break\u00a0space",
        "",
    ],
)
def test_what_is_copied_is_the_text_as_it_is(view, text):
    view.show_text(text)
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == text


def test_part_of_a_very_long_line_is_copied_without_breaks(view):
    text = "word " * 2000
    view.show_text(text)
    cursor = view.textCursor()
    cursor.setPosition(10)
    cursor.setPosition(6000, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    copied = view.createMimeDataFromSelection().text()
    assert copied in text
    assert "\n" not in copied


@pytest.mark.speed
def test_a_very_long_line_is_shown_quickly(view, qapp):
    qapp.processEvents()
    start = time.perf_counter()
    view.show_text("x" * 200_000)
    view.grab()
    assert time.perf_counter() - start < 0.3


def test_tags_and_links_are_plain_text(view):
    text = "<a href='https://example.com'>x</a> <img src='https://example.com/a.png'>"
    view.show_text(text)
    assert view.toPlainText() == text
    assert view.isReadOnly()


def test_hits_are_marked_and_the_first_is_in_view(view):
    view.set_needle("needle")
    view.show_text("line\n" * 200 + "a NEEDLE here\n" + "line\n" * 200 + "needle")
    assert len(view.extraSelections()) == 2
    assert view.viewport().rect().intersects(view.cursorRect())
    assert view.verticalScrollBar().value() > 0
    view.set_needle("")
    assert view.extraSelections() == []


def test_no_two_characters_are_drawn_as_one_sign(qapp):
    font_file = shipped().joinpath("fonts", "JetBrainsMono-Regular.ttf")
    loaded = QFontDatabase.addApplicationFont(str(font_file))

    def signs(text):
        layout = QTextLayout(text, fixed_font())
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        return [sign for run in layout.glyphRuns() for sign in run.glyphIndexes()]

    try:
        for text in ("<!--", "-->", "=>", "!=", "***", "www", "#{"):
            assert signs(text) == [sign for one in text for sign in signs(one)]
    finally:
        QFontDatabase.removeApplicationFont(loaded)
