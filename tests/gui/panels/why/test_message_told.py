"""Why a message's own memory is in or left out, by the ruleset that judges messages."""

import pytest

from inspector.core.deadline import Deadline
from inspector.gui.panels.why.message_told import offers_for_message, told_of_message
from inspector.gui.state.query import query_of
from inspector.gui.state.selection import MessageSubject


@pytest.fixture
def judged(ask):
    answer = ask("auto-recap/design", {"message_recap_context_limit": 1})
    return query_of(answer.state).answered_by(answer.derivation)


def first(judged, *, gate):
    return next(one.message for one in judged.derivation.messages if one.gate == gate)


def test_each_message_is_told_with_the_gates_that_it_met(judged):
    for verdict in judged.derivation.messages:
        mentioned = told_of_message(judged, MessageSubject(verdict.message))
        assert mentioned.in_block == verdict.included
        assert mentioned.steps
        assert mentioned.name == f"Message {verdict.message}"


def test_what_is_left_out_names_its_gate_and_what_is_not_there_is_none(judged):
    message = first(judged, gate="no recap")
    assert told_of_message(judged, MessageSubject(message)).lead == "Left out: no recap"
    assert told_of_message(judged, MessageSubject(len(judged.derivation.messages))) is None


def test_a_change_says_what_it_does_to_the_tier(judged):
    past = [one.message for one in judged.derivation.messages if one.gate == "past limit"]
    (suggestion, *_) = offers_for_message(judged, MessageSubject(past[0]), Deadline(10))
    assert suggestion.effects[0].words == f"Message {past[0]} gets in"
    assert suggestion.effects[-1].words.startswith("Short-term memory")
