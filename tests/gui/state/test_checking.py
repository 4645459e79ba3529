"""Checks in the background: of the newest question, about chat and block."""

from dataclasses import replace

import pytest

from inspector.analysis.lint import block_problems, lint
from inspector.core.edits import SetField, apply
from inspector.core.moment import Moment
from inspector.gui.state.checking import Checker
from inspector.gui.state.derivation import derive
from inspector.gui.state.query import query_of
from inspector.gui.state.session import Question, State
from inspector.loading import open_chat
from tests.analysis.questions import BUDGET, FERRY_BUDGET, ferry_fire
from tests.gui.settling import settle
from tests.systems.auto_recap.chats import chat_bytes


@pytest.fixture(scope="module")
def chat(tmp_path_factory):
    path = tmp_path_factory.mktemp("chats") / "ferry.jsonl"
    path.write_bytes(chat_bytes(*ferry_fire()))
    return open_chat(path).document


@pytest.fixture
def checker(qtbot):
    made = Checker()
    made.heard = []
    made.checked.connect(made.heard.append)
    yield made
    made.worker.hold(False)
    made.wait()


def state_of(chat, ruleset="openvault/26", budget=FERRY_BUDGET, **moment):
    moment = Moment(settings={BUDGET: budget}, **moment)
    return State(chat, Question(ruleset, None, moment, as_sent=False))


def test_of_the_next_request_it_says_what_costs_the_prompt_cache(checker, chat, qtbot):
    state = state_of(chat)
    checker.take_answer(derive(replace(state, question=replace(state.question, as_sent=True))))
    assert "cache-lost" in codes(finished(checker, qtbot))


def finished(checker, qtbot):
    with qtbot.waitSignal(checker.worker.answered, timeout=20_000):
        pass
    return checker.heard[-1]


def codes(checked):
    return {problem.code for problem in checked.of_block}


def test_chat_and_block_are_checked_as_the_command_line_does(checker, chat, qtbot):
    state = state_of(chat)
    checker.take_answer(derive(state))
    found = finished(checker, qtbot)
    assert found.of_document == lint(chat)
    assert found.of_block == block_problems(query_of(state))
    assert "newest-dropped" in codes(found)
    assert not checker.is_busy


def test_what_concerns_the_chat_comes_first(checker, chat, qtbot):
    checker.take_answer(derive(state_of(chat)))
    finished(checker, qtbot)
    first, _leaks, last = checker.heard
    assert first.of_block is None
    assert first.of_document == last.of_document


@pytest.mark.parametrize(
    "changed",
    [
        {"ruleset": "openvault/1.44", "budget": 4000},
        {"budget": 4000},
        {"at": 100, "budget": 4000},
        {"character": "Kai", "budget": 4000},
    ],
)
def test_another_question_is_checked_anew(checker, chat, qtbot, changed):
    checker.take_answer(derive(state_of(chat)))
    before = finished(checker, qtbot)
    state = state_of(chat, **changed)
    checker.take_answer(derive(state))
    after = finished(checker, qtbot)
    assert after.of_document is before.of_document
    assert after.of_block == block_problems(query_of(state))
    assert after.of_block != before.of_block


def test_an_edit_is_checked_against_the_chat_that_was_read(checker, chat, qtbot):
    checker.set_loaded(chat)
    checker.take_answer(derive(state_of(chat)))
    finished(checker, qtbot)
    edited = apply(chat, SetField((9,), "summary", "Fire."))
    checker.take_answer(derive(state_of(edited)))
    after = finished(checker, qtbot)
    assert after.document is edited
    assert "too-short" in {problem.code for problem in after.of_document}


def test_what_is_tried_out_is_not_checked(checker, chat, qtbot):
    checker.take_answer(derive(state_of(chat), what_if=True))
    assert not checker.is_busy


def test_the_same_question_is_checked_once(checker, chat, qtbot):
    state = state_of(chat)
    checker.take_answer(derive(state))
    finished(checker, qtbot)
    checker.take_answer(derive(replace(state, question=replace(state.question))))
    assert not checker.is_busy


def test_only_the_newest_of_quick_answers_is_checked(checker, chat, qtbot):
    for budget in (4000, 3000, FERRY_BUDGET):
        checker.take_answer(derive(state_of(chat, budget=budget)))
    assert "newest-dropped" in codes(finished(checker, qtbot))
    settle(checker)
    assert len(checker.heard) == 3


def test_a_newer_answer_ends_a_check_that_waits_for_something_more_pressing(checker, chat, qtbot):
    checker.worker.hold(True)
    checker.take_answer(derive(state_of(chat)))
    qtbot.waitUntil(lambda: checker.worker.is_busy)
    checker.take_answer(derive(state_of(chat, budget=4000)))
    assert not checker.worker.is_busy
    checker.worker.hold(False)
    assert codes(finished(checker, qtbot)) == set()
    assert len(checker.heard) == 3


def test_another_chat_ends_what_is_checked(checker, chat, qtbot):
    checker.take_answer(derive(state_of(chat)))
    checker.set_loaded(chat)
    assert not checker.is_busy
    settle(checker)
    assert checker.heard == []
