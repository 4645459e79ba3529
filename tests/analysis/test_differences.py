import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.differences import Kind, Piece, diff
from inspector.gui.kit.diff_rows import aligned

TEXTS = st.text(st.sampled_from(list("ab .\n\r海🐢")), max_size=60)


def sides(pieces):
    old = "".join(piece.text for piece in pieces if piece.kind is not Kind.ADDED)
    new = "".join(piece.text for piece in pieces if piece.kind is not Kind.REMOVED)
    return old, new


@given(TEXTS, TEXTS)
def test_the_pieces_make_up_both_texts(old, new):
    found = diff(old, new)
    assert sides(found.pieces) == (old, new)
    assert sides([piece for row in aligned(found) for piece in row.pieces]) == (old, new)
    assert found.is_same == (old == new)


@given(TEXTS, TEXTS)
def test_lines_are_numbered_from_where_rows_start(old, new):
    left = right = 1
    for row in aligned(diff(old, new)):
        assert (row.left, row.right) == (left, right)
        before, after = sides(row.pieces)
        left, right = left + before.count("\n"), right + after.count("\n")


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("a b c.", "a x c.", [("same", "a "), ("removed", "b"), ("added", "x"), ("same", " c.")]),
        ("Rain. Sun.", "Rain. Snow fell.", [
            ("same", "Rain. "), ("removed", "Sun."), ("added", "Snow fell."),
        ]),
        ("one\ntwo\n", "one\n", [("same", "one\n"), ("removed", "two\n")]),
        ("海龟在灯塔里。", "海龟在船里。", [
            ("same", "海龟在"), ("removed", "灯塔"), ("added", "船"), ("same", "里。"),
        ]),
        ("", "x", [("added", "x")]),
    ],
)  # fmt: skip
def test_words_are_told_apart(old, new, pieces):
    found = diff(old, new)
    assert found.pieces == tuple(Piece(Kind(kind), text) for kind, text in pieces)


def test_sentences_with_little_in_common_differ_as_a_whole():
    old = "Nobody mends things in the village at night and signs the notes."
    new = "It was Rufus who had pulled the strike pin."
    assert [piece.kind for piece in diff(old, new).pieces] == [Kind.REMOVED, Kind.ADDED]


def test_words_are_counted():
    found = diff("The lamp went out, they say.", "The lamp went out at four, they say.")
    assert (found.words_removed, found.words_added) == (0, 2)


@pytest.mark.speed
def test_two_versions_of_200_kb_take_less_than_300_ms():
    dice = random.Random(3)
    words = ["".join(dice.choices("abcdefgh", k=dice.randint(2, 9))) for _ in range(4000)]
    text = [" ".join(dice.choices(words, k=12)) + dice.choice((". ", ".\n")) for _ in range(3200)]
    edited = [
        " ".join(dice.choices(words, k=9)) + ". " if dice.random() < 0.1 else one for one in text
    ]
    old, new = "".join(text), "".join(edited)
    assert len(old) > 200_000
    took = []
    for _ in range(5):
        start = time.process_time()
        aligned(diff(old, new))
        took.append(time.process_time() - start)
    assert min(took) < 0.3


@pytest.mark.parametrize("old", ["a " * 100_000, "ab\n" * 70_000, "word. " * 35_000])
def test_repetitive_texts_are_no_trap(old):
    found = diff(old, "b " + old[: len(old) // 2] + "c" + old[len(old) // 2 + 7 :])
    assert sides(found.pieces)[0] == old


def test_a_row_is_never_longer_than_a_screen_can_lay_out():
    rows = aligned(diff("x" * 100_000, "y" * 50_000))
    assert max(sum(len(piece.text) for piece in row.pieces) for row in rows) <= 8_000
