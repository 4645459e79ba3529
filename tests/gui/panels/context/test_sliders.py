"""Sliders and number fields: what a hand does to a budget."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from inspector.gui.panels.context.budgets import CONTEXT_SIZE
from inspector.systems.scribe.rulesets import RELEASE_2025_08
from tests.gui.settling import take_turn
from tests.systems.scribe.worlds import HARD, HISTORY, RAG, TAIL, TOTAL

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def row(bench):
    return lambda setting=HISTORY: bench.panel.head.sliders.rows[setting]


def at(slider, value):
    return QPoint(round(slider.x_of(value)), slider.height() // 2)


def drag(slider, *values):
    QTest.mousePress(slider, LEFT, pos=at(slider, slider.value))
    for value in values:
        QTest.mouseMove(slider, at(slider, value))


def drop(slider, value):
    QTest.mouseRelease(slider, LEFT, pos=at(slider, value))


def test_the_design_has_four_budgets_and_they_show_what_holds(bench, row):
    assert list(bench.panel.head.sliders.rows) == [TOTAL, HISTORY, RAG, TAIL]
    displayed = {name: one.slider.value for name, one in bench.panel.head.sliders.rows.items()}
    assert displayed == {TOTAL: 200, HISTORY: 100, RAG: 40, TAIL: 2}
    assert row().field.lineEdit().text() == "100"


def test_the_hard_limit_is_shown_where_it_is_what_limits(bench):
    bench.answer(RELEASE_2025_08, **{HARD: 180})
    assert list(bench.panel.head.sliders.rows) == [TOTAL, HARD, HISTORY, RAG, TAIL]
    assert bench.panel.head.sliders.rows[HARD].slider.value == 180
    bench.answer(RELEASE_2025_08, hard_limit_ignores_user_total=False, **{HARD: 300, TOTAL: 200})
    assert HARD not in bench.panel.head.sliders.rows


def test_a_drag_tries_out_and_its_end_keeps(bench, row, carried):
    tried, chosen = bench.spy("setting_tried"), bench.spy("setting_chosen")
    slider = row().slider
    drag(slider, 60, 40)
    assert slider.is_moving
    assert carried(chosen) == []
    names = {name for name, _ in carried(tried)}
    assert names == {HISTORY}
    drop(slider, 40)
    assert carried(chosen) == [(HISTORY, carried(tried)[-1][1])]
    assert abs(carried(chosen)[0][1] - 40) <= 2
    assert not slider.is_moving


def test_a_click_beside_the_thumb_takes_it_there_and_one_on_it_changes_nothing(bench, row, carried):
    chosen = bench.spy("setting_chosen")
    slider = row().slider
    QTest.mouseClick(slider, LEFT, pos=at(slider, 100))
    assert carried(chosen) == []
    QTest.mouseClick(slider, LEFT, pos=at(slider, 50))
    assert len(carried(chosen)) == 1
    assert abs(carried(chosen)[0][1] - 50) <= 2


def test_escape_takes_a_drag_back_and_the_map_with_it(bench, row, carried, qtbot):
    cancelled, chosen = bench.spy("setting_cancelled"), bench.spy("setting_chosen")
    slider = row().slider
    slider.setFocus()
    drag(slider, 40)
    bench.try_out(**{HISTORY: 40})
    qtbot.keyClick(slider, KEY.Key_Escape)
    assert slider.value == 100
    assert row().field.lineEdit().text() == "100"
    assert bench.panel.head.legend.entries[2].tokens == "100"
    drop(slider, 40)
    assert (cancelled.count(), chosen.count()) == (1, 0)


@pytest.mark.parametrize(
    ("key", "keys", "value"),
    [
        (KEY.Key_Right, Qt.KeyboardModifier.NoModifier, 102),
        (KEY.Key_Down, Qt.KeyboardModifier.NoModifier, 98),
        (KEY.Key_PageUp, Qt.KeyboardModifier.NoModifier, 120),
        (KEY.Key_PageDown, Qt.KeyboardModifier.NoModifier, 80),
        (KEY.Key_Left, CONTROL, 99),
        (KEY.Key_Home, Qt.KeyboardModifier.NoModifier, 0),
        (KEY.Key_End, Qt.KeyboardModifier.NoModifier, 200),
    ],
)
def test_keys_try_out_and_enter_keeps(bench, row, carried, qtbot, key, keys, value):
    tried, chosen = bench.spy("setting_tried"), bench.spy("setting_chosen")
    slider = row().slider
    slider.setFocus()
    qtbot.keyClick(slider, key, keys)
    assert carried(tried) == [(HISTORY, value)]
    assert carried(chosen) == []
    qtbot.keyClick(slider, KEY.Key_Return)
    assert carried(chosen) == [(HISTORY, value)]


def test_a_run_of_keys_is_kept_once_when_the_slider_is_left(bench, row, carried, qtbot):
    chosen = bench.spy("setting_chosen")
    slider = row().slider
    slider.setFocus()
    for _ in range(5):
        qtbot.keyClick(slider, KEY.Key_Right)
    row(RAG).slider.setFocus()
    assert carried(chosen) == [(HISTORY, 110)]


def test_a_run_that_comes_back_to_where_it_began_changes_nothing(bench, row, qtbot):
    cancelled, chosen = bench.spy("setting_cancelled"), bench.spy("setting_chosen")
    slider = row().slider
    slider.setFocus()
    qtbot.keyClick(slider, KEY.Key_Right)
    qtbot.keyClick(slider, KEY.Key_Left)
    qtbot.keyClick(slider, KEY.Key_Return)
    assert (cancelled.count(), chosen.count()) == (1, 0)


def test_an_answer_does_not_pull_the_slider_out_of_a_hand(bench, row):
    drag(row().slider, 40)
    value = row().slider.value
    bench.answer()
    assert row().slider.value == value
    row().slider.cancel()
    bench.answer(**{HISTORY: 70})
    assert row().slider.value == 70


def test_a_panel_that_is_hidden_takes_back_what_is_only_tried_out(bench, row, qtbot):
    cancelled = bench.spy("setting_cancelled")
    row().slider.setFocus()
    qtbot.keyClick(row().slider, KEY.Key_Right)
    bench.panel.pages.parentWidget().hide()
    assert cancelled.count() == 1
    assert not row().slider.is_moving


def test_a_window_that_closes_asks_for_nothing_more(bench, row, qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(bench.panel)
    window.show()
    qtbot.waitExposed(window)
    bench.panel.activateWindow()
    row().slider.setFocus()
    qtbot.keyClick(row().slider, KEY.Key_Right)
    spies = [bench.spy(name) for name in ("setting_cancelled", "setting_chosen")]
    window.close()
    assert [spy.count() for spy in spies] == [0, 0]
    bench.panel.setParent(None)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("0", 0), ("137", 137), ("5,000,000,000", 5_000_000_000), (str(2**31), 2**31)],
)
def test_a_typed_number_is_taken_exactly(bench, row, carried, qtbot, typed, value):
    chosen = bench.spy("setting_chosen")
    field = row().field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, typed)
    assert carried(chosen) == []
    qtbot.keyClick(field, KEY.Key_Return)
    assert carried(chosen) == [(HISTORY, value)]
    bench.answer(**{HISTORY: value})
    assert row().slider.value == value
    assert row().field.lineEdit().text() == f"{value:,}"
    bench.panel.grab()


@pytest.mark.parametrize("typed", ["-7", "many", "1.5", "", "1e9"])
def test_what_is_no_number_cannot_be_typed_and_escape_puts_back(bench, row, carried, qtbot, typed):
    chosen = bench.spy("setting_chosen")
    field = row().field
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, KEY.Key_Delete)
    qtbot.keyClicks(field, typed)
    assert set(field.lineEdit().text()) <= set("0123456789")
    qtbot.keyClick(field, KEY.Key_Escape)
    assert field.lineEdit().text() == "100"
    field.selectAll()
    qtbot.keyClick(field, KEY.Key_Delete)
    qtbot.keyClick(field, KEY.Key_Return)
    assert field.lineEdit().text() == "100"
    assert carried(chosen) == []


def test_arrows_of_the_field_step(bench, row, carried, qtbot):
    chosen = bench.spy("setting_chosen")
    qtbot.keyClick(row().field, KEY.Key_Up)
    qtbot.keyClick(row().field, KEY.Key_Up)
    qtbot.keyClick(row().field, KEY.Key_Down)
    assert [value for _, value in carried(chosen)] == [102, 104, 102]


def test_what_is_typed_holds_when_the_field_is_left(bench, row, carried, qtbot):
    chosen = bench.spy("setting_chosen")
    row().field.setFocus()
    row().field.selectAll()
    qtbot.keyClicks(row().field, "44")
    row(RAG).field.setFocus()
    assert carried(chosen) == [(HISTORY, 44)]


def test_a_slider_reaches_from_nothing_to_more_than_all_needs(bench, row):
    needs = {TOTAL: 313, HISTORY: 200, RAG: 79, TAIL: 20}
    for setting in (TOTAL, HISTORY, RAG):
        scale = row(setting).slider._held.scale
        assert scale.share(0) == 0
        assert scale.reach > row(setting).slider._held.need > 0
    assert row(HISTORY).slider._held.need == needs[HISTORY]
    assert row(TAIL).slider._held.need == needs[TAIL]


def test_the_thumb_stays_where_it_is_dropped(bench, row, qtbot):
    bench.answer(**{HISTORY: 150_000})
    slider = row().slider
    drag(slider, 60)
    x = slider.x_of(slider.value)
    drop(slider, 60)
    bench.answer(**{HISTORY: slider.value})
    assert slider.x_of(slider.value) == pytest.approx(x, abs=0.01)


def test_what_is_chosen_stays_until_its_own_answer_comes(bench, row, qtbot):
    panel, held = bench.panel, bench.panel._answer
    slider = row().slider
    drag(slider, 60)
    bench.try_out(**{HISTORY: slider.value})
    drop(slider, 60)
    panel.set_map(held.map, held.derivation, held.document)
    assert slider.value < 100
    assert panel.head.legend.total.is_what_if
    bench.answer(**{HISTORY: slider.value})
    assert not panel.head.legend.total.is_what_if
    assert panel.head.legend.entries[2].tokens == "60"


def test_what_was_chosen_is_put_back_where_nothing_came_of_it(bench, row, qtbot):
    bench.panel._awaiting.setInterval(1)
    QTest.mouseClick(row().slider, LEFT, pos=at(row().slider, 50))
    qtbot.waitUntil(lambda: row().slider.value == 100)
    assert not bench.panel.head.legend.total.is_what_if


def test_the_thumb_sticks_to_what_all_needs_and_to_what_was(bench, row):
    slider = row().slider
    need = slider._held.need
    drag(slider, 60)
    QTest.mouseMove(slider, at(slider, need) + QPoint(2, 0))
    assert slider.value == need
    QTest.mouseMove(slider, at(slider, 100) + QPoint(2, 0))
    assert slider.value == 100
    slider.cancel()


@pytest.mark.parametrize("width", [560, 620, 1600])
def test_sliders_take_as_many_columns_as_there_is_room_for(bench, qtbot, width):
    bench.panel.resize(width, 420)
    take_turn()
    rects = [row.geometry() for row in bench.panel.head.sliders.rows.values()]
    for index, one in enumerate(rects):
        assert all(not one.intersects(other) for other in rects[index + 1 :])
    assert len({rect.top() for rect in rects}) == {560: 4, 620: 2, 1600: 1}[width]


def test_a_slider_keeps_its_width_whatever_its_numbers_say(bench, row, qtbot):
    def widths():
        return {name: one.slider.width() for name, one in bench.panel.head.sliders.rows.items()}

    before = widths()
    for value in (0, 7, 100, 200_000):
        bench.try_out(**{HISTORY: value, TOTAL: value})
        take_turn()
        assert widths() == before


def test_the_wheel_scrolls_by_and_changes_no_budget(bench, row, carried, qtbot):
    tried, chosen = bench.spy("setting_tried"), bench.spy("setting_chosen")
    for widget in (row().slider, row().field):
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(widget.mapToGlobal(QPoint(5, 5))),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    assert (carried(tried), carried(chosen)) == ([], [])


def test_sillytaverns_map_has_the_size_of_the_context_alone(empty, host, carried, qtbot):
    empty.set_map(*host(size=8192))
    (row,) = empty.head.sliders.rows.values()
    assert row.knob.setting == CONTEXT_SIZE
    tried, chosen = QSignalSpy(empty.size_tried), QSignalSpy(empty.size_chosen)
    other = QSignalSpy(empty.setting_tried)
    row.slider.setFocus()
    qtbot.keyClick(row.slider, KEY.Key_PageUp)
    assert carried(tried) == [(row.slider.value,)]
    qtbot.keyClick(row.slider, KEY.Key_Return)
    assert carried(chosen) == carried(tried)
    assert row.slider.value > 8192
    assert other.count() == 0
    row.field.setFocus()
    row.field.selectAll()
    qtbot.keyClicks(row.field, "5000000000")
    qtbot.keyClick(row.field, KEY.Key_Return)
    assert carried(chosen)[-1] == (5_000_000_000,)
