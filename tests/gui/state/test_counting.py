"""A ruleset that needs every message's tokens: counted with progress, stopped when unwanted."""

import sys

import pytest

from inspector.core.document import Document
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.session import Question, State
from inspector.sillytavern.host.counting import counting_of
from inspector.systems.scribe.derivation import ScribeDerivation
from inspector.tokenizer import load_tokenizer
from tests.systems.scribe.worlds import chat_of

SCRIBE = Question(ruleset="scribe/design")


@pytest.fixture
def deriver(qtbot):
    made = Deriver()
    yield made
    made.wait()


def long_chat(messages=4000, seed=0):
    """Messages that no cache has met before."""
    texts = [
        f"{seed} {index} " + "the lantern swings over the wet quay " * 40
        for index in range(messages)
    ]
    return State(Document(chat=chat_of(*texts)), SCRIBE)


def test_counting_says_how_far_it_is_and_when_it_has_ended(deriver, qtbot):
    shares = []
    deriver.counting.connect(shares.append)
    with qtbot.waitSignal(deriver.answered, timeout=30_000) as answered:
        deriver.request(long_chat(seed=1))
    assert isinstance(answered.args[0].derivation, ScribeDerivation)
    assert shares[-1] is None
    assert shares[:-1] == sorted(shares[:-1])
    assert all(0 <= share < 1 for share in shares[:-1])
    assert len(shares) > 5


def test_what_is_counted_is_not_counted_again(deriver, qtbot):
    state = long_chat(messages=600, seed=2)
    with qtbot.waitSignal(deriver.answered, timeout=30_000):
        deriver.request(state)
    shares = []
    deriver.counting.connect(shares.append)
    with qtbot.waitSignal(deriver.answered, timeout=30_000):
        deriver.request(state.with_question(SCRIBE.with_setting("lorebook_limit", 3)))
    assert shares == []


def test_a_cancelled_count_gives_no_answer_and_leaves_the_deriver_ready(deriver, qtbot):
    answers = []
    deriver.answered.connect(answers.append)
    with qtbot.waitSignal(deriver.counting, timeout=30_000):
        deriver.request(long_chat(seed=3))
    with qtbot.waitSignal(deriver.busy_changed, timeout=5_000):
        assert deriver.cancel_counting()
    assert answers == []
    assert not deriver.cancel_counting()
    with qtbot.waitSignal(deriver.answered, timeout=30_000):
        deriver.request(long_chat(messages=10, seed=4))


def test_another_question_need_not_wait_for_the_count(deriver, qtbot):
    state = long_chat(messages=20_000, seed=5)
    with qtbot.waitSignal(deriver.counting, timeout=30_000):
        deriver.request(state)
    with qtbot.waitSignal(deriver.answered, timeout=3_000) as answered:
        deriver.request(state.with_question(Question()))
    assert answered.args[0].state.question.ruleset == "openvault/temporal"


def test_nobody_counts_anew_what_an_answer_says_that_the_next_request_holds(deriver, qtbot):
    texts = [f"Nobody has counted line {index} of this one." for index in range(300)]
    state = State(Document(chat=chat_of(*texts)), Question(ruleset="openvault/26"))
    with qtbot.waitSignal(deriver.answered, timeout=30_000) as answered:
        deriver.request(state)
    prediction = answered.args[0].prediction
    count = load_tokenizer(counting_of(prediction.simulation.host).encoding).count
    anew = []
    sys.setprofile(lambda frame, *_: anew.append(frame.f_code.co_name))
    try:
        tokens = [count(content.text) for content in prediction.request.texts]
    finally:
        sys.setprofile(None)
    assert len(tokens) >= len(texts)
    assert "encode_ordinary" not in anew
