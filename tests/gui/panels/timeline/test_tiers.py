"""The lanes of tiers: worked out off the window's thread, and what their tooltips tell."""

from dataclasses import replace
from threading import current_thread, main_thread

import pytest

from inspector.core.message_derivation import MessageLane
from inspector.core.moment import Moment
from inspector.gui.panels.timeline.lanes import RECAPS, SCENES, STRIP, TIERS
from inspector.gui.panels.timeline.recap_marks import RecapMarks
from inspector.gui.panels.timeline.tiers_lane import tiers_lines
from inspector.gui.state.derivation import Answer
from inspector.gui.state.session import Question, State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.loading import open_chat
from inspector.shipped import sample_of_tiers
from inspector.systems import ruleset_named
from inspector.systems.message_summarize.derivation import SummaryDerivation
from inspector.tokenizer import load_tokenizer

RULESET = "message-summarize/1.3"


class Recording(SummaryDerivation):
    """Says from which threads its lanes are asked."""

    threads = ()

    @property
    def lanes(self):
        Recording.threads = (*Recording.threads, current_thread())
        return super().lanes


@pytest.fixture
def judged(panel, qtbot):
    """The sample of two tiers, shown with lanes; its answer."""
    document = open_chat(sample_of_tiers()).document
    found = ruleset_named(RULESET).inject(document, Moment(), load_tokenizer("o200k_base"))
    found = Recording(**vars(found))
    state = State(document, Question(ruleset=RULESET))
    view = View(document, state.question, Answer(state, found, "o200k_base", what_if=False))
    panel.show_view(view, ViewChanges(Part.CHAT))
    with qtbot.waitSignal(panel.worker.answered, timeout=20_000):
        panel.show_view(view, ViewChanges(Part.ANSWER))
    return found


def test_lanes_are_worked_out_off_the_windows_thread(panel, judged):
    assert Recording.threads
    assert main_thread() not in Recording.threads
    assert [row.title for row in panel.chart.state.tiers] == [row.title for row in judged.lanes]
    assert all(isinstance(row, MessageLane) for row in panel.chart.state.tiers)


def test_a_tooltip_tells_what_becomes_of_the_message_itself(panel, judged):
    state = panel.chart.state
    assert tiers_lines(state, 5)[1:] == [
        "removed: the message itself is removed from the context",
        "lost: neither it nor a memory of it is sent",
        judged.fate(5),
    ]
    assert "one more than it says" in tiers_lines(state, 21)[-1]


@pytest.mark.parametrize(("rows", "has_texts"), [(5, False), (3, True)])
def test_scenes_and_recaps_give_way_where_the_memories_had_no_room(panel, rows, has_texts):
    panel.show_strip(displayed=True)
    panel.set_recaps(RecapMarks())
    panel.set_tiers([MessageLane("short-term", "", b"\1")] * rows)
    lanes = panel.chart.state.lanes
    assert [lane.title for lane in lanes.extra] == [TIERS, STRIP]
    assert lanes.row_height >= 8
    assert lanes.span_height >= 5
    assert lanes.has_texts == has_texts
    panel.set_tiers(())
    assert [lane.title for lane in panel.chart.state.lanes.extra] == [SCENES, RECAPS, STRIP]


def test_summaries_are_written_only_in_rows_that_are_high_enough_for_them(panel):
    panel.show_strip(displayed=True)
    document = panel.chart.state.document
    panel.set_tiers([MessageLane("short-term", "", b"\1")] * 5)
    written = panel.grab().toImage()
    nameless = [replace(one, record={**one.record, "summary": ""}) for one in document.memories]
    panel.set_memories(replace(document, memories=tuple(nameless)), range(len(nameless)))
    assert panel.grab().toImage() == written
    panel.set_tiers(())
    unwritten = panel.grab().toImage()
    panel.set_memories(document, range(len(nameless)))
    assert panel.grab().toImage() != unwritten
