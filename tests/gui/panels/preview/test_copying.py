import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QMenu

ODD_LINES = (
    "tab\tand trailing spaces   ",
    "line\u2028separator and paragraph\u2029separator",
    "nul\0 carriage\r return, no\u00a0break, \u000b\u000c\u0085",
    "emoji 😀 and 吴小美 and \u202eright to left\u202c",
    "   ",
    "",
    "\ufdd0 and \ufffc",
)


def copied_text():
    return QApplication.clipboard().text()


def test_the_block_is_copied_byte_for_byte(panel, blocks, qtbot):
    derivation = blocks.of_texts(*ODD_LINES)
    panel.set_derivation(derivation, blocks.document)
    with qtbot.waitSignal(panel.copied) as wording:
        panel.copy_action.trigger()
    assert copied_text() == derivation.injections[0].text == "\n".join(ODD_LINES)
    assert wording.args == [7, "the block"]
    assert not QApplication.clipboard().mimeData().hasHtml()


def test_the_button_copies_as_the_keys_do(panel, blocks, qtbot):
    derivation = blocks.derivation(old=[0, 1])
    panel.set_derivation(derivation, blocks.document)
    qtbot.mouseClick(panel.title_bar.copy_button.block, Qt.MouseButton.LeftButton)
    assert copied_text() == derivation.injections[0].text
    QApplication.clipboard().clear()
    panel.activateWindow()
    panel.view.setFocus()
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(panel.view, Qt.Key.Key_C, modifiers)
    assert copied_text() == derivation.injections[0].text


def test_half_of_a_character_pair_becomes_a_replacement_character(panel, blocks):
    panel.set_derivation(blocks.of_texts("a\ud800b", "c"), blocks.document)
    panel.copy_action.trigger()
    assert copied_text() == "a\ufffdb\nc"
    assert panel.view.toPlainText() == "a\ufffdb\nc"


def test_a_ghost_is_never_copied(panel, blocks, selection, qtbot):
    derivation = blocks.derivation(old=[0], mid=[2])
    panel.set_derivation(derivation, blocks.document)
    selection.select([5])
    assert [ghost.memory for ghost in panel.view.ghosts] == [5]
    panel.copy_action.trigger()
    assert copied_text() == derivation.injections[0].text
    panel.view.selectAll()
    panel.view.copy()
    assert copied_text() == derivation.injections[0].text


@pytest.mark.parametrize(("bucket", "tokens"), [("old", 27), ("mid", 18)])
def test_one_section_is_copied(panel, blocks, qtbot, bucket, tokens):
    derivation = blocks.derivation(old=[0, 1], mid=[2])
    panel.set_derivation(derivation, blocks.document)
    menu = QMenu(panel)
    panel._copier.fill(menu)
    words = f"Copy {bucket} ({tokens} tokens)"
    action = next(one for one in menu.actions() if one.text() == words)
    section = next(one for one in derivation.injections[0].sections if one.bucket == bucket)
    with qtbot.waitSignal(panel.copied) as wording:
        action.trigger()
    assert copied_text() == "\n".join(line.text for line in section.lines)
    assert wording.args == [tokens, bucket]


def test_the_lines_of_the_selected_memories_are_copied(panel, blocks, selection, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1], mid=[2]), blocks.document)
    selection.select([1, 2])
    with qtbot.waitSignal(panel.copied) as wording:
        panel._copier.copy_lines()
    assert copied_text() == f"{blocks.line(1).text}\n{blocks.line(2).text}"
    assert wording.args == [23, "2 lines"]


def test_whole_lines_of_a_text_selection_are_copied(panel, blocks, qtbot):
    panel.set_derivation(blocks.of_texts(*ODD_LINES), blocks.document)
    document = panel.view.document()
    cursor = QTextCursor(document.findBlockByNumber(1))
    cursor.setPosition(document.findBlockByNumber(2).position() + 3, cursor.MoveMode.KeepAnchor)
    panel.view.setTextCursor(cursor)
    panel._copier.copy_lines()
    assert copied_text() == "\n".join(ODD_LINES[1:3])


def test_copying_a_text_selection_gives_the_lines_own_characters(panel, blocks):
    panel.set_derivation(blocks.of_texts(*ODD_LINES), blocks.document)
    panel.view.selectAll()
    panel.view.copy()
    assert copied_text() == "\n".join(ODD_LINES)
    block = panel.view.document().findBlockByNumber(3)
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + 6)
    cursor.setPosition(block.position() + 13, cursor.MoveMode.KeepAnchor)
    panel.view.setTextCursor(cursor)
    panel.view.copy()
    assert copied_text() == "😀 and "


def test_an_empty_slot_has_nothing_to_copy(panel, blocks):
    panel.set_derivation(blocks.of_texts(), blocks.document)
    assert not panel.copy_action.isEnabled()
    assert not panel.title_bar.copy_button.block.isEnabled()
