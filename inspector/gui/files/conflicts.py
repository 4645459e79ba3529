"""Asks what to do where somebody else wrote a file that is open here."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import ChangedOutsideError, InspectorError
from inspector.files import OutsideState
from inspector.gui.kit.notice import Choice, Notice
from inspector.language import _, ngettext
from inspector.lore_files import Lore

What = Lore | None
"""A lorebook or a chronicle; None for the chat."""


class Conflicts(QObject):
    """Puts one question after the other; until it is answered all edits stay.

    Attributes:
        only_here: the file of the open chat, where what is shown is the only whole copy of it.

    Signals:
        reload_requested: read the file again, losing the edits (`What`).
        careful_reload_requested: read it again, once unsaved edits are settled (`What`).
        copy_requested: save under another name (`What`).
        overwrite_requested: save over what somebody else wrote (`What`).
        merge_requested: merge the edits into what somebody else wrote (`What`).
    """

    reload_requested = Signal(object)
    careful_reload_requested = Signal(object)
    copy_requested = Signal(object)
    overwrite_requested = Signal(object)
    merge_requested = Signal(object)

    def __init__(self, notice: Notice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notice = notice
        self.only_here: Path | None = None
        self._pending: deque[tuple[str, Sequence[Choice], Path]] = deque()

    def forget(self) -> None:
        """Ask no more about earlier refusals: another save will tell."""
        self._pending.clear()

    def add(self, what: What, path: Path, error: ChangedOutsideError) -> None:
        """A file was not saved; `ask_next` asks about it."""
        gone = not path.exists()
        reload = partial(self._decide, self.reload_requested.emit, what)
        overwrite = partial(self._decide, self.overwrite_requested.emit, what)
        choices: list[Choice] = [] if gone else [(_("Reload, losing the edits"), reload)]
        if not gone:
            choices.insert(0, (_("Merge"), partial(self._decide, self.merge_requested.emit, what)))
        choices += [
            (_("Save a copy…"), partial(self._decide, self.copy_requested.emit, what)),
            (_("Write it anew") if gone else _("Overwrite, with a backup"), overwrite),
        ]
        text = _("{name} is not saved: {why}. Your edits are still here.").format(
            name=path.name, why=error.why
        )
        # Files are written side by side; of the chat is asked first, whichever ended first.
        question = (text, choices, path)
        if what is None:
            self._pending.appendleft(question)
        else:
            self._pending.append(question)

    def ask_next(self) -> None:
        """Ask about the next file that was not saved, if any is left."""
        if self._pending:
            self._notice.ask(*self._pending.popleft())

    def show_outside(self, what: What, path: Path, state: OutsideState) -> None:
        """Somebody else wrote or removed a file, or it is again what it was."""
        copy = (_("Save a copy…"), partial(self.copy_requested.emit, what))
        if state is OutsideState.SAME:
            self._forget_copy_of(path)
            self._notice.close_about(path)
        elif state is OutsideState.DELETED:
            self._note_only_copy(what, path)
            self._notice.ask(
                _(
                    "{name} is no longer where it was opened. What is shown here is still whole."
                ).format(name=path.name),
                [copy, (_("Keep working"), leave_as_is)],
                path,
            )
        else:
            self._notice.ask(
                _("Somebody else, SillyTavern perhaps, has written this file: {name}.").format(
                    name=path.name
                ),
                [
                    (_("Reload"), partial(self.careful_reload_requested.emit, what)),
                    copy,
                    (_("Keep what is shown"), leave_as_is),
                ],
                path,
            )

    def ask_to_merge(self, what: What, path: Path, number: int, merge: Callable[[], None]) -> None:
        """Both changed as many values of a file; `merge` lets a person decide."""
        self._forget_copy_of(path)
        values = ngettext("{number} value", "{number} values", number).format(number=number)
        self._notice.ask(
            _(
                "Somebody else, SillyTavern perhaps, has written {name}, and changed {values} "
                "that you changed as well."
            ).format(name=path.name, values=values),
            [
                (_("Merge…"), merge),
                (_("Save a copy…"), partial(self.copy_requested.emit, what)),
                (_("Keep what is shown"), leave_as_is),
            ],
            path,
        )

    def ask_about_loss(self, path: Path, lost: str, follow: Callable[[], None]) -> None:
        """The chat's file lost much; `follow` shows it as it is.

        Args:
            path: the file.
            lost: what of it, in sentences.
            follow: called if a person wants it shown.
        """
        self._note_only_copy(None, path)
        self._notice.ask(
            _("{lost} What is shown here is still whole.").format(lost=lost),
            [
                (_("Put it back, with a backup"), partial(self.overwrite_requested.emit, None)),
                (_("Save a copy…"), partial(self.copy_requested.emit, None)),
                (_("Follow the file"), follow),
                (_("Keep what is shown"), leave_as_is),
            ],
            path,
        )

    def show_unreadable(self, what: What, path: Path, error: InspectorError) -> None:
        """Somebody else wrote a file, and it is none of its kind any more."""
        self._note_only_copy(what, path)
        self._notice.ask(
            _(
                "Somebody else has written this file, and it cannot be read any more: {error}. "
                "What is shown here is still whole."
            ).format(error=error),
            [
                (_("Save a copy…"), partial(self.copy_requested.emit, what)),
                (_("Keep working"), leave_as_is),
            ],
            path,
        )

    def settle(self, path: Path) -> None:
        """A file was written, or what others wrote is shown: nothing is to be decided about it."""
        self._pending = deque(one for one in self._pending if one[-1] != path)
        self._forget_copy_of(path)
        self._notice.close_about(path)

    def forget_only_copy(self) -> None:
        """The open chat is whole on the disk, or it is another one."""
        self.only_here = None

    def _note_only_copy(self, what: What, path: Path) -> None:
        if what is None:
            self.only_here = path

    def _forget_copy_of(self, path: Path) -> None:
        if path == self.only_here:
            self.forget_only_copy()

    def _decide(self, choose: Callable[[What], None], what: What) -> None:
        choose(what)
        if self._notice.isHidden():
            self.ask_next()


def leave_as_is() -> None:
    """The choice to leave things as they are."""
