"""The panel that lays two blocks side by side."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.analysis.compared_lines import Cause
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
    panel.head.choose(difference)
    panel.head.kind.activated.emit(panel.head.kind.currentIndex())
    qtbot.waitUntil(lambda: not panel.workers[0].is_busy)


def test_the_format_that_a_design_replaces_is_laid_beside_it(panel):
    assert panel.head.tokens_b.text() == "1,074 tokens"
    assert "claims to save 50 %" in panel.result.words.text()
    assert "Hints" in panel.result.causes.accessibleDescription()
    assert any(row.delta < 0 for row in panel.text.rows)


def test_swapping_turns_the_difference(panel, qtbot):
    before = panel.head.tokens_a.text()
    panel.head.swap.click()
    qtbot.waitUntil(lambda: panel.head.tokens_b.text() == before)
    assert "claims" not in panel.result.words.text()


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
    qtbot.waitUntil(lambda: "No difference" in panel.result.words.text())
    edited = apply(VIEW.document, SetField((3,), "summary", "Something else happened there."))
    panel.show_view(View(edited, VIEW.question), ViewChanges(Part.DOCUMENT))
    qtbot.waitUntil(lambda: "Wording" in panel.result.words.text())


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
    mentioned = panel.result.words.text().splitlines()[2:]
    assert len(mentioned) == 6
    assert mentioned[0].startswith("Tags: claimed −5 %, here +")


def test_what_memories_cost_more_or_less_adds_up_over_their_lines(panel):
    view = panel.text
    by_memory = sum(one.tokens for one in panel._displayed.shares)
    own = [row for row in view.all_rows if row.memories != (None, None)]
    assert by_memory == sum((row.tokens[1] or 0) - (row.tokens[0] or 0) for row in own)
    assert panel.result.model.rows[0].tokens <= panel.result.model.rows[-1].tokens < 0


def test_a_side_is_copied_as_it_stands_in_the_prompt(panel):
    (a, b) = (choice.query() for choice in (panel._choices.of[i] for i in sides(panel)))
    assert panel.text.copy_side(0) == a.derivation.injections[0].text
    assert panel.text.copy_side(1) == b.derivation.injections[0].text


def sides(panel):
    return panel.head.a.currentIndex(), panel.head.b.currentIndex()


def test_lines_alike_fold_keep_their_tokens_and_open_by_a_click(panel):
    view = panel.text
    tokens = sum(row.tokens[0] or 0 for row in view.rows)
    panel.head.changes.click()
    folds = [number for number, row in enumerate(view.rows) if row.folds]
    assert folds
    assert sum(row.tokens[0] or 0 for row in view.rows) == tokens
    count = len(view.rows)
    hidden = view.rows[folds[0]].folds
    view.open_fold(folds[0])
    assert len(view.rows) == count + hidden - 1
    panel.head.changes.click()
    assert len(view.rows) == len(view.all_rows)


def test_more_than_two_thousand_lines_show_only_what_differs(qtbot, panel):
    rows = panel.text.all_rows
    many = [replace(row, location=n) for n, row in enumerate(rows * (2_100 // len(rows) + 1))]
    panel.text.show_block_rows(many, 1)
    assert any(row.folds for row in panel.text.rows)


def test_a_narrow_view_shows_one_column_and_a_wide_one_two(panel, qtbot):
    panel.resize(800, 500)
    qtbot.waitUntil(lambda: panel.text.is_inline)
    panel.resize(1_300, 500)
    qtbot.waitUntil(lambda: not panel.text.is_inline)


def test_a_line_chooses_its_memory_and_one_most_changed_comes_into_sight(panel, qtbot):
    panel.resize(1_300, 500)
    view = panel.text
    number = next(n for n, row in enumerate(view.rows) if row.memories[1] is not None)
    top = sum(view._heights[:number]) + 4
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, round(top)))
    assert panel._selection.memories == (view.rows[number].memories[1],)
    panel.result.shares.selectRow(2)
    wanted = panel.result.model.rows[2].memory
    assert panel._selection.memories == (wanted,)
    assert view.rows[view.first_row].memories[1] == wanted


def test_versions_and_scenes_of_another_file_are_sides(panel, qtbot, tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_bytes(sample_chat().read_bytes())
    choose(panel, qtbot, Difference.RECAPS)
    own = panel.head.a.count()
    panel.choose_file(other)
    qtbot.waitUntil(lambda: panel.head.a.count() == 2 * own)
    qtbot.waitUntil(lambda: not panel.workers[0].is_busy)
    assert panel.head.a.currentText() == "Version 4, other.jsonl"
    assert "No difference" in panel.result.words.text()
    choose(panel, qtbot, Difference.MOMENTS)
    labels = [panel.head.a.itemText(n) for n in range(panel.head.a.count())]
    assert "After message 31 · scene 1 A parcel for Nobody" in labels
    assert "other.jsonl · After message 31 · scene 1 A parcel for Nobody" in labels


def test_a_file_that_is_no_chat_is_refused_in_words(panel, qtbot, tmp_path):
    broken = tmp_path / "picture.jsonl"
    broken.write_bytes(b"\x89PNG\r\n\x00")
    panel.choose_file(broken)
    qtbot.waitUntil(lambda: not panel.text.rows)
    assert "picture.jsonl" in panel.text.accessibleDescription()


def test_a_cause_leads_to_its_lines(panel):
    panel.resize(1_300, 500)
    panel.result.cause_chosen.emit(Cause.HINTS)
    assert panel.text.rows[panel.text.first_row].cause is Cause.HINTS


def test_a_slot_that_one_side_lacks_adds_nothing_to_its_copied_text(panel, qtbot):
    panel.head.b.setCurrentIndex(panel.head.b.findText("OpenVault 26"))
    panel.head.b.activated.emit(panel.head.b.currentIndex())
    qtbot.waitUntil(lambda: any(row.title for row in panel.text.all_rows))
    a, b = (choice.query() for choice in (panel._choices.of[i] for i in sides(panel)))
    assert panel.text.copy_side(0) == a.derivation.injections[0].text
    texts = [one.text for one in b.derivation.injections if one.text]
    assert len(texts) > 1
    assert panel.text.copy_side(1) == "\n\n".join(texts)


@pytest.mark.parametrize("as_sent", [False, True])
def test_that_the_file_is_compared_is_said_where_the_next_request_is_shown(panel, qtbot, as_sent):
    question = Question(ruleset="openvault/1.44", as_sent=as_sent)
    panel.show_view(View(VIEW.document, question), ViewChanges(Part.QUESTION))
    assert panel.head.form.isVisible() is as_sent
    qtbot.waitUntil(lambda: not panel.workers[0].is_busy)
