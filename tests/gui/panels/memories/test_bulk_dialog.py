"""One change for many memories, from the table."""

import pytest

from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory
from inspector.gui.panels.memories.bulk_dialog import BulkDialog


@pytest.fixture
def dialog(qtbot, document):
    dialog = BulkDialog(document, range(len(document.memories)), None)
    qtbot.addWidget(dialog)
    return dialog


def settled(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog._worker.is_busy)


def choose(dialog, title):
    location = dialog.change.findText(title)
    assert location >= 0
    dialog.change.setCurrentIndex(location)


def test_a_change_is_shown_and_kept_as_one_step(qtbot, dialog, document):
    requested = []
    dialog.kept.connect(lambda edits, words: requested.append((edits, words)))
    choose(dialog, "Lower importance")
    falling = [one.index for one in document.memories if one.importance > 1]
    settled(qtbot, dialog)
    assert dialog.model.rowCount() == len(falling)
    dialog.keep_button.click()
    ((edits, words),) = requested
    after = document
    for edit in edits:
        after = apply(after, edit)
    assert [after.memories[at].importance for at in falling] == [
        document.memories[at].importance - 1 for at in falling
    ]
    assert words.startswith("Lower importance: ")


def test_a_replacement_that_is_none_says_why_and_changes_nothing(qtbot, dialog):
    choose(dialog, "Replace in summary")
    dialog.value.setText("(")
    assert "no regular expression" in dialog.words.text()
    assert not dialog.keep_button.isEnabled()
    dialog.value.setText("no such words anywhere")
    settled(qtbot, dialog)
    assert not dialog.keep_button.isEnabled()
    choose(dialog, "Set importance to")
    dialog.value.setText("9")
    settled(qtbot, dialog)
    assert "1 to 5" in dialog.words.text()


def test_every_row_is_shown_however_many_memories_there_are(qtbot):
    memories = tuple(Memory(at, {"id": f"m{at}", "importance": 2}) for at in range(3_000))
    spec = FieldSpec("importance", "Importance", FieldKind.IMPORTANCE, "How much it matters.")
    dialog = BulkDialog(Document(memories=memories, fields=(spec,)), range(3_000), None)
    qtbot.addWidget(dialog)
    choose(dialog, "Raise importance")
    settled(qtbot, dialog)
    assert dialog.model.rowCount() == 3_000
    assert dialog.words.text() == "3,000 change"
