"""What is made of the selection, and the dialog that parts a summary."""

import pytest

from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.gui.panels.memories.split_dialog import SplitDialog, code_points


def test_a_place_is_counted_as_people_count():
    assert code_points("🐉 came.", 2) == 1
    assert code_points("🐉 came.", 8) == 7


def document_of(*summaries):
    records = [{"id": f"m{len(one)}", "summary": one} for one in summaries]
    return Document(memories=tuple(Memory(index, one) for index, one in enumerate(records)))


@pytest.fixture
def dialog(qtbot):
    found = SplitDialog(document_of("🐉 came. It left again."), 0)
    qtbot.addWidget(found)
    return found


def test_the_cursor_starts_behind_the_first_sentence_and_shows_the_parts(dialog):
    assert dialog.cut == 7
    assert "1. 🐉 came." in dialog.parts.text()
    assert "2. It left again." in dialog.parts.text()
    cursor = dialog.text.textCursor()
    cursor.setPosition(0)
    dialog.text.setTextCursor(cursor)
    assert not dialog.here.isEnabled()


def test_both_buttons_tell_places_in_code_points(dialog, qtbot):
    with qtbot.waitSignal(dialog.split_requested) as heard:
        dialog.here.click()
    assert heard.args == [0, [7]]
