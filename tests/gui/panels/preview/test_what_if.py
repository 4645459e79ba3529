from dataclasses import replace

import pytest


@pytest.fixture
def tried(panel, blocks):
    """Memory 2 moves to old, 3 leaves, 5 enters."""
    panel.set_derivation(blocks.derivation(old=[0], mid=[2, 3], recent=[6]), blocks.document)
    what_if = blocks.derivation(old=[0, 2], mid=[5], recent=[6])
    panel.set_what_if(what_if, blocks.document)
    return panel, what_if


def marks(panel):
    page = panel.view.page
    return {page.lines[line].memory: mark for line, mark in page.changes.items()}


def test_what_changes_is_marked(tried):
    panel, _ = tried
    assert marks(panel) == {2: "↷", 5: "+"}
    (gone,) = panel.view.ghosts
    assert (gone.memory, gone.mark, gone.tokens) == (3, "−", 13)
    assert gone.text == "[★★★] Memory number 3 is about the lamp."


def test_the_text_shown_and_copied_is_the_what_ifs(tried, qtbot, qapp):
    panel, what_if = tried
    assert panel.view.toPlainText() == what_if.injections[0].text
    with qtbot.waitSignal(panel.copied) as wording:
        panel.copy_action.trigger()
    assert qapp.clipboard().text() == what_if.injections[0].text
    assert wording.args == [99, "the what-if block"]


def test_counts_show_what_if_with_its_difference(tried):
    panel, _ = tried
    names = [button.accessibleName() for button in panel.counts.buttons]
    assert names[1] == "Old: 28 tokens (+12), 2 memories"
    assert names[2] == "Mid: 21 tokens (−10), 1 memory"
    assert names[3] == "Recent: 22 tokens, 1 memory"


def test_the_place_of_the_selected_memory_is_shown_besides(tried, selection):
    panel, _ = tried
    selection.select([4])
    assert {ghost.memory: ghost.mark for ghost in panel.view.ghosts} == {3: "−", 4: "○"}
    selection.select([3])
    assert {ghost.memory: ghost.mark for ghost in panel.view.ghosts} == {3: "−"}


def test_the_end_of_a_what_if_brings_the_block_back(tried, blocks):
    panel, _ = tried
    before = blocks.derivation(old=[0], mid=[2, 3], recent=[6])
    panel.set_what_if(None, blocks.document)
    assert panel.view.toPlainText() == before.injections[0].text
    assert marks(panel) == {}
    assert panel.view.ghosts == ()
    assert "(" not in panel.counts.buttons[1].accessibleName()


def test_the_slot_that_is_shown_stays_where_the_what_if_empties_it(panel, blocks):
    (recap,) = blocks.of_texts("# Story Memory").injections
    panel.set_derivation(blocks.derivation(old=[0], rest=(recap,)), blocks.document)
    empty = replace(blocks.injection(), sections=())
    what_if = replace(blocks.derivation(old=[0]), injections=(empty, recap))
    panel.set_what_if(what_if, blocks.document)
    assert panel._displayed.injection.key == "openvault"
    assert panel.empty.isVisible()
    panel.set_what_if(None, blocks.document)
    assert panel._displayed.injection.key == "openvault"
