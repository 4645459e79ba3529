"""The lorebook beside the chat, written by somebody else as well."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.edits import SetHidden
from inspector.core.lore import LoreKind, SetLoreField
from inspector.files.unsaved import read_unsaved, unsaved_folder, unsaved_in
from inspector.gui.files.file_watch import FileWatch
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.lore_files import FileKind
from inspector.recovery import LORE
from tests.gui.panels.lore.desk import STORY, WORLD
from tests.gui.settling import settle

LEFT = Qt.MouseButton.LeftButton
ORDER = SetLoreField((0,), "order", 50)


def written(desk, path, contents):
    """Somebody else writes a file; wait until the window shows that."""
    changes = desk.bench.file_services.lore_changes
    with desk.qtbot.waitSignal(changes.followed, timeout=10_000):
        path.write_bytes(contents)


def test_a_file_that_somebody_else_wrote_is_followed_quietly(whole_lore_desk, world):
    bench = whole_lore_desk.bench
    written(whole_lore_desk, world, WORLD.replace(b"Old.", b"New."))
    assert whole_lore_desk.document.lorebook.items[2].content == "New."
    assert bench.notice.isHidden()
    assert not bench.flow.is_modified
    assert not bench.commands.stack.canUndo()
    whole_lore_desk.qtbot.waitUntil(
        lambda: bench.status.currentMessage().startswith("world.json: ")
    )


def test_edits_stay_steps_on_top_and_are_saved_into_what_others_wrote(lore_desk, world, story):
    bench = lore_desk.bench
    lore_desk.edit(ORDER)
    lore_desk.edit(SetLoreField((0,), "summary", "Smoke.", LoreKind.CHRONICLE))
    theirs = WORLD.replace(b"Old.", b"New.")
    written(lore_desk, world, theirs)
    book, events = lore_desk.document.lorebook.items, lore_desk.document.chronicle.items
    assert (book[0].order, book[2].content, events[0].summary) == (50, "New.", "Smoke.")
    assert bench.flow.is_modified
    bench.commands.stack.undo()
    assert lore_desk.document.chronicle.items[0].summary == "A fire in the harbour."
    assert lore_desk.document.lorebook.items[0].order == 50
    bench.commands.stack.undo()
    assert not bench.flow.is_modified
    assert not bench.commands.stack.canUndo()
    assert lore_desk.document.lorebook.items[2].content == "New."
    bench.commands.stack.setIndex(2)
    lore_desk.save()
    assert world.read_bytes() == theirs.replace(b"1e2", b"50")
    assert story.read_bytes() == STORY.replace(b"A \\u0066ire in the harbour.", b"Smoke.")
    assert not bench.flow.is_modified


def test_the_chats_edits_stay_steps_where_others_write_the_lorebook(lore_desk, world):
    bench = lore_desk.bench
    lore_desk.edit(ORDER)
    lore_desk.save()
    lore_desk.edit(SetHidden((0,), hidden=False))
    lore_desk.edit(SetHidden((1,), hidden=False))
    written(lore_desk, world, world.read_bytes().replace(b"Old.", b"New."))
    assert lore_desk.document.chat.hidden[:2] == b"\x00\x00"
    bench.commands.stack.undo()
    assert lore_desk.document.chat.hidden[:2] == b"\x00\x01"
    bench.commands.stack.undo()
    assert not bench.flow.is_modified
    assert not bench.commands.stack.canUndo()
    book = lore_desk.document.lorebook.items
    assert (book[0].order, book[2].content) == (50, "New.")


@pytest.fixture
def silent_disk(monkeypatch):
    """A disk that tells of no change, as many in a network."""
    monkeypatch.setattr(FileWatch, "watch", lambda *_: None)


@pytest.mark.usefixtures("silent_disk")
def test_undo_to_a_reading_from_before_others_wrote_shows_its_edits_over_what_they_wrote(
    lore_desk, world, requested, qtbot
):
    bench = lore_desk.bench
    lore_desk.edit(ORDER)
    theirs = WORLD.replace(b"Old.", b"Theirs.")
    world.write_bytes(theirs)
    requested.answer = "discard"
    lore_desk.open(FileKind.LOREBOOK, world)
    settle(lore_desk.window)
    with qtbot.waitSignal(bench.file_services.lore_changes.followed, timeout=10_000):
        bench.commands.stack.undo()
    items = lore_desk.document.lorebook.items
    assert (items[0].order, items[2].content) == (50, "Theirs.")
    assert world.read_bytes() == theirs
    lore_desk.save()
    assert world.read_bytes() == theirs.replace(b"1e2", b"50")


def test_what_was_saved_here_and_a_stale_tab_took_away_is_put_back(lore_desk, world):
    bench = lore_desk.bench
    lore_desk.edit(ORDER)
    lore_desk.save()
    written(lore_desk, world, WORLD.replace(b"Old.", b"New."))
    items = lore_desk.document.lorebook.items
    assert (items[0].order, items[2].content) == (50, "New.")
    assert bench.flow.is_modified


def test_a_value_that_both_changed_is_asked_about(lore_desk, world, qtbot):
    bench = lore_desk.bench
    lore_desk.edit(SetLoreField((2,), "content", "Mine."))
    world.write_bytes(WORLD.replace(b"Old.", b"Theirs."))
    qtbot.waitUntil(lambda: [one.text() for one in bench.notice.buttons][:1] == ["Merge…"])
    assert lore_desk.document.lorebook.items[2].content == "Mine."
    QTest.mouseClick(bench.notice.buttons[0], LEFT)
    dialog = lore_desk.window.findChild(MergeDialog)
    (choice,) = dialog.choices
    assert choice.result.editor.accessibleName() == "Result: Text, entry “Mill”"
    QTest.mouseClick(choice.buttons[0], LEFT)
    with qtbot.waitSignal(bench.file_services.lore_changes.followed, timeout=10_000):
        QTest.mouseClick(dialog.keep, LEFT)
    assert lore_desk.document.lorebook.items[2].content == "Theirs."
    assert not bench.flow.is_modified


def test_a_file_that_is_none_any_more_is_asked_about_once_it_stays_so(lore_desk, world, qtbot):
    bench = lore_desk.bench
    world.write_bytes(WORLD[:40])
    qtbot.waitUntil(lambda: "cannot be read any more" in bench.notice.text, timeout=10_000)
    written(lore_desk, world, WORLD.replace(b"Old.", b"New."))
    assert bench.notice.isHidden()
    assert lore_desk.document.lorebook.items[2].content == "New."


@pytest.mark.parametrize(
    "edit", [ORDER, SetLoreField((1,), "summary", "Sun.", LoreKind.CHRONICLE)], ids=str
)
def test_an_edit_is_in_the_journal_at_once_and_gone_when_undone(lore_desk, edit, qtbot):
    lore_desk.edit(edit)
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/origin")) != [], timeout=2000)
    (folder,) = unsaved_folder().iterdir()
    (folder / "lock").unlink()  # as if the program had been killed
    assert unsaved_in(folder).kind == LORE
    lore_desk.bench.commands.stack.undo()
    qtbot.waitUntil(lambda: list(unsaved_folder().glob("*/edits")) == [], timeout=5000)


def test_of_each_file_that_is_unsaved_its_own_edits_are_told(lore_desk, qtbot):
    lore_desk.edit(ORDER)
    lore_desk.save()
    for field in ("order", "title"):
        lore_desk.edit(SetLoreField((1,), field, {"order": 7, "title": "Light"}[field]))
    lore_desk.edit(SetLoreField((0,), "summary", "Smoke.", LoreKind.CHRONICLE))
    lore_desk.edit(SetHidden((0,), hidden=False))
    lore_desk.edit(SetHidden((1,), hidden=False))
    lore_desk.edit(SetHidden((2,), hidden=False))
    chat = lore_desk.bench.keeper.chat.path.name

    def counts():
        left = filter(None, map(read_unsaved, unsaved_folder().iterdir()))
        return {one.path.name: len(one.edits) for one in left}

    qtbot.waitUntil(lambda: counts() == {"world.json": 2, "story.json": 1, chat: 3}, timeout=5000)


def test_saving_ourselves_is_no_change_by_somebody_else(lore_desk, qtbot):
    lore_desk.edit(ORDER)
    lore_desk.save()
    with qtbot.assertNotEmitted(lore_desk.bench.lore.outside_changed, wait=800):
        pass
