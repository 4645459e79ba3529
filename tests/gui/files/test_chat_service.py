"""The open chat's file: what becomes of it on the disk, and what is asked before it is left."""

import shutil
from pathlib import Path

import pytest

from inspector.core.edits import SetField
from inspector.core.settings import SetSetting
from inspector.gui.files import chat_service, leaving
from inspector.loading import open_chat
from tests.gui.files.bench import opened
from tests.gui.settling import settle


@pytest.fixture
def chat(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture
def bench(chat, qtbot):
    """What opens, follows and saves the chat, without the views that show it."""
    return opened(chat, qtbot)


def test_a_file_changed_by_somebody_else_is_followed(bench, chat, qtbot):
    with qtbot.waitSignal(bench.file_services.outside.followed, timeout=10_000):
        chat.write_bytes(chat.read_bytes() + b"\n")
    assert bench.notice.isHidden()
    assert not bench.flow.is_modified


def test_a_file_replaced_twice_is_noticed_twice(bench, chat, qtbot, tmp_path):
    for number in range(2):
        other = tmp_path / "other"
        other.write_bytes(chat.read_bytes() + b"\n" * (number + 1))
        with qtbot.waitSignal(bench.keeper.outside_changed, timeout=10_000):
            other.replace(chat)
        with qtbot.waitSignal(bench.session.opened, timeout=20_000):
            bench.flow.reload()


def test_saving_over_somebody_elses_work_is_refused_and_can_be_chosen(bench, chat, qtbot):
    bench.commands.submit(SetField((0,), "importance", 5))
    theirs = chat.read_bytes() + b"\n"
    chat.write_bytes(theirs)
    with qtbot.waitSignal(bench.keeper.conflict, timeout=10_000):
        bench.flow.save()
    assert chat.read_bytes() == theirs
    assert [button.text() for button in bench.notice.buttons] == [
        "Merge",
        "Reload, losing the edits",
        "Save a copy…",
        "Overwrite, with a backup",
    ]
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000) as saved:
        bench.notice.buttons[3].click()
    assert saved.args[0].backup.read_bytes() == theirs


def test_a_removed_file_is_noticed_and_nothing_is_lost(bench, chat, qtbot):
    with qtbot.waitSignal(bench.keeper.outside_changed, timeout=10_000):
        chat.unlink()
    qtbot.waitUntil(lambda: "no longer where" in bench.notice.text, timeout=10_000)
    assert len(bench.session.document.memories) == 50


def test_what_is_no_chat_shows_an_error_and_keeps_the_open_one(bench, tmp_path, qtbot, monkeypatch):
    displayed = []
    monkeypatch.setattr(chat_service, "show_error", lambda *parts: displayed.append(parts))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"")
    with qtbot.waitSignal(bench.keeper.refused, timeout=10_000):
        bench.flow.open(str(bad))
    assert "bad.jsonl: the file is empty" in displayed[0][2]
    assert len(bench.session.document.memories) == 50


@pytest.mark.parametrize(("answer", "open_after"), [("stay", False), ("discard", True)])
def test_unsaved_edits_are_asked_about(bench, sample, qtbot, monkeypatch, answer, open_after):
    bench.commands.submit(SetSetting(bench.session.question.ruleset, "retrievalFinalTokens", 500))
    assert not bench.flow.is_modified
    bench.commands.submit(SetField((0,), "importance", 4))
    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: answer)
    before = bench.keeper.chat
    bench.flow.open(str(sample))
    if open_after:
        qtbot.waitUntil(lambda: bench.keeper.chat is not before, timeout=10_000)
    else:
        settle(bench.window)
        assert bench.keeper.chat is before


def test_saving_first_and_then_opening(bench, chat, sample, qtbot, monkeypatch):
    bench.commands.submit(SetField((0,), "importance", 4))
    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: "save")
    with qtbot.waitSignal(bench.keeper.opened, timeout=10_000):
        bench.flow.open(str(sample))
    assert open_chat(chat).document.memories[0].importance == 4
    assert bench.flow.is_sample


def test_what_can_be_no_file_is_refused_and_keeps_the_open_one(bench, tmp_path, qtbot, monkeypatch):
    displayed = []
    monkeypatch.setattr(chat_service, "show_error", lambda *parts: displayed.append(parts[-1]))
    circle = tmp_path / "circle.jsonl"
    circle.symlink_to(circle)
    for name in (str(circle), "a\0b.jsonl"):
        with qtbot.waitSignal(bench.keeper.reading_ended):
            bench.file_services.dropping.drop([name])
    assert len(displayed) == 2
    assert "circle" in displayed[0]
    assert len(bench.session.document.memories) == 50
