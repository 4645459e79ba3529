"""Texts that can only differ by what a macro says anew each time."""

import pytest

from inspector.proof.moment_text import MomentTexts
from inspector.sillytavern.macros.context import MacroContext


def can_be(written, found, expected=None):
    texts = MomentTexts({"slot:a": written}, MacroContext())
    expanded = texts.expansion("slot:a")
    assert expanded is not None
    return texts.can_be("slot:a", expanded.text if expected is None else expected, found)


@pytest.mark.parametrize(
    ("found", "is_it"),
    [
        ("a 3 b 4 c", True),
        ("a 3 b 4 b 5 c", True),
        ("  a 3 b 4 c\n", True),
        ("a b b b c", True),
        ("a 3 b\n4 c", False),
        ("a 3 c", False),
        ("a 3 b 4 c d", False),
    ],
)
def test_a_field_holds_whatever_stands_in_its_line(found, is_it):
    assert can_be("a {{roll:6}} b {{roll:6}} c", found) is is_it


@pytest.mark.parametrize("found", ["It is 12:30 PM", "It is 1:05 AM\n", "It is "])
def test_a_field_that_ends_the_text_may_differ_too(found):
    assert can_be("It is {{time}}", found)
    assert can_be("It is {{time}}", f"Nell: {found}", expected="Nell: It is 9:00 AM")


def test_many_fields_in_a_line_are_told_from_another_text_without_trying_all_their_ends():
    written = " and ".join(["{{roll:6}}"] * 40)
    found = " and ".join(["3"] * 60)
    assert can_be(written, found)
    assert not can_be(f"{written}.", f"{found}\nand more")
