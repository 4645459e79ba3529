"""Chats with memories for these tests, and the outputs of the real releases."""

import base64
import json
import struct
from pathlib import Path

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import CharacterState, Memory
from inspector.core.moment import Moment
from inspector.files import OnDisk
from inspector.loading import load
from inspector.systems import ruleset_named
from inspector.systems.openvault.existence import existing_memories
from inspector.systems.openvault.fields import FIELDS
from inspector.systems.openvault.retrieval.reading_26 import read_26
from inspector.systems.openvault.retrieval.select_14x import select_14x
from inspector.systems.openvault.retrieval.select_26 import select_26
from inspector.systems.openvault.retrieval.selection import Question
from inspector.tokenizer import load_tokenizer

GOLDEN = Path(__file__).parents[3] / "golden"
SELECTS = {"1.41": select_14x, "1.44": select_14x, "26": select_26}
ALL, OLDER, NEWEST = ("1.41", "1.44", "26"), ("1.41", "1.44"), ("26",)


def golden_cases(*functions):
    lines = (GOLDEN / "openvault-functions.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["function"] in functions]


def chat_of(messages):
    return Chat(
        names=[message.get("name", "") for message in messages],
        from_user=bytes(bool(message.get("is_user")) for message in messages),
        hidden=bytes(bool(message.get("is_system")) for message in messages),
        send_dates=[message.get("send_date") for message in messages],
        sizes=[0] * len(messages),
        records=messages,
    )


def talk(length, hidden=0, dated=True):
    """Robin and Mira by turns; the first messages are hidden."""
    messages = [
        {
            "name": "Mira" if index % 2 else "Robin",
            "is_user": index % 2 == 0,
            "mes": f"Message {index}.",
            "is_system": index < hidden,
        }
        for index in range(length)
    ]
    return [{**each, "send_date": f"d{n}"} if dated else each for n, each in enumerate(messages)]


def vault(messages, memories, states=None, schema=8, **store):
    if schema is not None:
        store["schema_version"] = schema
    return Document(
        chat=chat_of(messages),
        memories=tuple(Memory(n, record, n) for n, record in enumerate(memories)),
        characters={name: CharacterState(name, state) for name, state in (states or {}).items()},
        fields=FIELDS,
        carried=("openvault",),
        stores={"openvault": store},
    )


def loaded(messages, data):
    """A chat as it is read from a file that holds any data of OpenVault's."""
    header = json.dumps({"chat_metadata": {"openvault": data}}).encode()
    content = b"\n".join([header, *(json.dumps(each).encode() for each in messages)])
    return load(content, OnDisk(Path("odd.jsonl"), (content,), len(content), 0, 0, 0)).document


def event(name="e", **record):
    return {
        "id": name,
        "type": "event",
        "summary": "A bell rang.",
        "message_ids": [0],
        "witnesses": ["Mira"],
        **record,
    }


def encoded(*numbers):
    """A vector as release 26 stores it."""
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def tokenizer_of(release):
    if release == "26":
        return load_tokenizer("o200k_base", "gpt-tokenizer")
    return load_tokenizer("chars/3.5")


def select(release, document, settings=None, vector=None, **moment):
    """What a release selects; its user is Robin, and Mira answers."""
    requested = Moment(**{"user": "Robin", "character": "Mira", **moment}).resolved(document.chat)
    question = Question(
        document=document,
        moment=requested,
        length=requested.at + 1,
        memories=existing_memories(document, moment.get("at")),
        settings=settings or {},
        tokenizer=tokenizer_of(release),
        query_vector=vector,
    )
    return SELECTS[release](question)


def gates(selection):
    """The gate that each memory failed, by id; None for what was selected."""
    return {
        memory.id: selection.gate_at(index)
        for index, memory in enumerate(selection.question.memories)
    }


def reason(selection, location=0):
    return selection.record_at(location).reason


def agrees(derivation, document):
    """One verdict a memory, and each says what the slots show."""
    assert len(derivation.verdicts) == len(document.memories)
    displayed = {line.memory for slot in derivation.injections for line in slot.lines} - {None}
    assert {verdict.memory for verdict in derivation.verdicts if verdict.in_block} == displayed
    for verdict in derivation.verdicts:
        assert verdict.in_block == (verdict.gate is None) == (not verdict.reason)
        steps = derivation.steps_for(verdict.memory)
        assert all(step.passed for step in steps[:-1])
        if not verdict.in_block:
            assert (steps[-1].gate, steps[-1].passed) == (verdict.gate, False)


def derive(release, document, **moment):
    """What a release answers, checked; its user is Robin, and Mira answers."""
    requested = Moment(**{"user": "Robin", "character": "Mira", **moment})
    derivation = ruleset_named(f"openvault/{release}").inject(
        document, requested, tokenizer_of(release)
    )
    agrees(derivation, document)
    return derivation


def slots(release, document, **moment):
    """Its slots by key, without the system's name."""
    found = derive(release, document, **moment).injections
    return {slot.key.removeprefix("openvault"): slot for slot in found}


def names(release, document, **moment):
    """Through whose eyes it selects."""
    return select(release, document, **moment).trace.ranking.viewpoint.names


def counted_26(document):
    """How many documents idf is taken over, if all candidates are scored."""
    question = select("26", document).question
    reading = read_26(question)
    scored = reading.candidates()
    return len(reading.counted(scored)) + reading.extra_documents(scored)
