"""Several selected rows show what they come to, and what can be done to all of them."""

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetHidden
from inspector.core.injection import Verdict
from inspector.core.memory import Memory
from inspector.gui.panels.memories.selected_bar import sums_of
from inspector.gui.panels.messages.panel import MessagesPanel
from inspector.gui.panels.messages.selected_bar import ranges_of
from inspector.gui.state.selection import Selection
from tests.systems.openvault.retrieval.vaults import event, talk, vault

MEMORIES = [Memory(n, {"id": f"e{n}"}) for n in range(3)]


def verdict(memory, *, in_block, gate=None, tokens=10):
    return Verdict(memory, "mid", in_block, gate, "", tokens)


def test_memories_that_are_out_tell_what_they_would_cost_and_why_all_are():
    out = [verdict(n, in_block=False, gate="budget") for n in range(3)]
    assert sums_of(MEMORIES, out) == ("3 memories, 30 tokens if they were in", "All 3: budget")


def test_memories_that_are_in_tell_what_they_cost():
    held = [verdict(n, in_block=True) for n in range(3)]
    assert sums_of(MEMORIES, held) == ("3 memories, 30 tokens", "All 3: in")
    mixed = [*held[:2], verdict(2, in_block=False, gate="budget", tokens=5)]
    assert sums_of(MEMORIES, mixed) == ("3 memories, 2 in with 20 tokens, 25 with all", "")
    assert sums_of(MEMORIES, []) == ("3 memories", "")


@pytest.mark.parametrize(
    ("messages", "words"), [([3], "3"), ([3, 5, 6, 7, 9], "3,5..7,9"), ([0, 1], "0..1")]
)
def test_messages_are_named_as_they_are_typed(messages, words):
    assert ranges_of(messages) == words


@pytest.fixture
def panel(qtbot):
    made = MessagesPanel(Selection())
    qtbot.addWidget(made, before_close_func=lambda one: one.wait())
    made.resize(900, 500)
    made.show()
    qtbot.waitExposed(made)
    made.set_document(vault(talk(10, hidden=4), [event("a", message_ids=[3, 4])]))
    qtbot.waitUntil(lambda: made.model.facts.sources.memory_count == 1)
    return made


def select(panel, first, last):
    model = panel.model
    rows = QItemSelection(model.index(first, 0), model.index(last, model.columnCount() - 1))
    panel.table.selectionModel().select(rows, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def test_selected_messages_are_hidden_copied_and_made_a_memory_of(panel, qtbot, qapp):
    bar = panel.selected_bar
    select(panel, 3, 3)
    assert bar.isHidden()
    select(panel, 2, 5)
    assert bar.sums.text().startswith("4 messages, ")
    assert bar.shared.text() == "2 hidden · sources of 1 memory"
    buttons = {one.text(): one for one in bar.findChildren(type(bar._hide))}
    with qtbot.waitSignal(panel.edit_requested) as requested:
        QTest.mouseClick(buttons["Hide"], Qt.MouseButton.LeftButton)
    assert requested.args == [SetHidden((2, 3, 4, 5), hidden=True)]
    bar.memory_requested.disconnect()
    with qtbot.waitSignal(bar.memory_requested) as requested:
        QTest.mouseClick(buttons["New memory…"], Qt.MouseButton.LeftButton)
    assert requested.args == ["2..5"]
    QTest.mouseClick(buttons["Copy"], Qt.MouseButton.LeftButton)
    assert qapp.clipboard().text().count("\n\n") == 3


def test_the_shift_key_selects_more_messages(panel, qtbot):
    panel.table.setFocus()
    panel.show_message(2)
    QTest.keyClick(panel.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(panel.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert panel.selected_bar.sums.text().startswith("3 messages")
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert panel.selected_bar.isHidden()
