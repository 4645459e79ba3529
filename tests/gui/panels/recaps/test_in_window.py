"""Recaps in the whole window, with real events, from the sample chat to its saved bytes."""

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from inspector.core.recap_edits import AddVersion
from inspector.gui.panels.messages.columns import Location
from inspector.gui.panels.recaps.compare_bar import Mode
from inspector.gui.panels.recaps.state import TEMPLATE
from inspector.gui.panels.recaps.versions_model import Location as VersionPlace
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.preferences import Preferences

LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
RUNNING = "auto_recap_running_scene_recaps"


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    window.bench.keeper.wait()
    window.bench.deriver.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def open_window(qtbot):
    def make(chat, question=None):
        window = MainWindow(Preferences(), question)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
            window.bench.flow.open(str(chat))
        qtbot.waitUntil(lambda: window.bench.panels.timeline.chart is not None)
        qtbot.waitUntil(lambda: not window.bench.presenter.is_behind)
        window.bench.notice.close_notice()
        window.activateWindow()
        return window

    return make


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture
def window(open_window, chat):
    return open_window(chat)


def displayed(window, qtbot, act):
    """Do something and wait until every view follows."""
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        act()


def block(window):
    return window.bench.panels.preview.view.toPlainText()


def choose(window, row, modifier=Qt.KeyboardModifier.NoModifier):
    table = window.bench.panels.recaps.versions.table
    location = table.visualRect(table.model().index(row, VersionPlace.VERSION)).center()
    QTest.mouseClick(table.viewport(), LEFT, modifier, location)


def names(window):
    model = window.bench.panels.recaps.versions.model
    return [model.index(row, VersionPlace.VERSION).data() for row in range(model.rowCount())]


def lines(data):
    return data.split(b"\n")


def test_a_walk_through_versions_ends_in_the_expected_bytes(window, chat, qtbot):
    original = chat.read_bytes()
    window.bench.docks.show("recaps")
    page = window.bench.panels.recaps.versions
    assert "# Story Memory" in block(window)
    assert names(window) == ["v4 ● current", "v3", "v2", "v1", "v0"]

    choose(window, 2)
    displayed(window, qtbot, lambda: QTest.mouseClick(page.buttons.use, LEFT))
    assert names(window)[2] == "v2 ● current"
    assert "Ambrose" not in block(window)

    QTest.mouseClick(page.buttons.edit, LEFT)
    QTest.keyClick(page.reading.edit, KEY.Key_End, CONTROL)
    QTest.keyClicks(page.reading.edit, " And then it rained.")
    displayed(window, qtbot, lambda: QTest.mouseClick(page.buttons.keep, LEFT))
    assert names(window)[0] == "v5 ● current"
    assert "And then it rained." in block(window)

    choose(window, 0)
    choose(window, 3, CONTROL)
    QTest.mouseClick(page.bar.buttons[Mode.INLINE], LEFT)
    qtbot.waitUntil(lambda: "+ And then it rained." in page.differences.text())

    choose(window, 4)
    displayed(window, qtbot, lambda: QTest.mouseClick(page.buttons.delete, LEFT))
    assert names(window) == ["v5 ● current", "v4", "v3", "v2", "v0"]
    displayed(window, qtbot, lambda: QTest.mouseClick(window.bench.panels.recaps.restore, LEFT))
    assert names(window) == ["v5 ● current", "v4", "v3", "v2", "v1", "v0"]

    with qtbot.waitSignal(window.bench.keeper.saved, timeout=10_000):
        window.bench.menus.save.trigger()
    saved = chat.read_bytes()
    assert lines(saved)[1:] == lines(original)[1:]
    before, after = (json.loads(lines(one)[0])["chat_metadata"] for one in (original, saved))
    assert {k: v for k, v in after.items() if k != RUNNING} == {
        k: v for k, v in before.items() if k != RUNNING
    }
    assert after[RUNNING]["current_version"] == 5
    *old, new = after[RUNNING]["versions"]
    assert old == before[RUNNING]["versions"]
    assert (new["version"], new["new_scene_index"], new["prev_scene_index"]) == (5, 95, 63)

    for _ in range(2):
        displayed(window, qtbot, window.bench.menus.undo.trigger)
    assert joined(window.bench.keeper.chat.contents(window.bench.session.document)) == original


def test_a_deleted_version_can_be_restored_until_another_step_is_made(window, qtbot):
    window.bench.docks.show("recaps")
    panel, stack = window.bench.panels.recaps, window.bench.commands.stack
    choose(window, 2)
    displayed(window, qtbot, lambda: QTest.mouseClick(panel.versions.buttons.delete, LEFT))
    assert panel.restore.isVisible()
    panel.tabs.setCurrentIndex(2)
    displayed(window, qtbot, lambda: QTest.keyClicks(panel.template.edit, "More. "))
    assert not panel.restore.isVisible()
    assert "is deleted" not in panel.state.text()
    for _ in range(stack.index()):
        displayed(window, qtbot, stack.undo)
    assert not panel.restore.isVisible()
    choose(window, 2)
    panel.versions.buttons.delete.click()
    stack.undo()  # before the answer
    qtbot.waitUntil(lambda: not window.bench.presenter.is_behind)
    assert not panel.restore.isVisible()


def test_a_scenes_name_and_a_messages_recap_change_both_copies(window, chat, qtbot):
    original = chat.read_bytes()
    window.bench.docks.show("messages")
    window.bench.panels.messages.show_message(92)
    strip = window.bench.panels.messages.reader.kept
    assert strip.state.text() == "▲ past the limit"
    strip.edit.setFocus()
    QTest.keyClick(strip.edit, KEY.Key_A, CONTROL)
    QTest.keyClicks(strip.edit, "The parcel is gone.")
    displayed(window, qtbot, lambda: QTest.keyClick(strip.edit, KEY.Key_Return, CONTROL))
    box = strip.boxes["exclude"]
    displayed(window, qtbot, lambda: QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2)))
    assert (strip.state.text(), strip.reason.text()[:27]) == (
        "– excluded",
        "It has been left out by han",
    )
    saved = joined(window.bench.keeper.chat.contents(window.bench.session.document))
    changed = [
        n for n, (a, b) in enumerate(zip(lines(original), lines(saved), strict=True)) if a != b
    ]
    assert changed == [93]
    record = json.loads(lines(saved)[93])
    kept = record["extra"]["auto_recap_memory"]
    assert (kept["memory"], kept["exclude"], kept["edited"]) == ("The parcel is gone.", True, True)
    assert record["swipe_info"][0]["extra"]["auto_recap_memory"] == kept


def test_states_stand_in_the_table_and_scenes_and_versions_on_the_timeline(window, qtbot):
    model = window.bench.panels.messages.model
    wording = {
        message: (
            model.index(message, Location.STATE).data(),
            model.facts.verdict_of(message).reason,
        )
        for message in (72, 100, 133, 159, 158)
    }
    assert wording == {
        72: ("▲ past the limit", "From here on the recaps pass the limit of 819 tokens."),
        100: ("✕ error", 'Connection Profile "storyteller": 429 Too Many Requests'),
        133: ("– excluded", "It has been left out by hand."),
        158: ("○ no recap", "It has no recap."),
        159: ("✓ in", ""),
    }
    tip = model.index(100, Location.STATE).data(Qt.ItemDataRole.ToolTipRole)
    assert "429 Too Many Requests" in tip
    window.bench.docks.show("messages")
    qtbot.waitUntil(lambda: not window.bench.panels.messages.table.isColumnHidden(Location.STATE))

    timeline = window.bench.panels.timeline
    marks = timeline.chart.state.recaps
    assert [(one.end, one.name) for one in marks.scenes] == [
        (31, "A parcel for Nobody"),
        (63, "Notes from Nobody"),
        (95, "The tower at night"),
        (127, "Ambrose's signature"),
    ]
    assert [(one.name, one.at, one.is_current) for one in marks.versions][-1] == ("v4", 127, True)
    lane = next(one for one in timeline.chart.state.lanes.extra if one.title == "Scenes")
    at = QPoint(round(timeline.chart.state.view.px(64)), round(lane.middle))
    QTest.mouseClick(timeline.chart.canvas.viewport(), LEFT, pos=at)
    assert window.bench.selection.message == 63
    wording = timeline.chart.pointer.lines_at(at.toPointF() - QPoint(20, 0).toPointF())
    assert wording[:2] == ["Scene 2 · Notes from Nobody", "Messages 32–63"]


def test_the_slots_of_both_systems_stand_side_by_side(window, qtbot):
    preview = window.bench.panels.preview
    keys = [button.key for button in preview.title_bar.slots.buttons]
    assert keys == ["openvault", "auto_recap_scene"]
    assert block(window).startswith("<scene_memory>")
    QTest.mouseClick(preview.title_bar.slots.buttons[1], LEFT)
    assert block(window).startswith("# Story Memory")
    question = window.bench.session.question.with_ruleset("auto-recap/2.0")
    displayed(window, qtbot, lambda: window.bench.commands.submit(SetQuestion(question, "")))
    keys = [button.key for button in preview.title_bar.slots.buttons]
    released = ["openvault", "openvault_reflections", "openvault_world", "openvault_scene"]
    assert keys == ["auto_recap_memory_scene", *released]
    assert window.bench.panels.memories.model.index(0, 0).isValid()
    back = window.bench.session.question.with_ruleset("openvault/terse")
    displayed(window, qtbot, lambda: window.bench.commands.submit(SetQuestion(back, "")))
    keys = [button.key for button in preview.title_bar.slots.buttons]
    assert keys == ["openvault", "auto_recap_memory_scene"]


def test_a_template_of_the_other_system_is_a_setting_of_its_own(window, qtbot):
    window.bench.docks.show("recaps")
    window.bench.panels.preview.show_slot("openvault")
    window.bench.panels.recaps.tabs.setCurrentIndex(2)
    text = window.bench.panels.recaps.template.edit
    printed = [one.toPlainText() for one in window.findChildren(QPlainTextEdit) if one.isVisible()]
    assert [("DEVELOPMENTS:" in one) for one in printed].count(True) == 1
    text.setFocus()
    QTest.keyClick(text, KEY.Key_A, CONTROL)
    displayed(window, qtbot, lambda: QTest.keyClicks(text, "Now: {{running_recap}}"))
    qtbot.waitUntil(lambda: block(window).startswith("Now: DEVELOPMENTS:"))
    question = window.bench.session.question
    assert question.settings_of("auto-recap/design") == {TEMPLATE: "Now: {{running_recap}}"}
    assert question.moment.settings == {}
    displayed(window, qtbot, window.bench.menus.undo.trigger)
    assert text.text.startswith("# Story Memory")


def test_where_it_lands_is_said_and_drawn(window, qtbot):
    preview = window.bench.panels.preview
    preview.show_slot("auto_recap_scene")
    landing = preview.landing
    words = [chip.text() for chip in landing.picture.chips]
    assert words[:3] == ["auto_recap_scene 304 · system", "main prompt", words[2]]
    assert words[-2:] == ["54 visible messages", "reply"]
    assert "Auto-Recap's documents call it IN_PROMPT" in landing.sentence.text()
    landing.completion.setCurrentIndex(0)
    assert "Depth and role do nothing there." in landing.sentence.text()
    location = {"running_scene_recap_position": 1, "running_scene_recap_role": 1}
    question = window.bench.session.question.with_settings_of("auto-recap/design", location)
    displayed(
        window, qtbot, lambda: window.bench.commands.submit(SetQuestion(question, "in the chat"))
    )
    words = [chip.text() for chip in landing.picture.chips]
    assert words[-4:] == [
        "52 messages",
        "auto_recap_scene 304 · depth 2 · user",
        "2 messages",
        "reply",
    ]
    assert landing.sentence.text().startswith(
        "Among the messages, with 2 visible messages below it"
    )
    QTest.mouseClick(landing.fold, LEFT)
    assert not landing.picture.isVisible()


def test_a_chat_of_auto_recap_alone_starts_with_its_design(open_window, chat, qtbot):
    header, *messages = lines(chat.read_bytes())
    metadata = json.loads(header)
    del metadata["chat_metadata"]["openvault"]
    chat.write_bytes(b"\n".join([json.dumps(metadata).encode(), *messages]))
    window = open_window(chat)
    assert window.bench.session.question.ruleset == "auto-recap/design"
    assert block(window).startswith("# Story Memory")


def test_a_ruleset_asked_for_on_the_command_line_stays(open_window, golden):
    window = open_window(golden / "chats" / "solo_swipes.jsonl", Question("auto-recap/2.0"))
    assert window.bench.session.question.ruleset == "auto-recap/2.0"
    assert window.bench.panels.recaps.state.text() == "This chat has no running recap."


def test_a_renamed_chat_is_told_and_put_right_from_problems(open_window, chat, qtbot):
    renamed = chat.rename(chat.with_name("Another name.jsonl"))
    window = open_window(renamed)
    assert (
        "▲ Belongs to another chat (A Parcel for Nobody)" in window.bench.panels.recaps.state.text()
    )
    panel = window.bench.panels.problems
    window.bench.docks.show("problems")
    row = next(
        row
        for row in range(panel.model.rowCount())
        if (one := panel.model.problem_at(row)) and one.code == "running-reset"
    )
    location = panel.table.visualRect(panel.model.index(row, 1)).center()
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=location)
    assert panel.detail.fix_button.text() == "Say that it belongs to this chat"
    displayed(window, qtbot, lambda: QTest.mouseClick(panel.detail.fix_button, LEFT))
    words = window.bench.panels.recaps.state.text()
    assert words.startswith("✓ 5 versions. The running recap belongs to this chat.")
    displayed(window, qtbot, window.bench.menus.undo.trigger)
    assert "Belongs to another chat" in window.bench.panels.recaps.state.text()


def test_a_refused_edit_says_why(window, qtbot):
    with qtbot.waitSignal(window.bench.commands.refused) as wording:
        window.bench.panels.recaps.edit_requested.emit(AddVersion("", 1))
    assert "without text" in wording.args[1]


def test_the_sample_reads_back_as_it_is_meant(sample):
    document = open_chat(sample).document
    (running,) = document.recaps.running.values()
    assert [one.number for one in running.versions] == [0, 1, 2, 3, 4]
    assert document.recaps.seen((document.recaps.key,)).breaks == (31, 63, 95, 127)
