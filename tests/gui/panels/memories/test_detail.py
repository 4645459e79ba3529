"""The form of details, from typing to the edited document."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from inspector.core.edits import ChangeNames, SetField
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.memories.detail_form import DetailForm

KEY, LEFT, CONTROL = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def field(detail, form_desk):
    """The editor of a field, as it is now."""
    return lambda key: detail.form.editors[key]


def replace_text(qtbot, edit, text):
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, text)


def test_it_shows_the_current_memory(detail, field, selection, derivation):
    selection.select([0])
    detail.set_derivation(derivation)
    assert detail.form.title.text() == "Memory 0"
    assert field("summary").edit.text.startswith("Mara and Wren")
    assert field("summary").count.text() == "11 words"
    assert field("importance").stars.words == "4 of 5"
    assert detail.form.facts.sources.text() == "121–128"


def test_while_nobody_sees_it_it_reads_no_memory(detail, form_desk, selection, qtbot, monkeypatch):
    filled = []
    monkeypatch.setattr(DetailForm, "show_memories", lambda *of: filled.append(len(of[2])))
    detail.hide()
    for index in (0, 1):
        selection.select([index])
    selection.select([0, 1])
    assert filled == []
    detail.show()
    qtbot.waitUntil(lambda: filled == [2])


def test_nothing_selected_says_so(detail, field):
    assert detail.form.subtitle.text() == "Select a memory to see all of it."
    assert not field("summary").isVisible()


def test_several_memories_show_what_is_mixed(detail, field, selection):
    selection.select([0, 1])
    assert detail.form.title.text() == "2 memories"
    assert field("importance").stars.words == "3 to 4, mixed"
    assert field("is_secret").box.checkState() == Qt.CheckState.PartiallyChecked
    assert field("summary").edit.placeholderText() == "2 different texts"
    assert field("temporal_anchor").edit.placeholderText() == ""
    counts = {name.name: name.count for name in field("witnesses").names.state.names}
    assert counts == {"Mara": 2, "Wren": 2, "Ada": 1, "Orne": 1}
    assert not detail.form.facts.isVisible()


def test_mixed_values_are_left_alone_until_somebody_types(detail, form_desk, field, selection):
    selection.select([0, 1])
    detail.commit()
    assert form_desk.edits == []


def test_a_click_on_a_mixed_flag_sets_all(qtbot, field, form_desk, selection):
    selection.select([0, 1])
    qtbot.mouseClick(field("is_secret").box, LEFT)
    assert form_desk.edits == [SetField((0, 1), "is_secret", True)]
    qtbot.mouseClick(field("is_secret").box, LEFT)
    assert form_desk.edits[1:] == [SetField((0, 1), "is_secret", False)]


def test_stars_take_keys_and_clicks(qtbot, field, form_desk, selection):
    selection.select([1])
    stars = field("importance").stars
    qtbot.keyClick(stars, KEY.Key_5)
    qtbot.keyClick(stars, KEY.Key_Right)
    qtbot.keyClick(stars, KEY.Key_Left)
    qtbot.mouseClick(stars, LEFT, pos=stars.rect().topLeft() + stars.rect().center() * 0)
    assert form_desk.edits == [
        SetField((1,), "importance", 5),
        SetField((1,), "importance", 4),
    ]


def test_control_enter_keeps_the_summary(qtbot, field, form_desk, selection):
    selection.select([0])
    summary = field("summary")
    replace_text(qtbot, summary.edit, "Mara left")
    assert summary.count.text() == "▲ 2 words · 8 to 18 words are best"
    assert summary.note.isVisible()
    qtbot.keyClick(summary.edit, KEY.Key_Return, CONTROL)
    assert form_desk.edits == [SetField((0,), "summary", "Mara left")]
    assert not summary.note.isVisible()


def test_enter_in_the_summary_breaks_the_line(qtbot, field, form_desk, selection):
    selection.select([0])
    qtbot.keyClick(field("summary").edit, KEY.Key_Return)
    assert form_desk.edits == []


def test_escape_reverts(qtbot, field, form_desk, selection):
    selection.select([0])
    summary = field("summary").edit
    replace_text(qtbot, summary, "Mara left")
    qtbot.keyClick(summary, KEY.Key_Escape)
    assert summary.text.startswith("Mara and Wren")
    assert form_desk.edits == []


def test_leaving_a_field_keeps_it(qtbot, field, form_desk, selection):
    selection.select([3])
    replace_text(qtbot, field("temporal_anchor").edit, "Summer")
    qtbot.keyClick(field("temporal_anchor").edit, KEY.Key_Tab)
    assert form_desk.edits == [SetField((3,), "temporal_anchor", "Summer")]


def test_a_refused_text_stays_typed(qtbot, detail, field, form_desk, selection):
    selection.select([0])
    summary = field("summary").edit
    summary.setFocus()
    summary.selectAll()
    qtbot.keyClick(summary, KEY.Key_Delete)
    qtbot.keyClick(summary, KEY.Key_Return, CONTROL)
    assert detail.notice.text == "Summary is a text and cannot be empty."
    assert summary.is_modified


def test_what_is_typed_goes_to_the_memory_it_was_typed_for(qtbot, field, form_desk, selection):
    selection.select([0])
    replace_text(qtbot, field("summary").edit, "Mara left")
    selection.select([1])
    assert form_desk.edits == [SetField((0,), "summary", "Mara left")]
    assert field("summary").edit.text == "Ada paid."


def test_another_chat_forgets_what_is_typed(qtbot, detail, field, form_desk, selection, many):
    selection.select([0])
    replace_text(qtbot, field("summary").edit, "Mara left")
    selection.clear()
    detail.set_document(many(2))
    assert form_desk.edits == []


def test_an_edit_elsewhere_leaves_what_is_typed(qtbot, field, form_desk, selection):
    selection.select([0])
    replace_text(qtbot, field("summary").edit, "Mara left")
    form_desk.submit(SetField((0,), "importance", 1))
    assert field("importance").stars.words == "1 of 5"
    assert field("summary").edit.text == "Mara left"


def test_names_are_kept_when_the_form_is_left(qtbot, detail, field, form_desk, selection):
    selection.select([0, 1])
    witnesses = field("witnesses")
    detail.activateWindow()
    witnesses.names.input.setFocus()
    qtbot.keyClicks(witnesses.names.input, "Ada,")
    assert witnesses.effect.text() == "Ada will know more of them."
    assert witnesses.follow.isVisible()
    field("summary").edit.setFocus()
    assert form_desk.edits == [ChangeNames((0, 1), "witnesses", ("Ada",), ())]
    assert not witnesses.follow.isVisible()


def test_known_events_can_be_left_alone(qtbot, field, form_desk, selection):
    selection.select([0])
    witnesses = field("witnesses")
    qtbot.keyClicks(witnesses.names.input, "Ada,")
    qtbot.mouseClick(witnesses.follow, LEFT)
    qtbot.keyClick(witnesses.names.input, KEY.Key_Return, CONTROL)
    assert form_desk.edits == [ChangeNames((0,), "witnesses", ("Ada",), (), keep_known_events=True)]


def test_involved_characters_have_no_known_events(qtbot, field, form_desk, selection):
    selection.select([0])
    involved = field("characters_involved")
    qtbot.keyClicks(involved.names.input, "Ada,")
    assert not involved.follow.isVisible()
    qtbot.keyClick(involved.names.input, KEY.Key_Return)
    assert form_desk.edits == [ChangeNames((0,), "characters_involved", ("Ada",), ())]


def test_the_sources_lead_to_the_messages(qtbot, detail, form_desk, selection):
    selection.select([0])
    with qtbot.waitSignal(detail.message_activated) as requested:
        qtbot.mouseClick(detail.form.facts.sources, LEFT)
    assert requested.args == [121]


def test_a_theme_keeps_what_is_shown(qapp, detail, form_desk, selection):
    selection.select([2])
    use_theme(DARK)
    qapp.processEvents()
    assert detail.form.title.text() == "Memory 2"
    assert detail.grab().toImage().pixelColor(2, 2).lightness() < 60


@pytest.mark.parametrize(("width", "groups"), [(420, 1), (700, 2), (1000, 3)])
def test_a_wide_form_stands_in_columns(qtbot, detail, form_desk, field, selection, width, groups):
    selection.select([0])
    detail.resize(width, 300)
    wanted = {
        1: lambda: field("witnesses").y() > field("summary").geometry().bottom(),
        2: lambda: field("witnesses").x() > field("summary").geometry().right(),
        3: lambda: detail.form.facts.x() > field("witnesses").geometry().right(),
    }
    qtbot.waitUntil(wanted[groups])


def test_a_new_derivation_shows_its_score(detail, form_desk, selection, derivation):
    selection.select([0])
    displayed = [label.text() for label in detail.form.facts.findChildren(QLabel)]
    detail.set_derivation(derivation)
    scored = [label.text() for label in detail.form.facts.findChildren(QLabel)]
    assert "2.500" not in displayed
    assert "2.500" in scored


def test_a_form_out_of_sight_catches_up_when_it_is_shown(detail, form_desk, selection):
    detail.hide()
    selection.select([2])
    detail.show()
    assert detail.form.title.text() == "Memory 2"
