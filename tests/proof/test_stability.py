"""What stays the same of consecutive requests, against brute force."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.proof.attribution import Expected, Piece
from inspector.proof.change_causes import FirstChange, cause_of_change
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


def request_of(*sources):
    """A request of one message each, which says where it comes from."""
    return [Expected("user", (Piece(f"({one})", one),)) for one in sources]


NOTHING = SimpleNamespace(answers={})


@pytest.mark.parametrize(
    ("before", "now", "kind", "words"),
    [
        (
            ("chat:1", "chat:2", "note"),
            ("chat:1", "chat:2", "chat:3", "note"),
            "note",
            "the author’s note moves with the new messages",
        ),
        (
            ("chat:1", "slot:openvault", "chat:2"),
            ("chat:1", "chat:2", "slot:openvault", "chat:3"),
            "slot",
            "the slot Memories moves with the new messages",
        ),
        (
            ("chat:1", "slot:openvault", "chat:2"),
            ("chat:1", "chat:2", "chat:3"),
            "slot",
            "the slot Memories is no longer there",
        ),
        (
            ("chat:1", "lore:World:3", "chat:2"),
            ("chat:1", "chat:2", "lore:World:3"),
            "lore",
            "Lore: World, entry 3 moves with the new messages",
        ),
        (("chat:1", "chat:2"), ("chat:2", "chat:3"), "left", "message 2"),
        (("chat:2", "chat:3"), ("chat:1", "chat:2"), "message", "message 1"),
    ],
)
def test_what_moved_or_left_is_named_and_not_what_stands_there_now(before, now, kind, words):
    change = compared(0, request_of(*before), request_of(*now), TOKENIZER).first_change
    cause = cause_of_change(change, NOTHING, NOTHING)
    assert (cause.kind, cause.text) == (kind, words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("", "a block", "the slot Memories is new"),
        ("a block", "", "the slot Memories is no longer there"),
    ],
)
def test_a_slot_that_was_empty_is_new_and_one_that_is_empty_now_is_gone(old, new, words):
    def answering(text):
        slot = SimpleNamespace(key="openvault", text=text, lines=())
        answer = SimpleNamespace(derivation=SimpleNamespace(injections=(slot,)))
        return SimpleNamespace(answers={"openvault": answer})

    change = FirstChange(0, 0, "slot:openvault", "main", earlier="", line="")
    assert cause_of_change(change, answering(old), answering(new)).text == words


def test_what_only_follows_a_slot_takes_no_place_of_it():
    before = [Expected("user", (Piece("(slot)", "slot:openvault"),)), *request_of("chat:1")]
    longer = (Piece("(slot)", "slot:openvault"), Piece("(more)", "chat:3"))
    change = compared(0, before, [Expected("user", longer), *request_of("chat:1")], TOKENIZER)
    assert (change.first_change.was, change.first_change.source) == ("", "chat:3")
    assert cause_of_change(change.first_change, NOTHING, NOTHING).text == "message 3"
