import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.core.injection import Budget, Derivation, Injection, Line, Section
from inspector.core.problems import Problem
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.preview.slots import SlotChooser, place_in_words


def slot(position, depth=0, role=0, text=""):
    section = Section(None, (Line(text, 3),))
    return Injection("a", position, depth, role, scan=False, sections=(section,), tokens=3)


@pytest.mark.parametrize(
    ("injection", "words"),
    [
        (slot(0), "end of the prompt (position 0)"),
        (slot(1, 4), "in the chat, at depth 4"),
        (slot(1, 2, 1), "in the chat, at depth 2, as the user"),
        (slot(1, 2, 2), "in the chat, at depth 2, as the character"),
        (slot(2, 2), "before the prompt (position 2)"),
        (slot(None, None), ""),
    ],
)
def test_where_a_slot_goes_is_said_in_words(injection, words):
    assert place_in_words(injection) == words


def test_in_a_narrow_dock_every_slot_keeps_its_whole_name_in_a_further_row(qtbot):
    chooser = SlotChooser()
    qtbot.addWidget(chooser)
    names = ("openvault", "openvault_reflections", "openvault_world", "auto_recap_memory_scene")
    chooser.show_slots([replace(slot(0, text=""), key=name) for name in names], names[0])
    chooser.show()
    heights = []
    for width in (320, 700):
        chooser.resize(width, chooser.height())
        assert all(one.width() >= one.sizeHint().width() for one in chooser.buttons)
        assert all(chooser.rect().contains(one.geometry()) for one in chooser.buttons)
        heights.append(chooser.height())
    assert heights[0] > heights[1] == chooser.buttons[0].height()


def test_the_counts_add_up_to_the_budget_that_is_used(panel, blocks):
    derivation = blocks.derivation(old=[0, 1], mid=[2], recent=[3])
    panel.set_derivation(derivation, blocks.document)
    displayed = [one.accessibleName() for one in panel.counts.buttons if not one.isHidden()]
    assert displayed == [
        "Other: 9 tokens, tags, header",
        "Old: 27 tokens, 2 memories",
        "Mid: 18 tokens, 1 memory",
        "Recent: 19 tokens, 1 memory",
    ]
    assert derivation.budget.used == 9 + 27 + 18 + 19
    assert panel.counts.total.above == "99 tokens"
    assert panel.counts.total.below == "budget 73 of 200 · 127 free"
    words = panel.counts.total.toolTip()
    assert words.startswith("= 99 tokens of the text, −26 because each line is counted by itself")
    assert "73, which the budget counts" in words


def test_too_much_is_said_in_words(panel, blocks):
    panel.set_derivation(blocks.derivation(old=[0, 1], limit=20), blocks.document)
    assert panel.counts.total.below.endswith("▲ over by 16")
    assert not panel.bar.isHidden()


def test_estimates_carry_a_tilde(panel, blocks):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    panel.set_estimate(True)
    assert panel.counts.total.above == "~99 tokens"
    assert panel.counts.total.below == "budget ~36 of 200 · ~164 free"
    assert panel.counts.buttons[1].accessibleName() == "Old: ~27 tokens, 2 memories"


@pytest.mark.parametrize("budget", [None, Budget(math.inf, 9), Budget(math.nan, 9)])
def test_without_a_budget_nothing_is_said_to_be_free(panel, blocks, budget):
    injection = blocks.injection(old=[0])
    panel.set_derivation(Derivation((injection,), budget=budget), blocks.document)
    assert "free" not in panel.counts.total.below
    assert " of " not in panel.bar.accessibleDescription()


def test_a_recap_has_its_headed_parts_and_their_bar(panel, blocks, qtbot):
    lines = ("# Story Memory", "", "DEVELOPMENTS:", "They left.", "OPEN:", "Will he come?", "</X>")
    panel.set_derivation(blocks.of_texts(*lines), blocks.document)
    displayed = [
        button.accessibleName() for button in panel.counts.buttons if not button.isHidden()
    ]
    assert [one.partition(":")[0] for one in displayed] == ["Other", "Developments", "Open"]
    assert [one.rpartition(", ")[2] for one in displayed] == ["3 lines", "2 lines", "2 lines"]
    assert not panel.bar.isHidden()
    with qtbot.waitSignal(panel.counts.part_clicked) as clicked:
        qtbot.mouseClick(panel.counts.buttons[2], Qt.MouseButton.LeftButton)
    assert clicked.args == [4]


def test_a_slot_without_parts_has_no_counts(panel, blocks):
    panel.set_derivation(blocks.of_texts("# Story Memory", "", "They left."), blocks.document)
    assert all(button.isHidden() for button in panel.counts.buttons)
    assert panel.counts.total.above == "7 tokens"
    assert panel.counts.total.below == "by lines 3"


def test_a_click_on_a_count_shows_its_section(panel, many, qtbot):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    qtbot.mouseClick(panel.counts.buttons[2], Qt.MouseButton.LeftButton)
    assert panel.view.page.lines[panel.view.rows()[0].line].text == "## mid"


def test_choosing_a_slot_shows_its_text(panel, blocks, qtbot):
    recap = blocks.of_texts("# Story Memory").injections[0]
    panel.set_derivation(blocks.derivation(old=[0], rest=(recap,)), blocks.document)
    assert panel.view.toPlainText().startswith("<scene_memory>")
    qtbot.mouseClick(panel.title_bar.slots.buttons[1], Qt.MouseButton.LeftButton)
    assert panel.view.toPlainText() == "# Story Memory"
    assert panel.title_bar.location.words == "before the prompt (position 2)"
    panel.set_derivation(blocks.derivation(old=[0], rest=(recap,)), blocks.document)
    assert panel.view.toPlainText() == "# Story Memory"


def test_an_empty_slot_says_so(panel, blocks):
    empty = blocks.of_texts().injections[0]
    panel.set_derivation(blocks.derivation(old=[0], rest=(empty,)), blocks.document)
    assert [button.text() for button in panel.title_bar.slots.buttons] == [
        "Memories",
        "plain empty",
    ]


def test_a_slots_estimated_tokens_carry_a_tilde_in_its_tooltip_too(panel, blocks):
    panel.set_derivation(blocks.derivation(old=[0]), blocks.document)
    (button,) = panel.title_bar.slots.buttons
    assert button.toolTip().startswith("openvault: 99 tokens.")
    panel.set_estimate(True)
    assert button.toolTip().startswith("openvault: ~99 tokens.")
    assert button.accessibleName() == "Slot Memories, ~99 tokens"


def test_nothing_injected_is_explained(panel, blocks):
    warnings = (Problem("none", "The chat holds no memories."), Problem("b", "Another."))
    empty = blocks.of_texts().injections
    panel.set_derivation(Derivation(empty, warnings=warnings), blocks.document)
    assert panel.empty.isVisible()
    assert panel.empty.fact.text() == "Nothing is injected."
    assert panel.empty.reason.text() == "The chat holds no memories."
    panel.clear()
    assert panel.empty.fact.text() == ""


def test_work_is_announced_only_if_it_lasts(panel, blocks, qtbot):
    panel.set_derivation(blocks.derivation(old=[0]), blocks.document)
    panel.set_busy(True)
    assert panel.title_bar.location.words == "end of the prompt (position 0)"
    qtbot.waitUntil(lambda: panel.title_bar.location.words == "deriving…")
    panel.set_busy(False)
    assert panel.title_bar.location.words == "end of the prompt (position 0)"


def test_every_size_and_theme_paints(panel, blocks, selection):
    panel.set_derivation(blocks.derivation(old=[0, 1], mid=[2], limit=20), blocks.document)
    selection.select([5])
    for width in (320, 440, 620):
        panel.resize(width, 300)
        assert not panel.grab().isNull()
    light = panel.grab().toImage()
    use_theme(DARK)
    assert panel.grab().toImage() != light
