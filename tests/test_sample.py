"""What ships as the sample: lorebook, chronicle and card that follow the chat's story."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from inspector.analysis.smallest_change import changes_for
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.core.sources import Sources
from inspector.files import read
from inspector.loading import open_chat
from inspector.shipped import sample_card, sample_chronicle, sample_lorebook
from inspector.sillytavern.card import PNG, read_card
from inspector.sillytavern.chronicle_file import read_chronicle
from inspector.sillytavern.server_times import server_time
from inspector.systems import ruleset_named, with_sources
from inspector.systems.scribe.answers import read_any_lorebook
from inspector.tokenizer import load_tokenizer

TOTAL = "default_context_total_token_limit"
HISTORY = "default_context_recent_history_budget"
HARD = "CONTEXT_TOTAL_TOKEN_LIMIT"
DESIGN, RELEASE = "scribe/design", "scribe/2025-08"


@pytest.fixture(scope="module")
def lorebook():
    return read_any_lorebook(read(sample_lorebook())[0]).lorebook


@pytest.fixture(scope="module")
def chronicle():
    return read_chronicle(read(sample_chronicle())[0]).chronicle


@pytest.fixture(scope="module")
def card():
    return read_card(read(sample_card())[0])


@pytest.fixture(scope="module")
def document(sample, lorebook, chronicle, card):
    sources = Sources(lorebook=lorebook, chronicle=chronicle, card=card)
    return with_sources(open_chat(sample).document, sources)


def answer(document, ruleset, **settings):
    rules = ruleset_named(ruleset)
    tokenizer = load_tokenizer(rules.encoding, rules.dialect)
    moment = Moment(settings={"system_prompt": "Tell the story.", **settings})
    return Query(rules, document, moment, tokenizer)


def test_the_lorebook_has_constant_disabled_and_keyed_entries_and_loads_without_a_word(lorebook):
    assert not lorebook.problems
    assert len(lorebook.items) >= 14
    assert sum(one.constant for one in lorebook.items) >= 3
    assert sum(not one.enabled for one in lorebook.items) >= 2
    keyed = [one for one in lorebook.items if one.enabled and not one.constant]
    assert len(keyed) >= 12
    assert all(one.keywords and one.content and one.title for one in keyed)
    records = [one.record for one in lorebook.items]
    assert any(record["keysecondary"] for record in records)
    assert len({record["order"] for record in records}) > 5
    assert len({record["position"] for record in records}) > 3
    contents = "".join(one.content for one in lorebook.items)
    assert all(sign in contents for sign in ("钟", "Илья", "Céline", "🫖"))


def test_the_lorebook_is_written_as_sillytavern_writes_it():
    text = sample_lorebook().read_text("utf-8")
    stored = json.loads(text)
    assert json.dumps(stored, indent=4, ensure_ascii=False) == text
    assert [str(one["uid"]) for one in stored["entries"].values()] == list(stored["entries"])


def test_clause_nine_has_the_four_hundred_words_that_its_author_claims(lorebook):
    content = next(one.content for one in lorebook.items if one.title == "Clause nine")
    clause = content.partition('"9. ')[2].rpartition('"')[0]
    words = [word for word in clause.split() if any(sign.isalnum() for sign in word)]
    assert len(words) == 400


def test_the_chronicle_follows_the_chat_and_loads_without_a_word(chronicle, document):
    assert not chronicle.problems
    assert len(chronicle.items) >= 18
    assert len({one.event_type for one in chronicle.items}) >= 5
    assert len({one.id for one in chronicle.items}) == len(chronicle.items)
    recorded = [server_time(one.created_at) for one in chronicle.items]
    assert all(newer > older for newer, older in pairwise(recorded))
    sent = [server_time(one) for one in document.chat.send_dates]
    assert min(recorded) > min(sent)
    # Of what happened this week the order of the story is the order in which it was recorded.
    mentioned = [server_time(one.time) for one in chronicle.items if one.time.startswith("2026")]
    assert mentioned == sorted(mentioned, reverse=True)
    assert any(one.time.startswith("2015") for one in chronicle.items)


def test_the_card_is_a_picture_of_the_character_who_greets_in_the_chat(card, document):
    assert read(sample_card())[0].startswith(PNG)
    assert card.name == document.chat.names[0] == "Rufus"
    assert card.greeting == document.chat.message(0).text
    assert card.description
    assert card.depth_prompt


@pytest.mark.parametrize("ruleset", [DESIGN, RELEASE])
def test_with_the_default_budgets_most_items_are_in_and_nothing_is_cut(document, ruleset):
    derivation = answer(document, ruleset).derivation
    gates = Counter(row.gate for row in derivation.rag)
    assert derivation.error is None
    assert gates[None] > sum(gates.values()) / 2
    assert set(gates) == {None, "disabled", "limit"}
    assert {row.gate for row in derivation.messages} == {None, "hidden"}


def test_a_tight_budget_cuts_entries_and_events_at_different_gates(document):
    rows = answer(document, DESIGN, **{TOTAL: 4000}).derivation.rag
    for kind in ("lorebook", "chronicle"):
        cut = {row.gate for row in rows if row.kind == kind and row.gate is not None}
        assert cut >= {"limit", "rag budget", "truncated"}


SCENES = [
    (DESIGN, "hidden", {}),
    (DESIGN, "history budget", {HISTORY: 1500}),
    (DESIGN, "truncated", {TOTAL: 2000}),
    (RELEASE, "hidden", {}),
    (RELEASE, "history budget", {HISTORY: 1500}),
    (RELEASE, "truncated", {HARD: 2000}),
]
ITEM_SCENES = [
    (DESIGN, "disabled", {}),
    (DESIGN, "limit", {}),
    (DESIGN, "threshold", {"similarity_threshold": 0.1}),
    (DESIGN, "rag budget", {TOTAL: 4000}),
    (DESIGN, "truncated", {TOTAL: 4000}),
    (RELEASE, "disabled", {}),
    (RELEASE, "limit", {}),
    (RELEASE, "rag budget", {TOTAL: 4000, "encrypted": False}),
    (RELEASE, "truncated", {HARD: 4000, "encrypted": False}),
]


@pytest.mark.parametrize(("ruleset", "gate", "settings"), SCENES)
def test_every_gate_of_a_message_has_its_scene(document, ruleset, gate, settings):
    rows = answer(document, ruleset, **settings).derivation.messages
    assert gate in {row.gate for row in rows}


@pytest.mark.parametrize(("ruleset", "gate", "settings"), ITEM_SCENES)
def test_every_gate_of_an_item_has_its_scene_and_a_way_past_it(document, ruleset, gate, settings):
    requested = answer(document, ruleset, **settings)
    row = next(row for row in requested.derivation.rag if row.gate == gate)
    suggestion = next(changes_for(requested, row.id))
    after = suggestion.applied(requested).derivation
    assert next(one for one in after.rag if one.item.key == row.item.key).kept


@pytest.mark.parametrize(
    ("fault", "settings"),
    [
        ("hard_limit_ignores_user_total", {TOTAL: 2000}),
        ("encrypted", {}),
        ("chronicle_unreadable", {}),
        ("first_item_always_taken", {"default_context_rag_budget": 20, "encrypted": False}),
        ("tail_can_be_cut", {HARD: 2000, "min_tail_messages_to_preserve": 60}),
        ("history_cut_from_tail", {HARD: 2000}),
        ("constants_twice", {}),
        ("constants_can_be_outranked", {HARD: 4000, "encrypted": False}),
    ],
)
def test_the_faults_of_the_release_show(document, fault, settings):
    faults = answer(document, RELEASE, **settings).derivation.faults
    assert fault in [one.setting for one in faults]


def test_a_budget_below_the_head_is_refused(document):
    assert (
        "tokens exceed the limit of 400 tokens"
        in answer(document, DESIGN, **{TOTAL: 400}).derivation.error
    )
