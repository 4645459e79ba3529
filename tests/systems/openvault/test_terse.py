"""`openvault/terse` against its specification."""

import pytest

from inspector.core.errors import SettingError
from inspector.core.moment import Moment
from inspector.systems.openvault.terse import Terse
from inspector.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer("o200k_base")


def formatted(**case):
    return Terse().format({"chat_length": 1000, **case}, TOKENIZER)["text"]


def memory(summary, position, **more):
    return {"summary": summary, "message_ids": [position], **more}


def injected(document, records, settings, **kw):
    chat = document(records, messages=1000, **kw)
    return Terse().inject(chat, Moment(settings=settings), TOKENIZER).injections[0].text


def test_all_sections():
    memories = [
        memory("A.", 0),
        memory("B.", 14),
        memory("C.", 29, witnesses=["X", "Y", "Z"]),
        memory("D.", 129, witnesses=["X", "Y", "Z"], is_secret=True),
        memory("E.", 499.5),
        memory("F.", 500, importance=9),
        memory("G.", 900, importance=-2),
    ]
    text = formatted(
        memories=memories,
        present=["Kai", "Zoe"],
        emotional_info={
            "emotion": "sad",
            "characterEmotions": {"A": "a", "B": "neutral", "C": "", "D": 4, "E": "e"},
        },
    )
    assert (
        text
        == """<scene_memory>
(#1000 messages)

## The Story So Far
[★★★] A.
[★★★] B.

...

[★★★] [Known] C.

...Later...

[★★★] D.

...Later...

[★★★] E.

## Leading Up To This Moment
[★★★★★] F.

## Current Scene
Present: Kai, Zoe
Emotions: A a, E e

[★] G.

</scene_memory>"""
    )


def test_a_gap_of_five_hundred():
    text = formatted(memories=[memory("A.", 0), memory("B.", 500)], chat_length=1100)
    assert "A.\n\n...Much later...\n\n[" in text


def test_the_gaps_of_separators_are_settings(document):
    records = [memory("A.", 0), memory("B.", 10), memory("C.", 40), memory("D.", 300)]
    gaps = {"gap_pause": 10, "gap_later": 30, "gap_much_later": 260}
    text = injected(document, records, gaps)
    assert [line for line in text.split("\n") if line.startswith("...")] == [
        "...",
        "...Later...",
        "...Much later...",
    ]
    assert "A.\n[" in injected(document, records, {"gap_pause": 11})


def test_nothing_but_tags_and_header():
    assert formatted() == "<scene_memory>\n(#1000 messages)\n</scene_memory>"


def test_emotions_come_from_the_characters_in_file_order(document):
    states = {f"C{i}": {"current_emotion": f"e{i}"} for i in range(7)}
    text = injected(document, [], {}, characters=states)
    assert "\nPresent: Robin\nEmotions: C0 e0, C1 e1, C2 e2, C3 e3, C4 e4\n\n</scene" in text
    assert "Emotions: C0 e0\n" in injected(document, [], {"emotion_limit": 1}, characters=states)
    for settings in ({"emotions": "off"}, {"emotion_limit": 0}):
        assert "Emotions" not in injected(document, [], settings, characters=states)


@pytest.fixture
def feelings():
    impacts = [
        {"Zoe": "vulnerable", "Kai": "calm"},
        {"Zoe": "angry", "Ann": "glad"},
        {"Zoe": "neutral", "Kai": "calm"},
        {"Zoe": "angry", "Ann": 5},
        {"Zoe": ""},
        {"Zoe": "calm"},
    ]
    return [memory(f"M{i}.", 10 * i, emotional_impact=impact) for i, impact in enumerate(impacts)]


def test_the_trajectory_of_emotions(document, feelings):
    states = {"Mira": {"current_emotion": "anxious", "emotion_from_messages": {"min": 1, "max": 2}}}
    settings = {"emotions": "trajectory", "retrievalFinalTokens": 1}
    text = injected(document, feelings[::-1], settings, characters=states)
    assert (
        text
        == """<scene_memory>
(#1000 messages)

## Current Scene
Emotional state: anxious (as of msgs #1-2)
Present: Robin

Recent emotions:
- Zoe: vulnerable → angry → calm
- Kai: calm
- Ann: glad

</scene_memory>"""
    )


def test_the_trajectory_is_limited(document, feelings):
    settings = {"emotions": "trajectory", "emotion_shifts": 2, "emotion_limit": 1, "present": []}
    text = injected(document, feelings, settings)
    assert "## Current Scene\nRecent emotions:\n- Zoe: angry → calm\n\n</" in text
    for none in ({"emotion_shifts": 0}, {"emotion_limit": 0}):
        assert "Recent emotions" not in injected(document, feelings, {**settings, **none})


def test_names_may_be_given_as_text(document):
    assert "Present: Kai, Zoe\n" in injected(document, [], {"present": "Kai, Zoe"})


def test_sizes_are_settings(document):
    settings = {"current_scene_size": 0, "leading_up_size": 0}
    assert "The Story So Far" in injected(document, [memory("S.", 999)], settings)
    assert "Current Scene" in injected(
        document, [memory("S.", 500)], {"current_scene_size": 600, "emotions": "off"}
    )
    with pytest.raises(SettingError):
        Terse().check_settings({"current_scene_size": -1})


def test_moved_boundaries_are_sizes():
    moment = Terse().moved_boundaries(Moment(settings={"emotions": "off"}), 560, 123, 500)
    assert moment.settings == {"emotions": "off", "current_scene_size": 60, "leading_up_size": 437}
