"""The window and a language model: consent, proposals, and what is listed of it."""

import json
import re
import shutil
import threading
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from inspector.core.document import sources_of
from inspector.core.edits import SetField
from inspector.gui.panels.lore.log_dialog import log_text
from inspector.gui.window.main_window import MainWindow
from inspector.lore_files import FileKind
from inspector.preferences import ModelChoice, RetrievalChoice
from tests.gui.settling import settle
from tests.llm.scripted import Wording, scripted
from tests.retrieval.servers import right
from tests.retrieval.servers import server as embeddings

pytest.importorskip("openai")


def shorter(body):
    lines = re.findall(r"^(\d+)\. ", body["messages"][-1]["content"], re.MULTILINE)
    text = "Kai promised Mira the amber lantern before the storm came over the harbour"
    return Wording("\n".join(f"{one}. {text} {one}." for one in lines), usage=True)


def name_model(window: MainWindow, address: str, **more: object):
    choice = replace(ModelChoice(address=address, model="m"), **more)
    window.bench.model_controller.choosing.change(
        **{name: getattr(choice, name) for name in ("address", "model", "agreed", "most_tokens")}
    )


def agreed(address: str):
    return (f"{address}/chat/completions",)


def queue_of(window, memories):
    panel = window.bench.panels.rewrite
    window.bench.docks.show("rewrite")
    settle(window)
    panel.bar.source.setCurrentIndex(2)
    window.bench.selection.select(memories)
    return panel


def test_nothing_is_sent_before_the_text_was_shown_and_agreed_to(window, qtbot):
    with scripted(shorter) as endpoint:
        name_model(window, endpoint.address)
        controller, panel = window.bench.model_controller, queue_of(window, [0, 1])
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        text = controller.dialog.text.toPlainText()
        assert window.bench.session.document.memories[1].summary in text
        assert endpoint.address in controller.dialog.consent.question.words
        assert re.search(r"about [\d,]+ tokens", controller.dialog.consent.question.words)
        controller.dialog.consent.keep_button.click()
        settle(window)
        assert not endpoint.bodies
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        controller.dialog.consent.send_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 2 and not controller.running.is_busy)
        assert endpoint.bodies[0]["messages"][0]["content"] in text
        assert "authorization" not in endpoint.headers[0]
        assert controller.choice.agreed == agreed(endpoint.address)
    calls = window.bench.panels.model.model.rows
    assert [one.tokens for one in calls][-1] == (11, 5)


def test_proposals_come_batch_by_batch_and_are_one_step_to_undo(window, qtbot):
    with scripted(shorter) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel = queue_of(window, list(range(14)))
        before = window.bench.session.document
        panel.bar.ask_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 14, timeout=20_000)
        qtbot.waitUntil(lambda: not window.bench.model_controller.running.is_busy)
        rows = panel.pasted.model.rows
        panel.pasted.tick([n for n, one in enumerate(rows) if not one.is_ticked])
        panel.pasted.take_button.click()
        panel.keep_all()
    memories = window.bench.session.document.memories
    assert sum(one.summary.startswith("Kai promised") for one in memories) == 14
    window.bench.commands.stack.undo()
    assert window.bench.session.document is before


def test_a_session_that_has_used_its_tokens_asks_nothing_more(window, qtbot):
    with scripted(shorter) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address), most_tokens=10)
        queue_of(window, [0]).bar.ask_button.click()
        error = window.bench.panels.model.error
        qtbot.waitUntil(lambda: "raise the limit" in error.words)
        assert not endpoint.bodies


def test_what_is_cancelled_is_listed_and_changes_nothing(window, qtbot):
    with scripted(Wording("1. x", silence=30.0)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        panel, controller = queue_of(window, [0]), window.bench.model_controller
        panel.bar.ask_button.click()
        qtbot.waitUntil(lambda: bool(endpoint.bodies))
        window.bench.panels.model.cancel_button.click()
        rows = window.bench.panels.model.model
        qtbot.waitUntil(lambda: rows.count == 1)
        assert rows.rows[0].outcome == "cancelled"
        assert not controller.running.is_busy
        assert not window.bench.commands.stack.count()


def test_the_window_closes_at_once_while_the_model_is_silent(window, qtbot):
    with scripted(Wording("1. x", silence=30.0)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        queue_of(window, [0]).bar.ask_button.click()
        qtbot.waitUntil(lambda: bool(endpoint.bodies))
        assert window.close()
    assert not window.bench.model_controller.running.is_busy
    qtbot.waitUntil(lambda: not [one for one in threading.enumerate() if "_read" in one.name])


def test_without_an_address_it_says_where_to_name_one(window):
    queue_of(window, [0]).bar.ask_button.click()
    assert "Name the address" in window.bench.panels.model.error.words


def leave_all(page):
    """Decide on all proposals, which are asked about before their chat is left."""
    page.table.selectAll()
    page.leave_button.click()


def judge_search_propose(body):
    used = [call for turn in body["messages"] for call in turn.get("tool_calls") or ()]
    if not used:
        return Wording(
            calls=[("AnalyzeTextSignificanceTool", {"significance": 0.9, "reason": "x"})]
        )
    if len(used) == 1:
        return Wording(calls=[("SearchKnowledgeBaseTool", {"query": "parcel"})])
    if len(used) == 2:
        event = {"summary": "Nell kept the amber key.", "keywords": ["amber", "key"]}
        return Wording(calls=[("CreateChronicleEventTool", event)])
    return Wording("DONE")


def test_what_the_agent_proposes_is_taken_as_one_step_and_left_alone_until_then(
    window, qtbot, sample
):
    bench, page = window.bench, window.bench.panels.lore.proposed
    assert not page.last_button.isEnabled()
    chronicle = sample.with_name("A Parcel for Nobody - chronicle.json")
    bench.file_services.beside.open(FileKind.CHRONICLE, chronicle)
    qtbot.waitUntil(page.last_button.isEnabled)
    before = bench.session.document
    with scripted(judge_search_propose) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        page.last_button.click()
        qtbot.waitUntil(lambda: page.model.count == 1, timeout=20_000)
        qtbot.waitUntil(lambda: not bench.model_controller.running.is_busy)
    row = page.model.rows[0]
    assert (row.state, row.proposal.content) == ("pending", "Nell kept the amber key.")
    assert bench.session.document is before
    last = max(row.proposal.messages)
    # A page that nobody sees is shown it once nothing else is to be done.
    qtbot.waitUntil(lambda: row.proposal.content in page.evidence.toPlainText())
    assert before.chat.message(last).text[:40] in page.evidence.toPlainText()
    assert "judged  Significance 0.9" in log_text(page.outcomes[0])
    page.leave_button.click()
    assert page.model.rows[0].state == "left"
    page.table.selectRow(0)
    qtbot.waitUntil(page.take_button.isEnabled)
    page.take_button.click()
    qtbot.waitUntil(lambda: page.model.rows[0].state == "taken", timeout=20_000)
    assert bench.session.document.chronicle.items[-1].summary == "Nell kept the amber key."
    bench.commands.stack.undo()
    assert bench.session.document is before
    qtbot.waitUntil(lambda: page.model.rows[0].state == "left")


def test_the_agent_works_by_copying_and_pasting(window, qtbot, sample):
    bench, page = window.bench, window.bench.panels.lore.proposed
    chronicle = sample.with_name("A Parcel for Nobody - chronicle.json")
    bench.file_services.beside.open(FileKind.CHRONICLE, chronicle)
    qtbot.waitUntil(page.copy_button.isEnabled)
    page.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert "[159] " in copied
    assert "WHAT IS KNOWN:" in copied
    QGuiApplication.clipboard().setText("Never.")
    page.paste_button.click()
    assert "no JSON object" in page.state.text()
    event = {"summary": "Nell kept the amber key.", "keywords": ["amber", "key"]}
    answer = {"significance": 1, "reason": "She stays.", "events": [event]}
    QGuiApplication.clipboard().setText(json.dumps(answer))
    page.paste_button.click()
    (row,) = page.model.rows
    assert (row.state, row.proposal.content) == ("pending", "Nell kept the amber key.")
    event["summary"], event["keywords"] = "She left.", ["leaving"]
    QGuiApplication.clipboard().setText(json.dumps(answer))
    page.paste_button.click()
    page.table.selectAll()
    page.say("A word that stays.")
    qtbot.waitUntil(lambda: page.model.rows[1].pending.effect is not None, timeout=20_000)
    assert len(page.table.selectionModel().selectedRows()) == 2
    assert page.state.text() == "A word that stays."
    leave_all(page)


def test_what_is_taken_has_a_vector_where_vectors_decide_and_stays_one_step(window, qtbot, sample):
    bench, page = window.bench, window.bench.panels.lore.proposed
    chronicle = sample.with_name("A Parcel for Nobody - chronicle.json")
    bench.file_services.beside.open(FileKind.CHRONICLE, chronicle)
    qtbot.waitUntil(page.last_button.isEnabled)
    retrieval = bench.retrieval_controller
    with scripted(judge_search_propose) as endpoint, embeddings(right) as (address, requests):
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        choice = RetrievalChoice(
            method="endpoint", address=address, model="m", agreed=(f"{address}/embeddings",)
        )
        bench.panels.retrieval.show_choice(choice)
        retrieval.score()
        qtbot.waitUntil(lambda: sources_of(bench.session.document).scores is not None)
        before = bench.session.document
        page.last_button.click()
        qtbot.waitUntil(
            lambda: page.model.count == 1 and page.model.rows[0].pending.effect is not None,
            timeout=20_000,
        )
        qtbot.waitUntil(lambda: not bench.model_controller.running.is_busy)
        assert "cosine, m" in log_text(page.outcomes[0])
        assert page.model.rows[0].pending.score is not None
        page.take_all_button.click()
        scores = sources_of(bench.session.document).scores
        new = {key for key in scores.values if key not in sources_of(before).scores.values}
        assert len(new) == 1
        sent = [text for _, _, body in requests for text in body["input"]]
        assert any("Nell kept the amber key." in text for text in sent)
        bench.commands.stack.undo()
        assert bench.session.document is before
        qtbot.waitUntil(lambda: not bench.deriver.is_busy)
    leave_all(page)


def test_a_recap_is_shown_as_a_difference_before_it_becomes_a_version(window, qtbot):
    bench, panel = window.bench, window.bench.panels.recaps
    before = bench.session.document
    answer = '{"recap": {"developments": ["Nell came."], "open": [], "state": ["Rain."]}}'
    qtbot.waitUntil(lambda: bool(panel.displayed.scenes), timeout=20_000)
    panel.write.click()
    writer = panel.writer
    writer.prompt.selectAll()
    writer.prompt.insertPlainText("Be brief. {{current_running_recap}} {{scene_recaps}}")
    with scripted(Wording("no recap"), Wording(answer)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        writer.ask_button.click()
        qtbot.waitUntil(lambda: "no JSON" in writer.state.text())
        qtbot.waitUntil(lambda: not bench.model_controller.running.is_busy)
        assert not writer.keep_button.isEnabled()
        writer.ask_button.click()
        qtbot.waitUntil(writer.keep_button.isEnabled)
        assert endpoint.bodies[1]["messages"][0]["content"].startswith("Be brief. ")
    assert re.search(r"\d+ words added, \d+ removed", writer.state.text())
    prompts = bench.model_controller.choice.prompts
    assert prompts["running_scene_recap_prompt"].startswith("Be brief.")
    assert bench.session.document is before
    bench.commands.read_only = "Another window edits this chat."
    writer.keep_button.click()
    assert writer.isVisible()
    assert writer.trouble.text() == bench.commands.read_only
    bench.commands.read_only = ""
    writer.keep_button.click()
    assert writer.isHidden()
    qtbot.waitUntil(
        lambda: any(row.is_current and "Nell came." in row.text for row in panel.displayed.rows)
    )
    bench.commands.stack.undo()
    assert bench.session.document is before


def test_an_answer_stands_under_the_plan_that_it_was_asked_for(window, qtbot):
    panel, gate = window.bench.panels.recaps, threading.Event()
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    panel.write.click()
    writer = panel.writer

    def choose(place):
        writer.plan.setCurrentIndex(place)
        writer.plan.activated.emit(place)

    def late(body):
        gate.wait(20)
        return Wording('{"developments": ["Late."], "open": [], "state": [], "resolved": []}')

    with scripted(late) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        choose(2)
        writer.ask_button.click()
        assert not writer.plan.isEnabled()
        qtbot.waitUntil(lambda: bool(endpoint.bodies))
        choose(1)
        gate.set()
        qtbot.waitUntil(writer.keep_button.isEnabled)
        assert writer.plan.currentIndex() == 2
        assert writer.plan.isEnabled()
        gate.clear()
        writer.ask_button.click()
        qtbot.waitUntil(lambda: len(endpoint.bodies) == 2)
        writer.show_plans((), {})
        assert writer.plan.count() == 1
        gate.set()
        qtbot.waitUntil(lambda: writer.ask_button.text() == "Ask the model")
        assert "edited after the request" in writer.notes.text()
        assert writer.keep_button.isEnabled()
        assert not writer.ask_button.isEnabled()
    writer.drop_button.click()
    writer.reject()


def test_a_recap_is_made_by_copying_and_pasting_and_names_entries(window, qtbot, sample):
    bench, writer = window.bench, window.bench.panels.recaps.writer
    lorebook = sample.with_name("A Parcel for Nobody - lorebook.json")
    bench.file_services.beside.open(FileKind.LOREBOOK, lorebook)
    qtbot.waitUntil(lambda: bench.session.document.lorebook is not None)
    qtbot.waitUntil(lambda: bool(bench.panels.recaps.displayed.scenes), timeout=20_000)
    bench.panels.recaps.write.click()
    writer.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert "{{scene_recaps}}" not in copied
    assert "THE RECAP SO FAR" in copied
    QGuiApplication.clipboard().setText("I would rather not.")
    writer.paste_button.click()
    assert "no JSON" in writer.state.text()
    assert not writer.keep_button.isEnabled()
    entity = {"type": "event", "name": "The flood", "keywords": ["flood"], "content": "It rose."}
    answer = {"recap": {"developments": ["It rained."]}, "entities": [entity]}
    QGuiApplication.clipboard().setText(json.dumps(answer))
    writer.paste_button.click()
    assert "1 entity is named" in writer.notes.text()
    writer.keep_button.click()
    qtbot.waitUntil(
        lambda: any(
            row.is_current and "It rained." in row.text
            for row in bench.panels.recaps.displayed.rows
        )
    )
    (row,) = bench.panels.lore.proposed.model.rows
    assert (row.state, row.proposal.title, row.proposal.content) == (
        "pending",
        "The flood",
        "It rose.",
    )
    leave_all(bench.panels.lore.proposed)


def test_what_was_to_be_sent_of_a_chat_is_not_once_another_is_open(window, qtbot, sample, tmp_path):
    with scripted(shorter) as endpoint:
        name_model(window, endpoint.address)
        controller, panel = window.bench.model_controller, queue_of(window, [0, 1])
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        with qtbot.waitSignal(window.bench.presenter.settled):
            window.bench.flow.open(str(shutil.copy(sample, tmp_path / "another.jsonl")))
        assert not controller.dialog.isVisible()
        assert endpoint.bodies == []


def test_enter_beside_a_prompt_that_is_typed_leaves_it(window):
    window.bench.menus.sum_up.trigger()
    dialog = window.bench.history_writing.dialog
    QTest.keyClicks(dialog.prompt, "Briefly: ")
    typed = dialog.prompt.text
    assert "Briefly: " in typed
    for part in (dialog.plan, dialog):
        QTest.keyClick(part, Qt.Key.Key_Return)
        assert dialog.prompt.text == typed
    assert dialog.isVisible()
    dialog.reset_button.setFocus()
    QTest.keyClick(dialog.reset_button, Qt.Key.Key_Return)
    assert "Briefly: " not in dialog.prompt.text
    dialog.reject()


def test_established_history_is_one_paragraph_once_it_is_kept_and_stale_once_it_changes(
    window, qtbot
):
    bench, writing = window.bench, window.bench.history_writing
    text = "Nell brought a parcel for Nobody to the Copper Kettle."
    before = bench.session.state
    with scripted(Wording(text)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        bench.menus.sum_up.trigger()
        writing.dialog.ask_button.click()
        qtbot.waitUntil(writing.dialog.keep_button.isEnabled, timeout=20_000)
    assert re.search(r"tokens instead of [\d,]+: [\d,]+ tokens saved", writing.dialog.notes.text())
    assert "memories name what is not found" in writing.dialog.notes.text()
    assert bench.session.state is before
    writing.dialog.keep_button.click()
    preview = bench.panels.preview.view
    qtbot.waitUntil(lambda: text in preview.toPlainText(), timeout=20_000)
    assert not window.isWindowModified()
    first = next(at for at, one in enumerate(before.document.memories) if not one.is_archived)
    bench.commands.submit(SetField((first,), "summary", "Nell never came."))
    qtbot.waitUntil(
        lambda: any(one.code == "stale-summary" for one in bench.presenter.view.problems),
        timeout=20_000,
    )
    bench.commands.stack.undo()
    bench.commands.stack.undo()
    assert bench.session.state is before


def test_with_every_other_address_closed_all_goes_to_the_one_that_was_agreed_to(
    connections, window, qtbot
):
    made, allowed = connections
    bench, controller = window.bench, window.bench.model_controller
    with scripted(shorter) as endpoint:
        parts = urlsplit(endpoint.address)
        allowed.add((parts.hostname, parts.port))
        name_model(window, endpoint.address)
        for name in ("rewrite", "lore", "recaps", "context", "compare", "check", "retrieval"):
            bench.docks.show(name)
            settle(window)
        panel = queue_of(window, [0, 1])
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        controller.dialog.reject()
        assert made == []
        qtbot.waitUntil(lambda: not controller.running.is_busy)
        panel.bar.ask_button.click()
        qtbot.waitUntil(controller.dialog.isVisible)
        controller.dialog.consent.send_button.click()
        qtbot.waitUntil(lambda: panel.pasted.model.count == 2, timeout=20_000)
        qtbot.waitUntil(lambda: not controller.running.is_busy)
        panel.keep_all()
    assert made
    assert set(made) == allowed
