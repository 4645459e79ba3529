"""The filter above rows: its terms as chips, and what was used before."""

import pytest
from PySide6.QtWidgets import QInputDialog, QMenu, QPushButton

from inspector.analysis.filters.grammar import FilterError
from inspector.analysis.filters.rows import memory_fields
from inspector.core.document import Document
from inspector.gui.tables.filter_row import FilterRow


@pytest.fixture
def row(qtbot):
    row = FilterRow()
    row.input.fields = memory_fields(Document())
    qtbot.addWidget(row)
    return row


def chips(row):
    return [one for one in row.chips.parent().findChildren(QPushButton) if "×" in one.text()]


def test_each_of_several_terms_is_a_chip_that_takes_it_away(row):
    row.input.setText("words > 18 and archived and lamp")
    displayed = [one for one in chips(row) if not one.isHidden()]
    assert [one.text() for one in displayed] == ["words > 18  ×", "archived  ×", "lamp  ×"]
    displayed[1].click()
    assert row.input.text() == "words > 18 and lamp"


def test_words_one_term_and_a_fault_have_no_chips(row):
    for text in ("lamp light", "words > 18", "words > and", "words > 18 or archived", ""):
        row.input.setText(text)
        assert row.chips.isHidden()


def test_a_filter_that_was_used_is_kept_once_and_first(row):
    kept = []
    row.menu.used.connect(kept.append)
    for text in ("lamp", "words > 18", "lamp"):
        row.input.setText(text)
        row.input.left.emit()
    assert kept[-1] == ("lamp", "words > 18")


def titles(row):
    menu = QMenu()
    row.menu.fill(menu)
    return [one.text() for one in menu.actions() if one.text()]


def test_a_filter_is_kept_under_a_name_renamed_and_deleted(row):
    kept = []
    row.menu.named_changed.connect(kept.append)
    row.input.setText("words > 18")
    row.menu.keep(" Long   ones ", "words > 18")
    assert kept[-1] == {"Long ones": "words > 18"}
    assert "Long ones" in titles(row)
    row.menu.keep("A&B", "words > 18", before="Long ones")
    assert kept[-1] == {"A&B": "words > 18"}
    assert "A&&B" in titles(row)
    row.menu.keep("  ", "secret")
    assert row.menu.named == {"A&B": "words > 18"}
    row.menu.delete("A&B")
    assert kept[-1] == {}


def test_the_name_of_a_filter_is_asked_without_holding_anybody_up(row, qtbot):
    row.input.setText("archived")
    menu = QMenu()
    row.menu.fill(menu)
    next(one for one in menu.actions() if one.text().startswith("Keep")).trigger()
    dialog = row.menu.findChild(QInputDialog)
    dialog.setTextValue("Old ones")
    dialog.accept()
    assert row.menu.named == {"Old ones": "archived"}
    row.input.setText("archived ==")
    row.show_error(FilterError("archived ==", 11, 11, "expected a value"))
    row.menu.fill(menu)
    assert not next(one for one in menu.actions() if one.text().startswith("Keep")).isEnabled()
