import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.gui.panels.messages.columns import Location
from inspector.gui.panels.messages.model import MessagesModel
from inspector.gui.panels.messages.sources import sources_of


@pytest.fixture
def model(qapp, harbour):
    made = MessagesModel()
    made.set_document(harbour, np.arange(8))
    made.facts.sources = sources_of(harbour)
    return made


def cell(model, row, location, role=Qt.ItemDataRole.DisplayRole):
    return model.data(model.index(row, location), role)


def test_the_model_keeps_qt_s_rules(model, qtmodeltester):
    qtmodeltester.check(model)
    model.set_rows(np.array([1, 5]))
    qtmodeltester.check(model)


def test_cells_say_what_the_message_is(model):
    assert [
        cell(model, 3, location) for location in (Location.NUMBER, Location.STATUS, Location.NAME)
    ] == [
        "3",
        "● sent",
        "Mira",
    ]
    assert cell(model, 1, Location.STATUS) == "○ hidden"
    assert cell(model, 3, Location.SWIPES) == "3"
    assert cell(model, 2, Location.SWIPES) == ""
    assert cell(model, 2, Location.MEMORIES) == "1"
    assert cell(model, 7, Location.MEMORIES) == ""


def test_summaries_in_a_tooltip_are_plain_text(model):
    words = cell(model, 3, Location.MEMORIES, Qt.ItemDataRole.ToolTipRole)
    assert "&lt;i&gt;everyone&lt;/i&gt;" in words
    assert cell(model, 7, Location.MEMORIES, Qt.ItemDataRole.ToolTipRole) is None


def test_rows_can_be_some_of_the_messages(model):
    model.set_rows(np.array([1, 5]))
    assert model.rowCount() == 2
    assert cell(model, 1, Location.NUMBER) == "5"
    assert (model.row_of(5), model.row_of(4)) == (1, None)


def test_a_screen_reader_hears_marks_and_moment(model):
    model.facts.marked = np.array([False, True] + [False] * 6)
    model.facts.playhead = 0
    spoken = cell(model, 1, Location.NUMBER, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Message 1. A selected memory came from it. It comes after the moment."


def test_a_hundred_thousand_rows_decode_only_what_is_asked_for(make_document, qapp):
    class Counting:
        def __init__(self, records):
            self.records, self.requested = records, 0

        def __len__(self):
            return len(self.records)

        def __getitem__(self, index):
            self.requested += 1
            return self.records[index]

    document = make_document(*["text"] * 50)
    records = Counting(document.chat.records)
    object.__setattr__(document.chat, "records", records)
    model = MessagesModel()
    model.set_document(document, np.arange(50))
    assert records.requested == 0
    for location in Location:
        cell(model, 7, location)
    assert records.requested == 1
