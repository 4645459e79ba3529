"""A difference shows what differs, also where that cannot be seen."""

import pytest

from inspector.proof.line_diff import line_diff


@pytest.mark.parametrize(
    ("predicted", "found", "lines"),
    [
        ("a\nb", "a\nb", ()),
        ("a\nb\nc", "a\nx\nc", ("-b", "+x")),
        ("a", "a\n", ("-a", "+a\\n")),
        ("a\n", "a\n\n", ("+",)),
        ("a\nb", "a \nb", ("-a", "+a␣")),
        ("a\nb\t", "a\nb\r", ("-b\\t", "+b\\r")),
        ("a\nb", "a\r\nb", ("-a", "+a\\r")),
        ("a\nb", "a\rb", ("-a", "-b", "+a\\rb")),
        ("a b", "a\u2028b", ("-a b", "+a\\u2028b")),
        ("a\xa0", "a", ("-a\\xa0", "+a")),
        ("-- a\nb", "++ a\nb", ("--- a", "+++ a")),
    ],
)
def test_lines_that_differ_are_shown_so_that_one_sees_how(predicted, found, lines):
    assert line_diff(predicted, found) == lines
