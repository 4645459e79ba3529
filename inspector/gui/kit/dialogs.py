"""Dialogs: what went wrong, and what would be lost."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMessageBox, QPushButton, QWidget

from inspector.gui.kit.text import join_names, shortened
from inspector.gui.kit.theme import scaled
from inspector.language import _, ngettext

_OF_SCREEN = 0.93
"""What a dialog may take of a screen; its frame needs the rest."""

_MOST_TYPED = 60
"""Characters of a typed text that a question quotes."""


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


def fit_to_screen(dialog: QDialog, width: int, height: int) -> None:
    """Give a dialog a size in the visual language's pixels, or what the screen has room for."""
    room = dialog.screen().availableSize()
    dialog.resize(
        min(scaled(width), round(room.width() * _OF_SCREEN)),
        min(scaled(height), round(room.height() * _OF_SCREEN)),
    )


def reject_dialogs(window: QWidget) -> None:
    """Close whatever stands over a window that closes.

    A dialog that is hidden only while the window is deleted tells what is left of that.
    """
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject()


def show_error(parent: QWidget | None, title: str, text: str) -> QMessageBox:
    """Show what went wrong, without stopping anything."""
    box = _box(parent, QMessageBox.Icon.Warning, title, text)
    box.addButton(_("Close"), QMessageBox.ButtonRole.RejectRole)
    box.open()
    return box


def ask_about_unsaved(parent: QWidget, names: Sequence[str]) -> str:
    """Ask what to do with unsaved edits of files; answers `save`, `discard` or `stay`."""
    several = len(names) > 1
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        _("Unsaved edits"),
        ngettext(
            "{names} has edits that are not saved.",
            "{names} have edits that are not saved.",
            len(names),
        ).format(names=join_names(names)),
        ngettext(
            "Saving makes a backup of the file first.",
            "Saving makes a backup of each file first.",
            len(names),
        ),
    )
    save = box.addButton(_("Save all") if several else _("Save"), QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton(_("Discard the edits"), QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(_("Go back"), QMessageBox.ButtonRole.RejectRole)
    return _answer_of(box, save, discard, stay)


def _answer_of(box: QMessageBox, save: QPushButton, discard: QPushButton, stay: QPushButton) -> str:
    """Ask; answers `save`, which Enter chooses, `discard`, or `stay`, which Escape does."""
    box.setDefaultButton(save)
    box.setEscapeButton(stay)
    box.exec()
    clicked = box.clickedButton()
    if clicked is save:
        return "save"
    return "discard" if clicked is discard else "stay"


def ask_about_only_copy(parent: QWidget, name: str) -> str:
    """Ask what to do with a chat whose file is no longer whole; `save`, `discard` or `stay`."""
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        _("The only whole copy"),
        _("{name} is whole only here: its file is gone, or is no longer what it was.").format(
            name=name
        ),
        _("Of what the file holds now, if anything, a backup is made first."),
    )
    save = box.addButton(_("Put it back"), QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton(_("Give it up"), QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(_("Go back"), QMessageBox.ButtonRole.RejectRole)
    return _answer_of(box, save, discard, stay)


def ask_about_refused(parent: QWidget, typed: str) -> bool:
    """Say that typed text is no edit, and would be lost; answers whether to let it go."""
    empty = _("An empty text is typed, but is not kept.")
    full = _("“{typed}” is typed or proposed, but is not kept.").format(
        typed=shortened(typed, _MOST_TYPED)
    )
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        _("Not kept"),
        full if typed.strip() else empty,
        _(
            "It waits in a dialog, in Rewrite or among the proposals of Lore, or was refused where "
            "it stands. Nothing else holds it."
        ),
    )
    discard = box.addButton(_("Discard it"), QMessageBox.ButtonRole.DestructiveRole)
    back = box.addButton(_("Go back"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(back)
    box.setEscapeButton(back)
    box.exec()
    return box.clickedButton() is discard


def ask_to_rotate(parent: QWidget) -> bool:
    """Explain what rotating the integrity mark means; answers whether to do it."""
    box = _box(
        parent,
        QMessageBox.Icon.Question,
        _("Rotate integrity"),
        _("Give the chat a new integrity mark?"),
        _(
            "A SillyTavern tab that still holds the old chat would silently overwrite your edits "
            "at its next message. With a new mark it asks first; what is unsaved in that tab is "
            "then at risk. Best is to close the chat in SillyTavern before you save, and to open "
            "it again afterwards."
        ),
    )
    rotate = box.addButton(_("Rotate"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(_("Keep the mark"), QMessageBox.ButtonRole.RejectRole)
    box.exec()
    return box.clickedButton() is rotate


def program_version() -> str:
    """The installed version."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a quick start

    try:
        return version("memory-inspector")
    except PackageNotFoundError:
        return _("(not installed)")
