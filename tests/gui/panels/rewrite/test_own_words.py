"""A person's own words, and where their keys go, while an answer of a model comes."""

from dataclasses import replace
from gettext import NullTranslations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from inspector import language
from inspector.core.edits import SetField, apply
from inspector.gui.kit.sizes import MARGIN
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.rewrite.answers import RewritingRequest
from inspector.gui.panels.rewrite.pasted_columns import LINES, lines_of
from inspector.gui.state.view import Part, ViewChanges
from inspector.gui.window.languages import catalogue
from inspector.llm.exchange import Reply
from inspector.llm.rewriting import rewritten
from inspector.tokenizer import load_tokenizer
from tests.gui.panels.rewrite.test_panel import shown, without, write

NINETEEN = "Rufus told Nell that a collector wanted the clock's dial for his restaurant."
ANSWER = f"1. {NINETEEN}\n2. Two.\n3. Three."


class Model:
    """Answers with the same words to each request."""

    def __init__(self, text=ANSWER):
        self.text = text

    def answer(self, _ask, **_):
        return Reply(self.text)


def batch_of(document, memories, text=ANSWER):
    return next(rewritten(document, memories, Model(text), load_tokenizer("o200k_base")))


@pytest.fixture
def active(qtbot, panel):
    panel.activateWindow()
    qtbot.waitActive(panel)
    return panel


def come(panel, document, memories=(19, 31, 40), text=ANSWER, *, is_done=True):
    request = RewritingRequest(document, memories)
    panel.exchange.add(request, batch_of(document, memories, text))
    if is_done:
        panel.exchange.finish(request)
    return request


def test_an_answer_takes_no_keys_from_another_view(qtbot, panel, view):
    window = QWidget()
    qtbot.addWidget(window)
    column, other = QVBoxLayout(window), QLineEdit(window)
    column.addWidget(other)
    column.addWidget(panel)
    window.show()
    window.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    announced = []
    panel.announced.connect(announced.append)
    request = come(panel, view.document, (19,), f"1. {NINETEEN}", is_done=False)
    assert panel.pasted.isVisible()
    assert other.hasFocus()
    panel.exchange.finish(request)
    assert other.hasFocus()
    assert announced == ["Rewrite has an answer of your model to look at."]
    panel.setParent(None)  # it is closed by itself


def test_an_answer_waits_while_a_wording_is_typed(qtbot, active, view):
    active.editor.setFocus()
    qtbot.keyClicks(active.editor.edit, "Half a ")
    come(active, view.document)
    qtbot.keyClicks(active.editor.edit, "sentence")
    assert active.editor.wording == "Half a sentence"
    assert active.editor.edit.hasFocus()
    assert active.bar.answer_button.isVisible()
    qtbot.mouseClick(active.bar.answer_button, Qt.MouseButton.LeftButton)
    assert active.pasted.isVisible()
    assert active.pasted.table.hasFocus()
    row = active.pasted.model.rows[0]
    assert (row.before, row.is_ticked) == ("Half a sentence", False)
    assert "your own wording" in row.notes.lower()
    active.pasted.close_button.click()
    assert not active.bar.answer_button.isVisible()
    assert active.editor.wording == "Half a sentence"


def test_whoever_waits_in_this_view_is_shown_the_answer(qtbot, active, view):
    active.bar.ask_button.setFocus()
    come(active, view.document, is_done=False)
    assert active.pasted.table.hasFocus()


def test_an_answer_ticks_nothing_over_words_of_ones_own(qtbot, panel, view):
    write(panel.editor.edit, "Rufus told Nell of a collector who wanted the dial.")
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    come(panel, view.document)
    first, second, _third = panel.pasted.model.rows
    assert first.before == "Rufus told Nell of a collector who wanted the dial."
    assert not first.is_ticked
    assert second.before == view.document.memories[31].summary
    tokenizer = load_tokenizer("o200k_base")
    assert first.saved == tokenizer.count(first.before) - tokenizer.count(NINETEEN)
    panel.pasted.tick([0])
    panel.pasted.take_button.click()
    assert panel.queue.drafts[19] == NINETEEN


def test_words_that_are_laid_aside_are_ones_own_as_well(qtbot, panel, view):
    write(panel.editor.edit, "Rufus told Nell of a collector who wanted the dial.")
    panel.leave_current()
    panel.exchange.paste(ANSWER)
    assert [one.memory for one in panel.pasted.model.rows] == [31, 40]


def test_words_that_are_laid_aside_after_the_request_are_ones_own(qtbot, panel, view):
    panel.exchange.copy()
    write(panel.editor.edit, "Rufus told Nell of a collector who wanted the dial.")
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    panel.work.list.go_to(0)
    panel.leave_current()
    panel.exchange.paste(ANSWER)
    row = panel.pasted.model.rows[0]
    assert row.before == "Rufus told Nell of a collector who wanted the dial."
    assert not row.is_ticked


def test_a_summary_that_is_edited_after_the_request_is_not_ticked(panel, view):
    request = RewritingRequest(view.document, (19,))
    batch = batch_of(view.document, (19,), f"1. {NINETEEN}")
    edited = apply(view.document, SetField((19,), "summary", "Rufus told Nell of the dial."))
    panel.show_view(replace(view, document=edited), ViewChanges(Part.DOCUMENT))
    panel.exchange.add(request, batch)
    (row,) = panel.pasted.model.rows
    assert (row.before, row.is_ticked) == ("Rufus told Nell of the dial.", False)
    assert "edited" in row.notes
    panel.show_view(view, ViewChanges(Part.DOCUMENT))
    (row,) = panel.pasted.model.rows
    assert (row.before, row.is_ticked) == (view.document.memories[19].summary, True)


def test_memories_that_came_or_went_take_only_their_own_proposals_with_them(panel, view):
    request = RewritingRequest(view.document, (19, 31, 40))
    first = batch_of(view.document, (19,), f"1. {NINETEEN}")
    rest = batch_of(view.document, (31, 40), "1. Two.\n2. Three.")
    panel.exchange.add(request, first)
    assert "2 summaries still to come" in panel.pasted.notes.text()
    shown(panel, view, without(view.document, 3, 31))
    panel.exchange.add(request, rest)
    panel.exchange.finish(request)
    assert [one.memory for one in panel.pasted.model.rows] == [18, 38]
    assert panel.pasted.notes.text() == "1 of the memories is gone."


def test_what_is_decided_of_an_answer_does_not_come_again_with_the_rest_of_it(panel, view):
    request = RewritingRequest(view.document, (19, 31, 40))
    panel.exchange.add(request, batch_of(view.document, (19,), f"1. {NINETEEN}"))
    panel.pasted.take_button.click()
    assert panel.work.isVisible()
    panel.exchange.add(request, batch_of(view.document, (31, 40), "1. Two.\n2. Three."))
    assert [one.memory for one in panel.pasted.model.rows] == [31, 40]
    assert panel.queue.drafts == {19: NINETEEN}


def test_two_answers_are_shown_one_after_the_other(panel, view):
    request = come(panel, view.document, (19,), f"1. {NINETEEN}", is_done=False)
    panel.exchange.copy()
    panel.exchange.paste("1. A.\n2. B.\n3. C.")
    assert [one.memory for one in panel.pasted.model.rows] == [19]
    panel.pasted.close_button.click()
    assert panel.pasted.isVisible()
    assert [one.memory for one in panel.pasted.model.rows] == [19, 31, 40]
    panel.exchange.finish(request)
    assert [one.memory for one in panel.pasted.model.rows] == [19, 31, 40]
    panel.pasted.close_button.click()
    assert panel.work.isVisible()


def test_an_answer_stands_beside_the_memories_of_its_request_whatever_is_selected_by_then(panel):
    panel.exchange.copy()
    panel.set_filtered(frozenset({2, 5, 7}))
    assert panel.queue.memories == (2, 5, 7)
    panel.exchange.paste(ANSWER)
    assert [one.memory for one in panel.pasted.model.rows] == [19, 31, 40]
    assert "request" in panel.pasted.notes.text()


def test_what_is_dropped_comes_back_to_where_its_memories_stand_now(qtbot, panel, view):
    for text in ("One is kept.", "Two is kept."):
        write(panel.editor.edit, text)
        qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    write(panel.editor.edit, "Half a sente")
    panel.work.foot.drop_button.click()
    assert panel.queue.drafts == {}
    foot = panel.work.foot
    assert foot.restore_button.isVisible()
    shown(panel, view, without(view.document, 3))
    foot.restore_button.click()
    assert not foot.restore_button.isVisible()
    assert panel.queue.drafts == {18: "One is kept.", 30: "Two is kept.", 39: "Half a sente"}


def test_words_of_ones_own_that_an_answer_replaced_are_restored_and_replaced_again(
    qtbot, panel, view
):
    own = "Rufus told Nell of a collector who wanted the dial."
    write(panel.editor.edit, own)
    come(panel, view.document)
    panel.open_answer()
    panel.pasted.tick([0])
    panel.pasted.take_button.click()
    assert panel.queue.drafts[19] == NINETEEN
    restore = panel.work.foot.restore_button
    for text in (own, NINETEEN):
        restore.click()
        assert restore.isVisible()
        assert panel.queue.drafts[19] == text
    panel.work.list.go_to(panel.queue.memories.index(19))
    assert panel.editor.wording == NINETEEN


def test_an_answer_that_replaces_nothing_of_ones_own_leaves_nothing_to_restore(panel, view):
    come(panel, view.document)
    panel.pasted.take_button.click()
    assert panel.queue.drafts == {19: NINETEEN}
    assert not panel.work.foot.restore_button.isVisible()


def test_what_was_dropped_before_is_restored_with_what_was_replaced_since(qtbot, panel, view):
    write(panel.editor.edit, "One is kept.")
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    panel.work.foot.drop_button.click()
    panel.work.list.go_to(1)
    write(panel.editor.edit, "Two is left.")
    panel.leave_current()
    panel.pasted.accepted.emit({31: "Two by the model."})
    shown(panel, view, without(view.document, 3))
    panel.set_filtered(frozenset({18, 30, 39}))
    panel.work.foot.restore_button.click()
    assert (panel.queue.drafts, panel.queue.aside) == ({18: "One is kept."}, {30: "Two is left."})
    assert panel.queue.left == {30}


def test_what_is_dropped_is_gone_with_its_chat(qtbot, panel, view, every):
    write(panel.editor.edit, "One is kept.")
    qtbot.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    panel.work.foot.drop_button.click()
    panel.show_view(view, ViewChanges(every))
    assert not panel.work.foot.restore_button.isVisible()


def test_no_stored_id_is_told_of_a_double(panel, view):
    double = view.document.memories[2].summary
    panel.exchange.paste(f"1. {double}")
    notes = panel.pasted.model.rows[0].notes
    assert "#2 says the same" in notes
    assert view.document.memories[2].id not in notes


def test_a_queue_without_the_memory_of_a_request_still_takes_its_answer(panel):
    panel.exchange.copy()
    panel.set_filtered(None)
    assert panel.bar.paste_button.isEnabled()


def test_all_that_is_to_be_known_of_a_wording_can_be_read(panel):
    panel.resize(800, 400)
    panel.exchange.paste("1. They showing establishing highlighting.\n2. Two.")
    table = panel.pasted.table
    texts = lines_of(panel.pasted.model.rows[0])
    metrics = QFontMetrics(table.context.font(11))
    for column, text in texts.items():
        room = QRect(0, 0, table.columnWidth(column) - scaled(2 * MARGIN), 1000)
        assert metrics.boundingRect(room, LINES, text).height() <= table.rowHeight(0)
    assert table.rowHeight(0) > table.rowHeight(2)
    assert not table.horizontalScrollBar().isVisible()


def test_a_memory_without_a_new_wording_is_shown_as_it_is(panel, view):
    panel.exchange.paste("1. One.")
    row = panel.pasted.model.rows[1]
    assert (row.before, row.is_usable) == (view.document.memories[31].summary, False)
    language.use(catalogue("de"))
    try:
        assert row.notes == "Nummer 2 fehlt"
    finally:
        language.use(NullTranslations())


def test_keys_of_the_queue_decide_nothing_below_an_answer(qtbot, active):
    active.exchange.paste(ANSWER)
    qtbot.keyClick(active.pasted.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert active.queue.left == frozenset()
    active.setFocus()
    assert active.pasted.table.hasFocus()
    active.pasted.close_button.click()
    qtbot.keyClick(active.editor.edit, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert active.queue.left == {19}


def test_what_waits_to_be_looked_at_needs_no_more_width_than_there_is(qtbot, active, view):
    active.resize(500, 320)
    active.editor.setFocus()
    come(active, view.document)
    qtbot.waitUntil(active.bar.answer_button.isVisible)
    assert active.minimumSizeHint().width() <= 500
    assert active.bar.answer_button.geometry().right() < 500


def test_what_is_ticked_by_hand_stays_where_nothing_of_it_changes(panel, view):
    panel.exchange.paste("1. Two.\n2. Three.\n3. Four.")
    panel.pasted.tick([0])
    shown(panel, view, without(view.document, 3))
    assert [one.is_ticked for one in panel.pasted.model.rows] == [True, False, False]
    changed = []
    panel.pasted.model.modelReset.connect(lambda: changed.append(1))
    panel.pasted.model.dataChanged.connect(lambda *_: changed.append(1))
    panel.show_view(replace(view, document=panel._view.document), ViewChanges(Part.QUESTION))
    assert changed == []


def test_what_could_be_taken_of_answers_waits_for_a_decision(qtbot, panel, view):
    write(panel.editor.edit, "Half a sente")
    with qtbot.waitSignal(panel.drafts_changed):
        panel.exchange.paste(f"1. {NINETEEN}\n3. Three.")
    assert [(one.title, one.text, one.target) for one in panel.unkept()] == [
        ("Proposed wording of memory 19", NINETEEN, ()),
        ("Proposed wording of memory 40", "Three.", ()),
    ]
    with qtbot.waitSignal(panel.drafts_changed):
        panel.pasted.close_button.click()
    assert panel.unkept() == ()
