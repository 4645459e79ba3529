"""Boundaries and the playhead, moved with real mouse and key events."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.panels.timeline.marks import changed_memories

SHIFT = Qt.KeyboardModifier.ShiftModifier
BUCKETS_Y, RULER_Y = 50, 30


def test_a_drag_says_every_place_once_and_a_drop_keeps_the_last(font_set, wording):
    font_set.press(540, BUCKETS_Y)
    for location in (545, 550, 550, 564):
        font_set.move(location)
    font_set.release(564)
    assert wording == [
        ("boundary_dragged", "recent", 140, 545),
        ("boundary_dragged", "recent", 140, 550),
        ("boundary_dragged", "recent", 140, 564),
        ("boundary_dropped", 140, 564),
    ]


def test_the_handle_is_taken_where_it_is_gripped_and_does_not_jump(font_set, wording):
    grip = font_set.spot(140, BUCKETS_Y).x() + 6
    location = font_set.state.view.location(grip)
    font_set.press(location, BUCKETS_Y)
    font_set.move(location + 20)
    assert wording == [("boundary_dragged", "mid", 160, 540)]


def test_eight_pixels_beside_a_handle_still_take_it_and_more_do_not(font_set, wording):
    near = font_set.state.view.location(font_set.spot(540, 0).x() + 8)
    far = font_set.state.view.location(font_set.spot(540, 0).x() + 11)
    assert (
        font_set.panel.chart.pointer.handle(font_set.spot(near, BUCKETS_Y).toPointF()) == "recent"
    )
    assert font_set.panel.chart.pointer.handle(font_set.spot(far, BUCKETS_Y).toPointF()) is None


def test_the_pointer_says_that_a_handle_can_be_moved(font_set):
    font_set.move(300, BUCKETS_Y)
    assert font_set.canvas.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    font_set.move(540, BUCKETS_Y)
    assert font_set.canvas.viewport().cursor().shape() == Qt.CursorShape.SizeHorCursor


def test_escape_cancels_a_drag_and_the_release_says_nothing_more(font_set, wording):
    font_set.press(540, BUCKETS_Y)
    font_set.move(564)
    font_set.key(Qt.Key.Key_Escape)
    font_set.release(564)
    assert wording == [("boundary_dragged", "recent", 140, 564), ("boundary_cancelled",)]
    assert font_set.state.location("recent") == 540


def test_letting_go_where_it_was_taken_up_changes_nothing(font_set, wording):
    font_set.press(540, BUCKETS_Y)
    font_set.move(560)
    font_set.move(540)
    font_set.release(540)
    assert [name for name, *_ in wording] == [
        "boundary_dragged",
        "boundary_dragged",
        "boundary_cancelled",
    ]


def test_arrows_move_what_the_mouse_holds(font_set, wording):
    font_set.press(540, BUCKETS_Y)
    font_set.move(550)
    font_set.key(Qt.Key.Key_Right)
    font_set.key(Qt.Key.Key_Left, SHIFT)
    font_set.release(550)
    assert [given[-1] for given in wording] == [550, 551, 541, 541]


def test_a_boundary_does_not_pass_the_other_one(font_set, wording):
    font_set.press(140, BUCKETS_Y)
    font_set.move(600)
    font_set.release(600)
    assert wording[-1] == ("boundary_dropped", 540, 540)


@pytest.mark.parametrize(("to", "which"), [(100, "mid"), (180, "recent")])
def test_of_two_handles_in_one_place_the_direction_takes_one(font_set, wording, derive, to, which):
    font_set.panel.set_derivation(derive((140, 140)))
    font_set.press(140, BUCKETS_Y)
    font_set.move(to)
    assert wording[0][:2] == ("boundary_dragged", which)


def test_a_boundary_before_the_chat_is_told_as_it_is_while_the_other_moves(
    font_set, wording, derive
):
    font_set.panel.set_derivation(derive((-440.0, 539.5)))
    assert font_set.state.location("mid") == 0
    font_set.press(540, BUCKETS_Y)
    font_set.move(550)
    assert wording == [("boundary_dragged", "recent", -440, 550)]


def test_tab_reaches_the_handles_and_arrows_nudge(font_set, wording):
    font_set.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    reached = []
    for _ in range(3):
        font_set.key(Qt.Key.Key_Tab)
        reached.append(font_set.state.focused)
    assert reached == ["mid", "recent", "end"]
    font_set.key(Qt.Key.Key_Backtab)
    font_set.key(Qt.Key.Key_Right)
    font_set.key(Qt.Key.Key_Left, SHIFT)
    assert wording == [
        ("boundary_dragged", "recent", 140, 541),
        ("boundary_dropped", 140, 541),
        ("boundary_dragged", "recent", 140, 531),
        ("boundary_dropped", 140, 531),
    ]


def test_the_focused_handle_is_told_to_assistive_technology(font_set):
    font_set.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    font_set.key(Qt.Key.Key_Tab)
    assert font_set.canvas.accessibleName() == "Timeline. Mid · Leading Up starts at message 140"


def test_escape_after_nudging_goes_back_to_where_it_was(font_set, wording, derive):
    font_set.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    font_set.key(Qt.Key.Key_Tab)
    font_set.key(Qt.Key.Key_Right)
    font_set.panel.set_derivation(derive((141, 540)))
    font_set.key(Qt.Key.Key_Right)
    font_set.panel.set_derivation(derive((142, 540)))
    assert font_set.panel.chart.readout.isVisible()
    font_set.key(Qt.Key.Key_Escape)
    assert wording[-1] == ("boundary_dropped", 140, 540)
    assert not font_set.panel.chart.readout.isVisible()


def test_enter_keeps_what_was_nudged(font_set, wording):
    font_set.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    font_set.key(Qt.Key.Key_Tab)
    font_set.key(Qt.Key.Key_Right)
    font_set.key(Qt.Key.Key_Return)
    font_set.key(Qt.Key.Key_Escape)
    assert wording[-1] == ("boundary_dropped", 141, 540)


def test_double_click_asks_for_a_reset(font_set, wording):
    font_set.double_click(540, BUCKETS_Y)
    assert ("boundary_reset_requested",) in wording
    assert "boundary_dropped" not in {name for name, *_ in wording}


def test_the_playhead_is_dragged_by_its_flag(font_set, wording):
    start = font_set.state.view.location(font_set.spot(640, 0).x() - 10)
    offset = 640 - start
    font_set.press(start, RULER_Y)
    font_set.move(431 - offset, RULER_Y)
    font_set.release(431 - offset, RULER_Y)
    assert wording == [("playhead_dragged", 430), ("playhead_dropped", 430)]
    assert font_set.state.chat_length == 431


def test_escape_puts_the_playhead_back(font_set, wording):
    font_set.press(640, RULER_Y)
    font_set.move(431, RULER_Y)
    font_set.key(Qt.Key.Key_Escape)
    assert wording[-1] == ("playhead_cancelled",)
    assert font_set.state.chat_length == 640


def test_double_click_puts_the_playhead_at_the_end_of_the_chat(font_set, wording, derive):
    font_set.panel.set_derivation(derive((140, 200), length=300))
    font_set.double_click(300, RULER_Y)
    assert wording[-1] == ("playhead_dropped", 639)


def test_what_is_tried_out_elsewhere_is_shown_until_it_ends(font_set, derive):
    font_set.panel.set_derivation(derive((140, 540)))
    font_set.panel.show_what_if(derive((140, 540), out=(4,)))
    assert font_set.state.moving is None
    assert changed_memories(font_set.state).nonzero()[0].tolist() == [4]
    font_set.panel.clear_what_if()
    assert changed_memories(font_set.state) is None


def test_another_chat_ends_a_drag(font_set, wording, document):
    font_set.press(540, BUCKETS_Y)
    font_set.move(564)
    font_set.panel.set_document(document)
    font_set.release(564)
    assert [name for name, *_ in wording] == ["boundary_dragged"]


def test_another_reading_of_the_chat_leaves_a_handle_in_the_hand(
    font_set, wording, document, derive
):
    font_set.press(540, BUCKETS_Y)
    font_set.move(564)
    held = [("boundary_dragged", "recent", 140, 564)]
    assert wording == held
    font_set.panel.set_document(document, is_same=True)
    assert font_set.state.location("recent") == 564
    font_set.panel.set_derivation(derive((150, 550)))
    # What it does to the answer that holds now is asked.
    held.append(("boundary_dragged", "recent", 150, 564))
    assert wording == held
    font_set.release(564)
    assert wording == [*held, ("boundary_dropped", 150, 564)]


def test_another_reading_leaves_a_handle_that_was_not_moved_where_the_answer_has_it(
    font_set, wording, document, derive
):
    font_set.press(540, BUCKETS_Y)
    font_set.panel.set_document(document, is_same=True)
    font_set.panel.set_derivation(derive((150, 550)))
    font_set.release(540)
    assert [name for name, *_ in wording] == ["boundary_cancelled"]
    assert font_set.state.location("recent") == 550


class Painted(QObject):
    """Widths of the parts in which a widget is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.widths = []
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.widths.append(event.rect().width())
        return False


def test_the_strip_of_the_whole_chat_is_painted_where_the_end_passed(font_set):
    minimap = font_set.panel.chart.minimap
    end = len(font_set.state.messages)
    font_set.press(end, RULER_Y)
    QApplication.processEvents()
    painted = Painted(minimap)
    for location in (end - 20, end - 25, end - 90, end - 60):
        font_set.move(location, RULER_Y)
        font_set.state.refresh()
        QApplication.processEvents()
    assert painted.widths
    assert max(painted.widths) < minimap.width() / 4
    screen, room = minimap.screen(), minimap.geometry()
    window = minimap.window()
    room.moveTopLeft(minimap.mapTo(window, minimap.rect().topLeft()))
    before = screen.grabWindow(window.winId()).copy(room).toImage()
    minimap.update()
    QApplication.processEvents()
    assert screen.grabWindow(window.winId()).copy(room).toImage() == before
