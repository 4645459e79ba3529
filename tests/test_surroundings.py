"""What lies around a chat in SillyTavern's data folder: here the character's own card."""

import pytest


@pytest.fixture
def chat(tmp_path):
    user = tmp_path / "data" / "default-user"
    for name in ("chats/Mira", "characters"):
        (user / name).mkdir(parents=True)
    (user / "settings.json").write_text("{}")
    path = user / "chats" / "Mira" / "First evening.jsonl"
    path.write_bytes(b"")
    return path
