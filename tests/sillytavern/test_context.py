"""What fits SillyTavern's context when it is full (specs/sillytavern.md §5.1)."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection import Injection, Line, Section
from inspector.sillytavern.context import fitting
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT, Completion


@dataclass(frozen=True)
class Tens:
    """Every message costs ten tokens, other text a token a word."""

    def message(self, index):
        return 10

    def text(self, text):
        return len(text.split())


def slot(key, words, position=IN_CHAT, depth=0, role=0):
    line = Line(" ".join([key] * words), words)
    return Injection(key, position, depth, role, False, (Section(None, (line,)),), words)


def fit(slots, messages, room, completion=Completion.CHAT):
    return fitting(slots, reversed(range(messages)), Tens(), room, completion)


def test_messages_are_kept_from_the_newest_back_until_one_does_not_fit():
    assert fit([], 10, 35).messages == (9, 8, 7)
    assert fit([], 10, 35).history == 30


def test_a_list_of_messages_drops_an_injection_that_lies_deeper_than_what_is_left():
    deep = fit([slot("deep", 5, depth=4)], 10, 35)
    assert deep.messages == (9, 8, 7)
    assert deep.slots == {}


def test_a_text_makes_room_for_every_injection_first():
    deep = fit([slot("deep", 5, depth=4)], 10, 35, Completion.TEXT)
    assert deep.messages == (9, 8, 7)
    assert deep.slots == {"deep": 5}
    assert fit([slot("deep", 6, depth=4)], 10, 35, Completion.TEXT).messages == (9, 8)


def test_an_injection_that_does_not_fit_ends_the_list():
    found = fit([slot("big", 20, depth=1)], 10, 25)
    assert found.messages == (9,)
    assert found.slots == {}


def test_an_injection_deeper_than_the_whole_chat_stands_above_its_first_message():
    assert fit([slot("deep", 5, depth=40)], 2, 25).slots == {"deep": 5}
    assert fit([slot("deep", 6, depth=40)], 2, 25).slots == {}


def test_what_stands_at_the_main_prompt_is_never_dropped():
    slots = [slot("a", 30, IN_PROMPT), slot("b", 30, BEFORE_PROMPT)]
    found = fit(slots, 3, 50)
    assert found.slots == {"a": 30, "b": 30}
    assert found.messages == ()


def test_joined_slots_share_what_they_cost():
    found = fit([slot("a", 3, depth=1), slot("b", 4, depth=1)], 3, 100)
    assert sum(found.slots.values()) == 7
    assert set(found.slots) == {"a", "b"}


@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.sampled_from([0, 1, 2]), st.integers(0, 20)), max_size=5
    ),
    st.integers(0, 15),
    st.integers(-10, 200),
    st.sampled_from(list(Completion)),
)
def test_the_messages_are_a_run_at_the_end_and_never_exceed_the_room(
    written, count, room, completion
):
    slots = [
        slot(f"s{place}", words, position, depth)
        for place, (words, position, depth) in enumerate(written)
    ]
    found = fit(slots, count, room, completion)
    assert found.messages == tuple(range(count))[::-1][: len(found.messages)]
    assert found.history == 10 * len(found.messages)
    if found.messages:
        assert found.history + sum(found.slots.values()) <= room
