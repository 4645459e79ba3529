"""The budget curve: its numbers, its words, and a budget that can be dragged."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.analysis.budget_curve import BudgetCurve, BudgetPoint
from inspector.analysis.knees import Knee
from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.gui.charts.frame import ticks
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.budget import panel as curve_panel
from inspector.gui.panels.budget.panel import CurvePanel
from inspector.gui.panels.budget.plot import CurvePlot
from inspector.gui.panels.budget.state import CurveState
from inspector.gui.state.derivation import derive
from inspector.gui.state.session import Question, State
from inspector.loading import open_chat

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key
POINTS = (
    BudgetPoint(1, 0, 0, 0),
    BudgetPoint(200, 10, 40, 190),
    BudgetPoint(600, 20, 60, 590),
    BudgetPoint(1000, 20, 60, 590),
)
KNEE = Knee(200, "memories", "Up to 200 tokens, 100 more bring about 5.0 memories.")
CURVE = CurveState.of(BudgetCurve(POINTS, (KNEE,), BudgetPoint(400, 13, 45, 380), 600))


def test_a_curve_holds_the_current_budget_too():
    assert [point.budget for point in CURVE.points] == [1, 200, 400, 600, 1000]
    assert (CURVE.memories, CURVE.importance, CURVE.last) == (20, 60, 600)


@pytest.mark.parametrize(
    ("budget", "nearest"), [(0, 1), (90, 1), (110, 200), (399, 400), (5000, 1000)]
)
def test_the_nearest_budget_that_was_tried(budget, nearest):
    assert CURVE.nearest(budget).budget == nearest
    assert CurveState().nearest(budget) is None


def test_what_was_tried_is_said_exactly_and_the_rest_about():
    assert CURVE.sentence(400) == (
        "With 400 tokens the block keeps 13 of 20 memories, importance 45 of 60."
    )
    assert CURVE.sentence(300) == (
        "With 300 tokens the block keeps about 12 of 20 memories, importance 42 of 60."
    )
    assert CURVE.sentence(10_000) == (
        "With 10,000 tokens the block keeps 20 of 20 memories, importance 60 of 60."
    )
    known = BudgetPoint(300, 11, 41, 290)
    assert "keeps 11 of 20" in CURVE.sentence(300, known)


def test_a_budget_that_nothing_reaches_keeps_none_of_none():
    empty = (BudgetPoint(1, 0, 0, 0), BudgetPoint(8000, 0, 0, 0))
    curve = CurveState.of(BudgetCurve(empty, (), empty[1], 1))
    assert curve.sentence(8000) == "No memory gets as far as the budget."


def test_the_axis_ends_where_nothing_changes_any_more():
    assert CURVE.end(400) == 624
    assert CURVE.end(1000) == 1040
    assert CURVE.end(100_000) == 624
    assert CURVE.end(float("inf")) == 624


@pytest.mark.parametrize(
    ("end", "most", "displayed"),
    [(624, 8, [0, 100, 200, 300, 400, 500, 600]), (3, 8, [0, 1, 2, 3]), (1, 0, [0, 1])],
)
def test_numbers_of_the_axis_are_round(end, most, displayed):
    assert ticks(end, most) == displayed


@pytest.fixture
def plot(qtbot):
    made = CurvePlot()
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show()
    qtbot.waitExposed(made)
    made.show_curve(CURVE)
    made.show_budget(400)
    return made


def at(plot, budget):
    return QPoint(round(plot.frame.x(budget)), round(plot.frame.inner.center().y()))


def test_the_budget_is_dragged_and_kept_where_it_is_dropped(plot, qtbot):
    tried, chosen = [], []
    plot.tried.connect(tried.append)
    plot.chosen.connect(chosen.append)
    QTest.mousePress(plot, LEFT, pos=at(plot, 400))
    QTest.mouseMove(plot, at(plot, 500))
    target = at(plot, 550)
    QTest.mouseMove(plot, target)
    assert chosen == []
    QTest.mouseRelease(plot, LEFT, pos=target)
    assert len(tried) == 2
    assert chosen == [tried[-1]]
    assert abs(chosen[0] - 550) <= 2


def test_escape_puts_the_budget_back(plot, qtbot):
    plot.setFocus()
    QTest.mousePress(plot, LEFT, pos=at(plot, 400))
    QTest.mouseMove(plot, at(plot, 200))
    with qtbot.waitSignal(plot.cancelled), qtbot.assertNotEmitted(plot.chosen):
        qtbot.keyClick(plot, KEY.Key_Escape)
        QTest.mouseRelease(plot, LEFT, pos=at(plot, 200))
    assert plot.budget == 400


def test_a_click_elsewhere_takes_the_budget_there(plot, qtbot):
    with qtbot.waitSignal(plot.chosen) as chosen:
        QTest.mouseClick(plot, LEFT, pos=at(plot, 200))
    assert abs(chosen.args[0] - 200) <= 2


def test_a_click_on_the_budget_itself_changes_nothing(plot, qtbot):
    with qtbot.assertNotEmitted(plot.chosen):
        QTest.mouseClick(plot, LEFT, pos=at(plot, 400))


@pytest.mark.parametrize(
    ("key", "keys", "budget"),
    [
        (KEY.Key_Right, Qt.KeyboardModifier.NoModifier, 410),
        (KEY.Key_Left, Qt.KeyboardModifier.NoModifier, 390),
        (KEY.Key_PageUp, Qt.KeyboardModifier.NoModifier, 500),
        (KEY.Key_PageDown, Qt.KeyboardModifier.NoModifier, 300),
        (KEY.Key_Home, Qt.KeyboardModifier.NoModifier, 0),
        (KEY.Key_End, Qt.KeyboardModifier.NoModifier, 600),
        (KEY.Key_Left, Qt.KeyboardModifier.ControlModifier, 200),
    ],
)
def test_keys_move_the_budget(plot, qtbot, key, keys, budget):
    with qtbot.waitSignal(plot.chosen) as chosen:
        qtbot.keyClick(plot, key, keys)
    assert chosen.args == [budget]
    assert plot.accessibleDescription() == CURVE.sentence(budget)


def test_the_pointer_reads_the_budget_that_was_tried_next_to_it(plot):
    QTest.mouseMove(plot, at(plot, 300))
    QTest.mouseMove(plot, at(plot, 580))
    assert plot.looked_at == 600


def test_without_a_curve_mouse_and_keys_do_nothing(plot, qtbot):
    plot.show_curve(CurveState())
    with qtbot.assertNotEmitted(plot.chosen):
        QTest.mouseClick(plot, LEFT, pos=QPoint(200, 100))
        qtbot.keyClick(plot, KEY.Key_Right)
    plot.grab()


@pytest.fixture(scope="module")
def chat(sample):
    return open_chat(sample).document


@pytest.fixture
def ask(chat):
    def ask(ruleset="openvault/terse", budget=500, document=None):
        settings = {} if budget is None else {"retrievalFinalTokens": budget}
        return derive(State(document or chat, Question(ruleset, None, Moment(settings=settings))))

    return ask


@pytest.fixture
def panel(qtbot):
    made = CurvePanel()
    qtbot.addWidget(made, before_close_func=lambda panel: panel.worker.wait())
    made.resize(850, 280)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def draw(panel, qtbot):
    def draw(answer):
        panel.set_answer(answer)
        qtbot.waitUntil(lambda: not panel.worker.is_busy, timeout=20_000)

    return draw


def test_it_says_exactly_what_the_current_budget_keeps(panel, draw, ask):
    answer = ask()
    draw(answer)
    kept = len(answer.derivation.in_block)
    assert panel.sentence.text().startswith(f"With 500 tokens the block keeps {kept} of ")
    assert panel.plot.curve.is_complete
    assert panel.plot.budget == 500


def test_a_curve_fills_up_while_it_is_worked_out(panel, ask, qtbot):
    displayed = []
    panel.worker.parted.connect(lambda curve: displayed.append(len(curve.points)))
    panel.set_answer(ask())
    qtbot.waitUntil(lambda: not panel.worker.is_busy, timeout=20_000)
    assert len(displayed) > 2
    assert displayed == sorted(displayed)
    assert panel.progress.text() == ""


def test_another_budget_moves_the_marker_and_keeps_the_curve(panel, draw, ask):
    draw(ask())
    before = panel.plot.curve
    draw(ask(budget=300))
    assert panel.plot.curve is before
    assert panel.plot.budget == 300
    assert panel.sentence.text().startswith("With 300 tokens the block keeps ")
    assert "about" not in panel.sentence.text()


def test_a_knee_without_room_ends_in_dots_and_needs_no_scrolling(panel):
    panel._take(CURVE)
    panel.resize(300, 300)
    panel.show()
    QApplication.processEvents()
    (button,) = panel.knees.buttons
    assert panel.minimumSizeHint().width() <= panel.width() == 300
    assert button.text().endswith("…")
    assert KNEE.detail in button.toolTip()
    panel.resize(900, 300)
    QApplication.processEvents()
    assert button.text() == f"◆ {KNEE.detail}"


def test_knees_are_words_that_set_the_budget(panel, qtbot):
    panel._take(CURVE)
    assert [button.text() for button in panel.knees.buttons] == [f"◆ {KNEE.detail}"]
    with qtbot.waitSignal(panel.budget_chosen) as chosen:
        qtbot.mouseClick(panel.knees.buttons[0], LEFT)
    assert chosen.args == [200, 0]
    panel.grab()


@pytest.mark.parametrize(
    ("ruleset", "budget", "document", "words"),
    [
        ("auto-recap/design", None, None, curve_panel.NO_BUDGET),
        ("openvault/terse", 500, Document(), curve_panel.NO_MEMORIES),
    ],
)
def test_words_stand_where_there_is_no_curve(panel, draw, ask, ruleset, budget, document, words):
    assert panel.words.text() == "There is no answer yet."
    draw(ask(ruleset, budget, document))
    assert panel.words.text() == words
    panel.clear()
    assert panel.words.text() == "There is no answer yet."


def test_it_draws_both_themes(panel, draw, ask):
    draw(ask())
    light = panel.grab().toImage()
    use_theme(DARK)
    assert panel.grab().toImage() != light
