"""A panel is made when it is first seen or asked for, and shows then what all others show."""

import shutil

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QUndoStack
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar

from inspector.core.edits import ReviseMemories, SetField
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.characters.panel import CharactersPanel
from inspector.gui.panels.knowledge.panel import KnowledgePanel
from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.panels.messages.panel import MessagesPanel
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.panels import Panels
from inspector.preferences import Preferences
from tests.gui.settling import settle
from tests.gui.window.conftest import forget_edits

NEVER_SEEN = {
    *("messages", "recaps", "lore", "rewrite", "context", "compare", "check", "stability"),
    *("listen", "characters", "details", "knowledge", "curve", "settings", "history"),
}


@pytest.fixture
def bench(window):
    return window.bench


@pytest.fixture
def displayed(monkeypatch):
    """What some panels are shown, by name."""
    log = []
    for kind in (CharactersPanel, LorePanel, MessagesPanel):
        show = kind.show_view

        def shown(panel, view, changes, show=show):
            log.append((panel.name, changes.parts, view))
            show(panel, view, changes)

        monkeypatch.setattr(kind, "show_view", shown)
    return log


def names(panels):
    return {panel.name for panel in panels}


def test_what_nobody_looks_at_is_not_made(bench):
    assert not names(bench.panels.made) & NEVER_SEEN
    assert {kind.name for kind in bench.panels.awaited} == NEVER_SEEN
    bench.commands.submit(SetField((0,), "importance", 5))
    bench.commands.submit(ReviseMemories("Gone", removed=frozenset({0})))
    bench.panels.commit()
    settle(bench.docks.window)
    assert not names(bench.panels.made) & NEVER_SEEN


def test_its_tab_counts_before_it_is_made_what_it_counts_itself(bench, qtbot):
    titles = {}
    for made in (False, True):
        if made:
            assert len(bench.panels.all) == len(bench.docks.all)
            settle(bench.docks.window)
        titles[made] = {dock.name: dock.full_title for dock in bench.docks.all}
    assert titles[False] == titles[True]
    assert titles[True]["messages"] == "Messages 160"
    assert titles[True]["recaps"] != "Recaps"


@pytest.mark.parametrize("floats", [False, True])
def test_it_is_shown_all_that_holds_once_before_it_is_painted(bench, qtbot, displayed, floats):
    dock = bench.docks["characters"]
    if floats:
        dock.setFloating(True)
    assert displayed == []
    bench.docks.show("characters")
    # In this turn of the event loop: it is painted in the next one.
    (_, first, opened), (_, rest, view) = displayed
    assert first == Part.CHAT | Part.QUESTION
    assert (opened.document, opened.answer) == (bench.session.document, None)
    assert rest == Part.ANSWER | Part.PROBLEMS | Part.LEAKS
    assert view is bench.presenter.view
    assert is_on_screen(bench.panels.characters)
    settle(bench.docks.window)
    assert len(displayed) == 2


def test_it_shows_the_edits_that_were_made_and_undone_before(bench, qtbot):
    memory = bench.session.document.memories[0]
    bench.commands.submit(ReviseMemories("Gone", removed=frozenset({0, 1})))
    bench.commands.stack.undo()
    bench.commands.submit(SetField((0,), "importance", 1 if memory.importance == 5 else 5))
    bench.docks.show("messages")
    assert bench.panels.messages.model.document is bench.session.document
    settle(bench.docks.window)
    bench.commands.stack.undo()
    settle(bench.docks.window)
    assert bench.panels.messages.model.document is bench.session.document


def test_of_several_chats_it_shows_the_last_alone(bench, qtbot, displayed, sample, tmp_path):
    other = tmp_path / "Other.jsonl"
    lines = sample.read_bytes().splitlines(keepends=True)
    other.write_bytes(b"".join(lines[:40]))
    with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
        bench.flow.open(str(shutil.copy(other, tmp_path / "Third.jsonl")))
    assert displayed == []
    bench.docks.show("messages")
    assert {len(view.document.chat) for _, _, view in displayed} == {39}
    assert bench.panels.messages.model.document.chat is bench.session.document.chat


def test_while_something_is_tried_out_it_shows_that_or_says_that_it_does_not(
    window, bench, qtbot, displayed
):
    with qtbot.waitSignal(bench.deriver.answered):
        bench.what_if.drag_end(60)
    bench.docks.show("lore")
    assert Part.WHAT_IF in displayed[-1][1]
    assert bench.docks["lore"].is_kept
    assert not bench.docks["lore"].note.isHidden()
    bench.what_if.cancel()
    settle(window)
    assert not bench.docks["lore"].is_kept


def test_it_knows_why_nothing_can_be_edited_and_what_is_selected(bench, qtbot):
    bench.commands.read_only = "Somebody else writes."
    bench.selection.select((3,))
    bench.selection.select_message(17)
    assert bench.panels.messages.read_only == "Somebody else writes."
    assert bench.panels.messages.table.current_message() == 17
    bench.commands.read_only = ""
    assert bench.panels.messages.read_only == ""


def test_it_lists_the_memories_that_the_table_lists(window, bench, qtbot):
    bench.panels.memories.filter_row.input.setText("importance>=4")
    settle(window)
    bench.docks.show("knowledge")
    settle(window)
    knowledge = bench.panels.of(KnowledgePanel)
    assert list(knowledge.model.memories) == list(bench.selection.order)
    assert len(knowledge.model.memories) < len(bench.session.document.memories)


def test_the_queue_is_of_what_was_selected_or_found_before(window, bench, qtbot):
    bench.panels.memories.filter_row.input.setText("importance>=4")
    settle(window)
    assert bench.panels.found(RewritePanel) is None
    bench.selection.select((2,))
    bench.controller.rewrite_selected()
    assert set(bench.panels.rewrite.queue.memories) == set(bench.selection.order)


def test_a_tab_that_the_keys_turn_to_is_made(window, bench, qtbot):
    (bar,) = [
        bar
        for bar in window.findChildren(QTabBar)
        if bench.docks.tabs.at(bar, bar.currentIndex()) is bench.docks["memories"]
    ]
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Right)
    settle(window)
    assert names(bench.panels.made) & NEVER_SEEN == {"messages"}


def test_of_a_layout_that_comes_back_the_views_in_front_are_made(qtbot, sample, tmp_path, window):
    window.bench.docks.show("lore")
    settle(window)
    window.bench.remember_layout()
    again = MainWindow(window.bench.preferences_store.preferences, keep_preferences=False)
    qtbot.addWidget(again, before_close_func=forget_edits)
    again.resize(window.size())
    again.show()
    with qtbot.waitSignal(again.bench.presenter.settled, timeout=20_000):
        again.bench.flow.open(str(shutil.copy(sample, tmp_path / "again.jsonl")))
    settle(again)
    assert names(again.bench.panels.made) & NEVER_SEEN == {"lore"}


def test_it_has_the_keys_and_filters_that_a_person_chose(qtbot):
    chosen = Preferences(
        keys={"messages: Ctrl+G": "Ctrl+J"}, named_filters={"messages": {"Hers": "name:Ines"}}
    )
    window = MainWindow(chosen, keep_preferences=False)
    qtbot.addWidget(window, before_close_func=lambda one: one.bench.wait())
    messages = window.bench.panels.messages
    keys = {one.key().toString() for one in messages.findChildren(QShortcut)}
    assert "Ctrl+J" in keys
    assert QKeySequence("Ctrl+G").toString() not in keys
    assert messages.bar.menu.named == {"Hers": "name:Ines"}


def test_who_waits_for_a_panel_hears_of_it_once_in_the_order_of_asking(qtbot):
    parent = QObject()
    panels, heard = Panels(Selection(parent), QUndoStack(parent), parent), []
    panels.when_made(Panel, lambda panel: heard.append(("any", panel)))
    panels.when_made(RecapsPanel, lambda panel: heard.append(("recaps", panel)))
    assert panels.made == ()
    recaps = panels.recaps
    qtbot.addWidget(recaps)
    assert panels.recaps is panels.of(RecapsPanel) is panels.found(RecapsPanel) is recaps
    panels.when_made(RecapsPanel, lambda panel: heard.append(("late", panel)))
    assert heard == [(who, recaps) for who in ("any", "recaps", "late")]
    assert panels.made == (recaps,)
    assert RecapsPanel not in panels.awaited
