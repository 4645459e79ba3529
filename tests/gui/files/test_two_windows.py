"""Two windows on one chat: each follows what the other saves, and neither loses an edit."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from inspector.core.edits import ReviseMemories, SetField, SetText
from inspector.files import unsaved_writing
from inspector.files.unsaved import (
    empty_folder,
    found_unsaved,
    running_folder,
    unsaved_folder,
)
from inspector.gui.files import other_window
from inspector.gui.state.question_edits import SetQuestion
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from tests.gui.files.bench import opened
from tests.gui.files.test_state_folder import of_a_later_version

ROOT = Path(__file__).parents[3]


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


def kept(folders=1):
    return lambda: len(list(unsaved_folder().glob("*/edits"))) == folders


def follow(one, other, qtbot, *edits):
    for each in edits:
        edit(one, *each)
    expected = importances(one.session.document)
    qtbot.waitUntil(lambda: importances(other.session.document) == expected, timeout=5_000)


def test_edits_of_one_appear_in_the_other_which_is_read_only_until_they_are_saved(
    windows, path, qtbot
):
    one, other = windows
    refusals = []
    other.commands.refused.connect(lambda _edit, why: refusals.append(why))
    follow(one, other, qtbot, (0, 5), (1, 1))
    assert other.notice.text.startswith("Another window edits this chat")
    assert not other.flow.is_modified
    edit(other, 1, 3)
    assert refusals == [other.notice.text] == [other.flow.read_only]
    before = path.read_bytes()
    other.flow.save()
    assert other.announced[-1] == other.flow.read_only
    another = other.session.question.with_ruleset("openvault/26")
    assert other.commands.submit(SetQuestion(another, "Another"))
    one.commands.stack.undo()
    follow(one, other, qtbot)
    assert path.read_bytes() == before
    was_hidden = []
    other.file_services.other_window.changed.connect(
        lambda: was_hidden.append(other.notice.isHidden())
    )
    save_and_follow(one, other, qtbot)
    qtbot.waitUntil(lambda: not other.flow.read_only, timeout=5_000)
    # Not before: all of the window would be painted while the file is read.
    assert was_hidden == [False]
    assert other.notice.isHidden()
    assert importances(other.session.document) == importances(open_chat(path).document)
    assert other.session.question.ruleset == "openvault/26"
    follow(other, one, qtbot, (1, 1))
    assert one.flow.read_only


def test_memories_are_followed_without_the_copy_of_the_file_and_messages_by_it(
    windows, path, qtbot
):
    one, other = windows
    follow(one, other, qtbot, (0, 5))
    qtbot.waitUntil(lambda: any(unsaved_folder().glob("*/origin")))  # edits are on the disk first
    (origin,) = unsaved_folder().glob("*/origin")
    copy = origin.read_bytes()
    origin.write_bytes(b"damaged")
    contents = path.read_bytes()
    follow(one, other, qtbot, (1, 1))
    assert joined(other.keeper.chat.contents(other.session.document)) == joined(
        one.keeper.chat.contents(one.session.document)
    )
    made = {"id": "made", "summary": "Made."}
    one.commands.submit(ReviseMemories("Both", added=(made,), removed=frozenset({0})))
    follow(one, other, qtbot, (0, 1))
    qtbot.waitUntil(lambda: other.session.document.memories[-1].id == "made", timeout=5_000)
    assert len(other.session.document.memories) == len(one.session.document.memories)
    origin.write_bytes(copy)
    one.commands.submit(SetText(0, "Another text."))
    qtbot.waitUntil(
        lambda: other.session.document.chat.message(0).text == "Another text.", timeout=5_000
    )
    assert path.read_bytes() == contents
    save_and_follow(one, other, qtbot)
    follow(one, other, qtbot, (0, 4))
    assert not other.flow.is_modified


def test_what_one_gives_up_is_gone_in_the_other(windows, qtbot):
    one, other = windows
    before = importances(other.session.document)
    follow(one, other, qtbot, (0, 5))
    one.commands.stack.undo()
    qtbot.waitUntil(lambda: not other.flow.read_only, timeout=5_000)
    assert importances(other.session.document) == before
    edit(other, 1, 1)
    assert other.flow.is_modified


def test_both_that_begin_in_one_moment_keep_their_edits_apart_and_merge_them(windows, path, qtbot):
    one, other = windows
    edit(one, 0, 5)
    edit(other, 1, 1)
    qtbot.waitUntil(kept(2), timeout=5_000)
    qtbot.waitUntil(lambda: "as well" in "".join(other.announced + one.announced), timeout=5_000)
    assert found_unsaved() == [], "running programs keep them"
    edit(other, 2, 1)
    save_and_follow(one, other, qtbot)
    save_and_follow(other, one, qtbot)
    assert importances(open_chat(path).document) == [5, 1]
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*")) == [], timeout=5_000)


def test_who_wants_to_edit_as_well_can_and_both_are_merged(windows, path, qtbot):
    one, other = windows
    follow(one, other, qtbot, (0, 5))
    other.notice.buttons[0].click()
    qtbot.waitUntil(lambda: not other.flow.read_only, timeout=5_000)
    assert importances(other.session.document) != importances(one.session.document)
    edit(other, 1, 1)
    qtbot.waitUntil(kept(2), timeout=5_000)
    save_and_follow(other, one, qtbot)
    save_and_follow(one, other, qtbot)
    assert importances(open_chat(path).document) == [5, 1]


def test_others_writing_meanwhile_is_followed_in_both(windows, path, qtbot):
    one, other = windows
    follow(one, other, qtbot, (0, 5))
    with path.open("ab") as file:
        file.write(b'\n{"name": "Nobody", "is_user": false, "mes": "More."}')
    length = len(open_chat(path).document.chat)
    qtbot.waitUntil(
        lambda: [len(each.session.document.chat) for each in windows] == [length, length],
        timeout=5_000,
    )
    qtbot.waitUntil(
        lambda: importances(other.session.document) == importances(one.session.document),
        timeout=5_000,
    )
    assert other.flow.read_only
    assert importances(open_chat(path).document) != importances(one.session.document)


def test_a_journal_of_a_later_version_makes_read_only_what_is_shown_as_the_file_is(
    windows, path, qtbot
):
    one, other = windows
    follow(one, other, qtbot, (0, 5))
    (kept_edits,) = unsaved_folder().glob("*/edits")
    of_a_later_version(kept_edits)
    qtbot.waitUntil(lambda: "a later version" in other.flow.read_only, timeout=5_000)
    assert "a later version" in other.notice.text
    assert importances(other.session.document) == importances(open_chat(path).document)
    save_and_follow(one, other, qtbot)
    qtbot.waitUntil(lambda: not other.flow.read_only, timeout=5_000)


def test_edits_of_ones_own_that_begin_during_a_check_are_not_taken_for_another_windows(
    path, qtbot, monkeypatch
):
    looks, is_kept = threading.Event(), threading.Event()

    def late(*which):
        looks.set()
        assert is_kept.wait(60)
        return running_folder(*which)

    one = opened(path, qtbot)
    one.file_services.other_window.wait()
    queue = one.file_services.other_window._queue
    with monkeypatch.context() as patch:
        patch.setattr(other_window, "running_folder", late)
        one.file_services.other_window.check()
        qtbot.waitUntil(lambda: looks.is_set() and queue.is_busy)
        edit(one, 0, 5)
        qtbot.waitUntil(kept(1))
        with qtbot.waitSignal(queue.idle):
            is_kept.set()
        assert (one.announced, one.flow.read_only) == ([], "")


def test_edits_of_ones_own_that_are_just_taken_away_are_not_taken_for_another_windows(
    path, qtbot, monkeypatch
):
    is_ending, may_end = threading.Event(), threading.Event()

    def late(folder):
        is_ending.set()
        assert may_end.wait(60)
        empty_folder(folder)

    one = opened(path, qtbot)
    services = one.file_services
    edit(one, 0, 5)
    qtbot.waitUntil(kept(1))
    services.other_window.wait()
    with monkeypatch.context() as patch:
        patch.setattr(unsaved_writing, "empty_folder", late)
        one.commands.stack.undo()
        qtbot.waitUntil(is_ending.is_set)
        with qtbot.waitSignal(services.other_window._queue.idle):
            services.other_window.check()
        assert (one.flow.read_only, kept(1)()) == ("", True)
        may_end.set()
        qtbot.waitUntil(lambda: services.unsaved.folders == ())


@pytest.fixture
def killed(path, qtbot):
    """Starts a window that edits the chat, and kills it once something has come true."""

    def kill_once(come_true):
        command = [sys.executable, "-m", "tests.gui.files.bench", str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            qtbot.waitUntil(come_true, timeout=40_000)
            process.kill()
            process.communicate()

    return kill_once


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_window_that_is_killed_hands_the_chat_and_its_edits_to_the_other(
    path, tmp_path, qtbot, killed
):
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    other = opened(link, qtbot)
    killed(
        lambda: (
            bool(other.flow.read_only)
            and other.session.document.memories[0].summary.startswith("edit")
        )
    )
    qtbot.waitUntil(lambda: not other.flow.read_only, timeout=5_000)
    qtbot.waitUntil(lambda: "not saved when the program ended" in other.notice.text, timeout=10_000)
    edit(other, 1, 1)
    assert other.flow.is_modified


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_edits_of_a_window_that_is_killed_are_offered_to_who_edits_beside_it(path, qtbot, killed):
    other = opened(path, qtbot)

    def edits_as_well():
        if not other.flow.read_only:
            return False
        other.notice.buttons[0].click()
        qtbot.waitUntil(lambda: not other.flow.read_only)
        edit(other, 1, 1)
        return True

    killed(edits_as_well)
    qtbot.waitUntil(lambda: "not saved when the program ended" in other.notice.text)
    assert other.flow.is_modified
    assert other.session.document.memories[1].importance == 1
