"""The block over the whole chat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.replay import replay, sampled
from inspector.core.deadline import Deadline
from tests.analysis.questions import NAMES, asked_of, village


@given(length=st.integers(0, 3000), most=st.integers(1, 400))
def test_the_points_are_the_whole_chat_coarse_first(length, most):
    points = sampled(length, most)
    assert len(points) == len(set(points)) == min(length, most)
    assert set(points) <= set(range(length))
    if points:
        assert points[0] == length - 1
    if len(points) > 2:
        assert points[1] == 0
    if length <= most:
        assert sorted(points) == list(range(length))


@pytest.mark.parametrize("ruleset", NAMES)
def test_each_point_is_the_block_of_a_chat_that_ends_there(ruleset):
    requested = asked_of(ruleset, village())
    points = list(replay(requested))
    assert len(points) == 40
    for point in points:
        derivation = asked_of(ruleset, requested.document, at=point.at).derivation
        assert point.memories == len(derivation.in_block)
        assert point.existing == len(derivation.existing) <= 12
        assert point.tokens == sum(one.tokens for one in derivation.injections)
        assert point.used == derivation.budget.used
    assert points[0].at == 39
    assert points[0].memories == 12


def test_who_answers_is_asked_anew_at_each_point():
    requested = asked_of("openvault/26", village(), character=None, user=None)
    assert len(list(replay(requested, [0, 1, 39]))) == 3


def test_a_replay_stops_when_its_time_is_up():
    left = iter([False, False, True])
    timeouts = Deadline(None, lambda: next(left))
    assert len(list(replay(asked_of("openvault/26", village()), None, timeouts))) == 2


def test_an_empty_chat_has_no_points():
    assert list(replay(asked_of("openvault/temporal", village(0, 0, 0)))) == []
