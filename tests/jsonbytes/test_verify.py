"""A changed line is read back by another parser before it is written."""

import pytest

from inspector.core.stored import REMOVED
from inspector.jsonbytes.verify import Former, splice, verify
from inspector.jsonbytes.wanted import SpliceError

LINE = b'{"a":1,"b":{"c":[1,2],"d":"x"},"e":null}'


def test_what_was_meant_passes():
    verify(Former(LINE), LINE.replace(b'"x"', b'"y"'), [(("b", "d"), "y")])
    verify(Former(LINE), LINE.replace(b',"d":"x"', b""), [(("b", "d"), REMOVED)])
    verify(Former(LINE), LINE.replace(b"[1,2]", b"[1,2,3]"), [(("b", "c", 2), 3)])


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (b'{"a":1', "no JSON"),
        (b'{"a":1,"b":{"c":[1,2],"d":"z"},"e":null}', "another value"),
        (b'{"a":1,"b":{"c":[1,3],"d":"y"},"e":null}', "`b.c` would change"),
        (b'{"a":1.0,"b":{"c":[1,2],"d":"y"},"e":null}', "`a` would change"),
        (b'{"a":true,"b":{"c":[1,2],"d":"y"},"e":null}', "`a` would change"),
        (b'{"b":{"c":[1,2],"d":"y"},"a":1,"e":null}', "other members"),
        (b'{"a":1,"b":{"c":[1,2],"d":"y"},"e":null,"f":1}', "other members"),
        (b'{"a":1,"b":{"c":[1,2],"d":"y"}}', "other members"),
        (b"[1,2]", "members"),
        (b'{"a":1,"b":{"c":[1,2],"d":"y"},"e":NaN}', "JSON"),
        (b'{"a":1,"b":{"c":[1,2],"d":"y"},"e":null,}', "no JSON"),
        (b'{"a":1,"b":{"c":[1,2],"d":"y"},"e":null} x', "no JSON"),
    ],
)
def test_anything_else_is_refused(after, why):
    with pytest.raises(SpliceError, match=why):
        verify(Former(LINE), after, [(("b", "d"), "y")])


@pytest.mark.parametrize(
    "line", [b"[1,2]", b"5", b'"text"', b"null", b'{"a":1', b"", b'{"a":NaN}', b'{"a":Infinity}']
)
def test_a_line_that_cannot_hold_a_value_is_refused(line):
    with pytest.raises(SpliceError):
        splice(line, [(("is_system",), True)])


@pytest.mark.parametrize("held", [b"5", b'"text"', b"true", b"[]", b"[{}]", b"0", b'""'])
def test_what_is_no_object_is_not_replaced_by_one(held):
    with pytest.raises(SpliceError):
        splice(b'{"extra":%s}' % held, [(("extra", "memory"), "m")])


def test_null_counts_as_missing():
    changes = [(("extra", "memory"), "m"), (("extra", "gone"), REMOVED)]
    assert splice(b'{"extra": null ,"b":1}', changes) == b'{"extra": {"memory":"m"} ,"b":1}'


@pytest.mark.parametrize("line", [b"{}", b'{"a":null}', b'{"a":{}}'])
def test_removing_what_is_not_there_changes_nothing(line):
    assert splice(line, [(("a", "b"), REMOVED)]) == line


@pytest.mark.parametrize(
    ("value", "spelled"),
    [(10**499, b"null"), (-(10**499), b"null"), (10**308, b"1e+308"), (float("inf"), b"null")],
)
def test_numbers_beyond_every_double_are_written_as_javascript_does(value, spelled):
    assert splice(b'{"a":1}', [(("a",), value)]) == b'{"a":' + spelled + b"}"


@pytest.mark.parametrize("digits", [300, 301, 400, 401, 4299, 4301, 9000])
def test_integers_of_any_length_beside_a_change_stay(digits):
    line = b'{"big":%s,"a":1,"list":[%s,"x"]}' % (b"7" * digits, b"9" * digits)
    assert splice(line, [(("a",), 2)]) == line.replace(b'"a":1', b'"a":2')
    changed = splice(line, [(("list",), [int("9" * 300), "y"])])
    assert changed.endswith(b'"y"]}')


def test_removing_one_name_leaves_the_bytes_of_the_others():
    line = b'{"n":[ "\xff\xfe" , "b", "\\u0063","\\ud800", 1.0,{"k": [ ]} ]}'
    names = ["\ufffd\ufffd", "c", "\ud800", 1.0, {"k": []}]
    assert splice(line, [(("n",), names)]) == line.replace(b'"b", ', b"")


def test_names_in_another_order_keep_their_bytes():
    line = b'{"n":["\xff","\\u0062","c"]}'
    assert splice(line, [(("n",), ["b", "x", "\ufffd"])]) == b'{"n":["\\u0062","x","\xff"]}'


def test_true_and_one_are_different_items():
    assert splice(b'{"n":[true,1,1.0]}', [(("n",), [1, 1.0])]) == b'{"n":[1,1.0]}'


def test_a_key_that_is_spelled_with_escapes_is_edited_in_place():
    line = b'{"\\u0065xtra":{"k\\u0065y":1 }}'
    assert splice(line, [(("extra", "key"), 2)]) == line.replace(b"1", b"2")
