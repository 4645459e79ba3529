"""`openvault/temporal` against the worked example of its specification."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import SettingError
from inspector.core.moment import Moment
from inspector.systems.openvault.temporal import Temporal, share_of
from inspector.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer("o200k_base")

EXAMPLE = """<scene_memory>
(Current chat has #500 messages)

[ESTABLISHED HISTORY] (messages 1-200)
[★★] You bought a sword to defend the village.

[PREVIOUSLY] (messages 200-400)
[★★★★] [Secret] The goblin stole the amulet.

[RECENT EVENTS] (messages 400-500)
Emotional state: anxious (as of msgs #480-490)
Relationships with present characters:
- Goblin: enemy (low trust, high tension)

[★★★★★] The goblin camp was burned down.
</scene_memory>"""


def formatted(**case):
    return Temporal().format({"chat_length": 500, **case}, TOKENIZER)["text"]


def example_memories():
    return [
        {"summary": "The goblin camp was burned down.", "importance": 5, "message_ids": [400]},
        {
            "summary": "You bought a sword\r\nto defend the village.",
            "importance": 2,
            "message_ids": [199],
        },
        {
            "summary": "The goblin stole the amulet.",
            "importance": 4,
            "is_secret": True,
            "message_ids": [200],
        },
    ]


def test_the_example_of_the_specification():
    text = formatted(
        memories=example_memories(),
        emotional_info={"emotion": "anxious", "fromMessages": {"min": 480, "max": 490}},
        relationships=[{"character": "Goblin", "type": "enemy", "trust": 3, "tension": 7}],
    )
    assert text == EXAMPLE


def test_the_same_example_from_a_chat(document):
    chat = document(
        example_memories(),
        messages=500,
        characters={
            "Mira": {
                "current_emotion": "anxious",
                "emotion_from_messages": {"min": 480, "max": 490},
            }
        },
        store={
            "relationships": {
                "x": "junk",
                "a": {
                    "character_a": "Mira",
                    "character_b": "Goblin",
                    "relationship_type": "enemy",
                    "trust_level": 1,
                    "tension_level": 9,
                },
                "b": {
                    "character_a": "Goblin",
                    "character_b": "Mira",
                    "relationship_type": "friend",
                },
                "c": {"character_a": "Robin", "character_b": "Goblin"},
                "d": {"character_a": "Mira", "character_b": "Absent"},
            }
        },
    )
    moment = Moment(character="Mira", group=("Goblin", "Mira"))
    derivation = Temporal().inject(chat, moment, TOKENIZER)
    assert derivation.injections[0].text == EXAMPLE
    assert derivation.boundaries == (200, 400)
    slot = derivation.injections[0]
    assert (slot.key, slot.position, slot.depth, slot.role, slot.scan) == (
        "openvault",
        0,
        0,
        0,
        False,
    )


@pytest.mark.parametrize(("at", "known"), [(490, True), (489, False), (None, True)])
def test_an_emotion_of_a_later_message_is_not_known_yet(document, at, known):
    felt = {"current_emotion": "anxious", "emotion_from_messages": {"min": 480, "max": 490}}
    chat = document(example_memories(), messages=500, characters={"Mira": felt})
    moment = Moment(character="Mira", at=at)
    text = Temporal().inject(chat, moment, TOKENIZER)
    assert ("anxious" in text.injections[0].text) is known


def test_nothing_but_tags_and_header():
    assert formatted() == "<scene_memory>\n(Current chat has #500 messages)\n</scene_memory>"


def test_recent_shows_its_context_without_memories():
    text = formatted(emotional_info="sad")
    assert text.endswith("(messages 400-500)\nEmotional state: sad\n</scene_memory>")


@pytest.mark.parametrize("info", ["neutral", "", {"emotion": "neutral"}, {"emotion": 5}, 5, None])
def test_no_emotion_worth_a_word(info):
    assert "Emotional state" not in formatted(emotional_info=info)


def test_one_source_message_of_the_emotion():
    info = {"emotion": "shy\nand glad", "fromMessages": {"min": 4, "max": 4}}
    assert "\nEmotional state: shy and glad (as of msg #4)\n" in formatted(emotional_info=info)


@pytest.mark.parametrize(
    ("trust", "tension", "words"),
    [
        (7, 7, "high trust, high tension"),
        (6.9, 4, "moderate trust, some tension"),
        (3, 3.9, "low trust"),
        (None, "9", "moderate trust"),
    ],
)
def test_words_for_a_relationship(trust, tension, words):
    given_relationships = [{"character": "Kai", "trust": trust, "tension": tension}, {"trust": 1}]
    text = formatted(relationships=given_relationships)
    assert f"characters:\n- Kai: acquaintance ({words})\n</scene" in text


def spread(*positions):
    return [
        {
            "summary": f"At {location}.",
            "importance": 1,
            "message_ids": [location],
            "sequence": location,
        }
        for location in positions
    ]


def test_gap_phrases_part_distant_neighbours_of_the_two_older_buckets(document):
    chat = document(spread(0, 14, 29, 129, 629, 700, 720, 1300, 1400), messages=1500)
    moment = Moment(settings={"gap_phrases": True})
    derivation = Temporal().inject(chat, moment, TOKENIZER)
    assert derivation.injections[0].text == (
        "<scene_memory>\n(Current chat has #1500 messages)\n\n"
        "[ESTABLISHED HISTORY] (messages 1-600)\n"
        "[★] At 0.\n[★] At 14.\n...\n[★] At 29.\n...Later...\n[★] At 129.\n\n"
        "[PREVIOUSLY] (messages 600-1200)\n"
        "[★] At 629.\n...\n[★] At 700.\n...\n[★] At 720.\n\n"
        "[RECENT EVENTS] (messages 1200-1500)\n[★] At 1300.\n[★] At 1400.\n</scene_memory>"
    )
    lines = [line for section in derivation.injections[0].sections for line in section.lines]
    assert derivation.budget.used == sum(line.tokens for line in lines)


def test_gaps_are_settings_and_the_phrases_are_off_unless_asked_for(document):
    chat = document(spread(0, 10, 40, 300), messages=1000)

    def text(**settings):
        return Temporal().inject(chat, Moment(settings=settings), TOKENIZER).injections[0].text

    assert "..." not in text()
    gaps = {"gap_pause": 10, "gap_later": 30, "gap_much_later": 260}
    displayed = text(gap_phrases=True, **gaps)
    assert [line for line in displayed.split("\n") if line.startswith("...")] == [
        "...",
        "...Later...",
        "...Much later...",
    ]
    with pytest.raises(SettingError, match="gap_pause"):
        text(gap_pause=-1)


def test_gap_phrases_cost_their_tokens_and_crowd_memories_out(document):
    chat = document(spread(*range(0, 700, 20)), messages=2000)
    settings = {"gap_phrases": True, "retrievalFinalTokens": 180}
    derivation = Temporal().inject(chat, Moment(settings=settings), TOKENIZER)
    assert derivation.budget.used <= 180
    assert "\n...\n" in derivation.injections[0].text
    plain = Moment(settings={"retrievalFinalTokens": 180})
    without = Temporal().inject(chat, plain, TOKENIZER)
    kept = [sum(one.in_block for one in found.verdicts) for found in (derivation, without)]
    assert 0 < kept[0] < kept[1]


def test_the_emotions_messages_can_be_left_out(document):
    characters = {"Mira": {"current_emotion": "sad", "emotion_from_messages": {"min": 4, "max": 9}}}
    chat = document([], messages=20, characters=characters)

    def text(**settings):
        moment = Moment(character="Mira", settings=settings)
        return Temporal().inject(chat, moment, TOKENIZER).injections[0].text

    assert "Emotional state: sad (as of msgs #4-9)\n" in text()
    assert "Emotional state: sad\n" in text(emotion_messages=False)


def test_an_empty_chat_is_all_recent(document):
    assert "[RECENT EVENTS] (messages 0-0)\n[★★★] S." in formatted(
        memories=[{"summary": "S."}], chat_length=None
    )
    derivation = Temporal().inject(document([{"summary": "S."}], messages=0), Moment(), TOKENIZER)
    assert derivation.verdicts[0].bucket == "recent"
    assert derivation.boundaries == (0, 0)


def test_position_falls_back_to_sequence_and_orders():
    memories = [
        {"summary": "second", "message_ids": [3, 4]},
        {"summary": "third", "message_ids": [4], "sequence": 1},
        {"summary": "first", "sequence": 3400},
        {"summary": "fourth", "message_ids": [4], "sequence": 1},
    ]
    lines = formatted(memories=memories).split("\n")
    assert [line[6:] for line in lines[4:8]] == ["first", "second", "third", "fourth"]


@pytest.mark.parametrize(
    "settings",
    [
        {"mid_start": 1.1},
        {"mid_start": -0.1},
        {"mid_start": 0.9},
        {"recent_start": 0.3},
        {"mid_start": "0.4"},
        {"recent": 1},
        {"retrievalFinalTokens": -1},
        {"retrievalFinalTokens": 1.5},
        {"candidates": "some"},
        {"present": [1]},
        {"relationships": "friends"},
        {"relationships": ["friends"]},
        {"redistribute_unspent": 1},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings):
    with pytest.raises(SettingError):
        Temporal().check_settings(settings)


def test_a_budget_that_is_no_number_is_refused():
    with pytest.raises(SettingError, match="number of tokens"):
        formatted(budget="many")


def test_settings_override_whose_scene_it_is(document):
    chat = document(
        [],
        characters={
            "mira": {"current_emotion": "sad", "emotion_from_messages": {"min": 1, "max": 2}}
        },
    )
    derivation = Temporal().inject(chat, Moment(), TOKENIZER)
    assert "Emotional state: sad (as of msgs #1-2)" in derivation.injections[0].text
    settings = {"emotion": "glad", "relationships": [{"character": "Kai", "trust": 9}]}
    text = Temporal().inject(chat, Moment(settings=settings), TOKENIZER).injections[0].text
    assert "Emotional state: glad\n" in text
    assert "- Kai: acquaintance (high trust)" in text


@given(st.integers(1, 2000), st.data())
def test_a_moved_boundary_lies_exactly_on_its_message(length, data):
    mid = data.draw(st.integers(0, length))
    recent = data.draw(st.integers(mid, length))
    moment = Temporal().moved_boundaries(Moment(), length, mid, recent)
    Temporal().check_settings(moment.settings)
    shares = {"mid_start": 0.4, "recent_start": 0.8} | dict(moment.settings)
    assert [math.ceil(share * length - 1e-9) for share in shares.values()] == [mid, recent]
    for name, location in (("mid_start", mid), ("recent_start", recent)):
        if name in moment.settings:
            assert math.floor(shares[name] * length) == location


def test_shares_are_short_where_they_can_be():
    assert share_of(200, 500) == 0.4
    assert share_of(-5, 10) == 0
    assert share_of(15, 10) == 1


def test_boundaries_of_an_empty_chat_do_not_move():
    moment = Moment()
    assert Temporal().moved_boundaries(moment, 0, 0, 0) is moment
