"""The panel itself: what it shows where nobody looks, in both themes, narrow and wide."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget, QWidget

from inspector.gui.kit.theme import DARK, LIGHT, use_theme
from inspector.gui.panels.retrieval.panel import RetrievalPanel
from tests.gui.settling import settle


def test_without_a_chat_nothing_can_be_requested(qtbot):
    panel = RetrievalPanel()
    qtbot.addWidget(panel)
    assert panel.result.counts.words == "There is no answer yet."
    assert not panel.action_row.score_button.isEnabled()
    assert not panel.vault.use_button.isEnabled()


def test_what_nobody_looks_at_is_not_worked_out(bench, qtbot):
    stack = QStackedWidget()
    other = QWidget()
    stack.addWidget(other)
    stack.addWidget(bench.window.takeCentralWidget())
    bench.window.setCentralWidget(stack)
    stack.setCurrentWidget(other)
    qtbot.waitUntil(lambda: not bench.panel.isVisible())
    with qtbot.waitSignal(bench.deriver.answered):
        bench.ask(pending="The harbour?")
    assert not bench.retrieval_controller.scanner.is_busy
    with qtbot.waitSignal(bench.retrieval_controller.scanner.answered):
        stack.setCurrentWidget(bench.panel)
    assert bench.panel.result.query.words == "Query: The harbour?"


def test_what_is_only_tried_out_is_not_shown(bench, qtbot):
    state = bench.session.state
    with qtbot.waitSignal(bench.deriver.answered):
        bench.deriver.request(state, what_if=True)
    assert not bench.retrieval_controller.scanner.is_busy


def test_the_wheel_over_a_choice_changes_nothing(bench):
    box = bench.panel.method
    box.clearFocus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(box.mapToGlobal(QPoint(5, 5))),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel)
    assert bench.panel.choice.method == "bm25"


@pytest.mark.parametrize("width", [300, 420, 900])
@pytest.mark.parametrize("method", ["bm25", "scores", "vectors", "endpoint", "qdrant"])
def test_no_words_are_cut_off(bench, qtbot, width, method):
    bench.choose(method)
    bench.endpoint("http://127.0.0.1:1/v1") if method == "endpoint" else None
    bench.window.resize(width, 900)
    bench.panel.action_row.error.say("http://127.0.0.1:1/v1/embeddings refuses the key (401).")
    settle(bench.window)
    displayed = [
        one for one in bench.panel.findChildren(QLabel) if one.isVisible() and one.wordWrap()
    ]
    assert len(displayed) > 3
    for label in displayed:
        assert label.height() >= label.heightForWidth(label.width()), label.text()
        assert label.mapTo(bench.panel, label.rect().topRight()).x() <= bench.panel.width()


def test_other_colours_change_the_words(bench):
    bench.panel.action_row.error.say("It is down.")
    light = bench.panel.action_row.error.palette().windowText().color()
    use_theme(DARK)
    assert light == LIGHT.error
    assert bench.panel.action_row.error.palette().windowText().color() == DARK.error
    assert bench.panel.action_row.error.text() == "✕ It is down."
