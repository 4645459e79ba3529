"""Chats and memories made for one test."""

from collections.abc import Mapping

import pytest

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import CharacterState, Memory
from inspector.systems.openvault.rulesets import RULESETS
from inspector.tokenizer import load_tokenizer


@pytest.fixture
def ruleset():
    """A ruleset by its version."""
    return {ruleset.name.split("/")[1]: ruleset for ruleset in RULESETS}.__getitem__


@pytest.fixture
def own_tokenizer():
    """The counter that a ruleset counts with."""
    return lambda ruleset: load_tokenizer(ruleset.encoding, ruleset.dialect)


@pytest.fixture
def chat():
    """A chat from messages as (name, is_user, text), or of a length."""

    def make(messages, *, hidden=(), dates=None):
        if isinstance(messages, int):
            messages = [
                ("Robin" if i % 2 == 0 else "Mira", i % 2 == 0, f"m{i}") for i in range(messages)
            ]
        records = [{"name": n, "is_user": u, "mes": t} for n, u, t in messages]
        return Chat(
            names=[n for n, _, _ in messages],
            from_user=bytes(u for _, u, _ in messages),
            hidden=bytes(i in hidden for i in range(len(messages))),
            send_dates=dates
            or [f"2026-08-01T12:00:{i % 60:02}.{i:03}Z" for i in range(len(messages))],
            sizes=[len(t) for _, _, t in messages],
            records=records,
        )

    return make


@pytest.fixture
def document(chat):
    """A document from records of memories."""

    def make(records, messages=100, *, hidden=(), characters=None, store=None, dates=None):
        states: Mapping[str, Mapping[str, object]] = characters or {}
        return Document(
            chat=chat(messages, hidden=hidden, dates=dates),
            memories=tuple(Memory(i, record) for i, record in enumerate(records)),
            characters={name: CharacterState(name, state) for name, state in states.items()},
            stores={"openvault": store or {}},
        )

    return make


@pytest.fixture
def event():
    """A memory's record."""

    def make(number, position, importance=3, **more):
        return {
            "id": f"event_{number}",
            "summary": f"Memory {number} about the quiet village.",
            "importance": importance,
            "message_ids": [position],
            "sequence": position * 1000,
            **more,
        }

    return make
