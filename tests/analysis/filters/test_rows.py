"""What memories, messages, lore and problems of the sample can be asked for."""

import pytest

from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.problem_rows import ProblemRow, problem_fields
from inspector.analysis.filters.rows import (
    LoreRow,
    MemoryRow,
    lore_fields,
    memory_fields,
    memory_rows,
    message_fields,
    message_rows,
)
from inspector.analysis.lint import lint
from inspector.core.document import Document
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.loading import open_chat
from inspector.systems import read_any_lorebook, ruleset_named
from inspector.systems.openvault.fields import FIELDS
from inspector.tokenizer import load_tokenizer


@pytest.fixture(scope="module")
def document(sample):
    return open_chat(sample).document


@pytest.fixture(scope="module")
def query(document):
    ruleset = ruleset_named("openvault/26")
    return Query(ruleset, document, Moment(), load_tokenizer("chars/4"))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("importance >= 4", lambda m, v: m.importance >= 4),
        ("secret and witness == nell", lambda m, v: m.is_secret and "Nell" in m.witnesses),
        ("witnesses == Nell", lambda m, v: "Nell" in m.witnesses),
        ("involved == Rufus", lambda m, v: "Rufus" in m.characters_involved),
        ("is_transient or archived", lambda m, v: m.is_transient or m.is_archived),
        ("when contains night", lambda m, v: "night" in m.temporal_anchor.casefold()),
        ("when == none", lambda m, v: not m.temporal_anchor),
        ("msg in 120..200", lambda m, v: any(120 <= one <= 200 for one in m.sources)),
        ("words > 13", lambda m, v: len(m.summary.split()) > 13),
        ("in_block", lambda m, v: v.in_block),
        ("not in_block", lambda m, v: not v.in_block),
        ("bucket == recent", lambda m, v: v.bucket == "recent"),
        ("gate == hidden", lambda m, v: v.gate == "hidden"),
        ("reason == hidden", lambda m, v: v.gate == "hidden"),
        ("tokens > 25", lambda m, v: v.tokens > 25),
        ("score", lambda m, v: v.score is not None),
        ("lantern", lambda m, v: "lantern" in m.summary.casefold()),
    ],
)
def test_memories_are_found_by_what_the_table_shows(document, query, text, holds):
    rows = memory_rows(document, query.derivation)
    found = Filter(text, memory_fields(document)).matching(rows)
    expected = [row for row in rows if holds(row.memory, row.verdict)]
    assert found == expected


def test_what_was_found_against_a_memory_is_found_by_its_code_or_its_beginning(document):
    rows = memory_rows(document, None, lint(document))
    for text in ("lint == meta", "lint == meta-commentary", "lint contains comment"):
        (row,) = Filter(text, memory_fields(document)).matching(rows)
        assert "establishing" in row.memory.summary
    assert Filter("lint", memory_fields(document)).matching(rows)


def test_a_system_that_nobody_knows_is_asked_for_under_its_own_names():
    mood = FieldSpec("mood", "Mood", FieldKind.TEXT, "How it felt.")
    document = Document(memories=(Memory(0, {"mood": "grim"}), Memory(1, {})), fields=(mood,))
    rows = [MemoryRow(one) for one in document.memories]
    assert Filter("mood == grim", memory_fields(document)).matching(rows) == rows[:1]
    assert Filter("grim", memory_fields(document)).matching(rows) == rows[:1]


@pytest.mark.parametrize("value", [7, None, ["a", 3], {"b": 1}, float("nan"), "text", True])
def test_odd_values_are_no_error(value):
    record = dict.fromkeys([*(one.key for one in FIELDS), "id", "message_ids", "type"], value)
    document = Document(memories=(Memory(0, record),), fields=FIELDS)
    rows = memory_rows(document, None, lint(document))
    fields = memory_fields(document)
    for text in ("word", "importance > 1", "witness == Kai", "summary ~ a", "msg in 1..2", "secret",
                 "when == none", "id == x"):  # fmt: skip
        Filter(text, fields).counts(rows)


def test_messages_are_found_by_who_speaks_and_what_came_from_them(document):
    rows = message_rows(document)
    fields = message_fields(document)
    found = Filter("name == Nell and memory and not hidden", fields).matching(rows)
    assert found
    for row in found:
        assert document.chat.names[row.message] == "Nell"
        assert any(row.message in memory.sources for memory in document.memories)


def test_entries_are_found_by_what_their_file_stores(sample):
    book = next(sample.parent.glob("*lorebook.json"))
    lorebook = read_any_lorebook(book.read_bytes()).lorebook
    rows = [LoreRow(one, lorebook.name) for one in lorebook.items]
    fields = lore_fields(lorebook.fields)
    constant = Filter("constant", fields).matching(rows)
    assert [row.item for row in constant] == [one for one in lorebook.items if one.constant]
    assert len(Filter("not enabled", fields).matching(rows)) == 2
    (tin,) = Filter('title contains "red tin"', fields).matching(rows)
    assert tin in Filter("钟", fields).matching(rows)


def test_problems_are_found_by_their_own_fields_and_their_memory_s(document):
    problems = lint(document)
    memories = {row.memory.index: row for row in memory_rows(document, None, problems)}
    rows = [ProblemRow(one, memories.get(one.memory)) for one in problems]
    fields = problem_fields(document, [one.code for one in problems])
    (meta,) = Filter("lint == meta and severity == hint and importance < 3", fields).matching(rows)
    assert meta.problem.code == "meta-commentary"
    assert Filter("severity == error or memory == none", fields).counts(rows)
