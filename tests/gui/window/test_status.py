"""The status bar: passing messages and facts never stand in one place."""

from inspector.core.document import Document
from inspector.gui.kit.steady_label import SteadyLabel
from inspector.gui.window.status import Status


def words(status):
    return [one.text() for one in status.findChildren(SteadyLabel) if one.isVisible()]


def test_a_passing_message_stands_alone_until_it_is_gone(qtbot):
    status = Status()
    qtbot.addWidget(status)
    status.resize(1200, 24)
    status.show()
    status.show_document(Document(), modified=False)
    assert "0 messages · 0 memories" in words(status)
    status.say("Kept.")
    status.show_file("the sample chat")
    assert words(status) == ["", "", "", "the sample chat"]
    status.clearMessage()
    assert "0 messages · 0 memories" in words(status)
