"""The keyword search over all memories at once gives each what BM25 gives it alone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.systems.openvault.retrieval.bm25 import (
    PHRASE_BOOST,
    Search,
    corpus_of,
    fits,
    idf,
    raw_scores,
    stored_corpus,
)
from inspector.systems.openvault.retrieval.postings import (
    Subset,
    frequencies_of,
    postings_of,
    subset_of,
)

words = st.sampled_from(["bell", "mill", "geese", "pond", "мельница", "月光"])
documents = st.lists(st.lists(words, max_size=6), min_size=1, max_size=8)
queries = st.dictionaries(words, st.one_of(st.integers(1, 9), st.just(70)), max_size=6)


def alone(terms, tokens, corpus):
    """BM25 as the specification writes it, for one document."""
    total, length = 0.0, len(terms)
    for token, count in tokens:
        often = terms.count(token)
        if often:
            share = 0.75 * length / corpus.average_length
            value = corpus.idf.get(token, 0.0) * (often * 2.2 / (often + 1.2 * (1 - 0.75 + share)))
            for _ in range(count):
                total += value
    return total


@given(terms=documents, tokens=queries, data=st.data())
def test_every_score_is_added_up_as_if_alone(terms, tokens, data):
    places = data.draw(st.lists(st.integers(0, len(terms) - 1), unique=True).map(sorted))
    counted = subset_of(places, len(terms))
    corpus = corpus_of(postings_of(terms), counted, tokens)
    own = [terms[index] for index in places]
    assert corpus.documents == len(own)
    for token in tokens:
        containing = sum(token in each for each in own)
        assert corpus.idf.get(token) == (idf(len(own), containing) if containing else None)
    if not corpus.average_length:
        return
    for query in ([*tokens.items()], [*tokens.items(), *tokens.items()]):
        scores = raw_scores(query, corpus, postings_of(terms))
        for score, each in zip(scores, terms, strict=True):
            assert score == alone(each, query, corpus)
        search = Search(query, corpus, postings_of(terms), range(len(terms)))
        assert search.nearly == pytest.approx(scores, rel=1e-12)
        assert [search.of([index])[0] for index in range(len(terms))] == scores
        assert search.of(range(len(terms))) == scores


@given(terms=documents, tokens=queries, data=st.data())
def test_frequencies_that_are_moved_to_other_memories_are_those_counted_afresh(terms, tokens, data):
    postings, known = postings_of(terms), None
    for _ in range(4):
        some = data.draw(st.lists(st.integers(0, len(terms) - 1), unique=True).map(sorted))
        wanted = data.draw(st.lists(st.sampled_from(sorted(tokens)), unique=True)) if tokens else []
        known = frequencies_of(postings, subset_of(some, len(terms)), wanted, known)
        own = [terms[index] for index in some]
        assert set(wanted) <= set(known.counts)
        for token, count in known.counts.items():
            assert count == sum(token in each for each in own)


@given(before=documents, data=st.data())
def test_postings_after_an_edit_are_those_made_afresh(before, data):
    postings = postings_of(before)
    terms = before
    for _ in range(3):
        index = data.draw(st.integers(0, len(before) - 1))
        terms = [*terms]
        terms[index] = data.draw(st.lists(words, max_size=6))
        postings, anew = postings_of(terms, postings), postings_of(terms)
        assert stood(postings) == stood(anew)
        assert list(postings.lengths) == list(anew.lengths)


def stood(postings):
    kinds = {number: kind for kind, number in postings.kinds.items()}
    return {
        token: sorted(zip(there.places, map(kinds.get, there.kinds), strict=True))
        for token, there in postings.held.items()
    }


def test_postings_in_which_nothing_changed_are_the_same_object():
    postings = postings_of([["bell"], ["mill"]])
    assert postings_of([["bell"], ["mill"]], postings) is postings
    assert postings_of([["bell"]], postings) is not postings


def test_some_of_the_memories_are_counted():
    some = subset_of([1, 3], 5)
    assert (some.size, some.counted([0, 1, 2, 3]), some.total([1, 2, 4, 8, 16])) == (2, 2, 10)
    assert [some.holds(index) for index in range(5)] == [False, True, False, True, False]
    every = subset_of(range(5), 5)
    assert every == Subset(5)
    assert (every.counted([0, 4]), every.total([1, 2, 4, 8, 16]), every.holds(2)) == (2, 31, True)


def test_a_phrase_counts_ten_times_the_greatest_idf_and_as_a_keyword_where_it_is_one():
    terms = [["bell", "mill"], ["bell"], ["Old Mill", "bell"]]
    postings = postings_of(terms)
    corpus = corpus_of(postings, Subset(3), ["bell"])
    scores = raw_scores([("bell", 1), ("Old Mill", 2)], corpus, postings, {"Old Mill": (0, 2)})
    plain = raw_scores([("bell", 1)], corpus, postings)
    assert corpus.greatest_idf() == idf(3, 1)
    assert scores[0] == plain[0] + PHRASE_BOOST * idf(3, 1) + PHRASE_BOOST * idf(3, 1)
    assert scores[1:] == plain[1:]


def test_the_greatest_idf_is_that_of_the_rarest_word_among_the_counted():
    postings = postings_of([["bell"], ["bell", "mill"], ["pond"]])
    assert corpus_of(postings, subset_of([0, 1], 3), ()).greatest_idf() == idf(2, 1)
    assert corpus_of(postings, subset_of([0], 3), ()).greatest_idf() == idf(1, 1)
    assert corpus_of(postings_of([[]]), Subset(1), ()).greatest_idf() == math.log(2)


def test_documents_without_words_count_in_number_and_average():
    corpus = corpus_of(postings_of([["bell"] * 3]), Subset(1), ["bell"], extra=2)
    assert (corpus.documents, corpus.average_length, corpus.idf) == (3, 1.0, {"bell": idf(3, 1)})


def test_a_stored_cache_gives_its_own_numbers_whatever_they_are():
    stored = {"idfMap": {"bell": 2, "mill": "x", "pond": "3"}, "avgDL": -4}
    corpus = stored_corpus(stored, 7)
    assert (corpus.documents, corpus.average_length) == (7, -4.0)
    assert (corpus.idf["bell"], corpus.idf["pond"]) == (2, 3.0)
    assert math.isnan(corpus.idf["mill"])
    assert math.isnan(corpus.greatest_idf())
    assert stored_corpus({"idfMap": {"bell": 2, "pond": 5}}, 7).greatest_idf() == 5
    (score,) = raw_scores([("bell", 1)], corpus, postings_of([["bell"]]))
    assert math.isfinite(score)


@pytest.mark.parametrize(
    ("changed", "fitting"),
    [
        ({}, True),
        ({"memoryCount": 7.0}, True),
        ({"memoryCount": "7"}, False),
        ({"memoryCount": True}, False),
        ({"memoryCount": 8}, False),
        ({"idfMap": None}, False),
        ({"idfMap": ""}, False),
        ({"avgDL": "4"}, False),
        ({"avgDL": None}, False),
    ],
)
def test_a_stored_cache_is_used_only_where_its_fields_are_what_the_release_wrote(changed, fitting):
    stored = {"idfMap": {"bell": 2}, "avgDL": 4, "memoryCount": 7}
    assert fits({**stored, **changed}, 7) is fitting


def test_an_average_length_of_zero_leaves_keywords_without_a_score():
    postings = postings_of([["bell"]])
    corpus = stored_corpus({"idfMap": {"bell": 2}, "avgDL": 0}, 1)
    assert raw_scores([("bell", 3), ("a bell", 1)], corpus, postings, {"a bell": (0,)}) == [20]
