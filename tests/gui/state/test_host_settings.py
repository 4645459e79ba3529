"""What is taken from around a chat: settings, and how SillyTavern asks the model."""

import json

import pytest

from inspector.core.chat import Chat
from inspector.gui.state.host_settings import host_settings_from
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.prompt import Completion
from inspector.sillytavern.settings_file import HostSettings
from inspector.surroundings import Surroundings, surroundings_of


def test_without_settings_a_list_of_messages_is_sent():
    assert host_settings_from(Surroundings()).completion is Completion.CHAT


@pytest.mark.parametrize(
    ("api", "completion"),
    [
        ("openai", Completion.CHAT),
        ("textgenerationwebui", Completion.TEXT),
        ("kobold", Completion.TEXT),
        ("koboldhorde", Completion.TEXT),
        ("novel", Completion.TEXT),
        ("OpenAI", Completion.TEXT),
        ("something later", Completion.TEXT),
        ("", Completion.CHAT),
        (None, Completion.CHAT),
        (5, Completion.CHAT),
        ([], Completion.CHAT),
    ],
)
def test_where_it_goes_follows_every_main_api(api, completion):
    around = Surroundings(HostSettings({"main_api": api}))
    assert host_settings_from(around).completion is completion
    is_chat = HostFacts(settings={"main_api": api}).uses_chat_completion
    assert is_chat is (completion is Completion.CHAT)


def test_the_completion_is_found_beside_the_chat(tmp_path):
    chats = tmp_path / "chats" / "Mira"
    chats.mkdir(parents=True)
    settings = {"main_api": "textgenerationwebui", "max_context": 6000, "amount_gen": 400}
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    path = chats / "one.jsonl"
    path.write_text("")
    assert host_settings_from(surroundings_of(path, Chat())).completion is Completion.TEXT
