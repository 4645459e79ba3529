import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from inspector.core.same_ends import same_ends
from inspector.gui.panels.preview.characters import between, displayed
from inspector.gui.panels.preview.rewrite import rewrite

ANY_LINE = st.text(st.characters(exclude_characters="\n"), max_size=12)
FEW_LINES = st.lists(st.sampled_from(["a", "b", "", "★ c"]), min_size=1, max_size=9)


@given(st.lists(ANY_LINE, min_size=1, max_size=6))
def test_every_line_is_one_block_and_one_row_of_its_own_length(qapp, lines):
    document = QTextDocument()
    document.setPlainText("\n".join(displayed(lines)))
    assert document.blockCount() == len(lines)
    for number, line in enumerate(lines):
        block = document.findBlockByNumber(number)
        assert block.length() - 1 == len(line.encode("utf-16-le", "surrogatepass")) // 2
        assert not {"\u2028", "\u2029"} & set(block.text())


@given(ANY_LINE, st.integers(0, 12), st.integers(0, 12))
def test_parts_are_cut_where_the_widget_counts(line, start, length):
    units = line.encode("utf-16-le", "surrogatepass")
    cut = between(line, start, start + length).encode("utf-16-le", "surrogatepass")
    assert cut == units[2 * start : 2 * (start + length)]


@given(FEW_LINES, FEW_LINES)
def test_a_rewritten_document_holds_the_new_lines(qapp, before, after):
    document = QTextDocument()
    document.setPlainText("\n".join(before))
    rewrite(document, before, after)
    assert document.toPlainText() == "\n".join(after)
    assert document.blockCount() == len(after)


@given(FEW_LINES, FEW_LINES)
def test_what_is_unchanged_never_overlaps(before, after):
    prefix, suffix = same_ends(before, after)
    assert prefix + suffix <= min(len(before), len(after))
    assert before[:prefix] == after[:prefix]
    assert before[len(before) - suffix :] == after[len(after) - suffix :]


def test_lines_are_numbered_as_in_the_text(panel, blocks, selection):
    derivation = blocks.derivation(old=[0, 1], mid=[2], recent=[3])
    panel.set_derivation(derivation, blocks.document)
    selection.select([6])
    rows = [row for row in panel.view.rows() if row.ghost is None]
    assert [row.line for row in rows] == list(range(len(derivation.injections[0].lines)))
    assert [row.memory for row in rows] == [one.memory for one in derivation.injections[0].lines]


def test_rows_follow_one_another_without_gaps(panel, blocks, selection):
    panel.set_derivation(blocks.derivation(old=[0, 1], mid=[2], recent=[3]), blocks.document)
    selection.select([6])
    panel.grab()
    rows = panel.view.rows()
    assert any(row.ghost for row in rows)
    for above, below in pairwise(rows):
        assert below.top == pytest.approx(above.top + above.height)


def test_the_view_stays_where_it_is_when_lines_below_change(panel, many):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    panel.view.scroll_to_top(40)
    before = panel.view.rows()[0]
    panel.set_derivation(many.derivation(old=range(100), mid=range(120, 300)), many.document)
    assert panel.view.rows()[0] == before


def test_the_view_stays_on_its_lines_when_lines_above_change(panel, many):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    panel.view.scroll_to_top(200)
    top = panel.view.rows()[0].memory
    panel.set_derivation(many.derivation(old=range(30, 100), mid=range(100, 300)), many.document)
    assert panel.view.rows()[0].memory == top


def test_the_view_stays_on_its_memory_when_everything_around_changes(panel, many):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    panel.view.scroll_to_top(150)
    top = panel.view.rows()[0].memory
    panel.set_derivation(many.derivation(old=range(5, 90), mid=range(120, 290)), many.document)
    assert panel.view.rows()[0].memory == top


def test_only_what_changed_is_written_again(panel, many):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    written = []
    panel.view.document().contentsChange.connect(lambda *change: written.append(change))
    panel.set_derivation(many.derivation(old=range(100), mid=range(101, 300)), many.document)
    assert sum(removed + added for _, removed, added in written) < 200


def test_html_is_shown_as_text(panel, blocks):
    panel.set_derivation(blocks.of_texts("<b>bold</b> &amp; https://a.b"), blocks.document)
    assert panel.view.toPlainText() == "<b>bold</b> &amp; https://a.b"


def test_wrapping_is_a_choice(panel, blocks):
    panel.set_derivation(blocks.of_texts("word " * 200), blocks.document)
    panel.grab()
    assert panel.view.wraps
    assert panel.view.rows()[0].height > 50
    panel.wrap_action.setChecked(False)
    assert not panel.view.wraps
    assert panel.view.rows()[0].height < 50


@pytest.mark.speed
def test_a_line_without_words_is_shown_at_once_and_leaves_no_trace(panel, blocks):
    panel.set_derivation(blocks.of_texts("a few words " * 20), blocks.document)
    panel.grab()
    before = panel.view.rows()[0].height
    start = time.perf_counter()
    panel.set_derivation(blocks.of_texts("x" * 300_000), blocks.document)
    panel.grab()
    assert time.perf_counter() - start < 2
    assert panel.view.toPlainText() == "x" * 300_000
    panel.set_derivation(blocks.of_texts("a few words " * 20), blocks.document)
    panel.grab()
    assert panel.view.rows()[0].height == before


@pytest.mark.speed
def test_an_edit_is_painted_within_a_frame(panel, many):
    """A loose bound: the benchmark has the tight one."""
    first = many.derivation(old=range(100), mid=range(100, 300))
    second = many.derivation(old=range(100), mid=range(101, 300))
    panel.set_derivation(first, many.document)
    times = []
    for turn in range(9):
        start = time.perf_counter()
        panel.set_derivation(second if turn % 2 == 0 else first, many.document)
        QApplication.processEvents()
        times.append(time.perf_counter() - start)
    assert sorted(times)[4] < 0.05
