"""Values of a merge are called what people call them."""

import pytest

from inspector.core.document import Document
from inspector.core.lore import Lorebook, LorebookEntry
from inspector.core.memory import Memory
from inspector.jsonbytes.three_way import Difference
from inspector.merging.chats import ValueDifference
from inspector.merging.words import change_in_words, row_title

CHAT = Document(memories=(Memory(0, {"id": "event_1", "summary": "Rain."}),))
BOOK = Lorebook(items=(LorebookEntry(0, "7", title="Kettle Bridge"),))
VAULT = ("chat_metadata", "openvault")


def changed(path, message=None, base=b"1", mine=b"5"):
    return ValueDifference(Difference(path, base, base, mine), message)


@pytest.mark.parametrize(
    ("path", "message", "title"),
    [
        ((*VAULT, "memories", "event_1", "summary"), None, "summary of memory 0"),
        ((*VAULT, "character_states", "Nell", "current_emotion"), None, "Current emotion of Nell"),
        (("mes",), 3, "Text of message 3"),
        (("extra", "auto_recap_memory", "memory"), 3, "Recap of message 3"),
        (("extra", "auto_recap_memory", "scene_recap_memory"), 3, "Scene recap of message 3"),
        (("extra", "auto_recap_memory"), 3, "Recap of message 3"),
        (
            ("chat_metadata", "auto_recap_running_scene_recaps", "versions", 2, "content"),
            None,
            "Running recap of version 2",
        ),
        (
            ("chat_metadata", "auto_recap_running_scene_recaps", "current_version"),
            None,
            "Running recap, current version",
        ),
    ],
)
def test_a_value_of_a_chat_is_named(path, message, title):
    assert row_title(changed(path, message), CHAT) == title


def test_a_value_of_a_lorebook_is_named_by_its_entry():
    assert row_title(changed(("entries", "7", "content")), BOOK) == "Text of entry “Kettle Bridge”"
    assert row_title(changed(("entries", "7")), BOOK) == "Entry “Kettle Bridge”"
    assert row_title(changed(("name",)), BOOK) == "name"


def test_a_memory_that_somebody_does_not_know_any_more_is_named():
    path = (*VAULT, "character_states", "Nell", "known_events", "event_1")
    gone = changed(path, base=b'"event_1"', mine=None)
    assert row_title(gone, CHAT) == "Known events of Nell"
    assert change_in_words(gone, CHAT) == "without memory 0"


def test_importance_is_said_in_stars():
    path = (*VAULT, "memories", "event_1", "importance")
    assert change_in_words(changed(path, mine=b"4"), CHAT) == "★★★★☆ 4"
    assert change_in_words(changed(path, mine=b"9"), CHAT) == "9"
