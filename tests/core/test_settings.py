"""What a design says of a value that it refuses."""

import math

import pytest

from inspector.core.errors import SettingError
from inspector.core.settings import SettingKind, SettingSpec


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (SettingKind.WHOLE, None, "x is a whole number, not null."),
        (SettingKind.WHOLE, True, "x is a whole number, not true."),
        (SettingKind.WHOLE, 1.5, "x is a whole number, not 1.5."),
        (SettingKind.WHOLE, math.inf, "x is a whole number, not Infinity."),
        (SettingKind.NUMBER, math.nan, "x is a number, not NaN."),
        (SettingKind.NUMBER, 10**400, f"x is a number, not 1{58 * '0'}…."),
        (SettingKind.FLAG, "maybe", "x is true or false, not 'maybe'."),
        (SettingKind.TEXT, 5, "x is a text, not 5."),
        (SettingKind.TEXT, {"a": None}, 'x is a text, not {"a": null}.'),
        (SettingKind.NAMES, [True, "é"], 'x is a list of names, not [true, "é"].'),
    ],
)
def test_a_refused_value_is_named_in_plain_words(kind, value, words):
    with pytest.raises(SettingError) as refused:
        SettingSpec("x", kind, 0, "").checked(value)
    assert str(refused.value) == words
