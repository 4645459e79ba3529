"""Hiding messages in the whole window leaves everything else where it is."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.tables.selected import selected_rows
from tests.gui.settling import settle


def test_messages_that_are_hidden_stay_selected_and_behind_the_moment(window, qtbot):
    bench, panel = window.bench, window.bench.panels.messages
    bench.docks.show("messages")
    moment = replace(bench.session.question.moment, at=120)
    bench.commands.submit(SetQuestion(bench.session.question.with_moment(moment), "at 120"))
    panel.table.setFocus()
    panel.show_message(140)
    for _more in range(4):
        QTest.keyClick(panel.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    before = set(bench.session.document.chat.hidden[140:145])
    for hidden, words in ((1, "Show"), (0, "Hide")):
        panel.selected_bar._hide.click()
        settle(window)
        assert set(bench.session.document.chat.hidden[140:145]) == {hidden}
        assert len(selected_rows(panel.table.selectionModel())) == 5
        assert panel.selected_bar._hide.text() == words
        assert panel.selected_bar.isVisible()
        assert panel.model.facts.playhead == 120
    for _step in range(2):
        bench.commands.stack.undo()
    settle(window)
    assert set(bench.session.document.chat.hidden[140:145]) == before == {0}
    assert len(selected_rows(panel.table.selectionModel())) == 5


def test_all_that_are_selected_stay_so_where_none_was_gone_to(window):
    bench, panel = window.bench, window.bench.panels.messages
    bench.docks.show("messages")
    panel.table.selectAll()
    panel.selected_bar._hide.click()
    settle(window)
    assert all(bench.session.document.chat.hidden)
    assert panel.selected_bar._hide.text() == "Show"
    assert len(selected_rows(panel.table.selectionModel())) == len(bench.session.document.chat)
