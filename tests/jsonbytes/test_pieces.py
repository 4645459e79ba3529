"""Contents in pieces."""

from itertools import product

import pytest

from inspector.jsonbytes.pieces import CHUNK, ReadBytes, Stretch, are_same

READ = ReadBytes(b"one two three")


@pytest.mark.parametrize(
    ("some", "rest"),
    [
        ([], [b""]),
        ([b"one two"], [b"one", b"", b" two"]),
        ([Stretch(READ, 0, 7)], [b"one two"]),
        ([Stretch(READ, 0, 13)], [Stretch(READ, 0, 4), memoryview(b"two "), Stretch(READ, 8, 13)]),
        ([Stretch(READ, 0, 4), b"2"], [Stretch(READ, 0, 4), b"", b"2"]),
        ([b"x" * (3 * CHUNK + 5)], [b"x" * CHUNK, b"x" * (2 * CHUNK + 5)]),
    ],
)
def test_contents_are_the_same_however_they_are_cut(some, rest):
    assert are_same(some, rest)
    assert are_same(rest, some)
    for one, another in product((some, rest), repeat=2):
        assert not are_same([*one, b"!"], another)
        assert not are_same([*one, b"!"], [*another, b"?"])


def test_a_stretch_of_both_is_not_read():
    read = ReadBytes(b"gone")
    read.move(None)
    assert are_same([Stretch(read, 0, 4), b"a"], [Stretch(read, 0, 4), b"a"])
