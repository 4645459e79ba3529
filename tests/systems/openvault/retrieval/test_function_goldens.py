"""Outputs of the real releases' functions, reproduced exactly or to 1e-9."""

import json

import pytest

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript_sort import sorted_by_number
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.sillytavern.hashing import cyrb53
from inspector.systems.openvault.retrieval.balance import bucket_at, soft_balance
from inspector.systems.openvault.retrieval.columns import Columns
from inspector.systems.openvault.retrieval.existing import Existing
from inspector.systems.openvault.retrieval.facts import facts_14x, facts_26
from inspector.systems.openvault.retrieval.fingerprints import fingerprint, index_of
from inspector.systems.openvault.retrieval.graph import GraphIndex
from inspector.systems.openvault.retrieval.irregular import check_migration
from inspector.systems.openvault.retrieval.keywords_26 import Vault, score_keywords_26
from inspector.systems.openvault.retrieval.migrations import is_removed, migrates_on_load
from inspector.systems.openvault.retrieval.postings import Subset
from inspector.systems.openvault.retrieval.pov import (
    viewpoint_14x,
    viewpoint_26,
    viewpoint_names,
)
from inspector.systems.openvault.retrieval.scores import score_14x, score_26
from inspector.systems.openvault.retrieval.select_14x import keyword_search_14x
from inspector.systems.openvault.retrieval.settings import settings_14x, settings_26
from inspector.systems.openvault.retrieval.sources import (
    NO_FINGERPRINTS,
    migrated_fingerprints,
    newest_source_26,
    position_26,
)
from inspector.systems.openvault.retrieval.vectors import (
    QueryVector,
    decode_embedding,
    embedding_26,
    likeness_of,
    similarity,
)
from inspector.systems.openvault.retrieval.wording import keywords_14x, keywords_26
from inspector.systems.openvault.retrieval.words import (
    SENTENCE_STARTERS,
    STOP_WORDS_14X,
    STOP_WORDS_26,
)
from tests.systems.openvault.retrieval.vaults import (
    chat_of,
    golden_cases,
    tokenizer_of,
    vault,
)

PARTS = {
    "total": "total",
    "base": "base",
    "baseAfterFloor": "floored",
    "vectorBonus": "vector_bonus",
    "bm25Bonus": "keyword_bonus",
    "bm25Score": "keywords",
    "distance": "distance",
    "importance": "importance",
    "hitDamping": "hit_damping",
    "frequencyFactor": "frequency",
    "decayFactor": "decay",
    "vectorSimilarity": "similarity",
}


def cases(*functions):
    return pytest.mark.parametrize("case", golden_cases(*functions), ids=lambda case: case["id"])


def is_26(case):
    return case["ruleset"] == "openvault/26"


def memories_of(records):
    return [Memory(index, record, index) for index, record in enumerate(records)]


def scored(case, memory, vector, keywords):
    given, length = case["input"]["settings"], case["input"]["chatLength"]
    if is_26(case):
        facts = facts_26(memory)
        alike = similarity(memory, vector, single=True) if vector else None
        latest = newest_source_26(facts, NO_FINGERPRINTS)
        return score_26(facts, latest, length, alike, keywords, settings_26(given))
    alike = similarity(memory, vector, single=False) if vector else None
    return score_14x(facts_14x(memory), length, alike, keywords, settings_14x(given))


def check_parts(score, expected):
    for theirs, ours in PARTS.items():
        if theirs in expected:
            assert getattr(score, ours) == pytest.approx(expected[theirs], rel=1e-9, abs=1e-9)
    lost = score.floored - score.base
    assert lost == pytest.approx(expected["recencyPenalty"], rel=1e-9, abs=1e-9)


@cases("calculateScore")
def test_a_score_has_the_parts_of_the_release(case):
    requested = case["input"]
    (memory,) = memories_of([requested["memory"]])
    vector = QueryVector(tuple(requested["contextEmbedding"]))
    check_parts(scored(case, memory, vector, requested["bm25Score"]), case["output"])


def keyword_scores(case, memories):
    query = case["input"]["queryTokens"]
    split = keywords_26 if is_26(case) else keywords_14x
    tokens = {}
    for token in split(query) if isinstance(query, str) else query:
        tokens[token] = tokens.get(token, 0) + 1
    places = range(len(memories))
    if not is_26(case):
        every = tuple(memories)
        existing = Existing(Columns(), Columns(), every, places, facts_14x)
        return keyword_search_14x(existing, places, tuple(tokens.items())).of(places)
    rest = case["input"]["hiddenMemories"]
    every = tuple(memories_of([*(memory.record for memory in memories), *rest]))
    existing = Existing(Columns(), Columns(), every, range(len(every)), facts_26)
    searched = Vault(existing, places, Subset(len(every)), GraphIndex({}))
    return score_keywords_26(tokens, case["input"]["characterNames"], searched).shares


@cases("scoreMemories")
def test_memories_are_ranked_as_the_release_ranks_them(case):
    memories = memories_of(case["input"]["memories"])
    keywords = keyword_scores(case, memories)
    scores = [scored(case, memory, None, keywords[index]) for index, memory in enumerate(memories)]
    totals = {index: score.total for index, score in enumerate(scores)}
    order = sorted_by_number(totals, totals.__getitem__, descending=True)
    assert [memories[index].id for index in order] == [each["id"] for each in case["output"]]
    for index, expected in zip(order, case["output"], strict=True):
        check_parts(scores[index], expected["breakdown"])


@cases("selectMemoriesWithSoftBalance")
def test_soft_balance_chooses_in_the_releases_order(case):
    requested = case["input"]
    facts = [facts_26(memory) for memory in memories_of(requested["memories"])]
    counter = tokenizer_of("26")
    choice = soft_balance(
        range(len(facts)),
        lambda index: bucket_at(
            position_26(facts[index], NO_FINGERPRINTS), requested["chatLength"], None
        ),
        lambda index: counter.count(facts[index].summary),
        requested["tokenBudget"],
    )
    ids = [requested["memories"][index]["id"] for index in choice.chosen]
    assert ids == case["output"]["ids"]
    assert choice.used == case["output"]["totalTokens"]


@cases("tokenize")
def test_text_is_split_into_the_releases_keywords(case):
    split = keywords_26 if is_26(case) else keywords_14x
    assert split(case["input"]["text"]) == case["output"]


@cases("filterMemoriesByPOV")
def test_the_point_of_view_keeps_what_the_release_keeps(case):
    requested = case["input"]
    names = requested["povCharacters"]
    states = requested["data"]["character_states"]
    if is_26(case):
        viewpoint = viewpoint_26(names, states, requested["data"]["graph"])
    else:
        viewpoint = viewpoint_14x(names, states)
    kept = [
        memory.id
        for memory in memories_of(requested["memories"])
        if viewpoint.knows(facts_26(memory) if is_26(case) else facts_14x(memory))
    ]
    assert kept == case["output"]


@cases("detectPresentCharacters")
def test_whose_eyes_are_looked_through_is_found_in_the_chat(case):
    requested = case["input"]
    data = requested["chatMetadata"]["openvault"]
    document = vault(requested["chat"], data["memories"], data["character_states"])
    known = Existing(
        Columns(), Columns(), document.memories, range(len(document.memories)), facts_26
    )
    moment = Moment().resolved(document.chat)
    found = viewpoint_names(
        document, moment, index_of(document.chat), known, unicode_words=is_26(case)
    )
    assert list(found) == case["output"]


@cases("getFingerprint")
def test_a_message_has_the_releases_fingerprint(case):
    message = case["input"]["message"]
    index = index_of(chat := chat_of([message]))
    name, text = message.get("name", ""), message.get("mes", "")
    assert fingerprint(message.get("send_date"), name, text) == case["output"]
    assert index.fingerprint(0) == case["output"]
    assert index.resolve(case["output"], len(chat)) == 0


@cases("cyrb53")
def test_the_hash_is_cyrb53(case):
    assert cyrb53(case["input"]["text"], case["input"].get("seed", 0)) == case["output"]


@cases("encodeEmbedding")
def test_an_embedding_is_little_endian_singles_in_base64(case):
    encoded = case["output"]["embedding_b64"]
    assert list(decode_embedding(encoded)) == case["output"]["decoded"]
    plain = embedding_26({"embedding": case["input"]["vector"]}, "it")
    assert list(plain) == case["output"]["decoded"]


@cases("cosineSimilarity")
def test_the_cosine_is_the_releases(case):
    query = QueryVector(tuple(case["input"]["b"]))
    if is_26(case):
        assert likeness_of(case["input"]["a"], query) == case["output"]
    else:
        memory = Memory(0, {"embedding": case["input"]["a"]})
        assert similarity(memory, query, single=False) == case["output"]


@cases("runSchemaMigrations")
def test_a_migration_gives_injection_what_the_releases_gives_it(case):
    data, index = case["input"]["data"], index_of(chat := chat_of(case["input"]["chat"]))
    if "error" in case["output"]:
        with pytest.raises(ReleaseThrowsError, match="nodes of graph is an object"):
            check_migration(data, memories_of(data["memories"]))
        return
    expected = {record["id"]: record for record in case["output"]["data"]["memories"]}
    kept = data["memories"]
    if case["output"]["migrated"]:
        kept = [record for record in kept if not is_removed(record)]
    assert [record["id"] for record in kept] == list(expected)
    if not migrates_on_load(data):
        return
    check_migration(data, memories_of(kept))
    for memory in memories_of(kept):
        theirs = expected[memory.id]
        facts = facts_26(memory)
        marks = migrated_fingerprints(facts.sources, index, len(chat))
        assert list(marks) == theirs["message_fingerprints"]
        assert list(embedding_26(memory.record, "it")) == list(embedding_26(theirs, "it"))


def test_the_word_lists_are_those_of_the_goldens(golden):
    older = json.loads((golden / "words-openvault-1.4x.json").read_text(encoding="utf-8"))
    latest = json.loads((golden / "stopwords-eng-rus.json").read_text(encoding="utf-8"))
    assert set(older["stop"]) == STOP_WORDS_14X
    assert {*older["latin_starters"], *older["cyrillic_starters"]} == SENTENCE_STARTERS
    assert {*latest["eng"], *latest["rus"]} == STOP_WORDS_26
