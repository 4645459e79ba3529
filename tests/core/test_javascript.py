"""JavaScript's conversions, as Node 20 prints them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core import javascript as js
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED


@pytest.mark.parametrize(
    ("number", "spelled"),
    [
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (1e-7, "1e-7"),
        (1.5e-6, "0.0000015"),
        (1.0, "1"),
        (-0.0, "0"),
        (123.456, "123.456"),
        (-1e-10, "-1e-10"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2**53 + 1, "9007199254740992"),
        (10**400, "Infinity"),
        (math.nan, "NaN"),
        (-math.inf, "-Infinity"),
    ],
)
def test_numbers_are_spelled_as_javascript_does(number, spelled):
    assert js.number_text(number) == spelled


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_spelled_number_reads_back_as_itself(number):
    assert js.to_number(js.number_text(number)) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("  12 ", 12),
        ("0x1F", 31),
        ("0b11", 3),
        ("1e3", 1000),
        (".5", 0.5),
        ("5.", 5),
        ("+.5e1", 5),
        ("Infinity", math.inf),
        ("-Infinity", -math.inf),
        ("\ufeff7", 7),
    ],
)
def test_texts_become_numbers(text, number):
    assert js.to_number(text) == number


@pytest.mark.parametrize("text", ["12px", "1_000", "1e", "-0x10", "infinity", "٣", "a"])
def test_other_texts_become_nan(text):
    assert math.isnan(js.to_number(text))


def test_other_values_become_numbers():
    assert js.to_number(None) == 0
    assert js.to_number(True) == 1
    assert js.to_number([]) == 0
    assert js.to_number([4]) == 4
    assert js.to_number(10**400) == math.inf
    assert math.isnan(js.to_number(UNDEFINED))
    assert math.isnan(js.to_number({}))


def test_values_print_as_in_a_template():
    assert js.to_string(UNDEFINED) == "undefined"
    assert js.to_string(None) == "null"
    assert js.to_string(True) == "true"
    assert js.to_string([1, [2, None], UNDEFINED, {}]) == "1,2,,,[object Object]"
    with pytest.raises(ReleaseThrowsError, match="Cannot convert object to primitive value"):
        js.to_string({"toString": 1})


@pytest.mark.parametrize("value", [UNDEFINED, None, 0, 0.0, "", False, math.nan])
def test_falsy_values(value):
    assert not js.truthy(value)
    assert js.first_truthy(value, 3) == 3


@pytest.mark.parametrize("value", [[], {}, "0", -1, True])
def test_truthy_values(value):
    assert js.truthy(value)


def test_reading_a_property():
    assert js.get({"a": 1}, "a") == 1
    assert js.get({}, "a") is UNDEFINED
    assert js.get("a🎉", "length") == 3
    assert js.get([1, 2], "length") == 2
    assert js.get(5, "length") is UNDEFINED
    assert js.get_if_any(None, "a") is UNDEFINED
    with pytest.raises(ReleaseThrowsError) as thrown:
        js.get(None, "message_ids")
    assert str(thrown.value) == (
        "TypeError: Cannot read properties of null (reading 'message_ids')"
    )


@pytest.mark.parametrize(
    ("count", "stars"),
    [(4, 4), (2.7, 2), ("4", 4), (True, 1), (0.5, 0), (-0.5, 0), ("x", 0), ([3], 3)],
)
def test_repeating(count, stars):
    assert js.repeat("★", count) == "★" * stars


@pytest.mark.parametrize(
    ("count", "error"),
    [
        (-1, "RangeError: Invalid count value: -1"),
        ("-5", "RangeError: Invalid count value: -5"),
        (-1.5, "RangeError: Invalid count value: -1.5"),
        (math.inf, "RangeError: Invalid count value: Infinity"),
        (10**400, "RangeError: Invalid count value: Infinity"),
        ([-3], "RangeError: Invalid count value: [object Array]"),
        (2**29, "RangeError: Invalid string length"),
        (1e300, "RangeError: Invalid string length"),
    ],
)
def test_repeating_too_seldom_or_too_often_throws_at_once(count, error):
    with pytest.raises(ReleaseThrowsError) as thrown:
        js.repeat("★", count)
    assert str(thrown.value) == error


@pytest.mark.parametrize(
    ("number", "rounded"), [(0.5, 1), (2.5, 3), (-2.5, -2), (-0.2, 0), (0.49999999999999994, 0)]
)
def test_rounding(number, rounded):
    assert js.round_half_up(number) == rounded


def test_what_is_no_number_stays_so():
    for rule in (js.floor, js.ceil, js.round_half_up):
        assert math.isnan(rule(math.nan))
        assert rule(-math.inf) == -math.inf
    assert js.floor(-1.5) == -2
    assert js.ceil(-1.5) == -1


def test_adding_joins_texts():
    assert js.add(0, "4") == "04"
    assert js.add(1, None) == 1
    assert js.add([1], 2) == "12"


def test_entries_come_in_javascripts_order():
    given_keys = {"b": 1, "10": 2, "2": 3, "a": 4, "-1": 5, "01": 6, "4294967295": 7}
    keys = [key for key, _ in js.entries(given_keys)]
    assert keys == ["2", "10", "b", "a", "-1", "01", "4294967295"]
    assert js.entries("ab") == [("0", "a"), ("1", "b")]
    assert js.entries(["x"]) == [("0", "x")]
    assert js.entries(5) == []
    with pytest.raises(ReleaseThrowsError):
        js.entries(None)


def test_iterating():
    assert list(js.iterated([1], "memories")) == [1]
    assert list(js.iterated("ab", "memories")) == ["a", "b"]
    with pytest.raises(ReleaseThrowsError, match="TypeError: memories is not iterable"):
        js.iterated({}, "memories")


def test_joining_what_is_no_list_throws():
    with pytest.raises(ReleaseThrowsError):
        js.joined("Kai", ", ")


def test_identity_is_that_of_a_set():
    assert js.identity(1) == js.identity(1.0)
    assert js.identity(1) != js.identity(True)
    assert js.identity("1") != js.identity(1)
    assert js.identity(math.nan) == js.identity(math.nan)
    assert js.identity(None) != js.identity(UNDEFINED)
    one, other = {}, {}
    assert js.identity(one) == js.identity(one)
    assert js.identity(one) != js.identity(other)
