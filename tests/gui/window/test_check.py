"""*Check a request…* in the whole window: from a file, the clipboard, a drop."""

import json
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from inspector.core.edits import SetField
from inspector.gui.panels.check.detail import TAKE_WORDING
from inspector.gui.panels.timeline.kept_lane import kept_lane
from inspector.gui.state.session import Question, State
from inspector.gui.window.check_controller import file_of
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.send_chooser import AS_SENT, AS_WAS
from inspector.loading import open_chat, with_surroundings
from inspector.preferences import Preferences
from inspector.proof.stability import TurnStability
from tests.captured import WIRE
from tests.gui.window.conftest import forget_edits


@pytest.fixture
def captured(tmp_path):
    return next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))


@pytest.fixture
def bench(qtbot, captured):
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window, before_close_func=forget_edits)
    window.resize(1366, 731)
    window.show()
    with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
        window.bench.flow.open(str(captured.chat))
    return window.bench


def saved(captured, tmp_path, **more):
    path = tmp_path / "request.json"
    path.write_text(json.dumps({**captured.body, **more}, ensure_ascii=False), "utf-8")
    return path


def test_a_file_is_checked_and_fills_the_window_until_something_else_is_shown(
    bench, captured, tmp_path, qtbot
):
    panel, docks = bench.panels.check, bench.docks
    assert not panel.copy_button.isEnabled()
    bench.file_services.dropping.drop([str(saved(captured, tmp_path))])
    qtbot.waitUntil(lambda: panel.check is not None, timeout=10_000)
    assert panel.check.verdict == "as predicted"
    assert panel.copy_button.isEnabled()
    assert docks.filling == "check"
    assert not docks["timeline"].isVisible()
    kept = docks.state()
    panel.message_activated.emit(3)
    assert docks.filling == ""
    assert docks["timeline"].isVisible()
    assert bench.selection.message == 3
    assert kept != ""
    docks.fill("check")
    qtbot.keyClick(panel.table, Qt.Key.Key_Escape)
    assert docks.filling == ""
    docks.fill("check")
    panel.back_requested.emit()
    assert docks.filling == ""
    assert docks["memories"].isVisible()


def test_what_is_no_request_is_explained_where_one_would_stand(bench, captured, tmp_path, qtbot):
    path = saved(captured, tmp_path)
    path.write_bytes(path.read_bytes()[:30])
    bench.file_services.dropping.drop([str(path)])
    panel = bench.panels.check
    qtbot.waitUntil(lambda: "cut off" in panel.empty.text(), timeout=10_000)
    QApplication.clipboard().setText("[]")
    bench.check_controller.paste()
    qtbot.waitUntil(lambda: "no messages" in panel.empty.text(), timeout=10_000)
    assert panel.check is None


def test_a_request_that_is_cut_off_is_shown_as_far_as_it_goes(bench, captured, tmp_path, qtbot):
    path = saved(captured, tmp_path)
    path.write_bytes(path.read_bytes()[:-40])
    bench.file_services.dropping.drop([str(path)])
    panel = bench.panels.check
    qtbot.waitUntil(lambda: panel.check is not None, timeout=10_000)
    assert "It is cut off inside message 33" in panel.remarks.text()


def test_a_chat_and_a_request_that_are_dropped_together_are_opened_and_checked(
    bench, captured, tmp_path, qtbot
):
    copy = captured.chat.with_name("Moved.jsonl")
    shutil.move(captured.chat, copy)
    bench.file_services.dropping.drop([str(copy), str(saved(captured, tmp_path))])
    panel = bench.panels.check
    qtbot.waitUntil(lambda: panel.check is not None, timeout=20_000)
    assert panel.check.chat == copy


def test_a_request_that_is_dropped_with_the_open_chat_is_checked_against_it_as_edited(
    bench, captured, tmp_path, qtbot
):
    bench.commands.submit(SetField((0,), "importance", 4))
    readings = []
    bench.keeper.opening.connect(readings.append)
    bench.file_services.dropping.drop([str(captured.chat), str(saved(captured, tmp_path))])
    panel = bench.panels.check
    qtbot.waitUntil(lambda: panel.check is not None, timeout=20_000)
    assert panel.check.chat == captured.chat
    assert readings == []
    assert bench.session.document.memories[0].importance == 4


def test_the_moment_of_a_request_is_shown_and_its_wording_taken(bench, captured, tmp_path, qtbot):
    body = json.loads(json.dumps(captured.body).replace("black hull", "white hull"))
    path = tmp_path / "request.json"
    path.write_text(json.dumps(body), "utf-8")
    switch, panel = bench.context.send.switch, bench.panels.check
    assert AS_WAS not in switch.buttons
    bench.file_services.dropping.drop([str(path)])
    qtbot.waitUntil(lambda: panel.check is not None, timeout=10_000)
    before = bench.session.question
    switch.buttons[AS_WAS].click()
    assert bench.session.question.moment.pending == "Shall I answer the light?"
    assert switch.current == AS_WAS
    switch.buttons[AS_SENT].click()
    assert bench.session.question.moment == before.moment

    def offered():
        found = panel.detail.findChildren(QPushButton)
        return [one for one in found if one.text() == TAKE_WORDING and one.isVisible()]

    qtbot.waitUntil(lambda: len(offered()) == 1, timeout=5_000)
    (take,) = offered()
    (index,) = [n for n, one in enumerate(bench.session.document.memories) if "hull" in one.summary]
    assert "black hull" in bench.session.document.memories[index].summary
    with qtbot.waitSignal(bench.presenter.displayed, timeout=10_000):
        take.click()
    assert "white hull" in bench.session.document.memories[index].summary
    qtbot.waitUntil(lambda: panel.check.verdict == "as predicted", timeout=10_000)
    bench.commands.stack.undo()
    assert "black hull" in bench.session.document.memories[index].summary


def test_settings_and_fields_of_the_card_are_found_in_their_files(captured):
    chat = with_surroundings(open_chat(captured.chat))
    state = State(chat.document, Question("openvault/26").taking(chat.around))
    found = {one: file_of(one, state, chat.path) for one in ("main", "card:description", "note")}
    assert found["main"].name == "settings.json"
    assert found["card:description"].name == "Mara.png"
    assert found["note"] is None


def test_requests_that_went_by_have_the_lane_while_listen_is_seen(bench, qtbot):
    rows = (TurnStability(27, 900, 450, None),)
    bench.docks.show("listen")
    bench.stability_controller.hear(rows)
    timeline = bench.panels.timeline
    qtbot.waitUntil(lambda: timeline.chart is not None, timeout=5_000)
    qtbot.waitUntil(lambda: timeline.chart.state.kept == rows, timeout=5_000)
    assert kept_lane(timeline.chart.state) is not None
    bench.docks.show("memories")
    qtbot.waitUntil(lambda: kept_lane(timeline.chart.state) is None, timeout=5_000)


def test_two_chats_that_fit_equally_are_asked_about(bench, captured, tmp_path, qtbot):
    shutil.copy(captured.chat, captured.chat.with_name("A branch.jsonl"))
    QApplication.clipboard().setText(json.dumps(captured.body["messages"]))
    bench.check_controller.paste()
    notice = bench.notice
    qtbot.waitUntil(lambda: "2 chats fit" in notice.text, timeout=10_000)
    assert [one.text() for one in notice.buttons] == ["Check against this chat", "Open A branch"]
    notice.buttons[0].click()
    qtbot.waitUntil(lambda: bench.panels.check.check is not None, timeout=10_000)
    assert bench.panels.check.check.name == "the clipboard"


def test_without_an_open_chat_the_one_of_the_data_folder_is_opened_and_checked(
    captured, tmp_path, home, qtbot
):
    folder = home / "SillyTavern"
    shutil.copytree(tmp_path / "data", folder / "data")
    window = MainWindow(Preferences(), keep_preferences=False)
    qtbot.addWidget(window, before_close_func=forget_edits)
    window.show()
    bench = window.bench
    bench.file_services.dropping.drop([str(saved(captured, tmp_path))])
    qtbot.waitUntil(lambda: bench.panels.check.check is not None, timeout=20_000)
    check = bench.panels.check.check
    assert check.chat.is_relative_to(folder)
    assert check.verdict == "as predicted"


def test_a_request_goes_with_the_chat_that_is_read_for_it(bench, captured, tmp_path, qtbot, sample):
    request, dropping = saved(captured, tmp_path), bench.file_services.dropping
    other = shutil.copy(sample, tmp_path / "other.jsonl")
    moved = shutil.move(captured.chat, captured.chat.with_name("Moved.jsonl"))
    with qtbot.waitSignal(bench.keeper.opening):
        dropping.drop([str(moved), str(request)])
    with qtbot.waitSignal(bench.keeper.opened):
        bench.flow.open(str(other))
    assert not bench.check_controller.worker.is_busy
    bench.flow.open(str(moved))
    dropping.drop([str(request)])
    qtbot.waitUntil(lambda: bench.panels.check.check is not None)
    assert bench.panels.check.check.chat == moved
