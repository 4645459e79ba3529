"""Edits that a killed program left behind are offered, and brought back as one step."""

import json
import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListWidget, QPlainTextEdit

from inspector.core.edits import SetField, apply
from inspector.core.lore import SetLoreField
from inspector.core.lore_edits import edited_lore
from inspector.files.unsaved import (
    Draft,
    content_sum,
    found_unsaved,
    read_unsaved,
    unsaved_folder,
)
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.gui.files import chat_service
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.files.recovery_dialog import RecoveryDialog
from inspector.gui.panels.messages.new_memory import NewMemoryDialog
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.lore_files import open_lorebook
from inspector.recovery import CHAT, LORE, chat_state, lore_state, marked
from inspector.shipped import sample_lorebook
from inspector.writing import write
from tests.gui.files.bench import opened

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bench(sample, tmp_path, qtbot):
    """What brings edits back, without the views that show the chat."""
    return opened(shutil.copy(sample, tmp_path), qtbot)


def left_behind(chat, *edits, drafts=()):
    """Leave unsaved edits as a killed program does, and what was typed."""
    keeper = UnsavedEdits(chat.path, CHAT, (chat.file.lines.data,))
    document, texts = chat.document, []
    for edit in edits:
        document = apply(document, edit)
        texts.append("Importance of 1 memory")
        keeper.record(texts, chat_state(chat, document), {}, chat.on_disk.pieces)
    if drafts:
        keeper.record(texts, chat_state(chat, document), {}, chat.on_disk.pieces, drafts)
    keeper._records.close()
    os.close(keeper._lock)
    return document


def drafts_on_disk():
    found = [read_unsaved(folder) for folder in unsaved_folder().glob("*")]
    return {one.text: one.target for each in found if each is not None for one in each.drafts}


def test_what_is_typed_and_not_kept_is_on_the_disk_within_moments(window, qtbot):
    bench = window.bench
    bench.selection.select([0])
    memories = bench.session.document.memories
    of = [("memory", "summary", one.id) for one in memories[:3]]
    bench.docks.show("details")
    edit = bench.panels.details.form.editors["summary"].edit
    edit.setFocus()
    QTest.keyClicks(edit, "Half a thou")
    qtbot.waitUntil(lambda: list(drafts_on_disk().values()) == [of[0]], timeout=5_000)
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: drafts_on_disk() == {}, timeout=5_000)
    assert not bench.flow.is_modified
    bench.docks.show("rewrite")
    bench.selection.select([1, 2])
    panel = bench.panels.rewrite
    panel.rewrite_selected()
    panel.editor.edit.setFocus()
    for words in ("Kept in the queue.", "Only typed."):
        panel.editor.edit.selectAll()
        QTest.keyClicks(panel.editor.edit, words)
        if words.startswith("Kept"):
            QTest.keyClick(panel.editor.edit, Qt.Key.Key_Return)
    wanted = {"Kept in the queue.": of[1], "Only typed.": of[2]}
    qtbot.waitUntil(lambda: drafts_on_disk() == wanted, timeout=5_000)
    panel.keep_current()
    panel.keep_all()
    qtbot.waitUntil(lambda: drafts_on_disk() == {}, timeout=5_000)
    assert bench.session.document.memories[1].summary == "Kept in the queue."
    bench.docks.show("messages")
    bench.panels.messages.show_message(12)
    bench.panels.messages.table.memory_requested.emit()
    dialog = bench.panels.messages.findChild(NewMemoryDialog)
    qtbot.waitActive(dialog)
    witnesses = dialog.fields["witnesses"]
    witnesses.setFocus()
    witnesses.selectAll()
    QTest.keyClicks(witnesses, "Nell, Tam")
    qtbot.waitUntil(lambda: drafts_on_disk() == {"Nell, Tam": ()}, timeout=5_000)
    dialog.reject()
    qtbot.waitUntil(lambda: drafts_on_disk() == {}, timeout=5_000)


def test_what_was_typed_comes_back_as_one_step_and_what_has_no_place_on_the_clipboard(bench, qtbot):
    memory = bench.session.document.memories[1]
    typed = Draft("Summary", "Worded anew.", ("memory", "summary", memory.id))
    drafts = (typed, Draft("The prompt", "Only to be copied."))
    left_behind(bench.keeper.chat, SetField((0,), "importance", 5), drafts=drafts)
    dialog = bring_back(bench, qtbot)
    assert bench.notice.text.startswith("1 edit and 2 drafts of ")
    words = dialog.findChild(QPlainTextEdit).toPlainText()
    assert words == "Summary: Worded anew.\n\nThe prompt: Only to be copied."
    dialog.accept()
    step = "Bring back 1 edit and 1 draft"
    qtbot.waitUntil(lambda: bench.commands.stack.undoText() == step, timeout=10_000)
    after = bench.session.document.memories
    assert (after[0].importance, after[1].summary) == (5, "Worded anew.")
    assert QGuiApplication.clipboard().text() == "Only to be copied."
    qtbot.waitUntil(lambda: found_unsaved() == [])
    bench.commands.stack.undo()
    assert not bench.flow.is_modified
    assert not bench.commands.stack.canUndo()


def test_drafts_alone_are_offered_though_the_file_is_what_it_was(bench, qtbot):
    memory = bench.session.document.memories[1]
    typed = Draft("Summary", "Worded anew.", ("memory", "summary", memory.id))
    left_behind(bench.keeper.chat, drafts=(typed,))
    dialog = bring_back(bench, qtbot)
    assert bench.notice.text.startswith("1 draft of ")
    with qtbot.waitSignal(bench.session.changed, timeout=10_000):
        dialog.accept()
    assert bench.session.document.memories[1].summary == "Worded anew."


def test_a_draft_over_what_somebody_else_wrote_meanwhile_says_so_and_gives_theirs_back(
    bench, qtbot
):
    first, second = bench.session.document.memories[:2]
    typed = [
        Draft("Summary", f"Worded {one.id} anew.", ("memory", "summary", one.id))
        for one in (first, second)
    ]
    left_behind(bench.keeper.chat, drafts=marked(typed, bench.session.document))
    theirs = open_chat(bench.keeper.chat.path)
    write(theirs, apply(theirs.document, SetField((1,), "summary", "What others wrote.")))
    qtbot.waitUntil(
        lambda: bench.session.document.memories[1].summary == "What others wrote.", timeout=10_000
    )
    bring_back(bench, qtbot).accept()
    qtbot.waitUntil(lambda: "somebody else" in bench.notice.text, timeout=10_000)
    assert bench.notice.text.startswith("Summary was changed by somebody else after")
    memories = bench.session.document.memories
    assert [one.summary for one in memories[:2]] == [one.text for one in typed]
    bench.commands.submit(SetField((2,), "importance", 5))
    QTest.mouseClick(bench.notice.buttons[1], LEFT)
    memories = bench.session.document.memories
    assert [one.summary for one in memories[:2]] == [typed[0].text, "What others wrote."]
    bench.commands.stack.undo()
    assert bench.session.document.memories[1].summary == typed[1].text


def labels(bench):
    return [one.text() for one in bench.window.findChild(RecoveryDialog).findChildren(QLabel)]


def bring_back(bench, qtbot):
    """Press what brings edits back, and show their dialog."""
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(
        lambda: [one.text() for one in bench.notice.buttons][:1] == ["Bring back…"], timeout=10_000
    )
    QTest.mouseClick(bench.notice.buttons[0], LEFT)
    qtbot.waitUntil(lambda: bench.window.findChild(RecoveryDialog) is not None, timeout=10_000)
    return bench.window.findChild(RecoveryDialog)


def test_edits_are_brought_back_as_one_step(bench, qtbot):
    chat = bench.keeper.chat
    edited = left_behind(chat, SetField((0,), "importance", 5), SetField((1,), "importance", 1))
    bring_back(bench, qtbot)
    lists = bench.window.findChild(RecoveryDialog).findChildren(QListWidget)
    assert [one.count() for one in lists] == [2, 2]
    assert lists[1].item(0).text().startswith("Importance of memory 0: ★★★★★ 5")
    effect = bench.window.findChild(RecoveryDialog).effect
    assert "tokens" in effect.total.text()
    assert effect.difference.rows
    with qtbot.waitSignal(bench.session.changed, timeout=10_000):
        bench.window.findChild(RecoveryDialog).accept()
    memories = bench.session.document.memories
    assert [one.importance for one in memories[:2]] == [5, 1]
    assert bench.flow.is_modified
    assert bench.commands.stack.undoText() == "Bring back 2 edits"
    with qtbot.waitSignal(bench.keeper.saved, timeout=10_000):
        bench.flow.save()
    assert chat.path.read_bytes() == joined(chat.contents(edited))
    qtbot.waitUntil(lambda: found_unsaved() == [])
    bench.commands.stack.undo()
    assert bench.flow.is_modified


def test_edits_that_a_later_version_left_are_named_and_kept_until_they_are_discarded(bench, qtbot):
    left_behind(bench.keeper.chat, SetField((0,), "importance", 5))
    (path,) = unsaved_folder().glob("*/edits")
    header, *lines = path.read_bytes().splitlines(keepends=True)
    body = json.dumps(json.loads(header[17:]) | {"version": 9}).encode()
    left = b"".join([content_sum(body)[:16].encode() + b" " + body + b"\n", *lines])
    path.write_bytes(left)
    recovering = bench.file_services.recovering
    for wanted in ("Keep them", "Discard"):
        recovering.inspect()
        qtbot.waitUntil(lambda: bool(bench.notice.buttons), timeout=10_000)
        assert "later version" in bench.notice.text
        assert bench.keeper.chat.path.name in bench.notice.text
        assert [one.text() for one in bench.notice.buttons][:2] == ["Keep them", "Discard"]
        assert path.read_bytes() == left
        button = next(one for one in bench.notice.buttons if one.text() == wanted)
        QTest.mouseClick(button, LEFT)
        qtbot.waitUntil(bench.notice.isHidden, timeout=10_000)
        assert not bench.flow.is_modified
    assert not path.exists()


def test_edits_that_are_discarded_are_gone(bench, qtbot):
    left_behind(bench.keeper.chat, SetField((0,), "importance", 5))
    bench.file_services.recovering.inspect()
    qtbot.waitUntil(lambda: bench.notice.text.startswith("1 edit of"))
    QTest.mouseClick(bench.notice.buttons[2], LEFT)
    qtbot.waitUntil(lambda: found_unsaved() == [])
    assert not bench.flow.is_modified


def test_a_value_that_somebody_else_changed_meanwhile_is_decided_as_in_a_merge(bench, qtbot):
    chat = bench.keeper.chat
    left_behind(chat, SetField((0,), "summary", "Mine."), SetField((1,), "importance", 1))
    theirs = apply(chat.document, SetField((0,), "summary", "Theirs."))
    with qtbot.waitSignal(bench.file_services.outside.followed, timeout=10_000):
        chat.path.write_bytes(joined(chat.contents(theirs)))
    dialog = bring_back(bench, qtbot)
    assert any("1 value that both changed, which you decide next" in one for one in labels(bench))
    dialog.accept()
    qtbot.waitUntil(lambda: bench.window.findChild(MergeDialog) is not None, timeout=10_000)
    merge = bench.window.findChild(MergeDialog)
    (choice,) = merge.choices
    QTest.mouseClick(choice.buttons[1], LEFT)
    with qtbot.waitSignal(bench.session.changed, timeout=10_000):
        QTest.mouseClick(merge.keep, LEFT)
    memories = bench.session.document.memories
    assert (memories[0].summary, memories[1].importance) == ("Mine.", 1)
    bench.commands.stack.undo()
    assert bench.session.document.memories[0].summary == "Theirs."
    qtbot.waitUntil(lambda: found_unsaved() == [])


def test_edits_of_a_lorebook_are_brought_back_as_an_edit(bench, qtbot, tmp_path):
    path = Path(shutil.copy(sample_lorebook(), tmp_path))
    reading = open_lorebook(path)
    lore = edited_lore(reading.lore, SetLoreField((0,), "content", "Mine."))
    kept = UnsavedEdits(path, LORE, (reading.file.data,))
    kept.record(["Text of 1 entry"], lore_state(reading, lore), {}, reading.on_disk.pieces)
    kept._records.close()
    os.close(kept._lock)
    dialog = bring_back(bench, qtbot)
    with qtbot.waitSignal(bench.session.changed, timeout=10_000):
        dialog.accept()
    assert bench.session.document.lorebook.items[0].content == "Mine."
    assert bench.flow.is_modified
    bench.commands.stack.undo()
    assert bench.session.document.lorebook.items[0].content == reading.lore.items[0].content
    qtbot.waitUntil(lambda: found_unsaved() == [])


@pytest.mark.parametrize("is_overtaken", [False, True])
def test_edits_are_offered_again_where_their_chat_does_not_come(
    bench, sample, tmp_path, qtbot, monkeypatch, is_overtaken
):
    monkeypatch.setattr(chat_service, "show_error", lambda *_: None)
    path, other = (Path(shutil.copy(sample, tmp_path / name)) for name in ("b.jsonl", "c.jsonl"))
    left_behind(open_chat(path), SetField((0,), "importance", 5))
    bring_back(bench, qtbot)
    away = path.rename(tmp_path / "away") if not is_overtaken else path
    bench.window.findChild(RecoveryDialog).accept()
    if is_overtaken:
        bench.flow.open(str(other))
    qtbot.waitUntil(lambda: "b.jsonl" in bench.notice.text)
    away.rename(path)
    with qtbot.waitSignal(bench.keeper.opened):
        bench.flow.open(str(path))
    qtbot.waitUntil(lambda: "b.jsonl" in bench.notice.text)
    assert not bench.flow.is_modified
