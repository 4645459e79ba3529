"""The status bar: passing messages and facts never stand in one place."""

import pytest

from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.gui.kit.steady_label import SteadyLabel
from inspector.gui.window.status import Status


def words(status):
    return [one.text() for one in status.findChildren(SteadyLabel) if one.isVisible()]


@pytest.mark.parametrize(
    ("memories", "expected"), [(1, "0 messages · 1 memory"), (2, "0 messages · 2 memories")]
)
def test_one_memory_is_no_memories(qtbot, memories, expected):
    status = Status()
    qtbot.addWidget(status)
    status.show()
    found = tuple(Memory(index, {}) for index in range(memories))
    status.show_document(Document(memories=found), modified=False)
    assert expected in words(status)


def test_a_passing_message_stands_alone_until_it_is_gone(qtbot):
    status = Status()
    qtbot.addWidget(status)
    status.resize(1200, 24)
    status.show()
    status.show_document(Document(), modified=False)
    assert "0 messages · no memories of OpenVault" in words(status)
    status.say("Kept.")
    status.show_file("the sample chat")
    assert words(status) == ["", "", "", "the sample chat"]
    status.clearMessage()
    assert "0 messages · no memories of OpenVault" in words(status)
