"""What the window asks, and of whom; and that what it says is so."""

import pytest
from PySide6.QtWidgets import QLabel

from inspector.core.moment import Moment
from inspector.gui.panels.messages.state_words import state_text
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.preferences import Preferences
from tests.systems.auto_recap.chats import chat_bytes, message, running, version


@pytest.fixture
def bench(window):
    return window.bench


def ask(bench, qtbot, ruleset, **settings):
    question = bench.session.question.with_ruleset(ruleset)
    question = question.with_settings({**question.moment.settings, **settings})
    with qtbot.waitSignal(bench.presenter.displayed, timeout=20_000):
        bench.commands.submit(SetQuestion(question, "x"))


def open_with(qtbot, path, question):
    window = MainWindow(Preferences(), question, keep_preferences=False)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(path))
    return window


def test_a_setting_without_a_ruleset_is_meant_for_the_one_that_the_window_opens_with(
    qtbot, tmp_path
):
    path = tmp_path / "chat-A.jsonl"
    path.write_bytes(chat_bytes([message()], running(version(0, "the recap"))))
    template = "-- {{running_recap}} --"
    settings = {"running_scene_recap_template": template}
    window = open_with(qtbot, path, Question(moment=Moment(settings=settings)))
    question = window.bench.session.question
    assert question.ruleset == "auto-recap/design"
    assert question.moment.settings == settings
    assert "-- the recap --" in window.bench.panels.preview.view.toPlainText()
    window.close()


def test_why_answers_for_a_message_by_the_gates_of_auto_recap(window, bench, qtbot):
    ask(bench, qtbot, "auto-recap/design")
    bench.docks.show("why")
    bench.selection.select_message(80)
    why = bench.panels.why
    qtbot.waitUntil(lambda: len(why.steps.rows) == 10, timeout=10_000)
    findings = why._findings
    assert findings.mentioned.name == "Message 80"
    assert findings.mentioned.lead == "Left out: past limit"
    assert "806 of 819 tokens" in findings.mentioned.facts
    qtbot.waitUntil(lambda: bool(why._findings.offers), timeout=10_000)
    title = why._findings.offers[0].change.title
    assert title.startswith("Raise message_recap_context_limit")


def test_beside_another_ruleset_a_message_alone_is_still_explained(window, bench, qtbot):
    bench.docks.show("why")
    bench.selection.select_message(80)
    why = bench.panels.why
    qtbot.waitUntil(lambda: why._findings is not None and why._findings.mentioned is not None)
    assert "This is by auto-recap/design." in why._findings.mentioned.facts


def test_excluded_and_no_recap_are_two_words(window, bench, qtbot):
    ask(bench, qtbot, "auto-recap/design", include_user_messages=False)
    verdicts = bench.presenter.view.answer.derivation.messages
    chat = bench.session.document.chat
    for index in (0, 1):
        wanted = "excluded" if chat.from_user[index] else "no recap"
        assert state_text(verdicts[index]).endswith(wanted)


def test_the_use_of_short_term_memory_stands_against_its_limit(window, bench, qtbot):
    ask(bench, qtbot, "auto-recap/design")
    assert "806 of 819 tokens" in bench.panels.recaps.state.text()


def test_beside_a_release_the_other_systems_are_asked_by_theirs_and_the_title_says_so(
    window, bench, qtbot
):
    fold = bench.panels.preview.landing.fold
    assert fold.accessibleName() == "Where it goes · openvault/temporal, auto-recap/design"
    ask(bench, qtbot, "openvault/26")
    (other,) = bench.presenter.view.answer.rest
    assert other.ruleset.startswith("auto-recap/")
    assert other.ruleset != "auto-recap/design"
    assert fold.accessibleName() == f"Where it goes · openvault/26, {other.ruleset}"


def test_a_refused_request_shows_the_refusal_in_the_preview(qtbot, sample):
    settings = {"default_context_total_token_limit": 100, "min_tail_messages_to_preserve": 8}
    question = Question("scribe/design", moment=Moment(settings=settings))
    window = open_with(qtbot, sample, question)
    preview = window.bench.panels.preview
    error = window.bench.presenter.view.answer.derivation.error
    assert error
    assert preview.empty.isVisible()
    assert preview.empty.fact.text() == "Nothing is sent."
    assert preview.empty.reason.text() == error
    assert not preview.copy_action.isEnabled()
    window.close()


def test_nothing_is_said_of_a_chat_that_is_still_being_read(qtbot, sample):
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window)
    window.show()
    bench = window.bench
    bench.flow.open(str(sample))
    seen = {bench.status._edits.text()}
    with qtbot.waitSignal(bench.session.opened, timeout=20_000):
        pass
    seen.add(bench.panels.preview.empty.fact.text())
    seen.add(bench.panels.memories.empty._text.text())
    seen.add(bench.panels.why.words.text())
    for panel in bench.panels.all:
        seen.update(label.text() for label in panel.findChildren(QLabel) if not label.isHidden())
    assert not any("No chat" in one or "carries no" in one for one in seen), seen
    bench.wait()
    window.close()
