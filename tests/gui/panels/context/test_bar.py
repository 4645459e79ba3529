"""The stacked bar and its legend: sizes to the pixel, words, mouse and keys."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.analysis.context_map import Share
from inspector.core.items import ItemKind
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.context.segments import FREE, Scale, edges, segments_of
from inspector.gui.panels.context.state import ContextState
from tests.systems.scribe.worlds import HISTORY, RAG, TOTAL

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


@given(tokens=st.lists(st.integers(0, 10**9), min_size=1, max_size=9), width=st.integers(60, 2000))
def test_pieces_follow_each_other_and_fill_their_width(tokens, width):
    found = edges(tokens, Scale(sum(tokens)), width, 100)
    assert found[0] == 0
    assert found == sorted(found)
    assert found[-1] == (width if sum(tokens) else 0)


@given(tokens=st.lists(st.integers(1, 10**6), min_size=2, max_size=6))
def test_a_piece_that_costs_anything_can_be_seen(tokens):
    found = edges(tokens, Scale(sum(tokens)), 400, 100)
    assert all(right - left >= 3 for left, right in pairwise(found))


def test_pieces_are_to_scale_and_free_space_is_the_rest(bench):
    bar = bench.panel.head.bar
    found = bench.panel._answer.map
    width = bar.pieces[-1].rect.right() + 1 - bar.pieces[0].rect.left()
    for piece in bar.pieces:
        assert piece.rect.width() == pytest.approx(
            piece.segment.tokens * width / found.limit, abs=1.01
        )
    assert bar.pieces[-1].segment.location == FREE
    assert bar.pieces[-1].segment.tokens == found.free
    assert not bar.is_shortened


def test_items_are_parted_by_their_kind(displayed):
    found = {one.kind: one for one in segments_of(displayed) if one.share is Share.ITEMS}
    kept = [row for row in displayed.request.rag if row.kept]
    assert set(found) == {row.kind for row in kept}
    assert {ItemKind.CONSTANT, ItemKind.LOREBOOK} <= set(found)
    for kind, segment in found.items():
        assert segment.tokens == sum(row.tokens for row in kept if row.kind is kind)


def middle(bar, location):
    return next(one.rect.center() for one in bar.pieces if one.segment.location == location)


def test_a_click_opens_the_rows_of_a_part(bench):
    panel = bench.panel
    panel.pages.switch.buttons["Curves"].click()
    QTest.mouseClick(panel.head.bar, LEFT, pos=middle(panel.head.bar, 1))
    assert panel.pages.switch.current == "Rows"
    assert panel.pages.rows.model.total == len(panel._answer.map.parts[1].rows)
    assert panel.pages.switch.buttons["Rows"].text() == "Rows: Items"
    QTest.mouseClick(panel.head.legend, LEFT, pos=panel.head.legend.rect_of(0).center())
    assert panel.pages.switch.buttons["Rows"].text() == "Rows: Head"


def test_a_press_that_ends_elsewhere_opens_nothing(bench):
    bar = bench.panel.head.bar
    QTest.mousePress(bar, LEFT, pos=middle(bar, 1))
    QTest.mouseRelease(bar, LEFT, pos=middle(bar, 0))
    assert bench.panel.pages.switch.buttons["Rows"].text() == "Rows: History"


def test_keys_walk_the_parts_and_enter_opens_one(bench, qtbot):
    panel, bar = bench.panel, bench.panel.head.bar
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.head.focus.focused == 2
    for key, location in (
        (KEY.Key_Left, 1),
        (KEY.Key_Home, 0),
        (KEY.Key_Left, 0),
        (KEY.Key_End, 3),
    ):
        qtbot.keyClick(bar, key)
        assert panel.head.focus.focused == location
    qtbot.keyClick(bar, KEY.Key_Right)
    qtbot.keyClick(bar, KEY.Key_Return)
    assert panel.pages.switch.buttons["Rows"].text() == "Rows: Current message"


def test_the_legend_lists_every_part_with_tokens_share_and_counts(bench):
    legend = bench.panel.head.legend
    parts = bench.panel._answer.map.parts
    assert [one.title for one in legend.entries] == [part.title for part in parts]
    items = legend.entries[1]
    assert items.tokens == str(parts[1].tokens)
    assert items.below == f"{parts[1].tokens / 2:.1f} % · {parts[1].kept} of 8 items"
    assert "Constant entries: 1 in" in items.tooltip
    assert (legend.total.used, legend.total.of_) == (
        str(bench.panel._answer.map.used),
        "of 200 tokens",
    )


def test_every_part_says_what_it_is_under_the_pointer(bench):
    bar = bench.panel.head.bar
    assert "History: 100 tokens, 50.0 %" in bar.tooltip_at(middle(bar, 2).x())
    assert "10 of 20 messages in" in bar.tooltip_at(middle(bar, 2).x())
    assert bar.tooltip_at(middle(bar, FREE).x()).startswith("Free: ")
    assert bar.tooltip_at(-5) == ""
    assert "History 100 tokens" in bar.accessibleDescription()


def test_little_that_is_used_is_enlarged_until_a_person_wants_it_to_scale(bench, qtbot):
    bench.answer(**{TOTAL: 200_000, HISTORY: 150_000, RAG: 50_000})
    bar = bench.panel.head.bar
    assert bar.is_shortened
    assert bar.pieces[-1].rect.width() < bar.width() / 2
    used = [one for one in bar.pieces if one.segment.location != FREE]
    assert used[2].rect.width() > 50
    QTest.mouseClick(bar, LEFT, pos=middle(bar, FREE))
    assert not bar.is_shortened
    assert bar.pieces[-1].rect.width() > 0.95 * bar.width()
    qtbot.keyClick(bar, KEY.Key_Z)
    assert bar.is_shortened


def test_what_is_too_much_lies_behind_the_limit(bench):
    bench.answer(**{TOTAL: 50})
    panel = bench.panel
    found = panel._answer.map
    assert found.over > 0
    bar = panel.head.bar
    beyond = bar._picture.beyond(bar._band)
    assert beyond.left() == pytest.approx(
        bar._band.left() + 50 * bar._band.width() / found.used, abs=1
    )
    assert beyond.right() == bar._band.right()
    assert panel.head.legend.total.below == f"✕ {found.over} too much"
    assert panel.head.legend.total.is_over
    panel.grab()


def test_what_would_be_too_much_ends_where_the_request_does(bench):
    bar = bench.panel.head.bar
    assert bar._picture.beyond(bar._band) is None
    bench.try_out(**{TOTAL: 50})
    used = bench.panel._what_if.map.used
    beyond = bar._picture.beyond(bar._band)
    assert beyond.right() == pytest.approx(bar._band.left() + used * bar._band.width() / 200, abs=2)


def test_what_is_tried_out_shows_the_difference_and_moves_nothing(bench):
    panel = bench.panel
    before = panel.head.sliders.geometry()
    bench.try_out(**{HISTORY: 40})
    legend = panel.head.legend
    history = next(one for one in legend.entries if one.title == "History")
    assert (history.tokens, history.delta) == ("40", " −60")
    assert (history.below, history.below_delta) == ("4 of 20 messages", " −6")
    assert legend.total.below.startswith("◌ not kept yet")
    assert panel.head.bar._picture.changed == {2}
    panel.grab()
    assert panel.head.sliders.geometry() == before
    bench.answer()
    assert not legend.total.is_what_if
    assert {one.delta for one in legend.entries} == {""}


def test_a_part_that_comes_or_goes_with_what_is_tried_out_is_no_trouble(bench, ask, document):
    panel = bench.panel
    panel.set_what_if(*ask(document, pending=None, **bench.settings))
    panel.grab()
    assert len(panel.head.legend.entries) == 3


def test_it_draws_both_themes(bench):
    light = bench.panel.grab().toImage()
    use_theme(DARK)
    assert bench.panel.grab().toImage() != light


@pytest.mark.parametrize("width", [300, 620, 850, 1600])
def test_the_legend_takes_as_many_lines_as_it_needs(bench, width):
    panel = bench.panel
    panel.resize(width, 420)
    panel.grab()
    legend = panel.head.legend
    rects = [legend.rect_of(index) for index in range(4)]
    assert all(not one.intersects(other) for one, other in pairwise(rects))
    assert max(rect.bottom() for rect in rects) < legend.height()


def test_without_a_limit_nothing_is_divided_by_it(empty, ask, document):
    empty.set_map(*ask(document, **{TOTAL: 0}))
    empty.grab()
    assert empty.head.legend.entries[0].below.startswith("–")
    displayed = ContextState(*ask(document, **{TOTAL: 0}))
    assert segments_of(displayed)[-1].tokens == 0


def test_hovering_the_bar_marks_the_legend(bench):
    bar = bench.panel.head.bar
    QTest.mouseMove(bar, QPoint(1, 1))
    QTest.mouseMove(bar, middle(bar, 2))
    assert bench.panel.head.focus.hovered == 2
    QTest.mouseMove(bar, middle(bar, FREE))
    assert bench.panel.head.focus.hovered is None
