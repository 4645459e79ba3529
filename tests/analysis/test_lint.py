"""What lint finds, and what it does not."""

import pytest

from inspector.analysis.lint import lint
from inspector.analysis.summary_repair import is_mojibake
from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import SetField, apply
from inspector.core.memory import Memory
from inspector.systems.openvault.fields import FIELDS

GOOD = "Mira hid the silver key behind the third stone of the well."


def document(*records):
    complete = [{"id": f"m{i}", "message_ids": [0], **one} for i, one in enumerate(records)]
    memories = tuple(Memory(i, record, i) for i, record in enumerate(complete))
    return Document(chat=Chat(names=["Mira"]), memories=memories, fields=FIELDS)


def codes(*records):
    return [problem.code for problem in lint(document(*records))]


def test_a_good_summary_is_clean():
    assert codes({"summary": GOOD, "importance": 3}) == []


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({}, "summary-missing"),
        ({"summary": 5}, "summary-missing"),
        ({"summary": "   "}, "summary-empty"),
        ({"summary": "Too short to read well."}, "too-short"),
        ({"summary": GOOD + " " + GOOD}, "too-long"),
        ({"summary": GOOD, "importance": "high"}, "importance-no-number"),
        ({"summary": GOOD, "importance": 7}, "importance-out-of-range"),
        ({"summary": GOOD, "witnesses": "Mira"}, "no-list"),
        ({"summary": GOOD, "message_ids": []}, "no-source"),
        ({"summary": GOOD, "message_ids": [1]}, "source-out-of-range"),
        ({"summary": GOOD, "message_ids": [-1]}, "source-out-of-range"),
        ({"summary": GOOD, "id": None}, "id-missing"),
        (
            {"summary": "Mira and Robin shook hands, Establishing trust at the well."},
            "meta-commentary",
        ),
        (
            {"summary": "Mira hid the key at night, revealing  that she knew the well."},
            "meta-commentary",
        ),
        ({"summary": "The rating of the inn was â˜…â˜…â˜… in the guide."}, "mojibake"),
    ],
)
def test_each_rule_finds_its_fault(record, code):
    assert codes(record) == [code]


def test_words_that_only_contain_a_banned_word_are_fine():
    assert codes({"summary": "Mira heard foreshowings of a storm at the old stone well."}) == []


def test_a_reflection_needs_no_source():
    assert codes({"summary": GOOD, "type": "reflection", "message_ids": None}) == []


def test_equal_ids_and_equal_summaries_are_found_on_both():
    found = codes({"id": "a", "summary": GOOD}, {"id": "a", "summary": GOOD.upper()})
    assert found == ["id-twice", "same-summary"] * 2


def test_those_with_the_same_id_are_named_by_number_and_words_and_no_more_than_three():
    texts = [one.text for one in lint(document(*[{"id": "a", "summary": GOOD}] * 6))]
    begun = "“Mira hid the silver key behind …”"
    assert texts[0] == (
        f"a has the same id as #1 {begun}, #2 {begun}, #3 {begun} and 2 more; a release keeps or "
        "drops them together."
    )


def test_a_new_summary_leaves_stale_search_words():
    before = document({"summary": GOOD, "tokens": ["key"]})
    after = apply(before, SetField((0,), "summary", GOOD.replace("key", "ring")))
    assert [problem.code for problem in lint(after, before)] == ["tokens-stale"]
    assert lint(before, before) == ()


@pytest.mark.parametrize("text", ["â˜…", "CafÃ© au lait", "ðŸ’” Emotional", "donâ€™t", "\ufffd"])
def test_mojibake_is_told(text):
    assert is_mojibake(text)


@pytest.mark.parametrize(
    "text", ["★★★", "Café", "naïve “quotes”", "Лиза", "小雨", "💔", "Ärger »so«"]
)
def test_real_text_is_no_mojibake(text):
    assert not is_mojibake(text)
