"""Verdicts on messages: which recaps are in short-term memory, and at which gate others stop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.recap import Host
from inspector.core.recap_verdict import STORED
from inspector.core.tokens import tokens_by_utf16
from inspector.systems.auto_recap.inclusion import Limit
from inspector.systems.auto_recap.rulesets import DESIGN, RELEASE_1, RELEASE_2_0, RULESETS
from inspector.tokenizer import load_tokenizer
from tests.systems.auto_recap.chats import Quarter, document_of, inject, message

RULES = (DESIGN, RELEASE_1)
ABSOLUTE = {"message_recap_context_type": "absolute"}


def verdicts(ruleset, messages, host=None, at=None, **settings):
    return inject(ruleset, document_of(messages, host=host or Host("chat-A")), at=at, **settings)


def gates(ruleset, messages, **settings):
    return [one.gate for one in verdicts(ruleset, messages, **settings).messages]


def recap(text="recap", **rest):
    return message("m", {"memory": text, **rest})


@pytest.mark.parametrize("ruleset", RULES, ids=lambda one: one.name)
@pytest.mark.parametrize(
    ("made", "settings", "gate"),
    [
        (message(data={"memory": "r", "is_auto_recap_system_memory": True}), {}, "own"),
        (recap(exclude=True), {}, "excluded"),
        (message(data={"memory": "r"}, is_user=True), {"include_user_messages": False}, "user"),
        (message(data={"memory": "r"}, is_thoughts=True), {}, "thoughts"),
        (
            message(data={"memory": "r"}, is_system=True),
            {"include_system_messages": False},
            "system",
        ),
        (
            message(data={"memory": "r"}, extra={"type": "narrator"}),
            {"include_narrator_messages": False},
            "narrator",
        ),
        (
            message(data={"memory": "r"}, original_avatar="bob.png"),
            {"disabled_group_characters": {"g1": ["bob.png"]}},
            "character",
        ),
        (message("four", {"memory": "r"}), {"message_length_threshold": 2}, "short"),
        (message(), {}, "no recap"),
        (message(data={"memory": None}), {}, "no recap"),
        (message(data={"memory": "", "error": "it failed"}), {}, "error"),
        (recap("r" * 5), {**ABSOLUTE, "message_recap_context_limit": 1}, "past limit"),
        (recap(), {}, None),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_gate_has_a_message_that_stops_there(ruleset, made, settings, gate):
    derived = verdicts(ruleset, [made], Host("chat-A", group_id="g1"), **settings)
    (one,) = derived.messages
    assert (one.gate, one.included) == (gate, gate is None)
    assert bool(one.reason) is (gate is not None)


def test_the_gates_come_in_their_order_where_several_would_stop_a_message():
    settings = {
        "include_user_messages": False,
        "include_system_messages": False,
        "include_narrator_messages": False,
        "message_length_threshold": 50,
        "disabled_group_characters": {"g1": ["bob.png"]},
    }
    rest = {
        "is_auto_recap_system_memory": True,
        "exclude": True,
        "is_user": True,
        "is_thoughts": True,
        "is_system": True,
        "narrator": True,
        "original_avatar": "bob.png",
    }
    order = ["own", "excluded", "user", "thoughts", "system", "narrator", "character", "short"]
    for start in range(len(order)):
        kept = dict(list(rest.items())[start:])
        data = {key: kept.pop(key) for key in list(kept) if key.startswith(("is_auto", "exclude"))}
        extra = {"type": "narrator"} if kept.pop("narrator", False) else {}
        made = message("m", data, **kept, extra=extra)
        derived = verdicts(RELEASE_1, [made], Host("chat-A", group_id="g1"), **settings)
        assert derived.messages[0].gate == order[start]


def test_an_error_is_told_in_its_own_words_and_a_recap_beside_it_counts():
    messages = [message(data={"error": "the model said no"}), recap("r", error="old")]
    failed, worked = verdicts(DESIGN, messages).messages
    assert (failed.gate, failed.reason, failed.recap) == ("error", "the model said no", None)
    assert (worked.gate, worked.recap) == (None, "r")


@pytest.mark.parametrize("ruleset", RULES, ids=lambda one: one.name)
def test_after_the_first_overflow_nothing_older_is_in_even_if_it_would_fit(ruleset):
    messages = [recap("tiny"), message(), recap("far too long to fit here"), recap("new")]
    found = gates(ruleset, messages, **ABSOLUTE, message_recap_context_limit=2)
    assert found == ["past limit", "no recap", "past limit", None]


@pytest.mark.parametrize("ruleset", RULES, ids=lambda one: one.name)
def test_a_text_of_exactly_the_limit_fits(ruleset):
    # "1234567" and a line break and "1234" are 12 units: 3 tokens.
    messages = [recap("1234"), recap("1234567")]
    fits = {**ABSOLUTE, "message_recap_context_limit": 3}
    assert gates(ruleset, messages, **fits) == [None, None]
    assert gates(ruleset, [recap("12345"), recap("1234567")], **fits) == ["past limit", None]


@pytest.mark.parametrize("ruleset", RULES, ids=lambda one: one.name)
def test_messages_left_out_neither_count_nor_stop_the_walk(ruleset):
    messages = [recap("1234"), recap("far too long to fit", exclude=True), recap("1234")]
    found = gates(ruleset, messages, **ABSOLUTE, message_recap_context_limit=3)
    assert found == [None, "excluded", None]


def test_the_designs_limit_is_a_tenth_of_8192_tokens_unless_told_otherwise():
    assert verdicts(DESIGN, [recap()]).short_term.limit == 819
    assert verdicts(DESIGN, [recap()], context_size=1000).short_term.limit == 100


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        ({}, None),
        ({"message_recap_context_limit": "many"}, None),
        ({"message_recap_context_limit": "2"}, 2),
        ({"message_recap_context_limit": -1}, -1),
        ({"message_recap_context_type": "percent", "message_recap_context_limit": -10}, -820),
        ({"message_recap_context_type": "percent", "message_recap_context_limit": "x"}, None),
    ],
)
def test_a_release_takes_any_limit_and_none_lets_everything_in(settings, limit):
    derived = verdicts(RELEASE_1, [recap("1234"), recap("1234")], **settings)
    assert derived.short_term.limit == limit
    included = [one.included for one in derived.messages]
    expected = {None: [True, True], 2: [False, True]}.get(limit, [False, False])
    assert included == expected


def test_a_prefill_counts_where_a_release_shows_it():
    messages = [recap("one", prefill="P: ")]
    assert verdicts(RELEASE_1, messages).messages[0].recap == "one"
    assert verdicts(RELEASE_1, messages, show_prefill=True).messages[0].recap == "P: one"


def test_release_2_0_computes_nothing_and_shows_the_stored_flag():
    messages = [recap(include="Recap of message(s)"), recap(include=None), message()]
    displayed = verdicts(RELEASE_2_0, messages).messages
    assert [one.included for one in displayed] == [True, False, False]
    assert {one.reason for one in displayed} == {STORED}


@pytest.mark.parametrize("ruleset", [DESIGN, RELEASE_1], ids=lambda one: one.name)
def test_a_recap_that_is_no_text_is_one_where_javascript_takes_it_for_one(ruleset):
    kept = [0, False, "", None, [], {}, 7, True, ["a", None], "r"]
    derived = verdicts(ruleset, [message(data={"memory": one}) for one in kept])
    recaps = [None, None, None, None, "", "[object Object]", "7", "true", "a,", "r"]
    assert [one.recap for one in derived.messages] == recaps
    assert [one.included for one in derived.messages] == [text is not None for text in recaps]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.name)
def test_a_recap_of_which_javascript_makes_no_text_is_told_of_that_message(ruleset):
    odd = message(data={"memory": {"toString": 1}})
    derived = verdicts(ruleset, [recap(), odd, recap()])
    assert [one.recap for one in derived.messages] == ["recap", None, "recap"]
    assert [problem.message for problem in derived.warnings if problem.code == "recap-no-text"] == [
        1
    ]
    if ruleset.name != "auto-recap/2.0":
        assert derived.messages[1].gate == "error"
        assert "primitive" in derived.messages[1].reason


def test_disabled_characters_stay_where_the_group_is_not_known_and_a_warning_says_so():
    messages = [message(data={"memory": "r"}, original_avatar="bob.png")]
    settings = {"disabled_group_characters": {"g1": ["bob.png"]}}
    derived = verdicts(DESIGN, messages, **settings)
    assert derived.messages[0].included
    assert [one.code for one in derived.warnings] == ["group-unknown", "data-under-other-name"]


def test_a_message_belongs_to_the_scene_whose_visible_break_comes_next():
    messages = [
        message(),
        message(data={"scene_break": True, "scene_break_visible": False}),
        message(),
        message(data={"scene_break": True}),
        message(),
    ]
    for ruleset in (DESIGN, RELEASE_1, RELEASE_2_0):
        scenes = [one.scene for one in verdicts(ruleset, messages).messages]
        assert scenes == [3, 3, 3, 3, None]


def test_at_an_earlier_moment_only_the_messages_up_to_it_have_verdicts():
    messages = [recap("1234"), recap("1234"), recap("far too long for the limit")]
    derived = verdicts(DESIGN, messages, at=1, **ABSOLUTE, message_recap_context_limit=3)
    assert [one.gate for one in derived.messages] == [None, None]
    assert derived.messages[-1].message == 1
    assert [one.message for one in derived.messages[:1]] == [0]


@given(
    texts=st.lists(st.text("ab. \n/*", min_size=1, max_size=12), max_size=12),
    limit=st.integers(0, 30),
    encoding=st.sampled_from(["chars/4", "bytes/4", "bytes/3.35"]),
)
def test_the_limit_is_as_exact_as_counting_the_whole_text_every_time(texts, limit, encoding):
    tokenizer = load_tokenizer(encoding)
    limited = Limit(limit, tokenizer)
    admitted = [limited.admits(text) for text in texts]
    whole = [tokenizer.count("\n".join(texts[: n + 1])) <= limit for n in range(len(texts))]
    assert admitted == [all(whole[: n + 1]) for n in range(len(texts))]


@pytest.mark.parametrize("limit", [3, 10, 40, 90])
def test_the_limit_is_exact_with_a_vocabulary(limit):
    tokenizer = load_tokenizer("o200k_base")
    texts = [
        "*He bowed.*",
        " Rain\n\nagain",
        "/me waits...",
        "Tea, with honey!",
        "- one\n- two",
    ] * 4
    limited = Limit(limit, tokenizer)
    admitted = [limited.admits(text) for text in texts]
    whole = [tokenizer.count("\n".join(texts[: n + 1])) <= limit for n in range(len(texts))]
    assert admitted == [all(whole[: n + 1]) for n in range(len(texts))]


def test_the_goldens_counter_rounds_up():
    assert [Quarter().count(text) for text in ("", "abcd", "abcde")] == [0, 1, 2]
    assert tokens_by_utf16("🐉🐉🐉", 4) == 2


def test_a_verdict_shows_as_one_of_five_states():
    messages = [
        recap("far too long"),
        message(data={"error": "failed"}),
        message(),
        recap(exclude=True),
        recap("in"),
    ]
    found = verdicts(DESIGN, messages, **ABSOLUTE, message_recap_context_limit=1).messages
    assert [str(one.state) for one in found] == [
        "past the limit",
        "error",
        "no recap",
        "excluded",
        "in",
    ]
