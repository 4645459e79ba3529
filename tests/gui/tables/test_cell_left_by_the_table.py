"""An editor that its table closes by itself, as where another row becomes the current one."""

import pytest
import shiboken6
from PySide6.QtCore import Qt

from inspector.gui.kit.plain_text import modified_texts
from inspector.gui.tables.column import Column
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.text_editor import TextCellEditor
from inspector.gui.tables.view import Table

TITLE, NOTE = range(2)
REFUSAL = "A title cannot be empty."
F2, RETURN = Qt.Key.Key_F2, Qt.Key.Key_Return


@pytest.fixture
def rows():
    return [["Pier", "wet"], ["Quay", "dry"], ["Dock", "old"]]


@pytest.fixture
def table(qtbot, rows):
    """A table of rows whose first column refuses to be empty."""
    columns = [
        Column("title", "Title", text=lambda row: row[TITLE], edit=lambda row: row[TITLE]),
        Column("note", "Note", text=lambda row: row[NOTE], edit=lambda row: row[NOTE]),
    ]
    model = TableModel(columns)
    table = Table(model, "Places")

    def keep(row, column, value):
        if value:
            rows[row] = [*rows[row][:column], value, *rows[row][column + 1 :]]
            model.show_rows(tuple(rows))
        else:
            table.cells.editor.refuse(REFUSAL)

    model.edited.connect(keep)
    model.show_rows(tuple(rows))
    table.resize(600, 300)
    qtbot.addWidget(table)
    table.show()
    table.setFocus()
    return table


def begin(qtbot, table, text):
    """Type over the first title, and keep nothing yet."""
    table.setCurrentIndex(table.model().index(0, TITLE))
    qtbot.keyClick(table, F2)
    editor = table.findChildren(TextCellEditor)[-1]
    editor.edit.selectAll()
    qtbot.keyClick(editor.edit, Qt.Key.Key_Delete)
    qtbot.keyClicks(editor.edit, text)
    return editor


def go_on(table):
    """Make another row the current one, as the table itself does on a key or a click."""
    table.setCurrentIndex(table.model().index(1, NOTE))


def test_what_is_typed_is_kept_once_and_qt_warns_of_nothing(qtbot, table, rows, qtlog):
    editor = begin(qtbot, table, "Jetty")
    go_on(table)
    assert rows[0] == ["Jetty", "wet"]
    assert table.cells.editor is None
    assert editor.edit not in modified_texts()
    qtbot.waitUntil(lambda: not shiboken6.isValid(editor))
    assert not [one.message for one in qtlog.records if "commitData" in one.message]


def test_a_refusal_is_told_where_the_editor_goes(qtbot, table, rows, qtlog):
    refusals = []
    table.cells.left_refused.connect(refusals.append)
    editor = begin(qtbot, table, "")
    go_on(table)
    qtbot.waitUntil(lambda: not shiboken6.isValid(editor))
    assert rows[0] == ["Pier", "wet"]
    assert refusals == [REFUSAL]
    assert table.cells.editor is None
    assert not [one.message for one in qtlog.records if "commitData" in one.message]
