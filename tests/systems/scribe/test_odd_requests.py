"""What holds of every Scribe request, however odd the chat, lorebook, chronicle and card are."""

import json
from random import Random

import pytest

from inspector.cli.inject import request_parts
from inspector.core.card import Card
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.moment import Moment
from inspector.core.sources import Scores, Sources
from inspector.sillytavern.card import read_card
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.chronicle_file import read_chronicle
from inspector.systems import with_sources
from inspector.systems.scribe.answers import read_any_lorebook
from inspector.systems.scribe.gates import ITEM_GATES, MESSAGE_GATES
from inspector.systems.scribe.rulesets import DESIGN, RELEASE_2025_08
from inspector.systems.scribe.settings import FAULTS
from tests.systems.auto_recap.odd_chats import ODD, TEXTS, value
from tests.systems.scribe.worlds import HARD, HISTORY, RAG, TAIL, TOTAL, Words

GROUPS = pytest.mark.parametrize("group", range(8))
A_GROUP = 25
ENTRY_KEYS = (
    "uid", "key", "keys", "comment", "display_name", "displayName", "content", "disable",
    "enabled", "constant", "order", "insertion_order", "position", "id", "entry_title",
    "keys_text", "is_enabled", "title", "keywords",
)  # fmt: skip
EVENT_KEYS = ("id", "event_type", "summary", "keywords", "created_at", "timestamp_iso8601")
CARD_KEYS = (
    "name", "description", "personality", "scenario", "first_mes", "mes_example", "system_prompt",
    "extensions",
)  # fmt: skip
DATES = ("2025-08-20T18:30:00Z", "2025-08-20", 1755000000000, -1, "yesterday", 1e18, None)


def record(chance, keys):
    made = {key: value(chance) for key in keys if chance.random() < 0.4}
    if chance.random() < 0.7:
        made["content"] = made["summary"] = chance.choice(("the old mill", "a fire\nat night"))
    if chance.random() < 0.5:
        made["key"] = [chance.choice((*TEXTS, "a,b", " c ", 5)) for _ in range(3)]
        made["created_at"] = chance.choice(DATES)
    return made


def records(chance, keys):
    listed = [record(chance, keys) for _ in range(chance.randrange(6))]
    return listed + ([chance.choice(ODD)] if chance.random() < 0.2 else [])


def read(reader, stored):
    """What a reader makes of a value; None where it refuses it, in words."""
    try:
        return reader(json.dumps(stored).encode(), "file")
    except InspectorError:
        return None


def lorebook(chance):
    listed = records(chance, ENTRY_KEYS)
    keyed = {str(index): one for index, one in enumerate(listed)}
    file = read(read_any_lorebook, chance.choice((listed, {"entries": listed}, {"entries": keyed})))
    return None if file is None else file.lorebook


def chronicle(chance):
    file = read(read_chronicle, records(chance, EVENT_KEYS))
    return None if file is None else file.chronicle


def chat(chance):
    lines = [{"chat_metadata": {}}]
    for _ in range(chance.randrange(9)):
        made = {key: value(chance) for key in ("name", "extra", "is_user") if chance.random() < 0.2}
        made["mes"] = chance.choice((*TEXTS, "the old mill burns tonight", "so\nbe it"))
        made["is_user"] = chance.random() < 0.5
        made["is_system"] = chance.random() < 0.2
        made["send_date"] = chance.choice(DATES)
        lines.append(made)
    return read_chat("\n".join(map(json.dumps, lines)).encode()).chat


def settings(chance, ruleset):
    names = [TOTAL, HISTORY, RAG, TAIL, *([HARD] if ruleset is RELEASE_2025_08 else [])]
    given = {name: chance.randrange(40) for name in names if chance.random() < 0.6}
    if ruleset is DESIGN:
        return {**given, "truncation": chance.choice(("oldest", "middle"))}
    switches = [fault.setting for fault in FAULTS] + ["request_history"]
    return {**given, **{name: chance.random() < 0.5 for name in switches if chance.random() < 0.4}}


def requests(group):
    for seed in range(group * A_GROUP, (group + 1) * A_GROUP):
        chance = Random(seed)
        stored = {key: chance.choice((*TEXTS, 5, None)) for key in CARD_KEYS}
        sources = Sources(
            lorebook=lorebook(chance),
            chronicle=chronicle(chance),
            card=chance.choice((None, Card(), read(read_card, {"data": stored}))),
            scores=Scores({"lore:0": chance.random()}) if chance.random() < 0.3 else None,
            now=chance.choice((None, 1_755_000_000_000.0, -1e17, 1e300)),
        )
        document = with_sources(Document(chat=chat(chance)), sources)
        length = len(document.chat)
        for ruleset in (DESIGN, RELEASE_2025_08):
            moment = Moment(
                at=chance.choice((None, chance.randrange(length) if length else None)),
                pending=chance.choice((None, "", " ", "the mill")),
                settings=settings(chance, ruleset),
            )
            yield document, moment, ruleset.inject(document, moment, Words())


@GROUPS
def test_every_message_and_item_has_one_verdict_and_the_numbers_agree_with_it(group):
    for document, moment, found in requests(group):
        assert len(found.messages) == (len(document.chat) if moment.at is None else moment.at + 1)
        assert len({row.id for row in found.rag}) == len(found.rag)
        for row in (*found.messages, *found.rag):
            assert row.kept == (row.gate is None)
        assert {row.gate for row in found.messages} <= {None, *MESSAGE_GATES}
        assert {row.gate for row in found.rag} <= {None, *ITEM_GATES}
        spent = sum(row.tokens for row in (*found.messages, *found.rag) if row.kept)
        pending = len((moment.pending or "").split())
        greeting = found.greeting.tokens if found.greeting else 0
        assert found.parts.total == spent + found.head.tokens + pending + greeting
        assert (found.error is None) == (found.parts.total <= found.budget.limit)
        json.dumps(request_parts(found))


@GROUPS
def test_an_item_stands_in_the_prompts_exactly_if_it_is_in(group):
    stood = 0
    for _, _, found in requests(group):
        rows = {row for rows in found.line_items.values() for row in rows if row is not None}
        wanted = {row.id for row in found.rag if row.kept} if found.error is None else set()
        assert rows == wanted
        stood += len(rows)
        for slot in found.injections:
            assert "\n".join(line.text for line in slot.lines) == slot.text
    assert stood
