"""Conflicts of a merge are decided by mouse and keys, whatever the values are."""

import json
import shutil

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from inspector.core.document import Document, sources_of
from inspector.core.edits import SetField, SetText, apply
from inspector.core.lore import LoreKind, SetLoreField
from inspector.core.lore_edits import edited_lore
from inspector.core.recap_edits import EditVersion
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.state.session import Question
from inspector.jsonbytes.pieces import joined
from inspector.jsonbytes.three_way import Take
from inspector.loading import open_chat
from inspector.lore_files import open_chronicle, open_lorebook, with_lore
from inspector.merging.lore import LoreMerge
from inspector.merging.opened import ChatMerge
from inspector.systems import with_sources
from tests.gui.panels.lore.desk import STORY, WORLD

LEFT, NO = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CHINESE = "灯塔守人说：“别碰那盏灯，它会记住你。” 🗝️👩🏽‍🚀"
LONG = " ".join(f"word{number}" for number in range(4_000))


@pytest.fixture
def path(sample, tmp_path):
    return shutil.copy(sample, tmp_path / "chat.jsonl")


@pytest.fixture
def shown(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)

    def show(merge, question=None):
        dialog = MergeDialog(parent, merge, merge.merged(), question or Question())
        kept = []
        dialog.kept.connect(kept.append)
        dialog.open()
        qtbot.waitUntil(lambda: dialog.effect.total.text() != "…", timeout=20_000)
        return dialog, kept

    return show


def edited(chat, *edits):
    document = chat.document
    for edit in edits:
        document = apply(document, edit)
    return document


def merge_of(path, theirs, mine):
    """A merge of the sample's edits with what somebody else wrote."""
    chat = open_chat(path)
    path.write_bytes(joined(chat.contents(edited(chat, *theirs))))
    return ChatMerge(chat, edited(chat, *mine), open_chat(path))


def record(path, index, **values):
    """The chat's bytes with other values of a memory, which no edit could write."""
    lines = path.read_bytes().split(b"\n")
    header = json.loads(lines[0])
    header["chat_metadata"]["openvault"]["memories"][index].update(values)
    lines[0] = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return b"\n".join(lines)


def result_of(kept):
    (merged,) = kept
    return joined(merged.pieces)


def memories_of(contents):
    header = json.loads(contents.split(b"\n")[0])
    return header["chat_metadata"]["openvault"]["memories"]


def press(key, widget, modifiers=NO):
    QTest.keyClick(widget.focusWidget() or widget, key, modifiers)


def test_it_is_kept_by_keys_alone_and_not_before_all_is_decided(path, shown):
    merge = merge_of(
        path,
        (SetField((22,), "importance", 5), SetField((31,), "summary", "Theirs.")),
        (SetField((22,), "importance", 2), SetField((31,), "summary", "Mine.")),
    )
    dialog, kept = shown(merge)
    assert dialog.keep.text() == "2 left to decide"
    press(Qt.Key.Key_Return, dialog, Qt.KeyboardModifier.ControlModifier)
    assert kept == []
    press(Qt.Key.Key_Right, dialog)
    assert dialog.keep.text() == "1 left to decide"
    press(Qt.Key.Key_Left, dialog)
    press(Qt.Key.Key_Down, dialog)
    press(Qt.Key.Key_Right, dialog)
    assert dialog.decided.text().startswith("2 of 2 decided")
    press(Qt.Key.Key_Return, dialog, Qt.KeyboardModifier.ControlModifier)
    memories = memories_of(result_of(kept))
    assert (memories[22]["importance"], memories[31]["summary"]) == (5, "Mine.")


def test_a_third_importance_is_a_click_on_a_star(path, shown):
    merge = merge_of(path, (SetField((22,), "importance", 5),), (SetField((22,), "importance", 2),))
    dialog, kept = shown(merge)
    stars = dialog.choices[0].result.editor
    third = next(x for x in range(stars.width()) if stars._star(QPoint(x, 5)) == 3)
    QTest.mouseClick(stars, LEFT, pos=QPoint(third + 2, stars.height() // 2))
    assert dialog.choices[0].result.origin.text() == "typed"
    QTest.mouseClick(dialog.keep, LEFT)
    assert memories_of(result_of(kept))[22]["importance"] == 3


@pytest.mark.parametrize("wording", [CHINESE, LONG, '<b>&amp;</b>\n"quoted", with\ttabs'])
def test_a_text_of_any_kind_is_kept_to_the_letter(path, shown, wording):
    merge = merge_of(
        path, (SetField((5,), "summary", "Theirs."),), (SetField((5,), "summary", wording),)
    )
    dialog, kept = shown(merge)
    QTest.mouseClick(dialog.choices[0].buttons[1], LEFT)
    assert dialog.choices[0].result.editor.text == wording
    assert dialog.height() <= 720, "a long text does not grow the window"
    dialog.choices[0].result.editor.selectAll()
    QTest.keyClick(dialog.choices[0].result.editor, Qt.Key.Key_Delete)
    assert not dialog.keep.isEnabled(), "a memory says something"
    QTest.mouseClick(dialog.choices[0].buttons[1], LEFT)
    QTest.mouseClick(dialog.keep, LEFT)
    assert memories_of(result_of(kept))[5]["summary"] == wording


def test_names_in_another_order_are_chips_of_which_any_can_go(path, shown):
    odd = ['Ada, "the Owl"', "灯🗝", "Nell"]
    path.write_bytes(record(path, 3, witnesses=odd))
    chat = open_chat(path)
    mine = edited(chat, SetField((3,), "witnesses", (odd[0], odd[1])))
    path.write_bytes(record(path, 3, witnesses=[odd[2], odd[1], odd[0], "Ambrose"]))
    dialog, kept = shown(ChatMerge(chat, mine, open_chat(path)))
    (choice,) = dialog.choices
    QTest.mouseClick(choice.buttons[0], LEFT)
    editor = choice.result.editor
    assert [one.name for one in editor.state.names] == [odd[2], odd[1], odd[0], "Ambrose"]
    cross = next(
        one for one in editor.findChildren(QToolButton) if one.accessibleName() == "Remove Nell"
    )
    QTest.mouseClick(cross, LEFT)
    QTest.mouseClick(dialog.keep, LEFT)
    assert memories_of(result_of(kept))[3]["witnesses"] == [odd[1], odd[0], "Ambrose"]


def test_a_value_of_another_kind_is_typed_as_json_and_nothing_else_is_kept(path, shown):
    merge = merge_of(
        path,
        (SetField((5,), "temporal_anchor", "dawn"),),
        (SetField((5,), "temporal_anchor", "noon"),),
    )
    path.write_bytes(record(path, 5, temporal_anchor=["dawn", 6]))
    dialog, kept = shown(ChatMerge(merge.base, merge.document, open_chat(path)))
    editor = dialog.choices[0].result.editor
    editor.setPlainText("{]")
    editor.document().setModified(True)
    editor.textChanged.emit()
    assert not dialog.keep.isEnabled()
    assert dialog.choices[0].result.facts.text() == "this is no JSON"
    editor.setPlainText('["dusk", 1]')
    editor.document().setModified(True)
    editor.textChanged.emit()
    QTest.mouseClick(dialog.keep, LEFT)
    assert memories_of(result_of(kept))[5]["temporal_anchor"] == ["dusk", 1]


def test_a_removed_message_can_be_kept_as_a_new_one(path, shown):
    chat = open_chat(path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(lines[:13] + lines[14:]))
    dialog, kept = shown(ChatMerge(chat, edited(chat, SetText(12, CHINESE)), open_chat(path)))
    assert len(dialog.choices[0].buttons) == 3
    QTest.mouseClick(dialog.choices[0].buttons[2], LEFT)
    QTest.mouseClick(dialog.keep, LEFT)
    result = result_of(kept)
    assert result.startswith(path.read_bytes().rstrip(b"\n"))
    assert json.loads(result.rstrip(b"\n").split(b"\n")[-1])["mes"] == CHINESE


def test_a_version_of_the_recap_that_both_made_is_decided(path, shown):
    merge = merge_of(path, (EditVersion(0, "Theirs.", 1),), (EditVersion(0, CHINESE, 2),))
    dialog, kept = shown(merge, Question().with_ruleset("auto-recap/design"))
    choice = next(one for one in dialog.choices if one.conflict.value.path[-1] == "content")
    QTest.mouseClick(choice.buttons[1], LEFT)
    for other in dialog.choices:
        if other is not choice:
            other.choose(Take.THEIRS)
    QTest.mouseClick(dialog.keep, LEFT)
    header = json.loads(result_of(kept).split(b"\n")[0])
    (running,) = (one for key, one in header["chat_metadata"].items() if "running" in key)
    assert running["versions"][-1]["content"] == CHINESE


@pytest.mark.parametrize(
    ("read", "contents", "edit", "theirs"),
    [
        (open_lorebook, WORLD, SetLoreField((2,), "content", CHINESE), (b"Old.", b"New.")),
        (
            open_chronicle,
            STORY,
            SetLoreField((1,), "summary", CHINESE, LoreKind.CHRONICLE),
            (b"Rain.", b"Sun."),
        ),
    ],
    ids=["lorebook", "chronicle"],
)
def test_a_file_beside_the_chat_is_decided_alike(tmp_path, shown, read, contents, edit, theirs):
    path = tmp_path / "beside.json"
    path.write_bytes(contents)
    base = read(path)
    path.write_bytes(contents.replace(*theirs))
    document = with_sources(Document(), with_lore(sources_of(Document()), base.lore))
    merge = LoreMerge(base, edited_lore(base.lore, edit), read(path), document)
    dialog, kept = shown(merge)
    QTest.mouseClick(dialog.choices[0].buttons[1], LEFT)
    QTest.mouseClick(dialog.keep, LEFT)
    spelled = json.dumps(CHINESE, ensure_ascii=False).encode()
    assert result_of(kept) == contents.replace(json.dumps(theirs[0].decode()).encode(), spelled)


def test_many_merged_values_are_folded_and_few_are_not(path, shown):
    conflict = SetField((39,), "summary", "One.")
    few = merge_of(path, (conflict,), (SetField((39,), "summary", "Two."),))
    assert shown(few)[0].merged_list.isHidden()
    many = tuple(SetField((index,), "importance", 1) for index in range(12))
    again = merge_of(path, (SetField((39,), "summary", "Three."),), (conflict, *many))
    dialog, _ = shown(again)
    assert not dialog.merged_list.view.isVisibleTo(dialog)
    QTest.mouseClick(dialog.merged_list.fold, LEFT)
    assert dialog.merged_list.view.isVisibleTo(dialog)


def test_of_very_many_conflicts_those_that_are_seen_are_made_and_all_can_be_decided(path, shown):
    lines = path.read_bytes().split(b"\n")
    header = json.loads(lines[0])
    vault = header["chat_metadata"]["openvault"]
    memory = vault["memories"][0]
    vault["memories"] = [{**memory, "importance": 4, "id": f"m{index}"} for index in range(60)]
    path.write_bytes(b"\n".join([json.dumps(header).encode(), *lines[1:]]))
    all_of_them = tuple(range(60))
    theirs, mine = (SetField(all_of_them, "importance", value) for value in (1, 2))
    merge = merge_of(path, [theirs], [mine])
    dialog, kept = shown(merge)
    conflicts = dialog.conflicts
    assert len(conflicts.conflicts) == 60
    made = len(conflicts.rows)
    assert made < 20
    assert not dialog.keep.isEnabled()
    conflicts.rows[-1].take_focus()
    QTest.keyClick(conflicts.rows[-1].buttons[0], Qt.Key.Key_Down)
    assert conflicts.rows[made].buttons[0].hasFocus()
    conflicts.choose_all(Take.MINE)
    assert dialog.keep.isEnabled()
    QTest.mouseClick(conflicts.rows[0].buttons[0], LEFT)
    bar = conflicts.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert conflicts.rows[-1].resolution is Take.MINE
    dialog.keep.click()
    importances = [one["importance"] for one in memories_of(result_of(kept))]
    assert importances == [1, *[2] * 59]
