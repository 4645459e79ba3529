"""An answer in the panel of rewriting: what is taken of it, and what becomes of own words."""

from dataclasses import replace

from PySide6.QtCore import Qt

from inspector.core.edits import Changes, apply
from inspector.core.problems import Problem, Severity
from inspector.gui.panels.rewrite.queue import Source
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.systems import memory_maker

ANSWER = "1. For nineteen.\n2. For thirty-one.\n3. For forty."


def take_all(panel):
    rows = panel.pasted.model.rows
    panel.pasted.tick([number for number, one in enumerate(rows) if not one.is_ticked])
    panel.pasted.take_button.click()


def test_enter_after_an_answer_is_taken_keeps_the_wording_that_was_taken(qtbot, panel):
    panel.exchange.paste(ANSWER)
    take_all(panel)
    assert panel.editor.wording == "For nineteen."
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    assert panel.queue.drafts == {19: "For nineteen.", 31: "For thirty-one.", 40: "For forty."}


def test_an_answer_stays_until_it_is_refused_where_others_are_selected_or_found(panel, view):
    panel.exchange.paste(ANSWER)
    panel.pasted.tick([0])
    ticks = [one.is_ticked for one in panel.pasted.model.rows]
    panel.set_filtered(frozenset({2, 5}))
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FILTERED))
    assert panel.pasted.isVisible()
    assert [one.is_ticked for one in panel.pasted.model.rows] == ticks
    assert panel.queue.memories == (19, 31, 40)
    panel.pasted.close_button.click()
    assert panel.work.isVisible()
    assert panel.queue.memories == (2, 5)
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FOUND))
    found = Problem("too-long", "Long.", Severity.HINT, memory=7)
    panel.show_view(replace(view, problems=(found,)), ViewChanges(Part.PROBLEMS))
    panel.exchange.paste("1. Short.")
    panel.show_view(replace(view, problems=()), ViewChanges(Part.PROBLEMS | Part.DOCUMENT))
    assert panel.pasted.isVisible()
    panel.pasted.tick([0])
    take_all(panel)
    assert panel.queue.drafts == {7: "Short."}


def test_an_answer_follows_its_memories_where_others_go(panel, view):
    panel.exchange.paste(ANSWER)
    changes = ViewChanges(Part.DOCUMENT, Changes(chat_replaced=True))
    fewer = apply(view.document, memory_maker(view.document).deleted(view.document, (3, 31)))
    panel.show_view(View(fewer, view.question), changes)
    assert panel.pasted.isVisible()
    assert [one.memory for one in panel.pasted.model.rows] == [18, 38]
    take_all(panel)
    assert panel.queue.drafts == {18: "For nineteen.", 38: "For forty."}
    panel.drop_all()
    panel.exchange.paste("1. One.\n2. Two.")
    fewer = apply(fewer, memory_maker(fewer).deleted(fewer, panel.queue.memories))
    panel.show_view(View(fewer, view.question), changes)
    assert panel.work.isVisible()
