"""Lore in the whole window: opened beside the chat, closed, dropped, undone."""

import json

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QFileDialog

from inspector.core.document import sources_of
from inspector.core.edits import SetField
from inspector.core.lore import LoreKind, SetLoreField
from inspector.gui.files import lore_service
from inspector.gui.window.menus import BesideMenu
from inspector.lore_files import Beside, FileKind
from inspector.shipped import sample_card, sample_chat
from tests.gui.drags import drops
from tests.gui.panels.lore.desk import WORLD, whole_desk_of
from tests.gui.settling import settle

CARD = json.dumps({"data": {"name": "Mira", "description": "A baker."}})


@pytest.fixture
def card(tmp_path):
    path = tmp_path / "card.json"
    path.write_text(CARD)
    return path


@pytest.fixture
def errors(monkeypatch):
    """The errors that were shown."""
    displayed = []
    monkeypatch.setattr(lore_service, "show_error", lambda *parts: displayed.append(parts[2]))
    return displayed


def drop(window, *paths):
    """Drop files on the window as a person does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    window.dropEvent(drops(data))


def undo_text(desk):
    return desk.bench.commands.stack.undoText()


def test_opening_and_closing_are_steps_to_undo(whole_desk, world, qtbot):
    bare = whole_desk.document
    whole_desk.open(FileKind.LOREBOOK, world)
    opened = whole_desk.document
    assert undo_text(whole_desk) == "Lorebook world.json opened"
    assert [one.uid for one in opened.lorebook.items] == ["0", "7", "8"]
    assert whole_desk.bench.docks["lore"].isVisible()
    whole_desk.bench.file_services.beside.close(FileKind.LOREBOOK)
    assert undo_text(whole_desk) == "Lorebook closed"
    assert whole_desk.document.lorebook is None
    for before in (opened, bare):
        whole_desk.bench.commands.stack.undo()
        assert whole_desk.document is before
    whole_desk.bench.commands.stack.redo()
    assert whole_desk.panel.pages[LoreKind.LOREBOOK].model.rowCount() == 3


def test_a_card_and_scores_are_opened_and_closed_as_well(desk, card, tmp_path):
    scores = tmp_path / "scores.json"
    scores.write_text('{"lore:0": 0.5}')
    desk.open(FileKind.CARD, card)
    desk.open(FileKind.SCORES, scores)
    assert undo_text(desk) == "Scores scores.json opened"
    sources = sources_of(desk.document)
    assert (sources.card.name, sources.scores.values) == ("Mira", {"lore:0": 0.5})
    desk.bench.file_services.beside.close(FileKind.CARD)
    assert sources_of(desk.document).card is None
    assert sources_of(desk.document).scores is sources.scores
    assert not desk.bench.flow.is_modified


def test_unsaved_edits_are_asked_about_before_another_lorebook_takes_the_place(
    lore_desk, world, tmp_path, requested, qtbot
):
    other = tmp_path / "other.json"
    other.write_bytes(WORLD)
    lore_desk.edit(SetLoreField((0,), "order", 50))
    lore_desk.bench.file_services.beside.open(FileKind.LOREBOOK, other)
    assert requested.names == [("world.json",)]
    settle(lore_desk.window)
    assert lore_desk.document.lorebook.origin.path == str(world)
    requested.answer = "save"
    with qtbot.waitSignal(lore_desk.bench.file_services.beside.opened, timeout=10_000):
        lore_desk.bench.file_services.beside.open(FileKind.LOREBOOK, other)
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")
    assert lore_desk.document.lorebook.origin.path == str(other)


def test_closing_asks_too_and_discarded_edits_come_back_with_undo(lore_desk, world, requested):
    lore_desk.edit(SetLoreField((0,), "order", 50))
    lore_desk.bench.file_services.beside.close(FileKind.LOREBOOK)
    assert lore_desk.document.lorebook is not None
    requested.answer = "discard"
    lore_desk.bench.file_services.beside.close(FileKind.LOREBOOK)
    assert lore_desk.document.lorebook is None
    assert not lore_desk.bench.flow.is_modified
    lore_desk.bench.commands.stack.undo()
    assert lore_desk.document.lorebook.items[0].order == 50
    assert lore_desk.bench.flow.is_modified
    assert world.read_bytes() == WORLD


@pytest.mark.parametrize("kind", [FileKind.LOREBOOK, FileKind.CHRONICLE, FileKind.SCORES])
def test_what_cannot_be_read_is_said_by_name_and_changes_nothing(desk, card, errors, qtbot, kind):
    before = desk.document
    with qtbot.waitSignal(desk.bench.lore.refused, timeout=10_000):
        desk.bench.file_services.beside.open(kind, card)
    assert errors[0].startswith(str(card))
    assert desk.document is before


def test_files_are_dropped_and_opened_as_what_they_hold(whole_desk, world, story, card, qtbot):
    drop(whole_desk.window, world, story, card)
    qtbot.waitUntil(lambda: sources_of(whole_desk.document).card is not None, timeout=10_000)
    assert whole_desk.document.lorebook is not None
    assert whole_desk.document.chronicle is not None
    assert whole_desk.bench.commands.stack.count() == 3


def test_a_dropped_chat_is_opened_with_the_lore_that_came_along(
    desk, sample, world, story, tmp_path, qtbot
):
    chat = tmp_path / "second.json"
    chat.write_bytes(sample.read_bytes())
    with qtbot.waitSignal(desk.ready, timeout=20_000):
        desk.bench.file_services.dropping.drop([str(world), str(chat), str(story)])
    assert desk.bench.keeper.chat.path == chat
    assert (len(desk.document.lorebook.items), len(desk.document.chronicle.items)) == (3, 2)
    assert desk.bench.commands.stack.count() == 0
    desk.edit(SetLoreField((0,), "order", 50))
    desk.save()
    assert world.read_bytes() == WORLD.replace(b"1e2", b"50")


def test_lore_that_is_dropped_with_the_open_chat_joins_it_as_it_is_edited(desk, world, qtbot):
    desk.edit(SetField((0,), "importance", 4))
    chat = desk.bench.keeper.chat.path
    desk.bench.file_services.dropping.drop([str(chat), str(world)])
    qtbot.waitUntil(lambda: desk.document.lorebook is not None, timeout=10_000)
    assert desk.document.memories[0].importance == 4
    assert desk.bench.commands.stack.count() == 2


def test_what_is_nothing_known_is_refused_by_name(desk, tmp_path, errors, qtbot):
    odd = tmp_path / "odd.json"
    odd.write_text('{"colour": "red"}')
    with qtbot.waitSignal(desk.bench.lore.refused, timeout=10_000):
        desk.bench.file_services.dropping.drop([str(odd)])
    assert errors == [
        f"{odd}: this is no chat, lorebook, chronicle, character card, file of scores or captured "
        "request."
    ]


def test_without_a_chat_a_lorebook_waits_for_one(make_window, chat, world, qtbot):
    desk = whole_desk_of(make_window(), qtbot)
    with qtbot.waitSignal(desk.bench.notice.visibility_changed, timeout=10_000):
        drop(desk.window, world)
    qtbot.waitUntil(desk.bench.notice.isVisible)
    assert desk.bench.notice.text == (
        "world.json can only be opened beside a chat. Open a chat first; it comes along then."
    )
    desk.open_chat(chat)
    assert desk.document.lorebook.origin.path == str(world)
    desk.open_chat(chat)
    assert desk.document.lorebook is None


def test_a_chat_whose_lorebook_cannot_be_read_is_open_all_the_same(
    make_window, chat, tmp_path, errors, qtbot
):
    missing = tmp_path / "missing.json"
    desk = whole_desk_of(make_window(Beside(lorebook=missing)), qtbot)
    desk.open_chat(chat)
    assert len(desk.document.memories) == 50
    assert errors == [f"{missing}: there is no such file"]


def test_the_sample_comes_with_its_lore_and_asks_no_question_about_it(bare_desk):
    desk = bare_desk
    desk.open_chat(sample_chat())
    assert len(desk.document.lorebook.items) >= 12
    assert len(desk.document.chronicle.items) >= 15
    assert sources_of(desk.document).card is not None
    assert desk.bench.commands.stack.count() == 0
    assert not desk.bench.flow.is_modified


def test_reading_everything_again_reads_the_lore_again(lore_desk, world, requested, qtbot):
    world.write_bytes(WORLD.replace(b"Old.", b"Theirs."))
    with qtbot.waitSignal(lore_desk.ready, timeout=20_000):
        lore_desk.bench.flow.reload()
    qtbot.waitUntil(lambda: lore_desk.document.lorebook.items[2].content == "Theirs.")
    assert lore_desk.document.chronicle is not None
    assert requested.names == []


def test_the_menu_closes_only_what_is_open(whole_lore_desk):
    menu = whole_lore_desk.window.findChild(BesideMenu)
    menu.aboutToShow.emit()
    enabled = {action.text(): action.isEnabled() for action in menu.actions()}
    assert enabled["Open lorebook…"]
    assert enabled["Close lorebook"]
    assert enabled["Save a copy of the chronicle…"]
    assert not enabled["Close character card"]
    assert not enabled["Close scores"]


def test_dialogs_start_where_sillytavern_keeps_such_files(bare_desk, tmp_path, sample, monkeypatch):
    user = tmp_path / "data" / "default-user"
    for name in ("chats/Rufus", "characters", "worlds"):
        (user / name).mkdir(parents=True)
    (user / "settings.json").write_text("{}")
    (user / "characters" / "Rufus.png").write_bytes(sample_card().read_bytes())
    chat = user / "chats" / "Rufus" / "a.jsonl"
    chat.write_bytes(sample.read_bytes())
    desk = bare_desk
    desk.bench.flow.folder = str(tmp_path)
    desk.open_chat(chat)
    requested = []

    def choose(_parent, _title, start, _names):
        requested.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    for kind in (FileKind.LOREBOOK, FileKind.CARD, FileKind.CHRONICLE):
        desk.bench.file_services.beside.choose(kind)
    assert requested == [str(user / "worlds"), str(user / "characters"), str(tmp_path)]
    assert desk.bench.keeper.chat.around.card_file.name == "Rufus.png"
    assert sources_of(desk.document).card is None


def test_other_rulesets_offer_scribes_when_lore_is_opened(make_window, chat, world, qtbot):
    desk = whole_desk_of(make_window(ruleset="openvault/terse"), qtbot)
    desk.open_chat(chat)
    with qtbot.waitSignal(desk.bench.file_services.beside.opened, timeout=10_000):
        desk.bench.file_services.beside.open(FileKind.LOREBOOK, world)
    assert desk.bench.notice.text.startswith("The lorebook is open.")
    assert desk.panel.pages[LoreKind.LOREBOOK].model.verdicts.known is False
    with qtbot.waitSignal(desk.bench.presenter.displayed, timeout=20_000):
        desk.button("Ask scribe/design").click()
    assert desk.bench.session.question.ruleset == "scribe/design"
    page = desk.panel.pages[LoreKind.LOREBOOK]
    qtbot.waitUntil(lambda: page.model.verdicts.known)
    assert page.filter_row.count.text() == "2 in, 1 out"
