import pytest
from PySide6.QtCore import Qt

from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.memories.model import MemoryModel

DESCENDING = Qt.SortOrder.DescendingOrder


@pytest.fixture(autouse=True)
def _application(qapp):
    """Models need one."""


def model_of(document, derivation=None):
    model = MemoryModel()
    model.set_document(document)
    model.set_derivation(derivation)
    return model


def test_a_filter_wants_every_word_in_any_case_anywhere(document):
    model = model_of(document)
    for query, displayed in {
        "ROPE mara": [0],
        "orne": [1, 2],
        "张伟": [3],
        "event_10": [1],
        "spring": [3],
        "#2": [2],
        "  ": [0, 1, 2, 3],
        "nobody": [],
    }.items():
        model.set_filter(query)
        assert list(model.order.places) == displayed, query


def test_sorting_keeps_the_former_order_among_equals(document):
    model = model_of(document)
    model.sort(Location.SUMMARY, DESCENDING)
    assert list(model.order.places) == [3, 0, 1, 2]
    model.sort(Location.IMPORTANCE)
    assert list(model.order.places) == [2, 3, 1, 0]
    model.sort(-1)
    assert list(model.order.places) == [0, 1, 2, 3]


def test_ids_sort_by_their_numbers(document):
    model = model_of(document)
    model.sort(Location.ID)
    assert [document.memories[index].id for index in model.order.places] == [
        "event_9",
        "event_10",
        "event_11",
        "event_12",
    ]


def test_memories_without_sources_sort_last(document):
    model = model_of(document)
    model.sort(Location.MESSAGES)
    assert list(model.order.places) == [3, 0, 1, 2]


def test_every_column_sorts(document, derivation):
    model = model_of(document, derivation)
    for location in Location:
        model.sort(location)
        assert sorted(model.order.places) == [0, 1, 2, 3]


def test_verdicts_sort_in_first_and_those_without_one_last(document, derivation):
    model = model_of(document, derivation)
    model.sort(Location.VERDICT)
    assert list(model.order.places) == [0, 1, 2, 3]
    model.sort(Location.VERDICT, DESCENDING)
    assert list(model.order.places) == [3, 2, 1, 0]


def test_preparing_step_by_step_finds_the_same(many):
    document = many(40)
    model = model_of(document)
    assert not model.order.prepare(15)
    assert not model.order.prepare(15)
    assert model.order.prepare(15)
    model.set_filter("event_3")
    assert list(model.order.places) == [3, *range(30, 40)]
