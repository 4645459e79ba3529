"""The dock of lore with real mouse and key events: what is asked for, refused, and kept."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.core.lore import LoreKind
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.lore.page import NoLore
from inspector.gui.tables.text_editor import TextCellEditor
from inspector.lore_files import FileKind
from tests.gui.panels.lore.desk import WORLD

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TITLE, KEYWORDS, ENABLED, CONSTANT, ORDER = range(5)


@pytest.fixture
def book(lore_desk):
    """The page of the lorebook, in front, with the keys in its table."""
    return book_of(lore_desk)


@pytest.fixture
def whole_book(whole_lore_desk):
    """The same in the whole window."""
    whole_lore_desk.bench.docks.show("lore")
    return book_of(whole_lore_desk)


def book_of(desk):
    desk.window.activateWindow()
    desk.panel.show_kind(LoreKind.LOREBOOK)
    page = desk.panel.pages[LoreKind.LOREBOOK]
    page.table.setFocus()
    return page


def cell(page, row, location):
    return page.table.visualRect(page.model.index(row, location)).center()


def click(page, row, location, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.mouseClick(page.table.viewport(), LEFT, modifier, pos=cell(page, row, location))


def entries(desk):
    return desk.document.lorebook.items


def write(editor, text, qtbot, key=KEY.Key_Return, modifier=Qt.KeyboardModifier.NoModifier):
    editor.setFocus()
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, key, modifier)


def last_step(desk):
    return desk.bench.commands.stack.undoText()


def test_a_click_on_a_box_is_an_edit_and_undo_takes_it_back(lore_desk, book):
    click(book, 0, CONSTANT)
    assert entries(lore_desk)[0].constant
    assert last_step(lore_desk) == "Constant on on entry Harbour"
    lore_desk.bench.commands.stack.undo()
    assert not entries(lore_desk)[0].constant
    assert book.model.index(0, CONSTANT).data() == "not constant"


def test_keys_switch_the_whole_selection_the_way_of_the_current_entry(lore_desk, book, qtbot):
    click(book, 0, TITLE)
    click(book, 2, TITLE, SHIFT)
    assert book.table.selected.places == (0, 1, 2)
    QTest.keyClick(book.table, KEY.Key_Space)
    assert [one.enabled for one in entries(lore_desk)] == [False] * 3
    assert last_step(lore_desk) == "Enabled off on 3 entries"
    QTest.keyClick(book.table, KEY.Key_C)
    assert [one.constant for one in entries(lore_desk)] == [False] * 3
    QTest.keyClick(book.table, KEY.Key_C)
    assert [one.constant for one in entries(lore_desk)] == [True] * 3
    assert book.table.selected.places == (0, 1, 2)


def test_a_cell_is_written_in_place_for_the_selection(lore_desk, book, qtbot):
    click(book, 0, ORDER)
    click(book, 1, ORDER, CONTROL)
    QTest.keyClick(book.table, KEY.Key_F2)
    editor = book.table.findChild(TextCellEditor)
    assert "for 2 entries" in editor.hint
    write(editor.edit, "7", qtbot)
    assert [one.order for one in entries(lore_desk)] == [7, 7, 50]


def test_what_a_cell_refuses_stays_typed_with_the_reason(lore_desk, book, qtbot):
    QTest.mouseDClick(book.table.viewport(), LEFT, pos=cell(book, 0, ORDER))
    editor = book.table.findChild(TextCellEditor)
    write(editor.edit, "soon", qtbot)
    assert editor.isVisible()
    assert "Order is a whole number" in editor.hint
    assert entries(lore_desk)[0].order == 100
    write(editor.edit, "12", qtbot)
    assert entries(lore_desk)[0].order == 12
    assert book.notice.text == ""


def test_a_refused_cell_that_is_left_tells_above_the_rows(lore_desk, book, qtbot):
    QTest.mouseDClick(book.table.viewport(), LEFT, pos=cell(book, 0, TITLE))
    editor = book.table.findChild(TextCellEditor)
    editor.edit.selectAll()
    qtbot.keyClick(editor.edit, KEY.Key_Delete)
    book.commit()
    assert "Title cannot be empty" in book.notice.text
    assert entries(lore_desk)[0].title == "Harbour"


def test_a_cell_without_an_editor_leads_to_its_field(lore_desk, book, qtbot):
    QTest.mouseDClick(book.table.viewport(), LEFT, pos=cell(book, 0, KEYWORDS))
    field = book.detail.editors["keywords"]
    assert field.names.input.hasFocus()
    qtbot.keyClicks(field.names.input, "pier,")
    assert "Not kept yet" in field.note.text()
    qtbot.keyClick(field.names.input, KEY.Key_Return, CONTROL)
    assert entries(lore_desk)[0].keywords == ("harbour", "quay", "pier")
    assert last_step(lore_desk) == "Keywords changed on entry Harbour"


def test_keywords_of_several_entries_change_and_each_keeps_its_others(lore_desk, book, qtbot):
    book.table.selected.select((0, 2), 0)
    field = book.detail.editors["keywords"]
    field.names.input.setFocus()
    qtbot.keyClicks(field.names.input, "town,")
    qtbot.keyClick(field.names.input, KEY.Key_Return, CONTROL)
    assert [one.keywords for one in entries(lore_desk)] == [
        ("harbour", "quay", "town"),
        (),
        ("mill", "town"),
    ]
    assert last_step(lore_desk) == "Keywords +town on 2 entries"
    lore_desk.bench.commands.stack.undo()
    assert entries(lore_desk)[2].keywords == ("mill",)


def test_of_very_many_keywords_some_are_shown_and_the_others_stay(desk, tmp_path, qtbot):
    stored = {
        str(uid): {"uid": uid, "key": ["town", f"place {uid}"], "comment": f"E{uid}"}
        for uid in range(50)
    }
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"entries": stored}))
    desk.open(FileKind.LOREBOOK, path)
    page = desk.panel.pages[LoreKind.LOREBOOK]
    page.table.selectAll()
    field = page.detail.editors["keywords"]
    assert field.note.text() == "31 more keywords are not shown, and stay."
    field.names.state.remove("town")
    field.commit()
    assert [one.keywords for one in entries(desk)] == [(f"place {uid}",) for uid in range(50)]
    assert last_step(desk) == "Keywords −town on 50 entries"


def test_a_pattern_keeps_its_commas(lore_desk, book, qtbot):
    book.table.selected.select((2,), 2)
    typed = book.detail.editors["keywords"].names.input
    typed.setFocus()
    qtbot.keyClicks(typed, "/mil{1,2}s?/i")
    qtbot.keyClick(typed, KEY.Key_Return)
    qtbot.keyClick(typed, KEY.Key_Return)
    assert entries(lore_desk)[2].keywords == ("mill", "/mil{1,2}s?/i")


def test_a_text_is_kept_when_it_is_left_and_saved_as_typed(lore_desk, book, world, qtbot):
    book.table.selected.select((2,), 2)
    field = book.detail.editors["content"]
    field.edit.setFocus()
    field.edit.selectAll()
    field.edit.insertPlainText("Neu: 灯塔 🗝\n„fertig“")
    book.table.setFocus()
    assert entries(lore_desk)[2].content == "Neu: 灯塔 🗝\n„fertig“"
    lore_desk.save()
    spelled = '"Neu: 灯塔 🗝\\n„fertig“"'.encode()
    assert world.read_bytes() == WORLD.replace(b'"Old."', spelled)


def test_saving_takes_over_what_is_still_typed(whole_lore_desk, whole_book, world):
    whole_book.table.selected.select((2,), 2)
    field = whole_book.detail.editors["title"]
    field.edit.setFocus()
    field.edit.selectAll()
    field.edit.insertPlainText("Watermill")
    whole_lore_desk.save()
    assert world.read_bytes() == WORLD.replace(b'"Mill"', b'"Watermill"')


def test_a_refusal_stands_beside_its_field_and_the_text_stays(lore_desk, book, qtbot):
    book.table.selected.select((0,), 0)
    field = book.detail.editors["order"]
    write(field.edit, "never", qtbot)
    assert "Order is a whole number" in field.note.text()
    assert field.edit.text == "never"
    assert book.notice.text == ""
    qtbot.keyClick(field.edit, KEY.Key_Escape)
    assert (field.edit.text, field.note.text()) == ("100", "")


def test_a_refused_text_is_told_of_when_another_entry_is_selected(lore_desk, book, qtbot):
    book.table.selected.select((0,), 0)
    field = book.detail.editors["order"]
    field.edit.setFocus()
    field.edit.selectAll()
    qtbot.keyClicks(field.edit, "never")
    book.table.selected.select((2,), 2)
    assert "not 'never'" in book.notice.text
    assert field.edit.text == "50"


def test_values_that_differ_are_shown_as_such_and_one_goes_to_all(lore_desk, book, qtbot):
    book.table.selected.select((0, 1, 2), 0)
    title, enabled = book.detail.editors["title"], book.detail.editors["enabled"]
    assert title.edit.placeholderText() == "3 different values"
    assert enabled.box.checkState() is Qt.CheckState.PartiallyChecked
    enabled.box.click()
    assert [one.enabled for one in entries(lore_desk)] == [True] * 3
    title.commit()
    assert [one.title for one in entries(lore_desk)] == ["Harbour", "灯塔 🗝", "Mill"]


def test_events_are_edited_on_the_page_of_the_chronicle(lore_desk, qtbot, story):
    panel = lore_desk.panel
    assert panel.show_item("chronicle:y")
    page = panel.pages[LoreKind.CHRONICLE]
    assert page.table.selected.places == (1,)
    write(page.detail.editors["time"].edit, "2025-08-03T09:00:00Z", qtbot)
    assert lore_desk.document.chronicle.items[1].time == "2025-08-03T09:00:00Z"
    assert last_step(lore_desk) == "Time changed on event “Rain.”"
    write(page.detail.editors["time"].edit, "tomorrow", qtbot)
    assert "a time such as 2025-08-20T18:30:00Z" in page.detail.editors["time"].note.text()
    QTest.keyClick(page.table, KEY.Key_Space)
    assert lore_desk.bench.commands.stack.count() == 3


@pytest.mark.parametrize(
    ("row_id", "found"),
    [("lore:7", (1,)), ("lore:8", (2,)), ("lore:nowhere", None), ("message:3", None)],
)
def test_an_item_is_brought_to_the_front_by_the_requests_name(lore_desk, book, row_id, found):
    book.filter_row.input.setText("harbour")
    lore_desk.panel.show_kind(LoreKind.CHRONICLE)
    assert lore_desk.panel.show_item(row_id) is (found is not None)
    if found is not None:
        assert lore_desk.panel.kind is LoreKind.LOREBOOK
        assert book.table.selected.places == found


def test_the_filter_keeps_what_is_selected_and_says_how_many_are_shown(book, qtbot):
    book.table.selected.select((2,), 2)
    QTest.keyClick(book, KEY.Key_F, CONTROL)
    qtbot.keyClicks(book.filter_row.input, "mill")
    assert book.filter_row.count.text() == "1 of 3 shown"
    assert book.table.selected.places == (2,)
    qtbot.keyClick(book.filter_row.input, KEY.Key_Escape)
    assert book.model.rowCount() == 3


def test_a_header_sorts_and_a_third_click_gives_the_order_of_the_file(book):
    header = book.table.horizontalHeader()
    x = header.sectionViewportPosition(ORDER) + 8
    displayed = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))
        displayed.append([book.model.row_at(row).item.order for row in range(3)])
    assert displayed == [[50, 100, 100], [100, 100, 50], [100, 100, 50]]
    assert [book.model.row_at(row).item.index for row in range(3)] == [0, 1, 2]


def test_fields_that_the_file_cannot_store_are_disabled_with_the_reason(whole_desk, minimal):
    whole_desk.open(FileKind.LOREBOOK, minimal)
    page = whole_desk.panel.pages[LoreKind.LOREBOOK]
    page.show_item(0)
    for name in ("enabled", "constant", "order"):
        editor = page.detail.editors[name]
        assert "minimal form does not store this" in editor.note.text()
    assert not page.detail.editors["enabled"].box.isEnabled()
    assert not page.detail.editors["order"].edit.isEnabled()
    QTest.keyClick(page.table, KEY.Key_Space)
    assert whole_desk.bench.commands.stack.count() == 1
    assert whole_desk.panel.file.text() == "minimal.json · Scribe's minimal form"


def test_the_file_and_its_unsaved_edits_are_named(whole_lore_desk, whole_book, qtbot):
    assert whole_lore_desk.panel.file.text() == "world.json · SillyTavern's world info"
    click(whole_book, 0, ENABLED)
    assert whole_lore_desk.panel.file.text().endswith("● unsaved edits")
    whole_lore_desk.save()
    qtbot.waitUntil(lambda: not whole_lore_desk.panel.file.text().endswith("edits"))
    whole_lore_desk.panel.buttons[LoreKind.CHRONICLE].click()
    assert whole_lore_desk.panel.file.text() == "story.json"


def test_an_empty_page_says_what_could_stand_there_and_opens_it(whole_desk, monkeypatch):
    requested = []
    monkeypatch.setattr(whole_desk.bench.file_services.beside, "choose", requested.append)
    for page in whole_desk.panel.pages.values():
        nothing = page.findChild(NoLore)
        assert nothing.isVisibleTo(page)
        for button in nothing.buttons:
            button.click()
    assert requested == [FileKind.LOREBOOK, FileKind.CHRONICLE] * 2


def test_copying_puts_the_texts_on_the_clipboard(lore_desk, book, qtbot):
    book.table.selected.select((0, 2), 0)
    with qtbot.waitSignal(lore_desk.panel.copy_requested) as copied:
        QTest.keyClick(book.table, KEY.Key_C, CONTROL)
    assert copied.args == ["Boats and gulls.\nOld."]


def test_the_theme_changes_while_text_is_typed_and_loses_nothing(lore_desk, book):
    book.table.selected.select((0,), 0)
    title, order = book.detail.editors["title"], book.detail.editors["order"]
    title.edit.insertPlainText("New ")
    order.edit.insertPlainText("zz9 ")  # which is refused once it is kept
    use_theme(DARK)
    assert book.detail.editors["title"] is title
    assert (title.edit.text, order.edit.text[:4]) == ("New Harbour", "zz9 ")
    assert entries(lore_desk)[0].title == "Harbour"
    order.revert()
    book.detail.commit()
    assert entries(lore_desk)[0].title == "New Harbour"


def test_the_verdict_follows_an_edit(lore_desk, book, qtbot):
    qtbot.waitUntil(lambda: book.model.verdicts.known)
    assert book.model.index(0, 6).data() == "in"
    click(book, 0, ENABLED)
    qtbot.waitUntil(lambda: book.model.index(0, 6).data() == "disabled", timeout=10_000)
