"""Why messages and items are in a Scribe request, in the whole window, with real events."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.document import sources_of
from inspector.core.lore import LoreKind
from inspector.core.moment import Moment
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.request_rows import short_id
from inspector.gui.state.selection import ItemSubject, MemorySubject, MessageSubject
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.lore_files import Beside
from inspector.preferences import Preferences
from inspector.shipped import sample_chronicle, sample_lorebook
from inspector.systems.scribe.settings import HISTORY, RAG, TOTAL

LEFT = Qt.MouseButton.LeftButton
TIGHT = {TOTAL: 2500, HISTORY: 1000, RAG: 400}
LORE = Beside(lorebook=sample_lorebook(), chronicle=sample_chronicle())
ITEMS = 1


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    for worker in (window.bench.keeper, window.bench.lore, window.bench.deriver):
        worker.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def open_window(qtbot, sample, tmp_path):
    """Opens the sample with its lore and a tight budget."""

    def make(beside=LORE):
        question = Question("scribe/design", moment=Moment(settings=TIGHT))
        window = MainWindow(Preferences(), question, beside=beside)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        bench = window.bench
        bench.main, bench.answers = window, []
        bench.presenter.displayed.connect(bench.answers.append)
        chat = Path(shutil.copy(sample, tmp_path / "chat.jsonl"))
        with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
            bench.flow.open(str(chat))
        known = bool(beside)
        qtbot.waitUntil(lambda: (len(request(bench).rag) > 0) is known, timeout=20_000)
        bench.notice.close_notice()
        bench.docks.show("why")
        return bench

    return make


@pytest.fixture
def bench(open_window):
    return open_window()


def request(bench):
    return bench.answers[-1].derivation


def item(bench, key):
    return next(row for row in request(bench).rag if row.item.key == key)


def first_out(bench, gate, kind=None):
    rows = (row for row in request(bench).rag if row.gate == gate)
    return next(row.item.key for row in rows if kind is None or row.kind == kind)


def settled(bench, qtbot):
    qtbot.waitUntil(lambda: not bench.panels.why.worker.is_busy, timeout=20_000)


def explained(bench, qtbot, subject):
    why = bench.panels.why
    qtbot.waitUntil(
        lambda: why.mentioned is not None and why.mentioned.subject == subject, timeout=20_000
    )
    settled(bench, qtbot)
    return why


def answered(bench, qtbot, act):
    """Do something and wait until it is shown and explained."""
    with qtbot.waitSignal(bench.presenter.displayed, timeout=20_000):
        act()
    settled(bench, qtbot)


def test_an_item_without_room_is_explained_and_the_button_gets_it_in(bench, qtbot):
    key = first_out(bench, "rag budget")
    bench.selection.select_item(key)
    why = explained(bench, qtbot, ItemSubject(key))
    assert why.header.sentence.startswith(f"Left out: items full. {short_id(key)}, ")
    failed = why.steps.failed.step
    assert failed.gate == "budget for items"
    needed, available = failed.figure.split(" of ")
    assert (int(available), int(needed) > 400) == (400, True)
    document, question = bench.session.document, bench.session.question
    title = why.advice.button.text()
    assert title == f"Raise the RAG budget to {needed} tokens"
    answered(bench, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert item(bench, key).kept
    assert bench.session.question.moment.settings == {**TIGHT, RAG: int(needed)}
    assert why.mentioned.in_block
    assert why.advice.button is None
    assert bench.commands.stack.undoText() == title
    answered(
        bench, qtbot, lambda: QTest.keyClick(bench.main, "z", Qt.KeyboardModifier.ControlModifier)
    )
    assert not item(bench, key).kept
    assert (bench.session.document, bench.session.question) == (document, question)
    assert not why.mentioned.in_block


@pytest.mark.parametrize("kind", ["pin", "constant"])
def test_a_pinned_score_and_an_edit_of_the_lorebook_are_one_step_each(bench, qtbot, kind):
    key = first_out(bench, "rag budget", "lorebook")
    bench.selection.select_item(key)
    why = explained(bench, qtbot, ItemSubject(key))
    kinds = {"pin": "score", "constant": "constant"}
    titles = [o.change.title for o in why.advice.offers if o.change.kind == kinds[kind]]
    link = next(link for link in why.advice.links if link.text() in titles)
    before, steps = bench.session.document, bench.commands.stack.count()
    qtbot.mouseClick(link, LEFT)
    answered(bench, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert item(bench, key).kept
    assert why.mentioned.in_block
    assert bench.commands.stack.count() == steps + 1
    after = bench.session.document
    assert bool(sources_of(after).pinned) is (kind == "pin")
    assert (after.lorebook is before.lorebook) is (kind == "pin")
    answered(bench, qtbot, bench.menus.undo.trigger)
    assert bench.session.document is before
    assert not item(bench, key).kept


def test_a_message_that_is_clicked_is_explained_and_shown_again(bench, qtbot):
    hidden = next(row.message for row in request(bench).messages if row.gate == "hidden")
    bench.docks.show("messages")
    bench.panels.messages.show_message(hidden)
    table = bench.panels.messages.table
    where = table.visualRect(table.currentIndex()).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=where)
    why = explained(bench, qtbot, MessageSubject(hidden))
    assert why.steps.failed.step.gate == "visibility"
    row = next(row.message for row in reversed(request(bench).messages) if row.gate == "hidden")
    bench.selection.select_message(row)
    explained(bench, qtbot, MessageSubject(row))
    assert why.advice.button.text().startswith("Show the message again")
    answered(bench, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert request(bench).messages[row].kept
    assert not bench.session.document.chat.hidden[row]


def test_a_click_on_what_is_selected_already_makes_it_the_subject_again(bench, qtbot):
    bench.docks.show("messages")
    bench.panels.messages.show_message(150)
    bench.selection.select([3])
    explained(bench, qtbot, MemorySubject(3))
    table = bench.panels.messages.table
    where = table.visualRect(table.currentIndex()).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=where)
    explained(bench, qtbot, MessageSubject(150))
    bench.docks.show("memories")
    table = bench.panels.memories.table
    where = table.visualRect(table.currentIndex()).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=where)
    explained(bench, qtbot, MemorySubject(3))
    assert bench.selection.message == 150


def test_a_change_for_a_memory_goes_to_its_own_ruleset_while_scribe_is_requested(bench, qtbot):
    memories = bench.answers[-1].of_memories
    archived = next(v.memory for v in memories.verdicts if v.gate == "archived")
    bench.selection.select([archived])
    why = explained(bench, qtbot, MemorySubject(archived))
    question = bench.session.question
    answered(bench, qtbot, lambda: qtbot.mouseClick(why.advice.button, LEFT))
    assert archived in bench.answers[-1].of_memories.in_block
    assert bench.session.question == question
    assert why.mentioned.in_block
    link = next(o for o in why.advice.offers if o.change.kind == "budget")
    answered(
        bench,
        qtbot,
        lambda: why.change_requested.emit(link.change, bench.session.state, "openvault/temporal"),
    )
    requested = bench.session.question
    assert (requested.ruleset, requested.moment.settings) == ("scribe/design", TIGHT)
    assert requested.settings_of("openvault/temporal") == link.change.adjustment.settings
    assert archived not in bench.answers[-1].of_memories.in_block


def test_rows_of_the_context_and_of_the_lore_follow_one_selection(bench, qtbot):
    bench.docks.show("context")
    context, lore = bench.panels.context, bench.panels.lore
    context.open_part(ITEMS)
    qtbot.waitUntil(lambda: context.pages.rows.model.rowCount() > 0)
    rows = context.pages.rows
    table = rows.table
    location = next(
        row for row in range(rows.model.rowCount()) if "chronicle" in rows.model.listed(row).row.id
    )
    index = rows.model.index(location, 1)
    table.scrollTo(index)
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(index).center())
    key = rows.model.listed(location).item.item.key
    explained(bench, qtbot, ItemSubject(key, 0))
    assert bench.selection.item == key
    assert lore.kind is LoreKind.CHRONICLE
    page = lore.pages[LoreKind.CHRONICLE]
    (chosen,) = page.table.selected.places
    assert f"chronicle:{page.model.items[chosen].id}" == key

    bench.docks.show("lore")
    lore.show_kind(LoreKind.LOREBOOK)
    entries = lore.pages[LoreKind.LOREBOOK].table
    index = entries.model().index(5, 0)
    qtbot.mouseClick(entries.viewport(), LEFT, pos=entries.visualRect(index).center())
    key = bench.selection.item
    assert key.startswith("lore:")
    explained(bench, qtbot, ItemSubject(key))
    listed = rows.model.listed(table.currentIndex().row())
    assert listed.item.item.key == key


def test_a_choice_of_several_entries_stays_while_one_of_them_is_explained(bench, qtbot):
    bench.docks.show("lore")
    page = bench.panels.lore.pages[LoreKind.LOREBOOK]
    for row, modifier in (
        (1, Qt.KeyboardModifier.NoModifier),
        (3, Qt.KeyboardModifier.ShiftModifier),
    ):
        where = page.table.visualRect(page.model.index(row, 0)).center()
        qtbot.mouseClick(page.table.viewport(), LEFT, modifier, pos=where)
    assert len(page.table.selected.places) == 3
    explained(bench, qtbot, ItemSubject(bench.selection.item))
    bench.selection.select_message(3)
    assert len(page.table.selected.places) == 3


def test_a_shorter_text_is_written_in_the_lore(bench, qtbot):
    bench.main.activateWindow()
    key = first_out(bench, "rag budget", "lorebook")
    bench.panels.why.text_requested.emit(key)
    page = bench.panels.lore.pages[LoreKind.LOREBOOK]
    qtbot.waitUntil(lambda: page.detail.editors["content"].isAncestorOf(bench.main.focusWidget()))
    (chosen,) = page.table.selected.places
    assert f"lore:{page.model.items[chosen].uid}" == key


def test_another_ruleset_says_whom_to_ask_and_goes_on_explaining_memories(bench, qtbot):
    bench.selection.select_item("lore:3")
    explained(bench, qtbot, ItemSubject("lore:3"))
    question = bench.session.question.with_ruleset("openvault/terse")
    answered(bench, qtbot, lambda: bench.commands.submit(SetQuestion(question, "Ruleset")))
    why = bench.panels.why
    assert why.mentioned is None
    assert why.words.text().startswith("Ask a ruleset of Scribe to see why an item is")
    bench.selection.select([1])
    explained(bench, qtbot, MemorySubject(1))
    bench.selection.select_message(4)
    settled(bench, qtbot)
    assert why.mentioned.subject == MemorySubject(1)


def test_a_picture_explains_the_best_item_that_is_left_out(bench, qtbot):
    bench.explanation_controller.choose_subject()
    row = next(row for row in request(bench).rag if not row.kept and row.item.enabled)
    explained(bench, qtbot, ItemSubject(row.item.key, 0))
    bench.explanation_controller.choose_subject()
    bench.lore_controller.choose_item()
    assert bench.selection.item == row.item.key


def test_without_items_a_picture_explains_the_newest_message_that_is_left_out(open_window, qtbot):
    bench = open_window(Beside())
    latest = max(row.message for row in request(bench).messages if not row.kept)
    bench.explanation_controller.choose_subject()
    explained(bench, qtbot, MessageSubject(latest))
