"""BM25 and cosine: which text is nearest, by which numbers."""

import math

import pytest

from inspector.core.items import Searchable
from inspector.retrieval.bm25 import K1, B, Bm25Index, words_of
from inspector.retrieval.cosine import (
    EmbeddedCosine,
    StoredVectors,
    checked_vector,
    checked_vectors,
    cosine,
)
from inspector.retrieval.retriever import RetrievalError

ITEMS = [Searchable("a", "the mill"), Searchable("b", "the harbour at night")]


def test_words_are_runs_of_letters_and_digits_in_lower_case():
    assert words_of("Don't go_NOW, Мира 2x!") == ["don", "t", "go", "now", "мира", "2x"]


def test_the_formula_is_bm25s():
    first, second = Bm25Index(["mill mill wheel", "mill"]).scores("mill")
    rarity = math.log(1 + 0.5 / 2.5)

    def score(times, length):
        return rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * length / 2))

    best = max(score(2, 3), score(1, 1))
    assert (first, second) == pytest.approx((score(2, 3) / best, score(1, 1) / best))


@pytest.mark.parametrize("query", ["", "  ", "sea"])
def test_what_matches_nothing_has_zero(query):
    assert Bm25Index(item.text for item in ITEMS).scores(query) == [0, 0]


def test_the_best_has_one():
    assert Bm25Index(item.text for item in ITEMS).scores("harbour") == [0, 1]
    assert Bm25Index([]).scores("x") == []
    assert Bm25Index(["", ""]).scores("x") == [0, 0]


def test_cosine_is_exact():
    assert cosine([1, 1], [[1, 1], [1, 0], [-1, -1], [0, 0]]) == pytest.approx(
        [1, math.sqrt(0.5), -1, 0]
    )
    assert cosine([1, 1], []) == []
    assert cosine([0, 0], [[1, 1]]) == [0]


def test_very_large_and_very_small_numbers_have_a_cosine_too():
    scores = cosine([1e300, 1e300], [[1e308, 1e308], [1e-300, 0], [5e-324, 5e-324]])
    assert scores == pytest.approx([1, math.sqrt(0.5), 1])


def test_vectors_of_different_models_are_told():
    with pytest.raises(RetrievalError, match="3 dimensions and another 2"):
        cosine([1, 2, 3], [[1, 2]])


def test_supplied_vectors_score_the_items_that_have_one():
    mentioned = []
    retriever = StoredVectors({"b": [0, 2], "c": [1, 0]}, [0, 1])
    assert retriever.scores("", ITEMS, lambda *done: mentioned.append(done)) == {"b": 1}
    assert mentioned == [(1, 1)]


def test_vectors_of_another_dimension_are_left_out_and_named():
    retriever = StoredVectors({"a": [1, 2, 3], "b": [0, 2]}, [0, 1])
    assert retriever.scores("", ITEMS) == {"b": 1}
    assert retriever.differing(ITEMS) == {"a"}
    with pytest.raises(RetrievalError, match="2 dimensions and another 3"):
        StoredVectors({"a": [1, 2, 3]}, [0, 1]).scores("", ITEMS)


def test_an_embedder_is_asked_for_query_and_items_at_once():
    class Lengths:
        name = "lengths"

        def embed(self, texts, progress=None):
            return [[len(text), 1] for text in texts]

    retriever = EmbeddedCosine(Lengths())
    assert retriever.name == "cosine, lengths"
    assert retriever.scores("12345678", ITEMS)["a"] == pytest.approx(1)
    assert retriever.scores("x", []) == {}


@pytest.mark.parametrize("value", [[], None, {}, ["a"], [float("nan")], [True], "12"])
def test_what_is_no_vector_is_refused(value):
    with pytest.raises(RetrievalError, match="The vector"):
        checked_vector(value, "The vector")
    with pytest.raises(RetrievalError):
        checked_vectors({"a": value}, "vectors")
