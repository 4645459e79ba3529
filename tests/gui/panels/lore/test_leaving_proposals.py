"""Proposals on which nobody decided, while their chat is left, reloaded or edited."""

import json
import shutil

from PySide6.QtGui import QGuiApplication

from inspector.core.lore import SetLoreField
from inspector.gui.files import leaving
from inspector.llm.enrichment.proposals import Proposal, ProposalKind
from tests.gui.settling import settle

EVENT = Proposal(ProposalKind.EVENT, "NARRATIVE.EVENT", "Nell kept the key.", ("key",))


def test_proposals_are_asked_about_before_their_chat_is_left_or_read_again(
    whole_lore_desk, monkeypatch, tmp_path, chat
):
    desk, requested = whole_lore_desk, []
    monkeypatch.setattr(
        leaving, "ask_about_refused", lambda _window, typed: bool(requested.append(typed))
    )
    page = desk.bench.panels.lore.proposed
    page.add(None, [EVENT])
    settle(desk.window)
    for path in (chat, shutil.copy(chat, tmp_path / "another.jsonl")):
        desk.bench.flow.open(str(path))
        settle(desk.window)
        assert page.model.count == 1
    assert requested == ["Nell kept the key.", "Nell kept the key."]
    desk.window.close()
    assert desk.window.isVisible()
    page.table.selectAll()
    page.leave_button.click()
    desk.bench.flow.open(str(tmp_path / "another.jsonl"))
    settle(desk.window)
    assert page.model.count == 0


def test_a_pasted_answer_is_judged_by_what_was_copied(whole_lore_desk):
    desk = whole_lore_desk
    page = desk.bench.panels.lore.proposed
    entry = desk.document.lorebook.items[0]
    page.copy_button.click()
    desk.edit(SetLoreField((0,), "content", "Boats, gulls and a wreck."))
    update = {"uid": entry.uid, "content": "Boats, gulls and fog.", "keywords": ["harbour"]}
    answer = {"significance": 1, "reason": "Fog.", "updates": [update]}
    QGuiApplication.clipboard().setText(json.dumps(answer))
    page.paste_button.click()
    (row,) = page.model.rows
    assert (row.proposal.before, row.is_outdated) == (entry.content, True)
    assert not page.take_all_button.isEnabled()
