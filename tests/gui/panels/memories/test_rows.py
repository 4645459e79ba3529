from inspector.gui.panels.memories.columns import Place
from inspector.gui.panels.memories.rows import Rows


def rows_of(document):
    rows = Rows()
    rows.reset(document.memories)
    return rows


def test_a_filter_wants_every_word_in_any_case_anywhere(document):
    rows = rows_of(document)
    for query, shown in {
        "ROPE mara": [0],
        "orne": [1, 2],
        "张伟": [3],
        "event_10": [1],
        "spring": [3],
        "#2": [2],
        "  ": [0, 1, 2, 3],
        "nobody": [],
    }.items():
        rows.filter(query)
        assert list(rows.shown) == shown, query


def test_sorting_keeps_the_former_order_among_equals(document):
    rows = rows_of(document)
    rows.sort(Place.SUMMARY, lambda _: None, descending=True)
    assert list(rows.shown) == [3, 0, 1, 2]
    rows.sort(Place.IMPORTANCE, lambda _: None)
    assert list(rows.shown) == [2, 3, 1, 0]
    rows.sort(None, lambda _: None)
    assert list(rows.shown) == [0, 1, 2, 3]


def test_ids_sort_by_their_numbers(document):
    rows = rows_of(document)
    rows.sort(Place.ID, lambda _: None)
    assert [document.memories[index].id for index in rows.shown] == [
        "event_9",
        "event_10",
        "event_11",
        "event_12",
    ]


def test_memories_without_sources_sort_last(document):
    rows = rows_of(document)
    rows.sort(Place.MESSAGES, lambda _: None)
    assert list(rows.shown) == [3, 0, 1, 2]


def test_every_column_sorts(document, derivation):
    rows = rows_of(document)
    for place in Place:
        rows.sort(place, derivation.verdict_for)
        assert sorted(rows.shown) == [0, 1, 2, 3]


def test_verdicts_sort_in_first_and_those_without_one_last(document, derivation):
    rows = rows_of(document)
    rows.sort(Place.VERDICT, derivation.verdict_for)
    assert list(rows.shown) == [0, 1, 2, 3]
    rows.sort(Place.VERDICT, derivation.verdict_for, descending=True)
    assert list(rows.shown) == [3, 2, 1, 0]


def test_preparing_step_by_step_finds_the_same(many):
    document = many(40)
    rows = rows_of(document)
    assert not rows.prepare(15)
    assert not rows.prepare(15)
    assert rows.prepare(15)
    rows.filter("event_3")
    assert list(rows.shown) == [3, *range(30, 40)]
