"""V8's sort: the same order as Node's for comparisons that contradict themselves."""

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.javascript_sort import is_ascending, sorted_by_number, stable_sorted

LENGTHS = (1, 2, 3, 10, 33, 63, 64, 65, 100, 200, 500, 1200)
# By length: digests of the orders into which Node 20 sorts `numbers(length, variant)` by a - b
# and by b - a, for all variants.
NODE = {
    1: "ab389cc99896ab6b",
    2: "9eaab571fea81c6c",
    3: "ab8deff8ddaf056a",
    10: "a16eea797c3c4a9f",
    33: "b759a540b6bb4331",
    63: "44da50a4a8030d50",
    64: "dbd58fb56c79a2b2",
    65: "784ba59572e3780d",
    100: "51c2f5dd7063f96b",
    200: "de2d1979611c709a",
    500: "849b4a6ea8d65f4d",
    1200: "c2e67891a938552c",
}


def numbers(length, variant):
    """Numbers and NaN in runs, mixed up more or less; the same on every Python."""
    state = length * 7919 + variant * 104_729 + 1
    found = []
    for index in range(length):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        dice = state / 2**31
        if dice < (0.02, 0.1, 0.5, 0.3)[variant % 4]:
            found.append(math.nan)
        elif variant < 4:
            found.append(math.floor(dice * (3, 20, 1000, 10**6)[variant % 4]))
        else:
            found.append(index if variant < 6 else length - index)
    return found if variant % 3 else found[length // 3 :] + found[: length // 3]


def digest(orders):
    return hashlib.sha256(";".join(",".join(map(str, one)) for one in orders).encode()).hexdigest()[
        :16
    ]


@pytest.mark.parametrize("length", LENGTHS)
def test_numbers_and_nan_are_sorted_as_node_sorts_them(length):
    orders = [
        sorted_by_number(range(length), numbers(length, variant).__getitem__, descending=falling)
        for variant in range(8)
        for falling in (False, True)
    ]
    assert digest(orders) == NODE[length]


@given(st.lists(st.integers(0, 20), max_size=300))
def test_consistent_comparisons_give_the_stable_order(keys):
    pairs = list(enumerate(keys))
    expected = sorted(pairs, key=lambda pair: pair[1])
    assert stable_sorted(pairs, lambda left, right: left[1] < right[1]) == expected


@given(st.lists(st.one_of(st.integers(0, 9), st.just(math.nan)), max_size=300))
def test_nothing_is_lost_whatever_is_compared(keys):
    order = sorted_by_number(range(len(keys)), keys.__getitem__)
    assert sorted(order) == list(range(len(keys)))


@given(st.lists(st.one_of(st.integers(0, 3), st.sampled_from([math.nan, math.inf, -math.inf]))))
def test_what_is_ascending_stays_as_it_is_when_sorted(keys):
    order = sorted_by_number(range(len(keys)), keys.__getitem__)
    if is_ascending(keys):
        assert order == list(range(len(keys)))
        assert not any(map(math.isnan, keys))
    elif not any(map(math.isnan, keys)):
        assert order != list(range(len(keys))) or {math.inf, -math.inf} <= set(keys)
