"""What releases make of data that nobody meant to store; the texts of errors are V8's."""

import pytest

from inspector.core.errors import ReleaseThrowsError

RELEASES = ("1.41", "1.44", "26")


@pytest.fixture
def formatted(ruleset, own_tokenizer):
    def make(version, **case):
        release = ruleset(version)
        given = {"chat_length": 10, "budget": 2000, **case}
        return dict(release.format(given, own_tokenizer(release)))

    return make


@pytest.mark.parametrize(
    ("importance", "stars"), [(7, "★" * 7), ("4", "★★★★"), (True, "★"), (0.5, ""), (None, "★★★")]
)
@pytest.mark.parametrize("version", RELEASES)
def test_importance_is_not_clamped(formatted, version, importance, stars):
    text = formatted(version, memories=[{"summary": "S.", "importance": importance}])["text"]
    assert f"\n[{stars}] S.\n" in text


@pytest.mark.parametrize("version", RELEASES)
@pytest.mark.parametrize("importance", [1e9, 2**29])
def test_more_stars_than_v8_holds_throw_at_once(formatted, version, importance):
    with pytest.raises(ReleaseThrowsError, match="RangeError: Invalid string length"):
        formatted(version, memories=[{"summary": "S.", "importance": importance}])


def test_a_hundred_million_stars_do_not_fit_release_26(formatted):
    text = formatted("26", memories=[{"summary": "S.", "importance": 1e8}])["text"]
    assert text.count("\n") == 3


@pytest.mark.parametrize(
    ("version", "key"), [("1.41", "message_ids"), ("1.44", "message_ids"), ("26", "type")]
)
def test_a_null_memory_throws(formatted, version, key):
    with pytest.raises(ReleaseThrowsError) as thrown:
        formatted(version, memories=[None])
    assert str(thrown.value) == f"TypeError: Cannot read properties of null (reading '{key}')"


@pytest.mark.parametrize("version", RELEASES)
def test_a_memory_that_is_no_object_is_undefined_all_over(formatted, version):
    assert "[★★★] undefined" in formatted(version, memories=[5], chat_length=0)["text"]


def test_memories_that_are_no_list_throw_in_release_1_41(formatted):
    with pytest.raises(ReleaseThrowsError) as thrown:
        formatted("1.41", memories={"a": 1})
    assert str(thrown.value) == "TypeError: memories is not iterable"


@pytest.mark.parametrize("odd", [None, {}, "x", 5, True], ids=repr)
def test_memories_that_are_no_list_leave_header_and_closing_tag_in_release_26(formatted, odd):
    lines = formatted("26", memories=odd, present=["Mira"])["text"].split("\n")
    assert lines == ["<scene_memory>", lines[1], "", "</scene_memory>"]


@pytest.mark.parametrize("version", ["1.44", "26"])
def test_emotions_are_read_of_objects_and_lists_alone(formatted, version):
    def displayed(emotions):
        info = {"characterEmotions": emotions}
        return "Emotions: " in formatted(version, memories=[], emotional_info=info)["text"]

    assert [displayed(odd) for odd in ({"Mira": "sad"}, ["sad"], "sad", 5)] == [
        True,
        True,
        False,
        False,
    ]


def test_release_1_41_shows_emotion_without_memories_but_release_26_nothing(formatted):
    info = {"emotion": "sad", "characterEmotions": {"Mira": "sad"}}
    assert "Emotional state: sad" in formatted("1.41", memories=None, emotional_info=info)["text"]
    text = formatted("26", memories=None, emotional_info=info, present=["Mira"])["text"]
    assert "Current Scene" not in text


@pytest.mark.parametrize(
    ("chat_length", "displayed", "bucket"),
    [
        ("1000", "#1000", "[PREVIOUSLY] (messages 400-800)"),
        (1000.5, "#1000.5", "[PREVIOUSLY] (messages 400-800)"),
        ("abc", "#abc", "[ESTABLISHED HISTORY] (messages 1-NaN)"),
        (None, "#null", "[RECENT EVENTS] (messages 0-null)"),
    ],
)
def test_chat_lengths_that_are_no_whole_number(formatted, chat_length, displayed, bucket):
    memory = {"summary": "S.", "message_ids": [500]}
    text = formatted("1.41", memories=[memory], chat_length=chat_length)["text"]
    assert displayed in text
    assert bucket in text


@pytest.mark.parametrize(
    ("budget", "kept"),
    [
        ("2000", True),
        (None, False),
        ("x", False),
        (float("nan"), False),
        ([2000], True),
        (2000.5, True),
    ],
)
@pytest.mark.parametrize("version", RELEASES)
def test_budgets_convert(formatted, version, budget, kept):
    text = formatted(version, memories=[{"summary": "S."}], budget=budget)["text"]
    assert ("S." in text) is kept


def test_a_special_token_throws_only_where_it_is_counted(formatted):
    fits = {"id": "a", "summary": "x " * 3000, "message_ids": [0]}
    rune = {"id": "b", "summary": "<|endoftext|>", "message_ids": [1], "sequence": 1}
    text = formatted("26", memories=[fits, rune])["text"]
    assert text.count("\n") == 3
    with pytest.raises(ReleaseThrowsError, match=r"found: <\|endoftext\|>"):
        formatted("26", memories=[rune])
    assert "<|endoftext|>" in formatted("1.44", memories=[rune])["text"]
    drive = {"type": "reflection", "summary": "<|endoftext|>"}
    assert "<|endoftext|>" in formatted("26", memories=[drive])["reflections"]


def test_present_that_is_no_list(formatted):
    with pytest.raises(ReleaseThrowsError, match="join is not a function"):
        formatted("1.44", memories=[], present="Kai")
    assert "Present" not in formatted("1.44", memories=[], present=5)["text"]


def test_relationships_with_missing_or_odd_fields(formatted):
    odd = [{}, {"character": "A", "trust": "8", "tension": None, "type": 0}, {"trust": None}]
    lines = formatted("1.41", memories=[], relationships=odd)["text"].split("\n")
    assert lines[5:8] == [
        "- undefined: acquaintance (moderate trust)",
        "- A: acquaintance (high trust)",
        "- undefined: acquaintance (low trust)",
    ]
    spelled = formatted("1.41", memories=[], relationships="Kai")["text"].split("\n")
    assert spelled[5:8] == ["- undefined: acquaintance (moderate trust)"] * 3
    assert "Relationships" not in formatted("1.41", memories=[], relationships="")["text"]
    with pytest.raises(ReleaseThrowsError, match="not iterable"):
        formatted("1.41", memories=[], relationships={"length": 1})


@pytest.mark.parametrize(
    ("source", "suffix"),
    [
        ({"min": 3, "max": 3}, " (as of msg #3)"),
        ({"min": 3}, " (as of msgs #3-undefined)"),
        ({}, " (as of msg #undefined)"),
    ],
)
def test_the_emotions_messages(formatted, source, suffix):
    info = {"emotion": "sad", "fromMessages": source}
    assert f"\nEmotional state: sad{suffix}\n" in formatted("1.41", emotional_info=info)["text"]


def test_a_summary_that_is_no_text_costs_by_its_length(formatted):
    text = formatted("1.41", memories=[{"summary": ["a", "b"]}, {"summary": 12}], chat_length=0)[
        "text"
    ]
    assert "[★★★] a,b\n[★★★] 12\n" in text


def test_sequences_that_are_no_numbers_compare_as_equal(formatted):
    memories = [
        {"summary": "A.", "sequence": "x", "message_ids": [1]},
        {"summary": "B.", "sequence": 2, "message_ids": [1]},
        {"summary": "C.", "sequence": "1", "message_ids": [1]},
    ]
    text = formatted("1.41", memories=memories, chat_length=0)["text"]
    assert [line[-2:] for line in text.split("\n") if "★" in line] == ["A.", "C.", "B."]


def test_fingerprints_that_lead_nowhere(formatted):
    memory = {"summary": "S.", "message_ids": [600], "message_fingerprints": "f1"}
    text = formatted("26", memories=[memory], chat_length=1000, fingerprints=[["f1", 0], "junk"])
    assert "Leading Up" in text["text"]
    odd = {"summary": "S.", "message_ids": [600], "message_fingerprints": ["f1"]}
    text = formatted("26", memories=[odd], chat_length=1000, fingerprints=[["f1", "x"]])
    assert "The Story So Far" in text["text"]


def test_messages_that_cannot_be_added_up_throw(formatted):
    with pytest.raises(ReleaseThrowsError, match="reduce is not a function"):
        formatted("1.41", memories=[{"message_ids": "12"}])


def test_half_characters_and_line_breaks_stay(formatted):
    summary = "one\ntwo \ud800"
    assert summary in formatted("26", memories=[{"summary": summary}])["text"]
