"""Dialogs: what went wrong, what would be lost, which keys there are."""

import traceback
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from inspector.gui.kit.text import join_names, one_line

_MOST_TYPED = 60
"""Characters of a typed text that a question quotes."""

KEYS = """\
Ctrl+O\tOpen a chat
Ctrl+Shift+O\tOpen from SillyTavern
Ctrl+S\tSave, with a backup
Ctrl+Shift+S\tSave a copy
Ctrl+Z, Ctrl+Shift+Z\tUndo, redo
Ctrl+Shift+C\tCopy the block
F5\tRead the chat again
Ctrl+R, Ctrl+Shift+R\tCheck a request: from a file, from the clipboard
Ctrl+L\tListen for requests
F11\tFill the window with a view, and back
F8, Shift+F8\tNext, previous problem
Ctrl+1 … Ctrl+9, Ctrl+0\tGo to a view
Ctrl+F\tFind in the view

In the table of memories
1 to 5\tSet importance of the selection
X\tSecret on or off
F2, Enter\tEdit the cell
D, S, M, Del\tDuplicate, split, merge, delete

In the messages
N\tNew memory from the message

In the lorebook and the chronicle
Space	Enabled on or off for the selection
C	Constant on or off
F2, Enter	Edit the cell
Ins, D, Del	New, duplicate, delete

In the comparison
F8, Shift+F8\tNext, previous difference
Alt+X\tSwap the sides

In the recaps
F2, Del, Enter\tEdit as a new version, delete, use
Ctrl+Enter, Esc\tKeep what is typed, or not
N, P\tNext, previous change

In the timeline
W, S\tZoom in, out
A, D\tMove left, right
F\tShow the selection
0\tShow the whole chat
← →, or , .\tPrevious, next memory
← → on a boundary\tMove it by one message (Shift: ten)
Esc\tCancel a drag"""


def _box(
    parent: QWidget | None, icon: QMessageBox.Icon, title: str, text: str, more: str = ""
) -> QMessageBox:
    box = QMessageBox(parent)
    box.setIcon(icon)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    if more:
        box.setInformativeText(more)
    box.finished.connect(box.deleteLater)
    return box


def show_error(parent: QWidget | None, title: str, text: str) -> QMessageBox:
    """Show what went wrong, without stopping anything."""
    box = _box(parent, QMessageBox.Icon.Warning, title, text)
    box.addButton("Close", QMessageBox.ButtonRole.RejectRole)
    box.open()
    return box


def show_crash(
    parent: QWidget | None,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> QMessageBox:
    """Show an error that nobody foresaw, with a report to copy that holds no chat text."""
    frames = traceback.format_list(traceback.extract_tb(trace))
    report = "".join([*frames, kind.__name__])
    box = _box(
        parent,
        QMessageBox.Icon.Critical,
        "Something went wrong",
        "Memory Inspector met an error that it did not expect. Your chat on disk is as it was; "
        "unsaved edits are still here.",
        f"{kind.__name__}: {error}",
    )
    box.setDetailedText(f"Memory Inspector {program_version()}\n{report}")
    box.addButton("Go on", QMessageBox.ButtonRole.RejectRole)
    box.open()
    return box


def ask_about_unsaved(parent: QWidget, names: Sequence[str]) -> str:
    """Ask what to do with unsaved edits of files; answers `save`, `discard` or `stay`."""
    several = len(names) > 1
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        "Unsaved edits",
        f"{join_names(names)} {'have' if several else 'has'} edits that are not saved.",
        f"Saving makes a backup of {'each' if several else 'the'} file first.",
    )
    save = box.addButton("Save all" if several else "Save", QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton("Discard the edits", QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton("Go back", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(stay)
    box.exec()
    clicked = box.clickedButton()
    if clicked is save:
        return "save"
    return "discard" if clicked is discard else "stay"


def ask_about_refused(parent: QWidget, typed: str) -> bool:
    """Say that typed text was refused, and would be lost; answers whether to let it go."""
    words = f"“{one_line(typed, _MOST_TYPED)}”" if typed.strip() else "An empty text"
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        "Typed, and refused",
        f"{words} is typed, but is not kept: where it stands it was refused.",
        "There it says why. Nothing else holds this text.",
    )
    discard = box.addButton("Discard what is typed", QMessageBox.ButtonRole.DestructiveRole)
    back = box.addButton("Go back", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(back)
    box.setEscapeButton(back)
    box.exec()
    return box.clickedButton() is discard


def ask_to_rotate(parent: QWidget) -> bool:
    """Explain what rotating the integrity mark means; answers whether to do it."""
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        "Rotate integrity",
        "Give the chat a new integrity mark?",
        "A SillyTavern tab that still holds the old chat would silently overwrite your edits "
        "at its next message. With a new mark it asks first; what is unsaved in that tab is "
        "then at risk. Best is to close the chat in SillyTavern before you save, and to open "
        "it again afterwards.",
    )
    rotate = box.addButton("Rotate", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Keep the mark", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    return box.clickedButton() is rotate


def show_keys(parent: QWidget) -> QMessageBox:
    """Show all keys."""
    rows = [line.partition("\t") for line in KEYS.splitlines()]
    text = "\n".join(f"{what}:  {keys}" if what else keys for keys, _, what in rows)
    box = _box(parent, QMessageBox.Icon.NoIcon, "Keys", text)
    box.addButton("Close", QMessageBox.ButtonRole.RejectRole)
    box.open()
    return box


def program_version() -> str:
    """The installed version."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a quick start

    try:
        return version("memory-inspector")
    except PackageNotFoundError:
        return "(not installed)"
