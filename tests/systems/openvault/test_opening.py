"""What release 26 makes of its data when a chat is opened, as the real one does."""

import json
from pathlib import Path

import pytest

from inspector.core.edits import apply
from inspector.core.sending import ExtensionHost
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.systems import openvault
from inspector.systems.openvault import codec
from inspector.tokenizer import load_tokenizer

GOLDEN = Path(__file__).parents[2] / "golden" / "on-open.json"
CASES = json.loads(GOLDEN.read_text("utf-8"))["cases"]
MESSAGES = (
    {"name": "Mara", "is_user": False, "mes": "x", "send_date": "d0", "extra": {}},
    {"name": "Nell", "is_user": True, "mes": "y", "send_date": "d1", "extra": {}},
)


def vault_of(document):
    """All of OpenVault's data as one object."""
    states = {name: state.record for name, state in document.characters.items()}
    return {
        **document.stores.get(codec.NAME, {}),
        "memories": [one.record for one in document.memories],
        "character_states": states,
    }


def nested(settings):
    """Settings as SillyTavern stores them: dotted names are objects in objects."""
    found = {"embeddingSource": "ollama"}
    for name, value in settings.items():
        *outer, last = name.split(".")
        inner = found
        for key in outer:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return found


@pytest.fixture
def opened(tmp_path):
    """A case's chat, and what opening it makes of it."""

    def run(case):
        path = tmp_path / "chat.jsonl"
        header = {"chat_metadata": {"openvault": case["before"]}}
        path.write_bytes("\n".join(json.dumps(one) for one in (header, *MESSAGES)).encode())
        chat = open_chat(path)
        host = ExtensionHost(
            user=case["user"],
            character=case["character"],
            is_group=not case["character"],
            chat_id="chat",
            avatar="",
            extensions={"openvault": nested(case["settings"])},
            disabled=frozenset(),
            tokenizer_for=load_tokenizer,
            release="openvault/26",
        )
        return chat, openvault.SYSTEM.on_opened(chat.document, host)

    return run


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_data_is_the_same_after_opening(case, opened):
    _, stage = opened(case)
    assert vault_of(stage.document) == case["after"]
    if case["after"] != case["before"]:
        assert stage.events


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_file_that_keeps_every_step_holds_what_the_release_would_write(case, opened):
    chat, stage = opened(case)
    document = chat.document
    for event in stage.events:
        for edit in event.edits:
            document = apply(document, edit)
    header = json.loads(joined(chat.contents(document)).split(b"\n")[0])
    assert header["chat_metadata"]["openvault"] == case["after"]


def test_a_step_alone_leaves_the_others_undone(opened):
    case = next(one for one in CASES if "Ghost" in one["before"].get("character_states", {}))
    chat, stage = opened(case)
    first = apply(chat.document, stage.events[0].edits[0])
    assert set(first.characters) == set(case["after"]["character_states"])
    assert first.stores == chat.document.stores
    assert first.memories is chat.document.memories
