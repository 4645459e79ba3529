"""Established history as one paragraph: what it saves, what it loses, and when it is stale."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.summed_history import (
    losses_of,
    memories_of_history,
    summary_of,
    summed_history,
)
from inspector.core.document import Document
from inspector.core.edits import SetField, apply
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.loading import open_chat
from inspector.shipped import sample_chat
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer

TEXT = "Nell brought a parcel to the Copper Kettle, where Rufus hid it."


@pytest.fixture(scope="module")
def query():
    document = open_chat(sample_chat()).document
    tokenizer = load_tokenizer("chars/4")
    return Query(ruleset_named("openvault/temporal"), document, Moment(), tokenizer)


def switched(query, document, value="on", **settings):
    moment = replace(query.moment, settings={"old_summary": value, **settings})
    return Query(query.ruleset, document, moment, query.tokenizer)


def kept(query, text=TEXT, memories=None):
    found = memories_of_history(query) if memories is None else memories
    summary = summary_of(query.document, found, text, 1)
    return replace(query.document, summaries=(summary,))


def test_it_is_off_until_somebody_wants_it(query):
    document = kept(query)
    plain = query.derivation.injections[0].text
    assert switched(query, document, "off").derivation.injections[0].text == plain
    unset = Query(query.ruleset, document, Moment(), query.tokenizer)
    assert unset.derivation.injections[0].text == plain


def test_the_paragraph_stands_in_the_place_of_the_memories(query):
    found = switched(query, kept(query)).derivation
    (section,) = [one for one in found.injections[0].sections if one.bucket == "old"]
    assert [line.text for line in section.lines] == [section.title, TEXT, ""]
    old = memories_of_history(query)
    assert {found.verdict_for(one).gate for one in old} == {"summary"}
    assert not found.warnings
    assert found.steps_for(old[0])[-1].gate == "summary"
    rest = set(query.derivation.in_block) - set(old)
    assert found.in_block == rest
    assert found.budget.used == found.injections[0].cost


def test_what_it_saves_is_counted_of_the_whole_block(query):
    tried = summed_history(query, f" {TEXT}\n")
    assert tried.text == TEXT
    before, after = tried.tokens
    assert before == query.derivation.injections[0].tokens
    assert after == switched(query, kept(query)).derivation.injections[0].tokens
    assert tried.saved == before - after > 0


def test_what_comes_in_by_the_room_that_is_saved_is_told(query):
    tight = query.with_budget(700)
    tried = summed_history(tight, TEXT)
    assert tried.returned
    assert not set(tried.returned) & set(tried.memories)


def test_memories_that_it_was_not_made_of_keep_their_lines(query):
    old = memories_of_history(query)
    found = switched(query, kept(query, memories=old[:-2])).derivation
    assert found.verdict_for(old[-1]).in_block
    assert [one.code for one in found.warnings] == ["stale-summary"]
    assert "2 are new or worded anew" in found.warnings[0].text


def test_it_is_stale_once_a_memory_changes(query):
    old = memories_of_history(query)
    document = apply(kept(query), SetField((old[0],), "summary", "Nell never came."))
    found = switched(query, document).derivation
    assert found.verdict_for(old[0]).in_block
    (warning,) = found.warnings
    assert "1 memory that it was made of is no longer there as it was" in warning.text
    assert "1 is new or worded anew" in warning.text


def test_spaces_do_not_make_it_stale(query):
    old = memories_of_history(query)
    same = query.document.memories[old[0]].summary.replace(" ", "  ")
    document = apply(kept(query), SetField((old[0],), "summary", same))
    assert not switched(query, document).derivation.warnings


def test_without_one_the_memories_stand_and_it_says_so(query):
    found = switched(query, query.document).derivation
    assert found.injections[0].text == query.derivation.injections[0].text
    assert [one.code for one in found.warnings] == ["no-summary"]


def test_of_several_the_one_nearest_to_the_memories_stands(query):
    old = memories_of_history(query)
    summaries = (
        summary_of(query.document, old[:3], "Few.", 3),
        summary_of(query.document, old, "All.", 1),
        summary_of(query.document, old[2:5], "Some.", 2),
    )
    found = switched(query, replace(query.document, summaries=summaries)).derivation
    assert "\nAll.\n" in found.injections[0].text


@given(budget=st.integers(0, 2000), drop=st.integers(0, 20), at=st.integers(0, 159))
def test_the_block_keeps_its_budget_and_says_of_every_memory_what_became_of_it(
    query, budget, drop, at
):
    document = kept(query, memories=memories_of_history(query)[drop:])
    moment = Moment(at=at, settings={"old_summary": "on", "retrievalFinalTokens": budget})
    found = query.ruleset.inject(document, moment, query.tokenizer)
    assert found.budget.used == found.injections[0].cost
    assert found.budget.used <= budget or any(one.code == "over-budget" for one in found.warnings)
    assert [one.memory for one in found.verdicts] == list(found.existing)
    assert {one.memory for one in found.verdicts if one.in_block} == found.in_block


def lost(text, *summaries, names=()):
    memories = tuple(Memory(at, {"summary": one}) for at, one in enumerate(summaries))
    memories += (Memory(len(memories), {"summary": "", "witnesses": list(names)}),)
    found, unjudged = losses_of(Document(memories=memories), range(len(summaries)), text)
    return [(one.memory, one.in_words) for one in found], unjudged


def test_names_and_numbers_that_are_not_found_are_lost():
    summaries = (
        "Nell paid Rufus 40 coins at the Copper Kettle.",
        "Rufus slept.",
        "It rained all night.",
    )
    assert lost("Nell paid for it.", *summaries, names=("Nell", "Rufus")) == (
        [(0, "Rufus, Copper Kettle, 40"), (1, "Rufus")],
        1,
    )


def test_a_name_within_another_word_and_a_number_within_another_do_not_count():
    found, _ = lost("Kaiser had 140.", "Kai had 40 coins.", names=("Kai",))
    assert found == [(0, "Kai, 40")]


def test_names_without_spaces_around_them_are_found():
    assert lost("雨中梅来了。", "梅在雨中来了。", names=("梅",)) == ([], 0)


def test_where_all_nouns_have_capitals_these_say_nothing():
    german = "Dann gab die Frau dem Wirt einen Brief und das Geld."
    assert lost("Er bekam alles.", german) == ([], 1)
