"""The Why panel on the real rules, with real clicks."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from inspector.analysis.smallest_change import changes_for as scribe_offers
from inspector.core.change_kinds import ChangeKind
from inspector.core.document import Document
from inspector.core.edits import SetField
from inspector.core.suggestion import Adjustment, SuggestedChange
from inspector.gui.kit.theme import DARK, use_theme
from inspector.gui.panels.why import case as cases
from inspector.gui.panels.why.advice import WrappingButton
from inspector.gui.panels.why.explanation import NOTHING_IN, Mark
from inspector.gui.panels.why.request_explanation import IS_SENT
from inspector.gui.panels.why.suggestions import Effect, Suggestion, effects_of
from inspector.gui.state.derivation import derive
from inspector.gui.state.query import query_of
from inspector.gui.state.selection import MemorySubject, MessageSubject
from inspector.gui.state.session import State

LEFT = Qt.MouseButton.LeftButton


def left_out(answer):
    return [m for m in answer.derivation.existing if m not in answer.derivation.in_block]


def applied(change, state):
    after = change.applied(query_of(state))
    return derive(State(after.document, state.question.with_moment(after.moment)))


def test_it_says_step_by_step_why_a_memory_is_left_out(explain, ask):
    answer = ask()
    memory = left_out(answer)[0]
    panel = explain(answer, memory)
    assert panel.mentioned.subject == MemorySubject(memory)
    assert panel.header.sentence.startswith(f"Left out: budget. Memory {memory}, importance ")
    assert panel.steps.failed.step.title == "Mid has no room for it"
    assert panel.steps.failed.accessibleName() == "Failed: Mid has no room for it"
    assert len(panel.steps.rows) == 4


def test_its_button_makes_the_smallest_change_and_that_gets_the_memory_in(explain, ask, qtbot):
    answer = ask()
    memory = left_out(answer)[1]
    panel = explain(answer, memory)
    button = panel.advice.button
    assert button.text() == panel.advice.offers[0].change.title
    with qtbot.waitSignal(panel.change_requested) as requested:
        qtbot.mouseClick(button, LEFT)
    change, state, ruleset = requested.args
    assert state is answer.state
    assert ruleset == "openvault/terse"
    assert memory in applied(change, state).derivation.in_block


def test_the_keyboard_makes_the_change_as_well(explain, ask, qtbot):
    answer = ask()
    panel = explain(answer, left_out(answer)[0])
    with qtbot.waitSignal(panel.change_requested):
        qtbot.keyClick(panel.advice.button, Qt.Key.Key_Space)


def test_everything_that_a_change_costs_stands_above_its_button(explain, ask):
    answer = ask()
    panel = explain(answer, left_out(answer)[1])
    suggested = panel.advice.offers[0]
    words = panel.advice.words
    for leaving in suggested.change.leaving:
        assert f"#{leaving} drops out instead" in words
    before, after = answer.derivation, applied(suggested.change, answer.state).derivation
    assert f"{before.budget.used:,} → {after.budget.used:,}" in words
    total = sum(int(e.figure.replace("−", "-")) for e in suggested.effects[:-1])
    assert total == after.budget.used - before.budget.used == suggested.change.tokens


def test_another_change_is_a_link_that_shows_its_cost_first(explain, ask, qtbot):
    answer = ask()
    panel = explain(answer, left_out(answer)[1])
    assert len(panel.advice.offers) > 1
    wanted = panel.advice.offers[1]
    with qtbot.assertNotEmitted(panel.change_requested):
        qtbot.mouseClick(panel.advice.links[0], LEFT)
    assert "Another change" in panel.advice.words
    assert panel.advice.button.text() == wanted.change.title
    with qtbot.waitSignal(panel.change_requested) as requested:
        qtbot.mouseClick(panel.advice.button, LEFT)
    assert requested.args[0] is wanted.change


def test_a_button_that_has_other_advice_shown_outlives_its_own_click(explain, ask):
    panel = explain(ask(), left_out(ask())[1])
    link = panel.advice.links[0]
    link.click()
    assert isValid(link)
    button = panel.advice.button
    panel.change_requested.connect(panel.advice.clear)
    button.click()
    assert panel.advice.button is None
    assert isValid(button)


def test_an_included_memory_is_told_what_would_take_it_out(explain, ask, qtbot):
    answer = ask()
    memory = min(answer.derivation.in_block)
    panel = explain(answer, memory)
    assert panel.header.sentence.startswith(f"In the block. Memory {memory} is line ")
    assert {row.step.mark for row in panel.steps.rows} == {Mark.PASSED}
    assert "What would take it out" in panel.advice.words
    assert panel.advice.button.property("primary") is False
    with qtbot.waitSignal(panel.change_requested) as requested:
        qtbot.mouseClick(panel.advice.button, LEFT)
    assert memory not in applied(requested.args[0], answer.state).derivation.in_block


def test_it_follows_the_selection_and_shows_only_the_newest(panel, explain, ask, selection, qtbot):
    answer = ask()
    first, second, third = left_out(answer)[:3]
    explain(answer, first)
    mentioned = []
    panel.worker.answered.connect(lambda findings: mentioned.append(findings.case.subject.memory))
    selection.select([second])
    selection.select([third])
    qtbot.waitUntil(lambda: not panel.worker.is_busy, timeout=20_000)
    assert panel.mentioned.subject == MemorySubject(third)
    assert mentioned == [third]


def test_a_new_answer_is_explained_at_once(explain, ask):
    answer = ask()
    memory = left_out(answer)[0]
    assert not explain(answer, memory).mentioned.in_block
    roomy = ask(settings={"retrievalFinalTokens": 10_000})
    assert explain(roomy, memory).mentioned.in_block


def test_a_hidden_panel_works_nothing_out_until_it_is_shown(panel, explain, ask, selection, qtbot):
    answer = ask()
    panel.hide()
    explain(answer, left_out(answer)[0])
    assert panel.mentioned is None
    panel.show()
    qtbot.waitUntil(lambda: panel.mentioned is not None, timeout=20_000)


def test_words_stand_where_there_is_nothing_to_explain(panel, ask, selection, qtbot):
    assert panel.words.text() == ""
    panel.set_document(Document())
    assert panel.words.text() == cases.NO_MEMORIES
    answer = ask(at=10)
    panel.set_document(answer.state.document)
    panel.set_answer(answer)
    assert panel.words.text() == cases.NO_SELECTION
    selection.select([len(answer.state.document.memories) - 1])
    qtbot.waitUntil(lambda: "does not exist yet" in panel.words.text())
    panel.set_document(None)
    assert panel.words.text() == ""


def test_it_says_when_no_single_change_helps(panel):
    panel.advice.show_offers((), in_block=False, is_over=True, nothing=NOTHING_IN)
    assert panel.advice.words == NOTHING_IN
    assert panel.advice.button is None


def test_it_says_that_it_is_looking(panel):
    panel.advice.show_looking()
    assert "Looking for the smallest change" in panel.advice.words


def test_a_shorter_wording_is_left_to_a_person(explain, ask, qtbot):
    answer = ask()
    memory = left_out(answer)[0]
    panel = explain(answer, memory)
    change = SuggestedChange(
        ChangeKind.SUMMARY,
        "Shorten the summary by 4 tokens",
        "It.",
        Adjustment(),
        needs_wording=True,
    )
    panel.advice.show_offers(
        [Suggestion(change, (Effect("#1 gets in", "+9", is_named=True),))],
        in_block=False,
        is_over=True,
    )
    with qtbot.waitSignal(panel.wording_requested) as requested:
        qtbot.mouseClick(panel.advice.button, LEFT)
    assert requested.args == [memory]


def test_names_and_summaries_are_never_taken_for_markup(explain, ask, make_document):
    name = "<b>Mara</b> & <img src='http://127.0.0.1:9/x.png'>"
    document = make_document(
        {"id": "a", "summary": "<h1>x</h1>", "message_ids": [2], "witnesses": [name]}
    )
    settings = {"candidates": "pov", "retrievalFinalTokens": 500}
    panel = explain(ask(settings=settings, document=document, character="张伟 🗝"), 0)
    displayed = [label for label in panel.steps.findChildren(QLabel) if name in label.text()]
    assert displayed
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in displayed)
    assert "张伟 🗝" in panel.steps.failed.step.title


def test_other_colours_keep_what_is_told(explain, ask):
    answer = ask()
    panel = explain(answer, left_out(answer)[0])
    title, offers = panel.steps.failed.step.title, panel.advice.offers
    use_theme(DARK)
    assert panel.steps.failed.step.title == title
    assert panel.advice.offers == offers


@pytest.mark.parametrize("ruleset", ["openvault/temporal", "openvault/1.44", "openvault/26"])
def test_every_left_out_memory_of_every_ruleset_can_be_told(explain, ask, ruleset):
    answer = ask(ruleset, {"retrievalFinalTokens": 300})
    for memory in left_out(answer)[::12]:
        panel = explain(answer, memory)
        assert panel.steps.failed is not None
        for suggested in panel.advice.offers:
            assert memory in applied(suggested.change, answer.state).derivation.in_block


def test_a_change_is_shown_with_the_stars_that_it_gives(ask):
    answer = ask()
    memory = left_out(answer)[1]
    requested = query_of(answer.state)
    edit = SetField((memory,), "importance", 5)
    change = SuggestedChange(
        ChangeKind.IMPORTANCE, "Raise importance to 5", "So.", Adjustment(edits=(edit,))
    )
    assert effects_of(requested, change, memory)[0].words == f"#{memory} gets in, now with ★★★★★"


SCRIBE, SCRIBE_SETTINGS = "scribe/design", {"default_context_recent_history_budget": 500}


def explained(panel, qtbot):
    qtbot.waitUntil(lambda: not panel.worker.is_busy, timeout=20_000)
    return panel.mentioned


def test_a_message_of_a_request_is_explained_as_a_memory_is(panel, ask, selection, qtbot):
    answer = ask(SCRIBE, SCRIBE_SETTINGS)
    panel.set_document(answer.state.document)
    panel.set_answer(answer)
    assert panel.words.text() == cases.NOTHING_OF_REQUEST
    row = next(row for row in answer.derivation.messages if row.gate == "history budget")
    selection.select_message(row.message)
    assert explained(panel, qtbot).subject == MessageSubject(row.message)
    assert panel.header.sentence.startswith(f"Left out: history full. Message {row.message}, by ")
    assert panel.steps.failed.step.title == "The history has no room for it"
    assert panel.advice.button.text().startswith("Raise the history budget to ")
    with qtbot.waitSignal(panel.change_requested) as requested:
        qtbot.mouseClick(panel.advice.button, LEFT)
    change, state, ruleset = requested.args
    assert (state, ruleset) == (answer.state, SCRIBE)
    assert applied(change, state).derivation.messages[row.message].kept
    selection.select_message(len(answer.state.document.chat) - 1)
    assert explained(panel, qtbot).in_block
    assert panel.advice.words == IS_SENT


def test_while_scribe_is_asked_a_memory_is_explained_by_its_own_system(
    panel, ask, selection, qtbot
):
    answer = ask(SCRIBE, SCRIBE_SETTINGS)
    panel.set_document(answer.state.document)
    panel.set_answer(answer)
    memories = answer.of_memories
    out = next(m for m in memories.existing if m not in memories.in_block)
    selection.select([out])
    assert explained(panel, qtbot).subject == MemorySubject(out)
    assert panel.header.sentence.endswith("This is by openvault/temporal.")
    with qtbot.waitSignal(panel.change_requested) as requested:
        qtbot.mouseClick(panel.advice.button, LEFT)
    change, state, ruleset = requested.args
    assert ruleset == "openvault/temporal"
    after = change.applied(query_of(state, ruleset))
    assert out in after.derivation.in_block


def test_a_boundary_that_no_setting_holds_is_not_offered_for_a_ruleset_that_is_not_requested(ask):
    moment = replace(ask().state.question.moment, boundaries=ask().derivation.boundaries)
    change = SuggestedChange(
        ChangeKind.BOUNDARY, "Begin recent at message 3", "So.", Adjustment(moment=moment)
    )
    kept = replace(moment, boundaries=None)
    assert not Suggestion(change, ()).can_be_kept_unasked
    assert Suggestion(replace(change, adjustment=Adjustment(moment=kept)), ()).can_be_kept_unasked


def test_an_items_shorter_text_is_left_to_a_person(panel, ask, selection, qtbot, lore):
    answer = ask(SCRIBE, {"default_context_rag_budget": 150}, lore)
    panel.set_document(answer.state.document)
    panel.set_answer(answer)
    row = next(row for row in answer.derivation.rag if row.gate == "rag budget")
    selection.select_item(row.item.key)
    explained(panel, qtbot)
    change = replace(next(scribe_offers(query_of(answer.state), row.id)), needs_wording=True)
    offers = [Suggestion(change, (), is_of_request=True)]
    panel.advice.show_offers(offers, in_block=False, is_over=True)
    assert panel.advice.button.text() == "Write a shorter text"
    with qtbot.waitSignal(panel.text_requested) as requested:
        qtbot.mouseClick(panel.advice.button, LEFT)
    assert requested.args == [row.item.key]


@pytest.mark.parametrize("width", [120, 200, 600])
def test_a_buttons_words_wrap_and_none_is_lost(qtbot, width):
    text = "Enable it, raise the RAG budget to 2434 tokens, raise the total to 3895 tokens"
    button = WrappingButton(text)
    qtbot.addWidget(button)
    lines = button.lines(width)
    assert " ".join(lines) == button.text() == text
    assert button.heightForWidth(width) >= len(lines) * button.fontMetrics().lineSpacing()
    assert button.minimumSizeHint().width() == 0
    widest = max(map(button.fontMetrics().horizontalAdvance, lines))
    assert widest < width


@pytest.mark.parametrize("memory", [0, 1])
def test_in_a_high_column_the_advice_has_the_height_that_the_steps_leave(
    explain, ask, qtbot, memory
):
    answer = ask()
    panel = explain(answer, left_out(answer)[memory])
    panel.resize(360, 640)
    qtbot.waitUntil(lambda: panel.advice.y() > 0)
    button = panel.advice.button
    qtbot.waitUntil(lambda: button.visibleRegion().boundingRect() == button.rect())
    assert panel.steps.visibleRegion().boundingRect().height() == panel.steps.height()
    panel.resize(360, 420)
    qtbot.waitUntil(lambda: panel.height() == 420)
    assert panel.advice.height() >= 420 // 3 - 2
    assert panel.advice.y() > panel.header.height()
