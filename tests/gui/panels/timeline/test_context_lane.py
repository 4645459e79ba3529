"""The lane of kept and cut messages."""

import pytest

from inspector.analysis.context_map import ContextMap, MapPart, MapRow, Share
from inspector.gui.panels.timeline.context_lane import context_lane, context_lines
from inspector.gui.panels.timeline.lanes import CONTEXT, STRIP
from inspector.gui.panels.timeline.sent import CUT, OUTSIDE, SENT, SentMessages


def found(kept, gates, rows=None):
    made = [
        MapRow(f"message:{i}", f"#{i}", 10, gate is None, gate, i) for i, gate in enumerate(gates)
    ]
    part = MapPart(Share.HISTORY, "History", 0, made[:rows], sum(kept))
    return ContextMap(100, (part,), None, bytes(kept))


@pytest.fixture
def displayed(panel):
    length = len(panel.chart.state.messages)
    hidden = panel.chart.state.document.chat.hidden
    kept = [int(i >= length - 10) for i in range(length)]
    gates = [
        None if kept[i] else "hidden" if hidden[i] else "history budget" for i in range(length)
    ]
    panel.show_strip(displayed=True)
    panel.set_context(found(kept, gates))
    return panel


def test_a_message_is_in_or_left_out_or_takes_no_part():
    sent = SentMessages.of(found([0, 0, 1, 0], ["hidden", "context", None, "x"], 3), b"\1\0\0\0")
    assert sent.codes.tolist() == [OUTSIDE, CUT, SENT, OUTSIDE]


def test_a_map_of_another_chat_is_not_drawn():
    assert not len(SentMessages.of(found([1], [None]), b"\0\0").codes)


def test_it_takes_the_strips_place_and_gives_it_back(displayed):
    assert [lane.title for lane in displayed.chart.state.lanes.extra] == [CONTEXT]
    displayed.set_context(None)
    assert [lane.title for lane in displayed.chart.state.lanes.extra] == [STRIP]


def test_its_stretches_lie_where_the_messages_lie(displayed):
    state = displayed.chart.state
    length = len(state.messages)
    last = state.sent.runs(state.view, 1.0)[-1]
    assert last[2] == SENT
    assert last[0] == pytest.approx(state.view.px(length - 10), abs=1.5)
    assert last[1] == pytest.approx(state.view.px(length), abs=1.5)


def test_the_pointer_reads_why_a_message_is_left_out(displayed):
    state = displayed.chart.state
    length = len(state.messages)
    assert context_lines(state, length - 1) == [
        f"Message {length - 1} is in the context, 10 tokens"
    ]
    assert context_lines(state, length - 11) == [
        f"Message {length - 11} is left out, 10 tokens",
        "the history budget is used up by newer messages.",
    ]
    assert context_lines(state, 0)[1] == "hidden from prompts."
    assert context_lines(state, length + 3) == []


def test_it_is_drawn_at_once(displayed):
    length = len(displayed.chart.state.messages)
    before = displayed.grab().toImage()
    displayed.set_context(found([0] * length, ["context"] * length))
    assert before != displayed.grab().toImage()
    assert context_lane(displayed.chart.state) is not None
