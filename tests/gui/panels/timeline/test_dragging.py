"""Boundaries and the playhead, moved with real mouse and key events."""

import pytest
from PySide6.QtCore import Qt

SHIFT = Qt.KeyboardModifier.ShiftModifier
BUCKETS_Y, RULER_Y = 50, 30


def test_a_drag_says_every_place_once_and_a_drop_keeps_the_last(hand, said):
    hand.press(540, BUCKETS_Y)
    for place in (545, 550, 550, 564):
        hand.move(place)
    hand.release(564)
    assert said == [
        ("boundary_dragged", "recent", 140, 545),
        ("boundary_dragged", "recent", 140, 550),
        ("boundary_dragged", "recent", 140, 564),
        ("boundary_dropped", 140, 564),
    ]


def test_the_handle_is_taken_where_it_is_gripped_and_does_not_jump(hand, said):
    grip = hand.spot(140, BUCKETS_Y).x() + 6
    place = hand.state.view.place(grip)
    hand.press(place, BUCKETS_Y)
    hand.move(place + 20)
    assert said == [("boundary_dragged", "mid", 160, 540)]


def test_eight_pixels_beside_a_handle_still_take_it_and_more_do_not(hand, said):
    near = hand.state.view.place(hand.spot(540, 0).x() + 8)
    far = hand.state.view.place(hand.spot(540, 0).x() + 11)
    assert hand.panel.chart.pointer.handle(hand.spot(near, BUCKETS_Y).toPointF()) == "recent"
    assert hand.panel.chart.pointer.handle(hand.spot(far, BUCKETS_Y).toPointF()) is None


def test_the_pointer_says_that_a_handle_can_be_moved(hand):
    hand.move(300, BUCKETS_Y)
    assert hand.canvas.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    hand.move(540, BUCKETS_Y)
    assert hand.canvas.viewport().cursor().shape() == Qt.CursorShape.SizeHorCursor


def test_escape_cancels_a_drag_and_the_release_says_nothing_more(hand, said):
    hand.press(540, BUCKETS_Y)
    hand.move(564)
    hand.key(Qt.Key.Key_Escape)
    hand.release(564)
    assert said == [("boundary_dragged", "recent", 140, 564), ("boundary_cancelled",)]
    assert hand.state.place("recent") == 540


def test_letting_go_where_it_was_taken_up_changes_nothing(hand, said):
    hand.press(540, BUCKETS_Y)
    hand.move(560)
    hand.move(540)
    hand.release(540)
    assert [name for name, *_ in said] == [
        "boundary_dragged",
        "boundary_dragged",
        "boundary_cancelled",
    ]


def test_arrows_move_what_the_mouse_holds(hand, said):
    hand.press(540, BUCKETS_Y)
    hand.move(550)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Left, SHIFT)
    hand.release(550)
    assert [given[-1] for given in said] == [550, 551, 541, 541]


def test_a_boundary_does_not_pass_the_other_one(hand, said):
    hand.press(140, BUCKETS_Y)
    hand.move(600)
    hand.release(600)
    assert said[-1] == ("boundary_dropped", 540, 540)


@pytest.mark.parametrize(("to", "which"), [(100, "mid"), (180, "recent")])
def test_of_two_handles_in_one_place_the_direction_takes_one(hand, said, derive, to, which):
    hand.panel.set_derivation(derive((140, 140)))
    hand.press(140, BUCKETS_Y)
    hand.move(to)
    assert said[0][:2] == ("boundary_dragged", which)


def test_a_boundary_before_the_chat_is_told_as_it_is_while_the_other_moves(hand, said, derive):
    hand.panel.set_derivation(derive((-440.0, 539.5)))
    assert hand.state.place("mid") == 0
    hand.press(540, BUCKETS_Y)
    hand.move(550)
    assert said == [("boundary_dragged", "recent", -440, 550)]


def test_tab_reaches_the_handles_and_arrows_nudge(hand, said):
    hand.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    reached = []
    for _ in range(3):
        hand.key(Qt.Key.Key_Tab)
        reached.append(hand.state.focused)
    assert reached == ["mid", "recent", "end"]
    hand.key(Qt.Key.Key_Backtab)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Left, SHIFT)
    assert said == [
        ("boundary_dragged", "recent", 140, 541),
        ("boundary_dropped", 140, 541),
        ("boundary_dragged", "recent", 140, 531),
        ("boundary_dropped", 140, 531),
    ]


def test_the_focused_handle_is_told_to_assistive_technology(hand):
    hand.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    hand.key(Qt.Key.Key_Tab)
    assert hand.canvas.accessibleName() == "Timeline. Mid · Leading Up starts at message 140"


def test_escape_after_nudging_goes_back_to_where_it_was(hand, said, derive):
    hand.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    hand.key(Qt.Key.Key_Tab)
    hand.key(Qt.Key.Key_Right)
    hand.panel.set_derivation(derive((141, 540)))
    hand.key(Qt.Key.Key_Right)
    hand.panel.set_derivation(derive((142, 540)))
    assert hand.panel.chart.readout.isVisible()
    hand.key(Qt.Key.Key_Escape)
    assert said[-1] == ("boundary_dropped", 140, 540)
    assert not hand.panel.chart.readout.isVisible()


def test_enter_keeps_what_was_nudged(hand, said):
    hand.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    hand.key(Qt.Key.Key_Tab)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Escape)
    assert said[-1] == ("boundary_dropped", 141, 540)


def test_double_click_asks_for_a_reset(hand, said):
    hand.double_click(540, BUCKETS_Y)
    assert ("boundary_reset_requested",) in said
    assert "boundary_dropped" not in {name for name, *_ in said}


def test_the_playhead_is_dragged_by_its_flag(hand, said):
    start = hand.state.view.place(hand.spot(640, 0).x() - 10)
    offset = 640 - start
    hand.press(start, RULER_Y)
    hand.move(431 - offset, RULER_Y)
    hand.release(431 - offset, RULER_Y)
    assert said == [("playhead_dragged", 430), ("playhead_dropped", 430)]
    assert hand.state.chat_length == 431


def test_escape_puts_the_playhead_back(hand, said):
    hand.press(640, RULER_Y)
    hand.move(431, RULER_Y)
    hand.key(Qt.Key.Key_Escape)
    assert said[-1] == ("playhead_cancelled",)
    assert hand.state.chat_length == 640


def test_double_click_puts_the_playhead_at_the_end_of_the_chat(hand, said, derive):
    hand.panel.set_derivation(derive((140, 200), length=300))
    hand.double_click(300, RULER_Y)
    assert said[-1] == ("playhead_dropped", 639)


def test_a_late_what_if_is_ignored(hand, derive):
    hand.press(540, BUCKETS_Y)
    hand.move(564)
    hand.panel.show_what_if(derive((140, 564)))
    assert hand.state.what_if is not None
    hand.key(Qt.Key.Key_Escape)
    hand.panel.show_what_if(derive((140, 564)))
    assert hand.state.what_if is None


def test_another_chat_ends_a_drag(hand, said, document):
    hand.press(540, BUCKETS_Y)
    hand.move(564)
    hand.panel.set_document(document)
    hand.release(564)
    assert [name for name, *_ in said] == ["boundary_dragged"]
