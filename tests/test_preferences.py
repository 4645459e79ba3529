"""What is remembered between two starts, and what never is."""

import json
from dataclasses import fields, replace

import pytest

from inspector.preferences import (
    Preferences,
    QdrantChoice,
    RetrievalChoice,
    SendChoice,
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
    names = {one.name for choice in (RetrievalChoice, QdrantChoice) for one in fields(choice)}
    assert not {"key", "api_key", "token", "password"} & names


def test_preferences_from_before_there_was_a_choice_are_read():
    preferences_file().parent.mkdir(parents=True, exist_ok=True)
    preferences_file().write_text('{"version": 1, "theme": "light"}')
    kept = load_preferences()
    assert (kept.theme, kept.retrieval) == ("light", RetrievalChoice())
    assert kept.retrieval.method == "bm25"
    assert kept.retrieval.address == ""


def written(text):
    preferences_file().parent.mkdir(parents=True, exist_ok=True)
    preferences_file().write_bytes(text if isinstance(text, bytes) else text.encode())


def kept_beside():
    here = preferences_file()
    return {one.name: one.read_bytes() for one in here.parent.iterdir() if one != here}


@pytest.mark.parametrize(
    ("stored", "wanted"),
    [
        ({"theme": "pink"}, {}),
        ({"theme": None, "recent": "x"}, {}),
        ({"recent": ["/a", 5, "/b", None, {}]}, {"recent": ("/a", "/b")}),
        ({"retrieval": 5}, {}),
        ({"version": [], "backup_limit": -1}, {}),
    ],
)
def test_a_bad_value_resets_itself_alone(stored, wanted):
    written(json.dumps({"last_folder": "/home", "wrap_preview": False, **stored}))
    assert load_preferences() == Preferences(last_folder="/home", wrap_preview=False, **wanted)


@pytest.mark.parametrize("bad", [{"method": "magic"}, {"silence": 0}, {"qdrant": {"entries": -1}}])
def test_a_bad_value_of_a_choice_resets_itself_alone(bad):
    written(json.dumps({"retrieval": {"model": "m", "qdrant": {"user_id": "u"}, **bad}}))
    choice = load_preferences().retrieval
    assert (choice.method, choice.silence, choice.model) == ("bm25", 10, "m")
    assert choice.qdrant == QdrantChoice(user_id="" if "qdrant" in bad else "u")


def test_what_a_later_version_wrote_survives_a_save():
    later = {
        "version": 7,
        "theme": "dark",
        "plugins": {"deep": [1, None, "é"]},
        "retrieval": {"method": "scores", "reranker": "r", "qdrant": {"shards": 3}},
    }
    written(json.dumps(later))
    save_preferences(replace(load_preferences(), theme="light"))
    stored = json.loads(preferences_file().read_bytes())
    assert (stored["version"], stored["theme"]) == (7, "light")
    assert stored["plugins"] == later["plugins"]
    assert stored["retrieval"]["reranker"] == "r"
    assert stored["retrieval"]["qdrant"]["shards"] == 3
    save_preferences(replace(load_preferences(), retrieval=RetrievalChoice()))
    stored = json.loads(preferences_file().read_bytes())
    assert stored["retrieval"]["method"] == "bm25"
    assert stored["retrieval"]["reranker"] == "r"
    assert kept_beside() == {}


def test_the_place_of_a_part_that_is_gone_does_not_come_back():
    save_preferences(Preferences(parts={"a": "1", "b": "2"}))
    save_preferences(Preferences(parts={"b": "2"}))
    assert load_preferences().parts == {"b": "2"}


@pytest.mark.parametrize(
    "unreadable",
    [b"", b"{", b"[1]", b"5", b"\xff\xfe{\x00}", b"[" * 200_000, b'{"a":' * 200_000],
    ids=["empty", "torn", "list", "number", "utf-16", "deep list", "deep object"],
)
def test_a_file_that_cannot_be_read_is_kept_beside_the_new_one(unreadable):
    written(unreadable)
    assert load_preferences() == Preferences()
    save_preferences(Preferences(theme="dark"))
    assert load_preferences() == Preferences(theme="dark")
    assert kept_beside() == {"preferences.unreadable-1.json": unreadable}
    written(b"again")
    save_preferences(Preferences())
    assert len(kept_beside()) == 2


@pytest.mark.parametrize("depth", [100, 900, 5_000, 100_000])
def test_deep_nesting_does_not_crash_the_start(depth):
    written('{"theme": "dark", "later": ' + "[" * depth + "]" * depth + "}")
    assert load_preferences().theme in ("dark", "system")
    save_preferences(Preferences(theme="light"))
    assert load_preferences().theme == "light"


def test_a_path_that_is_not_utf_8_can_be_kept():
    save_preferences(Preferences(theme="dark").with_recent("/chats/\udcff.jsonl"))
    assert load_preferences().recent == ("/chats/\udcff.jsonl",)


def test_what_is_chosen_of_a_chats_next_request_is_remembered():
    choice = SendChoice(as_sent=True, kind="swipe", folder="/data")
    save_preferences(Preferences().with_send("/a.jsonl", choice))
    assert load_preferences().chat_sends == {"/a.jsonl": choice}


def test_settings_that_a_chat_had_before_are_not_the_last_ones_anew():
    kept = Preferences().with_settings("/a", "r", {"x": 1}).with_settings("/b", "r", {"x": 2})
    again = kept.with_settings("/a", "r", {"x": 1})
    assert (again.settings_in("/a"), again.settings_in("/c")) == ({"r": {"x": 1}}, {"r": {"x": 2}})
    assert kept.with_settings("/a", "r", {}).settings_in("/c") == {"r": {}}


def test_a_chat_that_is_renamed_keeps_what_it_had():
    kept = Preferences().with_settings("/a", "r", {"x": 1}).with_settings("/a", "s", {"y": 2})
    kept = kept.with_ruleset("/a", "s").with_send("/a", SendChoice(kind="swipe"))
    moved = kept.with_settings("/z", "r", {"x": 3}).renamed("/a", "/b")
    assert moved.settings_in("/b") == {"r": {"x": 1}, "s": {"y": 2}}
    assert moved.chat_rulesets["/b"] == "s"
    assert moved.chat_sends["/b"].kind == "swipe"
    assert Preferences().renamed("/a", "/b") == Preferences()
