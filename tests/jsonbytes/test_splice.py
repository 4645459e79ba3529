"""Changing one value leaves every other byte as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.stored import REMOVED
from inspector.jsonbytes.verify import splice

LINE = b'{"a" : 1.0, "b":{"x":[1, 2,3 ],"\\u0079":"\\u00e9\\ud83d"} ,"big":9007199254740993}'


def test_no_change_gives_the_same_bytes():
    assert splice(LINE, []) == LINE


def test_a_new_value_takes_the_place_of_the_old():
    assert splice(LINE, [(("b", "y"), "é")]) == LINE.replace(b'"\\u00e9\\ud83d"', '"é"'.encode())


def test_a_new_key_goes_to_the_end_of_its_object():
    assert splice(LINE, [(("b", "z"), None)]) == LINE.replace(b'\\ud83d"}', b'\\ud83d","z":null}')


def test_a_new_key_makes_the_objects_above_it():
    assert splice(b'{"mes":"x"}', [(("extra", "memory", "text"), "m")]) == (
        b'{"mes":"x","extra":{"memory":{"text":"m"}}}'
    )


def test_a_key_in_an_empty_object_has_no_comma():
    assert splice(b"{ }", [(("a",), 1)]) == b'{"a":1 }'


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        (["a"], b'{"b":2 ,"c":3}'),
        (["b"], b'{"a":1, "c":3}'),
        (["c"], b'{"a":1, "b":2}'),
        (["a", "b"], b'{"c":3}'),
        (["b", "c"], b'{"a":1}'),
        (["a", "b", "c"], b"{}"),
    ],
)
def test_a_removed_key_takes_one_comma_with_it(gone, left):
    line = b'{"a":1, "b":2 ,"c":3}'
    assert splice(line, [((key,), REMOVED) for key in gone]) == left


def test_a_removed_key_goes_as_often_as_it_stands():
    assert splice(b'{"a":1,"b":2,"\\u0061":3}', [(("a",), REMOVED)]) == b'{"b":2}'


def test_the_last_of_two_equal_keys_is_the_value():
    assert splice(b'{"a":1,"b":2,"a":3}', [(("a",), 4)]) == b'{"a":1,"b":2,"a":4}'


def test_changes_below_the_first_of_two_equal_keys_are_not_made():
    line = b'{"o":{"x":1},"o":{"x":2}}'
    assert splice(line, [(("o", "x"), 9)]) == b'{"o":{"x":1},"o":{"x":9}}'


def test_removing_and_adding_at_the_end_of_one_object():
    line = b'{"a":1,"embedding":[0.1, 0.2]}'
    changes = [(("embedding",), REMOVED), (("b",), 2)]
    assert splice(line, changes) == b'{"a":1,"b":2}'


@pytest.mark.parametrize(
    ("after", "spelled"),
    [
        (["p", "q", "r"], b'["p", "q","r" ]'),
        (["p", "q"], b'["p", "q" ]'),
        (["q"], b'["q" ]'),
        (["q", "r"], b'["q","r" ]'),
        ([], b"[ ]"),
        (["q", "p"], b'["q","p"]'),
    ],
)
def test_a_list_keeps_the_bytes_of_items_that_stay(after, spelled):
    assert splice(b'{"names":["p", "q" ]}', [(("names",), after)]) == b'{"names":' + spelled + b"}"


def test_items_of_a_list_are_reached_by_their_place():
    line = b'{"m":[{"i":1},{"i":2}]}'
    assert splice(line, [(("m", 1, "i"), 5)]) == b'{"m":[{"i":1},{"i":5}]}'


def test_bytes_that_are_no_utf8_stay():
    line = b'{"a":"\xff\xfe","b":1}'
    assert splice(line, [(("b",), 2)]) == b'{"a":"\xff\xfe","b":2}'


def test_a_key_with_bytes_that_are_no_utf8_is_found_as_it_was_read():
    line = b'{"\xe4\xb8":{"a":1},"\xc3\xa9\\udc80":2}'
    keys = list(json.loads(line.decode("utf-8", "replace")))
    assert splice(line, [((keys[0], "a"), 3)]) == line.replace(b"1", b"3")
    assert splice(line, [((keys[1],), 3)]) == line.replace(b"2", b"3")


def test_a_path_through_a_number_is_refused():
    with pytest.raises(ValueError, match="no object or list"):
        splice(b'{"a":1}', [(("a", "b"), 2)])


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=5)


@given(OBJECTS, st.text(), JSON, st.booleans(), st.sampled_from([None, (", ", ": ")]))
def test_decoding_a_spliced_line_gives_the_changed_object(before, key, value, escape, separators):
    line = json.dumps(before, ensure_ascii=escape, separators=separators).encode(
        "utf-8", "surrogatepass"
    )
    changed = splice(line, [((key,), value)])
    assert as_floats(json.loads(changed)) == as_floats({**before, key: value})


def as_floats(value):
    return json.loads(json.dumps(value), parse_int=float)


@given(OBJECTS, st.text(), JSON, OBJECTS)
def test_a_new_value_changes_no_byte_before_or_behind_it(before, key, value, behind):
    def spelled(part):
        return json.dumps(part, separators=(", ", " : "))

    head = spelled({**before, key: 0})[:-2] if key not in before else "{" + spelled(key) + ":"
    tail = "".join(f" , {spelled(k)}:{spelled(v)}" for k, v in behind.items() if k != key) + "}"
    line = (head + spelled(value) + tail).encode()
    changed = splice(line, [((key,), "new")])
    assert changed == (head + '"new"' + tail).encode()
