"""Scribe's points in Qdrant: a real local store where the client is installed."""

import importlib.util
import sys
from pathlib import Path

import pytest

from inspector.core.lore import Chronicle, ChronicleEvent, Lorebook, LorebookEntry
from inspector.retrieval.qdrant import QdrantPlace, QdrantStore, Search
from inspector.retrieval.retriever import RetrievalError
from inspector.systems.scribe.points import COLLECTION, ScribeSearch, scribe_retriever

INSTALLED = importlib.util.find_spec("qdrant_client") is not None

LOREBOOK = Lorebook(
    "Book",
    tuple(
        LorebookEntry(place, uid, title=title)
        for place, (uid, title) in enumerate([("e1", "Mill"), ("1", "Harbour"), ("2", "Twin")])
    ),
)
CHRONICLE = Chronicle((ChronicleEvent(0, "v1", summary="A fire."),))

POINTS = [
    ([1, 0, 0], {"source_type": "lorebook_entry", "original_lorebook_entry_id": "e1",
                 "entry_title": "Mill", "is_enabled": True, "user_id": "u"}),
    ([0, 1, 0], {"source_type": "lorebook_entry", "original_lorebook_entry_id": "gone",
                 "entry_title": "Harbour", "is_enabled": True, "user_id": "u"}),
    ([1, 1, 0], {"source_type": "lorebook_entry", "original_lorebook_entry_id": "2",
                 "entry_title": "Twin", "is_enabled": False, "user_id": "u"}),
    ([1, 0, 1], {"source_type": "chronicle_event", "event_id": "v1", "user_id": "u"}),
    ([1, 0, 1], {"source_type": "chronicle_event", "event_id": "v1", "user_id": "another"}),
    ([1, 0, 0], {"source_type": "chat_message", "message_id": "m", "user_id": "u"}),
]  # fmt: skip


def test_without_the_client_the_message_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "qdrant_client", None)
    with pytest.raises(RetrievalError, match=r"pip install memory-inspector\[qdrant\]"):
        QdrantStore(QdrantPlace(COLLECTION, tmp_path))


def test_a_search_asks_for_enabled_entries_and_events_of_one_user():
    entries, events = ScribeSearch("u", ("b1", "b2"), "c", 3, 2, 0.4).searches
    assert entries == Search(
        {
            "source_type": "lorebook_entry",
            "is_enabled": True,
            "user_id": "u",
            "lorebook_id": ("b1", "b2"),
        },
        3,
        0.4,
    )
    assert events.filters == {"source_type": "chronicle_event", "user_id": "u", "chronicle_id": "c"}
    assert ScribeSearch().searches[1].filters == {"source_type": "chronicle_event"}


if INSTALLED:
    from qdrant_client import QdrantClient, models

    @pytest.fixture
    def store(tmp_path):
        """A folder that holds Scribe's collection."""
        folder = tmp_path / "qdrant"
        client = QdrantClient(path=str(folder))
        for name, points in ((COLLECTION, POINTS), ("empty", [])):
            client.create_collection(
                name,
                vectors_config=models.VectorParams(size=3, distance=models.Distance.COSINE),
            )
            structs = [
                models.PointStruct(id=place, vector=vector, payload=payload)
                for place, (vector, payload) in enumerate(points)
            ]
            if structs:
                client.upsert(name, structs)
        client.close()
        return folder

    def retriever(folder, search=None, vector=(1.0, 0.0, 0.0), collection=COLLECTION):
        return scribe_retriever(
            QdrantPlace(collection, folder),
            search or ScribeSearch("u"),
            lambda _query: vector,
            LOREBOOK,
            CHRONICLE,
        )

    def test_points_score_the_entries_and_events_that_they_are(store):
        told = []
        scores = retriever(store).scores("mill", [], lambda *done: told.append(done))
        assert scores == pytest.approx({"lore:e1": 1, "lore:1": 0, "chronicle:v1": 0.7071068})
        assert told == [(1, 2), (2, 2)]

    def test_limits_and_thresholds_narrow_what_is_found(store):
        assert retriever(store, ScribeSearch("u", lorebook_limit=1)).scores("", []).keys() == {
            "lore:e1",
            "chronicle:v1",
        }
        narrow = ScribeSearch("u", chronicle_limit=0, threshold=0.5)
        assert retriever(store, narrow).scores("", []).keys() == {"lore:e1"}

    def test_an_empty_collection_finds_nothing(store):
        assert retriever(store, collection="empty").scores("", []) == {}
        with QdrantStore(QdrantPlace("empty", store)) as opened:
            assert (opened.points, opened.dimension) == (0, 3)

    def test_another_dimension_is_said(store):
        with pytest.raises(RetrievalError, match="3 dimensions and the query's has 2"):
            retriever(store, vector=(1.0, 0.0)).scores("", [])

    def test_a_collection_that_is_not_there_is_said(store):
        with pytest.raises(RetrievalError, match=f"it has .*{COLLECTION}"):
            retriever(store, collection="other").scores("", [])

    # The client leaves its own lock file open when it is refused.
    @pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
    def test_a_folder_that_another_program_has_open_is_said(store):
        with (
            QdrantStore(QdrantPlace(COLLECTION, store)),
            pytest.raises(RetrievalError, match="is locked"),
        ):
            retriever(store).scores("", [])

    def test_a_folder_that_is_none_of_qdrants_stays_as_it_was(tmp_path):
        for folder in (tmp_path, tmp_path / "missing"):
            with pytest.raises(RetrievalError, match="no folder of a local Qdrant"):
                retriever(folder).scores("", [])
        assert list(Path(tmp_path).iterdir()) == []

    def test_a_server_that_is_down_is_said():
        with pytest.raises(RetrievalError, match="cannot be asked"):
            QdrantStore(QdrantPlace(COLLECTION, address="http://127.0.0.1:1", timeout=2))
        with pytest.raises(RetrievalError, match="no address such as"):
            QdrantStore(QdrantPlace(COLLECTION, address="localhost"))
