"""What the selection's own budget lets in, and which budget would do."""

import math

from hypothesis import given
from hypothesis import strategies as st

from inspector.systems.openvault.retrieval.balance import (
    cut,
    enough_for_balance,
    enough_for_cut,
    soft_balance,
)

costs = st.lists(st.integers(0, 60), min_size=1, max_size=12)
lies = st.lists(st.sampled_from(["old", "mid", "recent"]), min_size=12, max_size=12)


@given(costs=costs, data=st.data())
def test_the_least_budget_of_a_cut_takes_a_memory_and_one_less_does_not(costs, data):
    ranked = data.draw(st.permutations(range(len(costs))))
    location = data.draw(st.sampled_from(ranked))
    enough = enough_for_cut(ranked, costs.__getitem__, location)
    assert location in cut(ranked, costs.__getitem__, enough).chosen
    assert location not in cut(ranked, costs.__getitem__, enough - 1).chosen


@given(costs=costs, buckets=lies, more=st.integers(0, 100), data=st.data())
def test_a_budget_that_surely_does_takes_a_memory_as_every_larger_one(costs, buckets, more, data):
    ranked = data.draw(st.permutations(range(len(costs))))
    location = data.draw(st.sampled_from(ranked))
    enough = enough_for_balance(ranked, buckets.__getitem__, costs.__getitem__, location)
    assert math.isfinite(enough)
    choice = soft_balance(ranked, buckets.__getitem__, costs.__getitem__, enough + more)
    assert location in choice.chosen
