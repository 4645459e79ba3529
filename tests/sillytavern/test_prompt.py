"""Where injections land: the worked examples of specs/sillytavern.md §5.1, and the real outputs."""

import json

import pytest

from inspector.core.injection import Injection, Line, Section
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.prompt import (
    ASSISTANT,
    SYSTEM,
    USER,
    Completion,
    ManagedPrompt,
    PartKind,
    PromptMessage,
    after_story,
    before_story,
    laid_out,
    place_in_main,
    prompt_messages,
)
from inspector.sillytavern.prompt_words import in_words
from tests.systems.auto_recap.chats import golden_cases

CONVERSATION = [PromptMessage(n, USER if n % 2 else ASSISTANT) for n in range(1, 5)]
INJECTIONS = [
    ("z", "[d1 z]", 1, SYSTEM),
    ("b", "[d1 b]", 1, SYSTEM),
    ("sys", "[d0 sys]", 0, SYSTEM),
    ("user", "[d0 user]", 0, USER),
    ("asst", "[d0 asst]", 0, ASSISTANT),
    ("two", "[d2]", 2, SYSTEM),
    ("deep", "[d40]", 40, SYSTEM),
]
MANAGED = [
    ManagedPrompt("<PM order200>", 1, order=200),
    ManagedPrompt("<PM order100>", 1),
    ManagedPrompt("<PM order50>", 1, order=50),
]


def injection(text, position=1, depth=0, role=SYSTEM, key="key"):
    lines = tuple(Line(line, 0) for line in text.split("\n"))
    return Injection(key, position, depth, role, False, (Section(None, lines),), 0)


def example():
    return [injection(text, 1, depth, role, key) for key, text, depth, role in INJECTIONS]


def drawn(parts, roles=False):
    letters = {SYSTEM: "s", USER: "u", ASSISTANT: "a"}
    displayed = []
    for part in parts:
        if part.kind is not PartKind.MAIN:
            text = part.text or f"m{part.message}"
            displayed.append(f"{letters[part.role]}:{text}" if roles else text)
    return " | ".join(displayed).replace("\n", "\\n")


def test_text_completion_puts_each_depth_where_the_worked_example_has_it():
    assert drawn(laid_out(example(), CONVERSATION, Completion.TEXT)) == (
        "[d40] | m1 | m2 | [d2] | m3 | [d1 b]\\n[d1 z] | m4 | [d0 asst] | [d0 user] | [d0 sys]"
    )


def test_a_continued_message_keeps_depth_0_above_it_in_text_completion():
    parts = laid_out(example(), CONVERSATION, Completion.TEXT, continuing=True)
    assert drawn(parts) == (
        "[d40] | m1 | m2 | [d2] | m3 | [d1 b]\\n[d1 z] | [d0 asst] | [d0 user] | [d0 sys] | m4"
    )


def test_chat_completion_sorts_managed_prompts_among_the_injections_of_a_depth():
    parts = laid_out(example(), CONVERSATION, Completion.CHAT, managed=MANAGED)
    assert drawn(parts, roles=True) == (
        "s:[d40] | u:m1 | a:m2 | s:[d2] | u:m3 | s:<PM order50> | "
        "s:<PM order100>\\n[d1 b]\\n[d1 z] | s:<PM order200> | a:m4 | a:[d0 asst] | "
        "u:[d0 user] | s:[d0 sys]"
    )


def test_a_continued_message_comes_last_in_chat_completion():
    parts = laid_out([injection("here", depth=1)], CONVERSATION, Completion.CHAT, continuing=True)
    assert drawn(parts) == "m1 | m2 | here | m3 | m4"


@pytest.mark.parametrize(
    "case",
    golden_cases(
        "SillyTavern setExtensionPrompt/getExtensionPrompt/doChatInject/getPromptPosition/"
        "getPromptRole"
    ),
    ids=lambda case: case["id"],
)
def test_an_injection_stands_where_sillytavern_itself_puts_it(case):
    given, wanted = case["input"], case["output"]
    one = injection(given["value"], given["position"], given["depth"], given["role"], given["key"])
    messages = [PromptMessage(n, ASSISTANT) for n in range(len(given["chat"]))]
    assert before_story([one]) == wanted["textcompletion_before_story"]
    assert after_story([one]) == wanted["textcompletion_after_story"]
    speakers = {SYSTEM: "|false|narrator", USER: "User|true|", ASSISTANT: "Alice|false|"}
    text = [
        f"{speakers[part.role]}|{part.text or given['chat'][part.message]}"
        for part in laid_out([one], messages, Completion.TEXT)
        if part.kind in (PartKind.MESSAGE, PartKind.INJECTION)
    ]
    assert text == wanted["textcompletion_chat"]
    assert (place_in_main(one) or False) == wanted["chatcompletion_position_in_main"]
    roles = {SYSTEM: "system", USER: "user", ASSISTANT: "assistant"}
    assert roles[one.role] == wanted["chatcompletion_role"]


def test_hidden_messages_do_not_count_for_the_depth():
    lines = [{"name": "A", "is_user": False, "is_system": n == 2, "mes": f"m{n}"} for n in range(4)]
    data = "\n".join(map(json.dumps, [{"chat_metadata": {}}, *lines])).encode()
    messages = prompt_messages(read_chat(data).chat)
    assert drawn(laid_out([injection("here", depth=2)], messages, Completion.TEXT)) == (
        "m0 | here | m1 | m3"
    )


def test_the_prompt_of_an_earlier_moment_ends_there():
    data = "\n".join(
        map(json.dumps, [{"chat_metadata": {}}, *({"name": "A", "mes": "m"} for _ in range(3))])
    )
    assert [one.message for one in prompt_messages(read_chat(data.encode()).chat, 2)] == [0, 1]


def test_a_chat_without_messages_still_gets_its_injections():
    parts = laid_out(example(), [], Completion.TEXT)
    assert drawn(parts) == ("[d40] | [d2] | [d1 b]\\n[d1 z] | [d0 asst] | [d0 user] | [d0 sys]")


def test_text_before_and_after_the_prompt_is_joined_in_the_order_of_its_keys():
    both = [injection("second", 2, key="b"), injection(" first ", 2, key="a")]
    assert before_story(both) == "first\nsecond\n"
    parts = laid_out(both, CONVERSATION[:1], Completion.TEXT)
    assert [part.kind for part in parts] == [PartKind.BEFORE, PartKind.MAIN, PartKind.MESSAGE]
    assert parts[0].keys == ("a", "b")


def test_chat_completion_keeps_each_text_before_the_prompt_a_message_with_its_role():
    both = [injection("one", 2, role=USER, key="a"), injection("two", 0, role=ASSISTANT, key="b")]
    parts = laid_out(both, [], Completion.CHAT)
    assert [(part.kind, part.role) for part in parts] == [
        (PartKind.BEFORE, USER),
        (PartKind.MAIN, None),
        (PartKind.AFTER, ASSISTANT),
    ]


def test_in_chat_completion_they_stand_as_registered_and_before_the_prompt_reversed():
    keys = ("openvault", "auto_recap", "2_floating_prompt")
    before = [injection(f" {key} ", 2, key=key) for key in keys]
    after = [injection(key, 0, key=f"{key}_2") for key in keys]
    parts = laid_out([*before, *after], [], Completion.CHAT)
    assert [part.keys for part in parts[:3]] == [
        ("auto_recap",),
        ("openvault",),
        ("2_floating_prompt",),
    ]
    assert parts[0].text == " auto_recap "
    assert [part.keys for part in parts[4:]] == [(f"{key}_2",) for key in keys]


@pytest.mark.parametrize(
    "lost",
    [
        injection(" \n "),
        injection("x", -1),
        injection("x", None),
        injection("x", 7),
        injection("x", depth=None),
        injection("x", depth=-1),
        injection("x", depth=10_001),
        injection("x", role=-1),
    ],
    ids=["blank", "none", "no position", "unknown position", "no depth", "below", "deep", "role"],
)
@pytest.mark.parametrize("completion", Completion)
def test_what_has_no_place_is_not_in_the_prompt_and_the_words_say_so(lost, completion):
    assert [part.kind for part in laid_out([lost], CONVERSATION[:1], completion)] == [
        PartKind.MAIN,
        PartKind.MESSAGE,
    ]
    assert "not inserted" in in_words(lost, completion) or "nothing is" in in_words(
        lost, completion
    )


def test_the_greatest_depth_still_counts():
    parts = laid_out([injection("x", depth=10_000)], CONVERSATION, Completion.CHAT)
    assert drawn(parts).startswith("x | m1")


@pytest.mark.parametrize(
    ("one", "completion", "words"),
    [
        (
            injection("x", 2, 2),
            Completion.TEXT,
            "Before the main prompt: SillyTavern calls position 2 BEFORE_PROMPT. Depth and role do "
            "nothing there.",
        ),
        (
            injection("x", 0, 2, USER),
            Completion.CHAT,
            "After the main prompt: SillyTavern calls position 0 IN_PROMPT. Depth does nothing "
            "there; it is a message of its own, spoken by user.",
        ),
        (
            injection("x", 1, 0, ASSISTANT),
            Completion.CHAT,
            "Among the messages, after the last one, spoken by assistant.",
        ),
        (
            injection("x", 1, 1),
            Completion.TEXT,
            "Among the messages, with 1 visible message below it, spoken by system.",
        ),
        (
            injection("x", 1, 3),
            Completion.TEXT,
            "Among the messages, with 3 visible messages below it, spoken by system.",
        ),
    ],
)
def test_plain_words_say_where_it_lands(one, completion, words):
    assert in_words(one, completion) == words
