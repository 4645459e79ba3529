"""Values are spelled as JSON.stringify would."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.jsonbytes.spelling import spell, spell_number


@pytest.mark.parametrize(
    ("number", "spelled"),
    [
        (1.0, "1"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (1e-7, "1e-7"),
        (1.5e-7, "1.5e-7"),
        (0.000001, "0.000001"),
        (123456789012345680000, "123456789012345680000"),
        (1e21, "1e+21"),
        (1.234e25, "1.234e+25"),
        (9007199254740993, "9007199254740992"),
        (-12.5, "-12.5"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (100, "100"),
        (float("nan"), "null"),
        (float("inf"), "null"),
    ],
)
def test_numbers_are_spelled_as_javascript_does(number, spelled):
    assert spell_number(number) == spelled


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_spelled_number_is_the_number(number):
    assert float(spell_number(number)) == number


def test_texts_stay_raw_but_for_what_must_be_escaped():
    assert spell('é\u2028\x7f\x01"\\/\n') == '"é\u2028\x7f\\u0001\\"\\\\/\\n"'


def test_half_a_pair_is_an_escape_in_lower_case():
    assert spell("\ud83d") == '"\\ud83d"'


def test_lists_and_objects_have_no_spaces():
    assert spell({"a": [1, None, True], "b": {}}) == '{"a":[1,null,true],"b":{}}'


@given(st.recursive(st.none() | st.booleans() | st.text(), st.lists))
def test_what_is_spelled_is_json(value):
    assert json.loads(spell(value)) == value
