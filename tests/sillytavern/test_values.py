"""Large values are decoded in parts, to the same value as at once."""

import json
import sys

import pytest

from inspector.sillytavern.values import LazyObject, NotJsonError, decode

MANY = [{"id": f"memory {n}", "summary": "Ü" * 200, "of": [n, None, 1.5]} for n in range(2000)]
LARGE = "x" * 200_000


@pytest.mark.parametrize(
    "value",
    [
        MANY,
        {"memories": MANY, "other": {"deeper": {"list": MANY, "text": LARGE}}, "": []},
        [LARGE, {"a": LARGE}, [[LARGE]], 1],
        [[1, "two"]] * 50_000,
        LARGE,
        [],
    ],
)
def test_it_is_the_same_value(value):
    for spelled in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert decode(spelled.encode()) == value


def test_of_a_key_that_stands_twice_the_last_value_counts_at_the_first_place():
    spelled = b'{"a": 1, "b": "%b", "a": {"c": 2}}' % LARGE.encode()
    found = decode(spelled)
    assert found == {"a": {"c": 2}, "b": LARGE}
    assert list(found) == ["a", "b"]


def test_what_only_javascript_reads_is_read_in_a_large_value_too():
    spelled = json.dumps([*MANY, "\ud800"]).encode()
    assert decode(spelled) == [*MANY, "\ud800"]
    assert decode(json.dumps([*MANY, float("inf")]).encode(), allow_nan=True)[-1] == float("inf")


@pytest.mark.parametrize("wrong", [b"]", b"nul", b"}", b"1.", b'"', b"NaN"])
def test_what_is_wrong_anywhere_in_it_is_refused(wrong):
    spelled = json.dumps(MANY).encode()
    for broken in (spelled[:-1] + b"," + wrong + b"]", spelled.replace(b"1.5", wrong, 1)):
        with pytest.raises(NotJsonError):
            decode(broken)


def test_between_two_parts_others_have_their_turn():
    calls = []
    spelled = json.dumps(MANY).encode()
    sys.setprofile(lambda _frame, event, what: event == "c_call" and calls.append(what))
    try:
        decode(spelled)
    finally:
        sys.setprofile(None)
    assert sum(getattr(one, "__name__", "") == "decode" for one in calls) > len(spelled) >> 16


def test_what_is_read_of_an_object_while_it_is_read_again_is_read_of_both():
    class ReadMeanwhile(bytes):
        def __bytes__(self):
            assert former["other"] == 2  # as another thread may
            return bytes.__bytes__(self)

    former = LazyObject({"one": b"1", "other": b"2"})
    assert former["one"] == 1
    again = LazyObject({"one": ReadMeanwhile(b"1"), "other": b"2"}, former)
    assert dict(again) == dict(former) == {"one": 1, "other": 2}
