"""Recaps and the paragraph of established history, written with a model in the whole window."""

import json
import re
import shutil
import threading

import pytest
from PySide6.QtGui import QGuiApplication

from inspector.core.bucket_summary import BucketSummary
from inspector.core.document import recaps_of
from inspector.core.recap_edits import SetSceneRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.folders import data_folder
from inspector.gui.files import leaving
from inspector.kept_summaries import kept_summaries
from tests.gui.settling import settle
from tests.gui.window.conftest import window_on
from tests.gui.window.test_dialogs_follow_the_chat import without_first, written
from tests.gui.window.test_model import agreed, name_model
from tests.llm.scripted import Wording, scripted

pytest.importorskip("openai")

SCENE = '{"developments": ["Nell stayed."], "open": [], "state": [], "resolved": []}'
TEXT = "Nell brought a parcel for Nobody to the Copper Kettle."


@pytest.fixture
def window(qtbot, sample, tmp_path):
    return window_on(shutil.copy(sample, tmp_path / "chat.jsonl"), qtbot)


def pasted(writer, text):
    QGuiApplication.clipboard().setText(text)
    writer.paste_button.click()
    assert writer.keep_button.isEnabled(), writer.state.text()


def test_a_paragraph_that_cannot_be_kept_stays_in_its_dialog_with_the_reason(window, qtbot):
    bench, writing = window.bench, window.bench.history_writing
    before = bench.session.state
    (data_folder() / "bucket-summaries.jsonl").mkdir(parents=True)
    bench.menus.sum_up.trigger()
    pasted(writing.dialog, TEXT)
    writing.dialog.keep_button.click()
    assert writing.dialog.isVisible()
    assert "bucket-summaries.jsonl" in writing.dialog.trouble.text()
    assert bench.session.state is before
    (data_folder() / "bucket-summaries.jsonl").rmdir()
    writing.dialog.keep_button.click()
    assert writing.dialog.isHidden()
    assert [one.text for one in kept_summaries()] == [TEXT]
    settle(window)
    assert TEXT in bench.panels.preview.view.toPlainText()


def choose(panel, title):
    """The dialog in which a recap is written, with the plan whose title begins so."""
    panel.write.click()
    plan = panel.writer.plan
    titles = [plan.itemText(one) for one in range(plan.count())]
    plan.setCurrentIndex(next(n for n, one in enumerate(titles) if one.startswith(title)))
    plan.activated.emit(plan.currentIndex())
    return panel.writer


def recap_at(bench, message):
    recap = recaps_of(bench.session.document).seen(DATA_KEYS).messages[message]
    return str(recap.scene_recap)


def moved(bench, qtbot):
    """Others delete the second message, before all scenes."""
    written(bench, qtbot, without_first(bench, memory=False))


@pytest.mark.parametrize("plan", ["scene", "version"])
def test_a_recap_is_kept_where_its_scene_stands_by_now(window, qtbot, plan):
    bench, panel = window.bench, window.bench.panels.recaps
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    ends = [one.end for one in panel.displayed.scenes]
    wanted = "Recap of scene 2" if plan == "scene" else "Running recap of the version before"
    writer = choose(panel, wanted)
    pasted(writer, SCENE if plan == "scene" else f'{{"recap": {SCENE}}}')
    moved(bench, qtbot)
    settle(window)
    writer.keep_button.click()
    assert writer.isHidden(), writer.trouble.text()
    settle(window)
    if plan == "scene":
        scene = panel.displayed.scenes[1]
        assert scene.end == ends[1] - 1
        assert "Nell stayed." in str(scene.recap.scene_recap)
    else:
        running = recaps_of(bench.session.document).seen(DATA_KEYS).running
        assert running.versions[running.current_place].scene == ends[-1] - 1


def test_a_recap_of_a_scene_that_is_gone_is_kept_nowhere_else(window, qtbot):
    bench, panel = window.bench, window.bench.panels.recaps
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    end = panel.displayed.scenes[0].end
    writer = choose(panel, "Recap of scene 1")
    pasted(writer, SCENE)
    header, *messages = bench.keeper.chat.path.read_bytes().rstrip(b"\n").split(b"\n")
    del messages[end]
    written(bench, qtbot, b"\n".join([header, *messages]))
    settle(window)
    before = bench.session.document
    writer.keep_button.click()
    assert bench.session.document is before
    assert writer.isVisible()
    assert "gone" in writer.trouble.text()
    writer.drop_button.click()
    writer.reject()


def test_a_paragraph_of_the_same_memories_is_kept_in_the_place_of_the_former(window):
    bench, writing = window.bench, window.bench.history_writing
    bench.menus.sum_up.trigger()
    pasted(writing.dialog, TEXT)
    writing.dialog.keep_button.click()
    bench.menus.sum_up.trigger()
    pasted(writing.dialog, f"{TEXT} She stayed.")
    assert re.search(r"2 words added|3 words added", writing.dialog.state.text())
    writing.dialog.drop_button.click()
    writing.dialog.reject()
    assert [one.text for one in kept_summaries()] == [TEXT]
    assert isinstance(kept_summaries()[0], BucketSummary)


def test_a_scene_recap_that_others_edited_is_not_replaced_unseen(window, qtbot):
    bench, panel = window.bench, window.bench.panels.recaps
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    end = panel.displayed.scenes[0].end
    writer = choose(panel, "Recap of scene 1")
    pasted(writer, SCENE)
    bench.commands.submit(SetSceneRecap(end, "A recap by hand."))
    writer.keep_button.click()
    assert writer.isVisible()
    assert "edited meanwhile" in writer.trouble.text()
    assert recap_at(bench, end) == "A recap by hand."
    writer.keep_button.click()
    assert writer.isHidden()
    assert "Nell stayed." in recap_at(bench, end)


@pytest.mark.parametrize("is_recap", [True, False], ids=["recap", "history"])
def test_an_answer_that_comes_after_its_dialog_was_closed_is_there_when_it_opens_again(
    window, qtbot, is_recap
):
    bench, gate = window.bench, threading.Event()
    if is_recap:
        panel = bench.panels.recaps
        qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
        dialog, show = panel.writer, panel.write.click
    else:
        dialog, show = bench.history_writing.dialog, bench.menus.sum_up.trigger

    def late(_body):
        gate.wait(20)
        return Wording(f'{{"recap": {SCENE}}}' if is_recap else TEXT)

    with scripted(late) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        show()
        dialog.ask_button.click()
        dialog.reject()
        gate.set()
        qtbot.waitUntil(lambda: not bench.model_controller.running.is_busy, timeout=20_000)
    assert dialog.isHidden()
    show()
    assert dialog.keep_button.isEnabled()
    dialog.keep_button.click()
    assert dialog.isHidden(), dialog.trouble.text()
    settle(window)
    show()
    assert not dialog.keep_button.isEnabled()
    dialog.reject()


def with_more(bench):
    """The chat with another message at its end."""
    lines = bench.keeper.chat.path.read_bytes().rstrip(b"\n").split(b"\n")
    last = {**json.loads(lines[-1]), "mes": "Nell found the amber key.", "send_date": "x"}
    return b"\n".join([*lines, json.dumps(last).encode()])


def copied(dialog):
    dialog.copy_button.click()
    return QGuiApplication.clipboard().text()


def test_a_recap_is_asked_for_with_the_messages_that_are_there_by_then(window, qtbot):
    bench, panel = window.bench, window.bench.panels.recaps
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    writer = choose(panel, "Running recap of the current version and messages")
    writer.prompt.type_over("Briefly: {{scene_recaps}}")
    assert "amber key" not in copied(writer)
    written(bench, qtbot, with_more(bench))
    qtbot.waitUntil(writer.copy_button.isEnabled)
    assert "current version" in writer.plan.currentText()
    assert "amber key" in copied(writer)
    assert copied(writer).startswith("Briefly: ")
    writer.reject()


def test_a_paragraph_is_asked_for_of_the_memories_that_are_there_by_then(window, qtbot):
    bench, dialog = window.bench, window.bench.history_writing.dialog
    first = bench.session.document.memories[0].summary
    bench.menus.sum_up.trigger()
    assert first in copied(dialog)
    written(bench, qtbot, without_first(bench))
    pasted(dialog, TEXT)
    assert "edited after the request" in dialog.notes.text()
    assert first not in copied(dialog)
    pasted(dialog, TEXT)
    assert "edited after the request" not in dialog.notes.text()
    dialog.drop_button.click()
    dialog.reject()


def test_an_answer_that_is_not_kept_stays_with_its_plan_until_its_chat_is_left(
    window, qtbot, monkeypatch, sample, tmp_path
):
    bench, panel = window.bench, window.bench.panels.recaps
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    writer = choose(panel, "Recap of scene 1")
    pasted(writer, SCENE)
    choose(panel, "Recap of scene 2")
    assert not writer.keep_button.isEnabled()
    writer.reject()
    panel.write.click()
    assert writer.plan.currentText().startswith("Recap of scene 1")
    assert writer.keep_button.isEnabled()
    written(bench, qtbot, with_more(bench))
    settle(window)
    assert writer.keep_button.isEnabled()
    unkept = []
    monkeypatch.setattr(leaving, "ask_about_refused", lambda _window, text: not unkept.append(text))
    with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
        bench.flow.open(str(shutil.copy(sample, tmp_path / "another.jsonl")))
    assert writer.isHidden()
    assert unkept == ["DEVELOPMENTS:\nNell stayed."]
    qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
    panel.write.click()
    assert not writer.keep_button.isEnabled()
    writer.reject()


@pytest.mark.parametrize("is_recap", [True, False], ids=["recap", "history"])
def test_an_answer_is_asked_about_before_its_chat_is_left_until_it_is_kept_or_dropped(
    window, qtbot, monkeypatch, sample, tmp_path, is_recap
):
    bench, panel, typed = window.bench, window.bench.panels.recaps, []
    monkeypatch.setattr(leaving, "ask_about_refused", lambda _window, text: typed.append(text))
    if is_recap:
        qtbot.waitUntil(lambda: len(panel.displayed.scenes) > 1, timeout=20_000)
        writer = choose(panel, "Recap of scene 1")
    else:
        writer = bench.history_writing.dialog
        bench.menus.sum_up.trigger()
    pasted(writer, SCENE if is_recap else TEXT)
    writer.reject()
    chat, another = bench.keeper.chat.path, shutil.copy(sample, tmp_path / "another.jsonl")
    bench.flow.open(str(another))
    settle(window)
    assert bench.keeper.chat.path == chat
    assert len(typed) == 1
    (draft,) = bench.flow.drafts.unkept
    assert draft.title == f"Written: {writer.plan.currentText()}"
    (panel.write.click if is_recap else bench.menus.sum_up.trigger)()
    writer.drop_button.click()
    assert not writer.keep_button.isEnabled()
    assert not writer.drop_button.isEnabled()
    writer.reject()
    with qtbot.waitSignal(bench.presenter.settled, timeout=20_000):
        bench.flow.open(str(another))
    assert len(typed) == 1


def test_a_model_that_is_slow_is_stopped_in_the_dialog(window, qtbot):
    bench, dialog = window.bench, window.bench.history_writing.dialog
    with scripted(Wording(TEXT, silence=30.0)) as endpoint:
        name_model(window, endpoint.address, agreed=agreed(endpoint.address))
        bench.menus.sum_up.trigger()
        ask = dialog.ask_button
        ask.click()
        qtbot.waitUntil(lambda: bool(endpoint.bodies))
        dialog.reject()
        bench.menus.sum_up.trigger()
        assert (ask.text(), dialog.state.text()) == ("Stop asking", "Asking…")
        ask.click()
        assert ask.text() == "Ask the model"
        assert "Cancelled" in dialog.state.text()
        assert not bench.model_controller.running.is_busy
    dialog.reject()
