"""What is asked for while a file is still read or written: nothing is lost or mixed up."""

import shutil
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from inspector.core.edits import SetField
from inspector.core.lore_edits import SetLoreField
from inspector.gui.files import chat_service, leaving, lore_service, saving
from inspector.loading import open_chat
from inspector.lore_files import FileKind, open_lorebook
from inspector.shipped import sample_chronicle, sample_lorebook
from tests.gui.files.bench import opened, without_a_chat
from tests.gui.settling import settle, take_turn


@pytest.fixture
def chats(sample, tmp_path):
    return [Path(shutil.copy(sample, tmp_path / f"{name}.jsonl")) for name in "abc"]


@pytest.fixture
def chronicle(tmp_path):
    return Path(shutil.copy(sample_chronicle(), tmp_path / "chronicle.json"))


@pytest.fixture
def lorebook(tmp_path):
    return Path(shutil.copy(sample_lorebook(), tmp_path / "lorebook.json"))


@pytest.fixture
def empty(qtbot):
    return without_a_chat(qtbot)


@pytest.fixture
def bench(chats, qtbot):
    """The first chat is open."""
    return opened(chats[0], qtbot)


@pytest.fixture
def errors(monkeypatch):
    """What was said in boxes."""
    displayed = []
    for module in (chat_service, lore_service, saving):
        monkeypatch.setattr(module, "show_error", lambda *parts: displayed.append(parts[-1]))
    return displayed


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"")
    return path


def drop(bench, *paths):
    bench.file_services.dropping.drop([str(path) for path in paths])


def open_beside(bench, kind, path):
    bench.file_services.beside.open(kind, path)


def name_of(bench):
    return bench.keeper.chat.path.name


def chronicle_of(bench):
    chronicle = bench.session.document.chronicle
    return None if chronicle is None else Path(chronicle.origin.path).name


def lorebook_of(bench):
    lorebook = bench.session.document.lorebook
    return None if lorebook is None else Path(lorebook.origin.path).name


def words_of(bench):
    return [button.text() for button in bench.notice.buttons]


@pytest.mark.parametrize("is_dropped", [False, True])
def test_a_chronicle_opened_while_the_first_chat_is_read_stands_beside_it(
    empty, chats, chronicle, is_dropped
):
    empty.flow.open(str(chats[0]))
    if is_dropped:
        drop(empty, chronicle)
    else:
        open_beside(empty, FileKind.CHRONICLE, chronicle)
    settle(empty.window)
    assert (name_of(empty), chronicle_of(empty)) == ("a.jsonl", "chronicle.json")


def test_a_chronicle_opened_while_another_chat_is_read_stands_beside_that(bench, chats, chronicle):
    bench.flow.open(str(chats[1]))
    open_beside(bench, FileKind.CHRONICLE, chronicle)
    assert bench.session.document.chronicle is None
    settle(bench.window)
    assert (name_of(bench), chronicle_of(bench)) == ("b.jsonl", "chronicle.json")


def test_a_chronicle_goes_with_the_chat_for_which_it_was_opened(bench, chats, chronicle):
    bench.flow.open(str(chats[1]))
    open_beside(bench, FileKind.CHRONICLE, chronicle)
    bench.flow.open(str(chats[2]))
    settle(bench.window)
    assert (name_of(bench), chronicle_of(bench)) == ("c.jsonl", None)


def test_a_chronicle_whose_chat_cannot_be_read_waits_for_another(
    empty, bad, chats, chronicle, errors
):
    empty.flow.open(str(bad))
    open_beside(empty, FileKind.CHRONICLE, chronicle)
    settle(empty.window)
    assert len(errors) == 1
    assert "chronicle.json can only be opened beside a chat" in empty.notice.text
    empty.flow.open(str(chats[0]))
    settle(empty.window)
    assert chronicle_of(empty) == "chronicle.json"


@pytest.mark.parametrize("is_read", [False, True])
def test_a_chronicle_whose_chat_does_not_come_is_offered_to_the_open_one(
    bench, bad, chats, chronicle, errors, is_read
):
    bench.flow.open(str(chats[1] if is_read else bad))
    open_beside(bench, FileKind.CHRONICLE, chronicle)
    if is_read:
        bench.keeper.cancel()
    settle(bench.window)
    assert (name_of(bench), chronicle_of(bench)) == ("a.jsonl", None)
    assert words_of(bench) == ["Open it beside a.jsonl", "Forget it"]
    bench.notice.buttons[0].click()
    settle(bench.window)
    assert chronicle_of(bench) == "chronicle.json"


def test_what_is_being_opened_beside_a_chat_stays_when_that_is_read_again(bench, chronicle):
    open_beside(bench, FileKind.CHRONICLE, chronicle)
    bench.flow.reload()
    settle(bench.window)
    assert chronicle_of(bench) == "chronicle.json"


def test_a_file_that_waits_comes_along_with_one_dropped_together_with_a_chat(
    empty, chats, chronicle, lorebook
):
    drop(empty, chronicle)
    settle(empty.window)
    drop(empty, chats[0], lorebook)
    settle(empty.window)
    assert (chronicle_of(empty), lorebook_of(empty)) == ("chronicle.json", "lorebook.json")


def test_a_chat_opened_once_more_while_it_is_read_keeps_what_came_with_it(empty, chats, chronicle):
    drop(empty, chats[0], chronicle)
    while empty.keeper.reading is None:
        take_turn()
    empty.flow.open(str(chats[0]))
    settle(empty.window)
    assert chronicle_of(empty) == "chronicle.json"


def test_files_dropped_one_after_the_other_are_all_opened(empty, chats, chronicle, lorebook):
    drop(empty, chats[0], chronicle)
    drop(empty, lorebook)
    settle(empty.window)
    assert name_of(empty) == "a.jsonl"
    assert (chronicle_of(empty), lorebook_of(empty)) == ("chronicle.json", "lorebook.json")


def test_the_chat_that_was_opened_last_is_the_open_one_however_long_others_are_looked_into(
    empty, chats, chronicle
):
    drop(empty, chats[0], chronicle)
    empty.flow.open(str(chats[1]))
    settle(empty.window)
    assert (name_of(empty), chronicle_of(empty)) == ("b.jsonl", None)


def test_of_several_dropped_files_one_that_cannot_be_read_keeps_no_other_out(
    empty, chats, chronicle, tmp_path, errors
):
    other = tmp_path / "other.json"
    other.write_bytes(b"[1, 2]")
    drop(empty, chats[0], other, tmp_path / "gone.json", chronicle)
    settle(empty.window)
    assert (name_of(empty), chronicle_of(empty)) == ("a.jsonl", "chronicle.json")
    assert len(errors) == 2


def test_what_is_closed_while_it_is_replaced_stays_closed(bench, chronicle, tmp_path):
    open_beside(bench, FileKind.CHRONICLE, chronicle)
    settle(bench.window)
    open_beside(bench, FileKind.CHRONICLE, Path(shutil.copy(chronicle, tmp_path / "other.json")))
    bench.file_services.beside.close(FileKind.CHRONICLE)
    settle(bench.window)
    assert chronicle_of(bench) is None


def test_of_two_chats_opened_after_a_save_the_later_one_is_shown(bench, chats, monkeypatch):
    answers = ["save", "discard"]
    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: answers.pop(0))
    bench.commands.submit(SetField((0,), "importance", 4))
    bench.flow.open(str(chats[1]))
    bench.flow.open(str(chats[2]))
    settle(bench.window)
    assert name_of(bench) == "c.jsonl"
    assert open_chat(chats[0]).document.memories[0].importance == 4


def test_a_save_after_a_chat_was_opened_does_not_keep_that_closed(bench, chats, monkeypatch):
    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: "save")
    bench.commands.submit(SetField((0,), "importance", 4))
    bench.flow.save()
    bench.flow.open(str(chats[1]))
    bench.flow.save()
    settle(bench.window)
    assert name_of(bench) == "b.jsonl"


def test_a_chat_that_was_read_waits_while_a_person_is_asked_about_the_open_one(
    bench, chats, monkeypatch, qtbot
):
    answers = ["discard"]

    def answer(*_):
        if answers:
            return answers.pop()
        qtbot.waitUntil(lambda: not bench.keeper.is_busy)
        return "save"

    monkeypatch.setattr(leaving, "ask_about_unsaved", answer)
    bench.commands.submit(SetField((0,), "importance", 4))
    bench.flow.open(str(chats[1]))
    bench.flow.open(str(chats[2]))
    settle(bench.window)
    assert open_chat(chats[0]).document.memories[0].importance == 4
    assert name_of(bench) == "c.jsonl"


@pytest.mark.parametrize("is_lore", [False, True])
def test_a_copy_is_of_what_was_open_when_its_name_was_asked_for(
    bench, chats, lorebook, tmp_path, monkeypatch, qtbot, is_lore
):
    open_beside(bench, FileKind.LOREBOOK, lorebook)
    settle(bench.window)
    chats[1].write_bytes(chats[1].read_bytes().split(b"\n")[0])
    copy = tmp_path / "copy"

    def choose(*_):
        qtbot.waitUntil(lambda: not bench.keeper.is_busy)
        return str(copy), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    bench.flow.open(str(chats[1]))
    if is_lore:
        bench.file_services.beside.save_copy(FileKind.LOREBOOK)
    else:
        bench.flow.save_copy()
    settle(bench.window)
    assert copy.read_bytes() == (lorebook if is_lore else chats[0]).read_bytes()
    assert name_of(bench) == "b.jsonl"
    with qtbot.waitSignal(bench.keeper.saved):
        bench.flow.save()


def test_edits_of_a_lorebook_are_saved_though_a_chat_arrives_while_a_person_is_asked(
    bench, chats, lorebook, monkeypatch, qtbot, tmp_path
):
    open_beside(bench, FileKind.LOREBOOK, lorebook)
    settle(bench.window)
    bench.commands.submit(SetLoreField((0,), "content", "Mine."))
    other = Path(shutil.copy(lorebook, tmp_path / "other.json"))

    def answer(*_):
        bench.flow.open(str(chats[1]))
        qtbot.waitUntil(lambda: not bench.keeper.is_busy)
        return "save"

    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: "discard")
    monkeypatch.setattr(lore_service, "ask_about_unsaved", answer)
    open_beside(bench, FileKind.LOREBOOK, other)
    settle(bench.window)
    assert open_lorebook(lorebook).lore.items[0].content == "Mine."
    assert (name_of(bench), lorebook_of(bench)) == ("b.jsonl", None)


def test_of_lore_that_is_not_saved_before_another_chat_is_open_is_not_asked_beside_that(
    bench, chats, lorebook, monkeypatch, errors
):
    open_beside(bench, FileKind.LOREBOOK, lorebook)
    settle(bench.window)
    bench.commands.submit(SetLoreField((0,), "content", "Mine."))
    monkeypatch.setattr(leaving, "ask_about_unsaved", lambda *_: "discard")
    release = threading.Event()
    bench.file_services.lore._queue.start(lambda _: release.wait())
    bench.flow.save()
    lorebook.write_bytes(lorebook.read_bytes() + b"\n")
    bench.flow.open(str(chats[1]))
    while name_of(bench) != "b.jsonl":
        take_turn()
    release.set()
    settle(bench.window)
    assert bench.notice.isHidden()
    assert len(errors) == 1


@pytest.fixture
def edited(bench, lorebook, monkeypatch):
    """A lorebook with an edit, about which `save` is answered."""
    open_beside(bench, FileKind.LOREBOOK, lorebook)
    settle(bench.window)
    monkeypatch.setattr(lore_service, "ask_about_unsaved", lambda *_: "save")
    bench.commands.submit(SetLoreField((0,), "content", "Mine."))
    return bench


def saved_texts(lorebook):
    return [one.content for one in open_lorebook(lorebook).lore.items[:2]]


def test_what_is_edited_while_a_lorebook_is_saved_to_be_closed_is_saved_as_well(edited, lorebook):
    release = threading.Event()
    edited.file_services.lore._queue.start(lambda _: release.wait())
    edited.file_services.beside.close(FileKind.LOREBOOK)
    edited.commands.submit(SetLoreField((1,), "content", "Mine too."))
    release.set()
    settle(edited.window)
    assert saved_texts(lorebook) == ["Mine.", "Mine too."]
    assert lorebook_of(edited) is None


@pytest.mark.parametrize("is_edited_more", [False, True])
def test_what_is_edited_while_another_lorebook_is_read_is_asked_about(
    edited, lorebook, tmp_path, monkeypatch, is_edited_more
):
    answers = ["discard", "stay"]
    monkeypatch.setattr(lore_service, "ask_about_unsaved", lambda *_: answers.pop(0))
    other = Path(shutil.copy(lorebook, tmp_path / "other.json"))
    open_beside(edited, FileKind.LOREBOOK, other)
    if is_edited_more:
        edited.commands.submit(SetLoreField((1,), "content", "Mine too."))
    settle(edited.window)
    assert lorebook_of(edited) == ("lorebook.json" if is_edited_more else "other.json")
    assert answers == ([] if is_edited_more else ["stay"])
