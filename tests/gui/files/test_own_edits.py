"""A window's own unsaved edits, where others are brought back or files are read again."""

import os
import shutil
from pathlib import Path

import pytest

from inspector.core.edits import SetField, apply
from inspector.core.lore import SetLoreField
from inspector.core.lore_edits import edited_lore
from inspector.files.unsaved import found_unsaved, read_unsaved, unsaved_folder
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.gui.files import lore_service
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.files.recovery_dialog import RecoveryDialog
from inspector.loading import open_chat
from inspector.lore_files import FileKind, open_lorebook
from inspector.recovery import CHAT, LORE, chat_state, lore_state
from inspector.shipped import sample_lorebook
from tests.gui.files.bench import opened
from tests.gui.settling import settle


@pytest.fixture
def path(sample, tmp_path):
    return Path(shutil.copy(sample, tmp_path / "chat.jsonl"))


@pytest.fixture
def book(tmp_path):
    return Path(shutil.copy(sample_lorebook(), tmp_path / "book.json"))


@pytest.fixture
def other_book(tmp_path):
    return Path(shutil.copy(sample_lorebook(), tmp_path / "other.json"))


@pytest.fixture
def make_bench(path, qtbot):
    """A window with the chat and a lorebook beside it."""

    def make(book):
        made = opened(path, qtbot)
        with qtbot.waitSignal(made.file_services.beside.opened, timeout=10_000):
            made.file_services.beside.open(FileKind.LOREBOOK, book)
        return made

    return make


def text(index, words):
    return SetLoreField((index,), "content", words)


def texts(bench):
    return [one.content for one in bench.session.document.lorebook.items[:2]]


def left_behind(path, kind, origin, state):
    """Edits that a killed program kept."""
    kept = UnsavedEdits(path, kind, origin)
    kept.record(["An edit"], state, {}, origin)
    kept._records.close()
    os.close(kept._lock)


def left_of_lore(path, *edits):
    reading = open_lorebook(path)
    lore = reading.lore
    for edit in edits:
        lore = edited_lore(lore, edit)
    left_behind(path, LORE, (reading.file.data,), lore_state(reading, lore))


def left_of_chat(path, edit):
    chat = open_chat(path)
    state = chat_state(chat, apply(chat.document, edit))
    left_behind(path, CHAT, chat.file.lines.pieces, state)


def bring_back(bench, qtbot):
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(lambda: "not saved when the program ended" in bench.notice.text)
    bench.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bench.window.findChild(RecoveryDialog) is not None)
    bench.window.findChild(RecoveryDialog).accept()
    settle(bench.window)


def test_edits_of_a_chat_that_are_brought_back_leave_this_windows_own(path, qtbot):
    left_of_chat(path, SetField((1,), "importance", 1))
    bench = opened(path, qtbot)
    bench.commands.submit(SetField((0,), "importance", 5))
    bring_back(bench, qtbot)
    assert [one.importance for one in bench.session.document.memories[:2]] == [5, 1]
    with qtbot.waitSignal(bench.keeper.saved):
        bench.flow.save()
    assert [one.importance for one in open_chat(path).document.memories[:2]] == [5, 1]


def test_edits_of_a_lorebook_that_are_brought_back_leave_this_windows_own(make_bench, book, qtbot):
    left_of_lore(book, text(1, "Killed."))
    bench = make_bench(book)
    bench.commands.submit(text(0, "Mine."))
    bring_back(bench, qtbot)
    assert texts(bench) == ["Mine.", "Killed."]
    with qtbot.waitSignal(bench.file_services.lore.saved):
        bench.flow.save()
    assert [one.content for one in open_lorebook(book).lore.items[:2]] == ["Mine.", "Killed."]
    assert not bench.flow.is_modified


def test_what_was_left_and_this_window_both_changed_is_decided(make_bench, book, qtbot):
    left_of_lore(book, text(0, "Killed."), text(1, "Killed."))
    bench = make_bench(book)
    bench.commands.submit(text(0, "Mine."))
    bring_back(bench, qtbot)
    (choice,) = bench.window.findChild(MergeDialog).choices
    choice.buttons[0].click()
    bench.window.findChild(MergeDialog).keep.click()
    settle(bench.window)
    assert texts(bench) == ["Mine.", "Killed."]
    assert found_unsaved() == []


@pytest.mark.parametrize("answer", ["stay", "discard", "save"])
def test_a_lorebook_that_gives_way_to_one_that_is_brought_back_is_asked_about(
    make_bench, book, other_book, qtbot, monkeypatch, answer
):
    monkeypatch.setattr(lore_service, "ask_about_unsaved", lambda *_: answer)
    left_of_lore(book, text(1, "Killed."))
    bench = make_bench(other_book)
    before = texts(bench)
    bench.commands.submit(text(0, "Mine."))
    bring_back(bench, qtbot)
    assert texts(bench) == (["Mine.", before[1]] if answer == "stay" else [before[0], "Killed."])
    saved = open_lorebook(other_book).lore.items[0].content
    assert saved == ("Mine." if answer == "save" else before[0])
    assert len(found_unsaved()) == (answer == "stay")


def test_edits_of_lore_are_kept_on_the_disk_while_the_chat_is_read_again(make_bench, book, qtbot):
    bench = make_bench(book)
    bench.commands.submit(text(0, "Mine."))
    settle(bench.window)
    bench.commands.submit(text(1, "Mine too."))
    with qtbot.waitSignal(bench.keeper.opened):
        bench.flow.reload_without_asking()
    settle(bench.window)
    assert texts(bench) == ["Mine.", "Mine too."]
    (folder,) = unsaved_folder().iterdir()
    assert "Mine too." in str(read_unsaved(folder).state)
