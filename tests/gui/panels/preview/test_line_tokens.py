"""What the gutter says of a line is what the total loses with it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from inspector.core.memory_edits import ReviseMemories
from inspector.core.moment import Moment
from inspector.gui.panels.preview.line_tokens import (
    ghost_in_words,
    line_in_words,
    tokens_without,
)
from inspector.gui.state.page import LEAVES, LEFT_OUT, Ghost
from inspector.loading import open_chat
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer


def tip_over(panel, line, middle_of):
    QToolTip.hideText()
    location = QPoint(10, middle_of(panel, line))
    shown = QHelpEvent(QEvent.Type.ToolTip, location, panel.gutter.mapToGlobal(location))
    QApplication.sendEvent(panel.gutter, shown)
    return QToolTip.text()


@pytest.mark.parametrize("name", ["openvault/1.41", "openvault/1.44", "openvault/temporal"])
def test_removing_a_memory_changes_the_total_by_what_its_line_said(name, sample):
    document, ruleset = open_chat(sample).document, ruleset_named(name)
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)

    def slot(held):
        return ruleset.inject(held, Moment().resolved(held.chat), tokenizer).injections[0]

    before = slot(document)
    texts = [line.text for line in before.lines]
    found = 0
    for number, line in enumerate(before.lines):
        if line.memory is None:
            continue
        after = slot(ReviseMemories("", removed=frozenset({line.memory})).applied(document))
        # What stands between memories, and a title above them, can go or change with one.
        if after.text == "\n".join(texts[:number] + texts[number + 1 :]):
            found += 1
            assert tokens_without(number, before, tokenizer) == after.tokens
            words = line_in_words(number, before, tokenizer, is_estimate=False)
            fewer = before.tokens - after.tokens
            assert words.endswith(
                f" Without it the text has {after.tokens:,} tokens, {fewer} fewer."
            )
    assert found > 20


def test_a_line_says_both_numbers_where_they_differ(blocks):
    tokenizer = load_tokenizer("chars/3.5")
    (plain,) = blocks.of_texts("Mara rang the bell.", "", "Wren ran.").injections
    counted = replace(plain, tokens=tokenizer.count(plain.text))
    assert line_in_words(1, counted, tokenizer, is_estimate=True) == (
        "Line 2: ~1 token by itself. Without it the text has ~9 tokens, ~0 fewer."
    )
    alone = "Line 2: 1 token by itself."
    assert line_in_words(1, counted, None, is_estimate=False) == alone
    # Another counter than the slot's own says nothing of its text.
    other = load_tokenizer("o200k_base")
    assert line_in_words(1, counted, other, is_estimate=False) == alone


def test_a_counter_that_throws_says_nothing_of_the_text(blocks):
    throwing = load_tokenizer("o200k_base", "gpt-tokenizer")
    (plain,) = blocks.of_texts("Mara said <|endoftext|>.", "Wren ran.").injections
    assert tokens_without(0, plain, throwing) is None


def test_the_gutter_tells_it_under_the_pointer(panel, blocks, middle_of):
    derivation = blocks.derivation(old=[0, 1])
    panel.set_derivation(derivation, blocks.document)
    assert "Line 4: 10 tokens by itself." in tip_over(panel, 3, middle_of)
    panel.set_estimate(True)
    assert "Line 4: ~10 tokens by itself." in tip_over(panel, 3, middle_of)
    QToolTip.hideText()


def test_a_memory_that_has_no_line_here_says_what_it_took_or_would():
    ghost = Ghost(3, LEFT_OUT, 2, 18, "The lamp.")
    assert ghost_in_words(ghost, is_estimate=False) == (
        "Left out; its line would take 18 tokens by itself."
    )
    leaving = replace(ghost, mark=LEAVES, tokens=1)
    assert ghost_in_words(leaving, is_estimate=True) == "Leaves; its line took ~1 token by itself."
