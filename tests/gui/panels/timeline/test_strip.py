"""The strip under the lanes: what the block was over the whole chat."""

import pytest
from PySide6.QtCore import QRect, Qt

from inspector.analysis.replay import ReplayPoint
from inspector.gui.panels.timeline.background import bucket_sentence
from inspector.gui.panels.timeline.gutter import Gutter
from inspector.gui.panels.timeline.hints import memory_lines
from inspector.gui.panels.timeline.lanes import HEIGHT, STRIP, lanes_with
from inspector.gui.panels.timeline.replayed import Replayed
from inspector.gui.panels.timeline.strip import figures, strip_lane, strip_lines, words_at_end
from tests.gui.panels.timeline.conftest import make_document

POINTS = [ReplayPoint(639, 300, 297, 15, 34), ReplayPoint(0, 13, 13, 0, 0)]
LATER = [ReplayPoint(320, 200, 190, 9, 17), ReplayPoint(639, 290, 280, 14, 34)]


def test_points_stand_by_message_and_newer_ones_replace_older():
    replayed = Replayed()
    replayed.add(POINTS)
    replayed.add(LATER)
    assert [point.at for point in replayed.points] == [0, 320, 639]
    assert replayed.at(639).memories == 14
    assert replayed.at(400).at == 320
    assert replayed.at(-1) is None
    assert replayed.most == (290, 34)


def test_without_a_budget_the_tokens_of_all_prompts_count():
    replayed = Replayed()
    replayed.add([ReplayPoint(0, 40, 0, 1, 1)])
    assert replayed.most == (40, 1)


def test_it_takes_its_room_from_the_memories_and_gives_it_back(panel):
    lanes = panel.chart.state.lanes
    assert strip_lane(panel.chart.state) is None
    panel.show_strip(displayed=True)
    strip = strip_lane(panel.chart.state)
    assert (strip.title, strip.bottom) == (STRIP, HEIGHT)
    assert panel.chart.state.lanes.memories.height < lanes.memories.height
    panel.set_extra_lanes(("Scenes",))
    assert [lane.title for lane in panel.chart.state.lanes.extra] == ["Scenes", STRIP]
    panel.set_extra_lanes(())
    panel.show_strip(displayed=False)
    assert panel.chart.state.lanes == lanes


def test_it_is_drawn_as_soon_as_points_arrive(panel):
    panel.show_strip(displayed=True)
    working = panel.grab().toImage()
    panel.add_replayed(POINTS)
    some = panel.grab().toImage()
    panel.add_replayed(LATER)
    assert working != some
    assert some != panel.grab().toImage()


def test_points_that_come_before_the_chart_are_drawn_with_it(empty_panel, document):
    empty_panel.set_document(document)
    empty_panel.add_replayed(POINTS)
    empty_panel.load_plot()
    assert [point.at for point in empty_panel.chart.state.replayed.points] == [0, 639]


def test_another_chat_starts_without_points_even_before_there_is_a_chart(empty_panel, document):
    empty_panel.set_document(document)
    empty_panel.add_replayed(POINTS)
    empty_panel.set_document(make_document(20, hidden=0))
    empty_panel.load_plot()
    assert not empty_panel.chart.state.replayed.points


def test_its_curves_stay_while_points_come_in(panel):
    panel.show_strip(displayed=True)
    panel.add_replayed(POINTS)
    curves = panel.chart.canvas.strip.plot.listDataItems()
    panel.add_replayed(LATER)
    assert panel.chart.canvas.strip.plot.listDataItems() == curves
    assert list(curves[0].xData) == [1, 321, 640]


@pytest.mark.parametrize(("location", "tokens"), [(100, "13 tokens"), (500, "200 tokens")])
def test_the_pointer_reads_it(panel, font_set, location, tokens):
    panel.show_strip(displayed=True)
    panel.add_replayed(POINTS)
    panel.add_replayed(LATER)
    lane = strip_lane(font_set.state)
    wording = panel.chart.pointer.lines_at(font_set.spot(location + 0.5, lane.middle).toPointF())
    assert tokens in wording[-1]
    assert strip_lines(font_set.state, location) == wording


def test_figures_count_what_is_in_of_what_exists(panel):
    panel.add_replayed(LATER)
    point = panel.chart.state.replayed.at(639)
    assert figures(panel.chart.state, point) == ("290 tokens", "14 of 34 memories")


def test_where_no_memories_are_none_are_counted(panel):
    panel.show_strip(displayed=True)
    point = ReplayPoint(639, 304, 0, 0, 0)
    panel.add_replayed([ReplayPoint(0, 90, 0, 0, 0), point])
    assert figures(panel.chart.state, point) == ("304 tokens",)
    assert not panel.grab().isNull()


def test_before_the_first_memory_there_are_none_yet(panel):
    first = ReplayPoint(0, 12, 12, 0, 0)
    panel.add_replayed([first, ReplayPoint(639, 280, 280, 14, 34)])
    assert figures(panel.chart.state, first) == ("12 tokens", "no memories yet")


def test_another_chat_starts_without_points(panel, document):
    panel.add_replayed(POINTS)
    panel.set_document(document)
    assert len(panel.chart.state.replayed) == 0


def test_it_lies_over_the_messages_that_are_visible(panel, font_set):
    panel.show_strip(displayed=True)
    panel.add_replayed([*POINTS, *LATER])
    view, lane = panel.chart.state.view, strip_lane(panel.chart.state)
    view.show_range(100, 300)
    plot = panel.chart.canvas.strip.plot
    (first, last), _ = plot.getViewBox().viewRange()
    assert (first, last) == (pytest.approx(100, abs=1), pytest.approx(300, abs=1))
    assert (plot.geometry().top(), plot.geometry().height()) == (lane.top, lane.height)
    assert plot.isVisible()
    panel.show_strip(displayed=False)
    assert not plot.isVisible()


@pytest.mark.parametrize("larger", [1, 1.25, 1.6, 2])
def test_its_legend_stands_in_the_gutter_beside_its_name_at_any_size_of_the_font(
    qapp, qtbot, larger
):
    usual, chosen = qapp.font(), qapp.font()
    chosen.setPointSizeF(usual.pointSizeF() * larger)
    qapp.setFont(chosen)
    try:
        gutter = Gutter(lanes_with((STRIP,)))
        qtbot.addWidget(gutter)
        (lane,) = lanes_with((STRIP,)).extra
        image = gutter.grab(QRect(0, lane.top + 1, gutter.width() - 2, lane.height - 1)).toImage()
    finally:
        qapp.setFont(usual)

    rows = [
        [image.pixelColor(x, y) != image.pixelColor(1, 1) for x in range(image.width())]
        for y in range(image.height())
    ]
    inked = [any(column) for column in zip(*rows, strict=True)]
    words = "".join(".x"[one] for one in inked).strip(".").split("." * 8)
    name, legend = (one for one in words if one)
    assert len(name) > 20
    lines = ["x" if any(row[len(inked) - 6 - len(legend) :]) else "." for row in rows]
    # Where the dot of an "i" stands apart it is no line.
    assert sum(len(one) > 3 for one in "".join(lines).split(".")) == 2
    assert (lines[0], lines[-1]) == (".", ".")


def test_while_a_boundary_is_dragged_its_figures_are_the_what_ifs_and_marked(font_set, derive):
    panel, state = font_set.panel, font_set.state
    panel.show_strip(displayed=True)
    panel.add_replayed([*POINTS, *LATER])
    assert words_at_end(state) == "290 tokens · 14 of 34 memories"
    font_set.press(540, 50)
    font_set.move(564)
    tried = derive((140, 564), out=(4,))
    panel.show_what_if(tried)
    tokens = tried.injections[0].tokens
    assert words_at_end(state) == f"what if: {tokens} tokens · 5 of 6 memories"
    assert panel.chart.canvas.strip.plot.opacity() < 1
    font_set.key(Qt.Key.Key_Escape)
    assert words_at_end(state) == "290 tokens · 14 of 34 memories"
    assert panel.chart.canvas.strip.plot.opacity() == 1


def test_tokens_that_are_estimated_carry_a_tilde(panel, font_set, derive):
    panel.show_strip(displayed=True)
    panel.add_replayed(LATER)
    panel.set_estimate(is_estimate=True)
    panel.set_derivation(derive((140, 540), out=(3, 4)))
    state = panel.chart.state
    assert words_at_end(state) == "~290 tokens · 14 of 34 memories"
    assert "~15 tokens" in bucket_sentence(state, "recent")
    assert "~10 tokens" in "".join(memory_lines(state, 0))
    font_set.press(540, 50)
    font_set.move(564)
    panel.show_what_if(derive((140, 564), out=(4,)))
    numbers = [row.numbers for row in panel.chart.readout.comparison.rows]
    assert numbers == ["~15 → ~15 tokens", "~25 → ~35 tokens", "~55 → ~65 of 320"]
