"""The timeline tells no place that is not known, and no bucket that is not a memory's own."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.injection import BUCKETS
from inspector.gui.kit.theme import current_theme
from inspector.gui.panels.timeline.answer import Answer
from inspector.gui.panels.timeline.arrays import MemoryColumns, MessageColumns
from inspector.gui.panels.timeline.hints import handle_lines, memory_lines, message_lines
from inspector.gui.panels.timeline.playhead import flag_text
from inspector.gui.panels.timeline.ruler import ticks
from inspector.gui.panels.timeline.spans import mark_x, span_box, span_boxes
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.state.derivation import derive
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, State
from inspector.loading import open_chat
from inspector.systems import RULESETS
from tests.gui.panels.timeline.conftest import make_derivation, make_document, record

pytestmark = pytest.mark.usefixtures("qapp")
LENGTH, PIXEL = 200, 1.01
BATCH = [record(30, 59, 3, sequence=location) for location in (3000, 1000, 2000)]


def state_of(records, boundaries, length=LENGTH):
    state = TimelineState(Selection())
    document = make_document(LENGTH, records)
    state.document = document
    state.messages = MessageColumns.of(document.chat)
    state.memories = MemoryColumns(document)
    state.view.set_edges(8, 1008)
    state.view.set_extent(LENGTH)
    derivation = make_derivation(document, boundaries, length=length)
    state.base = Answer.of(derivation, state.memories)
    return state, derivation


ranges = st.tuples(st.integers(0, LENGTH - 1), st.integers(1, 60)).map(
    lambda one: (one[0], min(one[0] + one[1], LENGTH - 1))
)


@given(
    spans=st.lists(st.tuples(ranges, st.integers(1, 4)), min_size=1, max_size=8),
    boundaries=st.tuples(st.floats(0, LENGTH), st.floats(0, LENGTH)).map(sorted),
    length=st.integers(1, LENGTH),
    window=st.tuples(st.floats(0, LENGTH), st.floats(8, LENGTH)),
    width=st.sampled_from((30, 300, 1000)),
)
@example(spans=[((135, 195), 1)], boundaries=[0.0, 0.0], length=195, window=(0.0, 151.0), width=30)
def test_no_memory_looks_as_if_it_lay_in_another_bucket(spans, boundaries, length, window, width):
    records = [record(*span) for span, times in spans for _ in range(times)]
    state, derivation = state_of(records, tuple(boundaries), length)
    state.view.set_edges(8, 8 + width)
    state.view.show_range(window[0], window[0] + window[1])
    found = state.placed
    boxes = span_boxes(state, np.arange(len(found)))
    places = {bucket: (first, end) for bucket, first, end in state.bucket_ranges()}
    for memory, box in zip(found.memories.tolist(), boxes, strict=True):
        if state.memories.last[memory] >= length:
            # What has not even a pixel of its own is drawn up to the last message.
            has_room = state.view.px(LENGTH) - state.view.px(length) >= 1
            assert not has_room or box.left() >= state.view.px(length) - PIXEL
            continue
        bucket = next(v.bucket for v in derivation.verdicts if v.memory == memory)
        if bucket not in places:
            # Two boundaries at one message: there is no room between them.
            continue
        first, end = map(state.view.px, places[bucket])
        assert box.left() >= first - PIXEL
        assert box.right() <= end + PIXEL
        assert first <= mark_x(state, state.memories.position[memory]) <= end


def test_the_mark_of_what_lies_behind_the_end_stays_over_its_messages():
    state, _ = state_of(BATCH, (5, 10), length=20)
    assert mark_x(state, 44.5) == state.view.px(45)
    assert "Its place" not in "\n".join(memory_lines(state, 0))


def test_a_memory_behind_the_last_message_ends_at_the_line_and_not_past_it():
    state, _ = state_of([record(LENGTH, LENGTH, 3)], (50, 150))
    box = span_box(state, 0)
    assert (box.width(), box.right()) == (3, state.view.px(LENGTH))


@pytest.mark.parametrize("boundary", [20, 44.5, 44.6, 45, 70])
def test_memories_of_a_batch_stand_in_their_order_over_their_messages_in_their_bucket(boundary):
    state, _ = state_of(BATCH, (boundary, 150))
    found = state.placed
    boxes = [span_box(state, at) for at in range(3)]
    assert boxes[1].right() <= boxes[2].left() + 1
    assert boxes[2].right() <= boxes[0].left() + 1
    low, high = state.view.px(30), state.view.px(60)
    assert min(found.left) >= low - 0.01
    assert max(found.right) <= high + 0.01
    bucket = state.bucket_at(44.5)
    assert bucket == ("old" if boundary > 44.5 else "mid")
    edge = state.view.px(np.ceil(boundary))
    if bucket == "old":
        assert max(found.right) <= edge + 0.01
    else:
        assert min(found.left) >= min(edge, high) - 0.01


def test_a_batch_has_one_bracket_from_its_first_to_its_last_message():
    columns = MemoryColumns(make_document(LENGTH, [*BATCH, record(80, 89), record(90, 90)]))
    assert columns.batches.tolist() == [0]
    assert columns.count.tolist() == [3, 3, 3, 1, 1]
    assert columns.rank.tolist() == [2, 0, 1, 0, 0]
    assert columns.start.tolist() == [30, 30, 30, 80, 90]
    assert columns.end.tolist() == [60, 60, 60, 90, 91]


def test_the_bracket_and_its_mark_are_painted(panel, document):
    panel.set_document(make_document(640, [record(200, 299, 5), record(200, 299, 3)]))
    state = panel.chart.state
    panel.set_derivation(make_derivation(state.document, (140, 540)))
    image = panel.chart.canvas.grab().toImage()
    top = state.lanes.memories.top + 2
    ratio = image.devicePixelRatio()
    bar = image.pixelColor(round(state.view.px(220) * ratio), round(top * ratio))
    beside = image.pixelColor(round(state.view.px(320) * ratio), round(top * ratio))
    mark = image.pixelColor(round(state.view.px(250) * ratio), round(top * ratio))
    assert bar != beside
    assert mark != bar


def test_batches_that_stand_too_close_are_one_line_over_their_messages(panel):
    records = [record(2 * one, 2 * one + 1) for one in range(2500) for _ in range(2)]
    document = make_document(6000, records)
    panel.set_document(document)
    panel.set_derivation(make_derivation(document, (1000, 4000)))
    state = panel.chart.state
    image = panel.chart.canvas.grab().toImage()
    top = round((state.lanes.memories.top + 2) * image.devicePixelRatio())

    def painted(message):
        return image.pixelColor(round(state.view.px(message) * image.devicePixelRatio()), top)

    assert painted(100) == painted(2000) == current_theme().text_2
    assert painted(5500) != current_theme().text_2


def test_what_names_a_message_has_no_mark_between_its_digits():
    document = make_document(20_000, [record(12_000, 12_001), record(12_000, 12_001)])
    state = TimelineState(Selection())
    state.document = document
    state.messages = MessageColumns.of(document.chat)
    state.memories = MemoryColumns(document)
    state.view.set_edges(8, 1008)
    state.view.set_extent(20_000)
    state.base = Answer.of(make_derivation(document, (4000, 12_001)), state.memories)
    assert flag_text(state) == "end 19999"
    assert "12000" in [text for *_place, text in ticks(state).numbers]
    assert message_lines(state, 12_000)[0] == "Message 12000 · Mara"
    assert handle_lines(state, "recent")[0].endswith("starts at message 12001")
    assert "Its place is 12000.5, the middle of its messages: Mid" in memory_lines(state, 0)


def test_the_tooltip_says_what_is_drawn():
    state, _ = state_of([*BATCH, record(90, 90)], (40, 150))
    lines = "\n".join(memory_lines(state, 0))
    assert "Messages 30–59" in lines
    assert "3 memories share these messages" in lines
    assert "Its place is 44.5, the middle of its messages: Mid" in lines
    assert "Its place" not in "\n".join(memory_lines(state, 3))


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name.startswith("openvault/")])
def test_whatever_ruleset_places_a_memory_it_lies_in_the_bucket_of_its_verdict(ruleset, sample):
    document = open_chat(sample).document
    columns = MemoryColumns(document)
    question = Question().with_ruleset(ruleset)
    for at in (4, 9, 56, 63, 103, 105, 111, 125, None):
        asked = replace(question, moment=replace(question.moment, at=at))
        derivation = derive(State(document, asked)).of_memories
        codes = Answer.of(derivation, columns).bucket_codes
        own = {one.memory: one.bucket for one in derivation.verdicts if one.bucket is not None}
        assert {memory: BUCKETS[codes[memory]] for memory in own} == own
