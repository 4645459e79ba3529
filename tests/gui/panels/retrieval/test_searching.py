"""Who answers the agent's searches: whom the person chose, where that may be asked."""

from dataclasses import replace
from functools import partial

import pytest

from inspector.gui.panels.retrieval import work
from inspector.gui.panels.retrieval.request import RetrievalRequest
from inspector.gui.state.session import Question, State
from inspector.llm.enrichment.search import KnowledgeSearch
from inspector.preferences import QdrantChoice, RetrievalChoice
from inspector.retrieval.embedding_cache import EmbeddingCache
from tests.gui.panels.retrieval.conftest import document_of
from tests.retrieval.servers import qdrant, right, server


def searching(choice, tmp_path):
    request = RetrievalRequest(State(document_of(), Question(ruleset="scribe/design")), choice)
    cache = EmbeddingCache(tmp_path / "vectors.db")
    return work.searching(request, cache, lambda *_: None)


def found(made, query, kind="all"):
    return [
        (one.kind, one.key) for one in KnowledgeSearch(made.retriever)(query, kind, document_of())
    ]


def test_words_answer_until_something_else_is_chosen(tmp_path):
    made = searching(RetrievalChoice(), tmp_path)
    assert made.embedder is None
    assert found(made, "wheel of the mill")[0] == ("entry", "1")
    assert ("entry", "4") in found(made, "wheel"), "a disabled entry is known too"
    assert found(made, "mill", "chronicle") == [("event", "v1")]


def test_vectors_answer_once_their_address_is_agreed_on(tmp_path):
    with server(right) as (address, requests):
        choice = RetrievalChoice(method="endpoint", address=address, model="m")
        assert searching(choice, tmp_path).retriever.name == "words"
        agreed = replace(choice, agreed=(f"{address}/embeddings",))
        made = searching(agreed, tmp_path)
        assert len(found(made, "anything", "lorebook")) == 4
        assert made.retriever.name == "cosine, m"
        assert made.embedder is not None
    assert {text for _, _, body in requests for text in body["input"]} >= {"anything"}


@pytest.mark.parametrize("method", ["scores", "vectors", "qdrant"])
def test_words_answer_where_a_file_knows_one_query_alone(method, tmp_path):
    choice = RetrievalChoice(method=method, query_file="vector.json", embed_query=False)
    assert searching(choice, tmp_path).retriever.name == "words"


def test_qdrant_answers_where_the_query_is_embedded(tmp_path):
    payload = {"source_type": "chronicle_event", "event_id": "v1"}
    answer = qdrant([(0.5, payload)], dimension=2)
    with server(answer) as (database, searches), server(right) as (address, _):
        location = database.removesuffix("/v1")
        choice = RetrievalChoice(
            method="qdrant",
            embed_query=True,
            address=address,
            model="m",
            qdrant=QdrantChoice(on_server=True, address=location),
            agreed=(f"{address}/embeddings", location),
        )
        made = searching(choice, tmp_path)
        assert found(made, "fire") == [("event", "v1")]
    assert made.retriever.name == "Qdrant"
    assert any(path.endswith("/points/query") for path, _, _ in searches)


def test_vectors_of_a_file_answer_with_the_query_embedded(tmp_path):
    vectors = tmp_path / "vectors.json"
    vectors.write_text('{"lore:1": [1, 0], "chronicle:v1": [0, 1]}', "utf-8")
    with server(right) as (address, _):
        choice = RetrievalChoice(
            method="vectors",
            vectors_file=str(vectors),
            embed_query=True,
            address=address,
            model="m",
            agreed=(f"{address}/embeddings",),
        )
        search = partial(found, searching(choice, tmp_path))
        assert search("a long query") == [("entry", "1"), ("event", "v1")]
