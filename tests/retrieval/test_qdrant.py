"""Scribe's points in Qdrant: a real local store, and servers that are none."""

import gc
import json
import sqlite3
import sys
import threading
from contextlib import closing
from io import TextIOWrapper
from pathlib import Path

import pytest

from inspector.core.document import Document
from inspector.core.lore import Chronicle, ChronicleEvent, Lorebook, LorebookEntry
from inspector.retrieval.qdrant import QdrantPlace, QdrantStore, Search
from inspector.retrieval.retriever import RetrievalError
from inspector.retrieval.scoring import PointSearch
from inspector.systems.scribe.answers import read_messages
from inspector.systems.scribe.points import scribe_retriever, searches_of
from inspector.systems.scribe.settings import COLLECTION
from tests.retrieval.local_qdrant import make_local_qdrant
from tests.retrieval.servers import qdrant, say, server

LOREBOOK = Lorebook(
    "Book",
    tuple(
        LorebookEntry(location, uid, title=title)
        for location, (uid, title) in enumerate([("e1", "Mill"), ("1", "Harbour"), ("2", "Twin")])
    ),
)
CHRONICLE = Chronicle((ChronicleEvent(0, "v1", summary="A fire."),))
MESSAGE = json.dumps([{"id": "m", "message_type": "User", "content": "Where is the mill?"}])
DOCUMENT = Document(
    chat=read_messages(MESSAGE.encode()).chat, lorebook=LOREBOOK, chronicle=CHRONICLE
)

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
    with pytest.raises(RetrievalError, match=r"-m pip install qdrant-client"):
        QdrantStore(QdrantPlace(COLLECTION, tmp_path))


def test_a_search_asks_for_enabled_entries_and_events_of_one_user():
    entries, events = searches_of(PointSearch("u", ("b1", "b2"), "c", 3, 2, 0.4))
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
    assert searches_of(PointSearch())[1].filters == {"source_type": "chronicle_event"}


@pytest.fixture
def store(tmp_path):
    """A folder that holds Scribe's collection."""
    return make_local_qdrant(tmp_path / "qdrant", {COLLECTION: POINTS, "empty": []})


def retriever(folder, search=None, vector=(1.0, 0.0, 0.0), collection=COLLECTION):
    return scribe_retriever(
        QdrantPlace(collection, folder),
        search or PointSearch("u"),
        lambda _query: vector,
        DOCUMENT,
    )


def test_points_score_the_entries_and_events_that_they_are(store):
    mentioned = []
    scores = retriever(store).scores("mill", [], lambda *done: mentioned.append(done))
    assert scores == pytest.approx({"lore:e1": 1, "lore:1": 0, "chronicle:v1": 0.7071068})
    assert mentioned[-1] == (2, 2)


def test_messages_are_found_by_the_ids_that_the_server_answered(store):
    scores = retriever(store, PointSearch("u", chat_limit=5)).scores("mill", [])
    assert scores["chat:0"] == pytest.approx(1)
    elsewhere = PointSearch("u", session_id="another", chat_limit=5)
    assert "chat:0" not in retriever(store, elsewhere).scores("mill", [])


def test_limits_and_thresholds_narrow_what_is_found(store):
    assert retriever(store, PointSearch("u", lorebook_limit=1)).scores("", []).keys() == {
        "lore:e1",
        "chronicle:v1",
    }
    narrow = PointSearch("u", chronicle_limit=0, threshold=0.5)
    assert retriever(store, narrow).scores("", []).keys() == {"lore:e1"}


def test_an_empty_collection_is_said(store):
    with pytest.raises(RetrievalError, match=r"empty in .* is empty"):
        retriever(store, collection="empty").scores("", [])
    with QdrantStore(QdrantPlace("empty", store)) as opened:
        assert (opened.points, opened.dimension) == (0, 3)


def test_another_dimension_is_said(store):
    with pytest.raises(RetrievalError, match="3 dimensions and the query's has 2"):
        retriever(store, vector=(1.0, 0.0)).scores("", [])


def test_a_collection_that_is_not_there_is_said(store):
    with pytest.raises(RetrievalError, match=f"it has .*{COLLECTION}"):
        retriever(store, collection="other").scores("", [])


# The client closes nothing itself when it is refused.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_folder_that_another_program_has_open_is_said_and_let_go(store):
    with (
        QdrantStore(QdrantPlace(COLLECTION, store)),
        pytest.raises(RetrievalError, match="is locked") as refusal,
    ):
        retriever(store).scores("", [])
    gc.collect()
    # The error is still there, as in a panel that shows it; nothing of the folder is open.
    assert refusal.value
    assert not [one for one in gc.get_objects() if _is_open_lock(one)]


def _is_open_lock(one):
    return isinstance(one, TextIOWrapper) and not one.closed and one.name.endswith(".lock")


def _of_no_database(folder):
    (folder / "collection" / COLLECTION / "storage.sqlite").write_bytes(b"no database at all")


def _of_a_point_cut_short(folder):
    path = folder / "collection" / COLLECTION / "storage.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE points SET point = ?", (b"\x80\x04\x95",))
        database.commit()


def _of_an_empty_point(folder):
    path = folder / "collection" / COLLECTION / "storage.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE points SET point = ''")
        database.commit()


def _of_a_list(folder):
    (folder / "meta.json").write_text("[]")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    "damage", [_of_no_database, _of_a_point_cut_short, _of_an_empty_point, _of_a_list]
)
def test_a_damaged_folder_is_said_in_one_sentence(store, damage):
    damage(store)
    with pytest.raises(RetrievalError, match=r"^The Qdrant folder .* cannot be read: .+\.$"):
        retriever(store).scores("", [])
    gc.collect()


def test_a_folder_that_is_none_of_qdrants_stays_as_it_was(tmp_path):
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(RetrievalError, match="no folder of a local Qdrant"):
            retriever(folder).scores("", [])
    assert list(Path(tmp_path).iterdir()) == []


def test_a_damaged_folder_is_said(tmp_path):
    (tmp_path / "meta.json").write_text("{")
    with pytest.raises(RetrievalError, match=r"folder .* cannot be read"):
        retriever(tmp_path).scores("", [])


def test_a_running_server_is_asked_with_scribes_fields():
    points = [(0.9, POINTS[0][1]), (0.4, POINTS[3][1])]
    with server(qdrant(points)) as (address, requests):
        location = QdrantPlace(COLLECTION, address=address.removesuffix("/v1"), key="s3cret")
        search = PointSearch("u", ("b1",), "c", 7, 0, 0.2)
        requested = scribe_retriever(location, search, lambda _: [1.0, 0.0, 0.0], DOCUMENT)
        scores = requested.scores("mill", [])
    assert scores == {"lore:e1": 0.9, "chronicle:v1": 0.4}
    assert {headers["api-key"] for _, headers, _ in requests} == {"s3cret"}
    (body,) = [body for path, _, body in requests if path.endswith("/points/query")]
    assert body["query"] == {"nearest": [1, 0, 0]}
    assert (body["limit"], body["score_threshold"]) == (7, 0.2)
    assert {one["key"]: one["match"] for one in body["filter"]["must"]} == {
        "source_type": {"value": "lorebook_entry"},
        "is_enabled": {"value": True},
        "user_id": {"value": "u"},
        "lorebook_id": {"any": ["b1"]},
    }
    assert "s3cret" not in repr(location)


def test_a_server_that_is_down_is_said():
    with pytest.raises(RetrievalError, match=r"Nothing listens at http://127\.0\.0\.1:1;"):
        QdrantStore(QdrantPlace(COLLECTION, address="http://127.0.0.1:1", timeout=60))
    with pytest.raises(RetrievalError, match="no address such as"):
        QdrantStore(QdrantPlace(COLLECTION, address="localhost"))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (say(200, b"<html>"), "does not answer as Qdrant does"),
        (say(200, {"a": 1}), "does not answer as Qdrant does"),
        (say(500, b"out of memory"), "answered 500: out of memory"),
        (say(401, b"key"), r"refuses the key, or asks for one \(401\)"),
        (say(307, b"", Location="http://127.0.0.1:9/"), "nothing is sent to other addresses"),
    ],
)
def test_a_server_that_is_no_qdrant_is_said(answer, why):
    with (
        server(answer) as (address, _),
        pytest.raises(RetrievalError, match=why) as raised,
    ):
        QdrantStore(QdrantPlace(COLLECTION, address=address.removesuffix("/v1"), timeout=60))
    assert "127.0.0.1" in str(raised.value)


def test_a_silent_server_is_given_up():
    released = threading.Event()
    with server(lambda *_: released.wait(60)) as (address, _):
        with pytest.raises(RetrievalError, match="was silent for 1 seconds"):
            QdrantStore(QdrantPlace(COLLECTION, address=address, timeout=1))
        released.set()


def test_a_stop_does_not_wait_for_a_silent_server():
    arrived, released = threading.Event(), threading.Event()

    def silent(*_):
        arrived.set()
        released.wait(60)

    def stop(_done, _total):
        if arrived.is_set():
            raise InterruptedError

    with server(silent) as (address, _):
        location = QdrantPlace(COLLECTION, address=address, timeout=60)
        requested = scribe_retriever(location, PointSearch(), lambda _: [1.0], DOCUMENT)
        with pytest.raises(InterruptedError):
            requested.scores("", [], stop)
        released.set()
