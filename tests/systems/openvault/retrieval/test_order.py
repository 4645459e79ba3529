"""An order that works out little ranks as the one that works out everything does."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.javascript_sort import sorted_by_number
from inspector.systems.openvault.retrieval.order import Order, trusted

SCORES = st.one_of(
    st.floats(0, 100),
    st.sampled_from([0.0, 5.0, 5.000000000000001, 4.999999999999999, 5e-324, 1e-310]),
)


def order_of(scores, places=None, *, shift=1.0):
    """An order whose quick scores are off in the last digits, and what was worked out for it."""
    requested = []

    def exact(numbers):
        requested.extend(numbers)
        return [scores[number] for number in numbers]

    nearly = [score * (1 + shift * (-1) ** n * 1e-10) for n, score in enumerate(scores)]
    return Order(places or range(len(scores)), nearly, exact), requested


@given(st.lists(SCORES, max_size=40), st.integers(0, 50))
def test_ranks_and_scores_are_those_of_the_whole_sort(scores, most):
    places = [3 * number + 1 for number in range(len(scores))]
    order, _requested = order_of(scores, places)
    ranked = sorted_by_number(range(len(scores)), scores.__getitem__, descending=True)
    expected = [places[number] for number in ranked]
    assert order.best(most) == expected[:most]
    assert [order.rank(location) for location in expected] == list(range(1, len(scores) + 1))
    assert [order.score(location) for location in places] == scores
    assert order.best(len(scores)) == expected


@given(st.lists(SCORES, min_size=1, max_size=20), st.data())
def test_the_lowest_score_is_the_exact_one(scores, data):
    order, _requested = order_of(scores)
    some = data.draw(st.lists(st.sampled_from(range(len(scores))), min_size=1, unique=True))
    assert order.lowest(some) == min(scores[number] for number in some)


def test_only_what_is_too_close_to_tell_is_worked_out():
    order, requested = order_of([1.0, 3.0, 2.0, 2.0, 9.0])
    assert order.best(2) == [4, 1]
    assert requested == []
    assert order.best(5) == [4, 1, 2, 3, 0]
    assert sorted(requested) == [2, 3]


def test_scores_that_are_no_numbers_are_sorted_as_the_release_sorts_them():
    scores = [1.0, math.nan, 3.0, math.nan, 2.0]
    order = Order(range(5), None, lambda numbers: [scores[number] for number in numbers])
    expected = sorted_by_number(range(5), scores.__getitem__, descending=True)
    assert order.best(5) == expected
    assert [order.rank(location) for location in expected] == [1, 2, 3, 4, 5]


def test_what_is_not_scored_is_not_in_the_order():
    order, _requested = order_of([1.0, 2.0], [4, 7])
    assert len(order) == 2
    assert 4 in order
    assert 0 not in order


@pytest.mark.parametrize("odd", [-1.0, math.nan, math.inf, -1e-300])
def test_a_sum_with_odd_parts_is_not_trusted(odd):
    assert trusted([0.0, 2.0], [])
    assert not trusted([0.0, 2.0], [1.0, odd])
