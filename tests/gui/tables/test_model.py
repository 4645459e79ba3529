"""A table declared by its columns: cells, header, editing, refreshing."""

from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.theme import LIGHT, use_theme
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table

ROLE = Qt.ItemDataRole


@dataclass(frozen=True)
class Lamp:
    name: str
    oil: int


COLUMNS = (
    Column[Lamp](
        "Lamp",
        "What it is called.",
        lambda lamp: lamp.name,
        edit=lambda lamp: lamp.name,
        tooltip=lambda lamp: "dry" if not lamp.oil else "",
    ),
    Column[Lamp](
        "Oil", "Spoons left.", lambda lamp: f"{lamp.oil:,}", "1,000", is_number=True, colour=quiet
    ),
)
LAMPS = [Lamp("Pier", 1200), Lamp("Mill", 0)]


@pytest.fixture
def model(qapp):
    made = TableModel(COLUMNS)
    made.show_rows(LAMPS)
    return made


def cells(model):
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_cells_say_what_their_columns_say(model, qtmodeltester):
    assert cells(model) == [["Pier", "1,200"], ["Mill", "0"]]
    qtmodeltester.check(model)
    model.show_rows([])
    qtmodeltester.check(model)
    assert cells(model) == []


def test_roles_follow_the_column(model):
    use_theme(LIGHT)
    name, oil = model.index(1, 0), model.index(1, 1)
    assert name.data(ROLE.ToolTipRole) == "dry"
    assert model.index(0, 0).data(ROLE.ToolTipRole) is None
    assert oil.data(ROLE.ForegroundRole) == LIGHT.text_2
    assert oil.data(ROLE.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Oil"
    assert model.headerData(1, Qt.Orientation.Horizontal, ROLE.ToolTipRole) == "Spoons left."
    assert model.headerData(7, Qt.Orientation.Horizontal) is None


def test_a_column_without_a_title_has_a_name_for_who_hears_it(model, qtbot):
    horizontal = Qt.Orientation.Horizontal
    assert model.headerData(0, horizontal, ROLE.AccessibleTextRole) == "Lamp"
    model = TableModel((*COLUMNS, replace(COLUMNS[1], title="", name="Level")))
    model.show_rows(LAMPS)
    assert model.headerData(2, horizontal, ROLE.AccessibleTextRole) == "Level"
    table = Table(model, "Lamps")
    qtbot.addWidget(table)
    spoken = QAccessible.queryAccessibleInterface(table)
    parts = [spoken.child(number) for number in range(spoken.childCount())]
    headers = [one for one in parts if one.role() == QAccessible.Role.ColumnHeader]
    names = [one.text(QAccessible.Text.Name) for one in headers]
    assert names == ["Lamp", "Oil", "Level"]


def edited(model, qtbot):
    """A table whose first cell is being edited."""
    table = Table(model, "Lamps")
    qtbot.addWidget(table)
    table.show()
    table.setCurrentIndex(model.index(0, 0))
    table.edit(model.index(0, 0))
    return table


def test_an_editor_is_called_as_its_column(model, qtbot):
    table = edited(model, qtbot)
    assert table.findChild(PlainTextEdit).accessibleName() == "Lamp"


def test_editing_asks_and_changes_nothing(model, qtbot):
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    assert not model.flags(model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable
    with qtbot.waitSignal(model.edited) as requested:
        assert model.setData(model.index(0, 0), "Quay")
    assert requested.args == [0, 0, "Quay"]
    assert cells(model)[0][0] == "Pier"
    assert not model.setData(model.index(0, 1), "5")


def test_what_is_typed_outlives_a_refresh_of_the_same_rows(model, qtbot):
    table = edited(model, qtbot)
    editor = table.findChild(PlainTextEdit)
    editor.type_over("half a na")
    model.refresh()
    model.show_rows([LAMPS[0], replace(LAMPS[1], oil=5)])
    assert editor.text == "half a na"
    assert cells(model)[1] == ["Mill", "5"]


def test_other_rows_begin_anew(model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        model.show_rows(LAMPS[:1])


def test_a_column_is_wide_enough_for_its_widest_text(model, qtbot):
    table = Table(model, "Lamps")
    qtbot.addWidget(table)
    table.resize(400, 200)
    table.show()
    text = table.fontMetrics().horizontalAdvance("1,000")
    assert text < table.columnWidth(1) < 400 / 2
    assert table.columnWidth(0) + table.columnWidth(1) <= table.viewport().width() + 1
