"""Two windows on one chat: each follows what the other saves, and neither loses an edit."""

import shutil
from pathlib import Path

import pytest

from inspector.core.edits import SetField
from inspector.files.unsaved import found_unsaved, unsaved_folder
from inspector.loading import open_chat
from tests.gui.files.bench import opened


@pytest.fixture
def path(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path / "chat.jsonl"))


@pytest.fixture
def windows(path, qtbot):
    return opened(path, qtbot), opened(path, qtbot)


def edit(window, memory, importance):
    window.commands.submit(SetField((memory,), "importance", importance))


def importances(document):
    return [memory.importance for memory in document.memories[:2]]


def save_and_follow(one, other, qtbot):
    with qtbot.waitSignals(
        [one.keeper.saved, other.file_services.outside.followed], timeout=10_000
    ):
        one.flow.save()


def test_both_save_and_nothing_of_either_is_lost(windows, path, qtbot):
    one, other = windows
    edit(one, 0, 5)
    edit(other, 1, 1)
    save_and_follow(one, other, qtbot)
    assert importances(other.session.document) == [5, 1]
    assert other.flow.is_modified
    assert not one.flow.is_modified
    save_and_follow(other, one, qtbot)
    assert importances(one.session.document) == [5, 1]
    assert importances(open_chat(path).document) == [5, 1]
    assert not one.flow.is_modified
    assert not other.flow.is_modified


def test_the_second_says_that_its_edits_are_not_kept_and_keeps_them_once_they_can_be(
    windows, path, qtbot
):
    one, other = windows
    failures = []
    other.file_services.unsaved.failed.connect(failures.append)
    edit(one, 0, 5)
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/edits")) != [], timeout=5_000)
    edit(other, 1, 1)
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=5_000)
    assert failures[0].startswith("another Memory Inspector has unsaved edits of chat.jsonl: ")
    save_and_follow(one, other, qtbot)
    edit(other, 2, 1)
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/edits")) != [], timeout=5_000)
    assert found_unsaved() == [], "a running program keeps them"
    save_and_follow(other, one, qtbot)
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*")) == [], timeout=5_000)
