"""What a prompt cache keeps: rows, what-ifs and the lane, worked out on a capture's chat."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea

from inspector.gui.panels.stability.columns import AlternativeRow, change_in_words, headline
from inspector.gui.panels.stability.panel import StabilityPanel
from inspector.gui.panels.stability.turn_detail import TurnDetail
from inspector.gui.panels.timeline.kept_lane import kept_lines, paint_kept
from inspector.gui.panels.timeline.lanes import KEPT, lanes_with
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import State
from inspector.gui.state.stability_reading import Stability, StabilityReader
from inspector.loading import open_chat
from inspector.proof.change_causes import FirstChange
from inspector.proof.stability import Placing, TurnStability, cache_problem, kept_share
from tests.captured import WIRE


@pytest.fixture(scope="module")
def chat(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stable")
    return open_chat(Path(next(iter(WIRE.laid_out("01-sample-baseline", folder))).chat))


@pytest.fixture
def reader(qapp):
    made = StabilityReader()
    yield made
    made.wait()


@pytest.fixture
def read(reader, chat, qtbot):
    """Asks the reader, and answers all that it said."""

    def run(last=4, own=None):
        seen = []
        reader.read.connect(seen.append)
        reader.ask(chat, State(chat.document), last, own)
        qtbot.waitUntil(lambda: bool(seen) and seen[-1].is_whole, timeout=20_000)
        reader.read.disconnect(seen.append)
        return seen

    return run


def test_rows_come_one_by_one_then_offers_and_all_is_kept_by_document(read):
    seen = read()
    assert [len(one.rows) for one in seen[:4]] == [1, 2, 3, 4]
    last = seen[-1]
    assert last.rulesets == ("openvault/26", "auto-recap/1")
    assert [one.slots for one, _ in last.alternatives] == [
        ("openvault",),
        ("auto_recap_memory_scene", "openvault", "openvault_reflections", "openvault_world"),
    ]
    again = read()
    assert again == [last]


def test_a_place_of_ones_own_is_worked_out_besides(read):
    placing = Placing(("openvault",), 1, 2)
    last = read(last=2, own=placing)[-1]
    alternatives = dict(last.alternatives)
    assert kept_share(alternatives[placing]) > kept_share(last.rows)


def test_the_headline_names_what_costs_most_turns_their_cache(read):
    rows = read(last=3)[-1].rows
    assert headline(rows).startswith("10 % of the last 3 turns stayed the same.")
    assert headline(rows).endswith("First change in 3 of 3: the counter line.")
    assert change_in_words(rows[-1]) == "counter line #156 → #158 messages"


def test_the_panel_shows_the_newest_turn_and_hands_on_the_chosen_what_if(read, qtbot):
    found = read()[-1]
    panel = StabilityPanel()
    qtbot.addWidget(panel)
    panel.resize(850, 400)
    panel.show()
    chosen = QSignalSpy(panel.elsewhere_chosen)
    panel.show_stability(found)
    assert panel.model.row_at(0) is found.rows[-1]
    assert panel.detail.title.startswith("Counter line #156 → #158 messages: 3,404 tokens")
    assert chosen.at(chosen.count() - 1) == [found.alternatives[-1][1]]
    panel.alternative_table.setCurrentIndex(panel.alternatives.index(0, 0))
    assert chosen.at(chosen.count() - 1) == [()]
    assert isinstance(panel.alternatives.row_at(1), AlternativeRow)
    with qtbot.waitSignal(panel.reading_requested) as requested:
        panel.turns.setCurrentIndex(1)
    assert requested.args == [20, None]
    panel.show_stability(Stability(is_whole=True))
    assert panel.words.text() == "There are no two turns to compare yet."
    panel.resize(850, 330)
    QApplication.processEvents()
    assert [area.verticalScrollBar().maximum() for area in panel.findChildren(QScrollArea)] == [0]


def test_the_lane_says_what_each_turn_kept(read, qtbot):

    found = read()[-1]
    state = TimelineState(Selection())
    state.lanes = lanes_with((KEPT, "Block"))
    assert sum(lane.height for lane in state.lanes.all) == 238
    state.view.set_edges(0, 800)
    state.view.set_extent(160)
    state.kept, state.kept_elsewhere = found.rows, found.alternatives[-1][1]
    at = found.rows[-1].at
    assert kept_lines(state, at)[1:3] == [
        "349 of 3,753 tokens stayed the same, 9 %",
        "First change: counter line #156 → #158 messages",
    ]
    assert kept_lines(state, 3) == []
    image = QImage(800, 238, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_kept(painter, state)
    painter.end()
    x = round(state.view.px(at) + state.view.px(at + 2)) // 2
    lane = state.lanes.extra[0]
    assert image.pixelColor(x, lane.bottom - 5).value() > 0
    assert image.pixelColor(round(state.view.px(20)), lane.bottom - 5).value() == 0


def test_without_slots_nothing_is_offered_elsewhere_and_no_sentence_outlives_its_rows(read, qtbot):
    found = read()[-1]
    panel = StabilityPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.show_stability(replace(found, slots=(), alternatives=()))
    assert not panel.chooser.isVisible()
    assert not panel.alternative_table.isVisible()
    panel.show_stability(found)
    assert panel.chooser.isVisible()
    assert panel.alternative_table.isVisible()
    assert panel.chooser.slot.count() == len(found.slots) + 1
    assert panel.sentence.text()
    panel.show_stability(Stability(is_whole=True))
    assert (panel.sentence.text(), panel.whose.text()) == ("", "")


def test_words_are_compared_only_within_one_thing(qtbot):
    detail = TurnDetail()
    qtbot.addWidget(detail)
    reworded = FirstChange(
        1, 0, "slot:openvault", was="slot:openvault", earlier="She waits.", line="She left."
    )
    moved = replace(reworded, source="chat:3", was="note", earlier="Keep it dry.", line="It rains.")
    for change, marks in ((reworded, 2), (moved, 0), (replace(moved, earlier=""), 0)):
        detail.show_row(TurnStability(3, 100, 40, change))
        lines = detail.findChildren(QLabel)[-1].text()
        assert (lines.count("line-through") + lines.count("underline")) == marks
        for words in (change.line.split()[0], change.earlier.split(" ")[0] or ">nothing<"):
            assert words in lines


def test_a_tried_place_is_asked_for_with_its_depth_only_in_the_chat(read, qtbot):
    panel = StabilityPanel()
    qtbot.addWidget(panel)
    panel.show_stability(read(last=2)[-1])
    chooser = panel.chooser
    chooser.slot.setCurrentIndex(chooser.slot.findText("World"))
    chooser.chat_depth.setValue(7)
    chooser._try()
    assert panel.own == Placing(("openvault_world",), 1, 7)
    chooser.location.setCurrentIndex(1)
    assert not chooser.chat_depth.isEnabled()
    chooser._try()
    assert panel.own == Placing(("openvault_world",), 0, 0)


def test_what_costs_the_cache_is_a_problem_with_its_numbers_and_a_way_out(read):
    found = read()[-1]
    problem = cache_problem(found.rows, dict(found.alternatives))
    assert problem.text.startswith(
        "The slot Memories changes in 4 of 4 turns, above all else: a prompt cache keeps 10 % of"
    )
    assert "at depth 4 of the chat it would keep" in problem.text
    assert cache_problem(found.rows).text in problem.text
