"""What holds on data of any shape: no traceback, one verdict a memory, no block where it throws."""

import pytest

from inspector.core.injection import Derivation
from inspector.systems import ruleset_named
from tests.systems.openvault.odd_chats import odd_chat
from tests.systems.openvault.retrieval.vaults import ALL, agrees, tokenizer_of

DESIGNS = ("temporal", "terse", "before")
SEEDS = 90
MANY_SEEDS = 6000


def derive(chat, release=None):
    """What a ruleset answers; settings that are not its own are left out."""
    version = release or chat.release
    ruleset = ruleset_named(f"openvault/{version}")
    document = chat.document
    moment = chat.moment
    if release:
        moment = type(moment)(user=moment.user, character=moment.character, group=moment.group)
    counter = tokenizer_of(version if version in ALL else "26")
    return document, ruleset.inject(document, moment, counter)


def throws(derivation: Derivation):
    return any(one.code.endswith("-throws") for one in derivation.warnings)


def must_throw(chat):
    """Whether T says so, as far as that can be told without selecting: T1 to T5, T7, T22."""
    settings, data, messages = chat.moment.settings, chat.data, chat.messages
    if settings.get("enabled", True) is not True or not messages:
        return False
    memories = data.get("memories")
    if not isinstance(memories, list):
        # An empty list or object is truthy in JavaScript.
        return bool(memories) or isinstance(memories, dict)
    if not memories:
        return False
    records = [one for one in memories if isinstance(one, dict)]
    return (
        None in memories
        or (not chat.moment.group and (scan_throws(records) or speech_throws(messages)))
        or (bool(chat.moment.group) and filter_throws(chat, records))
        or (chat.release == "26" and any(is_text(one, "message_fingerprints") for one in records))
        or (chat.release == "26" and migration_throws(data, memories))
    )


def is_text(record, key):
    return isinstance(record.get(key), str) and bool(record[key])


def scan_throws(records):
    for record in records:
        for key in ("witnesses", "characters_involved"):
            value = record.get(key)
            if isinstance(value, list):
                if not all(isinstance(item, str) for item in value):
                    return True
            elif isinstance(value, dict) or (value and not isinstance(value, str)):
                return True
    return False


def speech_throws(messages):
    last = [one for one in messages if not one["is_system"]][-2:]
    values = [one.get(key) for one in last for key in ("mes", "name")]
    return any(
        isinstance(value, list | dict) or (value and not isinstance(value, str)) for value in values
    )


def filter_throws(chat, records):
    """T5 of the older releases: a candidate whose witnesses are neither null nor a list."""
    if chat.release == "26":
        return False
    for record in records:
        ids = record.get("message_ids")
        if not isinstance(ids, list) or not ids or not all(type(one) is int for one in ids):
            continue
        is_hidden = 0 <= min(ids) < len(chat.messages) and chat.messages[min(ids)]["is_system"]
        witnesses = record.get("witnesses")
        if is_hidden and witnesses is not None and not isinstance(witnesses, list):
            return True
    return False


def migration_throws(data, memories):
    version = data.get("schema_version")
    if version is not None and version != 1:
        return False
    graph = data.get("graph")
    nodes = graph.get("nodes") if isinstance(graph, dict) else None
    return isinstance(nodes, dict) or any(isinstance(one, str) or one == 5 for one in memories)


def check(seed, release):
    chat = odd_chat(seed, release)
    document, derivation = derive(chat)
    agrees(derivation, document)
    if throws(derivation) or must_throw(chat):
        assert throws(derivation)
        assert not any(slot.text for slot in derivation.injections)
        assert not derivation.in_block
    again = derive(chat)[1]
    assert [slot.text for slot in again.injections] == [slot.text for slot in derivation.injections]
    return derivation


@pytest.mark.parametrize("release", ALL)
def test_odd_chats_are_read_and_judged_or_refused_by_name(release):
    refused = displayed = 0
    for seed in range(SEEDS):
        derivation = check(seed, release)
        refused += throws(derivation)
        displayed += bool(derivation.in_block)
    # Neither of the two is all that the chats come to.
    assert min(refused, displayed) > SEEDS // 20


@pytest.mark.parametrize("design", DESIGNS)
def test_a_design_shows_every_odd_chat(design):
    for seed in range(0, SEEDS, 3):
        document, derivation = derive(odd_chat(seed, "26"), design)
        agrees(derivation, document)


@pytest.mark.soak
@pytest.mark.parametrize("release", ALL)
def test_thousands_of_odd_chats_are_read_and_judged_or_refused(release):
    for seed in range(SEEDS, SEEDS + MANY_SEEDS):
        check(seed, release)
