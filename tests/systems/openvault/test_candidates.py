"""Which memories a design considers, and why not."""

import pytest

from inspector.core.moment import Moment
from inspector.systems.openvault.temporal import Temporal
from inspector.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer("chars/4")


@pytest.fixture
def gates(document):
    def make(records, rule, *, character="Mira", **kw):
        chat = document(records, messages=10, hidden={0, 1, 2}, **kw)
        moment = Moment(character=character, settings={"candidates": rule})
        verdicts = Temporal().inject(chat, moment, TOKENIZER).verdicts
        return [(verdict.gate, verdict.reason) for verdict in verdicts]

    return make


def test_archived_memories_are_left_out(gates, event):
    assert gates([event(0, 1, archived=True)], "all") == [("archived", "It is archived.")]


def test_hidden_looks_at_the_oldest_source(gates, event):
    records = [
        event(0, 2, message_ids=[5, 2]),
        event(1, 3),
        event(2, 99),
        event(3, -1),
        {"summary": "no source", "type": "reflection"},
        event(4, 0, archived=True),
    ]
    assert gates(records, "hidden") == [
        (None, ""),
        ("candidates", "It is still visible: message 3 is in the chat that is sent."),
        (None, ""),
        (None, ""),
        (None, ""),
        ("archived", "It is archived."),
    ]


def test_pov_asks_who_knows(gates, event):
    records = [
        event(0, 1, witnesses=["MIRA"]),
        event(1, 1, characters_involved=["mira"]),
        event(2, 1, characters_involved=["Mira"], is_secret=True, witnesses=["Kai"]),
        event(3, 1),
        event(4, 1, witnesses=["Kai", "Zoe"]),
        event(5, 1, witnesses=["Kai", "Zoe", "Ann"]),
        event(6, 8, witnesses=["Mira"]),
    ]
    states = {"mIRA": {"known_events": ["event_3"]}}
    assert gates(records, "pov", characters=states) == [
        (None, ""),
        (None, ""),
        ("candidates", "Mira does not know it: only Kai is a witness."),
        (None, ""),
        ("candidates", "Mira does not know it: only Kai and Zoe are witnesses."),
        ("candidates", "Mira does not know it: only Kai, Zoe and Ann are witnesses."),
        ("candidates", "It is still visible: message 8 is in the chat that is sent."),
    ]
    assert gates([event(0, 1)], "pov") == [
        ("candidates", "Mira does not know it: it has no witness.")
    ]


def test_an_unknown_character_knows_everything(gates, event):
    assert gates([event(0, 1)], "pov", character="") == [(None, "")]
