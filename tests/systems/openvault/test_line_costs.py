"""What a line of the block says to cost is what the block is smaller by without it."""

from collections import Counter
from dataclasses import replace

import pytest

from inspector.core.moment import Moment
from inspector.gui.panels.preview.figures import figures, total
from inspector.loading import open_chat
from inspector.systems import RULESETS
from inspector.tokenizer import load_tokenizer

OPENVAULT = [name for name in RULESETS if name.startswith("openvault/")]


@pytest.fixture(scope="module")
def document(sample):
    return open_chat(sample).document


@pytest.mark.parametrize("name", OPENVAULT)
@pytest.mark.parametrize("settings", [{}, {"retrievalFinalTokens": 400}])
def test_the_total_is_the_sum_of_what_the_lines_say(document, name, settings):
    ruleset = RULESETS[name]
    moment = Moment(settings=settings).resolved(document.chat)
    derivation = ruleset.inject(document, moment, load_tokenizer(ruleset.encoding, ruleset.dialect))
    block = derivation.injections[0]
    assert block.cost == sum(line.tokens for line in block.lines)
    assert block.cost == sum(one.tokens for one in figures(block))
    if not ruleset.is_release:
        assert derivation.budget.used == block.cost
    words = total(block, derivation.budget).sum_in_words
    assert ("in its own way" in words) is (derivation.budget.used != block.cost)


@pytest.mark.parametrize("name", OPENVAULT)
def test_without_a_line_the_total_is_smaller_by_what_the_line_said(document, name):
    ruleset = RULESETS[name]
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    moment = Moment().resolved(document.chat)
    whole = ruleset.inject(document, moment, tokenizer)
    compared = 0
    for memory in range(0, len(document.memories), 3):
        memories = document.memories[:memory] + document.memories[memory + 1 :]
        without = replace(document, memories=memories)
        less = ruleset.inject(without, moment, tokenizer)
        before, after = whole.injections[0], less.injections[0]
        lines, left = (
            Counter((one.text, one.tokens) for one in slot.lines) for slot in (before, after)
        )
        if not left - lines:
            said = sum(tokens * count for (_, tokens), count in (lines - left).items())
            assert before.cost - after.cost == said
            if not ruleset.is_release:
                assert whole.budget.used - less.budget.used == said
            compared += 1
    assert compared >= 5
