"""One line says what others' writing did to the block."""

import json

import pytest

from inspector.analysis.followed import Answered, effect_of_writing
from inspector.files.disk import OnDisk
from inspector.loading import load
from inspector.shipped import sample_chat
from tests.analysis.questions import BUDGET, DESIGNS, asked_of

DESIGN = DESIGNS[0]


def opened(data):
    path = sample_chat()
    return load(data, OnDisk.of(path, (data,), path.stat())).document


def answered(document, **settings):
    query = asked_of(DESIGN, document, settings=settings)
    return Answered(document, query.derivation)


@pytest.fixture(scope="module")
def data():
    return sample_chat().read_bytes()


def test_a_reply_that_does_nothing_is_named_with_the_tokens(data):
    reply = b'\n{"name":"Rufus","is_user":false,"mes":"Later."}'
    before, after = answered(opened(data)), answered(opened(data.rstrip(b"\n") + reply))
    line = effect_of_writing(before, after)
    assert line.startswith(f"message {len(before.document.chat)}: ")
    assert "memor" not in line
    assert line.endswith("tokens")


@pytest.mark.parametrize("budget", [880, 850, 600])
def test_who_comes_in_and_falls_out_is_named(data, budget):
    document = opened(data)
    before, after = answered(document, **{BUDGET: 900}), answered(document, **{BUDGET: budget})
    was = {one.memory for one in before.derivation.verdicts if one.in_block}
    now = {one.memory for one in after.derivation.verdicts if one.in_block}
    assert was != now
    for one, other in ((before, after), (after, before)):
        line = effect_of_writing(one, other, (7,))
        assert line.startswith("message 7 rewritten: ")
        assert line.endswith(f"{one.tokens:,} → {other.tokens:,} tokens")
        for numbers, words in ((was - now, "fell out"), (now - was, "came in")):
            if 0 < len(numbers) <= 3:
                assert all(f"#{number} {words}" in line for number in numbers)
            elif numbers:
                assert f"{len(numbers)} {words}" in line
        was, now = now, was


def test_memories_and_messages_that_come_and_go_are_counted(data):
    lines = data.rstrip(b"\n").split(b"\n")
    header = json.loads(lines[0])
    memories = header["chat_metadata"]["openvault"]["memories"]
    memories.append({**memories[-1], "id": "one-more"})
    more = b"\n".join([json.dumps(header).encode(), *lines[1:], lines[1], lines[1]])
    before, after = answered(opened(data)), answered(opened(more))
    length = len(before.document.chat)
    line = effect_of_writing(before, after)
    assert line.startswith(f"messages {length} to {length + 1}: +1 memory, ")
    back = effect_of_writing(after, before)
    assert back.startswith("2 messages fewer: −1 memory, ")


def test_nothing_that_changed_is_said_so(data):
    one = answered(opened(data))
    line = effect_of_writing(one, one)
    assert line == f"memory data: the block stays at {one.tokens:,} tokens"
