"""What is taken from around a chat: settings, and how SillyTavern asks the model."""

import json

from inspector.core.chat import Chat
from inspector.gui.state.host_settings import host_settings_from
from inspector.sillytavern.prompt import Completion
from inspector.surroundings import Surroundings, surroundings_of


def test_without_settings_a_list_of_messages_is_sent():
    assert host_settings_from(Surroundings()).completion is Completion.CHAT


def test_the_completion_is_found_beside_the_chat(tmp_path):
    chats = tmp_path / "chats" / "Mira"
    chats.mkdir(parents=True)
    settings = {"main_api": "textgenerationwebui", "max_context": 6000, "amount_gen": 400}
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    path = chats / "one.jsonl"
    path.write_text("")
    assert host_settings_from(surroundings_of(path, Chat())).completion is Completion.TEXT
