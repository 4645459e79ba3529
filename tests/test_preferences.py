"""What is remembered between two starts, and what never is."""

import json

import pytest

from inspector.preferences import (
    Preferences,
    QdrantChoice,
    RetrievalChoice,
    load_preferences,
    preferences_file,
    save_preferences,
)


def test_the_choice_of_a_retriever_is_remembered():
    choice = RetrievalChoice(
        method="qdrant",
        address="http://localhost:1234/v1",
        model="m",
        silence=2.5,
        agreed=("http://localhost:1234/v1/embeddings",),
        with_key=("http://localhost:1234/v1",),
        qdrant=QdrantChoice(folder="/data/qdrant", lorebook_ids=("a", "b"), threshold=0.25),
    )
    save_preferences(Preferences(theme="dark", retrieval=choice))
    assert load_preferences() == Preferences(theme="dark", retrieval=choice)


def test_there_is_no_place_for_a_key():
    fields = {*RetrievalChoice.model_fields, *QdrantChoice.model_fields}
    assert not {"key", "api_key", "token", "password"} & fields


def test_preferences_from_before_there_was_a_choice_are_read():
    preferences_file().parent.mkdir(parents=True, exist_ok=True)
    preferences_file().write_text('{"version": 1, "theme": "light"}')
    kept = load_preferences()
    assert (kept.theme, kept.retrieval) == ("light", RetrievalChoice())
    assert kept.retrieval.method == "bm25"
    assert kept.retrieval.address == ""


@pytest.mark.parametrize("bad", [{"method": "magic"}, {"silence": 0}, {"qdrant": {"entries": -1}}])
def test_a_choice_that_is_none_gives_the_defaults(bad):
    preferences_file().parent.mkdir(parents=True, exist_ok=True)
    preferences_file().write_text(json.dumps({"retrieval": bad}))
    assert load_preferences() == Preferences()
