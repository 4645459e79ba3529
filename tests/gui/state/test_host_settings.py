"""What is taken from around a chat: settings, and how SillyTavern asks the model."""

import json

from inspector.core.chat import Chat
from inspector.gui.state.host_settings import host_settings_from
from inspector.sillytavern.prompt import Completion
from inspector.surroundings import Surroundings, surroundings_of
from tests.sillytavern.test_card import MIRA, V2, picture


def test_without_settings_the_context_has_its_usual_size():
    context = host_settings_from(Surroundings()).context
    assert (context.size, context.completion, context.card) == (8192, Completion.CHAT, None)


def test_size_completion_and_card_are_found_beside_the_chat(tmp_path):
    chats = tmp_path / "chats" / "Mira"
    chats.mkdir(parents=True)
    (tmp_path / "characters").mkdir()
    (tmp_path / "characters" / "Mira.png").write_bytes(picture(chara=V2))
    settings = {"main_api": "textgenerationwebui", "max_context": 6000, "amount_gen": 400}
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    path = chats / "one.jsonl"
    path.write_text("")
    context = host_settings_from(surroundings_of(path, Chat())).context
    assert (context.size, context.completion, context.card) == (5600, Completion.TEXT, MIRA)
