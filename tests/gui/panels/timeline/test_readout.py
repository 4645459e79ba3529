"""What the readout says, and where it stands."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

BUCKETS_Y = 50


def drag_to(font_set, location, answer=None):
    font_set.press(540, BUCKETS_Y)
    font_set.move(location)
    readout = font_set.panel.chart.readout
    if answer is not None:
        font_set.panel.show_what_if(answer)
    else:
        assert QSignalSpy(font_set.state.changed).wait(60_000)
    return readout


def test_it_compares_tokens_by_bucket_and_tells_who_moves(font_set, derive):
    readout = drag_to(font_set, 564, derive((140, 564), out=(4,)))
    wording = readout.comparison
    assert wording.title == "Current Scene starts at 564"
    assert [(row.name, row.numbers, row.difference) for row in wording.rows] == [
        ("Recent", "15 → 15 tokens", "±0"),
        ("Mid", "25 → 35 tokens", "+10"),
        ("Block", "55 → 65 of 320", "+10"),
    ]
    assert wording.sentence == "1 memory moves to Mid. #3 gets in."


def test_where_no_answer_comes_in_a_frame_it_tells_what_is_known(font_set):
    wording = drag_to(font_set, 564).comparison
    assert [row.difference for row in wording.rows] == ["", "", ""]
    assert wording.sentence == "1 memory moves to Mid."


def test_it_says_when_no_setting_stands_behind_a_boundary(font_set):
    readout = drag_to(font_set, 564)
    assert readout.comparison.note == ""
    font_set.panel.boundaries_are_settings = False
    assert readout.comparison.note == "what-if: not a setting of the extension"


@pytest.mark.parametrize("location", [545, 564, 620])
def test_it_stands_on_the_unchanged_side_inside_the_timeline(font_set, location):
    readout = drag_to(font_set, location)
    panel = font_set.panel
    was = panel.chart.canvas.x() + font_set.state.view.px(540)
    assert readout.isVisible()
    assert readout.geometry().right() < was
    assert panel.rect().contains(readout.geometry())


def test_it_does_not_cover_the_change_where_the_unchanged_side_is_too_narrow(font_set):
    readout = drag_to(font_set, 500)
    now = font_set.panel.chart.canvas.x() + font_set.state.view.px(500)
    assert readout.geometry().right() < now


def test_it_goes_when_the_drag_ends(font_set):
    readout = drag_to(font_set, 564)
    font_set.release(564)
    assert not readout.isVisible()
    assert readout.comparison is None


def test_it_is_told_to_assistive_technology(font_set, derive):
    readout = drag_to(font_set, 564, derive((140, 564), out=(4,)))
    assert readout.accessibleDescription().startswith("Current Scene starts at 564. Recent")
    assert readout.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_it_follows_the_playhead(font_set, derive):
    font_set.press(640, 30)
    font_set.move(431, 30)
    font_set.panel.show_what_if(derive((90, 300), out=(3, 4), length=431))
    wording = font_set.panel.chart.readout.comparison
    assert wording.title == "The chat ends after 430"
    assert wording.rows[-1].name == "Block"
    assert font_set.state.location("mid") == 90
