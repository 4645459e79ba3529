"""Reading the host's facts, from a data folder and from one folder of files."""

import json

import pytest

from inspector.core.errors import InspectorError
from inspector.sillytavern.host.reading import read_host
from tests.captured import WIRE, picture


@pytest.fixture
def laid_out(tmp_path):
    return next(WIRE.laid_out("30-lore-all-positions", tmp_path)).chat


def test_a_data_folder_says_everything(laid_out):
    host = read_host(laid_out, {})
    assert host.unknown == ()
    assert host.character.name == "Mara"
    assert list(host.books) == ["W-all"]
    assert host.personas >= {"user-default.png"}
    assert host.context_size == 16084
    assert host.model == "gpt-4o"


def test_a_card_as_json_is_found_as_well(laid_out):
    user = laid_out.parents[2]
    (user / "characters" / "Mara.png").unlink()
    (user / "characters" / "Mara.json").write_text(json.dumps({"data": {"name": "Mara II"}}))
    assert read_host(laid_out, {}).character.name == "Mara II"


def test_what_is_absent_is_named(tmp_path):
    chat = tmp_path / "chat.jsonl"
    chat.write_text("{}")
    host = read_host(chat, {})
    assert host.unknown == ("settings.json", "the character's card", "lorebooks")
    assert host.character is None
    assert host.uses_chat_completion
    assert host.context_size is None


def test_files_beside_a_chat_are_told_apart_by_what_stands_in_them(tmp_path):
    chat = tmp_path / "trip.jsonl"
    chat.write_text("{}")
    (tmp_path / "settings.json").write_text('{"username": "Nell"}')
    (tmp_path / "W.json").write_text('{"name": "W", "entries": {}}')
    (tmp_path / "note.json").write_text("[1, 2]")
    (tmp_path / "Mira.png").write_bytes(picture({"data": {"name": "Mira"}}))
    host = read_host(chat, {})
    assert (host.character.name, list(host.books), host.unknown) == ("Mira", ["W"], ())
    (tmp_path / "group.json").write_text(
        json.dumps({"id": "1", "members": ["Mira.png", "Tess.png"], "chats": ["trip"]})
    )
    host = read_host(chat, {})
    assert [one.name for one in host.group.members] == ["Mira", "Tess"]
    assert host.unknown == ("the card Tess.png",)


def test_a_folder_full_of_other_things_is_not_read_through(tmp_path):
    chat = tmp_path / "trip.jsonl"
    chat.write_text("{}")
    (tmp_path / "Mira.png").write_bytes(picture({"data": {"name": "Mira"}}))
    assert read_host(chat, {}).character is not None
    for number in range(200):
        (tmp_path / f"{number}.json").write_text("{}")
    assert read_host(chat, {}).character is None


def test_of_several_cards_none_is_guessed(tmp_path):
    chat = tmp_path / "trip.jsonl"
    chat.write_text("{}")
    for name in ("Mira", "Tess"):
        (tmp_path / f"{name}.png").write_bytes(picture({"data": {"name": name}}))
    host = read_host(chat, {})
    assert host.character is None
    assert "which card is the character's" in host.unknown
    assert read_host(chat, {}, card=tmp_path / "Tess.png").character.name == "Tess"


def test_the_placeholder_is_read_from_the_installation(laid_out):
    install = laid_out.parents[4]
    assert read_host(laid_out, {}).placeholder is None
    (install / "config.yaml").write_text('dataRoot: ./data\npromptPlaceholder: "[Go on]" # x\n')
    assert read_host(laid_out, {}).placeholder == "[Go on]"


def test_settings_that_a_person_names_must_be_readable(tmp_path):
    chat = tmp_path / "chat.jsonl"
    chat.write_text("{}")
    with pytest.raises(InspectorError):
        read_host(chat, {}, settings=tmp_path / "none.json")
