"""What the changed settings do to the block, beside the usual ones."""

import pytest

from inspector.core.moment import Moment
from inspector.gui.panels.settings.foot import Effect, SettingsFoot, effect_of
from inspector.gui.state.derivation import derive
from inspector.gui.state.session import Question, State
from inspector.loading import open_chat


@pytest.fixture(scope="module")
def document(sample):
    return open_chat(sample).document


def answer(document, **settings):
    question = Question(ruleset="openvault/temporal", moment=Moment(settings=settings))
    return derive(State(document, question))


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect(0, 1004, memories=42), "As usual: 42 memories, 1,004 tokens"),
        (Effect(3, 1004, 1004, 42), "With these 3: the same 42 memories, 1,004 tokens as usual"),
        (Effect(1, 960, 1004, 40, 1, 3), "With this one: 40 memories (+1 −3), 960 tokens (−44)"),
        (Effect(2, 960, 1004, 37, 0, 5), "With these 2: 37 memories (−5), 960 tokens (−44)"),
        (Effect(1, 282, None), "With this one: 282 tokens"),
    ],
)
def test_it_is_said_in_one_line(effect, words):
    assert effect.words == words


def test_memories_that_a_smaller_budget_leaves_out_are_counted(document):
    usual, changed = answer(document), answer(document, retrievalFinalTokens=300)
    effect = effect_of(changed, usual)
    lost = usual.of_memories.in_block - changed.of_memories.in_block
    gained = changed.of_memories.in_block - usual.of_memories.in_block
    assert (effect.left, effect.entered, effect.changed) == (len(lost), len(gained), 1)
    assert effect.tokens < effect.usual_tokens


def test_the_usual_block_is_worked_out_only_while_somebody_looks(document, qtbot):
    foot = SettingsFoot()
    qtbot.addWidget(foot)
    changed = answer(document, retrievalFinalTokens=300)
    foot.show_answer(changed)
    assert "tokens" in foot.effect.text()
    assert not foot.worker.is_busy
    foot.show()
    qtbot.waitUntil(lambda: foot.effect.text() == effect_of(changed, answer(document)).words)
    foot.show_answer(None)
    assert foot.effect.text() == ""
    foot.worker.wait()


def test_a_setting_that_has_its_usual_value_again_is_not_changed(document):
    effect = effect_of(answer(document, retrievalFinalTokens=10000, candidates="pov"))
    assert effect.changed == 1
