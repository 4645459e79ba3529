"""One change for many memories, from the table."""

import pytest

from inspector.core.edits import apply
from inspector.gui.panels.memories.bulk_dialog import BulkDialog


@pytest.fixture
def dialog(qtbot, document):
    dialog = BulkDialog(document, range(len(document.memories)), None)
    qtbot.addWidget(dialog)
    return dialog


def choose(dialog, title):
    place = dialog.change.findText(title)
    assert place >= 0
    dialog.change.setCurrentIndex(place)


def test_a_change_is_shown_and_kept_as_one_step(dialog, document):
    asked = []
    dialog.kept.connect(lambda edits, words: asked.append((edits, words)))
    choose(dialog, "Lower importance")
    falling = [one.index for one in document.memories if one.importance > 1]
    assert dialog.table.rowCount() == len(falling)
    dialog.keep_button.click()
    ((edits, words),) = asked
    after = document
    for edit in edits:
        after = apply(after, edit)
    assert [after.memories[at].importance for at in falling] == [
        document.memories[at].importance - 1 for at in falling
    ]
    assert words.startswith("Lower importance: ")


def test_a_replacement_that_is_none_says_why_and_changes_nothing(dialog):
    choose(dialog, "Replace in summary")
    dialog.value.setText("(")
    assert "no regular expression" in dialog.words.text()
    assert not dialog.keep_button.isEnabled()
    dialog.value.setText("no such words anywhere")
    assert not dialog.keep_button.isEnabled()
    choose(dialog, "Set importance to")
    dialog.value.setText("9")
    assert "1 to 5" in dialog.words.text()
