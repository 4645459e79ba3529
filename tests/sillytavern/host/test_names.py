"""Which persona opening a chat selects (specs/send-path.md §5.1)."""

from dataclasses import replace

from inspector.core.card import Card
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.host.names import with_opened_persona

SETTINGS = {
    "username": "Nell",
    "user_avatar": "nell.png",
    "power_user": {
        "personas": {"nell.png": "Another name", "tess.png": "Tess", "ivo.png": "Ivo"},
        "persona_descriptions": {
            "tess.png": {"description": "Tess dives.", "position": 4, "depth": 1},
            "ivo.png": {"connections": [{"type": "character", "id": "Mira.png"}]},
        },
        "persona_description": "Nell rows.",
    },
}
HOST = HostFacts(settings=SETTINGS, personas=frozenset({"nell.png", "tess.png", "ivo.png"}))


def user(host):
    return with_opened_persona(host).settings["username"]


def test_the_user_stays_who_is_selected_whatever_the_list_of_personas_says():
    assert with_opened_persona(HOST) is HOST


def test_a_persona_locked_in_the_chat_becomes_the_user_with_its_description():
    found = with_opened_persona(replace(HOST, metadata={"persona": "tess.png"}))
    assert found.settings["username"] == "Tess"
    assert found.power_user["persona_description"] == "Tess dives."
    assert found.power_user["persona_description_position"] == 4


def test_a_locked_persona_without_a_picture_is_nobody():
    gone = replace(HOST, metadata={"persona": "tess.png"}, personas=frozenset({"nell.png"}))
    assert user(gone) == "Nell"


def test_a_persona_connected_to_the_card_comes_before_the_default():
    power_user = {**SETTINGS["power_user"], "default_persona": "tess.png"}
    host = replace(HOST, settings={**SETTINGS, "power_user": power_user})
    assert user(host) == "Tess"
    mira = Character("Mira.png", Card("Mira"))
    assert user(replace(host, character=mira)) == "Ivo"
