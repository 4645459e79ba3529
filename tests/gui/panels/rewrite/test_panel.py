"""The panel of rewriting: by hand, and with an answer that is pasted."""

import pytest
from PySide6.QtCore import Qt

from inspector.core.edits import Changes
from inspector.core.moment import Moment
from inspector.gui.panels.rewrite.panel import EMPTY, RewritePanel
from inspector.gui.panels.rewrite.queue import Source
from inspector.gui.state.derivation import derive
from inspector.gui.state.session import Question, State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.loading import open_chat

EVERY = Part.CHAT | Part.DOCUMENT | Part.ANSWER | Part.PROBLEMS


@pytest.fixture(scope="module")
def view(sample):
    document = open_chat(sample).document
    question = Question(moment=Moment())
    return View(document, question, derive(State(document, question)))


@pytest.fixture
def panel(qtbot, view):
    panel = RewritePanel()
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show_view(view, ViewChanges(EVERY, Changes()))
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FILTERED))
    panel.set_filtered(frozenset({19, 31, 40}))
    panel.show()
    return panel


def test_each_is_worded_with_enter_and_all_become_one_step(qtbot, panel, view):
    asked = []
    panel.edits_requested.connect(lambda edits, words: asked.append((edits, words)))
    edit = panel.editor.edit
    for text in (
        "Rufus told Nell that a collector wanted the clock's dial for his inn.",
        "The friends agreed to watch the tower that night from three places.",
    ):
        edit.setPlainText(text)
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert panel.bar.progress.text().startswith("2 of 3 done, −")
    assert "40" in panel.editor.heading.text()
    panel.leave_current()
    panel.keep_all()
    ((edits, words),) = asked
    assert [one.memories for one in edits] == [(19,), (31,)]
    assert words == "2 summaries rewritten"


def test_what_is_typed_is_counted_and_looked_at(panel):
    panel.list.setCurrentRow(1)
    assert "comments on itself" in panel.editor.remark.text()
    panel.editor.edit.setPlainText("The friends agreed to watch the tower from three places.")
    assert "10 words, 8 to 18 read best" in panel.editor.meter.text()
    assert panel.editor.findings.text().startswith("✓")
    panel.editor.edit.setPlainText("They watched, showing care.")
    assert "comments on itself" in panel.editor.findings.text()
    assert "They hold a council of war" in panel.editor.sources.toPlainText()


def test_the_request_goes_out_and_its_answer_comes_back_in_part(panel):
    copied = []
    panel.copy_requested.connect(copied.append)
    panel.copy_request()
    assert "each of these 3 summaries" in copied[0]
    panel.paste(
        "1. Rufus told Nell that a collector wanted the clock's dial for his restaurant.\n"
        "3. Short.\n3. Two texts for one."
    )
    texts = [panel.pasted.table.item(row, 4).text() for row in range(3)]
    assert texts[1] == "number 2 missing"
    assert texts[2] == "number 3 twice"
    assert panel.pasted.sum.text().startswith("1 summary, −")
    panel.pasted.take_button.click()
    assert list(panel.queue.drafts) == [19]


def test_nothing_to_rewrite_says_so(panel):
    panel.set_filtered(None)
    assert panel.editor.heading.text() == EMPTY
    assert not panel.editor.edit.isEnabled()
    panel.paste("1. Nothing.")
    panel.keep_all()
