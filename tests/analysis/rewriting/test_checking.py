"""The request for rewriting, and what is said against a new wording."""

import pytest

from inspector.analysis.rewriting.checking import rewording
from inspector.analysis.rewriting.request import rewriting_request
from inspector.core.edits import apply
from inspector.loading import open_chat
from inspector.tokenizer import load_tokenizer


@pytest.fixture(scope="module")
def document(sample):
    return open_chat(sample).document


def codes(document, after, index=31):
    found = rewording(document, index, after, load_tokenizer("o200k_base"))
    return [one.code for one in found.problems]


def test_the_request_numbers_every_summary_and_says_the_rules(document):
    summaries = [one.summary for one in document.memories[:12]]
    request = rewriting_request(summaries)
    assert request.startswith("Rewrite each of these 12 summaries")
    assert "8 to 18 words" in request
    assert [f"{n}. {one}" in request for n, one in enumerate(summaries, 1)] == [True] * 12
    assert "1. a b\n" in rewriting_request(["a\nb"])


def test_a_good_rewrite_says_what_it_saves_and_is_one_edit(document):
    new = "The friends agreed to watch the tower that night from three places."
    found = rewording(document, 31, new, load_tokenizer("o200k_base"))
    assert (found.problems, found.tokens, found.saved) == ((), (16, 13), 3)
    assert apply(document, found.edit).memories[31].summary == new


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ("The friends watched it.", "too-short"),
        ("The friends planned a watch on the tower, showing how they cared for it.",
         "meta-commentary"),
        ("Друзья договорились следить за башней этой ночью из трёх разных мест.",
         "other-language"),
        ("The friends planned a watch\non the tower and all around the square.", "line-break"),
        ("", "summary-empty"),
    ],
)  # fmt: skip
def test_each_fault_of_a_new_wording_is_told(document, after, code):
    assert code in codes(document, after)


def test_a_double_a_lost_name_and_a_lost_number_are_told(document):
    other = document.memories[30].summary
    assert "same-summary" in codes(document, other.upper())
    named = next(m for m in document.memories if "Rufus" in m.summary)
    assert "name-lost" in codes(document, "Somebody did something that nobody saw.", named.index)
