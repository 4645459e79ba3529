"""Every character of a captured request is attributed, and what differs is named."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from inspector.proof.alignment import matches, text_runs
from inspector.proof.attribution import Expected, Found, Piece, attributed

words = st.lists(st.sampled_from(["the", "gull", "lamp", "\n", "said", "no", "."]), max_size=8)
texts = words.map(" ".join)
expectations = st.lists(
    st.builds(
        lambda role, parts: Expected(
            role, tuple(Piece(text, f"s{n}") for n, text in enumerate(parts) if text)
        ),
        st.sampled_from(["user", "system"]),
        st.lists(texts, max_size=3),
    ),
    max_size=6,
)
captures = st.lists(st.builds(Found, st.sampled_from(["user", "system"]), texts), max_size=6)


def nothing(_text):
    return None


def assert_covered(found, parts):
    at = [0] * len(found)
    for part in parts:
        assert part.start == at[part.message]
        assert part.end > part.start
        at[part.message] = part.end
    assert at == [len(one.content) for one in found]


@given(expectations, captures)
def test_parts_cover_everything_whatever_was_captured(expected, found):
    assert_covered(found, attributed(expected, found, nothing).parts)


@given(expectations)
def test_the_predicted_request_has_no_differences(expected):
    found = [Found(one.role, one.content, one.name) for one in expected]
    done = attributed(expected, found, nothing)
    assert not done.differences
    sources = [piece.source for one in expected for piece in one.pieces]
    assert [part.source for part in done.parts] == sources


@given(expectations, st.data())
def test_a_message_that_is_put_in_or_taken_out_is_named_alone(expected, data):
    found = [Found(one.role, one.content) for one in expected]
    index = data.draw(st.integers(0, len(found)))
    more = [*found[:index], Found("system", "Something else entirely."), *found[index:]]
    (extra,) = attributed(expected, more, nothing).differences
    assert (extra.kind, extra.message) == ("extra", index)
    full = [n for n, one in enumerate(found) if one.content.strip()]
    if full:
        gone = data.draw(st.sampled_from(full))
        differences = attributed(expected, [*found[:gone], *found[gone + 1 :]], nothing).differences
        assert {one.kind for one in differences} == {"missing"}


def test_two_predicted_messages_in_one_are_told_apart():
    expected = [
        Expected("system", (Piece("first text", "main"),)),
        Expected("system", (Piece("second text", "slot:a"),)),
    ]
    found = [Found("system", "first text\nsecond text")]
    done = attributed(expected, found, nothing)
    assert_covered(found, done.parts)
    assert {one.kind for one in done.differences} == {"joined"}
    assert [part.source for part in done.parts][-1] == "slot:a"


def test_a_changed_word_belongs_to_its_part():
    expected = [Expected("user", (Piece("one two\n", "note"), Piece("three four", "slot:a")))]
    done = attributed(expected, [Found("user", "one two\nthree five")], nothing)
    (difference,) = done.differences
    assert (difference.source, difference.expected, difference.found) == (
        "slot:a",
        "three four",
        "three five",
    )


@given(st.lists(st.integers(0, 4), max_size=20), st.lists(st.integers(0, 4), max_size=20))
def test_matches_are_pairs_of_equal_items_in_order(left, right):
    pairs = matches(left, right)
    assert all(left[one] == right[other] for one, other in pairs)
    for before, after in pairwise(pairs):
        assert before[0] < after[0]
        assert before[1] < after[1]


@given(texts, texts)
def test_runs_cover_both_texts(left, right):
    runs = text_runs(left, right)
    assert "".join(left[run.start : run.end] for run in runs) == left
    assert "".join(right[run.other : run.stop] for run in runs) == right
    for run in runs:
        assert (
            run.same == (left[run.start : run.end] == right[run.other : run.stop]) or not run.same
        )
