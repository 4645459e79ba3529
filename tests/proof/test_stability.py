"""What stays the same of consecutive requests, against brute force."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.proof.attribution import Expected, Piece
from inspector.proof.stability import cache_problem, compared
from inspector.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer("o200k_base")

texts = st.text("ab \n", max_size=6)
messages = st.lists(
    st.builds(
        lambda role, parts: Expected(
            role, tuple(Piece(text, f"chat:{n}") for n, text in enumerate(parts) if text)
        ),
        st.sampled_from(["user", "assistant"]),
        st.lists(texts, max_size=3),
    ),
    max_size=5,
)


def spelled(found):
    return [(one.role, char) for one in found for char in (*one.content, None)]


@given(messages, messages)
def test_what_is_kept_is_the_longest_common_prefix(before, now):
    row = compared(0, before, now, TOKENIZER)
    common = 0
    for one, other in zip(spelled(before), spelled(now), strict=False):
        if one != other:
            break
        common += 1
    count = 0
    left = common
    for one in now:
        accepted = one.content[:left]
        count += TOKENIZER.count(accepted)
        left -= len(one.content) + 1
        if left <= 0:
            break
    assert row.kept == count
    assert row.tokens == sum(TOKENIZER.count(one.content) for one in now)
    if row.first_change is not None:
        at = sum(len(one.content) + 1 for one in now[: row.first_change.message])
        assert at + row.first_change.offset == common
    assert 0 <= row.kept <= row.tokens or TOKENIZER.count("ab") > 1


def test_no_problem_without_turns():
    assert cache_problem([]) is None
