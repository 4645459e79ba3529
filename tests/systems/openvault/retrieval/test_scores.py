"""Scoring many memories in one go gives each the score that it has alone."""

import math

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.memory import Memory
from inspector.systems.openvault.retrieval.facts import facts_14x, facts_26
from inspector.systems.openvault.retrieval.scores import (
    as_shares,
    faded,
    floored_14x,
    floored_26,
    score_14x,
    score_26,
    totals_14x,
    totals_26,
)
from inspector.systems.openvault.retrieval.settings import Settings14x, Settings26

records = st.lists(
    st.fixed_dictionaries(
        {
            "importance": st.sampled_from([0, 1, 2, 3, 4, 5, 7, 2.7, "4", None, True, "x", -1]),
            "message_ids": st.lists(
                st.one_of(st.integers(-2, 900), st.sampled_from(["x", 12.5])), max_size=3
            ),
            "retrieval_hits": st.sampled_from([0, 3, None, 20, -10]),
            "mentions": st.sampled_from([1, 0, 5, None]),
            "is_transient": st.booleans(),
            "type": st.sampled_from(["event", None]),
        }
    ),
    min_size=1,
    max_size=5,
)
keywords = st.lists(st.floats(0, 30), min_size=5, max_size=5)
lambdas = st.floats(-0.001, 1)


def same(left, right):
    return left == right or (math.isnan(left) and math.isnan(right))


@given(records=records, length=st.integers(0, 3000), slowness=lambdas, found=keywords)
def test_older_releases_score_many_as_they_score_one(records, length, slowness, found):
    settings = Settings14x(base_lambda=slowness)
    facts = [facts_14x(Memory(index, record)) for index, record in enumerate(records)]
    bases = faded(
        [each.importance for each in facts],
        [-each.rate(settings.base_lambda) for each in facts],
        [each.highest_source for each in facts],
        length,
    )
    floored = floored_14x(bases, [each.is_critical for each in facts], settings)
    totals = totals_14x(floored, found[: len(facts)], settings)
    for index, each in enumerate(facts):
        alone = score_14x(each, length, None, found[index], settings)
        assert same(bases[index], alone.base)
        assert same(floored[index], alone.floored)
        assert same(totals[index], alone.total)


@given(records=records, length=st.integers(0, 3000), slowness=lambdas, found=keywords)
def test_release_26_scores_many_as_it_scores_one(records, length, slowness, found):
    settings = Settings26(base_lambda=slowness)
    facts = [facts_26(Memory(index, record)) for index, record in enumerate(records)]
    importances = [each.importance for each in facts]
    latest = [each.highest_source for each in facts]
    rates = [-each.rate(settings.base_lambda, settings.transient_multiplier) for each in facts]
    bases = faded(importances, rates, latest, length)
    floored = floored_26(bases, importances)
    shares = as_shares(found[: len(facts)])
    totals = totals_26(floored, shares, [each.frequency_factor for each in facts], settings)
    for index, each in enumerate(facts):
        alone = score_26(each, latest[index], length, None, shares[index], settings)
        assert same(bases[index], alone.base)
        assert same(floored[index], alone.floored)
        assert same(totals[index], alone.total)


def test_the_best_keyword_score_is_the_whole_share():
    assert as_shares([1.5, 3.0, 0.0]) == [0.5, 1.0, 0.0]
    assert as_shares([0.0, 0.0]) == [0.0, 0.0]
    assert as_shares([]) == []
