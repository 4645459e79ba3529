"""The next request of the open chat: what is derived, what happens before, what is kept."""

import json
from dataclasses import replace

import pytest

from inspector.core.edits import SetHidden, apply, changes_between
from inspector.core.revised_records import revised
from inspector.core.sending import Send, SendKind
from inspector.gui.kit.memory_words import verdict_word
from inspector.gui.panels.preview.delivered import expanded
from inspector.gui.panels.timeline.ahead import Ahead, ahead_of, pieces
from inspector.gui.state.before_sending import (
    NOT_WRITTEN,
    difference_of,
    edits_in_words,
    kept_edits,
    one_line,
    rows_of,
)
from inspector.gui.state.delivery import outcomes_of
from inspector.gui.state.derivation import derive
from inspector.gui.state.edit_words import describe
from inspector.gui.state.session import Question, State
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat, with_surroundings
from tests.captured import WIRE

RULESET = "openvault/26"


@pytest.fixture
def opened(tmp_path):
    """A captured chat in its data folder, and the question that its capture puts."""

    def laid_out(name, **changes):
        captured = next(WIRE.laid_out(name, tmp_path))
        chat = with_surroundings(open_chat(captured.chat))
        pending = captured.arguments[captured.arguments.index("--pending") + 1]
        question = Question(RULESET).taking(chat.around)
        moment = replace(question.moment, pending=pending)
        question = replace(question, moment=moment, send=Send(opened=True), **changes)
        return State(chat.document, question), captured

    return laid_out


def test_a_release_asks_for_the_next_request_and_a_design_for_the_file():
    assert Question("openvault/26").is_as_sent
    assert not Question("openvault/temporal").is_as_sent
    assert not Question("openvault/26", as_sent=False).is_as_sent
    assert Question("openvault/temporal", as_sent=True).is_as_sent
    assert not Question("scribe/2025-08", as_sent=True).is_as_sent


@pytest.mark.parametrize("name", ["29-small-both-extensions", "61-auto-hide-openvault26-budget"])
def test_the_window_derives_the_request_that_was_captured(opened, name):
    state, captured = opened(name)
    answer = derive(state)
    assert answer.prediction.request.body == captured.body
    assert outcomes_of(answer.prediction)["openvault"].words.startswith("✓ delivered as message ")


def test_what_is_hidden_before_sending_can_be_made_part_of_the_file(opened):
    state, _ = opened("61-auto-hide-openvault26-budget")
    answer = derive(state)
    edits = kept_edits(state.document, answer.prediction)
    assert edits_in_words(edits) == "Hide 0–18"
    document = state.document
    for edit in edits:
        document = apply(document, edit)
    again = derive(state.with_document(document))
    assert not [one for one in again.prediction.events if one.kind == "hide"]
    assert [one.text for one in again.derivation.injections] == [
        one.text for one in answer.derivation.injections
    ]


def stored(chat, document):
    """The lines of the file that an edited document makes."""
    return [json.loads(line) for line in joined(chat.contents(document)).split(b"\n")]


def test_messages_that_release_26_hides_are_marked_in_the_file_as_it_marks_them(opened):
    state, captured = opened("61-auto-hide-openvault26-budget")
    for edit in kept_edits(state.document, derive(state).prediction):
        document = apply(state.document, edit)
    chat = open_chat(captured.chat)
    lines = stored(chat, apply(chat.document, SetHidden((0, 3), hidden=True, mark="mine")))
    assert [n for n, line in enumerate(lines[1:]) if line.get("mine")] == [0, 3]
    displayed = apply(document, SetHidden((18,), hidden=False))
    assert displayed.chat.records[18]["openvault_hidden"] is True
    assert not displayed.chat.hidden[18]
    assert not changes_between(document, displayed).chat_replaced


def test_a_greeting_whose_macros_are_expanded_can_be_kept_and_its_swipes_stay(opened):
    state, captured = opened("103-macros-in-history")
    chat = open_chat(captured.chat)
    records = revised(chat.document.chat.records, {0: {"mes": "I am {{char}}.", "x": 1}})
    document = replace(chat.document, chat=replace(chat.document.chat, records=records))
    answer = derive(state.with_document(document))
    (row,) = [one for one in rows_of(answer, None) if "macros" in one.title]
    for edit in row.edits:
        assert describe(document, edit) == "Text of message 0 changed"
        document = apply(document, edit)
    assert document.chat.message(0).text == "I am Mara."
    before, after = (stored(chat, one)[1] for one in (chat.document, document))
    assert after == {**before, "mes": "I am Mara.", "x": 1}
    again = derive(state.with_document(document))
    assert "macro" not in [one.kind for one in again.prediction.events]


def test_what_is_no_part_of_the_file_says_so(opened):
    state, _ = opened("94-group-list-order")
    rows = rows_of(derive(state), None)
    named = [one for one in rows if "answers first" in one.title]
    assert all(not one.edits and one.detail.endswith(NOT_WRITTEN) for one in named)
    assert named


def test_rows_and_the_line_say_what_happens_and_what_it_comes_to(opened):
    state, _ = opened("61-auto-hide-openvault26-budget")
    answer = derive(state)
    difference = difference_of(answer, lambda: None)
    rows = rows_of(answer, difference)
    assert rows[0].title == "OpenVault hides 0–18"
    assert rows[0].edits == (SetHidden(tuple(range(19)), hidden=True, mark="openvault_hidden"),)
    assert rows[0].amount.startswith("−19 messages · −")
    assert difference.entering == (0, 1, 2, 3, 4, 5)
    assert rows[-1].title == "So 6 memories get in"
    line = one_line(answer.prediction.events, difference)
    assert line == f"{difference.before} → {difference.after} tokens · OpenVault hides 0–18"


def test_the_file_as_it_lies_has_no_request(opened):
    state, _ = opened("29-small-both-extensions", as_sent=False)
    answer = derive(state)
    assert answer.prediction is None
    assert (outcomes_of(answer.prediction), rows_of(answer, None)) == ({}, ())


def test_simulating_changes_nothing_of_the_document(opened):
    state, _ = opened("61-auto-hide-openvault26-budget")
    hidden = state.document.chat.hidden
    for kind in SendKind:
        derive(state.with_question(replace(state.question, send=Send(kind))))
    assert state.document.chat.hidden == hidden


def test_a_block_that_does_not_fit_or_is_switched_off_is_not_called_delivered(opened):
    state, _ = opened("17-sample-tiny-deep-injection")
    lost = outcomes_of(derive(state).prediction)["openvault"]
    assert not lost.is_sent
    assert lost.words.startswith("○ not sent: it does not fit the context, needs ")


@pytest.mark.parametrize(
    ("name", "size", "slot"),
    [
        ("17-sample-tiny-deep-injection", None, "openvault"),
        ("15-sample-textcompletion", 1500, "openvault_scene"),
    ],
)
def test_a_block_that_does_not_fit_says_how_many_tokens_it_needs(opened, name, size, slot):
    state, _ = opened(name, context_size=size)
    prediction = derive(state).prediction
    lacks = prediction.request.lacks[f"slot:{slot}"]
    size = prediction.simulation.host.context_size
    for more, is_sent in ((lacks - 1, False), (lacks, True)):
        question = replace(state.question, context_size=size + more)
        answer = derive(state.with_question(question))
        assert outcomes_of(answer.prediction)[slot].is_sent is is_sent


def test_memories_of_a_block_that_does_not_go_out_are_not_in(opened):
    state, _ = opened("17-sample-tiny-deep-injection")
    answer = derive(state)
    wording, sent = answer.derivation, answer.of_memories
    # Reflections stand in a slot of their own, which fits.
    slot = next(one for one in wording.injections if one.key == "openvault")
    lost = {line.memory for line in slot.lines if line.memory is not None}
    assert lost
    assert sent.in_block == wording.in_block - lost
    memory = min(lost)
    verdict = sent.verdict_for(memory)
    assert (verdict.in_block, verdict_word(verdict)) == (False, "not sent")
    assert verdict.reason.startswith("Not sent: it does not fit the context")
    assert [one.passed for one in sent.steps_for(memory)][-1] is False
    left_out = next(one for one in wording.verdicts if not one.in_block)
    assert sent.verdict_for(left_out.memory) == left_out


def test_values_that_depend_on_the_moment_are_marked_where_they_stand(opened):
    state, _ = opened("73-macros-in-memory")
    answer = derive(state)
    slot = answer.derivation.injections[0]
    displayed, fields = expanded(slot, answer.prediction.request.macros)
    assert "{{time}}" in slot.text
    assert "{{time}}" not in displayed.text
    macros = {one.macro for found in fields.values() for one in found}
    assert {"{{time}}", "{{date}}"} <= macros
    for line, found in fields.items():
        assert all(one.end <= len(displayed.lines[line].text) for one in found)


def test_the_timeline_is_cut_where_a_flag_would_change(opened):
    state, _ = opened("61-auto-hide-openvault26-budget")
    (run,) = ahead_of(state.document.chat, derive(state).prediction)
    assert (run.first, run.end, run.hides, run.by) == (0, 19, True, "OpenVault")
    assert [(a, b, one is run) for a, b, one in pieces(0, 30, [run])] == [
        (0, 19, True),
        (19, 30, False),
    ]
    assert pieces(20, 30, [run]) == [(20, 30, None)]


def test_changes_too_close_to_be_seen_apart_are_one_piece_that_counts_what_changes():
    runs = [Ahead(n, n + 3, hides=True, by="OpenVault") for n in range(0, 100, 10)]
    (piece,) = [one for _first, _end, one in pieces(0, 120, runs, gap=7) if one is not None]
    assert piece.words[1] == "OpenVault hides 30"
    assert (piece.first, piece.end) == (0, 93)
    other = Ahead(103, 105, hides=False, by="OpenVault")
    apart = pieces(0, 120, [*runs, other], gap=20)
    assert [(a, b, one and one.hides) for a, b, one in apart] == [
        (0, 93, True),
        (93, 103, None),
        (103, 105, False),
        (105, 120, None),
    ]
    assert len(pieces(0, 120, runs, gap=6)) == 20


def test_a_group_in_which_nobody_answers_says_so(opened):
    state, _ = opened("94-group-list-order")
    question = replace(state.question, send=Send(member=99, opened=True))
    answer = derive(state.with_question(question))
    assert answer.prediction is None
    assert answer.derivation.warnings[0].code == "nothing-sent"
