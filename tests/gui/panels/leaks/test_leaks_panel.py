"""Leaks are quoted, whole where it tells, and put right by a click, a key or all at once."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from inspector.analysis.leak_report import leak_report
from inspector.analysis.recap_leaks import recap_leaks
from inspector.core.edits import ChangeNames, SetField
from inspector.core.moment import Moment
from inspector.gui.kit.theme import font
from inspector.gui.panels.leaks.columns import STEP
from inspector.gui.panels.leaks.panel import LeaksPanel
from inspector.gui.state.derivation import derive
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.word_marks import fitted
from inspector.loading import open_chat
from inspector.shipped import sample_chat
from inspector.tokenizer import load_tokenizer
from tests.systems.openvault.retrieval.vaults import event, talk, vault

TOKENIZER = load_tokenizer("o200k_base")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def selection(qapp):
    return Selection()


@pytest.fixture
def panel(qtbot, selection):
    made = LeaksPanel(selection)
    qtbot.addWidget(made)
    made.resize(850, 260)
    made.show()
    qtbot.waitExposed(made)
    return made


def show(panel, memories, states=None):
    messages = talk(10, hidden=8)
    messages[3]["mes"] = "Mira leans in the door."
    document = vault(messages, memories, states)
    moment = Moment(user="Robin", character="Mira", group=("Mira", "Kai"))
    state = State(document, Question(ruleset="openvault/26", moment=moment))
    answer = derive(state)
    view = View(document, state.question, answer, leaks=leak_report(answer.query()))
    panel.show_view(view, ViewChanges(Part.CHAT | Part.QUESTION))
    panel.show_view(view, ViewChanges(Part.ANSWER | Part.LEAKS))
    return document


def leaky(count=2):
    return [
        event(f"s{n}", summary=f"Kai hid key {n} and left.", witnesses=["Kai"], is_secret=True)
        for n in range(count)
    ]


def test_the_head_counts_and_the_foot_tells_what_all_of_it_saves(panel):
    show(panel, [*leaky(), event("seen", summary="Kai fell.", witnesses=["Kai"], message_ids=[3])])
    assert panel.headline.text() == "3 memories in this prompt are things Mira cannot know."
    assert panel.all_button.text() == "Take out 2, Mira knows 1"
    assert panel.effect.text().startswith("memories ")
    assert panel.reader.currentText() == "Mira answers"


def test_where_there_is_nothing_to_show_no_room_is_needed_for_a_table(panel):
    show(panel, leaky())
    needed = panel.minimumSizeHint().height()
    show(panel, [])
    assert panel.minimumSizeHint().height() < needed / 2


def test_all_of_them_are_one_step(panel, qtbot):
    show(panel, [*leaky(), event("seen", summary="Kai fell.", witnesses=["Kai"], message_ids=[3])])
    with qtbot.waitSignal(panel.edits_requested) as requested:
        QTest.mouseClick(panel.all_button, LEFT)
    assert requested.args == [
        (
            SetField((0, 1), "archived", value=True),
            ChangeNames((2,), "witnesses", add=("Mira",)),
        ),
        "Take out 2, Mira knows 1",
    ]


def test_a_click_on_the_step_or_space_puts_one_right(panel, qtbot):
    show(panel, leaky())
    cell = panel.table.visualRect(panel.model.index(1, STEP)).center()
    with qtbot.waitSignal(panel.edits_requested) as requested:
        QTest.mouseClick(panel.table.viewport(), LEFT, pos=cell)
    assert requested.args == [(SetField((1,), "archived", value=True),), "Take it out: #1"]
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    with qtbot.waitSignal(panel.edits_requested) as requested:
        QTest.keyClick(panel.table, Qt.Key.Key_Space)
    assert requested.args[0] == (SetField((0,), "archived", value=True),)


def test_a_row_and_the_selection_lead_each_other(panel, selection, qtbot):
    show(panel, leaky(3))
    selection.select([2])
    assert panel.table.currentIndex().row() == 2
    QTest.keyClick(panel.table, Qt.Key.Key_Up)
    assert selection.current == 1
    with qtbot.waitSignal(panel.memory_activated) as opened:
        QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert opened.args == [1]


def test_what_is_no_leak_can_be_said_to_be_known(panel, qtbot):
    show(panel, leaky(1), {"Mira": {"name": "Mira"}})
    actions = panel.keep_button.fill().actions()
    assert [one.text().partition(":")[0] for one in actions] == [
        "Mira saw it happen",
        "Mira was told of it",
    ]
    with qtbot.waitSignal(panel.edits_requested) as requested:
        actions[0].trigger()
    assert requested.args == [(ChangeNames((0,), "witnesses", add=("Mira",)),), "Not a leak: #0"]


def test_without_leaks_it_says_so(panel):
    show(panel, [event("a", witnesses=["Mira"])])
    assert panel.words.text() == "Mira knows all that this prompt says."
    assert not panel.table.isVisible()


def test_a_long_summary_is_cut_around_the_phrase_and_never_in_it(qapp):
    metrics = QFontMetrics(font(12))
    show_of = vault(
        talk(10, hidden=8),
        [
            event(
                "s",
                summary="On the longest night of that winter, Kai hid the key, far from all lamps.",
                witnesses=["Kai"],
            )
        ],
    )
    moment = Moment(user="Robin", character="Mira", group=("Mira",))
    answer = derive(State(show_of, Question(ruleset="openvault/26", moment=moment)))
    (leak,) = leak_report(answer.query()).leaks
    whole, _ = fitted(leak.summary, leak.telling, metrics, 10_000)
    assert whole == leak.summary
    for width in (60, 160, 240, 320):
        words, (start, end) = fitted(leak.summary, leak.telling, metrics, width)
        assert words[start:end] == leak.phrase
        assert len(words) <= len(leak.summary)


def test_the_lines_of_the_block_stand_below_with_what_tells_marked(panel):
    panel.resize(850, 560)
    document = show(panel, leaky(9))
    lines = panel.excerpt.lines
    row = panel.model.row_at(panel.table.currentIndex().row())
    assert row.leak.line in [one.number for one in lines]
    assert len(lines) == 6
    for one in lines:
        if one.phrase is not None:
            told = one.text[slice(*one.phrase)]
            assert any(told in memory.summary for memory in document.memories)
    assert panel.excerpt.isVisible()
    panel.resize(850, 220)
    assert not panel.excerpt.isVisible()


def test_f8_goes_from_leak_to_leak_and_around(panel, qtbot, selection):
    show(panel, leaky(3))
    panel.table.setFocus()
    seen = []
    for _ in range(4):
        seen.append(panel.table.currentIndex().row())
        panel.next_button.click()
    assert seen == [0, 1, 2, 0]
    panel.step(-1)
    panel.step(-1)
    assert selection.current == 2


def test_a_sentence_of_the_recap_is_a_row_whose_step_edits_the_version(panel, qtbot):
    document = open_chat(sample_chat()).document
    state = State(document, Question(ruleset="openvault/26"))
    answer = derive(state)
    told = recap_leaks(document, "Rufus", answer.derivations["auto-recap/1"].injections, TOKENIZER)
    assert [(one.name, one.slot, one.sentence[:40]) for one in told] == [
        ("recap v4", "auto_recap_memory_scene", "Nell and Hattie opened the parcel in sec")
    ]
    report = replace(leak_report(answer.query()), recaps=told)
    view = View(document, state.question, answer, leaks=report)
    panel.show_view(view, ViewChanges(Part.CHAT | Part.QUESTION))
    panel.show_view(view, ViewChanges(Part.ANSWER | Part.LEAKS))
    row = len(panel.model.rows) - 1
    assert panel.model.rows[row].step == "Edit recap"
    assert panel.effect.text().endswith(f"{report.left + 1} leak left")
    panel.table.setCurrentIndex(panel.model.index(row, 0))
    assert not panel.keep_button.isEnabled()
    with qtbot.waitSignal(panel.recap_requested) as requested:
        panel.put_right()
    assert requested.args[0] is told[0].version
