"""The short sample: what it shows of MessageSummarize and Summarize."""

from inspector.analysis.lint import lint
from inspector.core.moment import Moment
from inspector.loading import open_chat
from inspector.shipped import sample_of_tiers
from inspector.systems import ruleset_named
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


def test_the_newer_of_two_summaries_counts():
    found = answered("summarize/1.19")
    assert [one.message for one in found.messages if one.included] == [18]
    assert found.messages[8].gate == "superseded"


def test_lint_finds_what_was_planted():
    document = open_chat(sample_of_tiers()).document
    assert [problem.code for problem in lint(document)] == ["memory-stale"]
