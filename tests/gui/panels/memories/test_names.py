import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from inspector.core.edits import ChangeNames
from inspector.gui.kit.name_chip import NameChip
from inspector.gui.kit.names_editor import NamesEditor
from inspector.gui.kit.names_state import NamesState, completed
from inspector.gui.panels.memories.known_events import known_events_text

ENTER, BACKSPACE, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Escape


@pytest.fixture
def editor(qtbot):
    names = NamesEditor("Witnesses")
    qtbot.addWidget(names)
    names.set_choices(lambda: ("Mara", "Wren", "Ada"))
    names.load([("Mara", "Ada")])
    names.show()
    return names


def held(editor):
    return [name.name for name in editor.state.names]


def test_only_differences_are_added_and_removed():
    state = NamesState([("Mara", "Wren"), ("Mara",)])
    state.add("Wren")
    state.add("Ada")
    state.remove("Mara")
    state.add("Mara")
    assert (state.added, state.removed) == (("Wren", "Ada"), ())
    state.remove("Mara")
    assert state.removed == ("Mara",)


def test_names_that_some_carry_say_of_how_many():
    state = NamesState([("Mara", "Wren"), ("Mara",)])
    assert [(name.name, name.count, name.by_all) for name in state.names] == [
        ("Mara", 2, True),
        ("Wren", 1, False),
    ]


def test_blank_names_are_no_names():
    state = NamesState([()])
    state.add("  ")
    assert not state.names


@pytest.mark.parametrize(
    ("typed", "name"),
    [("wren", "Wren"), ("Wr", "Wren"), ("M", "M"), ("Mara", "Mara"), (" Zoe ", "Zoe"), ("", "")],
)
def test_typing_stands_for_a_known_name_if_it_can_be_no_other(typed, name):
    assert completed(typed, ("Mara", "Mira", "Wren")) == name


def test_enter_adds_and_keeps_the_known_spelling(qtbot, editor):
    qtbot.keyClicks(editor.input, "wren")
    qtbot.keyClick(editor.input, ENTER)
    assert held(editor) == ["Mara", "Ada", "Wren"]
    assert editor.input.text() == ""


def test_a_comma_adds_exactly_what_is_typed(qtbot, editor):
    qtbot.keyClicks(editor.input, "wr,")
    assert editor.state.added == ("wr",)


def test_backspace_in_the_empty_line_removes_the_last(qtbot, editor):
    qtbot.keyClicks(editor.input, "x")
    qtbot.keyClick(editor.input, BACKSPACE)
    assert held(editor) == ["Mara", "Ada"]
    qtbot.keyClick(editor.input, BACKSPACE)
    assert held(editor) == ["Mara"]


def test_a_click_on_the_cross_removes_that_name(qtbot, editor):
    chip = editor.findChildren(NameChip)[0]
    qtbot.mouseClick(chip.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert editor.state.removed == ("Mara",)


def test_enter_in_the_empty_line_commits(qtbot, editor):
    with qtbot.waitSignal(editor.committed):
        qtbot.keyClick(editor.input, ENTER)
    with qtbot.waitSignal(editor.reverted):
        qtbot.keyClick(editor.input, ESCAPE)


def test_a_completion_that_is_chosen_is_added_once(qtbot, editor):
    qtbot.keyClicks(editor.input, "re")
    popup = editor.input.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, ENTER)
    qtbot.waitUntil(lambda: editor.state.added == ("Wren",))
    assert editor.input.text() == ""


def test_names_on_chips_are_plain_text(editor):
    editor.load([("<b>Mara</b>",)])
    (chip,) = [chip for chip in editor.findChildren(NameChip) if chip.isVisible()]
    assert "&lt;b&gt;" in chip.toolTip()


def test_known_events_say_who_comes_to_know(document):
    change = ChangeNames((0,), "witnesses", ("Ada", "Zoe"), ("Wren",))
    assert known_events_text(document, change) == ("Ada will know it. Wren will no longer know it.")


def test_known_events_of_nobody(document):
    nobody = known_events_text(document, ChangeNames((0,), "witnesses", ("Zoe",)))
    assert nobody == "Nobody's known events change."
    assert "yet" in known_events_text(document, ChangeNames((0,), "witnesses"))


def test_known_events_of_several_memories(document):
    change = ChangeNames((0, 1, 2), "witnesses", ("Ada",), ())
    assert known_events_text(document, change) == "Ada will know more of them."
