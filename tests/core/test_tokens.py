"""Counting that needs no vocabulary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens import line_shares, tokens_by_utf16, utf16_length
from inspector.tokenizer import ENCODINGS, load_tokenizer


@pytest.mark.parametrize(
    ("text", "units"),
    [("", 0), ("abc", 3), ("★", 1), ("🎉a", 3), ("\ud800", 1), ("a\udc00\ud800", 3)],
)
def test_length_in_utf16_units(text, units):
    assert utf16_length(text) == units


def test_tokens_are_rounded_up():
    assert tokens_by_utf16("abcdefgh", 3.5) == 3
    assert tokens_by_utf16("", 4) == 0


_pieces = st.sampled_from(
    ["Bell.", "\n", "\n\n", " ", "  - ", "/", "ok", "小雨", "🎉", "\r\n", "—"]
)


@given(text=st.lists(_pieces, max_size=20).map("".join), encoding=st.sampled_from(list(ENCODINGS)))
def test_the_shares_of_a_texts_lines_sum_to_its_tokens(text, encoding):
    tokenizer = load_tokenizer(encoding)
    shares = line_shares(text, tokenizer)
    assert sum(shares) == tokenizer.count(text)
    assert len(shares) == len(text.split("\n"))
    assert all(share >= 0 for share in shares)


def test_a_blank_line_adds_nothing_where_its_break_is_part_of_the_token_before_it():
    tokenizer = load_tokenizer("o200k_base")
    assert line_shares("The mill.\n\nIt rang.", tokenizer) == [3, 0, 3]
    assert [tokenizer.count(one) for one in ("The mill.\n", "\n", "It rang.")] == [3, 1, 3]
