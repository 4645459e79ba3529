"""Counting that needs no vocabulary."""

import pytest

from inspector.core.tokens import tokens_by_utf16, utf16_length


@pytest.mark.parametrize(
    ("text", "units"),
    [("", 0), ("abc", 3), ("★", 1), ("🎉a", 3), ("\ud800", 1), ("a\udc00\ud800", 3)],
)
def test_length_in_utf16_units(text, units):
    assert utf16_length(text) == units


def test_tokens_are_rounded_up():
    assert tokens_by_utf16("abcdefgh", 3.5) == 3
    assert tokens_by_utf16("", 4) == 0
