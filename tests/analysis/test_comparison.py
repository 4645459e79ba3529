"""Two blocks side by side: every line is there, and the causes add up exactly."""

import random
from dataclasses import replace

import pytest

from inspector.analysis.comparison import CAUSES, Cause, Change, compare
from inspector.core.edits import SetField, apply
from inspector.core.memory_edits import Stamp
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.loading import open_chat
from inspector.shipped import sample_chat, sample_of_tiers
from inspector.systems import RULESETS, memory_maker
from inspector.tokenizer import load_tokenizer
from tests.captured import GOLDEN
from tests.systems.openvault.retrieval.vaults import loaded

SAMPLE = open_chat(sample_chat()).document
RULES = [name for name in RULESETS if name.startswith("openvault/")]


def requested(ruleset="openvault/terse", document=SAMPLE, encoding=None, **moment):
    found = RULESETS[ruleset]
    tokenizer = load_tokenizer(encoding or found.encoding, found.dialect)
    return Query(found, document, Moment(**moment), tokenizer)


def check(a, b):
    """Nothing is lost on either side, and the causes make up the whole difference."""
    found = compare(a, b)
    for query, side in ((a, "a"), (b, "b")):
        lines = [
            one.text for slot in query.derivation.injections if slot.text for one in slot.lines
        ]
        rows = [getattr(row, side) for row in found.rows]
        assert [line.text for line in rows if line is not None] == lines
    assert sum(found.causes.values()) == found.delta
    assert tuple(found.causes) == CAUSES
    return found


def test_the_saving_of_the_terse_format_is_told_by_cause():
    found = check(requested("openvault/before"), requested("openvault/terse"))
    assert found.causes[Cause.ANNOTATIONS] < -300
    assert found.causes[Cause.HINTS] < -400
    assert found.causes[Cause.HEADERS] == -3
    assert found.causes[Cause.TAGS] > 0
    assert found.causes[Cause.WORDING] == found.causes[Cause.MEMORIES] == 0
    assert found.lines_of(Cause.ANNOTATIONS) == 22


def test_what_is_the_same_differs_in_nothing():
    found = check(requested(), requested())
    assert found.is_same
    assert {row.change for row in found.rows} == {Change.SAME}


def test_a_word_is_wording_and_a_flag_is_a_tag():
    text = f"{SAMPLE.memories[3].summary} Twice."
    found = check(requested(), requested(document=apply(SAMPLE, SetField((3,), "summary", text))))
    assert {cause for cause, tokens in found.causes.items() if tokens} == {Cause.WORDING}
    before = requested("openvault/before")
    secret = apply(SAMPLE, SetField((3,), "secret", value=True))
    found = check(before, requested("openvault/before", secret))
    assert {cause for cause, tokens in found.causes.items() if tokens} == {Cause.TAGS}


def test_a_memory_that_is_only_there_counts_whole_with_what_stands_below_it():
    found = check(
        requested("openvault/before", settings={"retrievalFinalTokens": 500}),
        requested("openvault/before"),
    )
    assert found.causes[Cause.MEMORIES] > 0
    for row in found.rows:
        if row.change is Change.ADDED and row.b.memory is not None and row.b.text[0] == "[":
            assert row.cause is Cause.MEMORIES


def test_memories_of_two_files_are_matched_by_id_and_by_wording():
    maker = memory_maker(SAMPLE)
    other = apply(SAMPLE, maker.duplicates(SAMPLE, [5], Stamp(1_790_000_000_000, "x")))
    found = check(requested(), requested(document=other))
    added = [row for row in found.rows if row.change is not Change.SAME]
    assert [row.cause for row in added] == [Cause.MEMORIES]
    unnamed = replace(SAMPLE, memories=tuple(
        replace(one, record={k: v for k, v in one.record.items() if k != "id"})
        for one in SAMPLE.memories
    ))  # fmt: skip
    assert check(requested(), requested(document=unnamed)).is_same


def test_other_encodings_are_shared_out_among_the_lines_that_they_count_otherwise():
    found = check(requested(encoding="o200k_base"), requested(encoding="chars/4"))
    assert not found.is_same
    assert {row.change for row in found.rows} == {Change.SAME}


def test_recaps_and_whole_requests_are_compared_too():
    both = open_chat(sample_of_tiers()).document
    for name in RULESETS:
        for document in (SAMPLE, both):
            check(requested(name, document), requested(name, document, at=20))


@pytest.mark.parametrize("seed", range(3))
def test_causes_add_up_on_whatever_chats_releases_were_run_on(seed):
    chance = random.Random(seed)
    chats = sorted((GOLDEN / "openvault-pipeline").glob("*.jsonl"))
    assert len(chats) > 20
    for path in chats:
        document = open_chat(path).document
        at = chance.choice([None, len(document.chat) // 2]) if len(document.chat) else None
        a, b = (requested(chance.choice(RULES), document, at=at) for _ in range(2))
        check(a, b)
        odd = chance.choice([{"retrievalFinalTokens": chance.randint(0, 900)}, {}])
        check(requested(a.ruleset.name, document, settings=odd), b)


WORDS = [
    "Kai,", "who", "“lied”", "[★★]", "<b>,", "...Later...",
    "张伟", "🐉", "[Secret]", "hid\nthe", "##", "key",
]  # fmt: skip


def random_document(chance):
    """A chat of any number of messages and memories, whose words look like the block's own."""
    length, memories = chance.randint(0, 300), []
    for number in range(chance.randint(0, 25)):
        first = chance.randint(0, max(length - 1, 0))
        memories.append(
            {
                "id": f"e{chance.randint(0, 20)}",
                "summary": " ".join(chance.choices(WORDS, k=chance.randint(0, 14))),
                "importance": chance.choice([1, 2, 3, 4, 5, None, 9]),
                "message_ids": list(range(first, min(first + chance.randint(0, 4), length))),
                "sequence": number * 1000,
                "is_secret": chance.random() < 0.4,
                "witnesses": chance.sample(["Kai", "Zoe", 'A "B", C'], chance.randint(0, 3)),
                "temporal_anchor": chance.choice([None, "dusk", "the ## day"]),
                "emotional_impact": {"Kai": chance.choice(["calm", "angry", ""])},
                "archived": chance.random() < 0.1,
            }
        )
    states = {"Kai": {"current_emotion": chance.choice(["tense", "neutral"]), "known_events": []}}
    messages = [
        {"name": ("Kai", "Zoe")[at % 2], "mes": "Key.", "is_system": at < length * 0.8}
        for at in range(length)
    ]
    return loaded(messages, {"memories": memories, "character_states": states})


@pytest.mark.parametrize("seed", range(6))
def test_causes_add_up_on_random_chats(seed):
    chance = random.Random(seed)
    one = random_document(chance)
    other = random_document(chance) if chance.random() < 0.5 else one
    check(requested("openvault/before", one), requested("openvault/terse", one))
    for _ in range(4):
        encoding = chance.choice([None, "chars/4", "cl100k_base"])
        settings = {"retrievalFinalTokens": chance.choice([0, 120, 400, 8000])}
        a = requested(chance.choice(RULES), one, settings=settings)
        check(a, requested(chance.choice(RULES), other, encoding=encoding))
