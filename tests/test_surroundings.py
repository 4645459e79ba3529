"""What lies around a chat in SillyTavern's data folder: here the character's own card."""

import json

import pytest

from inspector.core.chat import Chat
from inspector.surroundings import Surroundings, surroundings_of

CARD = json.dumps({"data": {"name": "Mira", "description": "A baker."}})


@pytest.fixture
def chat(tmp_path):
    user = tmp_path / "data" / "default-user"
    for name in ("chats/Mira", "characters"):
        (user / name).mkdir(parents=True)
    (user / "settings.json").write_text("{}")
    path = user / "chats" / "Mira" / "First evening.jsonl"
    path.write_bytes(b"")
    return path


def card_of(chat):
    return chat.parents[2] / "characters" / "Mira.png"


def test_the_character_s_card_is_read_when_it_is_asked_for(chat):
    card_of(chat).write_text("not yet a card")
    around = surroundings_of(chat, Chat())
    card_of(chat).write_text(CARD)
    assert around.card.description == "A baker."
    assert around.card_problem is None
    assert around.card is around.card


def test_a_card_that_cannot_be_read_is_a_problem(chat):
    card_of(chat).write_bytes(b"\x89PNG\r\n\x1a\n")
    around = surroundings_of(chat, Chat())
    assert around.card is None
    assert around.card_problem.text.endswith("Mira.png: this picture holds no character card.")


def test_a_card_that_went_away_is_a_problem(chat):
    card_of(chat).write_text(CARD)
    around = surroundings_of(chat, Chat())
    card_of(chat).unlink()
    assert around.card is None
    assert "No such file" in around.card_problem.text


def test_without_a_card_there_is_none_and_no_problem(chat, tmp_path):
    for around in (Surroundings(), surroundings_of(chat, Chat())):
        assert (around.card, around.card_problem) == (None, None)
