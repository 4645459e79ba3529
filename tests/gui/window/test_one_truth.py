"""One truth at a time: what is tried out is marked everywhere, and what is kept stays put."""

import json
import os
from dataclasses import replace
from itertools import cycle

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QToolTip

from inspector.analysis.replay import ReplayPoint, point_of
from inspector.core.edits import SetHidden
from inspector.gui.panels.preview.places import places
from inspector.gui.panels.timeline.answer import IN
from inspector.gui.panels.timeline.strip import words_at_end
from inspector.gui.state.question_edits import SetQuestion
from inspector.sillytavern.prompt import Completion
from tests.gui.settling import settle

LEFT = Qt.MouseButton.LeftButton
BUCKETS_Y = 50


@pytest.fixture
def bench(window):
    return window.bench


def handle(bench, which):
    state = bench.panels.timeline.chart.state
    return QPoint(round(state.view.px(state.location(which))), BUCKETS_Y)


def drag(bench, qtbot, which, message):
    """Take a handle and move it, without letting go."""
    viewport = bench.panels.timeline.chart.canvas.viewport()
    state = bench.panels.timeline.chart.state
    at = handle(bench, which)
    y = at.y() if which != "end" else 32
    QTest.mousePress(viewport, LEFT, pos=QPoint(at.x(), y))
    with qtbot.waitSignal(bench.deriver.answered):
        QTest.mouseMove(viewport, QPoint(round(state.view.px(message)), y))


def drop(bench, which, message):
    viewport = bench.panels.timeline.chart.canvas.viewport()
    x = round(bench.panels.timeline.chart.state.view.px(message))
    QTest.mouseRelease(viewport, LEFT, pos=QPoint(x, BUCKETS_Y if which != "end" else 32))


def test_while_the_end_is_dragged_the_table_shows_the_what_if_and_others_say_they_do_not(
    window, bench, qtbot
):
    bench.docks.show("why")
    row = bench.panels.memories.filter_row.count
    before = row.text()
    drag(bench, qtbot, "end", 80)
    qtbot.waitUntil(lambda: "what if" in bench.status._edits.text().casefold())
    assert row.text().startswith("what if: ")
    tried = bench.panels.memories.model.verdicts
    assert tried.are_tried
    assert tried.count_in() == len(bench.panels.timeline.chart.state.what_if.derivation.in_block)
    assert "as it is" in bench.docks["why"].note.text()
    assert bench.docks["why"].note.isVisible()
    # What nobody sees is marked when somebody does.
    assert bench.docks["problems"].note.isHidden()
    bench.docks.show("problems")
    assert bench.docks["problems"].note.isVisible()
    QTest.keyClick(bench.panels.timeline.chart.canvas, Qt.Key.Key_Escape)
    assert row.text() == before
    assert bench.docks["why"].note.isHidden()
    assert bench.docks["problems"].note.isHidden()


def test_every_view_shows_what_is_tried_out_or_says_that_it_does_not(window, bench, qtbot):
    bench.docks.show("curve")
    settle(window)
    curve = bench.panels.curve
    sentence = curve.sentence.text()
    assert "48 of 48 memories" in sentence
    of_file_alone = {"listen", "model", "history"}
    assert len(bench.panels.all) == len(bench.docks.all)  # all are made, seen or not
    follow = {"timeline", "memories", "context", "preview"}

    def marked():
        return {dock.name for dock in bench.docks.all if dock.is_kept}

    drag(bench, qtbot, "end", 60)
    assert marked() == {dock.name for dock in bench.docks.all} - follow - of_file_alone
    assert bench.docks["curve"].note.isVisible()
    assert curve.sentence.text() == sentence
    QTest.keyClick(bench.panels.timeline.chart.canvas, Qt.Key.Key_Escape)
    assert marked() == set()
    bench.panels.preview.show_slot("auto_recap_scene")
    drag(bench, qtbot, "end", 60)
    assert "preview" in marked()
    # The note goes and comes with the slot, while something is tried out.
    bench.panels.preview.show_slot("openvault")
    assert "preview" not in marked()
    bench.panels.preview.show_slot("auto_recap_scene")
    assert "preview" in marked()
    QTest.keyClick(bench.panels.timeline.chart.canvas, Qt.Key.Key_Escape)
    curve.budget_tried.emit(500, 0)
    qtbot.waitUntil(lambda: "settings" in marked())
    assert "curve" not in marked()
    curve.budget_cancelled.emit()


def test_the_block_lane_says_what_the_status_says(window, bench, qtbot):
    state = bench.panels.timeline.chart.state

    def of_status():
        return bench.status._block.text().removeprefix("Block ")

    for ruleset, is_estimated in (("openvault/temporal", False), ("openvault/1.41", True)):
        bench.controller.use_ruleset(ruleset)
        bench.what_if.drop_budget(500)
        settle(window)
        answered = bench.presenter.view.answer.derivation
        bench.panels.timeline.add_replayed([point_of(answered, 159)])
        assert words_at_end(state).startswith(of_status())
        assert ("~" in of_status()) is is_estimated
        drag(bench, qtbot, "recent", 20)
        qtbot.waitUntil(lambda: "What if" in bench.status._edits.text())
        assert words_at_end(state).startswith(f"what if: {of_status()} · ")
        QTest.keyClick(bench.panels.timeline.chart.canvas, Qt.Key.Key_Escape)


def test_memories_of_another_system_are_judged_by_its_rules_during_a_drag_too(window, bench, qtbot):
    bench.controller.use_ruleset("message-summarize/1.3")
    settle(window)
    drag(bench, qtbot, "end", 100)
    qtbot.waitUntil(lambda: bench.panels.memories.model.verdicts.are_tried)
    state = bench.panels.timeline.chart.state
    inside = [memory for memory, code in enumerate(state.verdicts.tolist()) if code == IN]
    assert frozenset(inside) == bench.presenter.view.what_if.of_memories.in_block
    assert inside
    bench.panels.timeline.add_replayed([ReplayPoint(159, 0, 0, 0, 0)])
    assert words_at_end(state) == "what if: 0 tokens"


def test_all_around_the_block_is_of_what_is_tried_out_or_left_out(window, bench, qtbot):
    bench.controller.use_ruleset("openvault/26")
    settle(window)
    preview = bench.panels.preview

    def around():
        return (
            preview.landing.rulesets.text().partition(" · ")[0],
            preview.event_line.words.text(),
            preview.title_bar.location.words,
        )

    before = around()
    sizes, events, _ = before
    assert "→" in events
    assert preview.title_bar.leaks_button.isVisible()
    drag(bench, qtbot, "end", 60)
    qtbot.waitUntil(lambda: "What if" in bench.status._edits.text())
    messages = bench.presenter.view.what_if.prediction.request.messages
    assert around()[0].startswith(f"{len(messages)} messages, ")
    assert around()[0] != sizes
    assert "→" not in around()[1]
    assert not preview.title_bar.leaks_button.isVisible()
    # A slot that is kept as it is stands among what holds.
    preview.show_slot("auto_recap_memory_scene")
    assert (around()[:2], preview.title_bar.leaks_button.isVisible()) == (before[:2], True)
    preview.show_slot("openvault")
    assert around()[0] != sizes
    QTest.keyClick(bench.panels.timeline.chart.canvas, Qt.Key.Key_Escape)
    assert (around(), preview.title_bar.leaks_button.isVisible()) == (before, True)


def test_what_is_tried_out_stays_marked_whatever_else_is_told_meanwhile(window, bench, qtbot):
    drag(bench, qtbot, "end", 60)
    qtbot.waitUntil(lambda: "What if" in bench.status._edits.text())
    tried = bench.status._block.text()
    with qtbot.waitSignal(bench.keeper.idle):
        os.utime(bench.keeper.chat.path)
    assert bench.status._block.text() == tried
    assert "What if" in bench.status._edits.text()
    QTest.keyClick(bench.panels.timeline.chart.canvas, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "saved" in bench.status._edits.text())


def test_dragging_one_boundary_leaves_the_others_setting_alone(window, bench, qtbot):
    names = {
        "openvault/temporal": ("mid_start", "recent_start"),
        "openvault/terse": ("leading_up_size", "current_scene_size"),
    }
    for ruleset, changed in names.items():
        question = bench.session.question.with_ruleset(ruleset)
        with qtbot.waitSignal(bench.deriver.answered):
            there = question.with_moment(replace(question.moment, at=156))
            bench.commands.submit(SetQuestion(there, "x"))
        for which, name in zip(("mid", "recent"), changed, strict=True):
            drag(bench, qtbot, which, 100)
            drop(bench, which, 100)
            assert list(bench.session.question.moment.settings) == [name]
            bench.commands.stack.undo()
            qtbot.waitUntil(lambda: not bench.deriver.is_busy and not bench.presenter.is_behind)


def test_hiding_a_message_keeps_zoom_playhead_and_selection(window, bench, qtbot):
    view = bench.panels.timeline.chart.state.view
    bench.selection.select([5])
    bench.what_if.drop_end(150)
    qtbot.waitUntil(lambda: not bench.deriver.is_busy)
    view.show_range(20, 60)
    bench.docks.show("messages")
    table = bench.panels.messages.table
    bench.selection.select_message(120)
    table.scrollTo(table.currentIndex())
    settle(window)
    scroll = table.verticalScrollBar().value()
    first, last = view.first, view.last
    with qtbot.waitSignal(bench.presenter.displayed):
        bench.commands.submit(SetHidden((3,), hidden=not bench.session.document.chat.hidden[3]))
    assert (view.first, view.last) == pytest.approx((first, last))
    assert view.span == pytest.approx(40)
    assert bench.panels.timeline.chart.state.chat_length == 151
    assert bench.selection.memories == (5,)
    assert table.verticalScrollBar().value() == scroll


def test_the_history_says_how_many_messages_fit(sample, window, bench):
    chat = bench.session.document.chat
    slots = bench.panels.preview._displayed.injections
    words = [one.words for one in places(slots, chat, 160, Completion.CHAT, 25)]
    assert "25 of 54 visible messages" in words
    assert "54 visible messages" in [
        one.words for one in places(slots, chat, 160, Completion.CHAT, None)
    ]


def test_where_it_goes_follows_the_main_api(window, bench, qtbot):
    landing = bench.panels.preview.landing
    assert landing.completion.currentText() == "Chat completion"
    question = bench.session.question
    accepted = replace(question.host_settings, completion=Completion.TEXT)
    bench.commands.submit(SetQuestion(replace(question, host_settings=accepted), "x"))
    assert landing.completion.currentText() == "Text completion"


def test_scrolling_does_not_survive_into_another_chat(window, bench, qtbot, sample):
    chats = cycle((sample, bench.keeper.chat.path))
    for name in ("memories", "messages", "problems", "context", "recaps"):
        bench.docks.show(name)
        settle(window)
        bars = [
            area.verticalScrollBar()
            for area in bench.docks[name].panel.findChildren(QAbstractScrollArea)
            if area.verticalScrollBar().maximum() > 0 and area.isVisible()
        ]
        begun = [bar.value() for bar in bars]
        for bar in bars:
            bar.setValue(bar.maximum() - bar.value())
        assert [bar.value() for bar in bars] != begun, name
        with qtbot.waitSignal(bench.presenter.settled):
            bench.flow.open(str(next(chats)))
        settle(window)
        assert [bar.value() for bar in bars] == begun, name


@pytest.mark.parametrize("ruleset", ["openvault/1.41", "openvault/temporal"])
def test_the_gutter_says_of_a_line_what_the_total_has_without_it(window, bench, ruleset):
    bench.controller.use_ruleset(ruleset)
    settle(window)
    preview = bench.panels.preview
    (row, *_rest) = [one for one in preview.view.rows() if one.memory is not None]
    location = QPoint(10, round(row.top + row.height / 2))
    hovering = QHelpEvent(QEvent.Type.ToolTip, location, preview.gutter.mapToGlobal(location))
    QApplication.sendEvent(preview.gutter, hovering)
    answer = bench.presenter.view.answer
    injection = answer.derivation.injections[0]
    texts = [line.text for line in injection.lines]
    rest = "\n".join(texts[: row.line] + texts[row.line + 1 :])
    without = answer.query().tokenizer.count(rest)
    mark = "~" if ruleset == "openvault/1.41" else ""
    wanted = f"has {mark}{without:,} tokens, {mark}{injection.tokens - without} fewer"
    assert wanted in QToolTip.text()
    QToolTip.hideText()


def test_a_budget_that_is_tried_out_is_shown_on_the_timeline(window, bench, qtbot):
    state = bench.panels.timeline.chart.state
    bench.what_if.drag_budget(500)
    qtbot.waitUntil(lambda: state.what_if is not None)
    assert state.what_if.derivation is bench.presenter.view.what_if.derivation
    assert not bench.docks["timeline"].is_kept
    bench.what_if.cancel()
    qtbot.waitUntil(lambda: state.what_if is None)


def test_a_boundary_in_a_hand_is_dropped_where_it_is_though_a_reply_came_meanwhile(
    window, bench, qtbot
):
    drag(bench, qtbot, "recent", 100)
    reply = {"name": "Rufus", "is_user": False, "send_date": "z", "mes": "Later."}
    path, state = bench.keeper.chat.path, bench.panels.timeline.chart.state
    length = len(bench.session.document.chat)
    path.write_bytes(path.read_bytes().rstrip(b"\n") + b"\n" + json.dumps(reply).encode())
    qtbot.waitUntil(lambda: len(bench.session.document.chat) == length + 1)
    qtbot.waitUntil(lambda: state.what_if is not None and state.base.chat_length == length + 1)
    assert state.held is not None
    drop(bench, "recent", 100)
    settle(window)
    assert state.boundaries[1] == 100
    assert bench.commands.stack.undoText().startswith("Boundaries at ")
