"""The short sample: what it shows of MessageSummarize and Summarize."""

import json
from dataclasses import replace

import pytest

from inspector.analysis.budget_curve import budget_curves
from inspector.analysis.lint import faults_of, lint
from inspector.analysis.smallest_change import changes_for
from inspector.cli.command import run
from inspector.core.deadline import Deadline
from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.core.recap_verdict import StateMark
from inspector.core.settings import SetSetting
from inspector.loading import open_chat
from inspector.shipped import sample_of_tiers
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.send.chat_ends import ending
from inspector.systems import ruleset_named
from inspector.systems.message_summarize import SYSTEM
from inspector.systems.message_summarize.kept import ClearMemory, SetMemory
from inspector.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer("o200k_base")


def answered(ruleset, **settings):
    document = open_chat(sample_of_tiers()).document
    moment = Moment(settings=settings)
    return ruleset_named(ruleset).inject(document, moment, TOKENIZER)


def test_every_state_of_a_message_is_there():
    found = answered("message-summarize/1.3").messages
    assert {one.gate for one in found} == {None, "user", "excluded", "no recap", "lagging"}
    assert {one.kept for one in found} == {True, False}


def test_remembered_messages_are_long_term_where_that_is_separate():
    found = answered("message-summarize/1.3", separate_long_term=True)
    assert [tier.count for tier in found.tiers] == [3, 2]
    assert all(injection.text for injection in found.injections)


def test_lanes_and_verdicts_agree_on_every_message():
    found = answered("message-summarize/1.3", separate_long_term=True)
    lanes = {lane.title: lane.messages for lane in found.lanes}
    assert [*lanes] == ["short-term", "long-term", "lagging", "removed", "lost"]
    for one in found.messages:
        inside = f"{one.tier}-term" if one.included else None
        here = {title for title, messages in lanes.items() if messages[one.message]}
        assert here & {"short-term", "long-term"} == ({inside} if inside else set())
        assert ("lagging" in here) == (one.gate == "lagging")
        assert ("removed" in here) == (not one.kept)
        assert ("lost" in here) == (not one.kept and not one.included)


def test_messages_bear_the_words_and_colours_of_the_extension():
    found = answered("message-summarize/1.3", separate_long_term=True).messages
    assert {one.mark for one in found} == {
        StateMark("long-term", "#4682B4"),
        StateMark("short-term", "#2E8B57"),
        StateMark("lagging, short-term", "#2E8B57", is_faint=True),
        StateMark("left out", "#555555"),
        StateMark("failed"),
        StateMark(""),
    }


def test_each_slot_has_the_budget_of_its_own_tier():
    found = answered("message-summarize/1.3", separate_long_term=True)
    budgets = {one.key: found.budget_of(one) for one in found.injections}
    of_tiers = {tier.slot: (tier.limit, tier.used) for tier in found.tiers}
    assert {key: (one.limit, one.used) for key, one in budgets.items()} == of_tiers


def test_a_message_about_to_be_sent_has_no_row_and_moves_the_threshold(capsys):
    words = "--send normal --pending Well? --json --ruleset message-summarize/1.3 --set"
    settings = "summary_injection_threshold=3"
    code = run(["inject", str(sample_of_tiers()), *words.split(), settings])
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert [row["index"] for row in found["messages"] if row["kept"]] == [21, 22, 23]
    assert len(found["messages"]) == 24


def test_no_other_samples_card_is_taken_for_its_characters():
    host = read_host(sample_of_tiers(), {})
    assert host.character is None


def test_the_newer_of_two_summaries_counts():
    found = answered("summarize/1.19")
    assert [one.message for one in found.messages if one.included] == [18]
    assert found.messages[8].gate == "superseded"


def test_lint_finds_what_was_planted():
    document = open_chat(sample_of_tiers()).document
    assert [problem.code for problem in lint(document)] == ["memory-stale"]


def faults(ruleset, document=None, **settings):
    document = document or open_chat(sample_of_tiers()).document
    query = Query(ruleset_named(ruleset), document, Moment(settings=settings), TOKENIZER)
    return faults_of(query)


def test_a_profile_that_the_chat_names_and_nobody_has_is_told_and_named_no_more():
    written = sample_of_tiers().read_bytes()
    file = read_chat(written.replace(b'{"enabled":true}', b'{"enabled":true,"profile":"Old"}', 1))
    document = SYSTEM.load(Document(chat=file.chat), file.metadata)
    known = {"profiles": {"Default": {}}}
    mentioned = {one.code: one for one in faults("message-summarize/1.3", document, **known)}
    found = mentioned["profile-missing"]
    after = apply(document, found.fix)
    assert [(one.path, one.value) for one in SYSTEM.store(document, after)] == [
        (("chat_metadata", "qvink_memory", "profile"), None)
    ]
    codes = [one.code for one in faults("message-summarize/1.3", after, **known)]
    assert "profile-missing" not in codes


def test_a_summary_without_a_place_is_told_with_a_place_to_put_it():
    (found,) = faults("summarize/1.19", position=-1)
    assert found.code == "summary-nowhere"
    assert found.fix == SetSetting("summarize/1.19", "position", 0)
    assert not faults("summarize/1.19")


def test_each_tier_has_a_curve_of_its_limit():
    document = open_chat(sample_of_tiers()).document
    moment = Moment(settings={"separate_long_term": True})
    query = Query(ruleset_named("message-summarize/1.3"), document, moment, TOKENIZER)
    for which, tier in enumerate(query.derivation.tiers):
        curve = list(budget_curves(query, 12, which=which))[-1]
        assert curve.is_complete
        assert curve.current.budget == tier.limit
        assert curve.current.memories == tier.count
        kept = [point.memories for point in curve.points]
        assert kept == sorted(kept)
        assert kept[0] == 0


def mentioned(message, **settings):
    """What Why says of a message: every step, and what becomes of the message itself."""
    document = open_chat(sample_of_tiers()).document
    query = Query(
        ruleset_named("message-summarize/1.3"), document, Moment(settings=settings), TOKENIZER
    )
    found = query.derivation
    gates = query.ruleset.explain(query, f"message:{message}").gates
    return " ".join(step.detail for step in gates), found.fate(message)


def test_a_threshold_is_told_to_keep_one_message_more_than_it_says():
    gates, fate = mentioned(20)
    assert gates.endswith("which begins at message 13: the message itself is still sent.")
    assert fate == (
        "The message itself stays in the context: a threshold of 10 keeps the newest 11 messages, "
        "one more than it says."
    )
    assert len(answered("message-summarize/1.3").judge.context.kept) == 11


def test_a_percentage_is_told_to_be_taken_for_tokens():
    of_percent = {"summary_injection_threshold_type": "context"}
    gates, _ = mentioned(0, **of_percent)
    assert "a threshold of 10 % is taken for 10 tokens, and keeps the newest message." in gates
    (problem,) = [
        one
        for one in faults("message-summarize/1.3", **of_percent)
        if one.code == "threshold-percent"
    ]
    assert problem.fix == SetSetting(
        "message-summarize/1.3", "summary_injection_threshold_type", "percent"
    )


def test_a_message_that_leaves_without_a_memory_is_told_to_be_lost():
    assert mentioned(5)[1] == (
        "The message itself leaves the context, and nothing of it is sent: what is past the "
        "threshold goes, with or without a memory."
    )
    assert mentioned(2)[1].endswith("its memory is sent in its place.")
    (problem,) = [
        one for one in faults("message-summarize/1.3") if one.code == "removed-without-memory"
    ]
    lost = answered("message-summarize/1.3").lanes[-1]
    assert problem.text.startswith(f"{lost.messages.count(1)} messages past the threshold")


def test_one_large_memory_that_lags_is_told_to_shut_the_tier_and_the_fix_opens_it():
    document = open_chat(sample_of_tiers()).document
    document = apply(document, SetMemory(16, "A very long memory of the sea. " * 60))
    small = {"short_term_context_limit": 100, "short_term_context_type": "tokens"}
    query = Query(
        ruleset_named("message-summarize/1.3"), document, Moment(settings=small), TOKENIZER
    )
    assert {one.tier for one in query.derivation.messages if one.included} == {"long"}
    failed = query.ruleset.explain(query, "message:2").gates[-1]
    assert "full from message 16 on" in failed.detail
    assert "lags and is not injected itself, and shuts it all the same" in failed.detail
    (problem,) = [one for one in faults_of(query) if one.code == "lagging-memory-too-large"]
    assert problem.message == 16
    opened = Moment(settings={**small, problem.fix.name: problem.fix.value})
    again = Query(query.ruleset, document, opened, TOKENIZER)
    assert "lagging-memory-too-large" not in [one.code for one in faults_of(again)]
    assert {one.tier for one in again.derivation.messages if one.included} == {"short"}


def test_a_gap_is_told_of_what_is_kept_and_as_a_problem():
    gap = {"summary_injection_threshold": 0}
    document = open_chat(sample_of_tiers()).document
    document = replace(document, chat=ending(document.chat, 21))
    query = Query(ruleset_named("message-summarize/1.3"), document, Moment(settings=gap), TOKENIZER)
    assert query.derivation.fate(20).startswith("The message itself stays")
    assert "keeps the newest message, one more than it says." in query.derivation.fate(20)
    assert "fails at that gap" not in query.derivation.fate(20)
    replies = [document.chat.records[20], document.chat.records[20]]
    document = replace(document, chat=ending(document.chat, 21, replies))
    query = Query(query.ruleset, document, Moment(settings=gap), TOKENIZER)
    kept = [one.message for one in query.derivation.messages if one.kept]
    assert kept == [19, 22]
    for message in kept:
        assert "SillyTavern 1.19.0 fails at that gap" in query.derivation.fate(message)
    assert "it is the user's last one, which is kept" in query.derivation.fate(19)
    (problem,) = [one for one in faults_of(query) if one.code == "kept-user-message-with-gap"]
    fixed = Moment(settings={**gap, problem.fix.name: problem.fix.value})
    again = Query(query.ruleset, document, fixed, TOKENIZER)
    assert "kept-user-message-with-gap" not in [one.code for one in faults_of(again)]


def test_what_the_file_says_otherwise_stands_beside_what_holds():
    stored = sample_of_tiers().read_bytes()
    stored = stored.replace(
        b'"qvink_memory":{', b'"qvink_memory":{"include":"long","lagging":true,'
    )
    file = read_chat(stored)
    document = SYSTEM.load(Document(chat=file.chat), file.metadata)
    ruleset = ruleset_named("message-summarize/1.3")
    marks = {
        one.message: one.mark for one in ruleset.inject(document, Moment(), TOKENIZER).messages
    }
    assert (marks[2].word, marks[2].stored) == ("short-term", "long-term, lagging")
    assert "The file still says long-term, lagging" in marks[2].note
    assert {mark.stored for mark in marks.values()} == {"", "long-term, lagging"}
    earlier = ruleset.inject(document, Moment(at=15), TOKENIZER)
    assert {one.mark.stored for one in earlier.messages} == {""}


def test_a_summary_that_is_due_or_paused_is_told():
    (due,) = faults("summarize/1.19", source="main", promptInterval=5)
    assert (due.code, due.message) == ("summary-due", 22)
    assert (
        due.text
        == "A summary is due: 5 messages since that of message 18. It will be kept with message 22."
    )
    (raw,) = faults("summarize/1.19", source="main", promptInterval=5, prompt_builder=1)
    assert raw.message == 22
    assert not faults("summarize/1.19", source="main", promptInterval=6)
    assert not faults("summarize/1.19", promptInterval=5)
    (paused,) = faults("summarize/1.19", memoryFrozen=True)
    assert (paused.code, paused.message) == ("summary-paused", 18)
    assert paused.fix == SetSetting("summarize/1.19", "memoryFrozen", value=False)


def test_a_message_without_a_memory_is_told_whether_one_is_made():
    assert (
        "which takes away an earlier one too: Bad gateway. The extension makes" in mentioned(10)[0]
    )
    document = apply(open_chat(sample_of_tiers()).document, ClearMemory(20))
    ruleset = ruleset_named("message-summarize/1.3")

    def reason(**settings):
        found = ruleset.inject(document, Moment(settings=settings), TOKENIZER)
        return found.messages[20].reason

    assert reason() == "It has none. The extension makes one at its next turn."
    assert reason(auto_summarize=False) == "It has none. The extension makes none by itself here."


def test_the_lanes_of_summarize_are_its_verdicts():
    found = answered("summarize/1.19")
    lanes = {
        lane.title: [at for at, here in enumerate(lane.messages) if here] for lane in found.lanes
    }
    assert lanes == {"injected": [18], "superseded": [8], "last message": []}


@pytest.mark.parametrize(
    ("own", "settings", "title"),
    [
        (b"true", {"use_global_toggle_state": True, "global_toggle_state": False}, "for all chats"),
        (b"false", {}, "in this chat"),
        (b"null", {"default_chat_enabled": False}, "in chats that say nothing"),
    ],
)
def test_a_chat_that_is_switched_off_is_told_by_which_switch(own, settings, title):
    stored = sample_of_tiers().read_bytes().replace(b'"enabled":true', b'"enabled":' + own, 1)
    file = read_chat(stored)
    document = SYSTEM.load(Document(chat=file.chat), file.metadata)
    query = Query(
        ruleset_named("message-summarize/1.3"), document, Moment(settings=settings), TOKENIZER
    )
    assert {one.gate for one in query.derivation.messages} == {"off"}
    change = next(iter(changes_for(query, "message:2", Deadline())))
    assert title in change.title
    assert change.applied(query).derivation.messages[2].included


@pytest.mark.parametrize("kind", ["messages", "tokens"])
def test_what_lags_gets_in_by_a_lower_threshold_whatever_that_counts(kind):
    settings = {"summary_injection_threshold": 150, "summary_injection_threshold_type": kind}
    document, ruleset = (
        open_chat(sample_of_tiers()).document,
        ruleset_named("message-summarize/1.3"),
    )
    query = Query(ruleset, document, Moment(settings=settings), TOKENIZER)
    assert query.derivation.messages[20].gate == "lagging"
    change = next(iter(changes_for(query, "message:20", Deadline())))
    assert change.applied(query).derivation.messages[20].included
