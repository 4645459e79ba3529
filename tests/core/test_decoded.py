"""What counts as a number, whatever a file holds."""

import math

import pytest

from inspector.core.decoded import is_number, numbers


@pytest.mark.parametrize("value", [10**400, -(10**400), math.inf, math.nan, True, "1", None])
def test_what_no_javascript_number_holds_is_no_number(value):
    assert not is_number(value)


def test_the_greatest_numbers_are_numbers():
    assert numbers([2**53 + 1, 10**308, 1e308, 10**309]) == (2**53 + 1, 10**308, 1e308)
