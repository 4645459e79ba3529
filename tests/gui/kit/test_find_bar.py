import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.analysis.differences import Diff, Kind, Piece
from inspector.gui.kit.diff_rows import aligned
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.find_bar import FindBar, with_find_bar
from inspector.gui.kit.finding import hits_in
from inspector.gui.kit.text_view import TextView

KEYS = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TEXT = "The lamp 🕯 went out.\nA Lamp, and a LAMP.\nNo light."


@pytest.fixture
def displayed(qtbot):
    """A view with its bar, in a window that has the keys."""

    def make(view):
        both = with_find_bar(view)
        qtbot.addWidget(both)
        both.resize(500, 300)
        both.show()
        both.activateWindow()
        view.setFocus()
        qtbot.waitExposed(both)
        bar = both.findChild(FindBar)
        QTest.keyClick(view, KEYS.Key_F, CONTROL)
        return bar

    return make


@pytest.fixture
def text(displayed):
    view = TextView()
    view.show_text(TEXT)
    return view, displayed(view)


def test_the_key_opens_the_bar_and_typing_goes_to_the_first_hit(text):
    view, bar = text
    assert bar.isVisible()
    QTest.keyClicks(bar.input, "lamp")
    assert bar.words.text() == "1 of 3"
    assert view.textCursor().selectedText() == "lamp"


def test_enter_and_f3_go_on_and_round_and_shift_goes_back(text):
    view, bar = text
    QTest.keyClicks(bar.input, "lamp")
    QTest.keyClick(bar.input, KEYS.Key_Return)
    assert view.textCursor().selectedText() == "Lamp"
    QTest.keyClick(view, KEYS.Key_F3)
    QTest.keyClick(view, KEYS.Key_F3)
    assert bar.words.text() == "1 of 3"
    QTest.keyClick(view, KEYS.Key_F3, SHIFT)
    assert view.textCursor().selectedText() == "LAMP"


def test_case_counts_only_where_it_is_asked_for(text):
    _, bar = text
    QTest.keyClicks(bar.input, "lamp")
    bar.case_box.setChecked(True)
    assert bar.words.text() == "1 of 1"
    bar.input.setText("dragon")
    assert bar.words.text() == "Not in this text"
    assert not bar.next_button.isEnabled()


def test_hits_are_marked_behind_an_emoji_and_marks_of_others_stay(text):
    view, bar = text
    view.set_needle("light")
    bar.input.setText("went")
    assert {one.cursor.selectedText() for one in view.extraSelections()} == {"light", "went"}
    QTest.keyClick(bar.input, KEYS.Key_Escape)
    assert bar.isHidden()
    assert [one.cursor.selectedText() for one in view.extraSelections()] == ["light"]


def test_another_text_is_searched_anew(text, qtbot):
    view, bar = text
    bar.input.setText("lamp")
    view.show_text("One lamp.")
    qtbot.waitUntil(lambda: bar.words.text() == "1")


def test_both_sides_of_a_diff_are_searched(displayed):
    pieces = (
        Piece(Kind.SAME, "A lamp.\n"),
        Piece(Kind.REMOVED, "The old lamp."),
        Piece(Kind.ADDED, "The new light."),
    )
    view = DiffView()
    view.show_rows(aligned(Diff(pieces)), is_inline=False)
    bar = displayed(view)
    bar.input.setText("lamp")
    assert bar.words.text() == "1 of 3"
    view.show_rows(view.rows, is_inline=True)
    bar.step(1)
    assert bar.words.text() == "1 of 2"


@pytest.mark.parametrize("needle", ["", ".", "(", "\\"])
def test_what_is_typed_is_no_pattern(needle):
    assert hits_in("a🕯.", needle, match_case=False) == ([(3, 4)] if needle == "." else [])
