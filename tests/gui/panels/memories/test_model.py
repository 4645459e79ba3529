import pytest
from PySide6.QtCore import QModelIndex, Qt

from inspector.core.edits import SetField, apply
from inspector.gui.panels.memories.columns import COLUMNS, Location
from inspector.gui.panels.memories.model import MemoryModel

SHOWN = Qt.ItemDataRole.DisplayRole
TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def model(qapp, document):
    made = MemoryModel()
    made.set_document(document)
    return made


def text(model, row, location):
    return model.index(row, location).data(SHOWN)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_is_a_proper_model(qtmodeltester, model, derivation):
    model.set_derivation(derivation)
    qtmodeltester.check(model)
    model.set_filter("orne")
    qtmodeltester.check(model)


def test_cells_say_what_memories_hold(model, derivation):
    model.set_derivation(derivation)
    wording = [text(model, 1, location) for location in Location]
    assert wording == [
        "Mid, 1",
        "3 of 5 stars",
        "secret",
        "Mara, Ada, Wren and Orne",
        "Ada paid.",
        "146",
        "9",
        "budget",
        "",
        "",
        "",
        "",
        "event_10",
        "event",
        "1.50",
        "2",
    ]


def test_screen_readers_hear_the_column_and_the_value(model):
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(1, Location.SECRET).data(role) == "Secret: secret"
    assert model.index(2, Location.WITNESSES).data(role) == "Witnesses: none"


def test_tooltips_are_never_html_of_the_chat(model, derivation):
    model.set_derivation(derivation)
    model.set_problems({2: "It has <5> words."})
    tip = model.index(2, Location.SUMMARY).data(TIP)
    assert "&lt;b&gt;Orne&lt;/b&gt; &amp;" in tip
    assert "4 words; 8 to 18 words are best" in tip
    assert "▲ It has &lt;5&gt; words." in tip
    assert model.index(1, Location.VERDICT).data(TIP) == "<qt>Mid has no room for &lt;it&gt;.</qt>"
    assert "does not exist yet" in model.index(3, Location.VERDICT).data(TIP)
    assert "Orne" in model.index(1, Location.WITNESSES).data(TIP)


def test_headers_tell_what_a_field_does(model):
    horizontal = Qt.Orientation.Horizontal
    assert model.headerData(Location.IMPORTANCE, horizontal, SHOWN) == "Importance"
    assert "How much it counts." in model.headerData(Location.IMPORTANCE, horizontal, TIP)
    assert model.headerData(0, Qt.Orientation.Vertical, SHOWN) is None


def test_setting_data_asks_and_changes_nothing(qtbot, model, document):
    index = model.index(0, Location.SUMMARY)
    with qtbot.waitSignal(model.change_requested) as requested:
        assert model.setData(index, "Other words.")
    assert requested.args == [0, "summary", "Other words."]
    assert model.document is document
    assert text(model, 0, Location.SUMMARY) == document.memories[0].summary


def test_setting_what_is_held_asks_for_nothing(qtbot, model, document):
    with qtbot.assertNotEmitted(model.change_requested):
        model.setData(model.index(0, Location.SUMMARY), document.memories[0].summary)
        model.setData(model.index(0, Location.TOKENS), 3)
        model.setData(QModelIndex(), 3)


def test_one_edited_memory_changes_one_row(qtbot, model, document):
    model.sort(Location.SUMMARY, Qt.SortOrder.DescendingOrder)
    after = apply(document, SetField((3,), "importance", 5))
    with qtbot.waitSignal(model.dataChanged) as changed:
        model.show_edited(after, frozenset({3}))
    first, last = changed.args[:2]
    assert (first.row(), last.row()) == (0, 0)
    assert text(model, 0, Location.IMPORTANCE) == "5 of 5 stars"


@pytest.mark.parametrize(
    ("chosen", "runs"),
    [(range(500), [(0, 499)]), ([1, 2, 9], [(1, 2), (9, 9)]), (range(0, 500, 2), [(0, 498)])],
)
def test_many_edited_memories_are_told_in_few_signals(many, qapp, chosen, runs):
    model, document = MemoryModel(), many(500)
    model.set_document(document)
    seen = []
    model.dataChanged.connect(lambda first, last: seen.append((first.row(), last.row())))
    after = apply(document, SetField(tuple(chosen), "importance", 5))
    model.show_edited(after, frozenset(chosen))
    assert seen == runs


def test_a_derivation_is_one_signal(model, derivation):
    seen = []
    model.dataChanged.connect(lambda first, last: seen.append((first.row(), last.row())))
    model.set_derivation(derivation)
    assert seen == [(0, 3)]


def test_edits_of_rows_that_the_filter_hides_say_nothing(qtbot, model, document):
    model.set_filter("rope")
    after = apply(document, SetField((3,), "importance", 5))
    with qtbot.assertNotEmitted(model.dataChanged):
        model.show_edited(after, frozenset({3}))
    model.set_filter("")
    assert text(model, 3, Location.IMPORTANCE) == "5 of 5 stars"


def test_an_edit_does_not_move_rows_from_under_the_hand(model, document):
    model.sort(Location.IMPORTANCE)
    before = list(model.order.places)
    model.show_edited(apply(document, SetField((0,), "importance", 1)), frozenset({0}))
    assert list(model.order.places) == before
    model.sort(Location.IMPORTANCE)
    assert model.order.places[0] == 0


def test_only_written_cells_are_editable(model):
    editable = Qt.ItemFlag.ItemIsEditable
    places = [location for location in Location if model.index(0, location).flags() & editable]
    assert places == [Location.SUMMARY, Location.WHEN]


def test_a_document_without_fields_is_read_only(qapp, document):
    model = MemoryModel()
    model.set_document(type(document)(memories=document.memories))
    assert not any(model.field_at(location) for location in Location)
    assert len(COLUMNS) == model.columnCount()


def test_the_tokens_say_which_they_are(model, derivation):
    model.set_derivation(derivation)
    header = model.headerData(Location.TOKENS, Qt.Orientation.Horizontal, TIP)
    assert "budget counts" in header
    assert "budget counts" in model.index(0, Location.TOKENS).data(TIP)
