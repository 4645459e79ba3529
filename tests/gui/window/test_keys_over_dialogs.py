"""Keys act on what stands in front: nothing behind a dialog or a popup hears them."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.core.edits import SetField, apply
from inspector.files.unsaved import Edit, Unsaved
from inspector.gui.files.block_effect import BlockEffect
from inspector.gui.files.merge_dialog import MergeDialog
from inspector.gui.files.open_tab_dialog import PasswordDialog
from inspector.gui.files.recovery_dialog import FoundEdits, RecoveryDialog
from inspector.gui.kit.dialogs import show_error
from inspector.gui.panels.memories.columns import Location
from inspector.gui.window.about import show_about
from inspector.gui.window.crash_report import show_crash_report, show_unforeseen
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.merging.opened import ChatMerge
from tests.gui.settling import settle, take_turn

KEY = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
OF_MEMORIES = [
    *((one, NONE) for one in (KEY.Key_1, KEY.Key_5, KEY.Key_X, KEY.Key_F2, KEY.Key_Delete)),
    *((one, NONE) for one in (KEY.Key_Right, KEY.Key_Left, KEY.Key_Down, KEY.Key_Up)),
]
OF_THE_WINDOW = [
    *((KEY(KEY.Key_0 + number), CONTROL) for number in range(10)),
    *((one, NONE) for one in (KEY.Key_F3, KEY.Key_F5, KEY.Key_F10)),
    *((one, CONTROL) for one in (KEY.Key_Z, KEY.Key_Y, KEY.Key_S, KEY.Key_O, KEY.Key_W)),
    *((one, CONTROL) for one in (KEY.Key_F, KEY.Key_K, KEY.Key_P, KEY.Key_N, KEY.Key_Q)),
    *((one, CONTROL | SHIFT) for one in (KEY.Key_Z, KEY.Key_C, KEY.Key_L, KEY.Key_S)),
    (KEY.Key_S, Qt.KeyboardModifier.AltModifier),
    (KEY.Key_Tab, NONE),
    (KEY.Key_Backtab, SHIFT),
]


def ask_for_consent(window):
    window.bench.model_controller.dialog.ask("A text.", 3, "http://localhost", lambda: None)


def keep_filter(window):
    menu = window.bench.panels.memories.filter_row.menu
    menu._ask_name("", "secret")


def save_preset(window):
    window.bench.panels.settings.presets._ask_name()


def conflicts(window):
    """Edits of a copy of the chat, where its file holds others of the same values."""
    source = window.bench.keeper.chat.path
    path = source.with_name("theirs.jsonl")
    path.write_bytes(source.read_bytes())
    base = open_chat(path)

    def edited(stars, summary):
        starred = apply(base.document, SetField((3,), "importance", stars))
        return apply(starred, SetField((4,), "summary", summary))

    path.write_bytes(joined(base.contents(edited(1, "Theirs."))))
    return ChatMerge(base, edited(4, "Mine."), open_chat(path))


def merge(window):
    found = conflicts(window)
    MergeDialog(window, found, found.merged(), window.bench.session.question).open()


def recover(window):
    bench, found = window.bench, conflicts(window)
    edits = (Edit("Importance of 1 memory", "2026-05-01T10:20:00"),)
    unsaved = Unsaved(Path("folder"), bench.keeper.chat.path, "chat", "", None, {}, edits)
    merged = found.merged()
    effect = BlockEffect.of(found.before, found.displayed(merged), bench.session.question)
    RecoveryDialog(window, FoundEdits(unsaved, None, merged, found.whole, effect)).open()


DIALOGS = {
    "about": show_about,
    "error": lambda window: show_error(window, "Title", "It went wrong."),
    "crash": lambda window: show_crash_report(window, "It crashed."),
    "unforeseen": lambda window: show_unforeseen(window, ValueError("x"), []),
    "keys": lambda window: window.bench.show_keys(),
    "open from": lambda window: window.bench.open_from.show(),
    "bulk": lambda window: window.bench.panels.memories.change_all(),
    "split": lambda window: window.bench.panels.memories.making.split(),
    "backups": lambda window: window.bench.file_services.restoring.show(),
    "open tab": lambda window: window.bench.file_services.open_tab.show(),
    "password": lambda window: PasswordDialog(window, "Who?", of_account=False).open(),
    "consent": ask_for_consent,
    "filter": keep_filter,
    "preset": save_preset,
    "log": lambda window: window.bench.panels.lore.proposed.log.show_runs([]),
    "recap": lambda window: window.bench.panels.recaps.writer.open(),
    "new memory": lambda window: window.bench.panels.messages._make_memory("12..13"),
    "merge": merge,
    "recovery": recover,
}
"""What opens each dialog, over the memories."""


@pytest.fixture
def prepared(window):
    """A window with something to undo and to redo, and the keys in the memories."""
    bench = window.bench
    bench.commands.submit(SetField((0,), "importance", 5))
    bench.commands.submit(SetField((0,), "importance", 4))
    bench.commands.stack.undo()
    bench.panels.messages.show_message(12)
    bench.selection.select((3,))
    bench.panels.memories.filter_row.input.setText("importance>0")
    bench.panels.memories.table.setFocus()
    settle(window)
    return window


def state(window):
    """All that a key could change behind what stands in front."""
    bench = window.bench
    return {
        "document": bench.session.document,
        "question": bench.session.question,
        "selection": bench.selection.memories,
        "steps": bench.commands.stack.index(),
        "filter": bench.panels.memories.filter_row.input.text(),
        "file": (bench.keeper.chat.path, bench.keeper.chat.path.read_bytes()),
        "views": [dock.name for dock in bench.docks.all if not dock.visibleRegion().isEmpty()],
        "clipboard": QApplication.clipboard().text(),
        "palette": bench.palette_controller.palette.isVisible(),
    }


def press(key, modifiers=NONE, widget=None):
    QTest.keyClick(widget or QApplication.focusWidget(), key, modifiers)
    QApplication.processEvents()


def test_nothing_behind_a_dialog_hears_a_key(prepared):
    table = prepared.bench.panels.memories.table
    before = state(prepared)
    for name, show in DIALOGS.items():
        show(prepared)
        take_turn()
        dialog = QApplication.activeModalWidget()
        assert dialog is not None, name
        for key, modifiers in (*OF_MEMORIES, *OF_THE_WINDOW):
            assert dialog.isAncestorOf(QApplication.focusWidget()), (name, key)
            press(key, modifiers)
            assert QApplication.activeModalWidget() is dialog, (name, key)
        press(KEY.Key_Escape)
        if QApplication.activeModalWidget() is not None:  # the first one reverts a field
            press(KEY.Key_Escape)
        assert QApplication.activeModalWidget() is None, name
        assert state(prepared) == before, name
        prepared.activateWindow()
        take_turn()
        assert table.hasFocus(), name


@pytest.mark.qt_log_ignore("Keyboard event not accepted", extend=True)
def test_a_view_that_floats_hears_no_key_beside_a_dialog_but_its_own(prepared, qtbot):
    bench = prepared.bench
    table, dock = bench.panels.memories.table, bench.docks["memories"]
    dock.setFloating(True)
    settle(prepared)
    before = state(prepared)
    dialog = show_about(prepared)
    take_turn()
    dock.activateWindow()
    for key, modifiers in (*OF_MEMORIES, *OF_THE_WINDOW):
        press(key, modifiers, table)
    assert state(prepared) == before
    dialog.close()
    take_turn()
    table.setFocus()
    press(KEY.Key_1, NONE, table)
    assert bench.session.document.memories[3].importance == 1
    own = bench.panels.memories.change_all()
    take_turn()
    assert own.isEnabled()
    own.close()
    take_turn()
    assert dock.isEnabled()


def test_nothing_behind_the_popup_of_names_hears_a_key(prepared):
    panel = prepared.bench.panels.memories
    before = state(prepared)
    panel.menu_actions.edit_names(panel.model.index(3, Location.WITNESSES))
    popup = QApplication.activePopupWidget()
    for key, modifiers in OF_THE_WINDOW:
        if not modifiers & Qt.KeyboardModifier.AltModifier:  # which is typed in a field
            press(key, modifiers)
        assert popup.isAncestorOf(QApplication.focusWidget()), key
    for _ in range(2):  # the first closes the completer where that is open
        if popup is QApplication.activePopupWidget():
            press(KEY.Key_Escape)
    assert QApplication.activePopupWidget() is None
    assert state(prepared) == before
    assert panel.table.hasFocus()


def test_what_is_typed_is_redone_and_no_edit_where_the_keys_are_in_a_field(prepared):
    field = prepared.bench.panels.memories.filter_row.input
    before = state(prepared)
    field.setFocus()
    QTest.keyClicks(field, "1")
    typed = field.text()
    press(KEY.Key_Z, CONTROL)
    assert field.text() != typed
    press(KEY.Key_Y, CONTROL)
    assert field.text() == typed
    assert state(prepared) == {**before, "filter": typed}
