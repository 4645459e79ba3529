"""The queue of summaries, without a window."""

from gettext import NullTranslations

import pytest

from inspector import language
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.gui.panels.rewrite.queue import Queue, found_by_lint


def test_what_is_kept_or_left_is_no_longer_open():
    queue = Queue((3, 5, 8)).with_drafts({5: "New."}).leaving(3)
    assert queue.open == (8,)
    assert queue.with_drafts({3: "Too."}).left == frozenset()
    left = queue.leaving(5)
    assert (left.drafts, left.worded) == ({}, {5: "New."})


@pytest.mark.parametrize(("memory", "after"), [(3, 5), (8, 3), (5, 8), (99, 3)])
def test_the_next_is_the_next_open_one_and_then_the_first(memory, after):
    assert Queue((3, 5, 8)).after(memory) == after


def test_there_is_no_next_when_all_are_decided():
    assert Queue((3,)).with_drafts({3: "New."}).after(3) is None
    assert Queue().step(7, 1) == 7
    assert [Queue((3, 5)).step(3, -1), Queue((3, 5)).step(5, 1)] == [3, 5]


def test_drafts_that_change_nothing_are_no_edits():
    memories = tuple(Memory(at, {"summary": f"Old {at}."}) for at in range(3))
    queue = Queue((0, 1)).with_drafts({0: "Old 0.", 1: "New."})
    (edit,) = queue.edits(Document(memories=memories))
    assert (edit.memories, edit.value) == ((1,), "New.")


def test_what_lint_finds_against_a_wording_comes_once_in_list_order():
    found = [Problem("too-long", "", memory=4), Problem("mojibake", "", memory=2),
             Problem("too-long", "", memory=2), Problem("no-source", "", memory=1)]  # fmt: skip
    assert found_by_lint(found) == (2, 4)


class Marked(NullTranslations):
    def pgettext(self, context, message):
        return f"{message} ({context})"


def test_what_is_left_as_it_is_says_so_in_the_language_in_use():
    document = Document(memories=(Memory(0, {"summary": "Old."}),))
    language.use(Marked())
    try:
        (row,) = Queue((0,)).leaving(0).rows(document, None)
    finally:
        language.use(NullTranslations())
    assert row.state == "left (of a summary)"
