"""Budget against what it keeps."""

import itertools

import pytest

from inspector.analysis.budget_curve import budget_curves
from inspector.analysis.knees import knees_of
from inspector.core.deadline import Deadline
from inspector.systems.auto_recap.rulesets import DESIGN
from tests.analysis.questions import BUDGET, NAMES, asked_of, village


@pytest.mark.parametrize("ruleset", NAMES)
def test_each_point_is_what_that_budget_keeps(ruleset):
    requested = asked_of(ruleset, village(), settings={BUDGET: 200})
    curve = list(budget_curves(requested, 20))[-1]
    assert curve.is_complete
    assert [point.budget for point in curve.points] == sorted({p.budget for p in curve.points})
    for point in curve.points:
        derivation = asked_of(
            ruleset, requested.document, settings={BUDGET: point.budget}
        ).derivation
        assert point.memories == len(derivation.in_block)
        assert point.used == derivation.budget.used
        stars = sum(requested.document.memories[index].importance for index in derivation.in_block)
        assert point.importance == stars
    assert curve.current in curve.points
    assert curve.current.budget == 200
    assert curve.points[0].memories == 0
    assert curve.points[-1].memories == 12
    enough = asked_of(ruleset, requested.document, settings={BUDGET: curve.enough})
    assert len(enough.derivation.in_block) == 12


def test_the_curve_grows_finer_and_keeps_what_it_has():
    curves = list(budget_curves(asked_of("openvault/26", village()), 20))
    assert len(curves) > 2
    for earlier, later in itertools.pairwise(curves):
        assert set(earlier.points) <= set(later.points)
    assert [curve.is_complete for curve in curves] == [False] * (len(curves) - 1) + [True]


def test_a_curve_that_is_stopped_says_so():
    curve = list(budget_curves(asked_of("openvault/26", village()), 20, Deadline(0)))[-1]
    assert not curve.is_complete
    assert curve.current.budget == 8000


def test_a_ruleset_without_a_budget_has_no_curve():
    requested = asked_of("openvault/temporal", village())
    other = type(requested)(DESIGN, requested.document, requested.moment, requested.tokenizer)
    assert not list(budget_curves(other))


def test_a_chat_without_memories_has_a_flat_curve():
    curve = list(budget_curves(asked_of("openvault/temporal", village(0)), 10))[-1]
    assert {point.memories for point in curve.points} == {0}
    assert curve.knees == ()


def test_a_knee_is_where_more_tokens_bring_clearly_less():
    budgets = [0, 100, 200, 300, 400, 500]
    (knee,) = knees_of(budgets, {"memories": [0, 10, 20, 22, 24, 26]})
    assert (knee.budget, knee.what) == (200, "memories")
    assert knee.detail == (
        "Up to 200 tokens, 100 more bring about 10.0 memories; beyond, about 2.0."
    )


@pytest.mark.parametrize("kept", [[], [3], [0, 10, 20, 30], [0, 1, 4, 9], [5, 5, 5, 5]])
def test_a_straight_or_hollow_curve_has_no_knee(kept):
    assert knees_of([100 * index for index in range(len(kept))], {"memories": kept}) == ()
