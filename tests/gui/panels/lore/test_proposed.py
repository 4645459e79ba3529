"""Proposals of the agent beside a lorebook and a chronicle that a person edits meanwhile."""

from dataclasses import replace

import pytest

from inspector.core.lore import LoreKind, SetLoreField
from inspector.core.lore_edits import DeleteLore
from inspector.llm.enrichment.accepting import is_outdated
from inspector.llm.enrichment.proposals import Proposal, ProposalKind
from tests.gui.settling import settle

UPDATE = Proposal(
    ProposalKind.UPDATE, "Mill", "The mill burned.", ("mill",), target="8", before="Old."
)
EVENT = Proposal(ProposalKind.EVENT, "NARRATIVE.EVENT", "Nell kept the key.", ("key",))


@pytest.fixture
def bench(whole_lore_desk):
    bench = whole_lore_desk.window.bench
    bench.panels.lore.proposed.add(None, [UPDATE, EVENT])
    settle(whole_lore_desk.window)
    return bench


def content_of(bench, uid):
    return next(one.content for one in bench.session.document.lorebook.items if one.uid == uid)


def select(page, *rows):
    page.table.clearSelection()
    for row in rows:
        index = page.model.index(row, 0)
        flags = page.table.selectionModel().SelectionFlag
        page.table.selectionModel().select(index, flags.Select | flags.Rows)


def test_an_entry_that_is_edited_after_it_was_read_is_replaced_by_itself_only(bench):
    page = bench.panels.lore.proposed
    place = [one.uid for one in bench.session.document.lorebook.items].index("8")
    bench.commands.submit(SetLoreField((place,), "content", "Old, by hand."))
    settle(page.window())
    assert is_outdated(UPDATE, bench.session.document)
    column = page.model.columns[4]
    assert "edited since" in column.text(page.model.rows[0])
    page.take_all_button.click()
    settle(page.window())
    assert content_of(bench, "8") == "Old, by hand."
    assert [one.state for one in page.model.rows] == ["pending", "taken"]
    bench.commands.stack.undo()
    settle(page.window())
    select(page, 0, 1)
    page.take_button.click()
    settle(page.window())
    assert content_of(bench, "8") == "Old, by hand."
    select(page, 0)
    assert "As it was read: Old." in page.evidence.toPlainText()
    page.take_button.click()
    settle(page.window())
    assert content_of(bench, "8") == "The mill burned."
    bench.commands.stack.undo()
    assert content_of(bench, "8") == "Old, by hand."


def test_what_was_taken_and_is_reworded_is_not_made_once_more(bench):
    page, before = bench.panels.lore.proposed, len(bench.session.document.chronicle.items)
    select(page, 1)
    page.take_button.click()
    settle(page.window())
    assert page.model.rows[1].state == "taken"
    bench.commands.submit(SetLoreField((before,), "summary", "Reworded.", LoreKind.CHRONICLE))
    settle(page.window())
    assert page.model.rows[1].state == "taken"
    bench.commands.stack.undo()
    bench.commands.stack.undo()
    settle(page.window())
    assert page.model.rows[1].state == "pending"
    bench.commands.stack.redo()
    settle(page.window())
    assert page.model.rows[1].state == "taken"
    bench.commands.submit(DeleteLore(LoreKind.CHRONICLE, (before,)))
    settle(page.window())
    assert page.model.rows[1].state == "pending"


def test_what_nobody_decided_on_is_named_before_it_would_be_lost(bench, qtbot):
    panel = bench.panels.lore
    assert [(one.title, one.text) for one in panel.unkept()] == [
        ("Proposed: Mill", "The mill burned."),
        ("Proposed: NARRATIVE.EVENT", "Nell kept the key."),
    ]
    select(panel.proposed, 0)
    with qtbot.waitSignal(panel.drafts_changed):
        panel.proposed.leave_button.click()
    select(panel.proposed, 1)
    panel.proposed.take_button.click()
    settle(panel.window())
    assert panel.unkept() == ()


def test_the_same_proposal_is_there_once_and_open_again_once_it_comes_again(bench):
    page = bench.panels.lore.proposed
    select(page, 1)
    page.leave_button.click()
    assert page.model.rows[1].state == "left"
    page.add(None, [EVENT, EVENT])
    assert [one.state for one in page.model.rows] == ["pending", "pending"]


def test_of_two_updates_of_an_entry_one_is_taken_and_the_other_says_so(bench):
    page = bench.panels.lore.proposed
    page.add(None, [replace(UPDATE, content="The mill stands.")])
    page.take_all_button.click()
    settle(page.window())
    assert content_of(bench, "8") == "The mill burned."
    assert [one.state for one in page.model.rows] == ["taken", "taken", "pending"]
    assert page.model.rows[2].is_outdated
    assert not page.take_all_button.isEnabled()
