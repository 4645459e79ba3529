"""The panel that lays two blocks side by side."""

from datetime import UTC, datetime

import pytest

from inspector.core.edits import SetField, apply
from inspector.files.backups import KeptBackup
from inspector.gui.panels.compare.panel import ComparePanel
from inspector.gui.panels.compare.sides import Difference, Stored, choices_of
from inspector.gui.state.session import Question
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.loading import open_chat
from inspector.shipped import sample_chat

VIEW = View(open_chat(sample_chat()).document, Question(ruleset="openvault/terse"))


@pytest.fixture
def panel(qtbot):
    found = ComparePanel()
    qtbot.addWidget(found)
    found.resize(900, 500)
    found.show_view(VIEW, ViewChanges(Part.CHAT))
    found.show()
    qtbot.waitUntil(lambda: bool(found.text.rows))
    yield found
    found.wait()


def choose(panel, qtbot, difference):
    panel.head.kind.setCurrentIndex(tuple(Difference).index(difference))
    panel.head.kind.activated.emit(panel.head.kind.currentIndex())
    qtbot.waitUntil(lambda: not panel.workers[0].is_busy)


def test_the_format_that_a_design_replaces_is_laid_beside_it(panel):
    assert panel.head.tokens_b.text() == "1,074 tokens"
    assert "claims to save 50 %" in panel.words.text()
    assert "Hints" in panel.causes.accessibleDescription()
    assert any(row.note.startswith("−") for row in panel.text.rows)


def test_swapping_turns_the_difference(panel, qtbot):
    before = panel.head.tokens_a.text()
    panel.head.swap.click()
    qtbot.waitUntil(lambda: panel.head.tokens_b.text() == before)
    assert "claims" not in panel.words.text()


WITHOUT_CHOICES = (Difference.BACKUPS, Difference.FILES, Difference.SYSTEMS)


@pytest.mark.parametrize("difference", [one for one in Difference if one not in WITHOUT_CHOICES])
def test_every_kind_of_difference_has_two_sides(panel, qtbot, difference):
    choose(panel, qtbot, difference)
    assert panel.head.a.currentIndex() != panel.head.b.currentIndex()
    assert panel.text.rows


def test_a_file_is_laid_beside_the_chat_as_edited(panel, qtbot):
    choose(panel, qtbot, Difference.FILES)
    assert not panel.text.rows
    panel.choose_file(sample_chat())
    qtbot.waitUntil(lambda: "No difference" in panel.words.text())
    edited = apply(VIEW.document, SetField((3,), "summary", "Something else happened there."))
    panel.show_view(View(edited, VIEW.question), ViewChanges(Part.DOCUMENT))
    qtbot.waitUntil(lambda: "wording" in panel.words.text())


def test_the_report_holds_totals_causes_and_lines(panel, qtbot):
    with qtbot.waitSignal(panel.copy_requested) as heard:
        panel.head.copy.click()
    (report,) = heard.args
    assert "B: OpenVault, terse format as designed, 1,074 tokens" in report
    assert "Hints: −" in report
    assert "[−Current chat has ]" in report


def test_moments_of_a_long_chat_are_few_and_hold_the_newest():
    found = choices_of(VIEW, Difference.MOMENTS, Stored())
    assert found.of[found.b].label == "After message 159"
    assert len(found.of) <= 260
    assert found.of[found.a].query().moment.at < 159


def test_what_the_chat_costs_in_every_system_stands_in_one_table(panel, qtbot):
    choose(panel, qtbot, Difference.SYSTEMS)
    rows = panel.costs.model.rows
    systems = [row.cost.ruleset.partition("/")[0] for row in rows]
    assert systems == ["", "openvault", "auto-recap", "message-summarize", "summarize"]
    assert rows[1].cost.ruleset == "openvault/terse"
    assert [bool(row.note) for row in rows] == [False, False, False, True, True]
    assert all(row.more == row.cost.total - rows[0].cost.total for row in rows)
    assert rows[3].cost.messages == 11
    assert panel.report().count("\n") == len(rows)
    assert not panel.head.a.isVisible()
    choose(panel, qtbot, Difference.RULESETS)
    assert panel.head.a.isVisible()
    assert panel.text.rows


def test_backups_and_presets_are_sides(panel, qtbot, tmp_path):
    path = tmp_path / "backup.jsonl"
    path.write_bytes(sample_chat().read_bytes())
    made = datetime(2026, 8, 22, 19, 30, tzinfo=UTC)
    choose(panel, qtbot, Difference.BACKUPS)
    assert not panel.text.rows
    panel.backups = lambda: [KeptBackup(path, made, 1_500)]
    choose(panel, qtbot, Difference.BACKUPS)
    assert panel.head.a.currentText() == "Backup of 22 Aug 2026, 19:30:00"
    assert panel.head.tokens_a.text() == panel.head.tokens_b.text()
    panel.presets = lambda ruleset: {"Small": {"retrievalFinalTokens": 300}}
    choose(panel, qtbot, Difference.SETTINGS)
    panel.head.b.setCurrentIndex(panel.head.b.findText("Preset Small"))
    panel.head.b.activated.emit(panel.head.b.currentIndex())
    qtbot.waitUntil(lambda: not panel.workers[0].is_busy)
    assert int(panel.head.tokens_b.text().split()[0]) <= 300


def test_each_of_the_changes_that_a_design_claims_is_told_with_its_share(panel):
    mentioned = panel.words.text().splitlines()[1:]
    assert len(mentioned) == 6
    assert mentioned[0].startswith("Tags: claimed −5 %, here +")
