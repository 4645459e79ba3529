"""What is found of another window's unsaved edits while that saves them."""

import shutil
from pathlib import Path
from weakref import WeakKeyDictionary

from inspector.core.edits import SetField, apply
from inspector.files.unsaved_writing import UnsavedEdits
from inspector.gui.files import other_window
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.recovery import CHAT, chat_state


def test_edits_that_are_saved_while_they_are_read_are_none(sample, tmp_path, monkeypatch):
    path = Path(shutil.copy(sample, tmp_path / "chat.jsonl"))
    chat = open_chat(path)
    edited = apply(chat.document, SetField((0,), "importance", 5))
    keeper = UnsavedEdits(path, CHAT, chat.on_disk.pieces)
    keeper.record(["edit"], chat_state(chat, edited), {}, chat.on_disk.pieces)
    path.write_bytes(joined(chat.contents(edited)))
    saved = open_chat(path)
    read = other_window.read_unsaved

    def read_at_the_last_moment(folder):
        found = read(folder)
        assert found.has_edits
        keeper.end()
        return found

    monkeypatch.setattr(other_window, "read_unsaved", read_at_the_last_moment)
    known = other_window._Known((), None, None, WeakKeyDictionary())
    found = other_window._followed(saved, saved.document, known, None)
    assert (found.folder, found.problem) == (None, "")
