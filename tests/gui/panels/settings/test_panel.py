import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from inspector.core.settings import SetSetting, SettingKind, SettingSpec
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.settings.groups import GroupHead
from inspector.gui.panels.settings.panel import SettingsPanel
from inspector.gui.panels.settings.row import SettingRow
from inspector.gui.panels.settings.row_parts import default_in_words
from inspector.gui.state.question_edits import ResetSettings
from inspector.gui.state.session import Question
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.systems import ruleset_named

KIND = SettingKind
TEMPLATE = "# Story Memory\n\n{{running_recap}}\u00a0\u2028end"
SPECS = (
    SettingSpec("tokens", KIND.WHOLE, 10000, "The budget.", "tokens", 0),
    SettingSpec("mid_start", KIND.NUMBER, 0.4, "Where Mid begins.", "share", 0, 1),
    SettingSpec("fill", KIND.FLAG, default=False, meaning="Whether to fill up."),
    SettingSpec("candidates", KIND.CHOICE, "all", "Which memories.", choices=("all", "pov")),
    SettingSpec("present", KIND.NAMES, None, "Who is here.", optional=True),
    SettingSpec("blacklist", KIND.NAMES, [], "Whom to leave out."),
    SettingSpec("emotion", KIND.TEXT, "", "What is felt."),
    SettingSpec("template", KIND.TEXT, TEMPLATE, "The text around the recap."),
    SettingSpec("relations", KIND.JSON, [], "Who likes whom."),
)


@pytest.fixture
def panel(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(420, 1200)
    made = SettingsPanel(window)
    made.setGeometry(0, 0, 420, 1200)
    window.show()
    made.set_ruleset("openvault/terse", "The second design", False, SPECS, {})
    yield made
    window.close()


@pytest.fixture
def changes(panel):
    found = []
    panel.edit_requested.connect(lambda edit: found.append((edit.name, edit.value)))
    return found


def editor(panel, name):
    return panel.rows[name].editor


def retype(qtbot, box, words):
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, words)


def leave(panel):
    panel.filter.setFocus()


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [("tokens", "320", 320), ("mid_start", "0.55", 0.55), ("mid_start", "1", 1)],
)
def test_a_typed_number_is_emitted_once_with_its_type(panel, changes, qtbot, name, typed, value):
    retype(qtbot, editor(panel, name).box, typed)
    assert changes == []
    leave(panel)
    assert changes == [(name, value)]
    assert isinstance(changes[0][1], int if name == "tokens" else int | float)


def test_thousands_are_parted_and_may_be_typed_so(panel, changes, qtbot):
    box = editor(panel, "tokens").box
    assert box.text() == "10,000"
    retype(qtbot, box, "12,5")
    retype(qtbot, box, "1,234,567")
    leave(panel)
    assert changes == [("tokens", 1234567)]
    assert box.text() == "1,234,567"


def test_a_step_is_emitted_at_once(panel, changes, qtbot):
    box = editor(panel, "tokens").box
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert len(changes) == 1
    assert changes[0][1] > 10000


def test_numbers_out_of_range_or_no_numbers_are_never_emitted(panel, changes, qtbot):
    retype(qtbot, editor(panel, "mid_start").box, "7")
    leave(panel)
    retype(qtbot, editor(panel, "tokens").box, "-5x")
    leave(panel)
    assert all(0 <= value <= 1 for name, value in changes if name == "mid_start")
    assert all(value >= 0 for name, value in changes if name == "tokens")


def test_the_wheel_over_a_field_without_focus_changes_nothing(panel, changes):
    for name in ("tokens", "candidates"):
        box = editor(panel, name).box
        leave(panel)
        wheel = QWheelEvent(
            QPointF(5, 5),
            QPointF(box.mapToGlobal(QPoint(5, 5))),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, wheel)
    assert changes == []


def test_a_flag_is_emitted_as_true_or_false(panel, changes, qtbot):
    box = editor(panel, "fill").box
    qtbot.keyClick(box, Qt.Key.Key_Space)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert changes == [("fill", True), ("fill", False)]


def test_a_choice_is_emitted_as_its_text(panel, changes, qtbot):
    box = editor(panel, "candidates").box
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert changes == [("candidates", "pov")]


@pytest.mark.parametrize(
    ("typed", "value"),
    [("Kai,  吴小美 ,", ["Kai", "吴小美"]), ('["Doe, Jane"]', ["Doe, Jane"]), ("", None)],
)
def test_names_are_emitted_as_a_list(panel, changes, qtbot, typed, value):
    line = editor(panel, "blacklist").line
    line.setFocus()
    line.setText("")
    for character in typed:
        line.insert(character)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert changes == ([("blacklist", value)] if value is not None else [])


def test_names_with_commas_are_shown_so_that_they_are_read_again(panel, changes, qtbot):
    held = ["Doe, Jane", "Kai"]
    panel.set_ruleset("openvault/terse", "", False, SPECS, {"blacklist": held})
    assert editor(panel, "blacklist").typed() == held


def test_text_is_emitted_when_it_is_left(panel, changes, qtbot):
    retype(qtbot, editor(panel, "emotion").line, " anxious ")
    assert changes == []
    leave(panel)
    assert changes == [("emotion", " anxious ")]


@pytest.mark.parametrize(("name", "field"), [("tokens", "box"), ("emotion", "line")])
def test_escape_gives_back_the_value_that_holds(panel, changes, qtbot, name, field):
    box = getattr(editor(panel, name), field)
    before = box.text()
    retype(qtbot, box, "7")
    assert box.text() != before
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    leave(panel)
    assert (box.text(), changes) == (before, [])


def test_a_text_of_several_lines_keeps_every_character(panel, changes, qtbot):
    lines = editor(panel, "template").lines
    lines.setFocus()
    leave(panel)
    assert changes == []
    lines.setFocus()
    qtbot.keyClick(lines, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(lines, "!")
    qtbot.keyClick(lines, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert changes == [("template", TEMPLATE + "!")]


def test_json_is_emitted_as_its_value(panel, changes, qtbot):
    retype(qtbot, editor(panel, "relations").line, '[{"trust": 2.5, "ok": true}]')
    leave(panel)
    assert changes == [("relations", [{"trust": 2.5, "ok": True}])]


@pytest.mark.parametrize("typed", ['{"a": ', "NaN", "[1,]", "'a'"])
def test_what_is_no_json_is_said_and_never_emitted(panel, changes, qtbot, typed):
    retype(qtbot, editor(panel, "relations").line, typed)
    row = panel.rows["relations"]
    assert row.refusal.isVisible()
    assert "no JSON" in row.refusal.text()
    leave(panel)
    assert changes == []
    assert row.reset_button.isVisible()


def test_from_the_chat_is_emitted_as_none(panel, changes, qtbot):
    panel.set_ruleset("openvault/terse", "", False, SPECS, {"present": ["Kai"]})
    box = editor(panel, "present").box
    assert not box.isChecked()
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert changes == [("present", None)]
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    inner = editor(panel, "present").inner
    assert inner.isVisible()
    retype(qtbot, inner.line, "Zoe")
    leave(panel)
    assert changes[1:] == [("present", ["Zoe"])]


def test_showing_values_emits_nothing(panel, changes):
    values = {
        "tokens": 320,
        "mid_start": 0.5,
        "fill": True,
        "candidates": "pov",
        "present": ["Kai"],
        "blacklist": ["Zoe"],
        "emotion": "calm\ntoday",
        "template": "",
        "relations": {"deep": [1, 2, {"x": "y" * 60}]},
    }
    panel.set_ruleset("openvault/terse", "", False, SPECS, values)
    assert {name: editor(panel, name).typed() for name in values} == values
    assert changes == []


def test_what_is_typed_survives_an_answer(panel, changes, qtbot):
    line = editor(panel, "emotion").line
    retype(qtbot, line, "half a wo")
    panel.set_ruleset("openvault/terse", "", False, SPECS, {"tokens": 320})
    assert line.text() == "half a wo"
    assert editor(panel, "tokens").typed() == 320


def test_a_setting_that_differs_can_be_reset(panel, qtbot):
    panel.set_ruleset("openvault/terse", "", False, SPECS, {"tokens": 320})
    row = panel.rows["tokens"]
    assert row.reset_button.isVisible()
    assert not panel.rows["fill"].reset_button.isVisible()
    with qtbot.waitSignal(panel.edit_requested) as reset:
        qtbot.mouseClick(row.reset_button, Qt.MouseButton.LeftButton)
    assert reset.args == [ResetSettings("openvault/terse", ("tokens",))]
    assert row.editor.typed() == 10000
    with qtbot.waitSignal(panel.edit_requested) as reset:
        qtbot.mouseClick(panel.reset_button, Qt.MouseButton.LeftButton)
    assert reset.args == [ResetSettings("openvault/terse")]


def test_a_refusal_is_shown_at_its_setting_until_the_value_changes(panel):
    refused = SetSetting("openvault/terse", "mid_start", 0.9)
    panel.show_refusal(refused, "mid_start is at most recent_start.")
    row = panel.rows["mid_start"]
    assert row.refusal.text() == "✕ mid_start is at most recent_start."
    assert row.refusal.isVisible()
    panel.set_ruleset("openvault/terse", "", False, SPECS, {"mid_start": 0.6})
    assert not row.refusal.isVisible()
    panel.show_refusal(SetSetting("openvault/terse", "no such setting", 1), "Nobody sees this.")
    panel.show_refusal(SetSetting("openvault/26", "mid_start", 1), "Nobody sees this.")
    assert not row.refusal.isVisible()


def test_a_value_of_another_kind_is_said_and_not_changed(panel, changes):
    panel.set_ruleset("openvault/terse", "", True, SPECS, {"tokens": "many", "mid_start": 7})
    assert panel.rows["tokens"].refusal.isVisible()
    assert "'many'" in panel.rows["tokens"].refusal.text()
    assert editor(panel, "mid_start").typed() == 7
    assert changes == []


def test_the_filter_finds_what_a_person_changed(panel):
    name = SPECS[0].name
    panel.set_ruleset("other/1", "", False, SPECS, {name: 1})
    panel.filter.setText("changed")
    assert [one for one, row in panel.rows.items() if row.isVisible()] == [name]


def test_many_settings_can_be_filtered(panel, qtbot):
    assert panel.filter.isVisible()
    panel.filter.setFocus()
    qtbot.keyClicks(panel.filter, "BUDGET")
    displayed = [name for name, row in panel.rows.items() if row.isVisible()]
    assert displayed == ["tokens"]
    qtbot.keyClicks(panel.filter, "zzz")
    assert panel.nothing.isVisible()
    panel.set_ruleset("other/1", "", False, SPECS[:3], {})
    assert not panel.filter.isVisible()
    assert all(row.isVisible() for row in panel.rows.values())


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "default 10,000 tokens"),
        (2, "default false"),
        (4, "default: from the chat"),
        (6, "default empty"),
        (8, "default []"),
    ],
)
def test_defaults_are_said(number, words):
    assert default_in_words(SPECS[number]) == words


def test_a_ruleset_without_settings_says_so(panel):
    panel.set_ruleset("scribe/none", "", False, (), {})
    assert panel.nothing.text() == "This ruleset has no settings."
    use_theme(DARK)
    assert panel.grab().toImage().pixelColor(5, 1100) == DARK.surface


def test_every_field_has_a_name_for_screen_readers(panel):
    for name in panel.rows:
        target = editor(panel, name).focusProxy() or editor(panel, name)
        names = [one.accessibleName() for one in editor(panel, name).findChildren(QWidget)]
        assert any(name in one for one in [target.accessibleName(), *names])


def test_what_is_changed_stands_first_once_nobody_is_in_a_field(panel, qtbot):
    def tops(*names):
        return [panel.rows[name].mapTo(panel, QPoint()).y() for name in names]

    box = editor(panel, "candidates").box
    panel.window().activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    panel.set_ruleset("openvault/terse", "", False, SPECS, {"candidates": "pov"})
    usual, changed = tops("mid_start", "candidates")
    assert usual < changed
    leave(panel)
    qtbot.waitUntil(lambda: tops("candidates")[0] < tops("mid_start")[0])
    assert panel.rows["candidates"].note.text() == "was all"
    assert panel.rows["tokens"].note.text() == "tokens"
    assert panel.reset_button.isVisible()
    panel.set_ruleset("openvault/terse", "", False, SPECS, {})
    qtbot.waitUntil(lambda: tops("mid_start")[0] < tops("candidates")[0])
    assert not panel.reset_button.isVisible()


def test_a_release_shows_plain_names_in_groups_and_places_in_words(panel, changes, qtbot):
    ruleset = ruleset_named("openvault/26")
    panel.set_ruleset(ruleset.name, ruleset.title, True, ruleset.settings, {})
    row = panel.rows["injection.memory.position"]
    assert row.name.accessibleName() == "Memories stand (injection.memory.position)"
    assert row.editor.box.currentText() == "after the prompt"
    assert panel.rows["injection.memory.depth"].note.text() == "unused"
    heads = [one for one in panel.findChildren(GroupHead) if one.isVisible()]
    assert [one.title for one in heads][:3] == ["Room", "Where it goes", "What counts"]
    row.editor.box.setCurrentIndex(row.editor.box.findText("in the chat"))
    row.editor.box.activated.emit(row.editor.box.currentIndex())
    assert changes == [("injection.memory.position", 4)]
    qtbot.mouseClick(heads[1].fold, Qt.MouseButton.LeftButton)
    assert not row.isVisible()
    panel.filter.setText("memories stand")
    assert row.isVisible()


def test_settings_that_nobody_sees_have_no_rows(panel, qtbot):
    panel.hide()
    panel.show_view(View(question=Question("openvault/1.44")), ViewChanges(Part.QUESTION))
    assert {row.spec.name for row in panel.findChildren(SettingRow)} == {one.name for one in SPECS}
    panel.show()
    names = {one.name for one in ruleset_named("openvault/1.44").settings}
    qtbot.waitUntil(lambda: names <= {one.spec.name for one in panel.findChildren(SettingRow)})
