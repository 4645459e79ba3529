"""Chats for tests, made of messages as SillyTavern stores them and read back from their bytes."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.core.recap import Host, Recaps
from inspector.core.tokens import tokens_by_utf16
from inspector.sillytavern.chat_reader import read_chat
from inspector.systems.auto_recap import SYSTEM

HOST = Host("chat-A")
RUNNING = "auto_recap_running_scene_recaps"
GOLDEN = Path(__file__).parents[2] / "golden" / "auto-recap.json"


@dataclass(frozen=True)
class Quarter:
    """The goldens' own counter: a token for every four UTF-16 units begun."""

    encoding: str = "chars/4"

    def count(self, text):
        return tokens_by_utf16(text, 4)


def message(text="m", data=None, key="auto_recap_memory", **rest):
    made = {"name": "Alice", "is_user": False, "is_system": False, "mes": text, **rest}
    if data is not None:
        made["extra"] = {**made.get("extra", {}), key: data}
    return made


def spelled(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def chat_bytes(messages, metadata=None):
    header = {"chat_metadata": metadata or {}, "user_name": "unused", "character_name": "unused"}
    return "\n".join(map(spelled, [header, *messages])).encode()


def loaded(data, host=None):
    file = read_chat(data)
    document = Document(chat=file.chat, problems=file.problems)
    if host is not None:
        document = replace(document, recaps=Recaps(length=len(document.chat), host=host))
    return file, SYSTEM.load(document, file.metadata)


def document_of(messages=(), metadata=None, host=HOST):
    return loaded(chat_bytes(messages, metadata), host)[1]


def version(number, content="text", scene=0, **rest):
    return {
        "version": number,
        "timestamp": 1,
        "content": content,
        "scene_count": 1,
        "excluded_count": 1,
        "prev_scene_index": 0,
        "new_scene_index": scene,
        "event_keys": [],
        **rest,
    }


def running(*versions, current=0, chat_id="chat-A", **rest):
    store = {"chat_id": chat_id, "current_version": current, "versions": list(versions), **rest}
    return {RUNNING: store}


def chat_with_breaks(length, breaks):
    """A chat as the goldens' conventions describe it."""
    return [
        message(data={"scene_break": True, **breaks[str(i)]} if str(i) in breaks else None)
        for i in range(length)
    ]


def inject(ruleset, document, tokenizer=Quarter(), at=None, **settings):
    return ruleset.inject(document, Moment(at=at, settings=settings), tokenizer)


def golden_cases(*functions):
    cases = json.loads(GOLDEN.read_bytes())["cases"]
    return [case for case in cases if case["function"] in functions]
