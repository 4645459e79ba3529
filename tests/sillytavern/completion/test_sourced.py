"""Texts that remember where each part comes from."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.sillytavern.completion.sourced import NOTHING, Piece, Sourced, joined, sourced

texts = st.builds(sourced, st.text("ab \n", max_size=4), st.sampled_from(["x", "y", "z"]))


def test_what_separates_two_texts_belongs_to_the_first():
    whole = joined([sourced("a", "x"), sourced("b", "y")], "\n")
    assert whole.pieces == (Piece("a\n", "x"), Piece("b", "y"))


def test_an_empty_text_is_separated_like_any_other():
    assert joined([NOTHING, sourced("note", "x"), NOTHING], "\n").text == "\nnote\n"


def test_parts_keep_their_source_through_a_change_within_them():
    text = joined([sourced("hello", "x"), sourced("world", "y")], " ")
    found = text.become(text.text.upper(), str.upper)
    assert found.pieces == (Piece("HELLO ", "x"), Piece("WORLD", "y"))


def test_a_change_across_parts_goes_to_the_first_of_them():
    text = Sourced((Piece("one {{trim}}", "x"), Piece("\n two", "y"), Piece(" end", "z")))
    found = text.become("one two end", lambda part: part.replace("{{trim}}", ""))
    assert found.text == "one two end"
    assert found.pieces[0].source == "x"
    assert found.pieces[-1] == Piece(" end", "z")


@given(st.lists(texts, max_size=5), st.sampled_from(["", "\n", ", "]))
def test_joining_is_the_same_as_joining_the_texts(parts, separator):
    whole = joined(parts, separator)
    assert whole.text == separator.join(part.text for part in parts)
    assert all(piece.text for piece in whole.pieces)


@given(st.lists(texts, max_size=5), st.integers(0, 12), st.integers(0, 12))
def test_cutting_is_the_same_as_cutting_the_text(parts, start, end):
    whole = joined(parts, "-")
    assert whole.cut(start, end).text == whole.text[start:end]
    assert whole.stripped().text == whole.text.strip()
