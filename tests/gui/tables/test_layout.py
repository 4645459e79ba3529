"""What is kept of a table's columns, and which of them are shown where the room is short."""

from gettext import NullTranslations

import pytest
from PySide6.QtCore import Qt

from inspector import language
from inspector.gui.tables.column import Column
from inspector.gui.tables.layout import ColumnLayout
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.gui.window.languages import catalogue
from inspector.language import _

COLUMNS = tuple(
    Column[str](title, f"What {title} means.", str, width, need=need, key=lambda row: (row,))
    for title, width, need in (("A", 50, 9), ("B", None, 9), ("C", 60, 2), ("D", 70, 1))
)


@pytest.fixture
def make_table(qtbot):
    def make(columns=COLUMNS, width=600):
        model = TableModel(columns)
        model.show_rows(["x", "y"])
        table = Table(model, "Letters", "letters")
        qtbot.addWidget(table)
        table.resize(width, 200)
        table.show()
        qtbot.waitExposed(table)
        return table

    return make


def titles(table):
    header = table.header
    places = map(header.logicalIndex, range(header.count()))
    return "".join(
        table.model().columns[index].title for index in places if not header.isSectionHidden(index)
    )


def test_what_is_needed_least_goes_first_where_the_room_is_short(make_table):
    table = make_table(width=600)
    assert titles(table) == "ABCD"
    table.resize(200, 200)
    assert titles(table) == "ABC"
    table.resize(140, 200)
    assert titles(table) == "AB"
    table.resize(600, 200)
    assert titles(table) == "ABCD"
    assert table.header.length() == table.viewport().width()


def test_what_a_person_chose_to_see_stays_whatever_the_room(make_table):
    table = make_table(width=140)
    table.header.show_column(3, visible=True)
    table.header.show_column(0, visible=False)
    assert titles(table) == "BD"


def test_widths_order_choice_and_sorting_outlive_a_restart_and_other_columns(make_table):
    table = make_table()
    header = table.header
    header.resizeSection(0, 91)
    header.moveSection(3, 0)
    header.show_column(2, visible=False)
    header.setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    kept = header.layout_text()
    again = make_table((*COLUMNS, Column[str]("E", "New.", str, 40)))
    again.header.restore_layout(kept)
    assert titles(again) == "DEAB"
    assert again.header.sectionSize(0) == 91
    assert again.header.sortIndicatorSection() == 0
    assert again.header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder


def test_reset_puts_everything_back(make_table):
    table = make_table()
    before = [table.header.sectionSize(index) for index in range(4)]
    table.header.resizeSection(0, 91)
    table.header.moveSection(3, 0)
    table.header.show_column(2, visible=False)
    reset = table.header.column_menu().actions()[-1]
    assert reset.text() == "Reset columns"
    reset.trigger()
    assert titles(table) == "ABCD"
    assert [table.header.sectionSize(index) for index in range(4)] == before


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[]", "{}", '{"widths": 3, "shown": {}, "order": [], "sorted": [0, 1]}']
)
def test_a_layout_that_cannot_be_read_changes_nothing(text):
    layout = ColumnLayout()
    layout.widths["A"] = 90
    assert layout.read_json(text) == (None, False)
    assert layout.widths == {"A": 90}


def test_a_column_without_anything_to_show_is_neither_shown_nor_in_the_menu(make_table):
    table = make_table()
    table.header.set_available("C", available=False)
    assert titles(table) == "ABD"
    assert "C" not in [action.text() for action in table.header.column_menu().actions()]
    table.header.set_available("C", available=True)
    assert titles(table) == "ABCD"


def test_what_is_kept_of_columns_is_found_again_in_another_language():
    kept = ColumnLayout()
    try:
        language.use(catalogue("de"))
        kept.widths, kept.choices = {_("Tokens"): 70, "#": 40}, {_("Summary"): False}
        kept.order = [_("Summary"), "#"]
        text = kept.as_json(_("Importance"), descending=True)
        assert ColumnLayout().read_json(text) == ("Wichtigkeit", True)
        language.use(NullTranslations())
        found = ColumnLayout()
        assert found.read_json(text) == ("Importance", True)
        assert (found.widths, found.choices) == ({"Tokens": 70, "#": 40}, {"Summary": False})
        assert found.order == ["Summary", "#"]
    finally:
        language.use(NullTranslations())


def test_words_give_up_what_the_room_lacks_and_numbers_nothing():
    columns = [
        Column("Name", "", str, 120),
        Column("Mood", "", str, 90),
        Column("Size", "", str, 60, is_number=True),
    ]
    layout, shown = ColumnLayout(), frozenset({0, 1, 2})
    titles = [40, 80, 30]
    assert layout.shrunk(columns, [120, 90, 60], titles, shown, 270) == [120, 90, 60]
    assert layout.shrunk(columns, [120, 90, 60], titles, shown, 250) == [110, 80, 60]
    assert layout.shrunk(columns, [120, 90, 60], titles, shown, 100) == [40, 80, 60]
    layout.widths["Name"] = 120
    assert layout.shrunk(columns, [120, 90, 60], titles, shown, 100) == [120, 80, 60]
