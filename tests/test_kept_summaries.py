"""Paragraphs that a person kept: by what they were made of, and never lost to a bad line."""

from gettext import NullTranslations

import pytest

from inspector import language
from inspector.core.bucket_summary import BucketSummary
from inspector.core.errors import InspectorError
from inspector.folders import data_folder
from inspector.kept_summaries import keep_summary, kept_summaries

ONE = BucketSummary("It rained — 雨 \ud83d.", frozenset({"a", "b"}), 5)
SAME = BucketSummary("It poured.", frozenset({"b", "a"}), 7)
OTHER = BucketSummary("It snowed.", frozenset({"c"}), 6)


def test_what_is_kept_is_there_again():
    assert kept_summaries() == ()
    keep_summary(ONE)
    keep_summary(OTHER)
    assert kept_summaries() == (ONE, OTHER)


def test_the_last_one_made_of_the_same_memories_counts():
    for one in (ONE, OTHER, SAME):
        keep_summary(one)
    assert kept_summaries() == (OTHER, SAME)


def test_bad_lines_take_no_good_one_with_them():
    keep_summary(ONE)
    path = data_folder() / "bucket-summaries.jsonl"
    with path.open("ab") as file:
        file.write(b'{"text": 3, "marks": ["x"]}\n[1]\n\xff\n{"text": "cut off", "mar')
    keep_summary(OTHER)
    assert kept_summaries() == (ONE, OTHER)


class Shouting(NullTranslations):
    def gettext(self, message):
        return message.upper()


def test_why_a_paragraph_cannot_be_kept_is_said_in_the_language_in_use():
    path = data_folder() / "bucket-summaries.jsonl"
    path.mkdir(parents=True)
    with pytest.raises(InspectorError) as refused:
        keep_summary(ONE)
    assert str(refused.value) == f"{path}: this is a folder and no file"
    language.use(Shouting())
    try:
        with pytest.raises(InspectorError, match="THIS IS A FOLDER AND NO FILE"):
            keep_summary(ONE)
    finally:
        language.use(NullTranslations())
