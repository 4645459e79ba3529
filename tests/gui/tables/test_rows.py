import pytest

from inspector.gui.tables.rows import RowOrder, blocks

WORDS = ("rope", "oar", "Rope and oar", "oar")


@pytest.fixture
def rows():
    displayed = RowOrder(str.casefold)
    displayed.reset(WORDS)
    return displayed


def test_a_filter_wants_every_word_and_stays_for_other_items(rows):
    rows.filter("OAR rope")
    assert list(rows.places) == [2]
    assert rows.row_of(2) == 0
    assert rows.row_of(0) is None
    rows.reset(("a rope, an oar", "neither"))
    assert list(rows.places) == [0]


def test_sorting_keeps_the_former_order_among_equals_and_no_key_is_the_stored_order(rows):
    rows.sort_by(lambda word: (len(word),), descending=True)
    assert list(rows.places) == [2, 0, 1, 3]
    rows.sort_by(lambda word: (word.casefold(),))
    assert list(rows.places) == [1, 3, 0, 2]
    rows.sort_by(None)
    assert list(rows.places) == [0, 1, 2, 3]


def test_an_edited_item_stays_in_its_row_until_the_filter_is_set_again(rows):
    rows.filter("rope")
    rows.replace(("net", *WORDS[1:]), [0])
    assert list(rows.places) == [0, 2]
    rows.filter("rope")
    assert list(rows.places) == [2]


def test_items_are_read_for_the_filter_a_few_at_a_time():
    read = []
    rows = RowOrder(lambda word: read.append(word) or word)
    rows.reset(WORDS)
    assert not rows.prepare(3)
    assert read == list(WORDS[:3])
    assert rows.prepare(3)
    rows.filter("oar")
    assert read == list(WORDS)


def test_runs_of_rows():
    assert blocks([5, 1, 2, 3, 9, 8]) == [(1, 3), (5, 5), (8, 9)]
    assert blocks([]) == []
