"""One change for many memories, from the table."""

import pytest
from PySide6.QtCore import Qt

from inspector.analysis.differences import Kind
from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory
from inspector.gui.panels.memories.bulk_dialog import BulkDialog
from inspector.gui.tables.word_marks import _side


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


def test_a_row_is_left_out_by_its_tick_or_space_and_stays_as_it_is(qtbot, dialog, document):
    requested = []
    dialog.kept.connect(lambda edits, _words: requested.append(edits))
    choose(dialog, "Lower importance")
    settled(qtbot, dialog)
    falling = [row.value.memory for row in dialog.model.rows]
    dialog.table.clicked.emit(dialog.model.index(0, 0))
    settled(qtbot, dialog)
    assert [row.is_included for row in dialog.model.rows] == [False, *[True] * (len(falling) - 1)]
    assert dialog.keep_button.text() == f"Change {len(falling) - 1}"
    assert "1 left out" in dialog.words.text()
    dialog.table.setCurrentIndex(dialog.model.index(0, 1))
    qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
    settled(qtbot, dialog)
    assert all(row.is_included for row in dialog.model.rows)
    dialog.table.clicked.emit(dialog.model.index(1, 0))
    settled(qtbot, dialog)
    dialog.keep_button.click()
    after = document
    for edit in requested[0]:
        after = apply(after, edit)
    changed = [
        one.index for one in document.memories if after.memories[one.index].record is not one.record
    ]
    assert changed == [falling[0], *falling[2:]]


def test_a_wrong_pattern_is_underlined_where_it_is_wrong(qtbot, dialog):
    choose(dialog, "Replace in summary")
    dialog.value.setText("rope (tied")
    assert dialog.value._fault is not None
    start, end = dialog.value._fault
    assert 0 <= start < end <= len("rope (tied") + 1
    dialog.value.setText("rope")
    settled(qtbot, dialog)
    assert dialog.value._fault is None


def test_old_and_new_mark_the_words_that_differ():
    old, new = "Mara found a rope below.", "Mara found two ropes below."
    for side, words in ((Kind.REMOVED, ["a rope"]), (Kind.ADDED, ["two ropes"])):
        text, spans = _side(old, new, side)
        assert text == (old if side is Kind.REMOVED else new)
        assert " ".join(text[start:end] for start, end in spans).split() == words[0].split()
