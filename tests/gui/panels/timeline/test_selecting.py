"""Clicks, hovering and keys on memories and messages."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from inspector.gui.panels.timeline.hints import as_markup

NO_KEYS = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
DENSITY_Y, RULER_Y = 80, 30


def test_a_click_on_a_span_selects_and_ctrl_adds_and_takes_away(font_set, selection):
    font_set.click(15, font_set.row(5))
    assert selection.memories == (0,)
    font_set.click(205, font_set.row(4), CTRL)
    assert (selection.memories, selection.current) == ((0, 1), 1)
    font_set.click(15, font_set.row(5), CTRL)
    assert selection.memories == (1,)


def test_a_click_beside_every_span_clears_and_a_drag_there_does_not(font_set, selection):
    font_set.click(15, font_set.row(5))
    font_set.state.view.show_range(0, 300)
    font_set.press(100, font_set.row(5))
    font_set.move(80, font_set.row(5))
    font_set.release(80, font_set.row(5))
    assert selection.memories == (0,)
    font_set.click(100, font_set.row(5))
    assert selection.memories == ()


@pytest.mark.parametrize("y", [DENSITY_Y, RULER_Y])
def test_a_click_on_bars_or_ruler_selects_the_message(font_set, selection, y):
    font_set.click(300.5, y)
    assert selection.message == 300


def test_dragging_over_the_bars_follows_the_messages(font_set, selection):
    font_set.press(300.5, DENSITY_Y)
    font_set.move(310.5, DENSITY_Y)
    font_set.release(310.5, DENSITY_Y)
    assert selection.message == 310


def test_a_double_click_activates(font_set, wording):
    font_set.double_click(205, font_set.row(4))
    assert ("memory_activated", 1) in wording


def test_the_pointer_over_a_span_is_told_to_all_views(font_set, selection):
    font_set.move(405, font_set.row(3))
    assert selection.hovered == 2
    font_set.move(300, font_set.row(3))
    assert selection.hovered is None


def test_of_spans_in_one_place_the_one_in_the_block_is_taken(
    panel, font_set, selection, chat, derive_of
):
    records = [{"importance": 3, "message_ids": [100 + i % 2, 110]} for i in range(3)]
    document = chat(records=records)
    panel.set_document(document)
    panel.set_derivation(derive_of(document, out=(0, 2)))
    font_set.click(105, font_set.row(3))
    assert selection.memories == (1,)


def test_a_tooltip_is_never_markup(font_set):
    lines = font_set.panel.chart.pointer.lines_at(QPointF(font_set.spot(405, font_set.row(3))))
    assert lines == [
        "#2 · ★★★",
        "From 400.",
        "No witnesses",
        "Messages 400–409",
        "✓ in the block · Mid · 10 tokens",
    ]
    lines = font_set.panel.chart.pointer.lines_at(QPointF(font_set.spot(300.5, DENSITY_Y)))
    assert "&lt;b&gt;Words&lt;/b&gt; &amp; more" in as_markup(lines)


def test_a_bucket_tells_what_no_longer_fits_into_its_header(font_set):
    (line,) = font_set.panel.chart.pointer.lines_at(QPointF(font_set.spot(300, 50)))
    assert line == "Mid · Leading Up, messages 140–539: 2 memories · 25 tokens"


def test_the_keyboard_walks_along_the_chat(font_set, selection):
    font_set.canvas.setFocus()
    for _ in range(3):
        font_set.key(Qt.Key.Key_Period)
    assert selection.current == 2
    font_set.key(Qt.Key.Key_Comma)
    assert selection.current == 1


def test_enter_activates_the_current_memory(font_set, selection, wording):
    font_set.canvas.setFocus()
    selection.select((1,))
    font_set.key(Qt.Key.Key_Return)
    assert wording == [("memory_activated", 1)]


def test_letters_zoom_and_pan_and_nought_fits(font_set):
    view = font_set.state.view
    font_set.canvas.setFocus()
    font_set.key(Qt.Key.Key_W)
    assert view.span < 640
    first = view.first
    font_set.key(Qt.Key.Key_D)
    assert view.first > first
    font_set.key(Qt.Key.Key_A)
    assert view.first == pytest.approx(first)
    font_set.key(Qt.Key.Key_0)
    assert (view.first, view.last) == (0, 640)


def test_f_centres_on_the_selection_and_then_fits_it(font_set, selection):
    view = font_set.state.view
    selection.select((1,))
    view.show_range(0, 300)
    font_set.canvas.setFocus()
    font_set.key(Qt.Key.Key_F)
    assert (view.first + view.last) / 2 == pytest.approx(205)
    assert view.span == pytest.approx(300)
    font_set.key(Qt.Key.Key_F)
    assert view.span < 40
    assert (view.first < 200, view.last > 210) == (True, True)


def test_letters_mean_nothing_elsewhere(font_set, qtbot):
    line = QLineEdit()
    qtbot.addWidget(line)
    line.show()
    QTest.keyClick(line, Qt.Key.Key_W)
    assert font_set.state.view.span == 640


def test_selecting_elsewhere_scrolls_the_memory_into_view(font_set, selection):
    view = font_set.state.view
    view.show_range(0, 100)
    selection.select((3,))
    assert (view.first < 548, view.last > 557) == (True, True)
    selection.select_message(5)
    assert view.first <= 5 < view.last


def wheel(font_set, location, delta, keys=NO_KEYS):
    viewport = font_set.canvas.viewport()
    at = font_set.spot(location, DENSITY_Y)
    QApplication.sendEvent(
        viewport,
        QWheelEvent(
            at.toPointF(),
            viewport.mapToGlobal(at).toPointF(),
            QPoint(),
            QPoint(0, delta),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def test_the_wheel_scrolls_and_zooms_with_ctrl_around_the_pointer(font_set):
    view = font_set.state.view
    wheel(font_set, 200, 240, CTRL)
    assert view.span < 640
    assert view.first < 200 < view.last
    first, span = view.first, view.span
    wheel(font_set, 200, -120)
    assert view.first > first
    assert view.span == pytest.approx(span)


def test_the_middle_button_pans(font_set):
    view = font_set.state.view
    view.show_range(100, 200)
    at = font_set.spot(150, DENSITY_Y)
    viewport = font_set.canvas.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.MiddleButton, NO_KEYS, at)
    QTest.mouseMove(viewport, at + QPoint(-130, 0))
    QTest.mouseRelease(viewport, Qt.MouseButton.MiddleButton, NO_KEYS, at)
    assert view.first == pytest.approx(100 + 130 / view.scale, abs=0.2)


def test_the_view_box_shows_what_is_visible(font_set):
    font_set.state.view.show_range(100, 200)
    (first, last), (top, bottom) = font_set.canvas.centralWidget.viewRange()
    assert font_set.state.view.location(0) == pytest.approx(first)
    assert (first < 100, last > 200) == (True, True)
    assert (top, bottom) == (0, 238)


def test_the_window_of_the_minimap_moves_and_resizes(font_set):
    view, minimap = font_set.state.view, font_set.panel.chart.minimap
    view.show_range(100, 200)
    button, none = Qt.MouseButton.LeftButton, NO_KEYS
    QTest.mousePress(minimap, button, none, QPoint(round(minimap.px(150)), 10))
    QTest.mouseMove(minimap, QPoint(round(minimap.px(250)), 10))
    QTest.mouseRelease(minimap, button, none, QPoint(round(minimap.px(250)), 10))
    assert (view.first, view.last) == (pytest.approx(200, abs=1), pytest.approx(300, abs=1))
    QTest.mousePress(minimap, button, none, QPoint(round(minimap.px(view.last)), 10))
    QTest.mouseMove(minimap, QPoint(round(minimap.px(400)), 10))
    QTest.mouseRelease(minimap, button, none, QPoint(round(minimap.px(400)), 10))
    assert (view.first, view.last) == (pytest.approx(200, abs=1), pytest.approx(400, abs=1))
    QTest.mouseDClick(minimap, button, none, QPoint(round(minimap.px(300)), 10))
    assert (view.first, view.last) == (0, 640)


def test_the_menu_is_asked_for_with_what_lies_there(font_set, qtbot):
    at = font_set.spot(205, font_set.row(4))
    viewport = font_set.canvas.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, viewport.mapToGlobal(at))
    with qtbot.waitSignal(font_set.panel.context_menu_requested) as requested:
        QApplication.sendEvent(viewport, event)
    assert requested.args[:2] == [1, pytest.approx(205, abs=1)]
