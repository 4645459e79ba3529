"""The panel of rewriting: by hand, and with an answer that is pasted."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from inspector.core.edits import Changes, SetField, apply
from inspector.gui.panels.rewrite.queue import Source
from inspector.gui.panels.rewrite.work import EMPTY
from inspector.gui.state.derivation import derive
from inspector.gui.state.session import State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.systems import memory_maker
from tests.gui.settling import settle


def write(edit, text):
    edit.selectAll()
    edit.insertPlainText(text)


def test_each_is_worded_with_enter_and_all_become_one_step(qtbot, panel, view):
    requested = []
    panel.edits_requested.connect(lambda edits, words: requested.append((edits, words)))
    edit = panel.editor.edit
    for text in (
        "Rufus told Nell that a collector wanted the clock's dial for his inn.",
        "The friends agreed to watch the tower that night from three places.",
    ):
        write(edit, text)
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert panel.bar.progress.text().startswith("2 of 3 done, −")
    assert "40" in panel.editor.heading.text()
    panel.leave_current()
    panel.keep_all()
    ((edits, words),) = requested
    assert [one.memories for one in edits] == [(19,), (31,)]
    assert words == "2 summaries rewritten"


def test_what_is_typed_is_counted_and_looked_at(panel):
    panel.work.list.go_to(1)
    assert "comments on itself" in panel.editor.remark.text()
    write(panel.editor.edit, "The friends agreed to watch the tower from three places.")
    assert panel.editor.length.text() == "10 words"
    assert panel.editor.meter.is_best
    assert panel.editor.tokens.text().endswith(" · 8 to 18 read best")
    assert panel.editor.findings.text().startswith("✓")
    write(panel.editor.edit, "They watched, showing care.")
    assert "comments on itself" in panel.editor.findings.text()
    assert "They hold a council of war" in panel.work.sources.sources[0].text.plain


def test_a_wording_is_looked_at_once_somebody_sees_it(panel, view):
    panel.work.list.go_to(1)
    panel.set_seen(False)
    panel.show_view(view, ViewChanges(Part.ANSWER))
    assert panel.editor.remark.text() == panel.editor.tokens.text() == ""
    panel.set_seen(True)
    assert "comments on itself" in panel.editor.remark.text()
    assert panel.editor.tokens.text()


def test_the_request_goes_out_and_its_answer_comes_back_in_part(panel):
    copied = []
    panel.exchange.copy_requested.connect(copied.append)
    panel.exchange.copy()
    assert "each of these 3 summaries" in copied[0]
    panel.exchange.paste(
        "1. Rufus told Nell that a collector wanted the clock's dial for his restaurant.\n"
        "3. Short.\n3. Two texts for one."
    )
    texts = [one.notes for one in panel.pasted.model.rows]
    assert texts[1] == "number 2 missing"
    assert texts[2] == "number 3 twice"
    assert panel.pasted.sum.text().startswith("1 summary, −")
    panel.pasted.take_button.click()
    assert list(panel.queue.drafts) == [19]


def test_nothing_to_rewrite_says_so(panel):
    panel.activateWindow()
    panel.setFocus()
    assert panel.editor.edit.hasFocus()
    panel.set_filtered(None)
    assert panel.work.nothing.isVisible()
    assert panel.work.nothing.text() == EMPTY
    assert not panel.editor.isVisible()
    assert panel.bar.source.hasFocus()
    panel.exchange.paste("1. Nothing.")
    panel.keep_all()
    panel.set_filtered(frozenset({19}))
    assert not panel.work.nothing.isVisible()
    panel.setFocus()
    assert panel.editor.edit.hasFocus()


def test_comments_are_marked_in_place_in_both_wordings(panel):
    panel.work.list.go_to(1)
    assert panel.editor.before.marked == ["establishing"]
    write(panel.editor.edit, "💔 They watched, showing care.")
    (mark,) = panel.editor.edit.extraSelections()
    assert mark.cursor.selectedText() == "showing"
    write(panel.editor.edit, "They watched with care.")
    assert panel.editor.edit.extraSelections() == []


def test_a_source_is_folded_to_a_line_until_it_is_read(qtbot, panel):
    panel.work.list.go_to(1)
    first, second = panel.work.sources.sources[:2]
    assert sum(one.head.isChecked() for one in panel.work.sources.sources) == 1
    assert any(one.text.marked for one in panel.work.sources.sources)
    folded = first if not first.head.isChecked() else second
    assert folded.text.isHidden()
    qtbot.keyClick(folded.head, Qt.Key.Key_Space)
    assert folded.text.isVisible()


def test_rows_of_an_answer_are_ticked_by_a_click_and_by_space(qtbot, panel):
    panel.exchange.paste(
        "1. One.\n2. The friends agreed to watch the tower from three hidden places."
    )
    pasted = panel.pasted
    ticks = [one.is_ticked for one in pasted.model.rows]
    assert ticks[2] is False
    cell = pasted.table.visualRect(pasted.model.index(0, 0)).center()
    qtbot.mouseClick(pasted.table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    assert pasted.model.rows[0].is_ticked is not ticks[0]
    pasted.table.selectAll()
    qtbot.keyClick(pasted.table, Qt.Key.Key_Space)
    assert [one.is_ticked for one in pasted.model.rows] == [False, False, False]
    qtbot.keyClick(pasted.table, Qt.Key.Key_Space)
    assert [one.is_ticked for one in pasted.model.rows] == [True, True, False]


def test_every_wording_is_tried_while_it_is_typed_and_no_longer_when_nobody_sees_it(qtbot, panel):
    tried = []
    panel.trial.tried.connect(tried.append)
    write(panel.editor.edit, "Rufus told Nell that a collector wanted the dial.")
    qtbot.waitUntil(lambda: bool(tried))
    assert [one.memories for one in tried[-1]] == [(19,)]
    panel.keep_current()
    write(panel.editor.edit, "The friends agreed to watch the tower.")
    qtbot.waitUntil(lambda: len(tried[-1]) == 2)
    panel.set_seen(False)
    assert tried[-1] == ()


def test_what_is_tried_is_asked_for_anew_where_an_edit_was_undone_before_its_answer(
    qtbot, panel, view
):
    tried = []
    panel.trial.tried.connect(tried.append)
    write(panel.editor.edit, "Short.")
    qtbot.waitUntil(lambda: len(tried) == 1)
    trial = derive(State(apply(view.document, tried[0][0]), view.question), what_if=True)
    panel.show_view(replace(view, what_if=trial), ViewChanges(Part.WHAT_IF))
    # The edit and its undoing, of which neither got an answer.
    panel.show_view(replace(view, what_if=trial), ViewChanges(Part.DOCUMENT))
    qtbot.waitUntil(lambda: tried == [tried[0], tried[0]])
    assert panel.trial.after is trial.of_memories


def test_what_is_tried_overtakes_no_answer_to_another_question(qtbot, panel, view):
    tried = []
    panel.trial.tried.connect(tried.append)
    asked = replace(view, question=view.question.with_ruleset("openvault/26"))
    panel.show_view(asked, ViewChanges(Part.QUESTION))
    write(panel.editor.edit, "Short.")
    settle(panel)
    assert tried == []
    answered = replace(asked, answer=derive(State(asked.document, asked.question)))
    panel.show_view(answered, ViewChanges(Part.ANSWER))
    qtbot.waitUntil(lambda: len(tried) == 1)


def test_what_is_kept_or_typed_is_asked_for_before_a_chat_is_left(qtbot, panel):
    requested = []
    panel.edits_requested.connect(lambda edits, words: requested.append((edits, words)))
    panel.commit()
    assert requested == []
    write(panel.editor.edit, "Rufus told Nell that a collector wanted the dial.")
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    write(panel.editor.edit, "The friends agreed to watch the tower.")
    panel.commit()
    ((edits, words),) = requested
    assert [one.memories for one in edits] == [(19,), (31,)]
    assert words == "2 summaries rewritten"
    panel.commit()
    assert len(requested) == 1


@pytest.mark.parametrize("edits", [Changes(went_on=True), Changes(chat_replaced=True)])
def test_what_is_typed_stays_where_others_go_on_with_the_chat(qtbot, panel, view, edits, every):
    edit = panel.editor.edit
    write(edit, "Rufus told Nell that a collector wanted the dial.")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    write(edit, "Half a sente")
    document = view.document
    more = replace(document, memories=(*document.memories, document.memories[0]))
    panel.show_view(View(more, view.question, view.answer), ViewChanges(Part.DOCUMENT, edits))
    assert panel.editor.wording == "Half a sente"
    assert list(panel.queue.drafts) == [19]
    panel.show_view(view, ViewChanges(every, Changes()))
    assert panel.editor.wording == document.memories[19].summary


def without(document, *memories):
    return apply(document, memory_maker(document).deleted(document, memories))


def shown(panel, view, document):
    changes = ViewChanges(Part.DOCUMENT, Changes(chat_replaced=True))
    panel.show_view(View(document, view.question), changes)


def test_wordings_follow_their_memories_where_others_go_and_come_back(qtbot, panel, view):
    edit, document = panel.editor.edit, view.document
    for text in ("One is kept.", "Two is kept."):
        write(edit, text)
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    write(edit, "Half a sente")
    assert panel.queue.drafts == {19: "One is kept.", 31: "Two is kept."}
    fewer = without(document, 3, 20)
    shown(panel, view, fewer)
    assert panel.queue.drafts == {18: "One is kept.", 29: "Two is kept."}
    assert panel.queue.memories == (18, 29, 38)
    assert panel.editor.wording == "Half a sente"
    assert "38" in panel.editor.heading.text()
    shown(panel, view, without(document, 19, 40))
    assert panel.queue.drafts == {30: "Two is kept."}
    names = "One is kept.", "Half a sente"
    assert [one.text for one in panel.unkept()] == ["Two is kept.", *names]
    assert panel.unkept()[1].target == ("memory", "summary", document.memories[19].id)
    shown(panel, view, document)
    assert panel.queue.drafts == {
        31: "Two is kept.", 19: "One is kept.", 40: "Half a sente"
    }  # fmt: skip
    assert {*panel.queue.memories} == {19, 31, 40}


def test_a_memory_that_others_reword_or_part_is_begun_with_what_holds_now(qtbot, panel, view):
    document = view.document
    reworded = apply(document, SetField((19,), "summary", "Rufus said nothing of the dial."))
    shown(panel, view, without(reworded, 3))
    assert panel.editor.wording == "Rufus said nothing of the dial."
    write(panel.editor.edit, "Half a sente")
    shown(panel, view, document)
    assert panel.editor.wording == "Half a sente"


def test_an_answer_is_laid_beside_the_memories_that_it_was_asked_of(panel, view):
    panel.exchange.copy()
    panel.queue = panel.queue.with_drafts({19: "One by hand."})
    shown(panel, view, without(view.document, 3))
    refused = []
    panel.announced.connect(refused.append)
    panel.show_view(replace(view, document=panel._view.document), ViewChanges(Part.ANSWER))
    panel.exchange.paste("1. For nineteen.\n2. For thirty-one.\n3. For forty.")
    assert [one.memory for one in panel.pasted.model.rows] == [18, 30, 39]
    shown(panel, view, without(view.document, 3, 31))
    panel.exchange.paste("1. For nineteen.\n2. For thirty-one.\n3. For forty.")
    assert refused == ["A memory of that request is gone: copy the request again."]


def test_another_source_drops_no_wording(qtbot, panel):
    edit = panel.editor.edit
    write(edit, "One is kept.")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    write(edit, "Half a sente")
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FOUND))
    assert panel.queue.drafts == {19: "One is kept.", 31: "Half a sente"}
    assert panel.queue.memories == (19, 31)
    panel.bar.source.setCurrentIndex(list(Source).index(Source.FILTERED))
    assert panel.queue.memories == (19, 31, 40)
    assert "40" in panel.editor.heading.text()
    panel.work.foot.drop_button.click()
    assert panel.queue.drafts == {}
    assert panel.queue.memories == (19, 31, 40)


def test_the_wheel_over_the_source_scrolls_nothing_away(panel):
    before = panel.bar.source.currentIndex()
    at = QPointF(5, 5)
    wheel = QWheelEvent(
        at, panel.bar.source.mapToGlobal(at), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    panel.editor.edit.setFocus()
    QApplication.sendEvent(panel.bar.source, wheel)
    assert panel.bar.source.currentIndex() == before


def test_what_is_typed_stays_where_other_memories_are_found(qtbot, panel):
    qtbot.keyClicks(panel.editor.edit, "Half a sente")
    panel.set_filtered(frozenset({2, 19}))
    assert panel.editor.wording == "Half a sente"


@pytest.mark.parametrize("width", [500, 560, 700, 900])
def test_it_needs_no_more_width_than_there_is(panel, width):
    panel.resize(width, 320)
    QApplication.processEvents()
    assert panel.minimumSizeHint().width() <= width
    assert panel.work.sources.isVisible() is (width >= 700)
    progress, buttons = panel.bar.progress, (panel.bar.ask_button, panel.bar.paste_button)
    needed = progress.fontMetrics().horizontalAdvance(progress.text())
    assert progress.width() >= needed
    for button in buttons:
        assert button.geometry().right() < width
        assert button.width() >= button.sizeHint().width()


def test_a_long_name_of_a_source_ends_in_dots(panel):
    head = panel.work.sources.sources[0].head
    whole = head.text()
    head.resize(45, head.height())
    assert head.text().startswith("▾  ") or head.text().startswith("▸  ")
    assert head.text().endswith("…")
    head.resize(300, head.height())
    assert head.text() == whole


@pytest.mark.parametrize(("height", "is_roomy"), [(320, False), (500, True)])
def test_where_it_is_low_the_keys_give_their_line_to_what_is_typed(panel, height, is_roomy):
    panel.resize(900, height)
    QApplication.processEvents()
    assert panel.editor.keys.isVisible() is is_roomy
    assert panel.editor.facts.isVisible() is is_roomy
    buttons = (panel.editor.keep_button, panel.editor.split_button)
    assert max(one.geometry().bottom() for one in buttons) < panel.editor.height()


def test_what_is_typed_stays_with_its_memory_wherever_one_goes_on(qtbot, panel):
    edit, alt = panel.editor.edit, Qt.KeyboardModifier.AltModifier
    write(edit, "Half of one")
    panel.work.list.go_to(1)
    write(edit, "Half of two")
    qtbot.keyClick(edit, Qt.Key.Key_Up, alt)
    assert panel.editor.wording == "Half of one"
    panel.go_back()
    assert panel.queue.drafts == {19: "Half of one", 31: "Half of two"}
    panel.work.list.go_to(2)
    write(edit, "Half of three")
    panel.keep_all()
    assert panel.queue.drafts == {}


def test_all_that_is_worded_becomes_one_step_with_what_is_only_typed(panel):
    requested = []
    panel.edits_requested.connect(lambda edits, words: requested.append(edits))
    write(panel.editor.edit, "One is kept.")
    panel.keep_current()
    write(panel.editor.edit, "Half a sente")
    panel.work.foot.keep_button.click()
    ((one, other),) = requested
    assert (one.value, other.value) == ("One is kept.", "Half a sente")


def test_a_wording_that_is_left_is_none_to_be_made_and_can_be_gone_back_to(qtbot, panel, view):
    edit, alt = panel.editor.edit, Qt.KeyboardModifier.AltModifier
    write(edit, "Half of one")
    qtbot.keyClick(edit, Qt.Key.Key_Down, alt)
    assert panel.queue.left == {19}
    assert panel.queue.edits(view.document) == ()
    assert [(one.text, one.target) for one in panel.unkept()] == [("Half of one", ())]
    write(edit, "Two is kept.")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    panel.keep_all()
    panel.work.list.go_to(0)
    assert panel.editor.wording == "Half of one"
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert panel.queue.drafts == {19: "Half of one"}
    assert panel.unkept()[0].target == ("memory", "summary", view.document.memories[19].id)


def test_wordings_that_are_left_follow_their_memories(panel, view):
    write(panel.editor.edit, "Half of one")
    panel.leave_current()
    shown(panel, view, without(view.document, 3))
    assert panel.queue.aside == {18: "Half of one"}
    shown(panel, view, without(view.document, 19))
    shown(panel, view, view.document)
    panel.work.list.go_to(panel.queue.memories.index(19))
    assert panel.editor.wording == "Half of one"


def test_the_last_that_is_left_shows_that_nothing_is_typed(panel):
    for _ in range(3):
        write(panel.editor.edit, "Half a sente")
        panel.leave_current()
    assert not panel.editor.is_typed
    assert panel.queue.left == {19, 31, 40}
    panel.drop_all()
    assert panel.unkept() == ()
