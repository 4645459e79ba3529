"""The replay in the background: all of the chat, newest question only."""

from dataclasses import replace

import pytest

from inspector.core.moment import Moment
from inspector.gui.state.derivation import derive
from inspector.gui.state.replaying import Replayer
from inspector.gui.state.session import Question, State
from inspector.loading import open_chat
from tests.gui.settling import settle

pytestmark = pytest.mark.usefixtures("replayed")


@pytest.fixture(scope="module")
def chat(sample):
    return open_chat(sample).document


@pytest.fixture
def replayer(qtbot):
    made = Replayer()
    made.points = {}
    made.replayed.connect(lambda points: made.points.update((p.at, p) for p in points))
    yield made
    made.wait()


def state_of(chat, **moment):
    return State(chat, Question("openvault/terse", None, Moment(**moment)))


def finish(replayer, qtbot):
    with qtbot.waitSignal(replayer.worker.answered, timeout=60_000):
        pass


def test_every_message_is_replayed_and_agrees_with_the_block(replayer, chat, qtbot):
    state = state_of(chat, settings={"retrievalFinalTokens": 400})
    replayer.set_state(state)
    finish(replayer, qtbot)
    assert len(replayer.points) == len(chat.chat)
    for at in (20, 90, len(chat.chat) - 1):
        moment = replace(state.question.moment, at=at)
        answer = derive(state.with_question(state.question.with_moment(moment)))
        point = replayer.points[at]
        assert point.used == answer.derivation.budget.used
        assert point.memories == len(answer.derivation.in_block)


def test_moving_the_chats_end_replays_nothing(replayer, chat, qtbot):
    replayer.set_state(state_of(chat))
    finish(replayer, qtbot)
    replayer.set_state(state_of(chat, at=30))
    assert not replayer.worker.is_busy
    settle(replayer)
    assert not replayer.worker.is_busy


def test_another_question_replays_anew_and_the_older_one_ends(replayer, chat, qtbot):
    replayer.set_state(state_of(chat))
    qtbot.waitUntil(lambda: replayer.worker.is_busy)
    replayer.set_state(state_of(chat, settings={"retrievalFinalTokens": 100}))
    finish(replayer, qtbot)
    last = replayer.points[len(chat.chat) - 1]
    assert last.used <= 100


def test_another_chat_stops_it(replayer, chat, qtbot):
    replayer.set_state(state_of(chat))
    qtbot.waitUntil(lambda: replayer.worker.is_busy)
    replayer.clear()
    assert not replayer.worker.is_busy


def test_where_the_next_request_is_shown_the_replay_is_of_requests_too(replayer, chat, qtbot):
    moment = Moment(pending="Shall we go?", settings={"visibleChatBudget": 900})
    state = State(chat, Question("openvault/26", None, moment, as_sent=True))
    replayer.set_state(state)
    finish(replayer, qtbot)
    last = len(chat.chat) - 1
    for at, pending in ((90, None), (last, "Shall we go?")):
        then = replace(moment, at=None if at == last else at, pending=pending)
        answer = derive(state.with_question(state.question.with_moment(then)))
        point = replayer.points[at]
        assert point.memories == len(answer.derivation.in_block)
        assert point.tokens == sum(one.tokens for one in answer.derivation.injections)
    lying = replace(state.question, as_sent=False)
    assert point.memories != len(derive(state.with_question(lying)).derivation.in_block)
