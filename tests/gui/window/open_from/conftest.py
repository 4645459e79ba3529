import json
import os

import pytest

from tests.systems.auto_recap.chats import chat_bytes, message, running

VAULT = {"openvault": {"memories": [{"id": "a", "summary": "Words."}]}}
GROUP = {"id": "g1", "name": "Tea Club", "members": ["Mira.png"], "chats": ["tea"]}


def make_user(folder):
    for name in ("chats/Mira", "chats/Orrin", "group chats", "groups"):
        (folder / name).mkdir(parents=True)
    (folder / "settings.json").write_text(json.dumps({"extension_settings": {}}))
    (folder / "groups" / "g1.json").write_text(json.dumps(GROUP))
    chats = [
        ("chats/Mira/First evening.jsonl", [message()] * 3, VAULT, 4_000),
        ("chats/Mira/Second evening.jsonl", [message()] * 2, {}, 3_000),
        ("chats/Orrin/Alone.jsonl", [message()] * 5, {**VAULT, **running()}, 2_000),
        ("group chats/tea.jsonl", [message()], running(), 1_000),
    ]
    for name, messages, metadata, changed in chats:
        (folder / name).write_bytes(chat_bytes(messages, metadata))
        os.utime(folder / name, (changed, changed))
    return folder


@pytest.fixture
def user(home):
    """A user folder in a usual place."""
    return make_user(home / "SillyTavern" / "data" / "default-user")


@pytest.fixture
def other_user(tmp_path):
    """A user folder in a place that nobody would guess, behind a moved data root."""
    install = tmp_path / "games" / "tavern"
    install.mkdir(parents=True)
    (install / "config.yaml").write_text("dataRoot: ../moved\n")
    return make_user(tmp_path / "games" / "moved" / "me")
