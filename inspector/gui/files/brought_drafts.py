"""What was typed and no edit yet when a program ended, brought back as edits."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QGuiApplication

from inspector.core.document import Document
from inspector.core.edits import Edit, SetField
from inspector.files.unsaved import Draft
from inspector.gui.files.file_service import FileService
from inspector.gui.kit.text import counted
from inspector.language import _, ngettext
from inspector.recovery import DraftEdits, draft_edits


class BroughtDrafts(FileService):
    """Makes drafts edits, and says where these replace what somebody else wrote meanwhile."""

    def bring_back(
        self, drafts: Sequence[Draft], document: Document, then: Callable[[], None]
    ) -> str:
        """Make drafts edits, as one step; what has no place any more can be pasted.

        Args:
            drafts: as they were typed.
            document: the chat that is shown; an empty one where it is another.
            then: called once nothing about them is left to be decided.

        Returns:
            what became of them, in words.
        """
        found = edits_of(drafts, document)
        number = counted(len(found.edits), "{n} draft", "{n} drafts")
        text = _("Bring back {number}").format(number=number)
        if found.edits and not self._commands.submit_all(found.edits, text):
            found = DraftEdits(rest=tuple(drafts))
        words = _("{number} brought back, not saved yet.").format(number=number)
        self.ask_about(found, then)
        parts = (words if found.edits else "", to_clipboard(found.rest))
        return " ".join(one for one in parts if one)

    def ask_about(self, brought: DraftEdits, then: Callable[[], None]) -> None:
        """Say where what was typed stands now in the place of what somebody else wrote.

        Args:
            brought: the drafts, which are edits by now.
            then: called once nothing about them is left to be decided.
        """
        if not brought.replaced:
            then()
            return
        take = partial(self._take_theirs, self._session.document, brought.theirs, then)
        self._notice.ask(
            _replaced_in_words(brought), [(_("Keep mine"), then), (_("Take theirs"), take)], self
        )

    def _take_theirs(
        self, before: Document, theirs: Sequence[Edit], then: Callable[[], None]
    ) -> None:
        """Put back what others wrote, wherever it stands by now."""
        indexes = self._session.document.memory_indexes
        edits: list[Edit] = []
        for edit in theirs:
            if isinstance(edit, SetField):
                ids = [before.memories[index].id for index in edit.memories]
                places = tuple(indexes[one] for one in ids if one in indexes)
                edits += [replace(edit, memories=places)] if places else []
            else:
                edits.append(edit)
        if edits:
            self._commands.submit_all(edits, _("Take what others wrote"))
        then()


def edits_of(drafts: Sequence[Draft], document: Document) -> DraftEdits:
    """What makes drafts edits now; see `recovery.draft_edits`."""
    return draft_edits(drafts, document, int(time.time() * 1000))


def _replaced_in_words(found: DraftEdits) -> str:
    words = ngettext(
        "{title} was changed by somebody else after it was typed into. What you typed stands "
        "there now, and is not saved yet.",
        "{n} texts were changed by somebody else after they were typed into. What you typed "
        "stands there now, and is not saved yet.",
        len(found.replaced),
    )
    return words.format(n=len(found.replaced), title=found.replaced[0].title)


def to_clipboard(drafts: Sequence[Draft]) -> str:
    """Let drafts that have no place be pasted; answers that in words, empty without any."""
    if not drafts:
        return ""
    QGuiApplication.clipboard().setText("\n\n".join(one.text for one in drafts))
    number = counted(len(drafts), "{n} draft", "{n} drafts")
    return _("{number} on the clipboard.").format(number=number)
