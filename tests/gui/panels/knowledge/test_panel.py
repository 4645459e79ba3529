"""Who knows what: the matrix over real rules, its filter, its clicks and its speed."""

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.knowledge import Way
from inspector.core.memory import CharacterState, Memory
from inspector.gui.kit.theme import DARK, LIGHT, use_theme
from inspector.gui.panels.knowledge import panel as knowledge_panel
from inspector.gui.panels.knowledge.panel import KnowledgePanel
from inspector.gui.panels.knowledge.ways import MEANINGS, WORDS
from inspector.gui.state.selection import Selection

LEFT = Qt.MouseButton.LeftButton

RECORDS = (
    {"id": "a", "summary": "Mara saw the lamp.", "witnesses": ["Mara"]},
    {"id": "b", "summary": "<b>Wren</b> hid it.", "characters_involved": ["Wren"]},
    {"id": "c", "summary": "张伟 🗝 left.", "witnesses": ["张伟"], "is_secret": True},
)
STATES = {"Wren": CharacterState("Wren", {"known_events": ["a"]})}


def make_document(records=RECORDS, characters=STATES):
    memories = tuple(Memory(index, kept) for index, kept in enumerate(records))
    return Document(chat=Chat(), memories=memories, characters=characters)


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def panel(qtbot, selection):
    made = KnowledgePanel(selection)
    qtbot.addWidget(made, before_close_func=lambda panel: panel.worker.wait())
    made.resize(850, 260)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def show(panel, qtbot):
    def show(document, ruleset="openvault/26"):
        panel.set_document(document)
        panel.set_ruleset(ruleset)
        qtbot.waitUntil(lambda: not panel.worker.is_busy, timeout=20_000)

    return show


def column(panel, name):
    return panel.model.characters.index(name)


def way(panel, memory, name):
    return panel.model.way(panel.model.row_of(memory), column(panel, name))


def cell(panel, row, name):
    return panel.table.visualRect(panel.model.index(row, column(panel, name))).center()


def choose(panel, name, qtbot):
    """Choose what a character does not know, with the keyboard."""
    panel.filter.setFocus()
    for _ in range(panel.filter.findData(name)):
        qtbot.keyClick(panel.filter, Qt.Key.Key_Down)


def click_header(panel, name):
    x = panel.table.header.sectionViewportPosition(column(panel, name)) + 12
    QTest.mouseClick(panel.table.header.viewport(), LEFT, pos=QPoint(x, 10))


def test_every_cell_says_how_a_character_knows_a_memory(panel, show):
    show(make_document())
    assert way(panel, 0, "Mara") is Way.WITNESS
    assert way(panel, 1, "Wren") is Way.INVOLVED
    assert way(panel, 0, "Wren") is Way.TOLD
    assert way(panel, 2, "Mara") is Way.UNKNOWN
    displayed = panel.model.index(0, column(panel, "Wren"))
    assert displayed.data() == "told"
    wording = displayed.data(Qt.ItemDataRole.AccessibleTextRole)
    assert wording == "Wren was told of it: it stands in known_events: memory 0"


def test_the_model_keeps_what_qt_expects_of_models(panel, show, selection, qtmodeltester, qtbot):
    show(make_document())
    qtmodeltester.check(panel.model)
    selection.list_memories((2, 0), None)
    choose(panel, "Wren", qtbot)
    panel.refresh(make_document(RECORDS[:2]))
    qtbot.waitUntil(lambda: not panel.worker.is_busy)


def test_every_way_has_a_word_and_a_meaning():
    assert set(WORDS) == set(MEANINGS) == set(Way)
    assert len(set(WORDS.values())) == len(Way)


def test_a_click_on_a_cell_selects_its_memory(panel, show, selection):
    show(make_document())
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=cell(panel, 1, "Mara"))
    assert (selection.memories, selection.current) == ((1,), 1)


def test_a_click_on_a_memory_selects_it(panel, show, selection):
    show(make_document())
    y = panel.table.rows.sectionViewportPosition(2) + 8
    QTest.mouseClick(panel.table.rows.viewport(), LEFT, pos=QPoint(60, y))
    assert selection.current == 2


def test_a_selection_made_elsewhere_is_shown(panel, show, selection):
    show(make_document())
    selection.select([0, 2])
    rows = {index.row() for index in panel.table.selectionModel().selectedRows()}
    assert rows == {0, 2}


def test_a_click_on_a_name_asks_for_that_point_of_view(panel, show, qtbot):
    show(make_document())
    with qtbot.waitSignal(panel.viewpoint_requested) as requested:
        click_header(panel, "Wren")
    assert requested.args == ["Wren"]


def test_v_asks_for_the_point_of_view_of_the_current_column(panel, show, qtbot):
    show(make_document())
    panel.table.setFocus()
    panel.table.setCurrentIndex(panel.model.index(0, column(panel, "张伟")))
    with qtbot.waitSignal(panel.viewpoint_requested) as requested:
        qtbot.keyClick(panel.table, Qt.Key.Key_V)
    assert requested.args == ["张伟"]
    with qtbot.waitSignal(panel.memory_activated) as opened:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert opened.args == [0]


def crowd(count):
    """As many characters, each witness of one memory."""
    names = [f"Character {number:02}" for number in range(count)]
    records = [{"id": name, "summary": f"{name} came.", "witnesses": [name]} for name in names]
    return make_document(records, {})


def test_the_column_of_the_point_of_view_is_in_sight(panel, show, selection):
    panel.set_point_of_view("Character 17")
    show(crowd(20))
    table = panel.table

    def in_sight(name):
        left = table.columnViewportPosition(column(panel, name))
        return 0 <= left <= table.viewport().width() - table.columnWidth(column(panel, name))

    assert in_sight("Character 17")
    panel.set_point_of_view("Character 00")
    assert in_sight("Character 00")
    panel.set_point_of_view("Character 17")
    selection.select([3])
    assert in_sight("Character 17")


def test_memories_take_the_room_that_characters_leave(panel, show):
    show(crowd(2))
    table = panel.table
    assert table.rows.width() + table.header.length() == pytest.approx(table.width(), abs=16)
    show(crowd(6))
    assert not table.horizontalScrollBar().isVisible()
    show(crowd(20))
    assert table.horizontalScrollBar().isVisible()
    assert table.rows.width() > table.width() // 3


def test_the_filter_leaves_what_a_character_does_not_know(panel, show, qtbot):
    show(make_document())
    choose(panel, "Wren", qtbot)
    assert list(panel.model.memories) == [2]
    assert panel.count.text() == "1 of 3"


def test_it_says_when_somebody_knows_everything(panel, show, qtbot):
    show(make_document(({"id": "a", "summary": "x", "witnesses": ["Mara"]},), {}))
    choose(panel, "Mara", qtbot)
    assert panel.words.text() == "Mara knows every memory that is shown."


def test_rows_stand_in_the_order_of_the_memory_table(panel, show, selection):
    show(make_document())
    selection.list_memories((2, 0), None)
    assert list(panel.model.memories) == [2, 0]
    assert panel.model.headerData(0, Qt.Orientation.Vertical).startswith("2 张伟")


def test_an_edit_keeps_place_and_shows_what_changed(panel, show, qtbot):
    document = make_document()
    show(document)
    edited = make_document(({**RECORDS[0], "witnesses": ["Mara", "Wren"]}, *RECORDS[1:]))
    panel.refresh(edited)
    qtbot.waitUntil(lambda: not panel.worker.is_busy)
    assert way(panel, 0, "Wren") is Way.WITNESS


def test_words_stand_where_there_is_nothing_to_show(panel, show):
    assert panel.words.text() == "There is no answer yet."
    show(make_document((), {}))
    assert panel.words.text() == knowledge_panel.NO_MEMORIES
    show(make_document(({"id": "a", "summary": "x"},), {}))
    assert panel.words.text() == knowledge_panel.NOBODY


def test_why_nothing_can_be_worked_out_is_said_until_it_can(panel, show, selection, qtbot):
    document = make_document()
    show(document)
    panel.set_ruleset("nobody/0")
    qtbot.waitUntil(lambda: not panel.worker.is_busy)
    assert panel.words.text().startswith("There is no ruleset 'nobody/0'")
    selection.list_memories((2, 0), None)
    assert panel.words.isVisible()
    panel.set_ruleset("openvault/26")
    qtbot.waitUntil(lambda: not panel.words.isVisible())
    assert panel.model.total == 3


def test_a_panel_that_nobody_sees_works_nothing_out(panel, show, qtbot):
    panel.hide()
    show(make_document())
    assert panel.model.total == 0
    panel.show()
    qtbot.waitUntil(lambda: panel.model.total == 3)


def test_it_draws_both_themes_with_the_point_of_view(panel, show, qtbot):
    show(make_document())
    panel.set_point_of_view("Wren")
    pictures = []
    for theme in (LIGHT, DARK):
        use_theme(theme)
        pictures.append(panel.grab().toImage())
    assert pictures[0] != pictures[1]


@pytest.mark.speed
def test_ten_thousand_memories_and_twenty_characters_scroll_smoothly(panel, show, qtbot):
    names = [f"Person {number}" for number in range(20)]
    records = tuple(
        {"id": f"m{i}", "summary": f"Thing {i} happened.", "witnesses": names[i % 20 : i % 20 + 3]}
        for i in range(10_000)
    )
    show(make_document(records, {}))
    assert (panel.model.rowCount(), panel.model.columnCount()) == (10_000, 20)
    bar = panel.table.verticalScrollBar()
    panel.grab()
    spent = []
    for step in range(10):
        bar.setValue(step * 900)
        start = time.perf_counter()
        panel.table.viewport().repaint()
        panel.table.rows.viewport().repaint()
        spent.append(time.perf_counter() - start)
    assert sorted(spent)[5] < 0.05
