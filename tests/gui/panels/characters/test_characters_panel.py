"""What is kept about characters and relationships, edited in cells."""

import json

import pytest
import shiboken6
from PySide6.QtCore import Qt

from inspector.core.edits import apply, changes_between
from inspector.core.moment import Moment
from inspector.gui.kit.plain_text import modified_texts
from inspector.gui.panels.characters.panel import NOTHING, CharactersPanel
from inspector.gui.state.session import Question
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.text_editor import TextCellEditor
from inspector.loading import open_chat

PAIR = {"trust_level": 8, "tension_level": 2.5, "relationship_type": "friend", "history": []}
KEPT = {
    "memories": [{"id": "a", "summary": "Kai, who lied, left.", "message_ids": [0]}],
    "character_states": {
        "Kai": {"name": "Kai", "current_emotion": "calm", "emotion_intensity": 5,
                "known_events": ["a"], "emotion_from_messages": {"min": 0, "max": 1}},
        "Zoe, the \"Fox\"": {"current_emotion": "neutral", "known_events": []},
    },
    "relationships": {"Kai<->Zoe": PAIR},
}  # fmt: skip


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "chat.jsonl"
    head = {"user_name": "Zoe", "character_name": "Kai", "chat_metadata": {"openvault": KEPT}}
    wording = {"name": "Kai", "mes": "Hello.", "is_user": False}
    path.write_text("\n".join(map(json.dumps, (head, wording, wording))), "utf-8")
    return open_chat(path).document


@pytest.fixture
def panel(qtbot, document):
    panel = CharactersPanel()
    qtbot.addWidget(panel)
    panel.document = document
    panel.show_view(View(document), ViewChanges(Part.CHAT))

    def submit(edit):
        before, panel.document = panel.document, apply(panel.document, edit)
        changes = changes_between(before, panel.document)
        panel.show_view(View(panel.document), ViewChanges(Part.DOCUMENT, changes))

    panel.edit_requested.connect(submit)
    panel.show()
    return panel


def begin(qtbot, table, row, column, text):
    """Type into a cell, and keep nothing yet."""
    table.setFocus()
    table.setCurrentIndex(table.model().index(row, column))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.findChildren(TextCellEditor)[-1].edit
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    return editor


def write(qtbot, table, row, column, text):
    editor = begin(qtbot, table, row, column, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not shiboken6.isValid(editor))


def test_a_mood_and_what_was_told_are_edited_in_their_cells(qtbot, panel):
    assert [one.text(panel.characters.rows[0]) for one in panel.characters.columns] == [
        "Kai", "calm", "0–1", "1",
    ]  # fmt: skip
    write(qtbot, panel.table, 0, 1, "anxious")
    assert panel.document.characters["Kai"].emotion == "anxious"
    write(qtbot, panel.table, 1, 3, "a")
    assert panel.document.characters['Zoe, the "Fox"'].known_events == ("a",)


def test_a_relationship_is_edited_and_one_that_cannot_be_is_refused_with_its_reason(qtbot, panel):
    assert panel.pairs.isVisible()
    write(qtbot, panel.pairs, 0, 1, "rival")
    panel.relationships.edited.emit(0, 2, 3.0)
    kept = panel.document.stores["openvault"]["relationships"]["Kai<->Zoe"]
    assert kept == {**PAIR, "relationship_type": "rival", "trust_level": 3.0}
    panel.relationships.edited.emit(0, 3, 11.0)
    assert "0 to 10" in panel.notice.text
    editor = begin(qtbot, panel.table, 0, 3, "nobody_has_this")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text == "nobody_has_this"
    assert "no memory has" in panel.table.cells.editor.hint
    panel.pairs.setFocus()
    panel.commit()
    assert "no memory has" in panel.notice.text


def test_what_is_typed_in_a_cell_is_a_draft_with_a_name_and_asked_for_before_a_save(qtbot, panel):
    editor = begin(qtbot, panel.table, 0, 1, "furious")
    assert editor in modified_texts()
    assert editor.accessibleName() == "Current emotion"
    panel.commit()
    assert panel.document.characters["Kai"].emotion == "furious"
    assert editor not in modified_texts()


def test_a_level_is_typed_like_a_text_and_one_that_nobody_typed_stays_as_it_is(qtbot, panel):
    def levels():
        kept = panel.document.stores["openvault"]["relationships"]["Kai<->Zoe"]
        return kept["trust_level"], kept["tension_level"]

    panel.relationships.edited.emit(0, 3, 7.12345678)
    panel.pairs.setFocus()
    panel.pairs.setCurrentIndex(panel.relationships.index(0, 3))
    qtbot.keyClick(panel.pairs, Qt.Key.Key_F2)
    panel.commit()
    assert levels() == (8, 7.12345678)
    editor = begin(qtbot, panel.pairs, 0, 2, "4.5")
    assert editor in modified_texts()
    panel.commit()
    assert levels() == (4.5, 7.12345678)
    write(qtbot, panel.pairs, 0, 2, "4")
    assert repr(levels()[0]) == "4"
    for wrong in ("many", "99", "nan", "1e400"):
        editor = begin(qtbot, panel.pairs, 0, 2, wrong)
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        assert editor.text == wrong
        assert "0 to 10" in panel.pairs.cells.editor.hint
        qtbot.keyClick(editor, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda gone=editor: not shiboken6.isValid(gone))
    assert levels() == (4, 7.12345678)


def test_a_chat_that_keeps_nothing_says_so(panel):
    panel.show_view(View(), ViewChanges(Part.CHAT))
    assert panel.empty.text == NOTHING
    assert panel.pairs.isHidden()


def test_at_an_earlier_end_it_says_that_it_shows_what_the_file_has(panel):
    def at(end):
        view = View(panel.document, Question(moment=Moment(at=end)))
        panel.show_view(view, ViewChanges(Part.QUESTION))
        return panel.earlier.text()

    assert at(0) == "As the file has it after message 1: what held after message 0 is not kept."
    assert panel.earlier.isVisible()
    assert (at(1), at(None)) == ("", "")
    assert panel.earlier.isHidden()
