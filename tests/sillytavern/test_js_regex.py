"""Patterns of JavaScript match here what they match there."""

import pytest

from inspector.sillytavern.js_regex import compiled


@pytest.mark.parametrize(
    ("source", "flags", "text", "matches"),
    [
        ("a$", "", "a\n", False),
        ("a$", "m", "a\nb", True),
        ("^b", "m", "a\u2028b", True),
        (".", "", "\u2028", False),
        (".", "s", "\n", True),
        (r"\bmaя", "", "maя", True),
        (r"\w", "", "я", False),
        (r"\s", "", "\ufeff", True),
        (r"\s", "", "\u0085", False),
        (r"(a)|(b)\1", "", "b", True),
        ("[^]", "", "\n", True),
        ("[]", "", "x", False),
        ("a{,3}", "", "a{,3}", True),
        (r"\p{Lu}ulls", "u", "Gulls", True),
        (r"\p{Lu}", "", "p{Lu}", True),
        ("^.$", "", "😀", False),
        ("^.$", "u", "😀", True),
        (r"(?<n>a)\k<n>", "", "aa", True),
        (r"(?<!x)a", "", "xa", False),
        (r"[a\]b]", "", "]", True),
        (r"[\d-x]", "", "-", True),
        (r"\/x\x41\u0042", "", "/xAB", True),
        ("Gulls", "y", "x Gulls", False),
        ("(a+)+$", "", "a" * 24 + "b", False),
    ],
)
def test_a_pattern_matches_as_in_javascript(source, flags, text, matches):
    pattern = compiled(source, flags)
    assert pattern is not None
    assert pattern.test(text) is matches


@pytest.mark.parametrize(
    ("source", "flags"),
    [("gulls(", ""), ("x[", ""), ("a++", ""), ("(?>a)", ""), ("a", "x"), ("a", "gg"), ("*", "")],
)
def test_what_javascript_refuses_is_no_pattern(source, flags):
    assert compiled(source, flags) is None


def test_a_pattern_that_would_take_forever_ends():
    pattern = compiled(r"^(\w+\s?)*$")
    assert pattern is not None
    assert not pattern.test("word " * 4000 + "!")
