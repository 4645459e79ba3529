import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.document import Document
from inspector.gui.panels.messages.searching import excerpt, holding, query_in, search, spans


def found(chat, needle, among=None):
    reports = [
        one for one in search(holding(chat, needle), among or range(len(chat))) if one is not None
    ]
    assert reports[-1].done
    return [index for one in reports for index in one.messages]


def test_search_looks_in_names_and_texts_without_regard_to_case(harbour):
    assert found(harbour.chat, "kEy") == [1, 2, 5]
    assert found(harbour.chat, "wren") == [1, 5]
    assert found(harbour.chat, "海龟") == [7]
    assert found(harbour.chat, "\x00") == []


def test_search_looks_among_the_messages_that_it_is_given(harbour):
    assert found(harbour.chat, "key", [2, 3, 4]) == [2]


@pytest.mark.parametrize(
    ("text", "needle", "hits"),
    [
        ("a key, a KEY", "key", ["key", "KEY"]),
        ("İstanbul, İzmir", "zmir", ["zmir"]),
        ("İİx", "x", ["x"]),
        ("🐢 turtle", "TURTLE", ["turtle"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("aaaa", "", []),
    ],
)
def test_spans_are_places_in_the_text_as_it_is(text, needle, hits):
    assert [text[start:end] for start, end in spans(text, needle)] == hits


@given(st.text(max_size=60), st.text(min_size=1, max_size=3))
def test_a_text_has_spans_exactly_where_search_finds_it(text, needle):
    hits = spans(text, needle)
    assert bool(hits) == (needle.lower() in text.lower())
    assert all(0 <= start < end <= len(text) for start, end in hits)


def test_an_excerpt_starts_with_the_text_unless_the_first_hit_is_far():
    text = "word " * 100 + "needle " + "word " * 100
    assert excerpt(text, "").startswith("word word")
    assert "needle" in excerpt(text, "needle")[:60]
    assert excerpt(text, "needle").startswith("…")


def test_an_excerpt_is_one_short_line_whatever_the_text():
    assert excerpt("\n\n  first\nsecond\u2028third", "") == "first second third"
    assert len(excerpt("x" * 200_000, "")) <= 400


def test_words_stay_words_and_questions_are_understood():
    document = Document()
    for words in ("hidden", "memory of the harbour", "a lamp (lit)", "she said = what?", "in"):
        assert query_in(words, document) is None
    for question in ("not hidden", "msg in 3..5", "name == Nell", "words > 300 and memory"):
        assert query_in(question, document) is not None
