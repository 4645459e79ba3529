"""The dialog *Open from SillyTavern…* with real folders, mouse and keys."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from inspector.gui.window.open_from.dialog import OpenFromDialog
from inspector.gui.window.open_from.model import Location
from inspector.gui.window.open_from.scanner import FolderScanner, Seen

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def scanner(home, qtbot):
    made = FolderScanner(home, {})
    yield made
    made.stop()
    made.deleteLater()


@pytest.fixture
def show(scanner, qtbot):
    def make(remembered=None):
        dialog = OpenFromDialog(scanner, remembered)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    return make


@pytest.fixture
def dialog(user, show, qtbot):
    dialog = show()
    qtbot.waitUntil(lambda: wording(dialog) == "4 chats")
    return dialog


def wording(dialog):
    return dialog.status.text()


def names(dialog):
    model = dialog.table.model()
    return [model.row_at(row).entry.name for row in range(model.count)]


def cells(dialog, row):
    model = dialog.table.model()
    return [model.index(row, column).data() for column in Location]


def owners(dialog):
    rows = range(dialog.owners.topLevelItemCount())
    items = [dialog.owners.topLevelItem(row) for row in rows]
    return [f"{item.text(0)} {item.text(1)}" for item in items]


def choose_owner(dialog, qtbot, words):
    row = next(row for row, text in enumerate(owners(dialog)) if text.startswith(words))
    location = dialog.owners.visualItemRect(dialog.owners.topLevelItem(row)).center()
    qtbot.mouseClick(dialog.owners.viewport(), LEFT, pos=location)


def test_chats_are_listed_with_their_facts_the_one_changed_last_first(dialog, user):
    assert names(dialog) == ["First evening", "Second evening", "Alone", "tea"]
    name, owner, changed, *rest = cells(dialog, 0)
    assert (name, owner) == ("First evening", "Mira")
    assert changed.endswith("Jan 1970")
    assert rest == ["3", "OpenVault", "306 B"]
    systems = [cells(dialog, row)[Location.SYSTEMS] for row in range(4)]
    assert systems == ["OpenVault", "none", "OpenVault, Auto-Recap", "Auto-Recap"]
    assert Path(dialog.folders.currentText()) == user


def test_characters_and_groups_are_listed_with_their_number_of_chats(dialog):
    assert owners(dialog) == [
        "All chats 4", "Mira 2", "Orrin 1", "Tea Club (group) 1",
    ]  # fmt: skip


def test_a_character_or_group_shows_its_own_chats(dialog, qtbot):
    choose_owner(dialog, qtbot, "Mira")
    assert names(dialog) == ["First evening", "Second evening"]
    assert wording(dialog) == "2 of 4 chats"
    choose_owner(dialog, qtbot, "Tea Club")
    assert names(dialog) == ["tea"]
    choose_owner(dialog, qtbot, "All")
    assert len(names(dialog)) == 4


def test_a_search_finds_words_of_chats_and_characters(dialog, qtbot):
    qtbot.keyClicks(dialog.search, "MIRA sec")
    qtbot.waitUntil(lambda: names(dialog) == ["Second evening"])
    dialog.search.setText("nobody")
    qtbot.waitUntil(lambda: names(dialog) == [])
    assert wording(dialog) == "No chat's name holds “nobody”."
    assert not dialog.open_button.isEnabled()


@pytest.mark.parametrize("way", ["enter in the search", "enter", "double click", "button"])
def test_a_chat_is_opened_and_its_folder_remembered(dialog, qtbot, user, way):
    chosen, used = [], []
    dialog.chosen.connect(chosen.append)
    dialog.folder_used.connect(used.append)
    if way == "enter in the search":
        qtbot.keyClick(dialog.search, KEY.Key_Return)
    elif way == "enter":
        qtbot.keyClick(dialog.search, KEY.Key_Down)
        assert dialog.table.hasFocus()
        qtbot.keyClick(dialog.table, KEY.Key_Enter)
    elif way == "double click":
        location = dialog.table.visualRect(dialog.table.model().index(0, 0)).center()
        qtbot.mouseClick(dialog.table.viewport(), LEFT, pos=location)
        qtbot.mouseDClick(dialog.table.viewport(), LEFT, pos=location)
    else:
        qtbot.mouseClick(dialog.open_button, LEFT)
    assert chosen == [str(user / "chats" / "Mira" / "First evening.jsonl")]
    assert used == [str(user)]
    assert dialog.isHidden()


def test_cancel_and_escape_open_nothing(show, user, qtbot):
    for leave in (lambda one: qtbot.mouseClick(one.cancel_button, LEFT), press_escape(qtbot)):
        dialog = show()
        chosen = []
        dialog.chosen.connect(chosen.append)
        leave(dialog)
        assert dialog.isHidden()
        assert chosen == []


def press_escape(qtbot):
    return lambda dialog: qtbot.keyClick(dialog, KEY.Key_Escape)


@pytest.mark.parametrize(
    ("column", "first", "last"),
    [
        (Location.CHAT, "Alone", "tea"),
        (Location.MESSAGES, "tea", "Alone"),
        (Location.SYSTEMS, "tea", "Second evening"),
    ],
)
def test_a_click_on_a_title_sorts_and_keeps_the_choice(dialog, column, first, last):
    chosen = dialog.table.chosen
    dialog.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
    assert (names(dialog)[0], names(dialog)[-1]) == (first, last)
    assert dialog.table.chosen == chosen


def test_the_remembered_folder_is_shown_first(show, user, other_user, qtbot):
    dialog = show(other_user)
    qtbot.waitUntil(lambda: wording(dialog) == "4 chats")
    assert dialog.user == other_user
    assert [dialog.folders.itemData(index) for index in range(2)] == [other_user, user]


def test_a_remembered_folder_that_is_gone_gives_way_to_one_that_is_found(
    show, user, tmp_path, qtbot
):
    dialog = show(tmp_path / "gone")
    qtbot.waitUntil(lambda: dialog.user == user)


def test_another_folder_is_followed_to_a_moved_data_root(
    dialog, user, other_user, qtbot, monkeypatch
):
    install = other_user.parent.parent / "tavern"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(install))
    qtbot.mouseClick(dialog.browse_button, LEFT)
    qtbot.waitUntil(lambda: dialog.user is not None and dialog.user != user)
    assert dialog.user.resolve() == other_user
    qtbot.waitUntil(lambda: wording(dialog) == "4 chats")
    dialog.folders.setCurrentIndex(0)
    qtbot.waitUntil(lambda: dialog.table.chosen is not None)
    assert dialog.table.chosen.is_relative_to(user)


def test_a_folder_without_data_says_so_and_leaves_the_list_alone(
    dialog, tmp_path, qtbot, monkeypatch
):
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    qtbot.mouseClick(dialog.browse_button, LEFT)
    qtbot.waitUntil(lambda: "holds no data of SillyTavern" in wording(dialog))
    assert len(names(dialog)) == 4
    assert "holds no data" in wording(dialog)


def test_where_nothing_is_found_a_person_is_asked_for_the_folder(show, qtbot):
    dialog = show()
    qtbot.waitUntil(lambda: "none of the usual places" in wording(dialog))
    assert not dialog.folders.isEnabled()
    assert not dialog.open_button.isEnabled()


def test_an_empty_folder_says_so(show, home, qtbot):
    folder = home / "SillyTavern" / "data" / "me"
    (folder / "chats").mkdir(parents=True)
    (folder / "settings.json").write_text("{}")
    dialog = show()
    qtbot.waitUntil(lambda: wording(dialog) == "There are no chats in this folder.")


def test_what_has_been_seen_is_not_looked_into_again(dialog, scanner, user, qtbot):
    with qtbot.waitSignal(scanner.seen) as first:
        scanner.list_chats(user)
    assert first.args[0].is_complete
    path = user / "group chats" / "tea.jsonl"
    path.write_bytes(path.read_bytes() + b"\n" + b'{"mes":"more"}')
    with qtbot.waitSignals([scanner.seen, scanner.seen]):
        scanner.list_chats(user)
    dialog.table.sortByColumn(Location.MESSAGES, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(
        lambda: sum(int(cells(dialog, row)[Location.MESSAGES]) for row in range(4)) == 12
    )


def test_a_chat_that_cannot_be_read_is_listed_and_says_so(dialog, scanner, user):
    seen = looker_saw(scanner, user)
    first = seen.entries[0].path
    dialog.show_seen(replace(seen, contents={**seen.contents, first: None}))
    assert cells(dialog, 0)[Location.MESSAGES] == "?"
    assert cells(dialog, 0)[Location.SYSTEMS] == "cannot be read"


def test_while_chats_are_looked_into_the_rest_is_shown(dialog, scanner, user):
    seen = looker_saw(scanner, user)
    dialog.show_seen(replace(seen, contents={}))
    assert wording(dialog) == "4 chats; looking into them: 0 done…"
    assert cells(dialog, 0)[Location.MESSAGES] == "…"
    dialog.show_seen(seen)
    assert cells(dialog, 0)[Location.MESSAGES] == "3"


def looker_saw(scanner, user):
    found = []
    scanner.seen.connect(found.append)
    scanner.list_chats(user)
    while not found:
        QApplication.processEvents()
    return found[0]


def test_what_is_seen_of_another_folder_is_not_shown(dialog, other_user):
    dialog.show_seen(Seen(other_user, ()))
    assert len(names(dialog)) == 4


def test_the_model_is_a_proper_model(dialog, qtmodeltester):
    qtmodeltester.check(dialog.table.model())
    assert dialog.table.model().rowCount(dialog.table.model().index(0, 0)) == 0
    assert dialog.table.model().data(QModelIndex()) is None


def test_nothing_in_the_folder_is_written(dialog, user, qtbot):
    before = {path: path.stat().st_mtime_ns for path in user.rglob("*")}
    choose_owner(dialog, qtbot, "Mira")
    qtbot.keyClick(dialog.search, KEY.Key_Return)
    assert {path: path.stat().st_mtime_ns for path in user.rglob("*")} == before
