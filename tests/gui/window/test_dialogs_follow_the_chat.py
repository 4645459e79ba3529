"""Dialogs that end with an edit, while others write the chat below them or another is opened."""

import json
import os
import shutil

from inspector.gui.kit.edit_dialog import EditDialog
from tests.gui.settling import settle


def written(bench, qtbot, contents):
    """Somebody else writes the open file; wait until the window shows that."""
    path = bench.keeper.chat.path
    with qtbot.waitSignal(bench.file_services.outside.followed):
        path.write_bytes(contents)
        os.utime(path, ns=(1, 1))


def without_first(bench, *, memory=True):
    """The chat without the first memory, or without the second message."""
    header, *messages = bench.keeper.chat.path.read_bytes().rstrip(b"\n").split(b"\n")
    stored = json.loads(header)
    if memory:
        del stored["chat_metadata"]["openvault"]["memories"][0]
    else:
        del messages[1]
    return b"\n".join([json.dumps(stored).encode(), *messages])


def opened(bench, name):
    """Opens a dialog on memories 10 and 12, or on memory 10 or message 12 alone."""
    bench.selection.select([10, 12] if name == "many" else [10])
    panel = bench.panels.memories
    if name == "many":
        return panel.change_all()
    if name == "split":
        panel.making.split()
        return panel.findChild(EditDialog)
    messages = bench.panels.messages
    bench.docks.show("messages")
    messages.show_message(12)
    messages._make_memory("12")
    return messages.findChild(EditDialog)


def test_a_dialog_closes_where_another_chat_is_opened_and_changes_nothing_there(
    window, qtbot, tmp_path, sample
):
    bench = window.bench
    for name in ("split", "many", "new"):
        dialog = opened(bench, name)
        assert dialog.isVisible(), name
        other = shutil.copy(sample, tmp_path / f"{name}.jsonl")
        with qtbot.waitSignal(bench.presenter.settled):
            bench.flow.open(str(other))
        assert [one for one in window.findChildren(EditDialog) if one.isVisible()] == [], name
        assert bench.commands.stack.count() == 0, name


def test_many_are_changed_wherever_they_stand_now(window, qtbot):
    bench = window.bench
    dialog = opened(bench, "many")
    wanted = [bench.session.document.memories[one].id for one in (10, 12)]
    dialog.change.setCurrentText("Secret: on")
    written(bench, qtbot, without_first(bench))
    assert dialog.isVisible()
    settle(window)
    changed = {row.value.memory for row in dialog.model.rows}
    assert changed <= {9, 11}
    dialog.keep_button.click()
    assert not dialog.isVisible()
    memories = bench.session.document.memories
    assert [memories[one].id for one in (9, 11)] == wanted
    assert all(memories[one].is_secret for one in (9, 11))


def test_the_same_memory_is_split_wherever_it_stands_now(window, qtbot):
    bench = window.bench
    dialog = opened(bench, "split")
    summary, before = bench.session.document.memories[10].summary, dialog.cut
    written(bench, qtbot, without_first(bench))
    assert dialog.windowTitle() == "Split memory 9"
    assert dialog.cut == before
    dialog.here.click()
    assert not dialog.isVisible()
    made = [one.summary for one in bench.session.document.memories if one.summary in summary]
    assert summary[:before].strip() in made
    assert summary[before:].strip() in made


def test_a_memory_that_is_gone_is_not_split(window, qtbot):
    bench = window.bench
    bench.selection.select([0])
    bench.panels.memories.making.split()
    dialog = bench.panels.memories.findChild(EditDialog)
    written(bench, qtbot, without_first(bench))
    assert "this memory is gone" in dialog.trouble.text()
    assert not dialog.here.isEnabled()


def test_a_new_memory_is_of_the_same_messages_wherever_they_stand_now(window, qtbot):
    bench = window.bench
    dialog = opened(bench, "new")
    dialog.messages.setText("1, 12..13")
    written(bench, qtbot, without_first(bench, memory=False))
    assert dialog.messages.text() == "11..12"
    assert "some of these messages are gone" in dialog.trouble.text()
    dialog.summary.type_over("Nell hid the key in the mill.")
    dialog.make.click()
    assert not dialog.isVisible()
    made = bench.session.document.memories[-1]
    assert (made.summary, made.sources) == ("Nell hid the key in the mill.", (11, 12))


def test_a_dialog_closes_with_the_window_before_that_is_deleted(window, qtbot):
    recaps = window.bench.panels.recaps
    qtbot.waitUntil(lambda: bool(recaps.displayed.scenes), timeout=20_000)
    recaps.write.click()
    writer = recaps.writer
    assert writer.isVisible()
    assert window.close()
    assert writer.isHidden()
