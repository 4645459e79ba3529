from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest


def test_hovering_a_line_hovers_its_memory(panel, blocks, selection, middle_of, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    QTest.mouseMove(panel.view.viewport(), QPoint(60, middle_of(panel, 4)))
    assert selection.hovered == 1
    QTest.mouseMove(panel.view.viewport(), QPoint(60, middle_of(panel, 2)))
    assert selection.hovered is None


def test_a_click_selects_a_lines_memory(panel, blocks, selection, middle_of, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    location = QPoint(60, middle_of(panel, 4))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=location)
    assert selection.memories == (1,)


def test_a_click_beside_the_memories_leaves_the_selection(
    panel, blocks, selection, middle_of, qtbot
):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    selection.select([1])
    location = QPoint(20, middle_of(panel, 0))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=location)
    location = QPoint(20, panel.view.viewport().height() - 4)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=location)
    assert selection.memories == (1,)


def test_control_adds_to_the_selection(panel, blocks, selection, middle_of, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1, 2]), blocks.document)
    for line, modifier in (
        (3, Qt.KeyboardModifier.NoModifier),
        (5, Qt.KeyboardModifier.ControlModifier),
    ):
        location = QPoint(60, middle_of(panel, line))
        qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, modifier, location)
    assert selection.memories == (0, 2)


def test_the_gutter_selects_as_the_text_does(panel, blocks, selection, middle_of, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    location = QPoint(10, middle_of(panel, 3))
    qtbot.mouseClick(panel.gutter, Qt.MouseButton.LeftButton, pos=location)
    assert selection.memories == (0,)


def test_the_caret_selects_as_it_moves(panel, blocks, selection, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    panel.view.setTextCursor(QTextCursor(panel.view.document().findBlockByNumber(2)))
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert selection.memories == (0,)
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert selection.memories == (1,)


def test_double_click_and_enter_ask_to_edit(panel, blocks, selection, middle_of, qtbot):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    requested = []
    panel.memory_activated.connect(requested.append)
    location = QPoint(60, middle_of(panel, 4))
    qtbot.mouseDClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=location)
    assert requested == [1]
    selection.select([0])
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert requested == [1, 0]


def test_selecting_elsewhere_scrolls_here(panel, many, selection):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    selection.select([290])
    panel.grab()
    row = next(row for row in panel.view.rows() if row.memory == 290)
    assert row.top + row.height <= panel.view.viewport().height()
    assert panel.view.textCursor().blockNumber() == row.line
    assert panel.view.highlight.selected == {290}


def test_selecting_what_is_visible_scrolls_nothing(panel, many, selection):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 300)), many.document)
    panel.view.scroll_to_top(50)
    memory = panel.view.rows()[4].memory
    selection.select([memory])
    assert panel.view.rows()[0].line == 50


def test_a_text_selection_outlives_a_selection_elsewhere(panel, blocks, selection):
    panel.set_derivation(blocks.derivation(old=[0, 1]), blocks.document)
    panel.view.selectAll()
    selection.select([1])
    assert panel.view.textCursor().hasSelection()


def test_the_slot_that_holds_the_selected_memory_is_shown(panel, blocks, selection):
    other = blocks.injection(mid=[5], key="openvault_reflections")
    panel.set_derivation(blocks.derivation(old=[0], rest=(other,)), blocks.document)
    selection.select([5])
    assert panel.view.page.injection is other
    assert panel.title_bar.slots.buttons[1].isChecked()


def test_a_left_out_memory_has_a_ghost_in_its_place(panel, blocks, selection):
    panel.set_derivation(blocks.derivation(old=[0], mid=[2, 4], recent=[6]), blocks.document)
    selection.select([3])
    (ghost,) = panel.view.ghosts
    assert (ghost.mark, ghost.tokens) == ("○", 18)
    assert ghost.text == blocks.document.memories[3].summary
    assert panel.view.page.lines[ghost.before].memory == 4
    selection.select([5])
    (ghost,) = panel.view.ghosts
    assert panel.view.page.lines[ghost.before - 1].memory == 4
    selection.select([2])
    assert panel.view.ghosts == ()


def test_a_ghost_stands_between_the_sections_where_its_bucket_is_empty(panel, blocks, selection):
    panel.set_derivation(blocks.derivation(old=[0], recent=[6]), blocks.document)
    selection.select([3])
    (ghost,) = panel.view.ghosts
    assert panel.view.page.lines[ghost.before].text == "## recent"


def test_a_ghost_makes_room_and_gives_it_back(panel, blocks, selection):
    panel.set_derivation(blocks.derivation(old=[0], mid=[2, 4]), blocks.document)
    panel.grab()
    before = panel.view.rows()[-1].top
    selection.select([3])
    panel.resize(500, 500)
    panel.grab()
    assert panel.view.rows()[-1].top > before
    selection.select([])
    assert panel.view.rows()[-1].top == before


def test_the_last_line_can_be_reached_below_a_ghost(panel, many, selection):
    panel.set_derivation(many.derivation(old=range(100), mid=range(100, 290)), many.document)
    selection.select([295])
    bar = panel.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    last = panel.view.rows()[-1]
    assert last.line == len(panel.view.page.lines) - 1
    assert last.top + last.height <= panel.view.viewport().height()
