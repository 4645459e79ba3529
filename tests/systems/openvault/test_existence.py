"""Which memories exist when the chat is pretended to end earlier."""

import pytest

from inspector.core.moment import Moment
from inspector.systems.openvault.existence import existing_memories
from inspector.systems.openvault.rulesets import RULESETS
from inspector.tokenizer import load_tokenizer

DATES = ["2026-08-01T12:00:00Z", "2026-08-01T12:01:00Z", "no date", "2026-08-01T12:03:00Z"]
AT_2 = 1_785_585_600_000 + 120_000


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_only_memories_of_the_past_are_listed(document, event, ruleset):
    records = [
        event(0, 0, message_ids=[0, 1]),
        event(1, 0, message_ids=[0, 2]),
        {"summary": "made before the next dated message", "created_at": AT_2},
        {"summary": "made after it", "created_at": AT_2 + 60_000},
        {"summary": "made some day"},
    ]
    chat = document(records, messages=4, dates=DATES)

    def listed(at):
        derivation = ruleset.inject(chat, Moment(at=at), load_tokenizer("chars/4"))
        return derivation.chat_length, [verdict.memory for verdict in derivation.verdicts]

    assert listed(1) == (2, [0, 2, 4])
    assert listed(2) == (3, [0, 1, 2, 4])
    assert listed(3) == (4, [0, 1, 2, 3, 4])
    assert listed(None) == (4, [0, 1, 2, 3, 4])


def test_dates_that_cannot_be_read_are_passed_over_whichever_way_one_steps(document, event):
    dates = ["no date"] * 9
    dates[3], dates[7] = "2026-08-01T12:00:00Z", "2026-08-01T12:10:00Z"
    made = [AT_2 + seconds * 1000 for seconds in (-180, -60, 300, 600)]
    records = [{"summary": f"{n}", "created_at": at} for n, at in enumerate(made)]
    chat = document(records, messages=9, dates=dates)
    expected = [[0]] * 3 + [[0, 1, 2]] * 4 + [[0, 1, 2, 3]] * 2
    for order in ((5, 4, 6, 3, 2, 1, 0, 8, 7), range(9), (2, 6, 0, 4, 8)):
        for at in order:
            assert [one.index for one in existing_memories(chat, at)] == expected[at]


def test_all_memories_are_the_documents_own_tuple(document, event):
    chat = document([event(0, 0, message_ids=[0]), event(1, 0, message_ids=[1])], messages=4)
    assert existing_memories(chat, 3) is chat.memories
    assert existing_memories(chat, None) is chat.memories
    assert existing_memories(chat, 0) == [chat.memories[0]]
