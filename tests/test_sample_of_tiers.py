"""The short sample: what it shows of MessageSummarize and Summarize."""

import json

from inspector.analysis.budget_curve import budget_curves
from inspector.analysis.lint import faults_of, lint
from inspector.cli.command import run
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
from inspector.systems import ruleset_named
from inspector.systems.message_summarize import SYSTEM
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
    told = {one.code: one for one in faults("message-summarize/1.3", document, **known)}
    found = told["profile-missing"]
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
