"""The timeline's parts without a window around them."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.edits import ReviseMemories, SetField, apply
from inspector.core.injection import Derivation, Injection, Line, Section, Verdict
from inspector.gui.panels.timeline.answer import ABSENT, IN, OUT, Answer, plain_title, verdict_flags
from inspector.gui.panels.timeline.arrays import MemoryColumns, MessageColumns
from inspector.gui.panels.timeline.crowd import covered
from inspector.gui.panels.timeline.density import column_heights, found_messages
from inspector.gui.panels.timeline.lanes import HEIGHT, lanes_with
from inspector.gui.panels.timeline.lettering import signed
from inspector.gui.panels.timeline.marks import joined
from inspector.gui.panels.timeline.minimap import Minimap, mean_heights
from inspector.gui.panels.timeline.ruler import tick_step
from inspector.gui.panels.timeline.state import TimelineState
from inspector.gui.panels.timeline.visible import VisibleRange
from inspector.gui.state.selection import Selection
from inspector.systems.openvault.fields import FIELDS


@pytest.mark.parametrize("extra", [(), ("Scenes",), ("Scenes", "Recaps")])
def test_lanes_fill_the_height_without_gaps(extra):
    lanes = lanes_with(extra)
    tops = [lane.top for lane in lanes.all]
    assert tops == [0, *(lane.bottom for lane in lanes.all[:-1])]
    assert lanes.all[-1].bottom == HEIGHT
    assert lanes.memories.top <= lanes.row_top(5)
    assert lanes.row_top(1) + lanes.row_height <= lanes.memories.bottom
    assert lanes.span_height >= 10


def test_memories_get_the_room_of_lanes_that_are_not_needed():
    assert lanes_with().row_height > lanes_with(("Scenes", "Recaps", "Block")).row_height == 13


def test_found_messages_are_runs_of_pixels_inside_what_is_visible(qapp):
    view = VisibleRange()
    view.set_extent(100)
    view.set_edges(10, 210)
    assert found_messages(None, view) == []
    found = np.array([0, 1, 50, 99], dtype=np.intp)
    assert found_messages(found, view) == [(10, 14), (110, 112), (208, 210)]
    view.show_range(40, 60)
    assert found_messages(found, view) == [(110, 120)]
    view.set_extent(10_000)
    assert found_messages(np.arange(100, dtype=np.intp), view) == [(10, 12)]


@given(
    extent=st.integers(1, 200_000),
    first=st.floats(-1e6, 1e6),
    span=st.floats(0, 1e6),
    factor=st.floats(0.01, 100),
)
def test_the_visible_range_stays_inside_the_chat(extent, first, span, factor):
    view = VisibleRange()
    view.set_edges(8, 1308)
    view.set_extent(extent)
    view.show_range(first, first + span)
    view.zoom(factor, view.first + view.span / 3)
    assert view.first >= 0
    assert view.last <= extent * (1 + 1e-9)
    assert view.span >= min(8, extent) * (1 - 1e-9)
    assert view.location(view.px(view.first)) == pytest.approx(view.first, abs=1e-6)


def test_zoom_keeps_the_place_under_the_pointer():
    view = VisibleRange()
    view.set_extent(1000)
    view.show_range(200, 600)
    before = view.px(300)
    view.zoom(0.5, 300)
    assert view.px(300) == pytest.approx(before)


@pytest.mark.parametrize(
    ("scale", "step"), [(2.0, 50), (0.013, 10_000), (80.0, 1), (20.0, 5), (1.0, 100)]
)
def test_tick_steps_are_round_and_leave_room_for_their_numbers(scale, step):
    assert tick_step(scale) == step


def test_far_out_every_pixel_shows_its_greatest_message(chat):
    messages = MessageColumns.of(chat(messages=100_000, hidden=50_000).chat)
    view = VisibleRange()
    view.set_edges(0, 1000)
    view.set_extent(100_000)
    hidden, visible, shade = column_heights(messages, view, 1.25)
    assert len(hidden) == 1250
    expected = [messages.sizes[i * 80 : (i + 1) * 80].max() for i in range(1250)]
    assert np.maximum(hidden, visible).tolist() == pytest.approx(expected)
    assert (shade[:625].all(), shade[625:].any()) == (True, False)


def test_close_by_every_message_has_a_bar_and_a_gap(chat):
    messages = MessageColumns.of(chat(messages=100, hidden=0).chat)
    view = VisibleRange()
    view.set_edges(0, 1000)
    view.set_extent(100)
    _, visible, _ = column_heights(messages, view, 1)
    bars = visible.reshape(100, 10) > 0
    assert bars.sum(axis=1).tolist() == [8] * 100


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(-20, 120), st.integers(1, 30)), max_size=20),
    st.integers(1, 100),
)
def test_covered_columns_are_those_of_any_range_in_their_row(ranges, width):
    rows = np.array([row for row, _, _ in ranges], dtype=np.intp)
    left = np.array([first for _, first, _ in ranges], dtype=np.intp)
    right = left + np.array([length for _, _, length in ranges], dtype=np.intp)
    every = [*zip(rows, left, right, strict=True)]
    expected = [
        [any(one == row and a <= x < b for one, a, b in every) for x in range(width)]
        for row in range(3)
    ]
    assert covered(rows, left, right, (3, width)).tolist() == expected


def test_runs_of_hidden_messages_are_found(chat):
    messages = MessageColumns.of(chat(messages=10, hidden=4).chat)
    assert (messages.starts.tolist(), messages.ends.tolist()) == ([0, 4], [4, 10])


def test_the_minimap_has_a_bar_for_every_part_also_of_tiny_chats(chat):
    messages = MessageColumns.of(chat(messages=3).chat)
    assert len(mean_heights(messages, 180)) == 180
    assert mean_heights(MessageColumns(), 180).tolist() == [0] * 180


def runs_of_bars(minimap):
    """Where a bar begins in the row of pixels on which all of them stand."""
    image = minimap.grab().toImage()
    y, ground = 16, image.pixelColor(2, 16)
    bare = [image.pixelColor(x, y) == ground for x in range(102, 795)]
    return [at for at, one in enumerate(bare) if not one and (at == 0 or bare[at - 1])]


def test_the_minimap_has_a_bar_a_message_in_a_tiny_chat_and_one_every_seven_pixels_else(
    qtbot, chat
):
    state = TimelineState(Selection())
    minimap = Minimap(state)
    qtbot.addWidget(minimap)
    minimap.resize(800, minimap.height())
    bars = []
    for messages in (3, 40, 5_000):
        state.messages = MessageColumns.of(chat(messages=messages).chat)
        state.view.set_edges(100, 799)
        state.view.set_extent(messages)
        bars.append(len(runs_of_bars(minimap)))
    assert bars == [3, 40, 699 // 7]


def verdict(memory, *, inside):
    return Verdict(memory, "old", inside, None if inside else "budget", "", 10)


def with_lines(verdicts, *memories):
    lines = tuple(Line("text", 1, memory) for memory in memories)
    injection = Injection("openvault", 0, 0, 0, False, (Section("old", lines),), 1)
    return Derivation((injection,), verdicts)


def test_memories_without_a_verdict_are_absent_and_those_with_a_line_are_in(chat):
    columns = MemoryColumns(chat(records=({"message_ids": [i]} for i in range(4))))
    derivation = with_lines((verdict(0, inside=True), verdict(2, inside=False)), 0)
    assert verdict_flags(derivation, columns).tolist() == [IN, ABSENT, OUT, ABSENT]


def test_flags_need_no_verdict_where_it_is_known_who_is_judged(chat):
    columns = MemoryColumns(chat(records=({"message_ids": [i]} for i in range(3))))
    derivation = replace(with_lines((), 2), judged=[1, 2])
    assert verdict_flags(derivation, columns).tolist() == [ABSENT, OUT, IN]


def test_memories_that_stood_elsewhere_before_have_the_columns_that_they_would_have(chat):
    stored = ({"message_ids": [i], "importance": 1 + i % 5} for i in range(6))
    before = replace(chat(records=stored), fields=FIELDS)
    revise = ReviseMemories("", added=({"message_ids": [3]},), removed=frozenset({0, 3}))
    after = apply(apply(before, revise), SetField((1,), "importance", 5))
    found, wanted = MemoryColumns(after, MemoryColumns(before)), MemoryColumns(after)
    for name in ("start", "end", "last", "position", "importance", "secret", "archived"):
        assert getattr(found, name).tolist() == getattr(wanted, name).tolist()
    assert found.importance.tolist() == [2, 5, 5, 1, 3]


def test_a_verdict_is_found_where_some_memories_have_none():
    answer = Answer(Derivation(verdicts=tuple(verdict(m, inside=True) for m in (1, 4, 7, 9))))
    found = [answer.verdict(memory) for memory in range(10)]
    assert [v.memory for v in found if v] == [1, 4, 7, 9]


def test_infinite_boundaries_and_budgets_are_no_numbers(chat):
    columns = MemoryColumns(chat())
    answer = Answer.of(Derivation(boundaries=(-math.inf, math.nan)), columns)
    assert answer.boundaries is None


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("## Leading Up To This Moment", "Leading Up To This Moment"),
        ("[RECENT EVENTS] (messages 400-500)", "RECENT EVENTS"),
        ("Old\nthings", "Old things"),
        ("", ""),
    ],
)
def test_titles_lose_the_marks_of_headings(title, plain):
    assert plain_title(title) == plain


def test_numbers_are_written_as_everywhere():
    assert [signed(34), signed(-14), signed(0)] == ["+34", "−14", "±0"]


def test_a_memory_with_several_lines_is_one_memory_of_its_bucket():
    lines = (Line("# Old", 2), Line("A", 5, 0), Line("said much later", 3, 0), Line("B", 4, 1))
    slot = Injection("memory", 0, 0, 0, False, (Section("old", lines, "# Old"),), 14)
    figure = Answer.of(Derivation((slot,)), MemoryColumns()).figure("old")
    assert (figure.memories, figure.tokens, figure.title) == (2, 14, "Old")


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(-50, 400), st.integers(0, 90)), min_size=1)
)
def test_rings_in_a_crowd_join_what_touches_in_a_row_and_nothing_else(spans):
    rows, left, wide = (np.array(one, dtype=float) for one in zip(*spans, strict=True))
    wanted = []
    for row in range(5, 0, -1):
        runs = []
        for start, end in sorted((at, at + max(size, 3)) for one, at, size in spans if one == row):
            if runs and start - runs[-1][1] <= 5:
                runs[-1][1] = max(runs[-1][1], end)
            else:
                runs.append([start, end])
        wanted += [(row, start, end - start) for start, end in runs]
    assert [*joined(rows.astype(np.int8), left, left + wide)] == wanted
