"""Where budgets lie on their sliders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.gui.panels.context.number_field import number_in
from inspector.gui.panels.context.scale import FARTHEST, Scale, round_below

budgets = st.integers(0, 2**62)


@given(need=budgets, value=budgets, usual=budgets)
def test_every_scale_holds_its_value_and_what_all_needs(need, value, usual):
    scale = Scale.of(need, value, usual)
    assert scale.reach >= 1
    assert scale.top >= min(max(need, value), FARTHEST)
    assert 0 <= scale.share(value) <= 1


@given(need=budgets, value=budgets, one=budgets, other=budgets)
def test_a_greater_budget_never_lies_further_left(need, value, one, other):
    scale = Scale.of(need, value)
    low, high = sorted((one, other))
    assert scale.share(low) <= scale.share(high)


@given(need=st.integers(0, 10**9), value=st.integers(0, 10**9), share=st.floats(0, 1))
def test_a_share_and_its_value_lie_within_a_pixel_of_each_other(need, value, share):
    scale = Scale.of(need, value)
    found = scale.value(share, 1000)
    assert 0 <= found <= scale.top
    step = 1 / scale.reach if scale.reach < 1000 else 0
    assert abs(scale.share(found) - share) <= 0.002 + step


@pytest.mark.parametrize("value", [0, 1, 2**31, 2**31 + 1, 2**40, 10**15, 10**300])
def test_no_budget_is_too_great_for_a_scale(value):
    scale = Scale.of(1000, value, 200_000)
    assert scale.share(value) == 1 if value > 200_000 else scale.share(value) < 1
    assert scale.value(1.0) == scale.top
    assert scale.value(0.0) == 0


def test_what_matters_lies_evenly_and_the_rest_crowds_at_the_end():
    scale = Scale.of(1000, 200_000)
    assert scale.share(550) == pytest.approx(scale.share(1100) / 2)
    assert scale.share(1100) == pytest.approx(0.8)
    assert 0.8 < scale.share(20_000) < 1


@pytest.mark.parametrize(
    ("number", "below"), [(0.3, 1), (1.9, 1), (2, 2), (4.9, 2), (70, 50), (1234, 1000)]
)
def test_steps_are_round(number, below):
    assert round_below(number) == below


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("150,000", 150_000),
        (" 150 000 ", 150_000),
        ("150'000", 150_000),
        ("4294967297", 2**32 + 1),
        ("-5", None),
        ("1e5", None),
        ("NaN", None),
        ("٣", None),
        ("", None),
        ("9" * 16, None),
    ],
)
def test_only_whole_numbers_from_zero_are_read(text, number):
    assert number_in(text) == number
