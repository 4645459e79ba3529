"""Lore in the whole window: what is edited is saved into its own file, and nothing is lost."""

from functools import partial

import pytest
from PySide6.QtWidgets import QFileDialog

from inspector.core.edits import SetField
from inspector.core.lore import LoreKind, SetLoreField
from inspector.files import OutsideState, backup_folder
from inspector.folders import data_folder
from inspector.gui.files import saving
from inspector.gui.files.conflicts import Conflicts
from inspector.gui.files.file_keeper import FileKeeper
from inspector.lore_files import FileKind
from inspector.shipped import sample_chat, sample_lorebook
from tests.gui.panels.lore.desk import STORY, WORLD
from tests.gui.settling import settle

ORDER = SetLoreField((0,), "order", 50)


@pytest.fixture(autouse=True)
def silent_disk(monkeypatch):
    """Nobody looks at files that are open, so that only saving finds what others wrote.

    However slow the machine: a file just made is compared once more after a second, and what
    others wrote by then would be followed, and saved into, before it could be refused.
    """
    monkeypatch.setattr(FileKeeper, "check_outside", lambda _: None)


SUMMARY = SetLoreField((1,), "summary", "Sun.", LoreKind.CHRONICLE)
IMPORTANCE = SetField((0,), "importance", 5)


def test_lore_leaves_the_chat_unmodified_and_its_edit_is_saved_into_the_lorebook_alone(
    whole_lore_desk, chat, world, qtbot
):
    assert not whole_lore_desk.window.isWindowModified()
    assert not whole_lore_desk.bench.flow.is_modified
    before = chat.read_bytes()
    whole_lore_desk.edit(ORDER)
    qtbot.waitUntil(whole_lore_desk.window.isWindowModified)
    assert whole_lore_desk.bench.commands.stack.undoText() == "Order 50 on entry Harbour"
    wording = whole_lore_desk.save()
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    (backup,) = backup_folder(world).iterdir()
    assert backup.read_bytes() == WORLD
    assert wording == f"Saved world.json; backup in {backup.parent}"
    assert (chat.read_bytes(), backup_folder(chat).exists()) == (before, False)
    qtbot.waitUntil(lambda: not whole_lore_desk.window.isWindowModified())


def test_undo_after_a_save_brings_the_first_bytes_back(lore_desk, world):
    lore_desk.edit(ORDER)
    lore_desk.save()
    lore_desk.bench.commands.stack.undo()
    assert lore_desk.bench.flow.is_modified
    lore_desk.save()
    assert world.read_bytes() == WORLD


def test_one_save_writes_the_chat_and_all_lore_that_is_modified(lore_desk, chat, world, story):
    before = chat.read_bytes()
    for edit in (ORDER, SUMMARY, IMPORTANCE):
        lore_desk.edit(edit)
    wording = lore_desk.save()
    assert wording.startswith("Saved ")
    assert all(
        name in wording for name in ("chat.jsonl", "world.json", "story.json", "backups in ")
    )
    assert chat.read_bytes() != before
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert story.read_bytes() == STORY.replace(b'"Rain."', b'"Sun."')
    assert not lore_desk.bench.flow.is_modified


def test_lore_is_saved_though_somebody_else_wrote_the_chat(lore_desk, chat, world, qtbot):
    theirs = chat.read_bytes() + b"\n"
    chat.write_bytes(theirs)
    lore_desk.edit(ORDER)
    lore_desk.edit(IMPORTANCE)
    wording = lore_desk.save()
    assert wording.startswith("Saved world.json; not saved: chat.jsonl; backup in ")
    assert chat.read_bytes() == theirs
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert "chat.jsonl is not saved" in lore_desk.bench.notice.text
    lore_desk.saved_by(lore_desk.button("Overwrite, with a backup").click)
    assert lore_desk.document.memories[0].importance == 5
    assert not lore_desk.bench.flow.is_modified


def test_two_refused_files_are_asked_about_one_after_the_other(lore_desk, chat, world, qtbot):
    for path in (chat, world):
        path.write_bytes(path.read_bytes() + b"\n")
    lore_desk.edit(ORDER)
    lore_desk.edit(IMPORTANCE)
    assert lore_desk.save().startswith("Not saved: ")
    requested = []
    for _ in range(2):
        requested.append(lore_desk.bench.notice.text.partition(" ")[0])
        lore_desk.saved_by(lore_desk.button("Overwrite, with a backup").click)
    assert sorted(requested) == ["chat.jsonl", "world.json"]
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert not lore_desk.bench.flow.is_modified
    qtbot.waitUntil(lore_desk.bench.notice.isHidden)


def test_reading_the_chat_again_keeps_unsaved_lore(lore_desk, chat, world, qtbot):
    chat.write_bytes(chat.read_bytes() + b"\n")
    lore_desk.edit(ORDER)
    lore_desk.edit(IMPORTANCE)
    world.write_bytes(WORLD + b" ")
    lore_desk.save()
    with qtbot.waitSignal(lore_desk.bench.session.opened, timeout=20_000):
        lore_desk.button("Reload, losing the edits").click()
    assert lore_desk.document.memories[0].importance != 5
    assert lore_desk.document.lorebook.items[0].order == 50
    assert lore_desk.bench.flow.is_modified
    world.write_bytes(WORLD)
    lore_desk.save()
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")


def test_saving_over_somebody_elses_lorebook_is_refused_and_can_be_chosen(
    lore_desk, world, tmp_path, qtbot, monkeypatch
):
    theirs = WORLD + b"\n"
    world.write_bytes(theirs)
    lore_desk.edit(ORDER)
    assert lore_desk.save() == "Not saved: world.json"
    assert world.read_bytes() == theirs
    assert "world.json is not saved: somebody else wrote" in lore_desk.bench.notice.text
    copy = tmp_path / "copy.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
    lore_desk.saved_by(lore_desk.button("Save a copy…").click)
    assert copy.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert lore_desk.bench.flow.is_modified
    lore_desk.save()
    lore_desk.saved_by(lore_desk.button("Overwrite, with a backup").click)
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert theirs in [one.read_bytes() for one in backup_folder(world).iterdir()]


def test_somebody_elses_lorebook_can_be_read_instead_and_undo_still_cannot_overwrite_it(
    lore_desk, world, qtbot
):
    theirs = WORLD.replace(b"Old.", b"Theirs.")
    world.write_bytes(theirs)
    lore_desk.edit(ORDER)
    lore_desk.save()
    with qtbot.waitSignal(lore_desk.bench.file_services.beside.opened, timeout=10_000):
        lore_desk.button("Reload, losing the edits").click()
    assert [one.content for one in lore_desk.document.lorebook.items][2] == "Theirs."
    assert not lore_desk.bench.flow.is_modified
    lore_desk.bench.commands.stack.undo()
    assert lore_desk.document.lorebook.items[0].order == 50
    assert lore_desk.save() == "Not saved: world.json"
    assert world.read_bytes() == theirs


def test_undo_to_an_earlier_reading_saves_against_what_was_saved_since(lore_desk, world):
    lore_desk.edit(ORDER)
    lore_desk.save()
    lore_desk.open(FileKind.LOREBOOK, world)
    lore_desk.edit(SetLoreField((2,), "content", "Rebuilt."))
    lore_desk.save()
    lore_desk.bench.commands.stack.undo()
    lore_desk.bench.commands.stack.undo()
    assert lore_desk.bench.flow.is_modified
    assert lore_desk.save().startswith("Saved world.json")
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert not lore_desk.bench.flow.is_modified


def test_reading_a_saved_lorebook_again_and_undoing_that_modifies_nothing(lore_desk, world):
    lore_desk.edit(ORDER)
    lore_desk.save()
    lore_desk.open(FileKind.LOREBOOK, world)
    lore_desk.bench.commands.stack.undo()
    assert lore_desk.document.lorebook.items[0].order == 50
    assert not lore_desk.bench.flow.is_modified


def test_a_lorebook_that_cannot_be_written_is_said_so_and_kept(lore_desk, world, monkeypatch):
    displayed = []
    monkeypatch.setattr(saving, "show_error", lambda *parts: displayed.append(parts[1:]))
    lore_desk.edit(ORDER)
    data_folder().mkdir(parents=True)
    (data_folder() / "backups").write_text("a file where a folder has to be")
    assert lore_desk.save() == "Not saved: world.json"
    assert displayed[0][0] == "world.json is not saved"
    assert "the file is as it was" in displayed[0][1]
    assert world.read_bytes() == WORLD
    assert lore_desk.bench.flow.is_modified


@pytest.mark.parametrize("answer", ["stay", "discard", "save"])
def test_leaving_asks_about_every_file_with_unsaved_edits(
    lore_desk, chat, world, sample, requested, qtbot, answer
):
    requested.answer = answer
    lore_desk.edit(ORDER)
    lore_desk.edit(IMPORTANCE)
    before = lore_desk.bench.keeper.chat
    lore_desk.bench.flow.open(str(sample))
    assert requested.names == [("chat.jsonl", "world.json")]
    if answer == "stay":
        settle(lore_desk.window)
        assert lore_desk.bench.keeper.chat is before
        assert lore_desk.bench.flow.is_modified
        return
    qtbot.waitUntil(lambda: lore_desk.bench.flow.is_sample, timeout=10_000)
    is_saved = answer == "save"
    assert (world.read_bytes() != WORLD) is is_saved
    assert (chat.read_bytes() != sample.read_bytes()) is is_saved


def lose(desk, chat):
    """The file of a chat goes, which was edited as its lorebook was."""
    desk.edit(ORDER)
    desk.edit(IMPORTANCE)
    chat.unlink()
    desk.bench.window.findChild(Conflicts).show_outside(None, chat, OutsideState.DELETED)


@pytest.mark.parametrize("about_lore", ["stay", "discard", "save"])
def test_who_gives_up_a_chat_that_is_gone_is_still_asked_about_its_lorebook(
    lore_desk, chat, world, sample, requested, qtbot, about_lore
):
    requested.answer = about_lore
    requested.about_only_copy("discard")
    bench = lore_desk.bench
    lose(lore_desk, chat)
    bench.flow.open(str(sample))
    assert requested.names == [("world.json",)]
    if about_lore == "stay":
        settle(lore_desk.window)
        assert bench.flow.is_modified
        return
    qtbot.waitUntil(lambda: bench.flow.is_sample)
    assert (world.read_bytes() != WORLD) is (about_lore == "save")
    assert not chat.exists()


def test_a_chat_that_is_gone_is_put_back_with_what_stands_beside_it(
    lore_desk, chat, world, sample, requested, qtbot
):
    requested.about_only_copy("save")
    bench = lore_desk.bench
    lose(lore_desk, chat)
    bench.flow.open(str(sample))
    qtbot.waitUntil(lambda: bench.flow.is_sample)
    assert world.read_bytes() != WORLD
    assert b'"importance":5' in chat.read_bytes().replace(b" ", b"")


def test_a_refused_save_keeps_the_person_where_the_edits_are(
    lore_desk, chat, world, sample, requested, qtbot
):
    requested.answer = "save"
    lore_desk.edit(ORDER)
    lore_desk.edit(IMPORTANCE)
    world.write_bytes(WORLD + b"\n")
    wording = lore_desk.saved_by(partial(lore_desk.bench.flow.open, str(sample)))
    assert wording.startswith("Saved chat.jsonl; not saved: world.json; backup in ")
    settle(lore_desk.window)
    assert lore_desk.bench.keeper.chat.path == chat
    assert lore_desk.document.lorebook.items[0].order == 50
    assert lore_desk.bench.flow.is_modified


def test_a_second_save_waits_for_the_first(lore_desk, world, qtbot):
    lore_desk.edit(ORDER)
    lore_desk.bench.flow.save()
    lore_desk.edit(SetLoreField((2,), "content", "Newer."))
    lore_desk.bench.flow.save()
    wanted = WORLD.replace(b"1e2", b"50").replace(b"Old.", b"Newer.")
    qtbot.waitUntil(lambda: world.read_bytes() == wanted, timeout=10_000)
    qtbot.waitUntil(lambda: not lore_desk.bench.flow.is_modified)
    assert lore_desk.bench.notice.isHidden()


def test_the_samples_files_are_saved_as_copies(bare_desk, tmp_path, qtbot, monkeypatch):
    desk = bare_desk
    desk.open_chat(sample_chat())
    chat, lorebook = sample_chat().read_bytes(), sample_lorebook().read_bytes()
    desk.edit(SetLoreField((0,), "title", "Bridge"))
    desk.edit(IMPORTANCE)
    targets = [tmp_path / "copy.jsonl", tmp_path / "copy.json"]
    names = iter(targets)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(next(names)), ""))
    assert desk.save() == "Saved copy.json and copy.jsonl"
    assert (sample_chat().read_bytes(), sample_lorebook().read_bytes()) == (chat, lorebook)
    assert b'"Bridge"' in targets[1].read_bytes()
    assert targets[0].read_bytes() != chat


def test_without_a_name_for_every_copy_nothing_is_written_and_nobody_leaves(
    bare_desk, tmp_path, requested, qtbot, monkeypatch
):
    desk = bare_desk
    desk.open_chat(sample_chat())
    desk.edit(IMPORTANCE)
    desk.edit(SetLoreField((0,), "title", "Bridge"))
    requested.answer = "save"
    names = iter([str(tmp_path / "copy.jsonl"), ""])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (next(names), ""))
    assert not desk.bench.flow.may_leave(pytest.fail)
    settle(desk.window)
    assert list(tmp_path.iterdir()) == []
    assert desk.bench.flow.is_modified
